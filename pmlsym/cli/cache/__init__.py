"""Verdicts of earlier checks, kept in the user's cache directory until anything changes."""
