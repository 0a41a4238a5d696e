"""Statements that two terms have the same largest value over the secrets, given z."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from random import Random
from types import MappingProxyType

from pmlsym.statements.assertion import Assertion, Compared, Domain, Judgement, Property, Quantity
from pmlsym.statements.assertion.read_as import ReadAsAssertion
from pmlsym.statements.evaluation import NO_CHANNEL, Evaluation
from pmlsym.statements.generator.models import models
from pmlsym.statements.law import Law, Point
from pmlsym.statements.model import Model
from pmlsym.statements.terms import (
    Function,
    Negative,
    Number,
    Operation,
    Parameter,
    Term,
    parameters_of,
    walk,
)
from pmlsym.statements.text.latex import term_latex
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.vocabulary import StatementError, check_part
from pmlsym.statements.values import Value, extreme

ENTRIES = MappingProxyType(
    {
        "before": ("P(x|z)", r"P(x \mid z)"),
        "after": ("P(x|y,z)", r"P(x \mid y, z)"),
        "likely": ("P(y|x)", r"P(y \mid x)"),
        "chance": ("P(y|z)", r"P(y \mid z)"),
    }
)
_NAMES = re.compile(rf"\b({'|'.join(ENTRIES)})\b")
_LATEX = re.compile(rf"\\mathrm\{{({'|'.join(ENTRIES)})\}}")


@dataclass(frozen=True)
class SameLargest(ReadAsAssertion):
    """The claim that in a chain Z - X - Y two terms have the same largest value over secrets.

    The secrets are those with P(x|z) > 0, and the claim is about all y and z with P(y, z) > 0.
    Terms are in the language of statements, with the names ``before`` for P(x|z), ``after`` for
    P(x|y,z), ``likely`` for P(y|x) and ``chance`` for P(y|z).

    Parameters
    ----------
    left, right : the two terms.

    Raises
    ------
    StatementError
        If a term has any other name.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> same = SameLargest(*map(parse_term, ("log(after/before)", "log(likely/chance)")))
    >>> print(same.words())
    For every joint law of X, Y and Z, and outcomes y, z that are possible together: if Z - X - Y,
    then the largest log(P(x|y,z)/P(x|z)) of the x that z allows = the largest log(P(y|x)/P(y|z)) of
    the x that z allows.
    >>> same.trial(50).violations
    0
    """

    left: Term
    right: Term

    def __post_init__(self) -> None:
        for name in ("left", "right"):
            check_part(name, getattr(self, name), Term, "a term, as parse_term gives it")
            # parsed again from the text, so that a subclass cannot print one term and mean another
            term = parse_term(str(getattr(self, name)))
            object.__setattr__(self, name, term)
            plain = all(isinstance(part, _PLAIN) for part in walk(term))
            if not plain or not parameters_of(term) <= ENTRIES.keys():
                raise StatementError(f"{name} is {term}, but has to speak of {', '.join(ENTRIES)}.")

    @classmethod
    def of(cls, left: str, right: str) -> SameLargest:
        """Return the statement with terms from text.

        Raises
        ------
        ParseError
            If a text is no term; the message names the column.
            StatementError
                If an argument is no text.
        """
        check_part("left", left, str, "the text of a term")
        check_part("right", right, str, "the text of a term")
        return cls(parse_term(left), parse_term(right))

    def judge(self, instance: object) -> Judgement:
        """Evaluate the statement on a joint law, at all outcomes, from the definitions.

        Raises
        ------
        ParameterError
            If the object is no Model, or has no Z.
        """
        found = self._assertion.judge(instance)
        if not isinstance(instance, Model) or not found.applies:
            return found
        for point in possible(instance.law):
            here = self._at(point).judge(instance)
            if here.holds is not True or not found.equal:
                found = here
            if here.holds is False:
                break
        return found

    @cached_property
    def _assertion(self) -> Assertion[Model]:
        return self._at(None)

    def _at(self, point: Point | None) -> Assertion[Model]:
        """Return the assertion at an outcome (y, z), by default at the first possible one."""

        def largest(term: Term) -> Quantity[Model]:
            def of(model: Model) -> Value:
                y, z = next(possible(model.law)) if point is None else point
                tables = entries(model.law, y, z)
                return extreme(
                    (Evaluation(NO_CHANNEL, e).value(term) for e in tables), largest=True
                )

            text = _NAMES.sub(lambda name: ENTRIES[name[1]][0], str(term))
            latex = _LATEX.sub(lambda name: ENTRIES[name[1]][1], term_latex(term))
            allowed = r"\max_{x:P(x \mid z)>0}"
            return Quantity(f"the largest {text} of the x that z allows", f"{allowed} {latex}", of)

        claim = Compared(largest(self.left), "=", largest(self.right))
        return Assertion(EVERY_CHAIN, (claim,), (CHAIN,))


_PLAIN = (Number, Parameter, Negative, Operation, Function)

# --- joint laws ----------------------------------------------------------------------------------


def possible(law: Law) -> Iterator[Point]:
    """Yield the outcomes (y, z) of positive probability."""
    yield from law.marginal(("Y", "Z"))


def entries(law: Law, y: int, z: int) -> list[dict[str, Value]]:
    """Return P(x|z), P(x|y,z), P(y|x) and P(y|z) for the secrets with P(x|z) > 0.

    Examples
    --------
    >>> alike = Law((2, 1, 1), (1, 1))
    >>> entries(alike, 0, 0)[0]["before"], entries(alike, 0, 0)[0]["likely"]
    (Fraction(1, 2), Fraction(1, 1))
    """
    x_z, x_y = law.marginal(("X", "Z")), law.marginal(("X", "Y"))
    whole, single = law.marginal(("X", "Y", "Z")), law.marginal(("X",))
    in_z, both = law.marginal(("Z",))[z,], law.marginal(("Y", "Z"))[y, z]
    return [
        {
            "before": Fraction(x_z[x, z], in_z),
            "after": Fraction(whole.get((x, y, z), 0), both),
            "likely": Fraction(x_y.get((x, y), 0), single[x,]),
            "chance": Fraction(both, in_z),
        }
        for x in range(law.shape[0])
        if (x, z) in x_z
    ]


@lru_cache
def _chains() -> tuple[Model, ...]:
    return tuple(islice(models(parse("Z - X - Y: pmc(X->y) >= 0")), 400))


def _drawn(number: int, random: Random) -> Model:
    return _chains()[number % 400] if number < 400 else random.choice(_chains())


EVERY_CHAIN = Domain(
    "every joint law of X, Y and Z, and outcomes y, z that are possible together",
    r"P_{XYZ},\ y,\ z",
    Model,
    _drawn,
    outside=lambda model: (
        ""
        if len(model.law.shape) == 3
        else "It has no third variable Z: use Model.from_joint(...)."
    ),
)
CHAIN = Property[Model](
    "Z - X - Y",
    "Z-X-Y",
    lambda model: model.law.is_markov(("Z", "X", "Y")),
)
