"""Binders of a statement: the costs, gains, guesses, priors, releases, mechanisms and numbers.

They stand before the colon, separated by ";", as in ``cost C: cost(C) <= pmc(X->y)``. `str` gives
the text of a binder; those of costs, gains, guesses and drawn priors have a quantifier in `words`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from pmlsym.formulas.measures import MEASURES
from pmlsym.statements.terms import (
    Function,
    Negative,
    Number,
    Operation,
    Parameter,
    Term,
    operation,
    walk,
)
from pmlsym.statements.text.latex import factor_latex
from pmlsym.statements.text.vocabulary import StatementError, check_part
from pmlsym.statements.values import ONE

# --- adversaries ----------------------------------------------------------------------------------

Use: TypeAlias = Literal["cost", "gain"]
Which: TypeAlias = Literal["rarer", "likelier"]
Choices: TypeAlias = Literal["all", "rarer", "likelier"]
NAMES = "[A-DF-OQ-TVW]"  # of payoffs; the other capitals denote laws, means and variables
MASS = "p"  # the probability of the secret, in the formula of a payoff

_LIFT = {"rarer": "least", "likelier": "most"}
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
    """Any randomized function U of X, and any nonnegative cost or gain of U and a choice.

    Parameters
    ----------
    use : ``"cost"`` or ``"gain"``.
    name : a capital other than E, P, U, X, Y and Z.
    """

    use: Use
    name: str

    def __post_init__(self) -> None:
        _check_payoff(self.name)

    def __str__(self) -> str:
        return f"{self.use} {self.name}"

    @property
    def words(self) -> str:
        """The quantifier in English."""
        return (
            f"every randomized function U of X (U - X - Y) and {self.use} {self.name}(u, w) >= 0 "
            "of finitely many choices w"
        )

    @property
    def latex(self) -> str:
        """The quantifier as LaTeX for math mode."""
        return rf"P_{{U\mid X}},\;{self.name}(u,w)\ge0"


@dataclass(frozen=True)
class AnyGuess:
    """Guesses of any randomized function U of X: a wrong one costs 1, and a right one gains 1."""

    name: str

    def __post_init__(self) -> None:
        _check_payoff(self.name)

    def __str__(self) -> str:
        return f"guess {self.name}"

    @property
    def words(self) -> str:
        """The quantifier in English."""
        return (
            f"every randomized function U of X (U - X - Y), {self.name} the guesses of U: a wrong "
            "one costs 1, a right one gains 1"
        )

    @property
    def latex(self) -> str:
        """The quantifier as LaTeX for math mode."""
        return rf"P_{{U\mid X}},\;{self.name}(u,w)=1[u\ne w]"


@dataclass(frozen=True)
class AnyOrder:
    r"""Guessing any randomized function U of X value by value; each guess costs 1.

    A choice is an order of the values of U, and costs the rank of the true value.

    Examples
    --------
    >>> print(AnyOrder("G").latex)
    P_{U\mid X},\;G(u,w)=w(u),\ w\text{ an order of all }u
    """

    name: str

    def __post_init__(self) -> None:
        _check_payoff(self.name)

    def __str__(self) -> str:
        return f"guesswork {self.name}"

    @property
    def words(self) -> str:
        """The quantifier in English."""
        return (
            f"every randomized function U of X (U - X - Y), {self.name} the number of guesses of U "
            "one after the other: a choice is an order of its values, and costs the rank of U in it"
        )

    @property
    def latex(self) -> str:
        """The quantifier as LaTeX for math mode."""
        return rf"P_{{U\mid X}},\;{self.name}(u,w)=w(u),\ w\text{{ an order of all }}u"


@dataclass(frozen=True)
class OfSecret:
    """A cost or gain at one secret: height(P(w)) where X = w, and 0 elsewhere.

    Parameters
    ----------
    use : ``"cost"`` or ``"gain"``.
    name : a capital other than E, P, U, X, Y and Z.
    height : a term in ``p``, the probability of the secret.
    choices : ``"all"`` if any secret may be chosen; else the single choice is a secret with the
        smallest (``"rarer"``) or the largest lift (``"likelier"``) at the outcome.

    Raises
    ------
    StatementError
        If the height depends on anything but ``p``.

    Examples
    --------
    >>> mass = Parameter("p")
    >>> print(OfSecret("cost", "S", mass, "all"), "|", OfSecret("gain", "J", mass, "likelier"))
    cost S = p at any x | gain J = p at x of most lift
    """

    use: Use
    name: str
    height: Term
    choices: Choices

    def __post_init__(self) -> None:
        _check_payoff(self.name)
        check_part("height", self.height, Term, "a term, as parse_term gives it")
        parts = list(walk(self.height))
        others = [part for part in parts if isinstance(part, Parameter) and part.name != MASS]
        if others or not all(isinstance(part, _PLAIN) for part in parts):
            raise StatementError(
                f"{self.use} {self.name} is {self.height}, but has to depend on p alone, the "
                "probability of the secret."
            )

    def __str__(self) -> str:
        where = "any x" if self.choices == "all" else f"x of {_LIFT[self.choices]} lift"
        return f"{self.use} {self.name} = {self.height} at {where}"

    @property
    def words(self) -> str:
        """The definition in English."""
        height = re.sub(r"\bp\b", "P(x)", str(self.height))
        if self.choices == "all":
            return (
                f"the {self.use} {self.name}(x, w) = {height} if x = w, else 0, of any secret w as "
                "the choice"
            )
        return (
            f"the {self.use} {self.name}(x) = {height} if x = x*, else 0, of a single choice, "
            f"{_SECRET[self.choices]}"
        )

    @property
    def latex(self) -> str:
        """The definition as LaTeX for math mode."""
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
    >>> print(Pieces("S", "rarer", "secret"), "|", Pieces("R", "likelier", "rest"))
    guess S splits x of least lift | guess R splits all but x of most lift
    >>> print(Pieces("S", "rarer", "secret").words)  # doctest: +NORMALIZE_WHITESPACE
    S the guesses of the function that breaks x* into enough equally likely pieces, and keeps the
    rest as one value, x* a secret of smallest P(x|y)/P(x)
    """

    name: str
    secret: Which
    broken: Literal["secret", "rest"]

    def __post_init__(self) -> None:
        _check_payoff(self.name)

    def __str__(self) -> str:
        rest = "all but " if self.broken == "rest" else ""
        return f"guess {self.name} splits {rest}x of {_LIFT[self.secret]} lift"

    @property
    def words(self) -> str:
        """The definition in English."""
        whole = "x* as one value" if self.broken == "rest" else "the rest as one value"
        broken = "x*" if self.broken == "secret" else "the rest"
        return (
            f"{self.name} the guesses of the function that breaks {broken} into enough equally "
            f"likely pieces, and keeps {whole}, {_SECRET[self.secret]}"
        )

    @property
    def latex(self) -> str:
        """The definition as LaTeX for math mode."""
        broken = "x^*" if self.broken == "secret" else r"\text{the rest}"
        function = rf"U_{{{self.name}}}\text{{ with }}{broken}\text{{ in pieces}}"
        return rf"{function},\ {_LATEX[self.secret]},\ {self.name}(u,w)=1[u\ne w]"


