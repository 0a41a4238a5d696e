r"""Reduction of statements that compare averages over the outcomes of whole channels.

**Theorem (overall).** Let the conclusion of a statement be about maximal leakage, maximal cost
leakage, mutual information, divergences between rows and entropies alone. The statement holds for
all alphabets if it follows from the comparisons of `comparing`, with a number for each measure. A
bound on pml or pmc at every outcome is one on the worst outcome.

**Sound, not complete**: a statement that does not follow is undecided, and hypotheses of other
kinds are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import sympy as sp

from pmlsym.formulas.averages import AVERAGES
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term as Real, fresh
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import (
    Leakage,
    MeanOverOutcomes,
    OfPosterior,
    Overall,
    PosteriorDivergence,
)
from pmlsym.statements.normal import is_number
from pmlsym.statements.reductions.conditions import HAS_VALUE, encoded, needed
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    EncodedQuotient,
    Encoding,
    NotReducible,
    parameter,
    parameter_ranges,
    relate,
)
from pmlsym.statements.reductions.joint import comparing
from pmlsym.statements.reductions.joint.comparing import Known, Measured, canonical, is_largest
from pmlsym.statements.reductions.joint.means import (
    KnownMean,
    MeanLeakage,
    known_means,
    with_mean_leakages,
)
from pmlsym.statements.reductions.orders import (
    COMPARED,
    ORDERS,
    Orders,
    at_most,
    compared,
    encoded as encoded_of_order,
    has_order,
    with_others,
)
from pmlsym.statements.reductions.priors import PMAX
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.result import Case, PaperTheorem, Reduction, case_of
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfPrior, walk

_OVERALL = {worst: kind for kind, worst in comparing.WORST.items()}
OVERALL = PaperTheorem(
    "overall",
    "Maximal leakage, maximal cost leakage and mutual information do not grow where an outcome "
    "says less or the secret moves further away, and add up at most over two releases. Nor do "
    "divergences between rows and best guesses grow, and over two releases tv, kl and hellinger "
    "add up at most as well, and a best guess grows by the maximal leakage of the other one at "
    "most; guesswork does not fall. Means of pml, pmc and ldp are compared with each other.",
    "They are means of lifts, of their logarithms or of convex functions of two, and a lift is a "
    "mean of lifts at finer outcomes, or of lifts of a nearer secret.",
)


def is_overall(statement: Statement) -> bool:
    """Whether a conclusion of a statement contains a measure of the whole mechanism.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> is_overall(parse("X - Y - Z: maximal_leakage(X->Z) <= maximal_leakage(Y->Z)"))
    True
    """
    return any(
        isinstance(part, Overall | MeanLeakage)
        for condition in statement.claimed
        for part in with_mean_leakages(condition).parts
    )


def reduce_overall(statement: Statement) -> Reduction:
    """Return the goals of a statement about the leakage of whole channels."""
    if statement.has_holes:
        raise NotReducible("A hole ? has to be filled before a statement is reduced.")
    cases: dict[Case, None] = {}
    for assumed, claimed in statement.implications:
        for condition in map(with_mean_leakages, claimed):
            _refuse_posteriors((*assumed, condition))
            _refuse_levels((*assumed, condition))
            every = map(_of_worst, map(with_mean_leakages, assumed))
            usable = [given for given in every if not _is_other(given)]
            numbers = _Numbers(statement, (*usable, condition), assumed)
            for case in numbers.cases(usable, condition):
                cases[case] = None
    said = (*statement.required, *statement.claimed)
    of_orders = any(has_order(part) for one in said for part in one.parts)
    return Reduction(statement, (OVERALL, *(ORDERS,) * of_orders), tuple(cases))


def _refuse_posteriors(conditions: Iterable[Condition]) -> None:
    """Refuse divergences of the posterior from the prior, which are not compared here."""
    for part in (part for condition in conditions for part in condition.parts):
        both = isinstance(part, Overall) and AVERAGES[part.kind].form == "both"
        if both or isinstance(part, PosteriorDivergence):
            raise NotReducible(f"{part} is reduced for one channel X->Y alone.")


def _refuse_levels(conditions: Iterable[Condition]) -> None:
    """Refuse a divergence whose level may have no value, or an infinite one.

    An order is refused by `Orders`.
    """
    for part in (part for condition in conditions for part in condition.parts):
        if not isinstance(part, Overall) or part.level is None or has_order(part):
            continue
        if not is_number(part.level):
            raise NotReducible(f"The level {part.level} of {part.kind} may have no value.")


def _refuse_vulnerability(condition: Condition) -> None:
    """Refuse a best guess of another secret than X, whose largest probability has no name."""
    for part in condition.parts:
        if isinstance(part, Overall) and part.kind == "vulnerability":
            raise NotReducible(f"{part} is reduced for the secret X alone.")


def _of_worst(condition: Condition) -> Condition:
    """Return a bound on a leakage at every outcome as a bound on the worst outcome."""
    found, level = condition.left, condition.right
    if (
        not isinstance(found, Leakage)
        or isinstance(found, MeanLeakage)
        or found.given
        or condition.sign not in ("<=", "<")
    ):
        return condition
    if any(isinstance(part, (Leakage, Overall, MeanOverOutcomes)) for part in walk(level)):
        return condition
    worst = Leakage(found.kind, found.secret, tuple(name.upper() for name in found.observed))
    return Condition(worst, condition.sign, level)


def _is_other(condition: Condition) -> bool:
    """Whether a condition contains more than overall measures, worst outcomes and parameters."""
    return any(
        isinstance(part, (MeanOverOutcomes, OfPosterior))
        or (isinstance(part, OfPrior) and part.name != "pmax")
        or (
            isinstance(part, Leakage)
            and not isinstance(part, MeanLeakage)
            and (bool(part.outcomes) or part.kind not in _OVERALL)
        )
        for part in condition.parts
    )


class _Numbers:
    """Goals of a conclusion, with a symbol for the exponential of each measure."""

    def __init__(
        self,
        statement: Statement,
        conditions: tuple[Condition, ...],
        assumed: tuple[Condition, ...],
    ) -> None:
        for condition in conditions:
            _refuse_vulnerability(condition)
        if _is_other(conditions[-1]):
            raise NotReducible(
                f"{conditions[-1]} is about averages over outcomes and about more than the leakage "
                "of whole channels: that is not reduced here."
            )
        self.statement = statement
        self.names: dict[Measured, Real] = {}
        ranges = parameter_ranges(statement.parameters, statement.nonnegative)
        self._orders = Orders(ranges, assumed)
        self._compared = dict.fromkeys(p for p in _measured(conditions) if isinstance(p, Overall))
        taken = set(statement.parameters)
        for part in _measured(conditions):
            if part not in self.names and not _is_difference(part):
                stem = "".join(word[0] for word in part.kind.split("_"))
                end = "_mean" if isinstance(part, MeanLeakage) else ""
                end = end or ("_worst" if isinstance(part, Leakage) else "")
                name = f"{'_'.join(filter(None, (stem, part.secret, ''.join(part.observed))))}{end}"
                self.names[part] = fresh(name, taken)
                taken.add(str(self.names[part]))

    def cases(self, given: list[Condition], claimed: Condition) -> Iterator[Case]:
        """Yield the goals of the comparisons, and the goals of the claim that follows from them."""
        plain = [part for part in self.names if not isinstance(part, MeanLeakage)]
        facts: list[Known | KnownMean] = list(comparing.known(self.statement, plain))
        facts += known_means(self.names, list(comparing.chains_of(self.statement)))
        for fact in facts:
            if fact.goal is not None:
                yield Case(str(fact), fact.goal, complete=False)
        scene = self._encoding()
        hypotheses = [fact.relation(self.names) for fact in facts]
        for one, other in compared(list(self._compared), self._orders, is_uniform=False):
            if has_order(one) or has_order(other):
                hypotheses.append(at_most(self._measure(one), self._measure(other)))
        for goal in self._orders.goals:
            yield case_of(Case("the orders", goal), COMPARED)
        hypotheses += [
            relate(parameter(name), ">=", ZERO) for name in sorted(self.statement.nonnegative)
        ]
        hypotheses += [relate(number, ">=", ZERO) for number in self.names.values()]
        hypotheses += [
            relate(number, "<=", sp.exp(1))  # the summand is at most (u + v)/2, of mean 1
            for part, number in self.names.items()
            if part.kind in ("tv", "hellinger")
        ]
        hypotheses += [relate(PMAX, ">", ZERO), relate(PMAX, "<=", ONE)]
        hypotheses += [
            relate(PMAX * number, "<=", ONE)  # a guess is right with a probability of at most 1
            for part, number in self.names.items()
            if _is_guess(part) and part.secret == "X"
        ]
        for condition in given:
            found = scene.condition(condition)
            hypotheses += [*found.needs, found.relation]
        wanted, plainly = encoded(scene, claimed)
        given_all = tuple(dict.fromkeys(hypotheses))
        for sentence in (wanted.relation, *wanted.needs):
            goal = Goal(given_all, sentence)
            yield Case(f"{claimed}, from the others", goal, complete=False)
        for need in plainly:
            yield case_of(Case(str(claimed), needed(given_all, need)), HAS_VALUE)

    def _encoding(self) -> Encoding:
        ranges = dict(parameter_ranges(self.statement.parameters, self.statement.nonnegative))
        for part, number in self.names.items():
            most = None if is_largest(part) else Fraction(1)
            ranges[number] = Range(Fraction(most is None), most)
        ranges[PMAX] = Range(Fraction(0), Fraction(1), above=True)
        return Encoding(self._measure, {"pmax": PMAX}, ranges, by_levels=True)

    def _measure(self, part: Measured) -> EncodedQuotient:
        if isinstance(part, Overall) and AVERAGES[part.kind].form == "entropy":
            alone, shared = _of_entropy(part)
            return EncodedQuotient(self.names[alone], self.names[shared] if shared else ONE)
        if has_order(part):
            return encoded_of_order(part, self.names.__getitem__)
        number = self.names[canonical(part) if isinstance(part, Overall) else part]
        if isinstance(part, Overall) and part.kind == "guesswork":
            return EncodedQuotient(sp.exp(number))
        return EncodedQuotient(number) if is_largest(part) else EncodedQuotient(ONE, number)


def _is_difference(part: Measured) -> bool:
    """Whether a measure is encoded as a difference of two others, and has no number of its own."""
    return has_order(part) and AVERAGES[part.kind].form == "renyi" and bool(part.observed)


def _is_guess(part: Measured) -> bool:
    return isinstance(part, Overall) and AVERAGES[part.kind].form == "guess"


def _of_entropy(part: Overall) -> tuple[Overall, Overall | None]:
    """Return the entropy of the variable alone, and what others tell of it: H(A|B) = H(A) - I(A;B).

    Examples
    --------
    >>> print(*_of_entropy(Overall("H", "Y", ("X",))))
    H(Y) mutual_information(X;Y)
    """
    alone = Overall(part.kind, part.secret, ())
    if not part.observed:
        return alone, None
    return alone, canonical(Overall(comparing.INFORMATION, part.secret, part.observed))


def _measured(conditions: tuple[Condition, ...]) -> Iterator[Measured]:
    """Yield the leakages in conditions, and intermediate ones for chains of comparisons."""
    parts = [part for condition in conditions for part in condition.parts]
    overall: list[Overall] = [*with_others(part for part in parts if has_order(part))]
    for part in parts:
        if isinstance(part, Overall):
            is_entropy = AVERAGES[part.kind].form == "entropy"
            overall += filter(None, _of_entropy(part)) if is_entropy else [part]
            if _is_guess(part):
                overall.append(Overall("maximal_leakage", part.secret, part.observed))
    means = [part for part in parts if isinstance(part, MeanLeakage)]
    worst = [
        part for part in parts if isinstance(part, Leakage) and not isinstance(part, MeanLeakage)
    ]
    overall += [
        Overall(_OVERALL[part.kind], part.secret, tuple(map(str.upper, part.observed)))
        for part in means
        if part.kind in _OVERALL
    ]
    overall += [Overall(_OVERALL[part.kind], part.secret, part.observed) for part in worst]
    if any(part.kind == comparing.INFORMATION for part in overall):
        overall += [
            Overall(comparing.INFORMATION, part.secret, part.observed)
            for part in overall
            if part.kind == "maximal_leakage"
        ]
    yield from map(canonical, overall)
    yield from worst
    yield from means
