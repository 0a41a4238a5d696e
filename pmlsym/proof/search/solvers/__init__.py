"""Solvers of nonlinear real arithmetic, which steer the search and are believed nowhere."""

from pmlsym.proof.search.solvers.real_arithmetic import (
    RealSolver,
    agree,
    model,
    refutes,
    z3_installed,
)

__all__ = ["RealSolver", "agree", "model", "refutes", "z3_installed"]