@dataclass(frozen=True)
class Given:
    """Side information: all laws are those given a value z of Z."""

    def __str__(self) -> str:
        return "given z"


GUESSES = (AnyGuess, Pieces)  # wrong guesses cost 1, right ones gain 1
Payoff: TypeAlias = AnyPayoff | AnyGuess | AnyOrder | OfSecret | Pieces
PAYOFFS = (AnyPayoff, AnyGuess, AnyOrder, OfSecret, Pieces)
ANY_PAYOFFS = (
    AnyPayoff,
    AnyGuess,
    AnyOrder,
)  # for which an instance has a function, and perhaps a table


def of_an_outcome(payoff: Payoff) -> bool:
    """Whether a payoff depends on the secret of extreme lift at one outcome.

    Examples
    --------
    >>> one = Number(ONE)
    >>> of_an_outcome(OfSecret("cost", "S", one, "all"))
    False
    >>> of_an_outcome(OfSecret("cost", "S", one, "rarer"))
    True
    """
    return isinstance(payoff, Pieces) or (isinstance(payoff, OfSecret) and payoff.choices != "all")


def _check_payoff(name: str) -> None:
    if not re.fullmatch(NAMES, name):
        raise StatementError(
            f"The name of a cost, gain or guess is {name!r}, but has to be a capital other than E, "
            "P, U, X, Y and Z, which stand for something else."
        )


# --- priors ---------------------------------------------------------------------------------------

Likelihood: TypeAlias = Literal["chance", "least", "most", "share"]
OF_LIKELIHOODS: tuple[Likelihood, ...] = get_args(Likelihood)
# names of quantities, such as pmc_P, chance_P
UNDER_A_PRIOR = re.compile(rf"\b({'|'.join((*MEASURES, *OF_LIKELIHOODS))})_([A-Z])\b")


@dataclass(frozen=True)
class Drawn:
    """Any prior, with any support, or any prior on a single secret.

    Parameters
    ----------
    name : a capital.
    single : whether the support is a single secret.
    """

    name: str
    single: bool = False

    def __post_init__(self) -> None:
        _check_prior(self.name)

    @property
    def of(self) -> tuple[str, ...]:
        """The names of the priors that it is composed of."""
        return ()

    def __str__(self) -> str:
        return f"prior {self.name}{' on one secret' if self.single else ''}"

    @property
    def words(self) -> str:
        """The quantifier in English."""
        return f"every {self}"


