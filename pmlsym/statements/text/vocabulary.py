"""The words of the language of statements, and its limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from pmlsym.errors import InputError
from pmlsym.formulas.measures import AVERAGES, GUARANTEES, MEASURES

MOST_DEPTH = 200  # operations inside each other, long before Python gives up
MOST_DIGITS = 400  # of a number: what a float can hold has 308 before or behind the point
MOST_POWER = 1_000  # as a number that stands in an exponent
LONGEST_NAME = 60

Comparison: TypeAlias = Literal["<=", "<", ">=", ">", "=", "!="]
TURNED: Mapping[Comparison, Comparison] = MappingProxyType(  # with the sides in the other order
    {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
)
Sign: TypeAlias = Literal["+", "-", "*", "/", "^"]
PriorName: TypeAlias = Literal["pmin", "pmax", "n"]
AnswerName: TypeAlias = Literal["p_y", "p_z", "q_y", "q_z"]  # where answers are secrets
FunctionName: TypeAlias = Literal["exp", "log", "max", "min"]

VARIABLES = ("X", "Y", "Z")
OUTCOMES = ("x", "y", "z")
# the words that are read beside measures and guarantees; what they mean is in `definitions`
OF_PRIOR: tuple[PriorName, ...] = get_args(PriorName)
FUNCTIONS: tuple[FunctionName, ...] = get_args(FunctionName)
_RESERVED = frozenset(
    (
        *(*VARIABLES, *OUTCOMES, *MEASURES, *AVERAGES, *OF_PRIOR, *FUNCTIONS),
        *("E", "and", "where", "prior", "uniform", "independent", "of"),
    )
)
SIGNS: tuple[Comparison, ...] = get_args(Comparison)
# what people write for something else, and would be taken for a free parameter in silence
MISTAKEN = MappingProxyType(
    {
        **dict.fromkeys(("p_min", "P_min", "Pmin", "p_MIN", "PMIN"), "pmin"),
        **dict.fromkeys(("p_max", "P_max", "Pmax", "p_MAX", "PMAX"), "pmax"),
        **dict.fromkeys(("inf", "infinity", "oo", "Infinity", "nan", "NaN"), "a number"),
    }
)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)


class StatementError(InputError):
    """A statement, or a part of one, that is malformed; one sentence says why."""


def check_part(name: str, value: object, kinds: type | tuple[type, ...], wanted: str) -> None:
    """Refuse a part of a statement that is of another type.

    Examples
    --------
    >>> check_part("size", True, int, "a whole number")
    Traceback (most recent call last):
        ...
    pmlsym.statements.text.vocabulary.StatementError: size is True, but has to be a whole number.
    """
    if not isinstance(value, kinds) or isinstance(value, bool) != (kinds is bool):
        given = repr(value)
        shown = given if len(given) <= 60 else f"{given[:57]}..."
        raise StatementError(f"{name} is {shown}, but has to be {wanted}.")


def reserved() -> frozenset[str]:
    """Return the words that no parameter may be called, guarantees that were added among them."""
    return _RESERVED.union(GUARANTEES)


def name_complaint(name: str) -> str:
    """Say in a sentence why a parameter may not be called so; empty if it may.

    Examples
    --------
    >>> name_complaint("p_min")
    "'p_min' is no name of a parameter; did you mean pmin?"
    """
    if name in MISTAKEN:
        return f"{name!r} is no name of a parameter; did you mean {MISTAKEN[name]}?"
    if name in reserved():
        return f"{name!r} is a reserved word, so no parameter can be called so."
    if not NAME.fullmatch(name):
        return f"{name!r} is no name: a letter, then letters, digits and _."
    if len(name) > LONGEST_NAME:
        return f"A name has {len(name)} characters, but the most is {LONGEST_NAME}."
    return ""


def refuse_other_texts(owner: str, **texts: object) -> None:
    """Refuse what is no text where one is printed.

    Raises
    ------
    StatementError
        With one sentence.

    Examples
    --------
    >>> refuse_other_texts("an argument", says="it is so")
    """
    for name, given in texts.items():
        if type(given) is not str:
            raise StatementError(
                f"`{name}` of {owner} is of type {type(given).__name__}, but has to be a text."
            )
