"""Mechanisms with bounded lifts, compared by a utility."""
