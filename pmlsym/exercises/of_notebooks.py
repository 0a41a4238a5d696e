"""Statements that the notebooks of the course settle, which do not count as a student's own."""

from __future__ import annotations

import functools
import re
from dataclasses import replace

from pmlsym.exercises.feedback import not_right
from pmlsym.exercises.statements import typed
from pmlsym.statements.renaming import without_y
from pmlsym.statements.statement import Statement
from pmlsym.statements.text.parse import parse

# all that is typed in a notebook without a hole (a test compares), and the levels for some holes
SETTLED = (
    # 00 and 01
    "LDP(e) => PML(e)",
    "PML(e) => LDP(e)",
    "LIP(e) => PML(e)",
    "LIP(e) => LDP(2*e)",
    "LIP(e) => LDP(e)",
    "pmc(X->Y) <= pml(X->Y)",
    # 06 and 08
    "PML(e) => PMC(e)",
    "PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin)))) where exp(e)*(1 - pmin) < 1",
    "PMC(e) => PML(2*e)",
    # 11
    "Y - X - Z: PML(a) of X->Y and PML(b) of X->Z => PML(a + b) of X->Y,Z",
    "Y - X - Z: LDP(a) of X->Y and LDP(b) of X->Z => LDP(a + b) of X->Y,Z",
    "pml(X->y,z) <= pml(X->y) + pml(X->z|y)",
    "Y - X - Z: LDP(b) of X->Z => pml(X->z|y) <= b",
    "cost C: cost(C) <= pmc(X->y)",
    "cost C: cost(C) <= pml(X->y)",
    "guesswork G: average_cost(G) <= maximal_cost_leakage(X->Y)",
    "prior P; prior Q; mixture M = 1/2 P + 1/2 Q: chance_M <= max(chance_P, chance_Q)",
    "histogram N records, k bins: leak <= 2/b",
    "LDP(e) => tv(X->Y) <= (exp(e) - 1)/(exp(e) + 1)",
    "LDP(e, d) => tv(X->Y) <= (exp(e) - 1 + 2*d)/(exp(e) + 1)",
    "P[pml(X->y) > maximal_leakage(X->Y) + t] <= exp(-t)",
    "(prior uniform: PML(e)) => (for every prior: PML(e - log(n*pmin)))",
    "LDP(e) => vulnerability(X|y) <= exp(e)*pmax/(1 - pmax + exp(e)*pmax)",
    "H(X|Y) <= hb(1 - vulnerability(X|Y)) + (1 - vulnerability(X|Y))*log(n - 1)",
    "X - Y - Z: LDP(e) of Y->Z => mutual_information(X;Z) <= "
    "((exp(e) - 1)/(exp(e) + 1))^2*mutual_information(X;Y)",
    "X->Y is erasure(d): mutual_information(X;Y) = (1 - d)*H(X)",
    "LDP(e) => kl(X->Y) <= e^2/8",
    # 12
    "LDP(e) => PML(e/2)",
    "pml(X->y)^2 >= 0",
    "LDP(e) => PMC(e)",
)


def own(name: str, text: object) -> Statement:
    """Parse a statement that a student typed and that no notebook settles.

    Examples
    --------
    >>> own("mine", "PML(e) => PMC(e)")
    Traceback (most recent call last):
    ...
    pmlsym.exercises.feedback.NotRight: mine stands in a notebook of the course. Find another one.
    """
    found = typed(name, text)
    if is_settled(found):
        raise not_right(f"{name} stands in a notebook of the course. Find another one.")
    return found


def is_settled(statement: Statement) -> bool:
    """Return whether a notebook settles a statement, up to the names of its parameters.

    Examples
    --------
    >>> is_settled(parse("LIP(t) of X->Z => LDP(t) of X->Z")), is_settled(parse("LIP(e) => PMC(e)"))
    (True, False)
    """
    return _renamed(statement) in _known()


@functools.cache
def _known() -> frozenset[str]:
    return frozenset(_renamed(parse(text)) for text in SETTLED)


def _renamed(statement: Statement) -> str:
    """Return a statement with its parameters numbered in order of appearance.

    Guarantees of one mechanism are written as the conditions that they mean.
    """
    statement = without_y(statement) or statement
    if not statement.binders:
        statement = replace(statement, conclusion=statement.claimed, hypotheses=statement.required)
    if not statement.parameters:
        return str(statement)
    name = re.compile(rf"\b({'|'.join(map(re.escape, statement.parameters))})\b")
    order = list(dict.fromkeys(name.findall(str(statement))))
    return name.sub(lambda found: f"[{order.index(found[0])}]", str(statement))
