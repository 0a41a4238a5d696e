"""Named priors, and names of the quantities of an outcome under each, such as ``pmc_P``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.statements.definitions import check_defined
from pmlsym.statements.terms import Number, Parameter, Term, named_in
from pmlsym.statements.text.named import put_names
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.text.vocabulary import StatementError, check_part

Likelihood: TypeAlias = Literal["chance", "least", "most", "share"]
Kind: TypeAlias = MeasureName | Likelihood
OF_LIKELIHOODS: tuple[Likelihood, ...] = get_args(Likelihood)
_KINDS = "|".join((*MEASURES, *OF_LIKELIHOODS))
_QUANTITY = re.compile(rf"\b({_KINDS})_([A-Z])\b")


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
        _check(self.name)
        check_part("single", self.single, bool, "True or False")

    @property
    def of(self) -> tuple[str, ...]:
        """The names of the priors that it is composed of."""
        return ()

    def __str__(self) -> str:
        return f"every prior {self.name}{' on one secret' if self.single else ''}"


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
    >>> from pmlsym.statements.text.parse import parse_term
    >>> print(Mixed("M", parse_term("theta"), "P", "Q"))
    the prior M = theta P + (1 - theta) Q
    """

    name: str
    share: Term
    one: str
    other: str

    def __post_init__(self) -> None:
        for name in (self.name, self.one, self.other):
            _check(name)
        check_part("share", self.share, Term, "a term, as parse_term gives it")
        # parsed again from the text, so that a subclass cannot print one term and mean another
        object.__setattr__(self, "share", parse_term(str(self.share)))

    @property
    def of(self) -> tuple[str, ...]:
        """The names of the priors that it is composed of."""
        return (self.one, self.other)

    @property
    def plain(self) -> Term:
        """The share if that is a number or a parameter; else the name ``share_Q``."""
        if isinstance(self.share, Number):
            return self.share
        if isinstance(self.share, Parameter) and named(self.share.name) is None:
            return self.share
        return Parameter(f"share_{self.name}")

    def __str__(self) -> str:
        share = display(str(self.plain))
        rest = f"(1 - {share})" if not isinstance(self.plain, Number) else 1 - self.plain.value
        text = f"the prior {self.name} = {share} {self.one} + {rest} {self.other}"
        return text if self.plain == self.share else f"{text} with {share} = {display(self.share)}"


@dataclass(frozen=True)
class Both:
    """The product prior of two independent secrets, with the pair of their outcomes."""

    name: str
    one: str
    other: str

    def __post_init__(self) -> None:
        for name in (self.name, self.one, self.other):
            _check(name)

    @property
    def of(self) -> tuple[str, ...]:
        """The names of the priors that it is composed of."""
        return (self.one, self.other)

    def __str__(self) -> str:
        return f"the prior {self.name} of two independent secrets, from {self.one} and {self.other}"


Prior: TypeAlias = Drawn | Mixed | Both
KINDS = (Drawn, Mixed, Both)  # these classes only: a subclass could override anything


def is_name(name: object) -> bool:
    """Whether a name is allowed for a prior: a capital letter.

    Examples
    --------
    >>> is_name("P"), is_name("PQ")
    (True, False)
    """
    return type(name) is str and re.fullmatch("[A-Z]", name) is not None


def _check(name: object) -> None:
    if not is_name(name):
        raise StatementError(f"The name of a prior is {name!r}, but has to be a capital.")


def named(name: str) -> tuple[Kind, str] | None:
    """Split a name into a quantity and a prior; return None for a parameter.

    Raises
    ------
    StatementError
        If the quantity has no definition.

    Examples
    --------
    >>> named("pmc_P"), named("theta")
    (('pmc', 'P'), None)
    """
    found = _QUANTITY.fullmatch(name)
    if not found:
        return None
    check_defined(found[1], (*MEASURES, *OF_LIKELIHOODS))
    return cast(Kind, found[1]), found[2]


def quantities(*terms: Term) -> Iterator[tuple[Kind, str]]:
    """Yield the quantities in some terms."""
    return named_in(terms, named)


def display(text: object) -> str:
    """Return a text with the quantities in mathematical notation.

    Examples
    --------
    >>> display("theta*pmc_P")
    'theta*pmc(P)'
    """
    return _QUANTITY.sub(r"\1(\2)", str(text))


_LATEX = {
    **{row.name: rf"{row.latex}_{{%s}}(X \to y)" for row in MEASURES.values()},
    "chance": r"%s_Y(y)",
    "least": r"\min_{x:%s(x)>0} P(y \mid x)",
    "most": r"\max_{x:%s(x)>0} P(y \mid x)",
    "share": r"\delta_{%s}",
}
_SUBSCRIPT = re.compile(rf"\\mathrm\{{({_KINDS})\}}_\{{([A-Z])\}}")


def display_latex(line: str) -> str:
    r"""Return LaTeX with the quantities in mathematical notation.

    Examples
    --------
    >>> print(display_latex(r"\theta \, \mathrm{pmc}_{P}"))
    \theta \, \Lambda_{P}(X \to y)
    """
    return put_names(line, _SUBSCRIPT, lambda found: _LATEX[found[1]] % found[2])
