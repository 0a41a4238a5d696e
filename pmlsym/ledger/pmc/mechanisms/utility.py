"""Utility of randomized response as mutual information, which grows with the odds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import sympy as sp

from pmlsym.formulas.mechanisms import odds_for_pmc, odds_for_pml, response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import Stated, stated
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere, exp_strictly_above_tangent
from pmlsym.ledger.pmc.mechanisms.adapted import ADAPTED, LEAKING, THIRDS, TURN
from pmlsym.ledger.pmc.mechanisms.instances import exact
from pmlsym.ledger.pmc.symbols import ONE, PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, Sentence, Term, conjuncts, reals
from pmlsym.proof.steps import Decided, Expectation, OrderKept, Step
from pmlsym.statements.reductions import prove_case
from pmlsym.statements.specific import Specific, about
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.named import randomized_response

# with odds T an answer has the likelihood a given its secret, of probability p, the likelihood b
# given another secret, and the probability P; with odds S these are c, d and Q
n, p, T, a, b, P, S, c, d, Q = reals("n p T a b P S c d Q")
k, m = reals("k m")  # lower odds as a mixture: c = k a + m, d = k b + m


def _weighted_log(likelihood: Term, chance: Term) -> Term:
    return likelihood * (sp.log(likelihood) - sp.log(chance))


MORE, LESS = (
    p * _weighted_log(own, chance) + (1 - p) * _weighted_log(other, chance)
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
def _prove_log_sum() -> Step:
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
    return Decided(
        Goal(given, relate(_weighted_log(c, Q), "<=", k * _weighted_log(a, P))), tangents
    )


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
            Goal(mixed, relate(_weighted_log(after, Q), "<=", k * _weighted_log(before, P))),
            (*share, at(_prove_log_sum(), a=before, c=after)),
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


def prove_information(goal: Goal) -> Step:
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


_TRIES = 60  # fewer, as mutual information is slow
_OF_PMC, _OF_PML, _OF_LDP = (randomized_response(parameter) for parameter in "rsd")
_AT_ZERO = "where exp(e) = 1"
_RANGE = (
    "every prior on n >= 2 secrets and 0 <= eps < log(1/p_min), where both parameters are finite"
)


def _compared(text: str) -> Specific:
    """State something for X->Y with PMC e, and X->Z with PML e."""
    given = "pmc(X->Y) = e and pml(X->Z) = e"
    return about(f"{given} => {text}", _OF_PMC, _OF_PML, draw=LEAKING, tries=_TRIES)


def _of_prior(text: str) -> Specific:
    return about(text, _OF_PMC, draw=LEAKING, tries=_TRIES)


_MORE = "mutual_information(X;Y) > mutual_information(X;Z)"
_LESS = "mutual_information(X;Z) > mutual_information(X;Y)"
_SAME = "mutual_information(X;Y) = mutual_information(X;Z)"


def _of_responses(*statements: Specific) -> Stated:
    return stated(*statements, beside=(ADAPTED,), prove=prove_information)


example_4_utility_repair = Claim(
    "pmc.example-4.utility.repair",
    PAPER,
    "Ex. 4",
    says="for 0 < eps < log((1 - p_max)/p_min) it yields more mutual information, at both ends the "
    "same",
    scope=f"{_RANGE}; an adapted parameter is one of which the worst PMC, or PML, is eps",
    **_of_responses(
        _compared(f"{_MORE} where e > 0, e < log({TURN})"),
        _compared(f"{_SAME} where e = log({TURN})"),
        _compared(f"{_SAME} {_AT_ZERO}"),
    ),
)

example_4_utility = Claim(
    "pmc.example-4.utility",
    PAPER,
    "Ex. 4",
    says="for eps <= log((1 - p_max)/p_min) the PMC-adapted mechanism yields higher utility "
    "(mutual information) than the PML-adapted one",
    scope="every prior on n >= 2 secrets and 0 <= eps < log(1/p_min), where both parameters are "
    'finite. "... has a larger randomized response parameter than the PML-adapted one, and '
    'therefore yields higher utility": read with its end, as the sentence on the parameters is, '
    "whose mistake it repeats. An author would answer that < is meant; that is the repair, and "
    "the verdict stands for the same reason as there",
    asserts=(_compared(f"{_MORE} where e >= 0, e <= log({TURN})"),),
    models=(THIRDS,),
    repair=example_4_utility_repair,
    root="pmc.example-4.crossover",
)

example_4_skewed_repair = Claim(
    "pmc.example-4.skewed.repair",
    PAPER,
    "Ex. 4",
    says="for every eps from log((1 - p_max)/p_min) to log(1/p_min), both excluded, the "
    "PML-adapted mechanism offers higher utility; that range starts at 0 for two secrets, at "
    "log(n - 1) where all but one are equally rare, and never before",
    scope="every prior on n >= 2 secrets and 0 < eps < log(1/p_min), where both parameters are "
    "finite. PML is worth more beyond log((1 - p_max)/p_min), which is 0 for two secrets, log(n - "
    "1) where all secrets but one are equally rare, and never less. From there to log(1/p_min) it "
    "is log(1/(1 - p_max)) long. Before, PMC is worth more (pmc.example-4.utility). Two secrets "
    "are said as p_min + p_max = 1, and that all but one are equally rare as p_max + (n - 1) "
    "p_min = 1",
    **stated(
        _compared(f"{_LESS} where e > 0, e > log({TURN})"),
        _compared(f"{_LESS} where e > 0, pmin + pmax = 1"),
        _of_prior("(1 - pmax)/pmin >= n - 1"),
        _of_prior("(1 - pmax)/pmin = n - 1 where pmax + (n - 1)*pmin = 1"),
        beside=(ADAPTED,),
        prove=prove_information,
    ),
)


def _adapted(prior: tuple[Fraction, ...], asked: Fraction) -> Levels:
    """Return both adapted mechanisms under a prior, at the level log(asked)."""
    for_pmc, for_pml = odds_for_pmc(asked, max(prior)), odds_for_pml(asked, min(prior))
    return Levels(prior, (("e", asked), ("r", exact(for_pmc)), ("s", exact(for_pml))))


_RARER = Fraction(1, 10**9)
_PANEL_B = (Fraction(4, 5), Fraction(1, 10), Fraction(1, 10))
_MORE_SKEWED = (Fraction(9, 10), Fraction(1, 10) - _RARER, _RARER)

example_4_skewed = Claim(
    "pmc.example-4.skewed",
    PAPER,
    "Ex. 4",
    says="when the alphabet is small and the prior is highly skewed, the PML-adapted mechanism "
    "offers higher utility",
    scope="the paragraph begins: the comparison depends on the prior and the privacy level. The "
    "sentence before this one gives PMC the levels eps <= log((1 - p_max)/p_min); this one "
    "begins with 'conversely' and names an alphabet and a prior, but no eps, so that every "
    "one in the range of the comparison is meant, 0 < eps < log(1/p_min). Small is read as n "
    "<= 3, and highly skewed as p_max >= 0.8, the smallest and the most skewed of the panels. "
    "In panel (b) itself, (0.8, 0.1, 0.1), PMC is worth more for eps < log 2. With the prior "
    "(0.9, 0.1 - 10^-9, 10^-9) it is for eps < 18.4, and the range ends at 20.7; with (0.99, "
    "0.01 - 10^-9, 10^-9) in nearly four fifths of the range. An author would answer that the "
    "level matters, as the paragraph says first, that 'conversely' leaves the small eps to "
    "PMC, and that the figure shows the rest. That is the repair. The verdict stands, as the "
    "sentence has a condition on the alphabet and the prior alone: from three secrets on, no "
    "n and p_max make it true at any given eps, as p_min may be as small as one likes. For "
    "two secrets it is true",
    asserts=(_compared(f"{_LESS} where e > 0, n <= 3, pmax >= 4/5"),),
    models=(_adapted(_PANEL_B, Fraction(3, 2)), _adapted(_MORE_SKEWED, Fraction(10))),
    repair=example_4_skewed_repair,
)


def _with_local(number: int, random: Random) -> Levels:
    """Add the parameter whose LDP is exactly eps."""
    found = LEAKING(number, random)
    return Levels(found.prior, (*found.levels, ("d", found["e"])))


def _beside_local(text: str) -> tuple[Specific, Specific]:
    """State something for X->Y with PMC, or PML, e, and X->Z with LDP e."""
    of_pmc, of_pml = (
        about(
            f"{kind}(X->Y) = e and ldp(X->Z) = e => {text}",
            one,
            _OF_LDP,
            draw=_with_local,
            tries=_TRIES,
        )
        for kind, one in (("pmc", _OF_PMC), ("pml", _OF_PML))
    )
    return of_pmc, of_pml


figure_1 = Claim(
    "pmc.figure-1",
    PAPER,
    "Fig. 1, Ex. 4",
    says="both context-aware mechanisms have more mutual information than the LDP one for every "
    "0 < eps < log(1/p_min); at eps = 0 all three say nothing",
    scope='"In all cases, mechanisms adapted to PMC or PML achieve higher utility than those '
    'adapted to LDP": the cases are the panels; no eps is named, so every 0 < eps < log(1/p_min) '
    "is meant. Every prior on n >= 2 secrets, so those of the panels. At eps = 0 the curves start "
    "in one point, as nothing is told; from log(1/p_min) on PML asks for nothing and the answer "
    "may be the secret itself",
    **_of_responses(*_beside_local(f"{_MORE} where e > 0"), *_beside_local(f"{_SAME} {_AT_ZERO}")),
)
