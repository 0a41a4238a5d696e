"""Channels with an adversary: gains, costs, guesses, functions of the secret."""
