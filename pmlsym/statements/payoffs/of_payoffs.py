"""The vocabulary of costs, gains and guesses of adversaries, and the sampling of its instances."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import ClassVar

from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Domain
from pmlsym.statements.binders import (
    ANY_PAYOFFS,
    GUESSES,
    MASS,
    OF_ADVERSARIES,
    PAYOFFS,
    AnyOrder,
    Given,
    OfSecret,
    Payoff,
    of_an_outcome,
)
from pmlsym.statements.bound import Vocabulary
from pmlsym.statements.clauses import Clause, Condition
from pmlsym.statements.generator import kernels
from pmlsym.statements.instances.attack import attacks
from pmlsym.statements.instances.attack.adversary import normalized
from pmlsym.statements.instances.attack.side_information import draw_informed
from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.payoffs.measured import MeasuredPayoffs
from pmlsym.statements.payoffs.quantities import (
    ANYWHERE,
    COSTS,
    MEANINGS,
    OF_Z,
    OVERALL,
    display,
    display_latex,
    inside,
    lowered,
    named,
    quantities,
)
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import CHAIN, Structure
from pmlsym.statements.terms import OfPrior, Term, parameters_of, walk
from pmlsym.statements.text.latex import term_latex
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.text.words import listed
from pmlsym.statements.values import ZERO, Infinite, Value, exact_text, holds

# --- sampling -------------------------------------------------------------------------------------

_PARTS = (0, 1, 50, 99, 100)  # per cent of the largest level


def draw_attacked(
    number: int, random: Random, names: Sequence[str], levels: Sequence[str], informed: bool
) -> Attacked:
    """Sample an instance with payoffs and levels of the given names, edge cases first."""
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


def _processed(number: int, random: Random, instance: Attacked) -> Attacked:
    """Return a chain: the outcomes of an instance, with a variable that is computed from them."""
    width = len(instance.joint[0])
    sides = width if number % 3 == 0 else random.choice((1, 2, 2, 3))
    if number % 9 == 0:  # the outcome itself
        kernel = tuple(tuple(Fraction(y == z) for z in range(sides)) for y in range(width))
    else:
        rows = (kernels.row(random, sides, random.choice((1, 2, 5))) for _ in range(width))
        kernel = tuple(normalized(row) for row in rows)
    joint = tuple(
        tuple(mass * part for mass, told in zip(row, kernel, strict=True) for part in told)
        for row in instance.joint
    )
    possible = [z for z, part in enumerate(kernel[instance.outcome]) if part]
    side = random.choice(possible)
    return Attacked(joint, sides, instance.outcome, side, instance.payoffs, instance.parameters)


# --- vocabulary -----------------------------------------------------------------------------------

_MECHANISM = "every finite alphabet of at least two secrets, prior with positive entries, mechanism"
_INFORMED = "every joint law of X, Y and Z on finite alphabets"
_FUNCTION = re.compile(r"\bU\b(?!\()")  # the function of X, not a payoff of that name
_TRIES = 100  # fewer tests, as a claim has several of these statements
_TAKEN = (MASS, "low", "high", "lift", "u", "w")  # names that goals and payoffs use themselves


@dataclass(frozen=True)
class Payoffs(Vocabulary):
    """The quantities of statements about every mechanism, with costs, gains and guesses.

    Of what is bound as C there are, as a cost, ``cost(C)`` at the outcome, ``average_cost(C)`` over
    the outcomes, ``worst_cost(C)`` at the worst of them, and ``least_before(C)``,
    ``least_after(C)`` for the least mean cost of a choice; as a gain ``gain(C)`` and so on, with
    ``most_before(C)``, ``most_after(C)``; of the mechanism
    ``pml(X->y)``, ``pmc(X->y)``, ``least_lift(X->y)``, ``most_lift(X->y)``, ``pml(X->Y)``,
    ``pmc(X->Y)``, ``maximal_leakage(X->Y)``, ``maximal_cost_leakage(X->Y)``,
    ``pml_of_pairs(X->Y)`` and ``pmc_of_pairs(X->Y)``.

    Parameters
    ----------
    payoffs : the costs, gains and guesses that are bound.
    informed : whether everything is conditioned on a value z of a third variable, as ``P(x|z)``:
        with the binder ``given z``.
    chain : whether Z is computed from Y: with the structure ``X - Y - Z``, in which there are also
        ``average_gain(G, X->Z)``, ``maximal_leakage(X->Z)`` and so on, over all outcomes z.
    """

    noun: ClassVar[str] = "costs, gains and guesses"
    binders: ClassVar[tuple[type, ...]] = OF_ADVERSARIES

    structures: ClassVar[tuple[Structure, ...]] = (CHAIN,)

    payoffs: tuple[Payoff, ...]
    informed: bool = False
    chain: bool = False

    @classmethod
    def of(cls, asked: Statement) -> Payoffs:
        """Return the vocabulary of a statement with its binders."""
        payoffs = tuple(one for one in asked.binders if isinstance(one, PAYOFFS))
        return cls(payoffs, Given() in asked.binders, CHAIN in asked.structure)

    def lowered(self, asked: Statement) -> Statement:
        """Return the conditions, with parameters such as ``cost_C`` in the place of quantities."""
        return replace(
            asked,
            conclusion=_lowered(asked.conclusion),
            hypotheses=_lowered(asked.hypotheses),
            where=_lowered(asked.where),
            binders=(),
            structure=(),
        )

    def refuse(self, conditions: Statement) -> None:
        """Raise `StatementError` if the conditions depend on anything that is not bound."""
        for term in conditions.terms:
            if any(isinstance(part, OfPrior) for part in walk(term)):
                raise StatementError(f"{term} is about a channel, but has to be about payoffs.")
            for name in sorted(parameters_of(term)):
                if not self.is_quantity(name) and (
                    not (name.isalnum() and name.islower()) or name in _TAKEN
                ):
                    raise StatementError(
                        f"{name} is neither a quantity nor the name of a parameter."
                    )
        known = {payoff.name: payoff for payoff in self.payoffs}
        kinds = {kind for kind, _ in quantities(*conditions.terms)}
        hidden = tuple(inside(*conditions.terms))
        if hidden and not kinds <= OVERALL | ANYWHERE:
            raise StatementError(
                "Beside P[...] there are quantities over all outcomes: write those at one inside."
            )
        for kind, through in quantities(*conditions.terms, *hidden):
            name = through.removesuffix(OF_Z)
            if name != through and not self.chain:
                raise StatementError(f"{display(f'{kind}_{through}')} needs X - Y - Z in front.")
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

    def is_quantity(self, name: str) -> bool:
        """Whether a name is that of a quantity rather than of a parameter."""
        return named(name) is not None

    def is_overall(self, conditions: Statement) -> bool:
        """Whether conditions are about all outcomes together rather than one."""
        kinds = {kind for kind, _ in quantities(*conditions.terms)}
        if any(True for _ in inside(*conditions.terms)):
            return True
        if any(map(of_an_outcome, self.payoffs)):  # these depend on one outcome
            return False
        return bool(kinds) and kinds <= OVERALL | ANYWHERE

    def domain(self, conditions: Statement, parameters: tuple[str, ...]) -> Domain[Attacked]:
        """Return the domain of instances, without parameters and preconditions in its words."""
        is_overall = self.is_overall(conditions)
        if self.chain:
            first, latex = f"{_MECHANISM} with its outcomes Y", r"P_X,\ P_{Y\mid X},\ P_{Z\mid Y}"
            first += ", and every Z that is computed from Y (X - Y - Z)"
            if not is_overall:
                first, latex = f"{first}, at a possible outcome y", rf"{latex},\ y"
        elif self.informed:
            first, latex = f"{_INFORMED}, and possible z", r"P_{XYZ},\ z"
            if not is_overall:
                first = f"{_INFORMED}, and outcomes y and z that are possible together"
                latex = r"P_{XYZ},\ y,\ z"
        elif is_overall:
            first, latex = f"{_MECHANISM} with its outcomes Y", r"P_X,\ P_{Y\mid X}"
        else:
            first, latex = f"{_MECHANISM} and possible outcome y", r"P_X,\ P_{Y\mid X},\ y"
        words = [first, *(self._apart(payoff, payoff.words) for payoff in self.payoffs)]
        names, informed, chain = self._drawn, self.informed, self.chain

        def drawing(number: int, random: Random) -> Attacked:
            found = draw_attacked(number, random, names, parameters, informed)
            return _processed(number, random, found) if chain else found

        line = ",\\ ".join([latex, *map(self._latex_of, self.payoffs)])
        return Domain(", ".join(words), line, Attacked, drawing, _TRIES)

    def meaning(self, conditions: Statement) -> str:
        """Return the sentences that define the quantities of a statement; may be empty."""
        terms = (*conditions.terms, *inside(*conditions.terms))
        used = {kind for kind, _ in quantities(*terms)}
        meanings = "; ".join(text for kind, text in sorted(MEANINGS.items()) if kind in used)
        given = " All laws are those given Z = z." if self.informed else ""
        here = f" Here {meanings}." if meanings else ""
        named = [one.name for one in self.payoffs if isinstance(one, OfSecret)]
        every = {name for _, name in quantities(*terms)}
        spoken = {name.removesuffix(OF_Z) for name in every}
        here += (
            " P is the probability over the outcomes." if len(terms) > len(conditions.terms) else ""
        )
        here += " With X->Z a quantity is that of Z in the place of Y." * (not every <= spoken)
        signed = [name for name in named if name in spoken]
        also = f" Claimed as well: {listed(signed)} is never negative." if signed else ""
        return f"{given}{here}{also}"

    def values(self, instance: Attacked) -> MeasuredPayoffs:
        """Return the values of the quantities on an instance, from their definitions."""
        if self.chain:
            first, last = instance.through("Y"), instance.through("Z")
            return MeasuredPayoffs(first, self.payoffs, last)
        return MeasuredPayoffs(instance, self.payoffs)

    def words(self, text: object) -> str:
        """Return a text with the quantities as people write them."""
        return display(text)

    def latex(self, term: Term) -> str:
        """Return a term as LaTeX for math mode."""
        guesses = [payoff.name for payoff in self.payoffs if isinstance(payoff, GUESSES)]
        return display_latex(term_latex(term), self.informed, guesses)

    def lacks(self, instance: Attacked, parameters: tuple[str, ...]) -> str:
        """Name what an instance lacks that the statement needs, in a sentence; empty if nothing."""
        if self.chain and not instance.is_chain:
            return "The instance is no chain X - Y - Z."
        several = instance.sides > 1 and not self.chain
        if not self.informed and (several or len(instance.through("Y").allowed) < 2):
            return "The instance has side information or a single secret: only with given z."
        numbers = dict(instance.parameters)
        if missing := [name for name in parameters if name not in numbers]:
            return f"parameters has no {', '.join(missing)}."
        if missing := sorted({*self._drawn} - {one.name for one in instance.payoffs}):
            return f"payoffs has no {', '.join(missing)}."
        for name in parameters:
            value = numbers[name]
            if value is Infinite.PLUS or not holds(value, ">=", ZERO):
                return f"The parameter {name} is {exact_text(value)}, but has to be a number >= 0."
        return ""

    @property
    def _drawn(self) -> list[str]:
        """The names of the payoffs over which the statement quantifies."""
        return [one.name for one in self.payoffs if isinstance(one, ANY_PAYOFFS)]

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


def _lowered(clauses: tuple[Clause, ...]) -> tuple[Condition, ...]:
    return tuple(
        Condition(lowered(one.left), one.sign, lowered(one.right))
        for one in clauses
        if isinstance(one, Condition)
    )
