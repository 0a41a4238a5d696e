"""Statements about the likelihoods of one outcome, under several priors."""

from pmlsym.statements.likelihoods.outcome import OneOutcome
from pmlsym.statements.likelihoods.statement import OfLikelihoods

__all__ = ["OfLikelihoods", "OneOutcome"]
