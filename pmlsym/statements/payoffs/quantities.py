r"""Quantities in statements about payoffs: their names within, their text, LaTeX and meaning.

Within the package the quantity ``cost(C)`` is the parameter ``cost_C``, and ``pmc(X->y)`` is
``pmc_X``; `lowered` puts these names for the text, and `display` the text for the names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from types import MappingProxyType
from typing import Literal, TypeAlias, cast, get_args

from pmlsym.statements.binders import NAMES
from pmlsym.statements.clauses import Chance
from pmlsym.statements.definitions import check_defined
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.terms import OfBound, Parameter, Term, named_in, replaced, walk
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.text.words import put_names

OfOutcome: TypeAlias = Literal["pml", "pmc", "least_lift", "most_lift"]
OfChannel: TypeAlias = Literal[
    "maximal_leakage",
    "maximal_cost_leakage",
    "worst_pml",
    "worst_pmc",
    "pml_of_pairs",
    "pmc_of_pairs",
]
Reaction: TypeAlias = Literal["average_cost", "average_gain", "worst_cost", "worst_gain"]
OfPayoff: TypeAlias = (
    Literal["cost", "gain"]
    | Reaction
    | Literal["least_before", "least_after", "most_before", "most_after"]
)
Kind: TypeAlias = OfOutcome | OfChannel | OfPayoff

_MEANINGS: dict[Kind, str] = {
    "pml": "pml(X->y) is D_inf(P_X|Y=y || P_X): the largest log(P(A|y)/P(A)) of an event A",
    "pmc": "pmc(X->y) is D_inf(P_X || P_X|Y=y): the largest log(P(A)/P(A|y)) of an event A",
    "least_lift": "least_lift is the smallest P(y|x)/P(y) of a secret",
    "most_lift": "most_lift is the largest P(y|x)/P(y) of a secret",
    "maximal_leakage": "maximal_leakage is the log of the sum of max_x P(y|x) over the outcomes",
    "maximal_cost_leakage": "maximal_cost_leakage is minus the log of the sum of min_x P(y|x) over "
    "the outcomes",
    "worst_pml": "pml(X->Y) is the largest D_inf(P_X|Y=y || P_X) of a possible outcome y",
    "worst_pmc": "pmc(X->Y) is the largest D_inf(P_X || P_X|Y=y) of a possible outcome y",
    "pml_of_pairs": "pml_of_pairs is D_inf(P_XY || P_X x P_Y): the largest "
    "log(P(x, y)/(P(x) P(y))) of a secret and a possible outcome",
    "pmc_of_pairs": "pmc_of_pairs is D_inf(P_X x P_Y || P_XY): the largest log(P(x) P(y)/P(x, y)) "
    "of a secret and a possible outcome",
    "cost": "cost is the log of the least mean cost of a choice over the least given y (of 0/0 "
    "it is 0)",
    "gain": "gain is the log of the largest mean gain of a choice given y over the largest before"
    " (of 0/0 it is 0)",
    "average_cost": "average_cost is the log of the least mean cost of a choice over the "
    "mean of the least given Y (of 0/0 it is 0)",
    "average_gain": "average_gain is the log of the mean of the largest mean gain given Y "
    "over the largest before (of 0/0 it is 0)",
    "worst_cost": "worst_cost is the log of the least mean cost of a choice over the least "
    "given any possible outcome (of 0/0 it is 0)",
    "worst_gain": "worst_gain is the log of the largest mean gain of a choice given any "
    "possible outcome over the largest before (of 0/0 it is 0)",
    "least_before": "least_before is the least mean cost of a choice",
    "least_after": "least_after is the least mean cost of a choice given y",
    "most_before": "most_before is the largest mean gain of a choice",
    "most_after": "most_after is the largest mean gain of a choice given y",
}
MEANINGS = MappingProxyType(_MEANINGS)
REACTIONS: tuple[Kind, ...] = get_args(Reaction)  # savings and gains over all outcomes
OVERALL: frozenset[Kind] = frozenset((*get_args(OfChannel), *REACTIONS))
ANYWHERE: frozenset[Kind] = frozenset(("least_before", "most_before"))
COSTS: frozenset[Kind] = frozenset(
    ("cost", "average_cost", "worst_cost", "least_before", "least_after")
)
_OF_X: tuple[Kind, ...] = (*get_args(OfOutcome), *get_args(OfChannel))
_OF_PAYOFF = tuple(kind for kind in MEANINGS if kind not in _OF_X)
OF_Z = "Z"  # behind X or the name of a payoff: the outcome is that of X->Z
_QUANTITY = re.compile(
    rf"\b(?:({'|'.join(_OF_X)})_(XZ?)|({'|'.join(_OF_PAYOFF)})_({NAMES}{OF_Z}?))\b"
)


def named(name: str) -> tuple[Kind, str] | None:
    """Split a name into a quantity and X or a payoff; return None for a parameter.

    Examples
    --------
    >>> named("average_cost_C"), named("pmc_X"), named("e")
    (('average_cost', 'C'), ('pmc', 'X'), None)
    """
    found = _QUANTITY.fullmatch(name)
    if not found:
        return None
    kind = found[1] or found[3]
    check_defined(kind, MEANINGS)
    return cast(Kind, kind), found[2] or found[4]


def quantities(*terms: Term) -> Iterator[tuple[Kind, str]]:
    """Yield the quantities in some terms."""
    return named_in(terms, named)


def inside(*terms: Term) -> Iterator[Term]:
    """Yield the terms inside probabilities, with the names of quantities.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> print(*inside(parse_term("1 - P[gain(G) > e]")))
    gain_G e
    """
    for term in terms:
        for part in walk(term):
            if isinstance(part, Chance):
                yield from (lowered(side) for one in part.conditions for side in one.terms)


def display(text: object) -> str:
    """Return a text with the quantities as in the language of statements.

    Examples
    --------
    >>> display("average_cost_C - 2*pmc_X")
    'average_cost(C) - 2*pmc(X->y)'
    """
    return _QUANTITY.sub(_displayed, str(text))


def _displayed(found: re.Match[str]) -> str:
    if found[1]:
        text = _OF_CHANNEL[found[1]]
        return _of_z(text) if found[2].endswith(OF_Z) else text
    of = found[4].replace(OF_Z, ", X->Z")
    return f"{found[3]}({of})"


def _of_z(text: str) -> str:
    """Return the text or the LaTeX of a quantity with Z for Y."""
    return re.sub(r"(?<![A-Za-z\\])y(?![a-z])", "z", text.replace("Y", "Z"))


# the quantities of the channel, as text
_OF_CHANNEL: dict[str, str] = {
    "pml": "pml(X->y)",
    "pmc": "pmc(X->y)",
    "least_lift": "least_lift(X->y)",
    "most_lift": "most_lift(X->y)",
    "maximal_leakage": "maximal_leakage(X->Y)",
    "maximal_cost_leakage": "maximal_cost_leakage(X->Y)",
    "worst_pml": "pml(X->Y)",
    "worst_pmc": "pmc(X->Y)",
    "pml_of_pairs": "pml_of_pairs(X->Y)",
    "pmc_of_pairs": "pmc_of_pairs(X->Y)",
}
_NAMES = {text: f"{name}_X" for name, text in _OF_CHANNEL.items()}
_NAMES |= {_of_z(text): f"{name}_X{OF_Z}" for name, text in _OF_CHANNEL.items() if name in OVERALL}


def lowered(term: Term) -> Term:
    """Return a term with parameters in the place of quantities.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> print(lowered(parse_term("average_cost(C) - 2*pmc(X->y)")))
    average_cost_C - 2*pmc_X
    """
    return replaced(term, _lowered)


def _lowered(leaf: Term) -> Term:
    if isinstance(leaf, Parameter) and named(leaf.name) is not None:
        raise StatementError(f"{leaf} is written {display(leaf)}.")
    if isinstance(leaf, Leakage | Overall | OfBound) and str(leaf) in _NAMES:
        return Parameter(_NAMES[str(leaf)])
    if isinstance(leaf, OfBound):
        return Parameter(f"{leaf.name}_{leaf.of.replace(', X->Z', OF_Z)}")
    if isinstance(leaf, Chance):
        for condition in leaf.conditions:
            inside = [kind for kind, _ in quantities(*map(lowered, condition.terms))]
            if not inside or any(kind in OVERALL | ANYWHERE for kind in inside):
                raise StatementError(f"{leaf} is about an outcome, but {condition} is not.")
        return leaf
    if leaf.variables or leaf.parts:
        raise StatementError(
            f"{leaf} is none of the quantities beside costs, gains and guesses: "
            f"{', '.join(_NAMES)}."
        )
    return leaf


_LATEX: dict[Kind, str] = {
    "pml": r"D_\infty(P_{%(X)s\mid Y=y%(z)s}\,\|\,P_{%(given)s})",
    "pmc": r"D_\infty(P_{%(given)s}\,\|\,P_{%(X)s\mid Y=y%(z)s})",
    "least_lift": r"\min_x\tfrac{P(y\mid x%(side)s)}{P(y%(mid)s)}",
    "most_lift": r"\max_x\tfrac{P(y\mid x%(side)s)}{P(y%(mid)s)}",
    "maximal_leakage": r"\log\sum_y\max_xP(y\mid x%(side)s)",
    "maximal_cost_leakage": r"-\log\sum_y\min_xP(y\mid x%(side)s)",
    "worst_pml": r"\max_yD_\infty(P_{%(X)s\mid Y=y%(z)s}\,\|\,P_{%(given)s})",
    "worst_pmc": r"\max_yD_\infty(P_{%(given)s}\,\|\,P_{%(X)s\mid Y=y%(z)s})",
    "pml_of_pairs": r"D_\infty(P_{XY%(of)s}\,\|\,P_{%(given)s}\times P_{Y%(of)s})",
    "pmc_of_pairs": r"D_\infty(P_{%(given)s}\times P_{Y%(of)s}\,\|\,P_{XY%(of)s})",
    "cost": r"\log\frac{\min_wE[%(name)s(\cdot,w)%(mid)s]}"
    r"{\min_wE[%(name)s(\cdot,w)\mid y%(side)s]}",
    "gain": r"\log\frac{\max_wE[%(gain)s(\cdot,w)\mid y%(side)s]}"
    r"{\max_wE[%(gain)s(\cdot,w)%(mid)s]}",
    "average_cost": r"\log\frac{\min_wE[%(name)s(\cdot,w)%(mid)s]}"
    r"{E[\min_wE[%(name)s(\cdot,w)\mid Y%(side)s]%(mid)s]}",
    "average_gain": r"\log\frac{E[\max_wE[%(gain)s(\cdot,w)\mid Y%(side)s]%(mid)s]}"
    r"{\max_wE[%(gain)s(\cdot,w)%(mid)s]}",
    "worst_cost": r"\log\frac{\min_wE[%(name)s(\cdot,w)%(mid)s]}"
    r"{\min_{y,w}E[%(name)s(\cdot,w)\mid y%(side)s]}",
    "worst_gain": r"\log\frac{\max_{y,w}E[%(gain)s(\cdot,w)\mid y%(side)s]}"
    r"{\max_wE[%(gain)s(\cdot,w)%(mid)s]}",
    "least_before": r"\min_wE[%(name)s(\cdot,w)%(mid)s]",
    "least_after": r"\min_wE[%(name)s(\cdot,w)\mid y%(side)s]",
    "most_before": r"\max_wE[%(gain)s(\cdot,w)%(mid)s]",
    "most_after": r"\max_wE[%(gain)s(\cdot,w)\mid y%(side)s]",
}
_ONE = re.compile(r"\\mathrm\{([a-z]+)\}_\{((?:[a-z]+,)*)([A-Z])(Z?)\}")


def display_latex(line: str, informed: bool, guesses: Collection[str] = ()) -> str:
    r"""Return LaTeX with the quantities in mathematical notation.

    Examples
    --------
    >>> from pmlsym.statements.text.latex import term_latex
    >>> from pmlsym.statements.text.parse import parse_term
    >>> print(display_latex(term_latex(parse_term("2*pmc_X")), informed=True))
    2 \, D_\infty(P_{X\mid Z=z}\,\|\,P_{X\mid Y=y,Z=z})
    """

    def put(found: re.Match[str]) -> str:
        kind = cast(Kind, "_".join((found[1], *found[2].split(",")[:-1])))
        gain = ("1-" if found[3] in guesses else "") + found[3]
        parts = {"X": "X", "name": found[3], "gain": gain}
        parts |= {"z": "", "side": "", "mid": "", "of": "", "given": "X"}
        if informed:
            parts |= {"z": ",Z=z", "side": ",z", "mid": r"\mid z"}
            parts |= {"of": r"\mid Z=z", "given": r"X\mid Z=z"}
        if kind not in _LATEX:
            return found[0]
        line = _LATEX[kind] % parts
        return _of_z(line) if found[4] else line

    return put_names(line, _ONE, put)
