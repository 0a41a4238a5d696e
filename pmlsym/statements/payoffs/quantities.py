r"""Names of the quantities in statements about payoffs, such as ``saves_C`` and ``pmc_X``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from types import MappingProxyType
from typing import Literal, TypeAlias, cast, get_args

from pmlsym.statements.definitions import check_defined
from pmlsym.statements.payoffs.kinds import NAMES
from pmlsym.statements.terms import Term, named_in
from pmlsym.statements.text.named import put_names

OfOutcome: TypeAlias = Literal["pml", "pmc", "least_lift", "most_lift"]
OfChannel: TypeAlias = Literal[
    "maximal_leakage",
    "maximal_cost_leakage",
    "worst_pml",
    "worst_pmc",
    "pml_of_pairs",
    "pmc_of_pairs",
]
Reaction: TypeAlias = Literal[
    "saves_on_average", "gains_on_average", "saves_at_worst", "gains_at_worst"
]
OfPayoff: TypeAlias = (
    Literal["saves", "gains"]
    | Reaction
    | Literal["least_before", "least_after", "most_before", "most_after"]
)
Kind: TypeAlias = OfOutcome | OfChannel | OfPayoff

_MEANINGS: dict[Kind, str] = {
    "pml": "pml is D_inf(P_X|Y=y || P_X): the largest log(P(A|y)/P(A)) of an event A",
    "pmc": "pmc is D_inf(P_X || P_X|Y=y): the largest log(P(A)/P(A|y)) of an event A",
    "least_lift": "least_lift is the smallest P(y|x)/P(y) of a secret",
    "most_lift": "most_lift is the largest P(y|x)/P(y) of a secret",
    "maximal_leakage": "maximal_leakage is the log of the sum of max_x P(y|x) over the outcomes",
    "maximal_cost_leakage": "maximal_cost_leakage is minus the log of the sum of min_x P(y|x) over "
    "the outcomes",
    "worst_pml": "worst_pml is the largest D_inf(P_X|Y=y || P_X) of a possible outcome y",
    "worst_pmc": "worst_pmc is the largest D_inf(P_X || P_X|Y=y) of a possible outcome y",
    "pml_of_pairs": "pml_of_pairs is D_inf(P_XY || P_X x P_Y): the largest "
    "log(P(x, y)/(P(x) P(y))) of a secret and a possible outcome",
    "pmc_of_pairs": "pmc_of_pairs is D_inf(P_X x P_Y || P_XY): the largest log(P(x) P(y)/P(x, y)) "
    "of a secret and a possible outcome",
    "saves": "saves is the log of the least mean cost of a choice over the least given y (of 0/0 "
    "it is 0)",
    "gains": "gains is the log of the largest mean gain of a choice given y over the largest before"
    " (of 0/0 it is 0)",
    "saves_on_average": "saves_on_average is the log of the least mean cost of a choice over the "
    "mean of the least given Y (of 0/0 it is 0)",
    "gains_on_average": "gains_on_average is the log of the mean of the largest mean gain given Y "
    "over the largest before (of 0/0 it is 0)",
    "saves_at_worst": "saves_at_worst is the log of the least mean cost of a choice over the least "
    "given any possible outcome (of 0/0 it is 0)",
    "gains_at_worst": "gains_at_worst is the log of the largest mean gain of a choice given any "
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
    ("saves", "saves_on_average", "saves_at_worst", "least_before", "least_after")
)
_OF_X: tuple[Kind, ...] = (*get_args(OfOutcome), *get_args(OfChannel))
_OF_PAYOFF = tuple(kind for kind in MEANINGS if kind not in _OF_X)
_QUANTITY = re.compile(rf"\b(?:({'|'.join(_OF_X)})_(X)|({'|'.join(_OF_PAYOFF)})_({NAMES}))\b")


def named(name: str) -> tuple[Kind, str] | None:
    """Split a name into a quantity and X or a payoff; return None for a parameter.

    Raises
    ------
    StatementError
        If the quantity has no description.

    Examples
    --------
    >>> named("saves_on_average_C"), named("pmc_X"), named("e")
    (('saves_on_average', 'C'), ('pmc', 'X'), None)
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


def display(text: object) -> str:
    """Return a text with the quantities in mathematical notation.

    Examples
    --------
    >>> display("saves_on_average_C - 2*pmc_X")
    'saves_on_average(C) - 2*pmc(X)'
    """
    return _QUANTITY.sub(lambda m: f"{m[1] or m[3]}({m[2] or m[4]})", str(text))


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
    "saves": r"\log\frac{\min_wE[%(name)s(\cdot,w)%(mid)s]}"
    r"{\min_wE[%(name)s(\cdot,w)\mid y%(side)s]}",
    "gains": r"\log\frac{\max_wE[%(gain)s(\cdot,w)\mid y%(side)s]}"
    r"{\max_wE[%(gain)s(\cdot,w)%(mid)s]}",
    "saves_on_average": r"\log\frac{\min_wE[%(name)s(\cdot,w)%(mid)s]}"
    r"{E[\min_wE[%(name)s(\cdot,w)\mid Y%(side)s]%(mid)s]}",
    "gains_on_average": r"\log\frac{E[\max_wE[%(gain)s(\cdot,w)\mid Y%(side)s]%(mid)s]}"
    r"{\max_wE[%(gain)s(\cdot,w)%(mid)s]}",
    "saves_at_worst": r"\log\frac{\min_wE[%(name)s(\cdot,w)%(mid)s]}"
    r"{\min_{y,w}E[%(name)s(\cdot,w)\mid y%(side)s]}",
    "gains_at_worst": r"\log\frac{\max_{y,w}E[%(gain)s(\cdot,w)\mid y%(side)s]}"
    r"{\max_wE[%(gain)s(\cdot,w)%(mid)s]}",
    "least_before": r"\min_wE[%(name)s(\cdot,w)%(mid)s]",
    "least_after": r"\min_wE[%(name)s(\cdot,w)\mid y%(side)s]",
    "most_before": r"\max_wE[%(gain)s(\cdot,w)%(mid)s]",
    "most_after": r"\max_wE[%(gain)s(\cdot,w)\mid y%(side)s]",
}
_ONE = re.compile(r"\\mathrm\{([a-z]+)\}_\{((?:[a-z]+,)*)([A-Z])\}")


def display_latex(line: str, informed: bool, guesses: Collection[str] = ()) -> str:
    r"""Return LaTeX with the quantities in mathematical notation.

    Parameters
    ----------
    line : LaTeX of a term.
    informed : whether everything is conditioned on Z = z.
    guesses : names of payoffs for which a wrong guess costs 1 and a right one gains 1.

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
        return _LATEX[kind] % parts if kind in _LATEX else found[0]

    return put_names(line, _ONE, put)
