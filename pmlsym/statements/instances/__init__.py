"""Instances other than finite mechanisms: released data, noise, adversaries, utilities."""
