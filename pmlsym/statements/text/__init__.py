"""Text of statements: parsing, and rendering in the language, in English and in LaTeX."""
