"""Real or countable secrets, most of them in noise."""
