"""Statements with binders, put together from their parts."""

from pmlsym.statements.from_text import from_text


def bound(text, *binders):
    """Return the statement that a text says of what some binders name."""
    known = "; ".join(map(str, binders))
    return from_text(f"{known}: {text}" if known else text)
