"""Statements as text: reading a line, and writing one in the language, in words and in LaTeX."""
