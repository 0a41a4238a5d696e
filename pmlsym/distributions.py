"""Validation of the entries of kernels and priors, with the error messages."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

from pmlsym.errors import ChannelError
from pmlsym.exact import (
    Number,
    RowLike,
    TableLike,
    for_its_size,
    is_exact,
    rational_type,
    read_number,
)
from pmlsym.given import brief

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# validated: lists, or the given array of numbers
Row: TypeAlias = "list[Any] | NDArray[np.generic]"
Table: TypeAlias = "list[list[Any]] | NDArray[np.generic]"
TOLERANCE = 1e-9  # how far a float row may be from summing to one
_SHOWN = 40  # characters of a wrong entry that a message repeats
_FILES = (".csv", ".json")


def is_array(value: object) -> TypeGuard[NDArray[np.generic]]:
    """Return whether a value is a numpy array, without importing numpy."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def is_plain_array(value: object) -> TypeGuard[NDArray[np.generic]]:
    """Return whether a value is a numpy array of no class of its own, which has no names."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and type(value) is numpy.ndarray


def is_sparse(value: object) -> bool:
    """Return whether a value is a matrix or an array of scipy.sparse, without importing scipy."""
    sparse: Any = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(value))


def is_sparse_table(value: object) -> bool:
    """Return whether a value is sparse, has two axes that are not empty, and holds real numbers."""
    table: Any = value
    return (
        is_sparse(value)
        and len(table.shape) == 2
        and 0 not in table.shape
        and table.dtype.kind in "fiub"
    )


def arrays_of_one(kernel: object, prior: object) -> tuple[Table, Row] | None:
    """Return the arguments if they are arrays of floats without names that fit each other.

    Such a kernel and prior, the most usual ones, are what `as_table` and `as_row` return.
    """
    if (
        is_plain_array(kernel)
        and is_plain_array(prior)
        and kernel.dtype.kind == prior.dtype.kind == "f"
        and prior.ndim == 1
        and kernel.ndim == 2
        and kernel.size > 0
        and len(kernel) == len(prior)
    ):
        return kernel, prior
    return None


def as_table(kernel: TableLike, name: str = "kernel") -> Table:
    """Return a kernel as rows of one length, or a stack of kernels as it is given.

    Text is parsed as numbers; the labels of a data frame are dropped. The name is that of the
    argument, for messages.
    """
    given, kernel = kernel, _unlabelled(kernel)
    if is_sparse(kernel):
        raise no_table(name, given)
    if is_array(kernel) and kernel.dtype.kind in "fiub" and kernel.ndim >= 2:
        if not kernel.size:
            raise no_table(name, given)
        return kernel
    if isinstance(kernel, Mapping):
        kernel = [
            list(row.values()) if isinstance(row, Mapping) else row for row in kernel.values()
        ]
    elif hasattr(kernel, "tolist"):
        kernel = kernel.tolist()
    if not is_list(kernel) or not len(kernel) or not all(map(is_list, kernel)):
        raise no_table(name, given)
    rows = [list(row) for row in map(_unlabelled, kernel)]
    widths = [len(row) for row in rows]
    if not widths[0]:
        raise ChannelError(f"{name}[0] is empty, but has to have an entry for each outcome.")
    if len(set(widths)) != 1:
        odd = next(x for x, width in enumerate(widths) if width != widths[0])
        raise ChannelError(
            f"{name}[{odd}] has {widths[odd]} entries, but {name}[0] has {widths[0]}: "
            "every row has to have the same."
        )
    types = set(map(type, chain.from_iterable(rows)))
    if not all(_is_number(kind) for kind in types):
        if all(is_list(entry) for entry in chain.from_iterable(rows)):
            return _stack(rows, name)
        rows = [
            [_number(entry, f"{name}[{x}, {y}]") for y, entry in enumerate(row)]
            for x, row in enumerate(rows)
        ]
    return rows


def _stack(rows: list[list[Any]], name: str) -> NDArray[np.generic]:
    """Return lists nested three or more levels deep as an array of floats."""
    import numpy as np

    try:
        stack = np.array(rows)
    except ValueError:
        stack = np.array(None)
    if stack.dtype.kind not in "fiu" or not stack.size:
        raise ChannelError(
            f"{name} has to be a table of numbers, but holds lists: a stack of kernels has to "
            "hold floats, in tables of one shape."
        )
    return stack


def fitting_table(name: str, kernel: TableLike, rows: int, what: str) -> Table:
    """Return a second kernel as a table; refuse one that has not one row for each `what`."""
    table = as_table(kernel, name)
    if is_array(table) and table.ndim != 2:
        raise ChannelError(f"{name} has to be one table, but has shape {table.shape}.")
    if len(table) != rows:
        raise ChannelError(f"{name} has {len(table)} rows, but the channel has {rows} {what}.")
    return table


def as_row(prior: RowLike, name: str) -> Row:
    """Return a prior as one row, or a stack of priors as it is given; a sparse one is filled in."""
    given, prior = prior, _unlabelled(prior)
    if is_sparse(prior):
        prior = _filled(prior, name)
    if is_array(prior) and prior.dtype.kind in "fiub" and prior.ndim >= 1 and prior.size:
        return prior
    if isinstance(prior, Mapping):
        prior = list(prior.values())
    elif hasattr(prior, "tolist"):
        prior = prior.tolist()
    if not is_list(prior) or not len(prior):
        raise _no_row(name, given)
    if all(_is_number(kind) for kind in set(map(type, prior))):
        return list(prior)
    if any(map(is_list, prior)):
        import numpy as np

        try:
            stack = np.array(prior)
        except ValueError:
            stack = np.array(None)
        if stack.dtype.kind not in "fiu" or not stack.size:
            raise ChannelError(
                f"{name} is {brief(given)}, but has to be a list of probabilities, or a stack of "
                "such lists of floats of one length."
            )
        return stack
    return [_number(entry, f"{name}[{x}]") for x, entry in enumerate(prior)]


def _filled(prior: Any, name: str) -> NDArray[np.generic]:
    """Return a prior of scipy.sparse, a row or a column, with its zeros."""
    one = prior.ndim == 1 or 1 in prior.shape
    if one and 0 not in prior.shape and prior.dtype.kind in "fiub":
        filled: NDArray[np.generic] = prior.toarray().ravel()
        return filled
    raise ChannelError(
        f"{name} is sparse, of shape {prior.shape} and type {prior.dtype}, but has to be a row or "
        "a column of probabilities."
    )


def no_table(name: str, given: object) -> ChannelError:
    """Return the error for an argument that is no table of probabilities.

    Examples
    --------
    >>> print(no_table("kernel", [0.5, 0.5]))
    kernel is [0.5, 0.5], but has to be a table: for each secret a row of probabilities.
    """
    hint = ""
    if isinstance(given, str) and given.endswith(_FILES):
        hint = f" A file is read by ps.Channel.load({given!r})."
    elif is_sparse(given):
        hint = (
            " A sparse one has to be of shape (|X|, |Y|) and hold real numbers, and is taken by "
            "ps.Channel and the leakage measures alone: give its toarray() elsewhere."
        )
    return ChannelError(
        f"{name} is {_name_of(given)}, but has to be a table: for each secret a row of "
        f"probabilities.{hint}"
    )


def _no_row(name: str, given: object) -> ChannelError:
    """Return the error for an argument that is no list of probabilities."""
    if _is_set_of_priors(given):
        return ChannelError(
            f"{name} is a set of priors, but has to be one: for each secret a probability. "
            "What the worst of a set is, ps.pml(kernel, prior=that_set) says, as do ps.pmc and "
            "ps.lip."
        )
    hint = ""
    if isinstance(given, int) and not isinstance(given, bool) and given > 1:
        hint = f", such as [1/{given}] * {given} for {given} equally likely ones"
    elif given == "uniform":  # reached only where the number of secrets is unknown
        hint = ", as nothing here says how many secrets there are: [1/3] * 3 for three"
    elif name == "prior" and (given is None or isinstance(given, str)):
        hint = ", or 'uniform' for equally likely secrets"
    return ChannelError(
        f"{name} is {_name_of(given)}, but has to be a list: for each secret a probability{hint}."
    )


def _is_set_of_priors(given: object) -> bool:
    """Return whether the argument is a set of priors, without importing `priors`."""
    return hasattr(given, "smallest_mean")


def _name_of(given: object) -> str:
    """Return the text by which a message refers to an argument."""
    if given is None:
        return "missing"
    sized: Any = given
    if (is_list(given) or isinstance(given, Mapping)) and not len(sized):
        return "empty"
    return brief(given)


def _unlabelled(given: Any) -> Any:
    """Return the numbers of a data frame or a series, and anything else as it is."""
    return given.to_numpy() if hasattr(given, "to_numpy") else given


def is_deep(kernel: object) -> bool:
    """Return whether a kernel has three levels or more: a stack, or a kernel on pairs."""
    if is_array(kernel):
        return kernel.ndim > 2
    while_lists = 0
    while is_list(kernel) and len(kernel):
        kernel = next(iter(kernel)) if not hasattr(kernel, "to_numpy") else 0
        while_lists += 1
    return while_lists > 2


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    """Return whether a value is a sequence other than text."""
    if type(value) is float or isinstance(value, str | bytes):
        return False
    if isinstance(value, Sequence) or (is_array(value) and value.ndim > 0):
        return True
    return hasattr(value, "to_numpy")


@cache
def _is_number(kind: Any) -> bool:
    """Return whether values of a type need no parsing: floats and exact numbers."""
    return issubclass(kind, float) or rational_type(kind) or hasattr(kind, "free_symbols")


def _number(entry: Any, place: str) -> Any:
    """Return an entry as a number, parsed if it is text."""
    if isinstance(entry, str):
        try:
            return read_number(entry)
        except ValueError:
            short = entry if len(entry) <= _SHOWN else f"{entry[: _SHOWN - 3]}..."
            more = " such as 1/3 or 0.25" if "%" not in entry else ": 25% is 0.25"
            more += for_its_size(entry)
            raise ChannelError(f"{place} is {short!r}, but has to be a number{more}.") from None
    if is_list(entry) or isinstance(entry, bytes | Mapping) or entry is None:
        held = "missing" if entry is None else f"a {type(entry).__name__}"
        raise ChannelError(f"{place} is {held}, but has to be a number.")
    if isinstance(entry, complex) or "complex" in type(entry).__name__:
        raise ChannelError(f"{place} is {brief(entry)}, but a probability is a number from 0 to 1.")
    return entry


RATIONAL, SYMBOLIC, FLOAT = range(3)  # kinds of numbers, each containing the one before


def kind_of(table: Row | Table) -> int:
    """Return the smallest kind of numbers that holds all entries."""
    if is_array(table):
        return RATIONAL if table.dtype.kind in "iu" else FLOAT
    types = set(map(type, _entries(table)))
    kind = max(_kind(one) for one in types)
    if kind == SYMBOLIC and not all(map(is_exact, _entries(table))):
        return FLOAT  # sympy has floats of its own
    return kind


@cache
def _kind(kind: Any) -> int:
    if rational_type(kind):
        return RATIONAL
    return SYMBOLIC if hasattr(kind, "free_symbols") else FLOAT


def all_exact(table: Row | Table) -> bool:
    """Say whether every entry is exact."""
    return kind_of(table) != FLOAT


def _entries(table: Row | Table) -> Iterable[Any]:
    return chain.from_iterable(table) if isinstance(table[0], list) else table


def complaint(name: str, place: str, entry: Number) -> ChannelError:
    """Return the error for an entry that is no probability, or is not positive in a prior."""
    if name == "prior":
        return ChannelError(
            f"{place} is {brief(entry)}, but every secret needs a positive probability: "
            "leave out secrets that cannot occur."
        )
    return ChannelError(f"{place} is {brief(entry)}, but a probability is a number from 0 to 1.")


def wrong_sum(what: str, total: str, size: str, more: bool) -> ChannelError:
    """Return the error for a row that does not sum to one."""
    hint = " Divide percentages by 100." if total == "100" else ""
    return ChannelError(
        f"{what} sums to {total}, which is {size} {'more' if more else 'less'} than 1.{hint}"
    )
