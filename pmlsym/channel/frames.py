"""Channels as data frames; pandas is loaded only here, and only when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pmlsym.channel.law import Law
from pmlsym.errors import ChannelError
from pmlsym.exact import as_fraction

if TYPE_CHECKING:
    import pandas as pd

_TABLES = ("kernel", "joint", "lift", "posterior")


def frame(law: Law, what: str) -> pd.DataFrame:
    """Return a table of a channel as a data frame.

    Raises
    ------
    ChannelError
        If there is no such table.
    """
    if what not in _TABLES:
        raise ChannelError(f"what is {what!r}, but has to be one of {', '.join(_TABLES)}.")
    import pandas as pd

    rows = getattr(law, what).tolist()
    if law.is_exact:
        rows = [[_number(entry) for entry in row] for row in rows]
    return pd.DataFrame(
        rows,
        index=_index(law.secrets, "secret"),
        columns=_index(law.outcomes, "outcome"),
        dtype=object if law.is_exact else None,
    )


def _number(entry: Any) -> Any:
    found = as_fraction(entry)
    return entry if found is None else found


def _index(names: tuple[Any, ...], name: str) -> Any:
    import pandas as pd

    return pd.Index(list(names), name=name, tupleize_cols=False)
