"""Proving or refuting what somebody types."""
