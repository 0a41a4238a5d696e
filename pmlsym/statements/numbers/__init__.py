"""Statements about real numbers alone: comparisons of formulas, within ranges."""

from pmlsym.statements.numbers.statement import OfNumbers

__all__ = ["OfNumbers"]
