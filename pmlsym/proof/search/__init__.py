"""The search for certificates: nothing it finds is believed before a checker has checked it."""

from pmlsym.proof.search.case_splits import find
from pmlsym.proof.search.effort import Effort
from pmlsym.proof.search.solvers import agree, model, refutes

__all__ = ["Effort", "agree", "find", "model", "refutes"]
