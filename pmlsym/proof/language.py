"""The language of goals: real symbols, expectations under any law, rounding."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeAlias

import sympy as sp

from pmlsym.proof.kernel.terms import Malformed

Term: TypeAlias = Any  # a sympy expression; sympy ships no types
Sentence: TypeAlias = Any  # a sympy relational


def reals(names: str) -> tuple[Term, ...]:
    """Return real symbols without further assumptions.

    All facts about a symbol have to be hypotheses of the goal, where they are printed and where
    perturbations can drop them.

    Examples
    --------
    >>> b, alpha = reals("b alpha")
    >>> b.is_positive is None
    True
    """
    try:
        symbols = sp.symbols(names, real=True, seq=True)
    except (AttributeError, TypeError, ValueError):
        raise Malformed(f"{names!r} are no names of symbols") from None
    return tuple(symbols)


class Mean(sp.Expr):  # type: ignore[misc]  # sympy has no types
    """The expectation of `body` over `variables`, under any probability law on `support`.

    Two means with the same variables and the same `law` are under the same law, which is otherwise
    arbitrary. So a statement with a mean holds for every law, discrete or continuous, of dependent
    or independent variables, if the means in it are finite.
    """

    def __new__(
        cls, body: Term, variables: Iterable[Term], support: Any = sp.true, law: str = "P"
    ) -> Mean:
        """Return the term; `support` is a condition that the variables satisfy surely."""
        if isinstance(variables, (str, sp.Symbol)) or not isinstance(variables, Iterable):
            raise Malformed(
                f"a mean is over {variables!r}: a tuple of symbols is needed, as in (x,)"
            )
        try:
            over = sp.Tuple(*(sp.sympify(variable, strict=True) for variable in variables))
            parts = (sp.sympify(body, strict=True), over, sp.sympify(support, strict=True))
        except (sp.SympifyError, AttributeError, TypeError, ValueError):
            raise Malformed("a mean is over symbols, of a term, on a condition") from None
        return sp.Expr.__new__(cls, *parts, sp.Symbol(str(law)))  # type: ignore[no-any-return]

    @property
    def body(self) -> Term:
        """The term whose expectation is taken."""
        return self.args[0]

    @property
    def variables(self) -> tuple[Term, ...]:
        """The random variables, as symbols."""
        return tuple(self.args[1])

    @property
    def support(self) -> Sentence:
        """The condition that the variables satisfy surely."""
        return self.args[2]

    @property
    def law(self) -> str:
        """The name of the law."""
        return str(self.args[3].name)

    @property
    def free_symbols(self) -> set[Term]:
        """The symbols that are not variables of the mean."""
        inside = self.body.free_symbols | self.support.free_symbols
        return set(inside - set(self.variables))

    def _eval_is_real(self) -> bool:
        return True

    def _sympystr(self, printer: Any) -> str:
        if isinstance(self.body, sp.Piecewise):
            return f"P[{printer._print(self.body.args[0].cond)}]"
        return f"E[{printer._print(self.body)}]"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        sign, inside = "E", self.body
        if isinstance(inside, sp.Piecewise):  # the expectation of an indicator
            sign, inside = "P", inside.args[0].cond
        text = rf"\mathbb{{{sign}}}\!\left[{printer._print(inside)}\right]"
        return text if exp is None else f"{text}^{{{exp}}}"


class Rounded(sp.Function):  # type: ignore[misc]  # sympy has no types
    """The nearest integer, undefined at halves, where it is not evaluated.

    The kernel uses that it never decreases, and its value where an integer is strictly nearest.
    """

    nargs = 1

    def _eval_is_real(self) -> bool:
        return True

    def _latex(self, printer: Any, exp: Any = None) -> str:
        return rf"\left[{printer._print(self.args[0])}\right]_{{\mathrm{{round}}}}"


def fresh(name: str, taken: Collection[str]) -> Term:
    """Return a symbol with a name that is not taken, by a numbered suffix if needed.

    Examples
    --------
    >>> fresh("p", {"p"})
    p_2
    """
    found, count = name, 1
    while found in taken:
        count += 1
        found = f"{name}_{count}"
    return reals(found)[0]


def chance(
    event: Sentence, variables: Iterable[Term], support: Any = sp.true, law: str = "P"
) -> Mean:
    """Return the probability of an event: the expectation of its indicator."""
    try:
        indicator = sp.Piecewise((sp.Integer(1), event), (sp.Integer(0), sp.true))
    except (AttributeError, TypeError, ValueError):
        raise Malformed(f"an event of type {type(event).__name__} is no condition") from None
    return Mean(indicator, variables, support, law)


def conjuncts(sentence: Sentence) -> tuple[Sentence, ...]:
    """Return the parts of a conjunction; the true sentence has none.

    Subclasses of sympy's conjunction are not split, as they could return anything.
    """
    if sentence is sp.true or sentence is True:
        return ()
    if type(sentence) is sp.And:
        return tuple(sentence.args)
    return (sentence,)
