"""Certificates of decisions: the store of the package, and exports for other programs."""
