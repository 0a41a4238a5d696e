"""Goals of the ledger at numbers and finite laws, and the exact channels these come from."""

from fractions import Fraction as F
from functools import cache

import flint
import sympy as sp
from hypothesis import strategies as st

from pmlsym.exact import sympified as rational
from pmlsym.ledger.catalogue import claim
from pmlsym.ledger.pmc.symbols import w
from pmlsym.proof.evaluation.enclosure import enclose
from pmlsym.proof.language import conjuncts, reals
from tests.random_channels import distributions

HALF = F(1, 2)
ZERO = sp.Integer(0)
SHARES = st.fractions(F(1, 10), F(9, 10), max_denominator=10)
RATIOS = st.fractions(F(11, 10), 4, max_denominator=10)  # e^eps for an eps > 0
s, t, delta, cost, floor = reals("s t delta h a_min")

# --- goals at numbers and finite laws ------------------------------------------------------------


def log(number):
    return sp.log(rational(number))


def fraction(number):
    return F(int(number.p), int(number.q))


def exact(term, values):
    """Evaluate a term that is rational at the values."""
    return fraction(sp.sympify(term).subs(values))


def value(term, values, laws=None):
    return float(enclose(term, values, laws).mid())


def true_at(relation, values, laws=None):
    """Whether a relation holds at numbers; what is equal to 60 digits counts as equal."""
    with flint.ctx.workprec(256):
        left, right = (enclose(side, values, laws) for side in relation.args)
        gap = left - right
        assert gap.is_finite(), relation
        assert gap.rad() < 1e-60, relation
        if isinstance(relation, sp.Eq):
            return gap.contains(0)
        if isinstance(relation, sp.Ne):
            return not gap.contains(0)
        if isinstance(relation, sp.Lt | sp.Gt):
            return bool(gap < 0 if isinstance(relation, sp.Lt) else gap > 0)
        return not (gap > 0 if isinstance(relation, sp.Le) else gap < 0)


def satisfied(part, values, laws=None):
    """Whether numbers and laws satisfy the hypotheses of a part and the supports of its means."""
    return all(true_at(relation, values, laws) for relation in part.goal.hypotheses) and all(
        true_at(relation, {**values, **atom})
        for mean in part.goal.means
        for _, atom in laws[mean.law]
        for relation in conjuncts(mean.support)
    )


def is_true(part, values, laws=None):
    assert satisfied(part, values, laws), part.meaning
    return true_at(part.goal.conclusion, values, laws)


def is_sharp(part, values, laws=None):
    """Whether the part is true, and false if its right side were 1 % smaller."""
    left, right = part.goal.conclusion.args
    smaller = part.goal.conclusion.func(left, right * sp.Rational(99, 100), evaluate=False)
    return is_true(part, values, laws) and not true_at(smaller, values, laws)


def is_equal(part, values, laws=None):
    """Whether the part is true, with equality of its sides."""
    same = sp.Eq(*part.goal.conclusion.args, evaluate=False)
    return is_true(part, values, laws) and true_at(same, values, laws)


def says(part, number, values, laws=None):
    """Whether the left side of the part is that number."""
    return true_at(sp.Eq(part.goal.conclusion.lhs, number, evaluate=False), values, laws)


def true_parts(parts, values, laws=None):
    """How many parts have their hypotheses satisfied; each of them has to be true."""
    tried = [part for part in parts if satisfied(part, values, laws)]
    for part in tried:
        assert true_at(part.goal.conclusion, values, laws), part.meaning
    return len(tried)


@cache
def parts(name):
    return claim(f"pmc.{name}").parts


@cache
def of(name, words):
    """The part of a claim in the meaning of which the words stand."""
    (found,) = (part for part in parts(name) if words in part.meaning)
    return found


def law_of(weights, *variables):
    """A finite law, from the probabilities of its atoms and the values of each variable there."""
    return [
        (rational(weights[i]), {symbol: rational(values[i]) for symbol, values in variables})
        for i in range(len(weights))
        if weights[i]
    ]


def law_of_others(prior, x, values):
    """The value of a secret, w, under the law of the secrets given that they are not x."""
    rest = [i for i in range(len(prior)) if i != x]
    return {"O": law_of([prior[i] / (1 - prior[x]) for i in rest], (w, [values[i] for i in rest]))}


# --- channels ------------------------------------------------------------------------------------


def mean(law, values):
    return sum(m * x for m, x in zip(law, values, strict=True))


def powers(leakage):
    return [sp.exp(entry) for entry in leakage]


def lift_vectors(kernel, prior):
    """P(y), the lifts and the likelihoods of every outcome, from the definition."""
    for line in zip(*kernel, strict=True):
        chance = mean(prior, line)
        yield chance, [k / chance for k in line], line


@st.composite
def mechanisms(draw, positive=False, most=5):
    """A kernel all outcomes of which are possible, and a prior."""
    secrets, outcomes = draw(st.integers(2, most)), draw(st.integers(2, 4))
    kernel = [draw(distributions(outcomes, positive)) for _ in range(secrets)]
    lines = [line for line in zip(*kernel, strict=True) if any(line)]
    prior = draw(distributions(secrets, positive=True))
    return [list(row) for row in zip(*lines, strict=True)], prior


@st.composite
def rare_secrets(draw):
    """A prior whose first secret has the probability p_min <= 1/2, and three levels e^eps."""
    prior = sorted(draw(distributions(draw(st.integers(2, 5)), positive=True)))
    return prior, 1 + draw(SHARES) * prior[0] / (1 - prior[0]), draw(RATIOS), draw(RATIOS)


priors = st.integers(2, 4).flatmap(lambda size: distributions(size, positive=True))


def prior_and_posterior(channel, y):
    """P(x) and P(x | y) as fractions."""
    places = range(channel.shape[0])
    return (
        [fraction(channel.prior[x]) for x in places],
        [fraction(channel.posterior[x, y]) for x in places],
    )
