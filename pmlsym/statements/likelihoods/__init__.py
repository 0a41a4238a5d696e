"""Statements about the likelihoods of one outcome, under several priors."""

from pmlsym.statements.likelihoods.of_likelihoods import OfLikelihoods
from pmlsym.statements.likelihoods.outcome import OneOutcome

__all__ = ["OfLikelihoods", "OneOutcome"]
