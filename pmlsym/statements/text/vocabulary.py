"""Reserved words and limits of the language of statements."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from pmlsym.errors import InputError
from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import GUARANTEES, MEASURES

MOST_DEPTH = 200  # nested operations, far below Python's recursion limit
MOST_DIGITS = 400  # of a number; a float has at most 308 before the point
MOST_POWER = 1_000  # the largest numerator or denominator of an exponent
LONGEST_NAME = 60

Comparison: TypeAlias = Literal["<=", "<", ">=", ">", "=", "!="]
TURNED: Mapping[Comparison, Comparison] = MappingProxyType(  # with the sides in the other order
    {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
)
NEGATED: Mapping[Comparison, Comparison] = MappingProxyType(
    {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
)
Sign: TypeAlias = Literal["+", "-", "*", "/", "^"]
PriorName: TypeAlias = Literal["pmin", "pmax", "n"]
AnswerName: TypeAlias = Literal["p_y", "p_z", "q_y", "q_z"]  # where answers are secrets
FunctionName: TypeAlias = Literal["exp", "log", "max", "min", "hb"]

VARIABLES = ("X", "Y", "Z")
OUTCOMES = ("x", "y", "z")
# words besides measures and guarantees; `definitions` has their definitions
OF_PRIOR: tuple[PriorName, ...] = get_args(PriorName)
FUNCTIONS: tuple[FunctionName, ...] = get_args(FunctionName)
_RESERVED = frozenset(
    (
        *(*VARIABLES, *OUTCOMES, *MEASURES, *OF_PRIOR, *FUNCTIONS),
        *(row.word for row in AVERAGES.values()),
        *("E", "and", "where", "prior", "uniform", "independent", "of"),
    )
)
SIGNS: tuple[Comparison, ...] = get_args(Comparison)
# common misspellings, which would otherwise silently become free parameters
MISTAKEN = MappingProxyType(
    {
        **dict.fromkeys(("p_min", "P_min", "Pmin", "p_MIN", "PMIN"), "pmin"),
        **dict.fromkeys(("p_max", "P_max", "Pmax", "p_MAX", "PMAX"), "pmax"),
        **dict.fromkeys(("inf", "infinity", "oo", "Infinity", "nan", "NaN"), "a number"),
    }
)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)


class StatementError(InputError):
    """An error for a malformed statement or part of one, with the reason in one sentence."""


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
    """Return the words that are no names of parameters, including guarantees added later."""
    return _RESERVED.union(GUARANTEES)


def name_complaint(name: str) -> str:
    """Say in a sentence why a name is not allowed for a parameter; empty if it is allowed.

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
    """Refuse an object other than a str where a text is printed.

    Examples
    --------
    >>> refuse_other_texts("an argument", says="it is so")
    """
    for name, given in texts.items():
        if not isinstance(given, str):
            raise StatementError(
                f"`{name}` of {owner} is of type {type(given).__name__}, but has to be a text."
            )
