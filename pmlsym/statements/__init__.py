"""Statements about privacy leakage, and what they say of concrete mechanisms."""
