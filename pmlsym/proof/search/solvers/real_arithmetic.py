"""Queries to z3 and cvc5 on the consistency of hypotheses over the reals.

Their answers are not trusted: they guide the search for a certificate, which is checked. z3 works
in a thread of its own, in a separate context for every problem, within its own limit of resources.
"""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from pmlsym import deadline
from pmlsym.proof.certificates.document import Hypothesis
from pmlsym.proof.search.effort import Budget, Effort
from pmlsym.proof.search.highs import installed
from pmlsym.proof.search.points import common_point
from pmlsym.proof.search.polynomials import Fact, Polynomial, Ring, are_steep
from pmlsym.proof.search.solvers import process, worker

if TYPE_CHECKING:
    import z3

# --- SMT-LIB 2 text, which z3 and cvc5 both read --------------------------------------------------

Cases = Sequence[Sequence[Fact]]  # one of which holds, with all its facts


def script(ring: Ring, hypotheses: Sequence[Cases]) -> str:
    """Return the declarations and one assertion for each hypothesis, without ``(check-sat)``.

    Examples
    --------
    >>> ring = Ring(["a"])
    >>> print(script(ring, [[[ring.fact([">", [["1/2", "a", "a"], ["-1"]]])]]]), end="")
    (declare-fun x0 () Real)
    (assert (> (+ (* x0 x0) (- 2)) 0))
    """
    declarations = [f"(declare-fun x{v} () Real)\n" for v in range(len(ring.names))]
    return "".join(declarations) + "".join(f"(assert {any_of(cases)})\n" for cases in hypotheses)


def any_of(cases: Cases) -> str:
    """Return the formula that one of the cases holds."""
    return _joined("or", [_joined("and", [comparison(f) for f in case], "true") for case in cases])


def comparison(fact: Fact) -> str:
    """Return the formula of a fact."""
    return f"({fact.relation} {polynomial_text(fact.polynomial)} 0)"


