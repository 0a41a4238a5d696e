"""Numbers on a page: floats, exact numbers with their formula, and counts with a noun."""

from __future__ import annotations

from pmlsym.exact import Number, sympified
from pmlsym.pages.page import Formula


def number(value: Number, digits: str = ".6g") -> str | Formula:
    r"""Return a number for a page.

    Parameters
    ----------
    value : a float, or an exact number.
    digits : the format of a float.

    Examples
    --------
    >>> import sympy
    >>> number(0.4054651), number(sympy.log(2))
    ('0.405465', Formula(text='log(2)', latex='\\log{\\left(2 \\right)}'))
    """
    if isinstance(value, float):
        return f"{value:{digits}}"
    import sympy as sp

    return Formula(str(value), sp.latex(sympified(value)))


def with_noun(count: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun in the right number.

    Examples
    --------
    >>> with_noun(1, "proof"), with_noun(2, "proof"), with_noun(0, "query", "queries")
    ('1 proof', '2 proofs', '0 queries')
    """
    return f"{count} {noun if count == 1 else plural or noun + 's'}"
