"""Worlds of other kinds than finite mechanisms: what assertions are read on."""
