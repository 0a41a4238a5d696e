"""Quantities of a released histogram: names of terms such as ``leak``, and their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from pmlsym.statements.arithmetic import divide, multiply
from pmlsym.statements.evaluation import NO_CHANNEL, ByName, Evaluation
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.instances.released.worst import worst_outcome
from pmlsym.statements.terms import Number, Operation, Parameter, Term
from pmlsym.statements.text.latex import term_latex
from pmlsym.statements.text.named import put_names
from pmlsym.statements.values import ONE, LogOf, Value

SCALE = "b"


def _rate(instance: Release) -> Value:
    """Return 1/b as a logarithm where e^(-1/b) is rational, so that e^(2/b) is rational too."""
    if isinstance(instance.decay, Fraction):
        return divide(LogOf(1 / instance.decay), instance.unit)
    return divide(ONE, instance.scale)


_OF: Mapping[str, Callable[[Release], Value]] = {
    "leak": lambda instance: instance.pml,
    "worst": lambda instance: worst_outcome(instance).pml,
    "dp": lambda instance: instance.dp,
    "least": lambda instance: min(instance.priors[instance.record]),
    "alpha": lambda instance: instance.alpha,
    SCALE: lambda instance: divide(ONE, _rate(instance)),
    "k": lambda instance: Fraction(instance.classes),
}
NAMES = tuple(_OF)
SIZES = frozenset({"k"})
_WORDS = {
    "leak": "l(D_i -> y)",
    "worst": "max_y l(D_i -> y)",
    "dp": "eps_DP",
    "least": "min_j P(D_i = j)",
}
_MEANINGS = {
    "leak": "l(D_i -> y) is the logarithm of the largest ratio of the density of y given the class "
    "of the record and the density of y",
    "worst": "max_y l(D_i -> y) is the largest leakage at any outcome: l(D_i -> y) is the "
    "logarithm of the largest ratio of the density of y given the class of the record and the "
    "density of y",
    "dp": "eps_DP is the smallest eps with eps-DP",
    "least": "min_j P(D_i = j) is the smallest probability of a class of the record",
}
MEANINGS = MappingProxyType(_MEANINGS)
_LATEX = {
    "leak": r"\ell(D_i \to y)",
    "worst": r"\max_y \ell(D_i \to y)",
    "dp": r"\varepsilon_{\mathrm{DP}}",
    "least": r"\min_j P(D_i = j)",
}
_NAMED = re.compile(rf"\b({'|'.join(_WORDS)})\b")
_SHOWN = re.compile(rf"\\mathrm\{{({'|'.join(_LATEX)})\}}")


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
    return put_names(term_latex(term), _SHOWN, lambda found: _LATEX[found[1]])


class SeenHistogram(ByName):
    """Quantities of a released histogram by their names, computed on first use.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> from pmlsym.statements.instances.released.histogram import histogram
    >>> half = Fraction(1, 2)
    >>> seen = SeenHistogram(histogram(half, half, outcome=[1, 0]))
    >>> seen.value(parse_term("leak")), seen.value(parse_term("exp(2/b)"))
    (LogOf(argument=Fraction(8, 5)), Fraction(4, 1))
    """

    def __init__(self, instance: Release) -> None:
        super().__init__()
        self.instance = instance

    def __missing__(self, name: str) -> Value:
        self[name] = _OF[name](self.instance)
        return self[name]

    @cached_property
    def _evaluation(self) -> Evaluation:
        return _Scaled(NO_CHANNEL, self)


class _Scaled(Evaluation):
    """Values of terms, with division by b computed as multiplication by 1/b."""

    parameters: SeenHistogram

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
