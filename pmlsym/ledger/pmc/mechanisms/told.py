"""Monotonicity: randomized response with higher odds has more mutual information."""

from __future__ import annotations

from functools import cache

import sympy as sp

from pmlsym.formulas.response import response_entries
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere, exp_strictly_above_tangent
from pmlsym.ledger.pmc.symbols import ONE, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, Sentence, Term, conjuncts, reals
from pmlsym.proof.steps import Decided, Expectation, OrderKept, Step
from pmlsym.statements.reductions import prove_case

# with odds T an answer has the likelihood a given its secret, of probability p, the likelihood b
# given another secret, and the probability P; with odds S these are c, d and Q
n, p, T, a, b, P, S, c, d, Q = reals("n p T a b P S c d Q")
k, m = reals("k m")  # lower odds as a mixture: c = k a + m, d = k b + m


def _told(likelihood: Term, chance: Term) -> Term:
    return likelihood * (sp.log(likelihood) - sp.log(chance))


MORE, LESS = (
    p * _told(own, chance) + (1 - p) * _told(other, chance)
    for own, other, chance in ((a, b, P), (c, d, Q))
)


def _odds(odds: Term, own: Term, other: Term, chance: Term) -> tuple[Sentence, ...]:
    """Return the equations for the numbers of randomized response with these odds."""
    entries = response_entries(odds, n - 1)
    return (
        *(relate(name, "==", entry) for name, entry in zip((own, other), entries, strict=True)),
        relate(chance, "==", own * p + other * (1 - p)),
    )


_ANY = (n >= 2, p > 0, p < 1)
_BOTH = (*_odds(T, a, b, P), *_odds(S, c, d, Q))


@cache
def _told_less() -> Step:
    """Prove c log(c/Q) <= k a log(a/P) for c = k a + m, Q = k P + m, by the log-sum inequality."""
    gap = sp.log(c) - sp.log(Q)
    given = (
        *(number > 0 for number in (a, P, c, Q)),
        *(k >= 0, m >= 0),
        relate(c, "==", k * a + m),
        relate(Q, "==", k * P + m),
    )
    tangents = tuple(
        at(exp_above_tangent_everywhere(), t=t) for t in (gap - sp.log(a) + sp.log(P), gap)
    )
    return Decided(Goal(given, relate(_told(c, Q), "<=", k * _told(a, P))), tangents)


@cache
def _tells() -> Step:
    """Prove that the mutual information is positive if a > b."""
    given = (b > 0, relate(a, ">", b), p > 0, p < 1, relate(P, "==", p * a + (1 - p) * b))
    order = compare_exponentials(Goal((*given, P > 0), relate(sp.log(a), ">", sp.log(P))))
    strict = at(exp_strictly_above_tangent(), t=sp.log(a) - sp.log(P))
    weak = at(exp_above_tangent_everywhere(), t=sp.log(P) - sp.log(b))
    return Decided(Goal(given, relate(MORE, ">", ZERO)), (order, strict, weak))


@cache
def more_odds_tell_more() -> Step:
    """Prove that higher odds have more mutual information."""
    ordered = (
        *(relate(likelihood, ">", ZERO) for likelihood in (b, d)),
        relate(a, ">", b),
        relate(c, ">=", d),
        relate(c - d, "<", a - b),
        relate(a * d, ">=", b * c),
    )
    given = (*_ANY, S >= 1, relate(T, ">", S), *_BOTH)
    of_odds = [Decided(Goal(given, one)) for one in ordered]
    chances = (relate(P, "==", a * p + b * (1 - p)), relate(Q, "==", c * p + d * (1 - p)))
    pointwise = (*ordered, *_ANY[1:], *chances)
    mixed = (*pointwise, relate(k * (a - b), "==", c - d), relate(m, "==", d - k * b))
    share = [Decided(Goal(mixed, relate(number, ">=", ZERO))) for number in (k, m)]
    less = [
        Decided(
            Goal(mixed, relate(_told(after, Q), "<=", k * _told(before, P))),
            (*share, at(_told_less(), a=before, c=after)),
        )
        for before, after in ((a, c), (b, d))
    ]
    steps = (
        share[0],
        Decided(Goal(mixed, relate(LESS, "<=", k * MORE)), less),
        Decided(Goal(mixed, relate(k, "<", ONE))),
        _tells(),
    )
    strict = Decided(Goal(mixed, relate(MORE, ">", LESS)), steps)
    kept = (c - d) / (a - b)
    exact = at(strict, k=kept, m=d - kept * b)
    found = Decided(Goal(pointwise, relate(MORE, ">", LESS)), (exact,))
    return Decided(Goal(given, relate(MORE, ">", LESS)), (*of_odds, found))


