"""Evaluation of sentences at exact numbers and finite laws, by enclosures and exact arithmetic."""
