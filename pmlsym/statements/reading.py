"""Evaluation of a statement on a model: whether its hypotheses and its conclusion hold.

A model on which the hypotheses hold and the conclusion fails refutes the statement. A comparison
that is undecided at the highest precision refutes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pmlsym.errors import ParameterError
from pmlsym.proof.evaluation.balls import COMPARISONS
from pmlsym.statements.clauses import Condition
from pmlsym.statements.evaluation import Evaluation, capitals, under_other_priors
from pmlsym.statements.law import Law
from pmlsym.statements.model import Model
from pmlsym.statements.readable import Verdict, because, equivalence, verdict_of
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet, Independent, Markov, Structure
from pmlsym.statements.terms import Term
from pmlsym.statements.text.vocabulary import StatementError, check_part
from pmlsym.statements.under_priors import UnderPriors
from pmlsym.statements.values import (
    DIGITS,
    ONE,
    ZERO,
    Undefined,
    Unseparated,
    Value,
    comparison,
    exact_text,
    holds,
)

_NOWHERE: Mapping[str, int] = {}


@dataclass(frozen=True)
class Check:
    """The evaluation of one condition at one outcome, with both of its sides.

    Attributes
    ----------
    condition : what was checked.
    true : None if undecided at the highest precision.
    at : the values of the outcomes that stand in lower case, counted from 0.
    left, right : the sides; None where one has no value.
    reason : why there is no value, or a prior that decides a clause about other priors; else empty.
    """

    condition: Condition
    true: bool | None
    at: Mapping[str, int]
    left: Value | None = None
    right: Value | None = None
    reason: str = ""

    @property
    def equal(self) -> bool:
        """Whether both sides are equal as they stand, without further computation."""
        return self.left is not None and self.left == self.right

    @property
    def place(self) -> str:
        """The condition with the outcomes at which it was evaluated, or whether it holds there."""
        if self._is_under_priors:
            return f"{self.condition} {'holds' if self.true else 'is false'}{self.reason}"
        found = " and ".join(f"{name} = {value}" for name, value in self.at.items())
        return f"{self.condition} at {found}" if found else f"{self.condition}"

    @property
    def _is_under_priors(self) -> bool:
        return isinstance(self.condition, UnderPriors) and self.true is not None

    def __str__(self) -> str:
        if self._is_under_priors:
            return self.place
        if self.left is None or self.right is None:
            return f"{self.place}: a side has no value, as there is {self.reason}"
        return f"{self.place}: {comparison(self.left, self.right)}"


@dataclass(frozen=True)
class Reading:
    """The evaluation of a statement on a model.

    Attributes
    ----------
    statement, model : the statement, and the model on which it was evaluated.
    applies : whether structure, `where` and hypotheses hold; None if undecided.
    holds : whether the conclusion holds; None if the hypotheses do not, or if undecided.
    check : the condition that decided: the one that fails, or an example of those that hold.
    unmet : the part of the structure, or the default range, that the model violates; else empty.
    others : hypotheses about other priors of the kernel, as they were checked.
    """

    statement: Statement
    model: Model
    applies: bool | None
    holds: bool | None
    check: Check | None = field(default=None)
    unmet: str = ""
    others: tuple[Check, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The verdict in words."""
        return verdict_of(self.applies, self.holds)

    @property
    def left(self) -> Value | None:
        """The left side of what was checked."""
        return self.check.left if self.check else None

    @property
    def right(self) -> Value | None:
        """The right side of what was checked."""
        return self.check.right if self.check else None

    @property
    def equal(self) -> bool:
        """Whether the condition that decided does not fail and has both sides equal as they stand.

        An equivalence that holds because both sides fail, as in 1 < 1, is not tight.
        """
        return self.check is not None and self.check.true is not False and self.check.equal

    @property
    def reason(self) -> str:
        """The requirement that the model violates; empty if the hypotheses hold."""
        return self.unmet or (str(self.check) if self.applies is False else "")

    def __str__(self) -> str:
        why = self.unmet or "nothing is claimed"
        if self.check is not None:
            why = because(self.verdict, self.check.true, str(self.check))
            why = "; ".join([why, *map(str, self.others)])
        if self.verdict == "cannot be separated":
            return f"cannot be separated at {DIGITS} digits: {why}"
        return f"{self.verdict}: {why}"


def read(statement: Statement, model: Model) -> Reading:
    """Evaluate a statement on a model, from the definitions alone.

    Parameters
    ----------
    statement : a statement without holes.
    model : a model with the statement's variables, and numbers for its parameters.

    Raises
    ------
    StatementError
        If the statement has a hole.
    ParameterError
        If the statement uses Z or a parameter that the model does not have.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> model = Model.from_channel([["3/4", "1/4"], ["1/4", "3/4"]], ["1/2", "1/2"], e="log(3/2)")
    >>> print(read(parse("PML(e) => PMC(e)"), model))
    fails: pmc(X->y) <= e at y = 0: log(2) > log(3/2), about 0.693147 and 0.405465
    """
    check_part("statement", statement, Statement, "a Statement, as parse gives it")
    check_part("model", model, Model, "a Model")
    _check_model(statement, model)
    missing = unmet(statement, model)
    if missing:
        return Reading(statement, model, False, None, None, missing)
    unsure = _unsure(statement, model)
    if unsure:
        return Reading(statement, model, None, None, None, unsure)
    here = Evaluation(model.law, model.parameters)
    given = check_all(statement.where, here)
    if given is not None and not given.true:
        return _does_not_apply(statement, model, given)
    assumed = check_all(statement.required, here)
    if assumed is not None and not assumed.true and not statement.both_ways:
        return _does_not_apply(statement, model, assumed)
    claimed = check_all(statement.claimed, here)
    if statement.both_ways:
        agree, decisive = equivalence(assumed, claimed)
        return Reading(statement, model, True, agree, decisive)
    holds_there = claimed.true if claimed else True
    others = [one for one in statement.required if isinstance(one, UnderPriors)]
    told = tuple(_check(one, here, {}) for one in others) if holds_there is False else ()
    return Reading(statement, model, True, holds_there, claimed, others=told)


