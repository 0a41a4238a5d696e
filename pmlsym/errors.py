"""Exceptions and warnings of the package; messages say what was given and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from unicodedata import category

# control and format characters, surrogates, separators of lines and paragraphs
_ACTING = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))

_LONGEST_NAME = 80  # characters of an unknown name that a message repeats


def escaped(text: str) -> str:
    r"""Replace control characters, which a terminal would obey, by escapes; keep newlines and tabs.

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
    """Return the JSON escape of a character."""
    halves = one.encode("utf-16-be", "surrogatepass").hex()
    return "".join(rf"\u{half}" for half in re.findall("....", halves))


class InputError(ValueError):
    """Invalid input; the message says which argument, what was given and what is allowed."""


class ChannelError(InputError):
    """A kernel or a prior that is not a probability distribution, or that do not fit together."""


class ParameterError(InputError):
    """A number outside the range in which the formula has a meaning."""


class DataError(InputError):
    """A file that cannot be read as a table of numbers."""


_FEW = 12  # up to so many known names a message lists all of them


class UnknownNameError(InputError):
    """A name (of a claim, a figure, a paper) that does not exist.

    Parameters
    ----------
    kind : the kind of thing that has no such name, such as "paper".
    name : the unknown name.
    known : the existing names.
    near : suggestions, if they are not to be found by spelling.
    hint : a further sentence; empty for none.

    Examples
    --------
    >>> print(UnknownNameError("paper", "histgram", ("histogram", "linear")))
    There is no paper 'histgram'; the nearest is 'histogram'.
    >>> print(UnknownNameError("paper", "my notes", ("histogram", "linear")))
    There is no paper 'my notes'; there are 'histogram' and 'linear'.
    """

    def __init__(
        self,
        kind: str,
        name: str,
        known: Iterable[str],
        near: Sequence[str] | None = None,
        hint: str = "",
    ) -> None:
        every = list(known)
        found = (
            get_close_matches(str(name)[:_LONGEST_NAME], every, n=1, cutoff=0.7)
            if near is None
            else list(near)
        )
        listed = ""
        if len(found) == 1:
            listed = f"; the nearest is {found[0]!r}"
        elif found:
            listed = f"; near it are {_listed(found)}"
        elif every and len(every) <= _FEW:
            there_is = "there are" if len(every) > 1 else "there is"
            listed = f"; {there_is} {_listed(every)}"
        super().__init__(f"There is no {kind} {_brief(name)}{listed}.{' ' * bool(hint)}{hint}")


def no_attribute(name: str, places: Mapping[str, str]) -> str:
    """Return the message for an unknown name of the package, with the nearest public names.

    Examples
    --------
    >>> print(no_attribute("calibrte", {"calibrate": "ps.laplace.calibrate", "pml": "ps.pml"}))
    module 'pmlsym' has no attribute 'calibrte'; near it is ps.laplace.calibrate
    """
    said = f"module 'pmlsym' has no attribute {_brief(name)}"
    if name in places:
        return f"{said}: it is {places[name]}"
    asked = name[:_LONGEST_NAME]
    near = get_close_matches(asked, places, n=3, cutoff=0.7)
    near += [known for known in places if asked.casefold() in known.casefold()]
    found = [places[known] for known in dict.fromkeys(near)][:3]
    if not found:
        return f"{said}: help(pmlsym) says what there is"
    return f"{said}; near it {'is' if len(found) == 1 else 'are'} {', '.join(found)}"


def _listed(names: Sequence[str]) -> str:
    *most, last = map(repr, names)
    return f"{', '.join(most)} and {last}" if most else last


def _brief(name: object) -> str:
    text = repr(name)
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 3]}..."


class LedgerError(InputError):
    """An invalid claim, or claims that cannot stand in one ledger."""


class SweepError(InputError):
    """A sweep that cannot be finished: its function fails, or ends the processes that run it."""


class PluginWarning(UserWarning):
    """An installed package whose claims cannot be listed; the others can."""


class VacuousGuaranteeWarning(UserWarning):
    """A guarantee so weak that the mechanism without any noise satisfies it."""


class UnsafeBoundWarning(UserWarning):
    """The bound that was asked for is not an upper bound on the leakage."""


class InexactWarning(UserWarning):
    """A number that is the upper end of an interval, as a limit of time or memory was reached."""
