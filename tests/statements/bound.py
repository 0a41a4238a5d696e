"""Statements with binders, put together from their parts."""

from pmlsym.statements.said import said


def bound(text, *binders):
    """Return the statement that a text says of what some binders name."""
    known = "; ".join(map(str, binders))
    return said(f"{known}: {text}" if known else text)
