"""Assignment 9: a false theorem of the student's own, its counterexample, and two repairs.

One repair keeps the hypotheses and concludes a larger level of the same guarantee; the other keeps
the conclusion and assumes more. Both have to be proved, and to speak of mechanisms that publish
something.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pmlsym import measures
from pmlsym.channel import Channel
from pmlsym.errors import InputError
from pmlsym.exercises.conjectures import check_repeats, failing
from pmlsym.exercises.feedback import IN_BITS, NO_LOGARITHM, not_right, number, plain, right
from pmlsym.exercises.of_notebooks import own
from pmlsym.exercises.statements import settled, typed
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.clauses import GuaranteeClause
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.search import try_models
from pmlsym.statements.statement import Statement
from pmlsym.statements.text.parse import parse
from pmlsym.statements.values import decimal

_MEASURES: dict[str, Callable[[Channel], Any]] = {
    "PML": lambda mine: max(measures.pml(mine)),
    "PMC": lambda mine: max(measures.pmc(mine)),
    "LIP": measures.lip,
    "LDP": measures.ldp,
}
_INSTANCES = 300  # instances on which a statement is tested
_DIGITS = 1e-4  # the relative error of a side that is given as a decimal number
_SECONDS = 60.0  # for one question; those of the course take a few
_SILENT = parse("pml(X->Y) <= 0").conclusion  # true of the mechanisms that say nothing


def theorem(statement: object) -> None:
    """Check a false theorem: of the form that is asked for, and refuted by the prover."""
    settled("theorem", _false("theorem", statement), "refuted")
    right("theorem: the prover refutes it")


def _false(name: str, text: object) -> Statement:
    """Parse a theorem whose conclusion is one guarantee of one mechanism, under hypotheses."""
    found = own(name, text)
    claimed = found.conclusion[0]
    kinds = [one.kind for one in found.conclusion if isinstance(one, GuaranteeClause)]
    if (
        len(found.conclusion) != 1
        or not kinds
        or kinds[0] not in _MEASURES
        or not found.hypotheses
        or found.both_ways
        or len(found.variables) > 2
        or any(term.variables for term in claimed.terms)
    ):
        raise not_right(
            f"{name} should have the form HYPOTHESES => KIND(...) for one mechanism, where KIND "
            f"is {', '.join(_MEASURES)}, and the level is made of parameters, pmin, pmax and n; "
            f"but it is {found}."
        )
    return found


def counterexample(statement: object, prior: object, kernel: object, levels: object) -> None:
    """Check a mechanism on which the theorem fails, from the definitions."""
    failing("theorem", _false("theorem", statement), prior, kernel, levels)
    right("the theorem fails on your mechanism")


def sides(
    statement: object, prior: object, kernel: object, levels: object, leakage: object, level: object
) -> None:
    """Check both sides of the conclusion there: the leakage of the worst outcome, and the level."""
    for name, given in (("leakage", leakage), ("level", level)):
        if given is None:
            raise not_right(f"{name} is still to be given.")
    found = _false("theorem", statement)
    mine, reading = failing("theorem", found, prior, kernel, levels)
    claimed = found.conclusion[0]
    assert isinstance(claimed, GuaranteeClause)
    assert reading.right is not None
    measured = float(_MEASURES[claimed.kind](mine))
    true = measured, decimal(reading.right)
    said = _nats("leakage", leakage), _nats("level", level)
    if not _rounded(*true) and all(map(_rounded, said, reversed(true))):
        raise not_right("leakage and level have each other's value: swap them.")
    meant = (
        f"leakage should be the {claimed.kind} of the worst outcome",
        "level should be the level that is claimed",
    )
    for is_what, number_said, expected in zip(meant, said, true, strict=True):
        if not _rounded(number_said, expected):
            raise not_right(
                f"{is_what}, in nats; it is not {number_said:.6g}.{_hint(number_said, expected)}"
            )
    right("both sides are what the definitions say")


def _nats(name: str, given: object) -> float:
    """Read a number, or a text such as "log(3)"."""
    value = plain(name, given)
    if not isinstance(value, str):
        return number(name, value)
    if value.strip() in ("inf", "oo"):
        return math.inf
    try:
        return decimal(exact_parameters({name: value})[name])
    except InputError as error:
        raise not_right(str(error)) from None


def _rounded(said: float, true: float) -> bool:
    """Return whether a number agrees with the true one in four digits or more."""
    return math.isclose(said, true, rel_tol=_DIGITS, abs_tol=_DIGITS / 100)


def _hint(said: float, true: float) -> str:
    if _rounded(said * math.log(2), true):
        return IN_BITS
    if 0 < said < math.inf and _rounded(math.log(said), true):
        return NO_LOGARITHM
    if math.isclose(said, true, rel_tol=100 * _DIGITS):
        return " (It is near: give five digits or more, or a formula such as math.log(3).)"
    return ""


def larger_level(statement: object, repaired: object) -> None:
    """Check the first repair: the hypotheses of the theorem, a larger level, a proof."""
    wrong, true = _false("theorem", statement), typed("larger_level", repaired)
    _check_form("larger_level", true)
    if _set(true) != _set(wrong) or not set(true.where) >= set(wrong.where):
        raise not_right(
            "larger_level should have the hypotheses of theorem, word for word; only a `where` "
            "under which the level is defined may be added."
        )
    claimed, asked = true.conclusion[0], wrong.conclusion[0]
    if getattr(claimed, "kind", None) != getattr(asked, "kind", None) or claimed == asked:
        raise not_right(
            "larger_level should conclude the guarantee of theorem, with another level."
        )
    _check_proved("larger_level", true)
    right("larger_level: a repair, and the prover has a proof of it")


def more_assumed(statement: object, repaired: object) -> None:
    """Check the second repair: the conclusion of the theorem, further hypotheses, a proof."""
    wrong, true = _false("theorem", statement), typed("more_assumed", repaired)
    _check_form("more_assumed", true)
    if true.conclusion != wrong.conclusion:
        raise not_right("more_assumed should have the conclusion of theorem, word for word.")
    before, after = ({*_set(one), *one.where} for one in (wrong, true))
    if not after > before:
        raise not_right(
            "more_assumed should have all hypotheses of theorem, word for word, and at least one "
            "more: a guarantee, a condition after `where`, or what the instance is like."
        )
    _check_proved("more_assumed", true)
    right("more_assumed: a repair, and the prover has a proof of it")


def _set(statement: Statement) -> set[object]:
    return {*statement.hypotheses, *statement.structure}


def _check_form(name: str, statement: Statement) -> None:
    if len(statement.conclusion) != 1 or statement.both_ways or len(statement.variables) > 2:
        raise not_right(f"{name} should have one conclusion about one mechanism, as theorem has.")


def _check_proved(name: str, statement: Statement) -> None:
    """Check that a repair is proved and is no empty one.

    Its hypotheses are met by mechanisms that say something, they are needed, and none of them is
    the conclusion.
    """
    settled(name, statement, "proved")
    check_repeats(name, statement)
    silent = conjecture(replace(statement, conclusion=_SILENT), seconds=_SECONDS)
    if silent.verdict != "refuted":
        raise not_right(
            f"{name} is true, but only mechanisms that say nothing meet its hypotheses, as far as "
            "the prover can tell. Assume less."
        )
    alone = replace(statement, hypotheses=())
    if not try_models(alone, count=_INSTANCES, seed=0).violations:
        raise not_right(f"{name} does not use its hypotheses: without them it is true as well.")
