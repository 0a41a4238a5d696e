"""Worlds of other kinds than finite mechanisms: released data, noise, adversaries."""
