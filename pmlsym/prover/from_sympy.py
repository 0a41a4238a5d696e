"""Conversion of sympy's levels and conditions to the language of statements."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from pmlsym.proof.language import Sentence, Term
from pmlsym.prover.corners import numeric
from pmlsym.statements.clauses import Condition
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.text.vocabulary import Comparison

_POWERS_OF_E = sp.exp | type(sp.E)  # exp(1) has a class of its own in sympy


def level_text(worth: Term | None, numbers: Mapping[Term, float]) -> str:
    """Return the logarithm of a term as text, with positive numerator and denominator."""
    if worth is None:
        return "inf"
    worth = sp.powsimp(worth)
    if isinstance(worth, _POWERS_OF_E):
        return _text(_exponent(worth))
    if isinstance(worth, sp.Max | sp.Min) and all(isinstance(a, _POWERS_OF_E) for a in worth.args):
        return _text(worth.func(*map(_exponent, worth.args)))  # exp increases
    numerator, divisor = sp.fraction(sp.together(worth))
    if numeric(divisor, numbers) < 0:
        numerator, divisor = -numerator, -divisor
    divisor, exponent = _without_powers_of_e(divisor)
    quotient = gathered(numerator) / gathered(divisor)
    level = "0" if quotient == 1 else f"log({_text(quotient)})"
    return level if exponent == 0 else str(parse_term(f"{level} - ({_to_text(exponent)})"))


def _without_powers_of_e(term: Term) -> tuple[Term, Term]:
    """Return a product without its factors e^t, and the sum of the t."""
    powers = [factor for factor in sp.Mul.make_args(term) if isinstance(factor, sp.exp)]
    return term / sp.Mul(*powers), sp.Add(*(factor.exp for factor in powers))


def gathered(term: Term) -> Term:
    """Expand a term and collect the coefficient of each exponential.

    Each exponential is a symbol meanwhile: beside another power, as in ``2^a + exp(a)``, sympy's
    `collect` takes one for a power of the other, and returns another number.
    """
    expanded = sp.expand(term)
    powers = sorted(expanded.atoms(sp.exp), key=sp.default_sort_key, reverse=True)
    names = {power: sp.Dummy() for power in powers}
    within = sp.collect(expanded.xreplace(names), list(names.values()))
    return within.xreplace({name: power for power, name in names.items()})


def _exponent(power: Term) -> Term:
    return sp.Integer(1) if power is sp.E else power.args[0]


def _text(term: Term) -> str:
    return str(parse_term(_to_text(term)))


def _to_text(term: Term) -> str:
    """Format a term as text, with subtracted summands last: ``1 - (1 - pmin)*exp(e)``."""
    parts = sorted(map(_signed, sp.Add.make_args(term)), key=lambda part: part[0])
    text = "".join(f" {'-' if negative else '+'} {inside}" for negative, inside in parts)
    return text[3:] if text.startswith(" + ") else f"-{text[3:]}"


def _signed(term: Term) -> tuple[bool, str]:
    """Return whether a summand is subtracted, and the text of its absolute value."""
    negative, sides = False, []
    for side in sp.fraction(term, exact=True):
        factors = []
        for factor in sp.Mul.make_args(side):
            turned = _is_turned(factor)
            negative ^= turned
            factors.append(_factor(-factor if turned else factor))
        sides.append([text for text in factors if text != "1"])
    above, below = sides
    text = "*".join(above) or "1"
    if below:
        text += f"/{below[0]}" if len(below) == 1 else f"/({'*'.join(below)})"
    return negative, text


def _is_turned(factor: Term) -> bool:
    """Whether a factor reads better negated: a number below 0, or pmin - 1."""
    constant, rest = factor.as_coeff_Add()
    grows = any(
        isinstance(part, sp.exp) for part in sp.Add.make_args(rest) if constant and rest.is_Add
    )
    return bool(constant < 0) and not grows


def _factor(factor: Term) -> str:
    if isinstance(factor, sp.Add):
        return f"({_to_text(factor)})"
    if isinstance(factor, sp.Abs):
        inside = factor.args[0]
        return f"max({_to_text(inside)}, {_to_text(-inside)})"
    if factor is sp.E:  # an E is the expectation in the language
        return "exp(1)"
    if isinstance(factor, sp.exp | sp.log | sp.Max | sp.Min):
        inside = ", ".join(sorted(map(_to_text, factor.args)))
        return f"{type(factor).__name__.lower()}({inside})"
    if isinstance(factor, sp.Pow):
        return "^".join(_to_text(p) if p.is_Symbol else f"({_to_text(p)})" for p in factor.args)
    return str(factor)


def condition_of(sentence: Sentence) -> Condition:
    """Convert a comparison of the kernel to a condition of the language."""
    left, right = sentence.args
    sign: Comparison = "<" if isinstance(sentence, sp.Lt) else "<="
    return Condition(parse_term(_text(left)), sign, parse_term(_text(right)))
