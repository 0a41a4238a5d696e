"""Assignment 7: a conjecture of one's own, refuted or proved by the prover."""

from __future__ import annotations

import re
from typing import Any

from pmlsym.errors import InputError
from pmlsym.exercises.feedback import not_right, right
from pmlsym.exercises.reading import channel
from pmlsym.exercises.statements import settled, typed
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.search import try_models
from pmlsym.statements.statement import Statement
from pmlsym.statements.text.parse import parse

_WORLDS = 300  # on which a statement is read
_TEMPTING = 0.5  # of them, on which it has to be true
# what the notebooks settle
_KNOWN = (
    "PML(e) => PMC(e)",
    "PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin)))) where exp(e)*(1 - pmin) < 1",
    "Y - X - Z: PML(a) of X->Y and PML(b) of X->Z => PML(a + b) of X->Y,Z",
    "Y - X - Z: LDP(a) of X->Y and LDP(b) of X->Z => LDP(a + b) of X->Y,Z",
    "pml(X->y,z) <= pml(X->y) + pml(X->z|y)",
    "Y - X - Z: LDP(b) of X->Z => pml(X->z|y) <= b",
)


def false_one(statement: object) -> None:
    """Check a conjecture: the prover refutes it, and no notebook does."""
    settled("false_one", _own("false_one", statement), "refuted")
    right("false_one: the prover refutes it")


def tempting(statement: object) -> None:
    """Check a conjecture: false, and yet true of most mechanisms that meet its hypotheses."""
    found = _own("false_one", statement)
    settled("false_one", found, "refuted")
    trial = try_models(found, count=_WORLDS, seed=0)
    if not trial.applied or trial.violations > _TEMPTING * trial.applied:
        raise not_right(
            f"Of {trial.applied} mechanisms that meet its hypotheses, false_one fails on "
            f"{trial.violations}: nobody would be tempted. Weaken the conclusion, or assume more."
        )
    right(f"false_one: fails on only {trial.violations} of {trial.applied} mechanisms")


def counterexample(
    statement: object, prior: object, kernel: object, levels: dict[str, Any] | None
) -> None:
    """Check a mechanism on which a conjecture about one mechanism fails, from the definitions."""
    found = _own("false_one", statement)
    if len(found.variables) > 2:
        raise not_right("false_one should be about one mechanism, X->Y.")
    mine = channel(prior, kernel)
    missing = [name for name in found.parameters if name not in (levels or {})]
    if missing:
        raise not_right(f"levels says nothing of {', '.join(missing)}.")
    try:
        numbers = {name: (levels or {})[name] for name in found.parameters}
        model = Model.from_channel(mine.kernel.tolist(), mine.prior.tolist(), **numbers)
    except InputError as error:
        raise not_right(str(error)) from None
    reading = read(found, model)
    if reading.applies is not True:
        raise not_right(f"The hypotheses are not met on your mechanism: {reading.reason}.")
    if reading.holds is not False:
        raise not_right(f"false_one is true of your mechanism: {reading.check}.")
    right(f"it fails there: {reading.check}")


def true_one(statement: object) -> None:
    """Check the mended conjecture: proved, not empty, and not true without its hypotheses."""
    found = _own("true_one", statement)
    settled("true_one", found, "proved")
    if not try_models(found, count=_WORLDS, seed=0).applied:
        raise not_right("true_one: no mechanism that was tried meets its hypotheses.")
    without = Statement(found.conclusion, (), found.structure, found.where)
    said = [c for c in found.conclusion if c in found.hypotheses]
    if said:
        raise not_right(f"true_one concludes what it assumes: {said[0]}.")
    if found.hypotheses:
        trial = try_models(without, count=_WORLDS, seed=0)
        if not trial.violations:
            raise not_right(
                "true_one does not use its hypotheses: without them it is true as well."
            )
    right("true_one: the prover has a proof of it")


def mended(statement: object, repaired: object) -> None:
    """Check that a true statement mends the false one: one side of it is still the same."""
    wrong, true = _own("false_one", statement), _own("true_one", repaired)
    settled("false_one", wrong, "refuted")
    settled("true_one", true, "proved")
    if wrong.conclusion != true.conclusion and wrong.hypotheses != true.hypotheses:
        raise not_right(
            "true_one should keep the hypotheses of false_one and conclude less, or keep its "
            "conclusion and assume more."
        )
    right("true_one mends false_one")


def _own(name: str, text: object) -> Statement:
    found = typed(name, text)
    if _renamed(found) in [_renamed(parse(known)) for known in _KNOWN]:
        raise not_right(f"{name} stands in a notebook of the course. Find another one.")
    return found


def _renamed(statement: Statement) -> str:
    """Return a statement with its parameters numbered in the order in which they stand in it."""
    if not statement.parameters:
        return str(statement)
    name = re.compile(rf"\b({'|'.join(map(re.escape, statement.parameters))})\b")
    order = list(dict.fromkeys(name.findall(str(statement))))
    return name.sub(lambda found: f"[{order.index(found[0])}]", str(statement))
