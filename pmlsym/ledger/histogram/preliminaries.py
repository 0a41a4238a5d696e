"""Sections I and II: the forms of PML, and correlated data."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.histogram.readings import b
from pmlsym.ledger.lemmas import COLUMN, AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import add, log, minus
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.instances.released.histogram import Copies
from pmlsym.statements.values import ONE, Value

# --- Definition 1 and eq. (2) --------------------------------------------------------------------

most, before, after, top, f, F = reals("M d e G f F")

_GUESSES = AnyLaw((before, after), sp.And(before <= top, after <= most * before), name="K")


def _prove_guess(goal: Goal) -> Step:
    """Average the pointwise comparison over the guesses."""
    return Decided(goal, (_GUESSES.averaged(relate(after, "<=", most * top), goal.hypotheses),))


eq_2 = Claim(
    "histogram.eq-2",
    "histogram",
    "Def. 1, eq. (2)",
    says="the supremum over gain functions and randomized guesses is log max_x P(y|x)/P(y)",
    scope="finite alphabets, where the paper has any measurable spaces and densities; every gain "
    "function of finitely many choices, also of a randomized function of the secret. The supremum "
    "is attained by guessing the secret for a gain 1/P(x); and, as in the model of randomized "
    "functions, by guessing a function that keeps the secret of the largest lift and breaks the "
    "rest into pieces. The fourth statement is formula (2). The last goal says that a randomized "
    "guess gains no more than the choices that it is drawn from",
    **stated(
        "gain C: gain(C) <= pml(X->y)",
        "gain S = 1/p at any x: gain(S) = pml(X->y)",
        "guess R splits all but x of most lift: gain(R) = pml(X->y)",
        "pml(X->y) = log(most_lift(X->y))",
        beside=(
            beside(
                follows(
                    "if each guess gains at most M times what the best gains before, so does every "
                    "randomized guess",
                    (most >= 0,),
                    relate(_GUESSES.mean(after), "<=", most * top),
                    _prove_guess,
                ),
            ),
        ),
    ),
)

# --- correlated data -----------------------------------------------------------------------------

n, q_1, delta = reals("n q_1 delta")


def _copies(i: int, random: Random) -> Copies:
    edges = ((1, 1), (1, 999), (1, 2), (1, 1, 1))
    weights = edges[i] if i < len(edges) else [random.randint(1, 9) for _ in range(2 + i % 3)]
    prior = tuple(Fraction(w, sum(weights)) for w in weights)
    decay = random.choice((Fraction(1, 2), Fraction(1, 10), Fraction(9, 10)))
    margin = 1 + Fraction(1, random.choice((1, 10, 1000)))
    return Copies(prior, random.choice((1, 2, 5, 40, 100)), decay, margin)


def _one_class(instance: Copies) -> str:
    """Return why the law is not on k >= 2 classes (one class leaks nothing); else empty."""
    return "" if len(instance.prior) > 1 else "The law has to be on two classes or more."


COPIES = Domain(
    "every histogram with noise of scale b of n equal records of any law on k >= 2 classes, the "
    "rarest of probability p, and every delta > 0",
    r"\forall n,\ k\ge2,\ b,\delta>0,\ D_1=\dots=D_n,\ p=\min_dP(d)",
    Copies,
    _copies,
    outside=_one_class,
)
_WORST = Quantity[Copies](
    "max_y l(D_1 -> y)", r"\max_y\ell(D_1\to y)", lambda instance: instance.worst
)
_DIRECT = Quantity[Copies](
    "the leakage of publishing D_1", r"\ell_{\mathrm{direct}}", lambda instance: instance.direct
)


def _less(instance: Copies) -> Value:
    return add(instance.direct, minus(log(instance.margin)))


_NEARLY = Quantity[Copies](
    "the leakage of publishing D_1, less delta", r"\ell_{\mathrm{direct}}-\delta", _less
)
_FALLEN = Quantity[Copies](
    "(1 - p) e^(-2n/b)",
    r"(1-p)e^{-2n/b}",
    lambda instance: (ONE - min(instance.prior)) * instance.decay ** (2 * instance.records),
)
_ROOM = Quantity[Copies](
    "p (e^delta - 1)",
    r"p(e^\delta-1)",
    lambda instance: min(instance.prior) * (instance.margin - 1),
)


EQUAL_RECORDS = PaperTheorem(
    "equal records",
    "where all n records are copies of one, a class of probability q has the lift "
    "1/(q + (1 - q) e^(-2n/b)) at the outcome with n in its bin and 0 elsewhere",
    "only the k databases of copies are possible; the noise that leads from one of another class "
    "to that outcome is n in two bins, so its density is e^(-2n/b) times that of its own class.",
)
# at y = (n, 0, ..., 0): the distance of the outcome from n records in another class
_OFF_THERE = sp.Abs(n) + sp.Abs(-n)
_LIFT = 1 / (q_1 + (1 - q_1) * sp.exp(-_OFF_THERE / b))


def _prove_close(goal: Goal) -> Step:
    apart = Decided(Goal((b > 0, n >= 1), relate(-_OFF_THERE / b, "<=", -2 * n / b)))
    return compare_exponentials(goal, (OrderKept(apart, sp.exp),))


correlated = Claim(
    "histogram.correlated",
    "histogram",
    "Sec. I; linear, Sec. II-C",
    says="DP on correlated data can be trivially non-private: with n copies of one record, it "
    "leaks as much as publishing the record, up to any delta > 0, at every DP level 2/b",
    scope="the papers: 'a mechanism satisfying DP applied to a dataset with correlated entries can "
    "be trivially non-private'; 'its PML can be as large as that of a mechanism that directly "
    "releases an entry'. Shown for the Laplace mechanism on a histogram, which is (2/b)-DP for "
    "every n (histogram.sensitivity): as large in the limit of many copies, from (1 - p) e^(-2n/b) "
    "<= p (e^delta - 1) on within delta; for no finite n equal, as under DP every outcome leaves "
    "every database possible",
    asserts=(
        Assertion(
            COPIES,
            (
                Compared(
                    _WORST,
                    ">=",
                    _NEARLY,
                ),
            ),
            (Compared(_FALLEN, "<=", _ROOM),),
        ),
        Assertion(COPIES, (Compared(_WORST, "<", _DIRECT),)),
    ),
    reductions=(EQUAL_RECORDS, COLUMN),
    parts=(
        follows(
            "at y = (n, 0, ..., 0) a class of probability p, the smallest, is within delta of "
            "log(1/p)",
            (
                b > 0,
                n >= 1,
                q_1 > 0,
                q_1 <= 1,
                delta > 0,
                relate((1 - q_1) * sp.exp(-2 * n / b), "<=", q_1 * (sp.exp(delta) - 1)),
            ),
            relate(sp.log(_LIFT), ">=", sp.log(1 / q_1) - delta),
            _prove_close,
        ),
        follows(
            "no lift reaches 1/p, as the density of every other class is positive",
            (q_1 > 0, q_1 < 1, f > 0, F > 0),
            relate(f / (q_1 * f + (1 - q_1) * F), "<", 1 / q_1),
        ),
    ),
)
