"""Statements about the likelihoods of one outcome, under several priors."""

from pmlsym.statements.likelihoods.largest import SameLargest
from pmlsym.statements.likelihoods.outcome import OneOutcome
from pmlsym.statements.likelihoods.statement import OfLikelihoods
from pmlsym.statements.likelihoods.together import Additive, Pairs

__all__ = ["Additive", "OfLikelihoods", "OneOutcome", "Pairs", "SameLargest"]
