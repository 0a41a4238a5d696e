"""Sampling of small exact models for a statement, edge cases first."""
