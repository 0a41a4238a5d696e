"""A counterexample as a few lines of Python, to be copied."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

_BASE = re.compile(r"1/log\((\d+)\)")


def in_python(witness: dict[str, Any] | None) -> str | None:
    """Return lines that make the instance and measure it; None where the package has no such one.

    Parameters
    ----------
    witness : in the form of a row of the ledger, with `prior` and `kernel`, or with a `workload`.

    Examples
    --------
    >>> print(in_python({"prior": ["1/2", "1/2"], "kernel": [["3/4", "1/4"], ["1/4", "3/4"]]}))
    from fractions import Fraction as F
    import pmlsym as ps
    <BLANKLINE>
    channel = ps.Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], prior=[F(1, 2), F(1, 2)])
    for measure in (ps.pml, ps.pmc, ps.ldp):
        print(measure(channel))
    """
    head = ["from fractions import Fraction as F", "import pmlsym as ps", ""]
    match witness:
        case {"prior": [*prior], "kernel": [*kernel]}:
            law = f"{_listed(kernel)}, prior={_listed(prior)}"
            measured = ["for measure in (ps.pml, ps.pmc, ps.ldp):", "    print(measure(channel))"]
            return "\n".join([*head, f"channel = ps.Channel({law})", *measured])
        case {"workload": workload, "scale": str(scale), "priors": priors, "outcome": outcome}:
            base = _BASE.fullmatch(scale)
            numbers = [*(one for row in workload for one in row), *outcome]
            if base is None or any(Fraction(one).denominator != 1 for one in numbers):
                return None
            record = int(witness["record"]) - 1
            others = [prior for place, prior in enumerate(priors) if place != record]
            lines = [
                f"W = {_listed(workload)}",
                f"own, others = {_listed(priors[record])}, {_listed(others)}",
                f"y, q = {_listed(outcome)}, F(1, {base[1]})  # q = exp(-1/b)",
                "lifts = ps.laplace.record_lift(W, own, others, y, q)",
                "print(max(lifts))  # its logarithm is the leakage",
            ]
            return "\n".join([*head, *lines])
    return None


def _listed(numbers: str | Sequence[Any]) -> str:
    """Return exact numbers, or lists of them, as Python reads them."""
    if not isinstance(numbers, str):
        return f"[{', '.join(map(_listed, numbers))}]"
    value = Fraction(numbers)
    if value.denominator == 1:
        return str(value)
    return f"F({value.numerator}, {value.denominator})"
