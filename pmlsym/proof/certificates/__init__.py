"""Certificates of decisions: the store that ships with the package, and how others read them."""
