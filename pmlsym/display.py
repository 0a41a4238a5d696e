"""How a notebook shows a kernel with its prior."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pmlsym.exact import Number, NumberArray

_SHOWN = 12  # rows and columns that a notebook displays


def as_latex(kernel: NumberArray, prior: NumberArray) -> str | None:
    """Return an exact kernel and its prior as a formula; None if they are too large for one."""
    if max(kernel.shape) > _SHOWN:
        return None  # a notebook then shows the table of as_html
    import sympy as sp

    rows, row = sp.Matrix(kernel.tolist()), sp.Matrix(prior.tolist())
    return rf"$\displaystyle P_{{Y|X}} = {sp.latex(rows)},\quad P_X = {sp.latex(row)}$"


def as_html(
    kernel: NumberArray,
    prior: NumberArray,
    more: str,
    names: Sequence[object],
    heads: Sequence[object],
) -> str:
    """Return the first rows and columns as a table, and `more` if these are not all.

    Secrets and outcomes are shown by their names, which are numbers if they have none.
    """
    secrets, outcomes = (min(size, _SHOWN) for size in kernel.shape)
    cells = "".join(f"<th>{_head('y', heads[y])}</th>" for y in range(outcomes))
    rows = [f"<tr><th>x</th><th>P(x)</th>{cells}</tr>"]
    for x in range(secrets):
        cells = "".join(f"<td>{_short(kernel[x, y])}</td>" for y in range(outcomes))
        rows.append(f"<tr><th>{_head('', names[x])}</th><td>{_short(prior[x])}</td>{cells}</tr>")
    note = "" if (secrets, outcomes) == kernel.shape else f"<p>{more}</p>"
    return f"<table>{''.join(rows)}</table>{note}"


def _head(letter: str, name: object) -> str:
    if isinstance(name, int):
        return f"{letter}={name}" if letter else str(name)
    return escape(str(name))


def _short(entry: Number) -> str:
    return f"{entry:.4g}" if isinstance(entry, float) else str(entry)
