"""Costs and gains of an adversary: any payoff, any guesses, and payoffs given by a formula."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pmlsym.statements.terms import Function, Negative, Number, Operation, Parameter, Term, walk
from pmlsym.statements.text.latex import factor_latex
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.text.vocabulary import StatementError

Which: TypeAlias = Literal["rarer", "likelier"]
Choices: TypeAlias = Literal["all", "rarer", "likelier"]
NAMES = "[A-DF-OQ-TVW]"  # of payoffs; the other capitals denote laws, means and variables
MASS = "p"  # the probability of the secret, in the formula of a payoff

_SECRET = {
    "rarer": "x* a secret of smallest P(x|y)/P(x)",
    "likelier": "x* a secret of largest P(x|y)/P(x)",
}
_LATEX = {
    "rarer": r"x^*\in\arg\min_xP(x\mid y)/P(x)",
    "likelier": r"x^*\in\arg\max_xP(x\mid y)/P(x)",
}
_PLAIN = (Number, Parameter, Negative, Operation, Function)


@dataclass(frozen=True)
class AnyPayoff:
    """Any randomized function U of X, and any nonnegative payoff of U and a choice.

    Parameters
    ----------
    name : a capital other than E, P, U, X, Y and Z.
    """

    name: str

    def __post_init__(self) -> None:
        _check(self.name)

    def __str__(self) -> str:
        return (
            f"every randomized function U of X (U - X - Y) and payoff {self.name}(u, w) >= 0 of "
            "finitely many choices w"
        )

    @property
    def latex(self) -> str:
        """The same text as LaTeX for math mode."""
        return rf"P_{{U\mid X}},\;{self.name}(u,w)\ge0"


@dataclass(frozen=True)
class AnyGuess:
    """Guesses of any randomized function U of X: a wrong one costs 1, and a right one gains 1."""

    name: str

    def __post_init__(self) -> None:
        _check(self.name)

    def __str__(self) -> str:
        return (
            f"every randomized function U of X (U - X - Y), {self.name} the guesses of U: a wrong "
            "one costs 1, a right one gains 1"
        )

    @property
    def latex(self) -> str:
        """The same text as LaTeX for math mode."""
        return rf"P_{{U\mid X}},\;{self.name}(u,w)=1[u\ne w]"


@dataclass(frozen=True)
class AnyOrder:
    r"""Guessing any randomized function U of X value by value; each guess costs 1.

    A choice is an order of the values of U, and costs the rank of the true value.

    Parameters
    ----------
    name : a capital other than E, P, U, X, Y and Z.

    Examples
    --------
    >>> print(AnyOrder("G").latex)
    P_{U\mid X},\;G(u,w)=w(u),\ w\text{ an order of all }u
    """

    name: str

    def __post_init__(self) -> None:
        _check(self.name)

    def __str__(self) -> str:
        return (
            f"every randomized function U of X (U - X - Y), {self.name} the number of guesses of U "
            "one after the other: a choice is an order of its values, and costs the rank of U in it"
        )

    @property
    def latex(self) -> str:
        """The same text as LaTeX for math mode."""
        return rf"P_{{U\mid X}},\;{self.name}(u,w)=w(u),\ w\text{{ an order of all }}u"


@dataclass(frozen=True)
class OfSecret:
    """A payoff at one secret: height(P(w)) where X = w, and 0 elsewhere.

    Parameters
    ----------
    name : a capital other than E, P, U, X, Y and Z.
    height : a term in ``p``, the probability of the secret, in the language of statements.
    choices : ``"all"`` if any secret may be chosen; else the single choice is a secret with the
        smallest (``"rarer"``) or the largest lift (``"likelier"``) at the outcome.

    Raises
    ------
    StatementError
        If the height depends on anything but ``p``.

    Examples
    --------
    >>> print(OfSecret("S", "1/p", "all"))
    the payoff S(x, w) = 1/P(x) if x = w, else 0, of any secret w as the choice
    """

    name: str
    height: Term
    choices: Choices

    def __init__(self, name: str, height: str, choices: Choices) -> None:
        _check(name)
        if type(choices) is not str or choices not in ("all", "rarer", "likelier"):
            raise StatementError(f"choices is {choices!r}, but has to be all, rarer or likelier.")
        term = parse_term(height)
        spoken = [part for part in walk(term) if not part.parts]
        if not all(isinstance(part, _PLAIN) for part in walk(term)) or any(
            isinstance(part, Parameter) and part.name != MASS for part in spoken
        ):
            raise StatementError(f"The height {term} of {name} speaks of something else than p.")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "height", term)
        object.__setattr__(self, "choices", choices)

    def __str__(self) -> str:
        height = re.sub(r"\bp\b", "P(x)", str(self.height))
        if self.choices == "all":
            return (
                f"the payoff {self.name}(x, w) = {height} if x = w, else 0, of any secret w as the "
                "choice"
            )
        return (
            f"the payoff {self.name}(x) = {height} if x = x*, else 0, of a single choice, "
            f"{_SECRET[self.choices]}"
        )

    @property
    def latex(self) -> str:
        """The same text as LaTeX for math mode."""
        height = re.sub(r"\bp\b", "P(x)", factor_latex(self.height))
        height += r"\cdot " if height[-1].isdigit() else r"\,"
        if self.choices == "all":
            return rf"{self.name}(x,w)={height}1[x=w]"
        return rf"{self.name}(x)={height}1[x=x^*],\ {_LATEX[self.choices]}"


@dataclass(frozen=True)
class Pieces:
    """Guesses of a function that splits either one secret, or the rest, into equally likely values.

    The secret has the smallest (largest) lift at the outcome. The part that is not split is a
    single value; there are so many pieces that this value is the best guess under the prior.

    Parameters
    ----------
    name : a capital other than E, P, U, X, Y and Z.
    secret : ``"rarer"`` for the smallest lift, ``"likelier"`` for the largest.
    broken : the part that is split, ``"secret"`` or ``"rest"``.

    Examples
    --------
    >>> print(Pieces("S", "rarer", "secret"))  # doctest: +NORMALIZE_WHITESPACE
    S the guesses of the function that breaks x* into enough equally likely pieces, and keeps the
    rest as one value, x* a secret of smallest P(x|y)/P(x)
    """

    name: str
    secret: Which
    broken: Literal["secret", "rest"]

    def __post_init__(self) -> None:
        _check(self.name)
        # a subclass could override ==
        plain = type(self.secret) is str and type(self.broken) is str
        if (
            not plain
            or self.secret not in ("rarer", "likelier")
            or self.broken not in ("secret", "rest")
        ):
            raise StatementError(
                f"The pieces {self.name} have to be of a rarer or likelier secret, or of the rest."
            )

    def __str__(self) -> str:
        whole = "x* as one value" if self.broken == "rest" else "the rest as one value"
        broken = "x*" if self.broken == "secret" else "the rest"
        return (
            f"{self.name} the guesses of the function that breaks {broken} into enough equally "
            f"likely pieces, and keeps {whole}, {_SECRET[self.secret]}"
        )

    @property
    def latex(self) -> str:
        """The same text as LaTeX for math mode."""
        broken = "x^*" if self.broken == "secret" else r"\text{the rest}"
        function = rf"U_{{{self.name}}}\text{{ with }}{broken}\text{{ in pieces}}"
        return rf"{function},\ {_LATEX[self.secret]},\ {self.name}(u,w)=1[u\ne w]"


GUESSES = (AnyGuess, Pieces)  # wrong guesses cost 1, right ones gain 1
Payoff: TypeAlias = AnyPayoff | AnyGuess | AnyOrder | OfSecret | Pieces
# these classes only: a subclass could override anything
KINDS = (AnyPayoff, AnyGuess, AnyOrder, OfSecret, Pieces)
DRAWN = (AnyPayoff, AnyGuess, AnyOrder)  # for which an instance has a function, and perhaps a table


def of_an_outcome(payoff: Payoff) -> bool:
    """Whether a payoff depends on the secret of extreme lift at one outcome.

    Examples
    --------
    >>> of_an_outcome(OfSecret("S", "1/p", "all")), of_an_outcome(OfSecret("S", "1", "rarer"))
    (False, True)
    """
    return isinstance(payoff, Pieces) or (isinstance(payoff, OfSecret) and payoff.choices != "all")


def _check(name: object) -> None:
    if type(name) is not str or not re.fullmatch(NAMES, name):
        raise StatementError(
            f"The name of a payoff is {name!r}, but has to be a capital other than E, P, U, X, Y "
            "and Z, which stand for something else."
        )
