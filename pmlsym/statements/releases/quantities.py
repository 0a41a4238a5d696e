"""Quantities of a release: names of terms such as ``leak``, and their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from pmlsym.statements.arithmetic import divide, log, multiply
from pmlsym.statements.evaluation import NO_CHANNEL, ByName, Evaluation
from pmlsym.statements.instances.released.bounds import (
    by_signs,
    corner,
    farthest_columns,
    triangle_terms,
)
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.instances.released.worst import worst_leakage, worst_outcome
from pmlsym.statements.terms import Number, Operation, Parameter, Term
from pmlsym.statements.text.latex import name_latex, term_latex
from pmlsym.statements.text.words import put_names
from pmlsym.statements.values import ONE, LogOf, Value

SCALE = "b"


def _rate(instance: Release) -> Value:
    """Return 1/b as a logarithm where e^(-1/b) is rational, so that e^(2/b) is rational too."""
    if isinstance(instance.decay, Fraction):
        return divide(LogOf(1 / instance.decay), instance.unit)
    return divide(ONE, instance.scale)


@dataclass(frozen=True)
class _Quantity:
    """A quantity of a release: its definition, and its notation if it is not its name.

    Parameters
    ----------
    of : computes the value on a release.
    words, latex : the notation in a line of words, and for math mode; empty for the name.
    meaning : the definition in words; empty where the notation says it.
    needs : the parts of an instance on which it depends besides workload, alpha and scale:
        "outcome" (with the priors), "priors", or "records", their number.
    """

    of: Callable[[Release], Value]
    words: str = ""
    latex: str = ""
    meaning: str = ""
    needs: str = ""


def _largest(instance: Release, records: int) -> Value:
    """Return the largest leakage over priors and outcomes, also between and beyond answers."""
    return worst_leakage(instance, records, between=True, beyond=True)


_OF_RECORD = (
    "l(D_i -> y) is the logarithm of the largest ratio of the density of y given the class of the "
    "record and the density of y"
)
_LARGEST = "l(D_i -> y) over priors in Q_alpha and outcomes"
_COUNTS = {
    "k": _Quantity(lambda instance: Fraction(instance.classes)),
    "m": _Quantity(lambda instance: Fraction(instance.queries)),
    "records": _Quantity(lambda instance: Fraction(instance.records), "n", "n", needs="records"),
}
_OF: Mapping[str, _Quantity] = {
    "leak": _Quantity(
        lambda instance: instance.pml, "l(D_i -> y)", r"\ell(D_i \to y)", _OF_RECORD, "outcome"
    ),
    "worst": _Quantity(
        lambda instance: worst_outcome(instance).pml,
        "max_y l(D_i -> y)",
        r"\max_y \ell(D_i \to y)",
        f"max_y l(D_i -> y) is the largest leakage at any outcome: {_OF_RECORD}",
        "priors",
    ),
    "dp": _Quantity(
        lambda instance: instance.dp,
        "eps_DP",
        r"\varepsilon_{\mathrm{DP}}",
        "eps_DP is the smallest eps with eps-DP",
        "records",
    ),
    "least": _Quantity(
        lambda instance: min(instance.priors[instance.record]),
        "min_j P(D_i = j)",
        r"\min_j P(D_i = j)",
        "min_j P(D_i = j) is the smallest probability of a class of the record",
        "priors",
    ),
    "largest": _Quantity(
        lambda instance: _largest(instance, instance.records),
        "L_n",
        "L_n",
        f"L_n is the largest {_LARGEST}",
        "records",
    ),
    "largest_of_more": _Quantity(
        lambda instance: _largest(instance, instance.records + 1),
        "L_(n+1)",
        "L_{n+1}",
        f"L_(n+1) is the largest {_LARGEST} of one more record",
        "records",
    ),
    "largest_of_one": _Quantity(
        lambda instance: _largest(instance, 1),
        "L_1",
        "L_1",
        f"L_1 is the largest {_LARGEST} of a single record",
    ),
    "largest_at_answers": _Quantity(
        lambda instance: worst_leakage(instance, instance.records),
        "L_n at answers",
        r"\max_{P_X\in\mathcal Q_\alpha,\ y_l\in\{w_{l,:}x\}}\ell(D_i\to y)",
        f"L_n at answers is the largest {_LARGEST} of which every y_l is an answer that some "
        "database gives",
        "records",
    ),
    "largest_beyond": _Quantity(
        lambda instance: worst_leakage(instance, instance.records, beyond=True, inside=False),
        "L_n at ends",
        r"\max_{P_X\in\mathcal Q_\alpha,\ y_l\notin(nw_{l\min},nw_{l\max})}\ell(D_i\to y)",
        f"L_n at ends is the largest {_LARGEST} of which every y_l is at or beyond an end of its "
        "range",
        "records",
    ),
    "sensitivity": _Quantity(
        lambda instance: instance.sensitivity,
        "max ||W(x - x')||_1",
        r"\max_{x \sim x'}\|W(x-x')\|_1",
        "max ||W(x - x')||_1 is the largest distance of the answers of neighbours",
        "records",
    ),
    "diameter": _Quantity(
        farthest_columns,
        "D",
        r"\max_{j,r}\|w_j-w_r\|_1",
        "D is the largest distance ||w_j - w_r||_1 of two columns of W",
    ),
    "spread": _Quantity(
        lambda instance: max(spread for _, spread in by_signs(instance)),
        "S",
        r"\max_{\mathcal I}\bigl(c_{j^*}-c_{j_*}\bigr)",
        "S is the largest <s, w_j - w_r> over classes j and r and signs s in {-1, 1}^m",
    ),
    "corner": _Quantity(
        lambda instance: log(corner(instance)),
        "(5)",
        "(5)",
        "(5) is the largest -log(alpha sum_j e^(<s, w_r - w_j>/b) + (1 - k alpha) "
        "e^(<s, w_r - w_c>/b)) over classes r and c and signs s in {-1, 1}^m, with w_j the column "
        "of class j in W",
    ),
    "triangle": _Quantity(
        lambda instance: log(max(triangle_terms(instance))),
        "(7)",
        "(7)",
        "(7) is the largest -log(alpha sum_j e^(-||w_r - w_j||_1/b) + (1 - k alpha) "
        "e^(-||w_r - w_c||_1/b)) over classes r and c, with w_j the column of class j in W",
    ),
    "alpha": _Quantity(lambda instance: instance.alpha),
    SCALE: _Quantity(lambda instance: divide(ONE, _rate(instance))),
    **_COUNTS,
}
NAMES = tuple(_OF)
SIZES = frozenset(_COUNTS)
MEANINGS = MappingProxyType({name: one.meaning for name, one in _OF.items() if one.meaning})
NEEDS = MappingProxyType({name: one.needs for name, one in _OF.items()})
_WORDS = {name: one.words for name, one in _OF.items() if one.words}
_LATEX = {name: one.latex for name, one in _OF.items() if one.latex}
_NAMED = re.compile(rf"\b({'|'.join(_WORDS)})\b")
_LATEX_OF = {name_latex(name): latex for name, latex in _LATEX.items()}
_SHOWN = re.compile("|".join(map(re.escape, sorted(_LATEX_OF, key=len, reverse=True))))


def display(text: object) -> str:
    """Return a text with the quantities in mathematical notation.

    Examples
    --------
    >>> display("leak <= 2/b")
    'l(D_i -> y) <= 2/b'
    """
    return put_names(str(text), _NAMED, lambda found: _WORDS[found[1]])


def latex(term: Term) -> str:
    r"""Return a term as LaTeX, with the quantities in mathematical notation.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> print(latex(parse_term("2*leak")))
    2 \, \ell(D_i \to y)
    """
    return put_names(term_latex(term), _SHOWN, lambda found: _LATEX_OF[found[0]])


class SeenRelease(ByName):
    """Quantities of a release by their names, computed on first use.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> from pmlsym.statements.instances.released.histogram import histogram
    >>> half = Fraction(1, 2)
    >>> seen = SeenRelease(histogram(half, half, outcome=[1, 0]))
    >>> seen.value(parse_term("leak")), seen.value(parse_term("exp(2/b)"))
    (LogOf(argument=Fraction(8, 5)), Fraction(4, 1))
    """

    def __init__(self, instance: Release) -> None:
        super().__init__()
        self.instance = instance

    def __missing__(self, name: str) -> Value:
        self[name] = _OF[name].of(self.instance)
        return self[name]

    @cached_property
    def _evaluation(self) -> Evaluation:
        return _Scaled(NO_CHANNEL, self)


class _Scaled(Evaluation):
    """Values of terms, with division by b computed as multiplication by 1/b."""

    parameters: SeenRelease

    def value(self, term: Term, at: Mapping[str, int] = {}) -> Value:
        """Return the value of a term."""
        if isinstance(term, Operation) and term.sign == "/":
            return self._over(self.value(term.left), term.right)
        return super().value(term, at)

    def _over(self, top: Value, bottom: Term) -> Value:
        if bottom == Parameter(SCALE):
            return multiply(top, _rate(self.parameters.instance))
        if isinstance(bottom, Operation) and bottom.sign == "*":
            return self._over(self._over(top, bottom.left), bottom.right)
        if isinstance(bottom, Operation) and bottom.left == Parameter(SCALE):
            power = bottom.right
            if bottom.sign == "^" and isinstance(power, Number) and power.value in (2, 3):
                for _ in range(power.value.numerator):
                    top = self._over(top, bottom.left)
                return top
        return divide(top, self.value(bottom))
