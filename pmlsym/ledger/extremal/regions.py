"""The number of secrets that an outcome can exclude under PML, and the levels for each."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.extremal import worth
from pmlsym.ledger.extremal.symbols import PAPER, bound, exponentiated, zeros
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.symbols import ONE, ZERO, epsilon, p, v, w
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import log, minus
from pmlsym.statements.assertion import Assertion
from pmlsym.statements.instances.rationals import Table
from pmlsym.statements.instances.valued.utility import Valued, mixed_from
from pmlsym.statements.values import Value

_least, _common, _number, _cut = reals("s_k C j tau")
_chance = reals("delta")[0]
# the lifts of a random secret that is neither excluded nor x
_WITHIN = AnyLaw((w,), sp.And(w >= 0, relate(w, "<=", bound)), "O")
_MORE, _LESS = AnyLaw((v,), relate(v, ">=", _cut), "A"), AnyLaw((v,), relate(v, "<=", _cut), "B")
_SWAPPED = (
    _number >= 0,
    relate(zeros, "==", _common + _number * _MORE.mean(v)),
    relate(_least, "==", _common + _number * _LESS.mean(v)),
)
_EXISTS = (zeros > 0, zeros < 1, relate(bound * (1 - zeros), ">=", ONE))
_MIXED = (
    bound > 1,
    v >= 0,
    relate(v, "<=", bound),
    _chance > 0,
    relate(_chance, "<=", 1 / bound),
    relate(_chance, "<=", 1 - 1 / bound),
)
_LEVEL = relate(epsilon, ">=", sp.log(1 / (1 - zeros)))
_REST = (1 - _chance * v) / (1 - _chance)


def _swap(goal: Goal) -> Step:
    return Decided(goal, tuple(law.averaged(law.support) for law in (_MORE, _LESS)))


def _level_of(count: int, instance: Valued) -> Value:
    """Return log 1/(1 - s_k)."""
    return minus(log(1 - sum(sorted(instance.prior)[:count], Fraction(0))))


def _most_zeros(instance: Valued) -> int:
    return max(vector.count(Fraction(0)) for _, vector in instance.outcomes)


def _ruling_out(instance: Valued) -> Table:
    """Return a mechanism that excludes the k rarest secrets with a small probability."""
    order = sorted(range(len(instance.prior)), key=lambda x: instance.prior[x])
    gone = set(order[: instance.ruled_out])
    mass = 1 - sum((instance.prior[x] for x in gone), Fraction(0))
    vector = tuple(Fraction(0) if x in gone else 1 / mass for x in range(len(order)))
    chance = min(1 / instance.high, 1 - 1 / instance.high) / 2
    rest = tuple((1 - chance * lift) / (1 - chance) for lift in vector)
    return mixed_from([(chance, vector), (1 - chance, rest)])


_COUNT = worth.number("k", "k", lambda a: Fraction(a.ruled_out))
_EPSILON = worth.number("log B", r"\varepsilon", lambda a: log(a.high))
_LEVEL_OF_K = worth.number(
    "log(1/(1 - s_k))", r"\log\tfrac1{1-s_k}", lambda a: _level_of(a.ruled_out, a)
)
_LEVEL_OF_ZEROS = worth.number(
    "log(1/(1 - s_k)) for the k secrets that an outcome rules out",
    r"\log\tfrac1{1-s_k},\ k=|\{x:v_y(x)=0\}|",
    lambda a: _level_of(_most_zeros(a), a),
)
_ZEROS_OF_BUILT = worth.number(
    "secrets that an outcome of the mechanism rules out",
    r"\max_y|\{x:v^*_y(x)=0\}|",
    lambda a: Fraction(_most_zeros(a.with_kernel(_ruling_out(a)))),
)

regions = Claim(
    "extremal.regions",
    PAPER,
    "own",
    says="an outcome can rule out k secrets exactly from eps = log(1/(1 - s_k)) on, with s_k the "
    "sum of the k smallest prior probabilities",
    statement=r"\exists\,v,\ |\{x:v(x)=0\}|=k\iff e^\varepsilon(1-s_k)\ge1\iff\varepsilon\ge\log"
    r"\tfrac1{1-s_k}",
    scope="every finite alphabet, every prior and 1 <= k < |X|; B = e^eps. s is the probability of "
    "the ruled out secrets, x one that is not. The sum of the k smallest is compared with any "
    "other k by what both leave out: as many secrets on both sides, of probabilities at least and "
    "at most some tau",
    parts=(
        follows(
            "zeros of the probability s, and a mean of one, leave e^eps (1 - s) >= 1",
            (
                p > 0,
                relate(p + zeros, "<=", ONE),
                relate(v, "==", (1 - (1 - p - zeros) * _WITHIN.mean(w)) / p),
                relate(v, "<=", bound),
            ),
            relate(bound * (1 - zeros), ">=", ONE),
            _WITHIN.on_average(relate(w, "<=", bound)),
        ),
        follows(
            "no k secrets are less likely than the k least likely: each that only the former have "
            "is at least as likely as each that only the latter have",
            _SWAPPED,
            relate(_least, "<=", zeros),
            _swap,
        ),
        follows(
            "so e^eps (1 - s_k) >= 1",
            (bound >= 1, relate(bound * (1 - zeros), ">=", ONE), relate(_least, "<=", zeros)),
            relate(bound * (1 - _least), ">=", ONE),
        ),
        follows(
            "conversely 1/(1 - s) at every other secret is within the bound",
            _EXISTS,
            relate(1 / (1 - zeros), "<=", bound),
        ),
        follows(
            "and has mean one",
            (zeros < 1, relate(v, "==", 1 / (1 - zeros))),
            relate((1 - zeros) * v, "==", ONE),
        ),
        follows("then e^eps > 1", _EXISTS, relate(bound, ">", ONE)),
        follows(
            "so that the lift vector is that of an outcome of a mechanism, of a small probability "
            "delta: the lifts at a second outcome are within the bound",
            _MIXED,
            relate(_REST, "<=", bound),
        ),
        follows("and not negative", _MIXED, relate(_REST, ">=", ZERO)),
        follows(
            "in nats",
            (zeros < 1, relate(sp.exp(epsilon) * (1 - zeros), ">=", ONE)),
            relate(epsilon, ">=", sp.log(1 / (1 - zeros))),
            compare_exponentials,
        ),
        follows(
            "and back",
            (zeros < 1, _LEVEL),
            relate(sp.exp(epsilon) * (1 - zeros), ">=", ONE),
            lambda goal: exponentiated(goal, _LEVEL),
        ),
    ),
    asserts=(
        Assertion(
            worth.ZEROS,
            (worth.compared(_LEVEL_OF_ZEROS, "<=", _EPSILON),),
            (worth.WITHIN,),
        ),
        Assertion(
            worth.ZEROS,
            (
                worth.compared(_ZEROS_OF_BUILT, "=", _COUNT),
                *worth.attained("the mechanism that rules out the k rarest", _ruling_out, "B"),
            ),
            (worth.compared(_LEVEL_OF_K, "<=", _EPSILON),),
        ),
    ),
    reductions=(worth.MIXTURE,),
)
