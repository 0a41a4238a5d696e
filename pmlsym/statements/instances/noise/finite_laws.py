"""Finite laws on the line: rendering, sampling, and shifting to mean zero."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from pmlsym.statements.instances.stochastic import Atoms
from pmlsym.statements.values import ZERO


def law_text(atoms: Atoms) -> str:
    """Return the text of a finite law: each value with its probability.

    Examples
    --------
    >>> law_text(((Fraction(-1), Fraction(2, 3)), (Fraction(2), Fraction(1, 3))))
    '-1 (2/3), 2 (1/3)'
    """
    return ", ".join(f"{value} ({chance})" for value, chance in atoms)


def law_rows(atoms: Atoms) -> list[list[str]]:
    """Return a finite law as JSON-ready rows."""
    return [[str(value), str(chance)] for value, chance in atoms]


def fair(*values: int | Fraction) -> Atoms:
    """Return the uniform law on some values."""
    return tuple((Fraction(value), Fraction(1, len(values))) for value in values)


def draw_law(random: Random, values: Sequence[Fraction]) -> Atoms:
    """Sample a law on at most three of the values."""
    chosen = sorted(random.sample(list(values), random.randint(1, min(3, len(values)))))
    weights = [random.choice((1, 1, 2, 3, 8)) for _ in chosen]
    return tuple((v, Fraction(w, sum(weights))) for v, w in zip(chosen, weights, strict=True))


def centred(atoms: Atoms) -> Atoms:
    """Return a law shifted to mean zero.

    Examples
    --------
    >>> centred(fair(0, 1))[0]
    (Fraction(-1, 2), Fraction(1, 2))
    """
    middle = sum((chance * value for value, chance in atoms), ZERO)
    return tuple((value - middle, chance) for value, chance in atoms)
