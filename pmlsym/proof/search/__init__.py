"""The search for certificates; it is not trusted, as the checker checks every certificate."""

from pmlsym.proof.search.case_splits import find
from pmlsym.proof.search.effort import Effort
from pmlsym.proof.search.solvers import agree, model, refutes

__all__ = ["Effort", "agree", "find", "model", "refutes"]
