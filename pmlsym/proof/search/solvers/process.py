"""A program that reads SMT-LIB 2 from standard input and prints the answer of the named solver.

It is a separate process, so that a solver that exceeds its limits can be killed.
"""

from __future__ import annotations

import ctypes
import signal
import sys
from types import MappingProxyType

_SIGNAL_AT_PARENTS_END = 1  # PR_SET_PDEATHSIG


def end_with_parent() -> None:
    """Have this process end with its parent, where the system supports it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SIGNAL_AT_PARENTS_END, signal.SIGKILL)


def answer_of_z3(text: str) -> str:
    """Return z3's answer on the assertions."""
    import z3

    solver = z3.SolverFor("QF_NRA")
    solver.from_string(text)
    return str(solver.check())


def answer_of_cvc5(text: str) -> str:
    """Return cvc5's answer on the assertions."""
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setLogic("QF_NRA")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "standard input")
    symbols = parser.getSymbolManager()
    while not (command := parser.nextCommand()).isNull():
        command.invoke(solver, symbols)
    return str(solver.checkSat())


SOLVERS = MappingProxyType({"z3": answer_of_z3, "cvc5": answer_of_cvc5})

if __name__ == "__main__":
    end_with_parent()
    print(SOLVERS[sys.argv[1]](sys.stdin.read()))  # its one line of output
