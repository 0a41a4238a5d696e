"""Real or countable secrets, in noise or not."""
