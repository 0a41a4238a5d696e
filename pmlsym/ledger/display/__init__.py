"""Renderings of claims: a page for one, a table for many."""
