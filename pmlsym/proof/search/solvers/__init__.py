"""Solvers of nonlinear real arithmetic, which guide the search and are not trusted."""

from pmlsym.proof.search.solvers.real_arithmetic import (
    RealSolver,
    agree,
    model,
    refutes,
    z3_installed,
)

__all__ = ["RealSolver", "agree", "model", "refutes", "z3_installed"]
