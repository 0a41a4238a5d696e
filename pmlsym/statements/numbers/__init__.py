"""Statements about real numbers alone: comparisons of formulas, within ranges."""

from pmlsym.statements.numbers.of_numbers import OfNumbers

__all__ = ["OfNumbers"]
