"""Checks of a claim: instances, origin of the goals, decisions, and reports of failures."""
