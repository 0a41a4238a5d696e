"""Sentences at exact numbers and finite laws: what holds there, enclosed or by arithmetic."""
