"""What goes wrong, in one sentence that a person can act on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import category

# controls, marks that nobody sees or that turn the text around, halves of characters
_ACTING = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))

_LONGEST_NAME = 80  # how much of a wrong one a message repeats


def escaped(text: str) -> str:
    r"""Write what a terminal would act on as its code; lines and tabs stay.

    Examples
    --------
    >>> print(escaped("\x1b[2Jx"))
    \u001b[2Jx
    """
    if text.isprintable():
        return text
    return "".join(_code(one) if _acts(one) else one for one in text)


def _acts(one: str) -> bool:
    return one not in "\n\t" and category(one) in _ACTING


def _code(one: str) -> str:
    """Write a character as JSON does."""
    halves = one.encode("utf-16-be", "surrogatepass").hex()
    return "".join(rf"\u{half}" for half in re.findall("....", halves))


class InputError(ValueError):
    """Bad input; its text is one sentence: which argument, what was found, what is allowed."""


class ChannelError(InputError):
    """A kernel or a prior that is not a probability distribution, or that do not fit together."""


class ParameterError(InputError):
    """A number outside the range in which the formula has a meaning."""


class DataError(InputError):
    """A file that cannot be read as a table of numbers."""


class UnknownNameError(InputError):
    """A name (of a claim, a figure, a paper) that does not exist."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        near = get_close_matches(str(name)[:_LONGEST_NAME], list(known), n=1, cutoff=0.0)
        hint = f"; the nearest is {near[0]!r}" if near else ""
        super().__init__(f"There is no {kind} {_brief(name)}{hint}.")


def _brief(name: object) -> str:
    text = repr(name)
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 3]}..."


class LedgerError(InputError):
    """Claims that cannot stand in one ledger."""


class SweepError(InputError):
    """A sweep that cannot be finished: its function fails, or ends the processes that run it."""


class PluginWarning(UserWarning):
    """An installed package whose claims cannot be listed; the others can."""


class VacuousGuaranteeWarning(UserWarning):
    """A guarantee so weak that the mechanism without any noise satisfies it."""


class UnsafeBoundWarning(UserWarning):
    """The bound that was asked for is not an upper bound on the leakage."""
