"""Named priors, and names of the quantities of an outcome under each, such as ``pmc_P``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias, cast

from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.statements.binders import (
    OF_LIKELIHOODS,
    UNDER_A_PRIOR,
    Both,
    Drawn,
    Likelihood,
    NamedPrior,
)
from pmlsym.statements.definitions import check_defined
from pmlsym.statements.terms import Number, Term, named_in
from pmlsym.statements.text.words import put_names

Kind: TypeAlias = MeasureName | Likelihood
_KINDS = "|".join((*MEASURES, *OF_LIKELIHOODS))


def prior_words(prior: NamedPrior) -> str:
    """Return the quantifier or the definition of a prior in English."""
    if isinstance(prior, Drawn):
        return prior.words
    if isinstance(prior, Both):
        return (
            f"the prior {prior.name} of two independent secrets, from {prior.one} and {prior.other}"
        )
    plain = prior.plain
    share = display(str(plain))
    rest = f"(1 - {share})" if not isinstance(plain, Number) else 1 - plain.value
    text = f"the prior {prior.name} = {share} {prior.one} + {rest} {prior.other}"
    return text if plain == prior.share else f"{text} with {share} = {display(prior.share)}"


def named(name: str) -> tuple[Kind, str] | None:
    """Split a name into a quantity and a prior; return None for a parameter.

    Examples
    --------
    >>> named("pmc_P"), named("theta")
    (('pmc', 'P'), None)
    """
    found = UNDER_A_PRIOR.fullmatch(name)
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
    return UNDER_A_PRIOR.sub(r"\1(\2)", str(text))


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
