r"""The mean lift of an outcome under the uniform prior, from its extreme lifts under another one.

**Theorem (uniform prior).** Let v be the lifts of an outcome under a prior p of n secrets, with the
extremes s and t, and u their mean under the uniform prior. Its lifts under the uniform prior are
v/u, and

.. math:: (n-1)\,t + s \le n u \le (n-1)\,s + t, \qquad
          (1 - n p_{\min})\,t \le 1 - n p_{\min} u \le (1 - n p_{\min})\,s,

and :math:`(n p_{\max} - 1)\,t \le n p_{\max} u - 1 \le (n p_{\max} - 1)\,s`.

*Because*: P(y) under the uniform prior is u times P(y) under p. One of the lifts is s, one is t (if
n >= 2), and all are between. As :math:`1 = \sum_x p_x v_x`, the middle terms are
:math:`\sum_x (p_x - p_{\min}) v_x` and :math:`\sum_x (p_{\max} - p_x) v_x`.
"""

from __future__ import annotations

from pmlsym.proof.language import Sentence
from pmlsym.statements.clauses import Condition
from pmlsym.statements.reductions.encoding import ONE, ZERO, relate
from pmlsym.statements.reductions.extremes import Outcome
from pmlsym.statements.reductions.priors import PriorShape
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.text.vocabulary import PriorName
from pmlsym.statements.under_priors import UniformMean

UNIFORM_PRIOR = PaperTheorem(
    "uniform prior",
    "Under the uniform prior the lifts of an outcome are those under a prior p over their mean u; "
    "n u is from (n - 1) t + s to (n - 1) s + t, and 1 - n pmin u is from (1 - n pmin) t to "
    "(1 - n pmin) s, for the largest lift s and the smallest t; likewise n pmax u - 1.",
    "The mean of the lifts under p is 1, and all lifts are from t to s.",
)


def is_about_uniform(*conditions: Condition) -> bool:
    """Whether one of the conditions contains the mean lift under the uniform prior.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> is_about_uniform(*parse("PML(e)").claimed)
    False
    """
    return any(isinstance(part, UniformMean) for one in conditions for part in one.parts)


def uniform_mean(shape: PriorShape, outcome: Outcome) -> tuple[Sentence, ...]:
    """Return what is known of the mean lift under the uniform prior, by the theorem.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> from fractions import Fraction
    >>> from pmlsym.statements.reductions.priors import fixed
    >>> shape = fixed((Fraction(1, 2), Fraction(1, 2)))
    >>> uniform_mean(shape, Outcome(*reals("s t u")))[1:3]
    (s + t <= 2*u, 2*u <= s + t)
    """
    s, t, mean = outcome.high, outcome.low, outcome.mean
    n = shape.values["n"]
    if mean is None or len(shape.rarest) == 1:
        return () if mean is None else (relate(mean, "=", ONE),)
    found = [
        relate(mean, ">", ZERO),
        relate((n - 1) * t + s, "<=", n * mean),
        relate(n * mean, "<=", (n - 1) * s + t),
    ]
    bounds: tuple[tuple[PriorName, int], ...] = (("pmin", 1), ("pmax", -1))
    for name, sign in bounds:
        mass = shape.values.get(name)
        if mass is not None:
            rest, middle = sign * (1 - n * mass), sign * (1 - n * mass * mean)
            found += [relate(rest * t, "<=", middle), relate(middle, "<=", rest * s)]
    return tuple(found)
