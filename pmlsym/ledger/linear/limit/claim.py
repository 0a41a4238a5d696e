"""The claim on the limit, with every step between its goals that is said in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.linear.limit import readings
from pmlsym.ledger.linear.limit.goals import PARTS
from pmlsym.ledger.linear.readings import TILTED_AT, WORST, Beside
from pmlsym.ledger.linear.records import monotone_in_n, tilted
from pmlsym.ledger.linear.reductions import FLOORS, OTHERS
from pmlsym.ledger.linear.symbols import PAPER
from pmlsym.ledger.linear.worlds import COUNTED, besides
from pmlsym.statements.argument import Argument
from pmlsym.statements.assertion import Assertion, Compared, Property, Quantity, Worlds
from pmlsym.statements.worlds.released.release import Release, release
from pmlsym.statements.worlds.released.releases import Sizes, releases

_HALVES = (Fraction(1), Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(-1, 2))
_SMALL = releases(Sizes(databases=30))
_ANY = besides(
    "every workload W, alpha in (0, 1/k], scale b > 0, prior of record i in Q_alpha and slopes s "
    "in [-1, 1]^m",
    r"\forall W,\ \alpha\in(0,\tfrac1k],\ b>0,\ P_{D_i},\ s\in[-1,1]^m",
    Sizes(records=1),
    tries=60,
)
_SQUARES = (Fraction(1, 4), Fraction(4, 9), Fraction(9, 16), Fraction(1, 9))


def _draw_uniform(number: int, random: Random) -> Beside:
    """Return a release of records that are uniform, with slopes."""
    own = _SMALL.draw(number, random)
    k = own.classes
    uniform = ((Fraction(1, k),) * k,) * own.records
    decay = _SQUARES[number % len(_SQUARES)]
    held = Release(own.workload, own.alpha, decay, uniform, own.outcome, own.record, own.unit)
    slopes = tuple(
        random.choice(_HALVES) if number % 3 else Fraction(1) for _ in range(own.queries)
    )
    return Beside(held, own.alpha, decay, slopes)


_UNIFORM = Worlds(
    "every workload W, scale b > 0, n uniform records, outcome y and slopes s in [-1, 1]^m",
    r"\forall W,\ b>0,\ n,\ y,\ s\in[-1,1]^m",
    Beside,
    _draw_uniform,
    tries=40,
)


def _step(says: str, words: str, latex: str, of: Callable[[Beside], bool]) -> Argument:
    return Argument(says, Assertion(_UNIFORM, (Property(words, latex, of),)))


_MARKS = Argument(
    "induction over the records: one record leaves a factor kappa, given the others and with "
    "nonnegative weights of theirs, so n - 1 independent ones leave kappa^(n-1)",
    Assertion(
        replace(_SMALL, tries=60),
        (
            Property(
                "each density is at least kappa^-(n-1) times the one in which every marked record "
                "weighs 1/2",
                r"f(y\mid j)\ge\kappa^{-(n-1)}E[2^{-\text{marked}}f(y\mid j,\cdot)]",
                readings.marks_shrink,
            ),
        ),
    ),
)
_EXCHANGE = _step(
    "given who is marked and what the rest are, the N marked records are uniform and "
    "interchangeable, so P(D_i = j | y) is E[X_j | y]/N, and the densities given j are in the same "
    "proportion",
    "P(D_i = j | y) = E[X_j | y]/n for every j",
    r"P(D_i=j\mid y)=\tfrac1nE[X_j\mid y]",
    readings.interchangeable,
)
_TILTING = _step(
    "the posterior of the histogram X is the multinomial law of q, q_j proportional to "
    "e^<theta, w_j>, weighted by psi = exp(<theta, y - WX> - ||y - WX||_1/b)",
    "E[X_j | y] = E_q[psi X_j]/E_q[psi] for every j, and psi <= 1",
    r"E[X_j\mid y]=E_q[\psi X_j]/E_q[\psi],\ \psi\le1",
    readings.tilted_posterior,
)
_SLOPES = _step(
    "the convex function N log sum_j e^<theta, w_j> - <theta, y> has a minimum on the compact cube "
    "[-1/b, 1/b]^m, and there theta_l c_l = |c_l|/b with c = y - N W q, minus its gradient",
    "s_l c_l = |c_l| for every l, or another slope gives less",
    r"s_lc_l=|c_l|\ \forall l\ \text{ or }s\text{ is not minimal}",
    readings.best_or_better,
)
_DRAWN = _step(
    "N records drawn from q are independent: E u_l^2 <= N R_l^2 in every query, and "
    "E e^(lambda X_j) = (1 - q_j + q_j e^lambda)^N",
    "E u_l^2 <= N R_l^2 for every l, and E 2^X_j = (1 + q_j)^N for every j",
    r"E_qu_l^2\le NR_l^2,\ E_q2^{X_j}=(1+q_j)^N",
    readings.drawn_as_said,
)
_FIRST_ORDER = Property[Beside](
    "s_l c_l = |c_l| for every l", r"s_lc_l=|c_l|\ \forall l", readings.first_order
)
_CLOSE = Argument(
    "the goals of 3, at lambda = sqrt(8 mu/N), give |xi_j - q_j| <= epsilon = 2 sqrt(mu/(8N)) = "
    "sqrt((R_1 + ... + R_m)/b) N^(-1/4) with xi_j = E[X_j | y]/N",
    Assertion(
        _UNIFORM,
        (
            Property(
                "|E[X_j | y]/N - q_j| <= sqrt((R_1 + ... + R_m)/b) N^(-1/4) for every j",
                r"|\tfrac1NE[X_j\mid y]-q_j|\le\sqrt{\textstyle\sum_lR_l/b}\,N^{-1/4}",
                readings.close_to_tilt,
            ),
        ),
        (_FIRST_ORDER,),
    ),
)
AT_SLOPES = Quantity[Beside](
    "the tilted expression at s",
    r"\max_{r,j^*}-\log\Bigl(\alpha\sum_je^{\langle s,w_r-w_j\rangle/b}"
    r"+(1-k\alpha)e^{\langle s,w_r-w_{j^*}\rangle/b}\Bigr)",
    readings.at_slopes,
)
_SHARES = Argument(
    "for q of this form sum_j p_j q_j/q_r >= tau = e^(-tilted), at the slopes -b theta, for every "
    "prior in Q_alpha; and q_r >= e^(-D/b)/k",
    Assertion(
        _ANY,
        (
            Compared(TILTED_AT, "<=", AT_SLOPES),
            Property(
                "q_r >= e^(-D/b)/k for every r",
                r"q_r\ge\tfrac1ke^{-D/b}\ \forall r",
                readings.at_least_share,
            ),
        ),
    ),
)

# --- the level of the proof ----------------------------------------------------------------------

_GENTLE = tuple(Fraction(p, 10**e) for e, p in ((2, 99), (3, 999), (4, 9999), (1, 9)))


def _gentle(number: int, random: Random) -> Release:
    """Return a release of up to six records with little leakage, often uniform ones."""
    tables = ([[0, 1]], [[1, 0], [0, 1]], [[0, 1, 2]], [[0, 2, 2], [0, 1, -1]], [[0, 0, 1]])
    table = tables[number % len(tables)]
    k = len(table[0])
    alpha = Fraction(1, k) if number % 3 else Fraction(random.randint(5, 9), 10 * k)
    n = random.randint(1, 6 if k == 2 else 3)
    return release(table, alpha, _GENTLE[number % len(_GENTLE)], records=n)


_MANY = Worlds(COUNTED.words, COUNTED.latex, Release, _gentle, tries=15)
_FEW = Worlds(COUNTED.words, COUNTED.latex, Release, _gentle, tries=5)
LEVEL = Quantity[Release](
    "-log(rho (1 - eta)) of the proof for n records",
    r"-\log\bigl(\rho_n(1-\eta_n)\bigr)",
    readings.level_of,
)
_TENDS = Argument(
    "as n grows so does N, with eta = kappa^(n-1) 2^N <= 2^-N, so epsilon and eta tend to 0 and "
    "-log(rho (1 - eta)) to -log tau = tilted; as L_n never increases, it does so too",
    Assertion(
        _FEW,
        tuple(
            Property[Release](
                f"-log(rho (1 - eta)) <= tilted + {margin} for some N",
                rf"\exists N:\ -\log(\rho_N(1-2^{{-N}}))\le\text{{tilted}}+{margin}",
                partial(readings.comes_close, margin=margin),
            )
            for margin in (Fraction(1), Fraction(1, 100))
        ),
    ),
)

converges = Claim(
    "linear.limit",
    PAPER,
    "own",
    says="the worst leakage L_n tends to the tilted bound as the number of records grows: it never "
    "increases, is nowhere below, and at most -log(rho_n (1 - eta_n)), which tends there",
    scope="stands beside Thm 2: every workload, alpha in (0, 1/k] and b > 0, product priors in "
    "Q_alpha; tilted is the largest over s in [-1, 1]^m, r and j* of -log(alpha sum_j e^(<s, w_r - "
    "w_j>/b) + (1 - k alpha) e^(<s, w_r - w_j*>/b)). rho_n = (tau q - epsilon)/(q + epsilon) with "
    "tau = e^-tilted (rounded down where it is read), q = e^(-D/b)/k and epsilon = "
    "sqrt((R_1 + ... + R_m)/b) N^(-1/4), for N = n and eta_n = 0 if alpha = 1/k, else for the "
    "largest N with 4^N kappa^(n-1) <= 1",
    asserts=(
        *tilted.asserts,
        *monotone_in_n.asserts,
        Assertion(_MANY, (Compared(WORST, "<=", LEVEL),)),
    ),
    reductions=(OTHERS, FLOORS),
    arguments=(
        _MARKS,
        _EXCHANGE,
        _TILTING,
        _SLOPES,
        _DRAWN,
        _CLOSE,
        _SHARES,
        _TENDS,
        *tilted.arguments,
    ),
    parts=(*PARTS, *monotone_in_n.parts, *tilted.parts),
)
