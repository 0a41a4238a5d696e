"""Terms in floats: quick, and believed by nobody; they sort out what is hopeless."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pmlsym.proof.kernel.terms import Term

_CLOSE = 1e-9

# what left minus right is like where a relation seems to hold; of no number nothing does
SEEMS = MappingProxyType(
    {
        "<=": f"{{}} < {_CLOSE}",
        ">=": f"{{}} > -{_CLOSE}",
        "<": f"{{}} <= -{_CLOSE}",
        ">": f"{{}} >= {_CLOSE}",
        "=": f"abs({{}}) < {_CLOSE}",
        "!=": f"abs({{}}) >= {_CLOSE}",
    }
)
_TESTS = {sign: eval(f"lambda gap: {seems.format('gap')}") for sign, seems in SEEMS.items()}

FloatLaws = Mapping[Term, Sequence[tuple[float, tuple[float, ...]]]]


def seems(sign: str, gap: float) -> bool:
    """Whether a relation seems to hold, where left minus right is `gap`.

    Examples
    --------
    >>> seems("<=", 1e-12), seems("<", -1e-12), seems("!=", float("nan"))
    (True, False, False)
    """
    return bool(_TESTS[sign](gap))


def approximate(
    term: Term,
    numbers: Mapping[str, float],
    laws: FloatLaws,
    bound: tuple[tuple[float, ...], ...],
) -> float:
    """Evaluate a term in floats.

    Raises
    ------
    ArithmeticError, ValueError
        Where it has no value, or none that a float can hold.
    """

    def value(part: Term) -> float:
        return approximate(part, numbers, laws, bound)

    match term:
        case ("number", p, q):
            return float(p / q)
        case ("symbol", name):
            return numbers[name]
        case ("bound", depth, index):
            return bound[depth][index]
        case ("sum", *parts):
            return sum(map(value, parts))
        case ("product", *parts):
            return math.prod(map(value, parts))
        case ("power", base, exponent):
            return float(value(base) ** exponent)
        case ("exp", argument):
            return math.exp(value(argument))
        case ("log", argument):
            return math.log(value(argument))
        case ("abs", argument):
            return abs(value(argument))
        case ("round", argument):
            return float(math.floor(value(argument) + 0.5))
        case ("max", *parts):
            return max(map(value, parts))
        case ("min", *parts):
            return min(map(value, parts))
        case ("indicator", *relations):
            return float(all(seems(s, value(a) - value(b)) for s, a, b in relations))
        case ("mean", law, body):
            return sum(
                chance * approximate(body, numbers, laws, (atom, *bound))
                for chance, atom in laws[law]
            )
    raise ValueError("this is no term")