@cache
def same_odds_tell_the_same(sign: str) -> Step:
    """Prove that equal odds have equal mutual information, in one direction."""
    given = (*_ANY, T >= 1, relate(T, "==", S), *_BOTH)
    pairs = ((a, c), (b, d), (P, Q))
    alike = [Decided(Goal(given, relate(one, "==", other))) for one, other in pairs]
    known = [*(Decided(Goal(given, relate(x, ">", ZERO))) for pair in pairs for x in pair), *alike]
    logarithms = [
        compare_exponentials(Goal(given, relate(sp.log(one), way, sp.log(other))), known)
        for one, other in pairs
        for way in ("<=", ">=")
    ]
    return Decided(Goal(given, relate(MORE, sign, LESS)), (*alike, *logarithms))


def prove_told(goal: Goal) -> Step:
    """Prove a goal about the mutual information of two randomized responses, or raise NotProved."""
    means = [sorted(side.atoms(Mean), key=str) for side in goal.conclusion.args]
    if not all(means):
        return prove_case(goal)
    (left, *_), (right, *_) = means
    known = tuple(hypothesis for hypothesis in goal.hypotheses if not hypothesis.atoms(Mean))
    (level, at_left), (other, at_right) = (_numbers(mean, known) for mean in (left, right))
    odds = sp.exp(level), sp.exp(other)
    sign = goal.conclusion.rel_op
    lemma = more_odds_tell_more() if sign == ">" else same_odds_tell_the_same(sign)
    named = zip("TabPScdQ", (odds[0], *at_left, odds[1], *at_right), strict=True)
    pointwise = at(lemma, p=reals("p_any")[0], **dict(named))
    signs = (">",) if sign == ">" else ("<=", ">=")
    order = [OrderKept(prove_case(Goal(known, relate(level, one, other))), sp.exp) for one in signs]
    least = OrderKept(Decided(Goal(known, relate(other, ">=", ZERO))), sp.exp)
    given = (
        n >= 2,
        *(relate(odds[0], one, odds[1]) for one in signs),
        relate(odds[1], ">=", ONE),
        *(sentence for sentence in known if sentence.lhs in (*at_left[:2], *at_right[:2])),
    )
    there = Goal((*given, *conjuncts(left.support)), relate(left.body, sign, right.body))
    averaged = Expectation(Decided(there, (pointwise,)), left.variables, left.support, left.law)
    times = Decided(Goal(given, relate(n * left, sign, n * right)), (averaged,))
    return Decided(goal, (times, *order, least))


def _numbers(mean: Mean, known: tuple[Sentence, ...]) -> tuple[Term, tuple[Term, ...]]:
    """Return the level of a mechanism, and its likelihoods and probability at any answer."""
    letter = "y" if reals("a_y")[0] in mean.body.free_symbols else "z"
    own, other, chance = reals(f"a_{letter} b_{letter} P_{letter}_any")
    (entry,) = (s.rhs for s in known if s.lhs == own and s.rhs.has(sp.exp) and s.rhs.has(n))
    (level,) = (power.args[0] for power in entry.atoms(sp.exp))
    return level, (own, other, chance)
