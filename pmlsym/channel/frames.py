"""Channels as data frames, pages and LaTeX tables; pandas is imported only where it is needed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from pmlsym.channel.law import JointLaw
from pmlsym.errors import ChannelError
from pmlsym.exact import Number, as_fraction
from pmlsym.given import brief
from pmlsym.pages import Formula, Line, Page, Table, Words, escaped_words

if TYPE_CHECKING:
    import pandas as pd

_TABLES = ("kernel", "joint", "lift", "posterior")
_SHOWN = 12  # rows and columns that a page shows


def frame(law: JointLaw, what: str) -> pd.DataFrame:
    """Return a table of a channel as a data frame."""
    rows = table_of(law, what)
    import pandas as pd

    if law.is_exact:
        rows = [[_number(entry) for entry in row] for row in rows]
    return pd.DataFrame(
        rows,
        index=_index(law.secrets, "secret"),
        columns=_index(law.outcomes, "outcome"),
        dtype=object if law.is_exact else None,
    )


def table_of(law: JointLaw, what: str) -> list[list[Any]]:
    """Return a table of a channel as lists."""
    if what not in _TABLES:
        raise ChannelError(f"what is {brief(what)}, but has to be one of {', '.join(_TABLES)}.")
    found: list[list[Any]] = getattr(law, what).tolist()
    return found


def page_of(law: JointLaw) -> Page:
    """Return a page: a title, and the first rows and columns of the prior and the kernel."""
    rows, columns = (min(size, _SHOWN) for size in law.shape)
    masses = law.prior.tolist()
    table = Table(
        ("x", "P(x)", *(_head("y=", name) for name in law.outcomes[:columns])),
        tuple(
            (_head("", law.secrets[x]), _cell(masses[x]), *map(_cell, row[:columns]))
            for x, row in enumerate(table_of(law, "kernel")[:rows])
        ),
    )
    cut = (
        () if (rows, columns) == law.shape else (Words("The first rows and columns.", faint=True),)
    )
    return Page(repr(law).strip("<>"), (table, *cut))


def html_of(law: JointLaw) -> str:
    """Return the first rows and columns as HTML, with a title if these are not all."""
    rows, columns = (min(size, _SHOWN) for size in law.shape)
    masses = law.prior.tolist()
    heads = "".join(f"<th>{escape(_head('y=', name))}</th>" for name in law.outcomes[:columns])
    lines = [f"<tr><th>x</th><th>P(x)</th>{heads}</tr>"]
    for x, row in enumerate(table_of(law, "kernel")[:rows]):
        cells = "".join(f"<td>{_text(entry)}</td>" for entry in (masses[x], *row[:columns]))
        lines.append(f"<tr><th>{escape(_head('', law.secrets[x]))}</th>{cells}</tr>")
    note = "" if (rows, columns) == law.shape else f"<p>{escape(repr(law))}</p>"
    return f"<table>{''.join(lines)}</table>{note}"


def tabular_of(law: JointLaw, what: str) -> str:
    """Return a table of a channel as a tabular of LaTeX."""
    rows = table_of(law, what)
    heads = " & ".join(escaped_words(str(name)) for name in law.outcomes)
    lines = [rf"\begin{{tabular}}{{l{'r' * law.shape[1]}}}", rf" & {heads} \\", r"\hline"]
    for name, row in zip(law.secrets, rows, strict=True):
        entries = " & ".join(f"${_latex(entry)}$" for entry in row)
        lines.append(rf"{escaped_words(str(name))} & {entries} \\")
    return "\n".join([*lines, r"\end{tabular}"])


def formula_of(law: JointLaw) -> str | None:
    """Return an exact kernel and its prior as a formula; None if they are too large for one."""
    if max(law.shape) > _SHOWN:
        return None  # a notebook then shows the table
    import sympy as sp

    rows, row = sp.Matrix(law.kernel.tolist()), sp.Matrix(law.prior.tolist())
    return rf"$\displaystyle P_{{Y|X}} = {sp.latex(rows)},\quad P_X = {sp.latex(row)}$"


def _head(letter: str, name: object) -> str:
    return f"{letter}{name}" if isinstance(name, int) else str(name)


def _text(entry: Number) -> str:
    return f"{entry:.4g}" if isinstance(entry, float) else str(entry)


def _cell(entry: Number) -> Line:
    return _text(entry) if isinstance(entry, float) else Formula(str(entry), _latex(entry))


def _latex(entry: Number) -> str:
    import sympy as sp

    return f"{entry:.6g}" if isinstance(entry, float) else str(sp.latex(entry))


def _number(entry: Any) -> Any:
    found = as_fraction(entry)
    return entry if found is None else found


def _index(names: tuple[Any, ...], name: str) -> Any:
    import pandas as pd

    return pd.Index(list(names), name=name, tupleize_cols=False)
