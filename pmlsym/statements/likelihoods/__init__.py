"""The vocabulary of the likelihoods of one outcome, under several priors."""

from pmlsym.statements.likelihoods.of_likelihoods import Likelihoods
from pmlsym.statements.likelihoods.outcome import OneOutcome

__all__ = ["Likelihoods", "OneOutcome"]
