"""General alphabets: a countable and a continuous mechanism, Ex. 8 and 9, and Sec. VI."""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.mechanisms import clayton_density, mixed_density, retained
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.mechanisms import general_statements as said
from pmlsym.ledger.pmc.symbols import HALF, ONE, PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Identical
from pmlsym.statements.argument import Argument

# --- Example 8: u = 3^-m; the sum of 3^-n over n >= 1 is 1/2 -------------------------------------

u, level, rest, other = reals("u B S a")
_HERE = (u > 0, relate(u, "<=", sp.Rational(1, 3)))
_SERIES = (relate(rest, "==", HALF),)
SAME, OTHER = retained(1, u), retained(0, u)  # P(m|m) and P(m|n) for n != m, m >= 1
_ZERO, _TO_ZERO = retained(1, HALF), retained(0, HALF)  # P(0|0) and P(0|n) for n >= 1

example_8 = Claim(
    "pmc.example-8",
    PAPER,
    "Ex. 8",
    says="P_Y = P_X, PML unbounded, PMC = log 2",
    scope="all m >= 0, by u = 3^-m; S = sum_{n>=1} 3^-n = 1/2. The PML is log((3^m + 1)/2) at m >= "
    "1, as it is calculated there; at 0 it is log(3/2)",
    parts=(
        follows("the prior sums to one", _SERIES, relate(HALF + rest, "==", ONE)),
        follows("the row of 0 sums to one", _SERIES, relate(_ZERO + retained(0, rest), "==", ONE)),
        follows(
            "so does every other row", _SERIES, relate(_TO_ZERO + retained(1, rest), "==", ONE)
        ),
        follows("P_Y(0) = 1/2", _SERIES, relate(HALF * _ZERO + rest * _TO_ZERO, "==", HALF)),
        follows(
            "P_Y(m) = 3^-m for m >= 1",
            _SERIES,
            relate(HALF * OTHER + u * SAME + (rest - u) * OTHER, "==", u),
        ),
        follows(
            "PML at m is log((3^m + 1)/2), the lift of m",
            _HERE,
            relate(sp.log(SAME / u), "==", sp.log((1 / u + 1) / 2)),
            compare_exponentials,
        ),
        follows(
            "beyond every level B for large m",
            (u > 0, relate(u, "<", sp.exp(-level) / 2)),
            relate(sp.log((1 / u + 1) / 2), ">", level),
            compare_exponentials,
        ),
        follows(
            "the smallest lift at m is that of the others, and PMC is log 2",
            (*_HERE, relate(other, "==", OTHER)),
            relate(sp.log(u / other), "==", sp.log(2)),
            compare_exponentials,
        ),
        follows("the lift of m is larger", _HERE, relate(SAME, ">", OTHER)),
        follows(
            "at m = 0 the smallest likelihood is 1/4 and P_Y(0) = 1/2: PMC log 2",
            _SERIES,
            relate((HALF * _ZERO + rest * _TO_ZERO) / _TO_ZERO, "==", 2 * ONE),
        ),
    ),
    asserts=(said.POWERS, said.POWERS_FROM_ONE),
    arguments=(
        Argument("the sum of 3^-n over 1 <= n <= m is (1 - 3^-m)/2, so that S = 1/2", said.SERIES),
    ),
)

# --- Example 9: the Clayton copula ---------------------------------------------------------------

x, y, eta, small = reals("x y eta delta")
_SQUARE = (x > 0, x <= 1, y > 0, y < 1)
_SUM = x + y - x * y
_DENSITY = clayton_density(x, y)
COPULA = 2 / (x * y) ** 2 * (1 / x + 1 / y - 1) ** -3
_TILTED = (x / _SUM) ** 2
_MIXTURE = (eta > 0, eta < 1)


def _mixed(density: Term) -> Term:
    return mixed_density(eta, density)


example_9 = Claim(
    "pmc.example-9",
    PAPER,
    "Ex. 9",
    says="uniform marginals, PML unbounded, PMC <= log(1/eta)",
    scope="every eta in (0, 1); PMC is log(1/eta) at every y, not only at most that. The integral "
    "of the density over x is by the fundamental theorem of calculus, that over y by symmetry",
    parts=(
        follows("c_1 = 2xy/(x + y - xy)^3", _SQUARE, relate(COPULA, "==", _DENSITY), Identical),
        follows(
            "(x/(x + y - xy))^2 has the derivative c_1 in x",
            _SQUARE,
            relate(sp.diff(_TILTED, x), "==", _DENSITY),
            Identical,
        ),
        follows(
            "and grows from 0 at x = 0",
            (y > 0, y < 1, relate(x, "==", ZERO)),
            relate(_TILTED, "==", ZERO),
        ),
        follows(
            "to 1 at x = 1: the marginals are uniform",
            (y > 0, y < 1, relate(x, "==", ONE)),
            relate(_TILTED, "==", ONE),
        ),
        follows(
            "PML: on the diagonal the density exceeds every B near 0",
            (*_MIXTURE, level > 0, x > 0, x < 1, relate(x, "<", (1 - eta) / (4 * level))),
            relate(_mixed(clayton_density(x, x)), ">", level),
        ),
        follows(
            "PMC: the density is at least eta",
            (*_MIXTURE, *_SQUARE),
            relate(_mixed(_DENSITY), ">=", eta),
        ),
        follows(
            "and within delta of it for x < delta y^2/2",
            (*_MIXTURE, *_SQUARE, small > 0, relate(x, "<", small * y**2 / 2)),
            relate(_mixed(_DENSITY), "<", eta + small),
        ),
    ),
    asserts=said.MIXTURE,
    arguments=(
        Argument(
            "the integral of a density that has an antiderivative is its increase, and the density "
            "is symmetric in x and y",
            said.MARGINALS,
        ),
    ),
)

# --- Section VI -----------------------------------------------------------------------------------

section_6_any = Claim(
    "pmc.section-6.any",
    PAPER,
    'Sec. VI, "A mechanism can have bounded PMC, bounded PML, both, or neither"',
    says="in general measurable spaces a mechanism can have bounded PMC alone, bounded PML alone, "
    "both, or neither",
    scope="each of the four exists, bounded over all outcomes: a secret that is kept with some "
    "probability, else drawn again, among finitely or countably many. The first is Example 8; a "
    "secret that is kept for sure has infinite PMC, and a bounded PML if it is finite",
    asserts=said.ANY,
    models=said.EXAMPLES,
)
