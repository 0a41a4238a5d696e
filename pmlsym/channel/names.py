"""Names of secrets and outcomes, which arrays computed from a channel keep."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from pmlsym.distributions import is_array, is_plain_array, is_sparse
from pmlsym.errors import ChannelError, UnknownNameError

Name: TypeAlias = Hashable  # mostly text; a tuple for a pair
OneSide: TypeAlias = "tuple[Name, ...] | None"


@dataclass(frozen=True)
class Names:
    """Names of the secrets and of the outcomes; None for a side without names."""

    secrets: OneSide = None
    outcomes: OneSide = None

    def entry(self, x: int, y: int | None = None) -> list[Name]:
        """Return the place of an entry for a message: names where there are any, else numbers."""
        shown: list[Name] = [x if self.secrets is None else self.secrets[x]]
        if y is not None:
            shown.append(y if self.outcomes is None else self.outcomes[y])
        return shown

    def __bool__(self) -> bool:
        """Say whether there are any names."""
        return self.secrets is not None or self.outcomes is not None


NO_NAMES = Names()


def read_names(what: str, names: Iterable[Name] | None, size: int) -> OneSide:
    """Return names as a tuple; refuse too many, too few or equal ones."""
    if names is None:
        return None
    if isinstance(names, str | bytes) or not isinstance(names, Iterable):
        raise ChannelError(f"{what} is {names!r}, but has to be a list of names.")
    found = tuple(tuple(one) if isinstance(one, list) else one for one in names)
    if len(found) != size:
        raise ChannelError(f"{what} has {len(found)} names, but the channel has {size} {what}.")
    seen: set[Name] = set()
    for one in found:
        try:
            twice = one in seen
            seen.add(one)
        except TypeError:
            raise ChannelError(f"{what} holds {one!r}, which cannot be a name.") from None
        if twice:
            raise ChannelError(f"{what} holds {one!r} twice, but names have to differ.")
    return found


def labels(given: Any) -> tuple[OneSide, OneSide]:
    """Return the labels of a data frame, a series, nested dictionaries, or an array with names."""
    if is_plain_array(given) or isinstance(given, list | tuple) or is_sparse(given):
        return None, None
    own = getattr(given, "names", ())  # arrays computed from a channel have names
    if isinstance(own, tuple) and own and all(isinstance(side, tuple | None) for side in own):
        return (own[-2], own[-1]) if len(own) > 1 else (own[0], None)
    if is_array(given):
        return None, None
    if isinstance(given, Mapping):
        rows = list(given.values())
        inner = None
        if rows and all(isinstance(row, Mapping) for row in rows):
            inner = tuple(rows[0])
            for secret, row in given.items():
                if tuple(row) != inner:
                    raise ChannelError(
                        f"kernel has the outcomes {list(row)} at {secret!r}, but {list(inner)} in "
                        "its first row: every row has to have the same in the same order."
                    )
        return tuple(given), inner
    if not hasattr(given, "to_numpy"):
        return None, None
    return _axis(getattr(given, "index", None)), _axis(getattr(given, "columns", None))


def _axis(labels: Any) -> OneSide:
    """Return labels, and None for those that only count from 0."""
    if labels is None or not hasattr(labels, "tolist"):
        return None
    found = tuple(labels.tolist())
    return None if found == tuple(range(len(found))) else found


def places_of(names: tuple[Name, ...], wanted: tuple[Name, ...]) -> list[int]:
    """Return the indices of a kernel's secrets among the names of a prior."""
    if set(names) != set(wanted):
        odd = next((one for one in wanted if one not in names), None)
        more = next((one for one in names if one not in wanted), None)
        found = f"the entry {more!r}" if odd is None else f"no entry {odd!r}"
        raise ChannelError(f"prior has {found}, but the secrets are {list(wanted)}.")
    return [names.index(one) for one in wanted]


def pairs(sides: Sequence[OneSide], sizes: Sequence[int]) -> OneSide:
    """Return the names of all combinations; None if there are no names to combine."""
    if all(side is None for side in sides):
        return None
    filled = [
        tuple(range(n)) if side is None else side for side, n in zip(sides, sizes, strict=True)
    ]
    return tuple(product(*filled))


def placed(names: tuple[OneSide, ...], place: Any) -> Any:
    """Return an index with every name replaced by its number."""
    if isinstance(place, tuple):
        if len(names) == 1 and names[0] is not None and place in names[0]:
            return names[0].index(place)
        return (
            *(_number(side, one) for side, one in zip(names, place, strict=False)),
            *place[len(names) :],
        )
    return _number(names[0], place) if names else place


def _number(side: OneSide, one: Any) -> Any:
    if side is None or not isinstance(one, str | tuple):
        return one
    if one not in side:
        raise UnknownNameError("name", str(one), [str(name) for name in side])
    return side.index(one)


def with_names(text: str, names: tuple[OneSide, ...]) -> str:
    """Return the text of an array, followed by its names as a comment.

    Examples
    --------
    >>> with_names("[0.25 0.75]", (("no", "yes"),))
    "[0.25 0.75]  # 'no', 'yes'"
    """
    axes = [", ".join(map(repr, side)) for side in names if side is not None]
    return f"{text}  # {'; '.join(axes)}" if axes else text


# attributes that users often expect on a channel, and what to write instead
_ELSEWHERE = {
    **{
        name: f"ps.{name}(channel)"
        for name in (
            *("pml", "pmc", "ldp", "lip", "alip", "maximal_leakage", "maximal_cost_leakage"),
            *("mutual_information", "stream_leakage"),
        )
    },
    "leakage": "ps.pml(channel)",
    "in_bits": "ps.in_bits(ps.pml(channel))",
    "implies": "ps.PML.of(channel).implies(ps.PMC)",
    **dict.fromkeys(("to_dataframe", "to_pandas", "to_df"), "channel.to_frame()"),
    **dict.fromkeys(("P", "matrix", "table", "to_numpy"), "channel.kernel"),
    **dict.fromkeys(("to_json", "to_csv", "write"), "channel.save(path)"),
    **dict.fromkeys(("then", "postprocess", "post_process"), "channel.cascade(kernel)"),
    **dict.fromkeys(("repeat", "repeated"), "channel.twice()"),
}


def no_such_part(kind: str, name: str) -> str:
    """Return the message for an unknown attribute, with what to write instead if that is known.

    Examples
    --------
    >>> no_such_part("Channel", "pml")
    "'Channel' object has no attribute 'pml'; it is ps.pml(channel)"
    """
    said = f"{kind!r} object has no attribute {name!r}"
    return f"{said}; it is {_ELSEWHERE[name]}" if name in _ELSEWHERE else said
