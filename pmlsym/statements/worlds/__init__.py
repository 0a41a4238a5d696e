"""Worlds that assertions are about: released data and what else is no finite mechanism."""