@dataclass(frozen=True)
class Mixed:
    """A mixture share * one + (1 - share) * other of two priors.

    Parameters
    ----------
    name : a capital.
    share : a number, a parameter, or any other term; in a statement, the prior Q has ``share_Q``.
    one, other : the names of the two priors.

    Examples
    --------
    >>> print(Mixed("M", Parameter("theta"), "P", "Q"))
    mixture M = theta P + (1 - theta) Q
    """

    name: str
    share: Term
    one: str
    other: str

    def __post_init__(self) -> None:
        for name in (self.name, self.one, self.other):
            _check_prior(name)
        check_part("share", self.share, Term, "a term, as parse_term gives it")
        if isinstance(self.share, Number) and not 0 <= self.share.value <= 1:
            raise StatementError(
                f"The share of {self.one} in {self.name} is {self.share}, but has to be between 0 "
                "and 1."
            )

    @property
    def of(self) -> tuple[str, ...]:
        """The names of the priors that it is composed of."""
        return (self.one, self.other)

    @property
    def plain(self) -> Term:
        """The share if it is a number or a parameter; else the name ``share_Q``."""
        if isinstance(self.share, Number):
            return self.share
        if isinstance(self.share, Parameter) and not UNDER_A_PRIOR.fullmatch(self.share.name):
            return self.share
        return Parameter(f"share_{self.name}")

    @property
    def rest(self) -> Term:
        """The share of the other prior."""
        if isinstance(self.share, Number):
            return Number(1 - self.share.value)
        return operation("-", Number(ONE), self.share)

    def __str__(self) -> str:
        shares = [_factor(share) for share in (self.share, self.rest)]
        return f"mixture {self.name} = {shares[0]} {self.one} + {shares[1]} {self.other}"


def _factor(share: Term) -> str:
    return str(share) if isinstance(share, Number | Parameter) else f"({share})"


@dataclass(frozen=True)
class Both:
    """The product prior of two independent secrets, with the pair of their outcomes."""

    name: str
    one: str
    other: str

    def __post_init__(self) -> None:
        for name in (self.name, self.one, self.other):
            _check_prior(name)

    @property
    def of(self) -> tuple[str, ...]:
        """The names of the priors that it is composed of."""
        return (self.one, self.other)

    def __str__(self) -> str:
        return f"product {self.name} = {self.one} x {self.other}"


NamedPrior: TypeAlias = Drawn | Mixed | Both
PRIORS = (Drawn, Mixed, Both)


def is_prior_name(name: str) -> bool:
    """Whether a name is allowed for a prior: a capital letter.

    Examples
    --------
    >>> is_prior_name("P"), is_prior_name("PQ")
    (True, False)
    """
    return re.fullmatch("[A-Z]", name) is not None


def _check_prior(name: str) -> None:
    if not is_prior_name(name):
        raise StatementError(f"The name of a prior is {name!r}, but has to be a capital.")


# --- releases -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Binned:
    """A histogram of N records in k bins that is released with Laplace noise of scale b."""

    def __str__(self) -> str:
        return "histogram N records, k bins"


@dataclass(frozen=True)
class Queried:
    """Any workload of linear queries on N records, answered with Laplace noise of scale b."""

    def __str__(self) -> str:
        return "workload W, N records"


# --- mechanisms -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class NamedMechanism:
    """A closed-form mechanism from X to Y or to Z, or from Y to Z, with its parameter.

    Examples
    --------
    >>> print(NamedMechanism("Y", "rr", "r"), "|", NamedMechanism("Z", "bsc", "f", "Y"))
    X->Y is rr(r) | Y->Z is bsc(f)
    """

    name: str
    mechanism: str
    level: str
    secret: Literal["X", "Y"] = "X"

    def __str__(self) -> str:
        return f"{self.secret}->{self.name} is {self.mechanism}({self.level})"


# --- numbers --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RealNumbers:
    """Real numbers, of which nothing is assumed.

    Examples
    --------
    >>> print(RealNumbers(("t", "b")))
    numbers t, b
    """

    names: tuple[str, ...]

    def __post_init__(self) -> None:
        for name in self.names:
            Parameter(name)  # refuses what is no name of a parameter
            if self.names.count(name) > 1:
                raise StatementError(f"{name} is bound twice.")

    def __str__(self) -> str:
        return f"numbers {', '.join(self.names)}"


# --- all of them ----------------------------------------------------------------------------------

Binder: TypeAlias = Payoff | Given | NamedPrior | Binned | Queried | NamedMechanism | RealNumbers
OF_ADVERSARIES = (*PAYOFFS, Given)
OF_RELEASES = (Binned, Queried)
TOGETHER: tuple[tuple[type, ...], ...] = (  # the binders that can stand in one statement
    OF_ADVERSARIES,
    PRIORS,
    OF_RELEASES,
    (NamedMechanism,),
    (RealNumbers,),
)


def check_binders(binders: tuple[Binder, ...]) -> None:
    """Refuse binders that cannot stand together, or with one name twice.

    Examples
    --------
    >>> check_binders((AnyPayoff("cost", "C"), Given()))
    >>> check_binders((AnyPayoff("cost", "C"), Drawn("P")))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    pmlsym...StatementError: `cost C` and `prior P` cannot stand in one statement.
    """
    for part in binders:
        if not isinstance(part, next(kinds for kinds in TOGETHER if isinstance(binders[0], kinds))):
            raise StatementError(f"`{binders[0]}` and `{part}` cannot stand in one statement.")
    names = [
        str(part) if isinstance(part, Given | Binned | Queried | RealNumbers) else part.name
        for part in binders
    ]
    for name in names:
        if names.count(name) > 1:
            raise StatementError(f"{name} is bound twice.")
