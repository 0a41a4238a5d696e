"""Mechanisms that are compared by what they are worth."""
