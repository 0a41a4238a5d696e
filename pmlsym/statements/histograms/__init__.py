"""Statements about the leakage of a record through a released histogram.

>>> said = OfHistograms.of(f"{HISTOGRAM}: leak <= 2/b - log(1 - alpha + alpha*exp(2/b))")
>>> said.trial(40).violations
0
>>> said = OfHistograms.of(f"{HISTOGRAM}: leak <= 1/b - log(1 - alpha + alpha*exp(1/b))")
>>> said.trial(40).violations > 0
True
"""

from pmlsym.statements.histograms.statement import HISTOGRAM, OfHistograms

__all__ = ["HISTOGRAM", "OfHistograms"]