def applies(statement: Statement, model: Model) -> bool | None:
    """Return whether structure, `where` and hypotheses hold; None if undecided.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> applies(parse("PML(0) => PMC(0)"), Model.from_channel([[1, 0], [0, 1]], ["1/2", "1/2"]))
    False
    """
    if unmet(statement, model):
        return False
    here = Evaluation(model.law, model.parameters)
    assumed = () if statement.both_ways else statement.required
    check = check_all((*statement.where, *assumed), here)
    return check.true if check else True


def _does_not_apply(statement: Statement, model: Model, check: Check) -> Reading:
    return Reading(statement, model, check.true, None, check)


def _check_model(statement: Statement, model: Model) -> None:
    if statement.has_holes:
        raise StatementError("A statement with a hole ? is neither true nor false: fill it first.")
    if len(statement.variables) > len(model.law.shape):
        raise ParameterError("The statement uses Z, but the model has only X and Y.")
    for name in statement.parameters:
        if name not in model.parameters:
            raise ParameterError(
                f"The statement has the parameter {name}, but the model has no {name}."
            )


def unmet(statement: Statement, model: Model) -> str:
    """Name the part of the structure, or the default range, that a model violates; else empty."""
    least, most = statement.size
    secrets = model.law.shape[0]
    if secrets < least or (most is not None and secrets > most):
        asked = f"at least {least}" if most is None else str(least)
        return f"the statement is about {asked} secrets, and the model has {secrets}"
    for part in statement.structure:
        if not _has(model.law, part):
            return f"the model does not have the structure {part}"
    for name in sorted(statement.nonnegative):
        value = model.parameters[name]
        if holds(value, ">=", ZERO) is False:
            return f"{name} is {exact_text(value)}, but has to be at least 0"
    return ""


def _unsure(statement: Statement, model: Model) -> str:
    """Name the parameter whose sign is undecided; empty if there is none."""
    for name in sorted(statement.nonnegative):
        if holds(model.parameters[name], ">=", ZERO) is None:
            return f"whether {name} is at least 0"
    return ""


def _has(law: Law, part: Structure) -> bool:
    if isinstance(part, Markov):
        return law.is_markov(part.chain)
    if isinstance(part, Independent):
        return law.are_independent(part.names)
    if isinstance(part, Alphabet):
        return COMPARISONS[part.sign](law.shape[0], part.size)
    # secrets are unlabelled, so the order of their probabilities does not matter
    return sorted(law.prior) == sorted(part.masses) if part.masses else len(set(law.prior)) == 1


def check_all(conditions: Sequence[Condition], here: Evaluation) -> Check | None:
    """Check conditions at every possible outcome and return the check that decides.

    That is the first one that fails, else an undecided one, else a tight one; None if there are no
    conditions.
    """
    best: Check | None = None
    for condition in conditions:
        for check in _checks(condition, here):
            if check.true is False:
                return check
            if best is None or (best.true and (check.true is None or _tighter(check, best))):
                best = check
    return best


def _tighter(check: Check, best: Check) -> bool:
    return check.equal and not best.equal


def _checks(condition: Condition, here: Evaluation) -> Iterable[Check]:
    """Yield the condition at every outcome of positive probability."""
    names = condition.outcomes
    if not names:
        yield _check(condition, here, {})
        return
    # a side that does not depend on the outcome is computed once
    fixed = None if condition.right.outcomes else _sure(condition.right, here)
    for seen in here.law.marginal(capitals(names)):
        yield _check(condition, here, dict(zip(names, seen, strict=True)), fixed)


def _sure(term: Term, here: Evaluation, at: Mapping[str, int] = _NOWHERE) -> Value | None:
    try:
        return here.value(term, at)
    except (Undefined, Unseparated):
        return None  # the check reports the reason


def _check(
    condition: Condition, here: Evaluation, at: Mapping[str, int], right: Value | None = None
) -> Check:
    try:
        if isinstance(condition, UnderPriors):
            true, masses = under_other_priors(condition.of, here)
            shown = f", as under the prior ({', '.join(map(str, masses))})" if masses else ""
            return Check(condition, true, at, ONE if true else ZERO, ONE, shown)
        left = here.value(condition.left, at)
        if right is None:
            right = here.value(condition.right, at)
        return Check(condition, holds(left, condition.sign, right), at, left, right)
    except Undefined as reason:
        known = _sure(condition.left, here, at), _sure(condition.right, here, at)
        return Check(condition, False, at, *known, str(reason))
    except Unseparated as reason:
        return Check(condition, None, at, reason=f"no telling apart {reason}")
