r"""Reduction of statements that multiply measures of the channels of a chain.

**Theorem (contraction).** In a chain A - B - C, for every two values of A,

.. math:: D(A \to C) \le \eta\, D(A \to B), \quad I(A; C) \le \eta\, I(A; B),

where D is the total variation, the Kullback-Leibler or the chi-squared divergence of two rows, and

- :math:`\eta` is the largest total variation between two rows of B -> C (Dobrushin);
- if B -> C is LDP(t), :math:`\eta = ((e^t - 1)/(e^t + 1))^2` for D other than the total variation,
  of which it is the root. Then also :math:`\chi^2(A \to C) \le (e^t - 1)^2\, TV(A \to B)^2`.

*Because*: Dobrushin's coefficient bounds that of every f-divergence. The coefficient of the
Kullback-Leibler divergence is that of the chi-squared divergence, the largest of which between two
rows with ratios of at most e^t is at randomized response. For the last one, write W for B -> C and
m(c) for its smallest entry in a column: P(c|a) - P(c|a') is the sum of
(P(b|a) - P(b|a')) (W(c|b) - m(c)), at most TV (e^t - 1) m(c) in absolute value, and m(c) is at most
P(c|a'). The largest divergences over the values of A are related as those of the pair that attains
the left-hand side.

Each measure is a number of at least 0, or infinite: a case for every combination that a chain
allows. Comparisons between measures of one channel, and along chains, are those of `divergences`
and `comparing`.

**Not complete**: a statement that does not follow is undecided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy as sp

from pmlsym.formulas.averages import AVERAGES, AverageName
from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.language import Sentence, Term as Real, fresh
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, NumberOfOutcomes, Overall
from pmlsym.statements.normal import is_number
from pmlsym.statements.reductions import divergences
from pmlsym.statements.reductions.conditions import assumed, claims, goals_of
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
from pmlsym.statements.reductions.encoding.powers import exponential
from pmlsym.statements.reductions.joint import comparing
from pmlsym.statements.reductions.joint.comparing import INFORMATION, canonical
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.result import Case, PaperTheorem, Reduction, case_of
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Function, OfPrior, Operation, Term, parameters_of, walk

CONTRACTION = PaperTheorem(
    "contraction",
    "In a chain A - B - C a divergence between rows of A->C, and I(A;C), is at most that of A->B, "
    "and I(A;B), times tv(B->C). If B->C is LDP(t), it is for kl, chi2 and I at most "
    "((exp(t) - 1)/(exp(t) + 1))^2 times that, for tv the root of this, and chi2(A->C) is at most "
    "(exp(t) - 1)^2 tv(A->B)^2.",
    "The first factor is Dobrushin's coefficient, which bounds that of every f-divergence. The "
    "coefficient of kl is that of chi2, and largest at randomized response. The last one is from "
    "Duchi, Jordan and Wainwright: rows of A->C differ by at most tv (exp(t) - 1) times the "
    "smallest entry of a column of B->C.",
)
_CONTRACTED: tuple[AverageName, ...] = ("tv", "kl", "chi2", INFORMATION)
Infinite = frozenset[Overall]


def multiplies(statement: Statement) -> bool:
    """Whether a conclusion multiplies, divides or raises a measure of a channel in a chain.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> multiplies(parse("X - Y - Z: tv(X->Z) <= tv(Y->Z)*tv(X->Y)"))
    True
    """
    if not any(comparing.chains_of(statement)) or not all(map(_is_plain, statement.claimed)):
        return False
    return any(
        isinstance(part, Operation)
        and part.sign in ("*", "/", "^")
        and any(map(_has_measure, part.parts))
        and not (part.sign != "^" and any(map(_is_rational, part.parts)))
        for condition in statement.claimed
        for part in condition.parts
    )


def _has_measure(term: Term) -> bool:
    """Whether a term contains a measure outside of an exponential."""
    if isinstance(term, Function) and term.name == "exp":
        return False
    return isinstance(term, Overall) or any(map(_has_measure, term.parts))


def _is_rational(term: Term) -> bool:
    return not _has_measure(term) and not parameters_of(term)


def reduce_products(statement: Statement) -> Reduction:
    """Return the goals of a statement that multiplies measures of channels in a chain.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> reduction = reduce_products(parse("X - Y - Z: tv(X->Z) <= tv(Y->Z)*tv(X->Y)"))
    >>> print(reduction.cases[-1].goal.conclusion)
    tv_X_Z <= tv_X_Y*tv_Y_Z
    """
    cases: dict[Case, None] = {}
    for given, claimed in statement.implications:
        for condition in claimed:
            for case in _Values(statement, given, condition).cases():
                cases[case] = None
    return Reduction(statement, (CONTRACTION, divergences.DIVERGENCES), tuple(cases))


@dataclass(frozen=True)
class Private:
    """A channel b -> c that is LDP at a level."""

    secret: str
    observed: str
    level: Term


class _Values:
    """Goals of one conclusion, with a symbol for the value of each measure."""

    def __init__(
        self, statement: Statement, given: tuple[Condition, ...], condition: Condition
    ) -> None:
        self.statement, self.condition = statement, condition
        self.given = [one for one in given if _is_plain(one)]
        self.private = [
            one
            for one in private_channels(given)
            if not any(isinstance(part, OfPrior) for part in walk(one.level))
        ]
        self.chains = list(comparing.chains_of(statement))
        self.names: dict[Overall, Real] = {}
        taken = set(statement.parameters)
        for part in self._measured():
            if part not in self.names:
                name = "_".join((part.kind, part.secret, "".join(part.observed)))
                self.names[part] = fresh(name, taken)
                taken.add(str(self.names[part]))

    def _measured(self) -> Iterator[Overall]:
        """Yield the measures in the conditions, and those through which they are compared."""
        for condition in (*self.given, self.condition):
            for part in condition.parts:
                if isinstance(part, Overall):
                    yield canonical(part)
                    yield from self._between(canonical(part))

    def _between(self, one: Overall) -> Iterator[Overall]:
        for a, b, c in self.chains:
            if one == canonical(Overall(one.kind, a, (c,))) and one.kind in _CONTRACTED:
                yield canonical(Overall(one.kind, a, (b,)))
                if one.kind in ("kl", INFORMATION) and self.private:
                    yield from (Overall(kind, a, (c,)) for kind in ("kl", "chi2"))
                    yield Overall("tv", a, (b,))

    def cases(self) -> Iterator[Case]:
        """Yield the goals of the comparisons, and those of the claim where it can be infinite."""
        known = [*comparing.known(self.statement, self.names)]
        for fact in known:
            if fact.goal is not None:
                yield Case(str(fact), fact.goal, complete=False)
        for infinite in self._infinite(known):
            scene = self._encoding(infinite)
            facts = [*self._facts(known, infinite)]
            for condition in self.given:
                facts += assumed(scene, condition)
            words = f", where {', '.join(sorted(map(str, infinite)))} is infinite"
            meaning = f"{self.condition}, from the others{words if infinite else ''}"
            goals = goals_of(facts, tuple(claims(scene, self.condition)))
            for goal, aside in goals.items():
                yield case_of(Case(meaning, goal, complete=False), aside)

    def _infinite(self, known: list[comparing.Known]) -> Iterator[Infinite]:
        """Yield the sets of measures that may be infinite together."""
        some = [part for part in self.names if _may_be_infinite(part)]
        for chosen in product((False, True), repeat=len(some)):
            infinite = frozenset(part for part, is_so in zip(some, chosen, strict=True) if is_so)
            if not any(
                fact.one in infinite and not infinite & {*fact.others}
                for fact in known
                if fact.others and all(isinstance(other, Overall) for other in fact.others)
            ) and not self._is_excluded(infinite):
                yield infinite

    def _is_excluded(self, infinite: Infinite) -> bool:
        """Whether a set leaves out what is infinite with it, or has what LDP makes finite."""
        rows = [part for part in self.names if AVERAGES[part.kind].infinite_at_0]
        apart = any(
            (one in infinite) != (other in infinite)
            for one, other in product(rows, repeat=2)
            if (one.secret, one.observed) == (other.secret, other.observed)
        )
        return apart or any(
            (part.secret, part.observed) in ((a, (c,)), (b, (c,)))
            for part in infinite
            if AVERAGES[part.kind].infinite_at_0
            for a, b, c in self.chains
            for channel in self.private
            if (channel.secret, channel.observed) == (b, c)
        )

    def _facts(self, known: list[comparing.Known], infinite: Infinite) -> Iterator[Sentence]:
        value = {part: name for part, name in self.names.items() if part not in infinite}
        yield from (
            relate(parameter(name), ">=", ZERO) for name in sorted(self.statement.nonnegative)
        )
        yield from (relate(number, ">=", ZERO) for number in value.values())
        for fact in known:
            right = [value.get(other) for other in fact.others if isinstance(other, Overall)]
            if right and fact.one in value and len(right) == len(fact.others) and None not in right:
                yield relate(value[fact.one], "<=", sp.Add(*right))
        for secret, observed in dict.fromkeys((one.secret, one.observed) for one in value):
            of = {one.kind: number for one, number in value.items() if _is(one, secret, observed)}
            shared = value.get(canonical(Overall(INFORMATION, secret, observed)))
            rows = {kind: number for kind, number in of.items() if AVERAGES[kind].form == "rows"}
            found = divergences.relations(rows, sp.Dummy() if shared is None else shared)
            yield from (one for one in found if shared is not None or not one.atoms(sp.Dummy))
        yield from self._contracted(value)

    def _contracted(self, value: Mapping[Overall, Real]) -> Iterator[Sentence]:
        """Yield the relations of the theorem."""
        for (one, small), (a, b, c) in product(value.items(), self.chains):
            near = value.get(canonical(Overall(one.kind, a, (b,))))
            if one != canonical(Overall(one.kind, a, (c,))) or one.kind not in _CONTRACTED:
                continue
            coefficient = value.get(Overall("tv", b, (c,)))
            if near is not None and coefficient is not None:
                yield relate(small, "<=", coefficient * near)
            for share, times in self._shares(b, c):
                if near is not None:
                    yield relate(small, "<=", (share if one.kind == "tv" else share**2) * near)
                apart = value.get(Overall("tv", a, (b,)))
                if one.kind == "chi2" and apart is not None:
                    yield relate(small, "<=", times**2 * apart**2)
        for one, number in value.items():
            if one.kind == "tv":
                for share, _ in self._shares(one.secret, *one.observed):
                    yield relate(number, "<=", share)

    def _shares(self, *channel: str) -> Iterator[tuple[Real, Real]]:
        """Yield (e^t - 1)/(e^t + 1) and e^t - 1 for each level t at which a channel is LDP."""
        scene = self._encoding(frozenset())
        for private in self.private:
            if channel == (private.secret, private.observed):
                level, needs = scene.number(private.level)
                if not needs:
                    big = exponential(level)
                    yield (big - 1) / (big + 1), big - 1

    def _encoding(self, infinite: Infinite) -> Encoding:
        ranges = dict(parameter_ranges(self.statement.parameters, self.statement.nonnegative))
        ranges |= {number: Range(Fraction(0)) for number in self.names.values()}

        def measure(part: Leakage | Overall) -> EncodedQuotient:
            if not isinstance(part, Overall):
                raise NotReducible(f"{part} is of one outcome, beside products of averages.")
            one = canonical(part)
            if one in infinite:
                return EncodedQuotient(ONE, ZERO)
            return EncodedQuotient(exponential(self.names[one]))

        return Encoding(measure, {}, ranges, by_levels=False)


def _is(one: Overall, secret: str, observed: tuple[str, ...]) -> bool:
    return (one.secret, one.observed) == (secret, observed)


def _may_be_infinite(one: Overall) -> bool:
    row = AVERAGES[one.kind]
    return row.infinite_at_0 or (row.form == "extreme" and MEASURES[row.of].of_least)


def _is_plain(condition: Condition) -> bool:
    """Whether a condition contains measures of whole channels and parameters alone."""
    return not any(
        isinstance(part, Leakage | MeanOverOutcomes | OfPrior | NumberOfOutcomes)
        or (
            isinstance(part, Overall)
            and (part.level is not None or AVERAGES[part.kind].form == "entropy")
        )
        for part in condition.parts
    )


def private_channels(given: Iterable[Condition]) -> Iterator[Private]:
    """Yield the channels of one secret and one outcome that are LDP at a level that is a number.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> next(private_channels(parse("LDP(e) of Y->Z => PML(e) of Y->Z").required)).secret
    'Y'
    """
    for condition in given:
        left = condition.left
        if (
            isinstance(left, Leakage)
            and left.kind == "ldp"
            and len(left.observed) == 1
            and not left.given
            and condition.sign in ("<=", "<")
            and is_number(condition.right)
        ):
            yield Private(left.secret, left.observed[0].upper(), condition.right)
