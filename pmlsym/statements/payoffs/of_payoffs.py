"""Statements about the savings and gains of adversaries, ready to be evaluated and tested."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random

from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.assertion.read_as import ReadFromText, assertion_of
from pmlsym.statements.binders import (
    DRAWN,
    GUESSES,
    MASS,
    PAYOFFS,
    AnyOrder,
    Given,
    OfSecret,
    Payoff,
    of_an_outcome,
)
from pmlsym.statements.clauses import Clause, Condition
from pmlsym.statements.instances.attack import attacks
from pmlsym.statements.instances.attack.adversary import normalized
from pmlsym.statements.instances.attack.side_information import draw_informed
from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.payoffs.measured import MeasuredPayoffs
from pmlsym.statements.payoffs.quantities import (
    ANYWHERE,
    COSTS,
    MEANINGS,
    OVERALL,
    display,
    display_latex,
    lowered,
    named,
    quantities,
)
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfPrior, Term, parameters_of, walk
from pmlsym.statements.text.latex import name_latex, term_latex
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.text.words import listed
from pmlsym.statements.values import ZERO, Infinite, Value, holds

# --- sampling -------------------------------------------------------------------------------------

_PARTS = (0, 1, 50, 99, 100)  # per cent of the largest level


def draw_attacked(
    number: int, random: Random, names: Sequence[str], levels: Sequence[str], informed: bool
) -> Attacked:
    """Sample an instance with payoffs and levels of the given names, edge cases first.

    Examples
    --------
    >>> instance = draw_attacked(0, Random(0), ("C",), ("e",), informed=False)
    >>> instance.sides, [one.name for one in instance.payoffs], instance.parameters
    (1, ['C'], (('e', Fraction(0, 1)),))
    """
    if informed:
        given = draw_informed(number, random)
        instance = Attacked(given.joint, given.sides, given.outcome, given.side)
    else:
        attack = attacks.draw(number, random)
        joint = tuple(
            tuple(p * a for a in row) for p, row in zip(attack.prior, attack.kernel, strict=True)
        )
        instance = Attacked(joint, 1, attack.outcome, 0)
    played = tuple(_played(number + place, random, instance, n) for place, n in enumerate(names))
    numbers = tuple((name, _level(number, random, instance)) for name in levels)
    return Attacked(
        instance.joint, instance.sides, instance.outcome, instance.side, played, numbers
    )


def _played(number: int, random: Random, instance: Attacked, name: str) -> Played:
    """Sample a function and a payoff, for all secrets, including those that z rules out."""
    size = len(instance.joint)
    uniform = normalized([1] * size)
    function = attacks.draw_function(number // 3, random, uniform)
    choices = random.choice((1, 2, 2, 3))
    return Played(
        name, function, attacks.draw_payoff(number // 2, random, len(function[0]), choices)
    )


def _level(number: int, random: Random, instance: Attacked) -> Value:
    likely = instance.likelihoods(instance.outcome)
    low, part = min(likely), Fraction(_PARTS[number % 5], 100)
    most = max(likely) / low if low else Fraction(random.choice((2, 10, 1000)))
    return log(1 + (most - 1) * part)


# --- statements -----------------------------------------------------------------------------------

_MECHANISM = "every finite alphabet of at least two secrets, prior with positive entries, mechanism"
_INFORMED = "every joint law of X, Y and Z on finite alphabets"
_FUNCTION = re.compile(r"\bU\b(?!\()")  # the function of X, not a payoff of that name
_TRIES = 100  # fewer tests, as a claim has several of these statements
_TAKEN = (MASS, "low", "high", "lift", "u", "w")  # names that goals and payoffs use themselves


def _lowered(said: Statement) -> Statement:
    """Return conditions with parameters such as ``cost_C`` in the place of quantities."""

    def changed(clauses: tuple[Clause, ...]) -> tuple[Condition, ...]:
        return tuple(
            Condition(lowered(one.left), one.sign, lowered(one.right))
            for one in clauses
            if isinstance(one, Condition)
        )

    return replace(
        said,
        conclusion=changed(said.conclusion),
        hypotheses=changed(said.hypotheses),
        binders=(),
    )


@dataclass(frozen=True)
class OfPayoffs(ReadFromText):
    """A statement about every mechanism, perhaps every outcome, with costs, gains and guesses.

    Of what is bound as C there are, as a cost, ``cost(C)`` at the outcome, ``average_cost(C)`` over
    the outcomes, ``worst_cost(C)`` at the worst of them, and ``least_before(C)``,
    ``least_after(C)`` for the least mean cost of a choice; as a gain ``gain(C)`` and so on, with
    ``most_before(C)``, ``most_after(C)``; of the mechanism
    ``pml(X->y)``, ``pmc(X->y)``, ``least_lift(X->y)``, ``most_lift(X->y)``, ``pml(X->Y)``,
    ``pmc(X->Y)``, ``maximal_leakage(X->Y)``, ``maximal_cost_leakage(X->Y)``,
    ``pml_of_pairs(X->Y)`` and ``pmc_of_pairs(X->Y)``. All other names are parameters, which are at
    least 0. A hypothesis without a value does not hold, and a conclusion without one fails.

    Parameters
    ----------
    statement : binders and conditions. With ``given z`` everything is conditioned on a value z of a
        third variable, as ``P(x|z)``.

    Raises
    ------
    StatementError
        If a binder is missing, or the conditions depend on anything else.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> costs = OfPayoffs(parse("cost C: cost(C) <= pmc(X->y)"))
    >>> print(costs.words())  # doctest: +NORMALIZE_WHITESPACE
    For every finite alphabet of at least two secrets, prior with positive entries, mechanism and
    possible outcome y, every randomized function U of X (U - X - Y) and cost C(u, w) >= 0 of
    finitely many choices w: cost(C) <= pmc(X->y). Here cost is the log of the least mean cost of a
    choice over the least given y (of 0/0 it is 0); pmc(X->y) is D_inf(P_X || P_X|Y=y): the largest
    log(P(A)/P(A|y)) of an event A.
    >>> costs.trial(50).violations
    0
    """

    statement: Statement

    def __post_init__(self) -> None:
        self._check_conditions(*PAYOFFS, Given)
        if self.statement.where:
            raise StatementError(f"{self.statement} has a `where`, which binders of costs refuse.")
        for term in self.unbound.terms:
            if any(isinstance(part, OfPrior) for part in walk(term)):
                raise StatementError(f"{term} is about a channel, but has to be about payoffs.")
        for name in self.parameters:
            if not (name.isalnum() and name.islower()) or name in _TAKEN:
                raise StatementError(f"{name} is neither a quantity nor the name of a parameter.")
        known = {payoff.name: payoff for payoff in self.payoffs}
        for kind, name in quantities(*self.unbound.terms):
            if name == "X":
                continue
            if name not in known:
                raise StatementError(f"{kind}({name}) needs a binder, such as cost {name}:")
            payoff = known[name]
            if isinstance(payoff, AnyOrder) and kind not in COSTS:
                raise StatementError(
                    f"{name} counts guesses, which are no gain: no {kind}({name})."
                )
            if kind in OVERALL and of_an_outcome(payoff):
                raise StatementError(f"{name} changes with the outcome, so {kind}({name}) is none.")

    @cached_property
    def unbound(self) -> Statement:
        """The conditions, with parameters such as ``cost_C`` in the place of quantities."""
        return _lowered(self.statement)

    @property
    def payoffs(self) -> tuple[Payoff, ...]:
        """The costs, gains and guesses that are bound."""
        return tuple(one for one in self.statement.binders if isinstance(one, PAYOFFS))

    @property
    def informed(self) -> bool:
        """Whether everything is conditioned on a value z of a third variable."""
        return Given() in self.statement.binders

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in alphabetical order."""
        names = {name for term in self.unbound.terms for name in parameters_of(term)}
        return tuple(sorted(name for name in names if named(name) is None))

    @property
    def is_overall(self) -> bool:
        """Whether the statement is about all outcomes together rather than one."""
        kinds = {kind for kind, _ in quantities(*self.unbound.terms)}
        if any(map(of_an_outcome, self.payoffs)):  # these depend on one outcome
            return False
        return bool(kinds) and kinds <= OVERALL | ANYWHERE

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""
        used = {kind for kind, _ in quantities(*self.unbound.terms)}
        meanings = "; ".join(text for kind, text in sorted(MEANINGS.items()) if kind in used)
        given = " All laws are those given Z = z." if self.informed else ""
        here = f" Here {meanings}." if meanings else ""
        named = [one.name for one in self.payoffs if isinstance(one, OfSecret)]
        spoken = {name for _, name in quantities(*self.unbound.terms)}
        signed = [name for name in named if name in spoken]
        also = f" Claimed as well: {listed(signed)} is never negative." if signed else ""
        return f"{self._assertion.words()}{given}{here}{also}"

    def covers(self, instance: object) -> bool:
        """Whether an object is an Attacked with all payoffs and with parameters >= 0."""
        if type(instance) is not Attacked:
            return False
        if not self.informed and (instance.sides > 1 or len(instance.allowed) < 2):
            return False
        numbers = dict(instance.parameters)
        if not {*self.parameters} <= {*numbers}:
            return False
        return {*self._drawn} <= {one.name for one in instance.payoffs} and all(
            numbers[name] is not Infinite.PLUS and holds(numbers[name], ">=", ZERO)
            for name in self.parameters
        )

    # --- as an assertion --------------------------------------------------------------------------

    @cached_property
    def _assertion(self) -> Assertion[Attacked]:
        return assertion_of(self._instances, self.unbound, self._compared)

    @property
    def _drawn(self) -> list[str]:
        """The names of the payoffs over which the statement quantifies."""
        return [one.name for one in self.payoffs if isinstance(one, DRAWN)]

    @cached_property
    def _instances(self) -> Domain[Attacked]:
        if self.informed:
            first, latex = f"{_INFORMED}, and possible z", r"P_{XYZ},\ z"
            place = f"{_INFORMED}, and outcomes y and z that are possible together"
            if not self.is_overall:
                first, latex = place, r"P_{XYZ},\ y,\ z"
        elif self.is_overall:
            first, latex = f"{_MECHANISM} with its outcomes Y", r"P_X,\ P_{Y\mid X}"
        else:
            first, latex = f"{_MECHANISM} and possible outcome y", r"P_X,\ P_{Y\mid X},\ y"
        parts = [first, *(self._apart(payoff, payoff.words) for payoff in self.payoffs)]
        parts += [f"every number {name} >= 0" for name in self.parameters]
        names, levels, informed = self._drawn, self.parameters, self.informed

        def drawing(number: int, random: Random) -> Attacked:
            return draw_attacked(number, random, names, levels, informed)

        signs = [rf"{name_latex(name)}\ge0" for name in self.parameters]
        line = ",\\ ".join([latex, *map(self._latex_of, self.payoffs), *signs])
        return Domain(", ".join(parts), line, Attacked, drawing, _TRIES)

    def _apart(self, payoff: Payoff, line: str) -> str:
        """Return a description with U named after its payoff, if several payoffs have a U."""
        if len(self._drawn) < 2 or payoff.name not in self._drawn:
            return line
        return _FUNCTION.sub(f"U_{payoff.name}", line)

    def _latex_of(self, payoff: Payoff) -> str:
        latex = self._apart(payoff, payoff.latex)
        if self.informed:
            latex = latex.replace("P(x)", r"P(x\mid z)").replace(r"\mid y)", r"\mid y,z)")
        return latex

    def _compared(self, condition: Condition) -> Compared[Attacked]:
        return Compared(self._side(condition.left), condition.sign, self._side(condition.right))

    def _side(self, term: Term) -> Quantity[Attacked]:
        def of(instance: Attacked) -> Value:
            return MeasuredPayoffs(instance, self.payoffs).value(term)

        guesses = [payoff.name for payoff in self.payoffs if isinstance(payoff, GUESSES)]
        latex = display_latex(term_latex(term), self.informed, guesses)
        return Quantity(display(term), latex, of)
