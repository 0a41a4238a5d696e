"""Mechanisms with bounded lifts, compared by a convex utility."""