def polynomial_text(polynomial: Polynomial) -> str:
    """Return a positive integer multiple of the polynomial, as a term."""
    terms = polynomial.to_dict()
    denominator = math.lcm(*(int(c.q) for c in terms.values()))
    texts = []
    for monomial, coefficient in terms.items():
        number = int(coefficient.p) * (denominator // int(coefficient.q))
        factors = [f"x{v}" for v, exponent in enumerate(monomial) for _ in range(exponent)]
        if number != 1 or not factors:
            factors.insert(0, str(number) if number >= 0 else f"(- {-number})")
        texts.append(f"(* {' '.join(factors)})" if len(factors) > 1 else factors[0])
    return _joined("+", texts, "0")


def _joined(operator: str, texts: Sequence[str], empty: str = "false") -> str:
    if not texts:
        return empty
    return f"({operator} {' '.join(texts)})" if len(texts) > 1 else texts[0]


# --- queries --------------------------------------------------------------------------------------

Answer: TypeAlias = Literal["sat", "unsat", "unknown"]
T = TypeVar("T")

RESOURCES = 5_000_000  # z3's resource units in a single query
UNITS_A_RESOURCE = 4  # units of work for each resource unit of z3
PATIENCE = 20_000  # z3's resource units in a query on whether a formula can be left out
_INTERRUPTED = ("interrupted from keyboard", "canceled")


def z3_installed() -> bool:
    """Whether z3 is installed."""
    return installed("z3")


class RealSolver:
    """z3 for the formulas of one problem.

    Parameters
    ----------
    ring : the variables.
    budget : the remaining work.
    """

    def __init__(self, ring: Ring, budget: Budget) -> None:
        self._ring = ring
        self._budget = budget
        self._problem = worker.keep(_Problem, ring, budget)
        self._stop = worker.ask(_Problem.stopping, self._problem)

    def formulas(self, hypotheses: Sequence[Cases]) -> worker.Kept:
        """Return a reference to z3's form of hypotheses, which stays in z3's thread."""
        text = script(self._ring, hypotheses)
        self._budget.spend(len(text) // 4 + 1000)
        return worker.keep(_Problem.parsed, self._problem, text)

    def check(self, formulas: worker.Kept, resources: int | None = None) -> Answer:
        """Return whether formulas are consistent, as z3 answers.

        Parameters
        ----------
        formulas : as `formulas` returns them.
        resources : z3's resource units at most, within those of the effort.

        Raises
        ------
        KeyboardInterrupt
            If the user interrupts.
        """
        most = self._budget.effort.resources
        allowed = most if resources is None else min(resources, most)
        return self._ask(_Problem.check, formulas, allowed)

    def core(self, formulas: worker.Kept, order: Sequence[int]) -> list[int]:
        """Return a small inconsistent subset of formulas, by leaving out one after the other.

        A formula stays if z3 does not decide soon.

        Parameters
        ----------
        formulas : inconsistent formulas.
        order : the positions of those that may be left out, in the order of preference.
        """
        patience = min(PATIENCE, self._budget.effort.resources)
        return self._ask(_Problem.core, formulas, order, patience)

    def model(self, formulas: worker.Kept) -> dict[str, Fraction] | None:
        """Return numbers at which the formulas hold, if z3 finds some and they are rational."""
        return self._ask(_Problem.model, formulas, self._budget.effort.resources)

    def _ask(self, question: Callable[..., T], *given: object) -> T:
        return worker.ask(question, self._problem, *given, stop=self._stop)


class _Problem:
    """The objects of z3 for one problem, created and used in z3's thread only."""

    def __init__(self, ring: Ring, budget: Budget) -> None:
        import z3

        self._z3 = z3
        self._context = z3.Context()
        self._ring = ring
        self._budget = budget
        self._total = 0

    def stopping(self) -> Callable[[], None]:
        """Return a function that stops z3 from other threads, without an object of z3."""
        return partial(self._z3.Z3_interrupt, self._context.ref())

    def parsed(self, text: str) -> list[z3.BoolRef]:
        """Return the assertions of a script."""
        return list(self._z3.parse_smt2_string(text, ctx=self._context))

    def check(self, formulas: Sequence[z3.BoolRef], resources: int) -> Answer:
        """Return whether formulas are consistent, as z3 answers."""
        answer, _ = self._ask(formulas, resources)
        return answer

    def _ask(self, formulas: Sequence[z3.BoolRef], resources: int) -> tuple[Answer, z3.Solver]:
        solver = self._z3.SolverFor("QF_NRA", ctx=self._context)
        solver.set("rlimit", resources)
        # Else z3 would handle the interrupt signal, and Python would not see it.
        solver.set("ctrl_c", False)
        solver.add(*formulas)
        answer = solver.check()
        if answer == self._z3.unknown and solver.reason_unknown() in _INTERRUPTED:
            raise KeyboardInterrupt
        self._count(solver.statistics())
        text: Answer = "sat" if answer == self._z3.sat else "unsat"
        return ("unknown" if answer == self._z3.unknown else text), solver

    def _count(self, statistics: z3.Statistics) -> None:
        """Count the resources used since the last query; z3 counts its context in total."""
        total = self._total
        for key, value in statistics:
            if key == "rlimit count":
                total = value
        self._budget.spend(1500 + (total - self._total) * UNITS_A_RESOURCE)
        self._total = total

    def core(
        self, formulas: Sequence[z3.BoolRef], order: Sequence[int], resources: int
    ) -> list[int]:
        """Return the positions of an inconsistent subset of formulas."""
        left = list(range(len(formulas)))
        for position in order:
            fewer = [k for k in left if k != position]
            if self.check([formulas[k] for k in fewer], resources) == "unsat":
                left = fewer
        return left

    def model(self, formulas: Sequence[z3.BoolRef], resources: int) -> dict[str, Fraction] | None:
        """Return rational numbers at which the formulas hold, if z3 finds some."""
        answer, solver = self._ask(formulas, resources)
        if answer != "sat":
            return None
        found = solver.model()
        values = {}
        for number, name in enumerate(self._ring.names):
            variable = self._z3.Real(f"x{number}", self._context)
            value = found.eval(variable, model_completion=True)
            if not self._z3.is_rational_value(value):
                return None
            values[name] = Fraction(value.numerator_as_long(), value.denominator_as_long())
        return values


def _read(
    variables: Sequence[str], hypotheses: Sequence[Hypothesis]
) -> tuple[Ring, list[list[list[Fact]]]]:
    ring = Ring(variables)
    return ring, [[[ring.fact(atom) for atom in case] for case in h] for h in hypotheses]


def _asked(
    variables: Sequence[str], hypotheses: Sequence[Hypothesis], resources: int
) -> tuple[RealSolver, worker.Kept] | None:
    if not z3_installed():
        return None
    ring, read = _read(variables, hypotheses)
    sure = [fact for (case, *others) in read if not others for fact in case]
    if are_steep([fact.polynomial for fact in sure if fact.relation == "="]):
        return None
    solver = RealSolver(ring, Budget(Effort(work=10**12, resources=resources)))
    return solver, solver.formulas(read)


def refutes(
    variables: Sequence[str], hypotheses: Sequence[Hypothesis], resources: int = RESOURCES
) -> Answer:
    """Return whether hypotheses in the form of a document are consistent, as z3 answers.

    Parameters
    ----------
    variables : the names of the variables.
    hypotheses : each a list of cases, of which one holds.
    resources : z3's resource units at most.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts.

    Examples
    --------
    >>> refutes(["x"], [[[[">", [["-1", "x", "x"]]]]]])
    'unsat'
    """
    if all(len(cases) == 1 for cases in hypotheses):
        ring = Ring(variables)
        facts = [ring.fact(atom) for (case,) in hypotheses for atom in case]
        if common_point(facts) is not None:  # z3 takes longer even to start
            return "sat"
    asked = _asked(variables, hypotheses, resources)
    return "unknown" if asked is None else asked[0].check(asked[1])


def model(
    variables: Sequence[str], hypotheses: Sequence[Hypothesis], resources: int = RESOURCES
) -> dict[str, Fraction] | None:
    """Return rational numbers at which the hypotheses hold, if z3 finds some.

    None if it finds none, or only irrational ones.

    Examples
    --------
    >>> model(["x"], [[[["=", [["2", "x"], ["-1"]]]]]])
    {'x': Fraction(1, 2)}
    """
    asked = _asked(variables, hypotheses, resources)
    return None if asked is None else asked[0].model(asked[1])


def agree(variables: Sequence[str], hypotheses: Sequence[Hypothesis], seconds: float) -> bool:
    """Whether z3 and cvc5 both answer that the hypotheses are inconsistent.

    Each works in a separate process with a time limit. False also if one is not installed.

    Parameters
    ----------
    variables : the names of the variables.
    hypotheses : each a list of cases, of which one holds.
    seconds : the time limit of each solver.
    """
    if not (installed("z3") and installed("cvc5")):
        return False
    text = script(*_read(variables, hypotheses))
    return all(_answer_of(solver, text, seconds) == "unsat" for solver in ("z3", "cvc5"))


def _answer_of(solver: str, text: str, seconds: float) -> str:
    path = Path(process.__file__)
    try:
        # -P: do not import from the folder of the program, which contains modules of this package.
        finished = subprocess.run(
            [sys.executable, "-P", str(path), solver],
            input=text,
            capture_output=True,
            text=True,
            timeout=min(seconds, deadline.left()),
            check=False,
        )
    except subprocess.TimeoutExpired:
        deadline.check()
        return "unknown"
    return finished.stdout.strip() if finished.returncode == 0 else "unknown"
