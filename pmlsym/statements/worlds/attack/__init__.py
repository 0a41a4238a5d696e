"""Channels with somebody who attacks them: gains, costs, guesses, functions of the secret."""
