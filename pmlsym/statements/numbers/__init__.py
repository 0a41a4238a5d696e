"""Statements about real numbers alone: formulas that are compared, within ranges."""

from pmlsym.statements.numbers.statement import OfNumbers

__all__ = ["OfNumbers"]
