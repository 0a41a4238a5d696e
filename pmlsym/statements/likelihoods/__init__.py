"""Statements about the likelihoods of one outcome, under several priors."""

from pmlsym.statements.likelihoods.largest import SameLargest
from pmlsym.statements.likelihoods.outcome import OneOutcome
from pmlsym.statements.likelihoods.priors import Both, Drawn, Mixed, Prior
from pmlsym.statements.likelihoods.statement import OfLikelihoods
from pmlsym.statements.likelihoods.together import Additive, Pairs

__all__ = [
    "Additive",
    "Both",
    "Drawn",
    "Mixed",
    "OfLikelihoods",
    "OneOutcome",
    "Pairs",
    "Prior",
    "SameLargest",
]
