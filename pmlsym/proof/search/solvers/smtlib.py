"""Questions over the reals as SMT-LIB 2 text, which z3 and cvc5 both read."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pmlsym.proof.search.polynomials import Fact, Polynomial, Ring

Cases = Sequence[Sequence[Fact]]  # one of which holds, with all its facts


def script(ring: Ring, hypotheses: Sequence[Cases]) -> str:
    """Return the declarations and one assertion a hypothesis, without ``(check-sat)``.

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
