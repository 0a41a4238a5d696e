"""Instances for Coq, which computes on them with rational numbers whether a statement is false.

formal/instances.v computes what formal/language.v says, and formal/decided.v proves that it does.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, product

from pmlsym.formal import syntax
from pmlsym.formal.syntax import NotExported
from pmlsym.statements.generator.models import models
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.statement import Statement
from pmlsym.statements.values import LogOf, Value, exact_text

TRIES = 200  # models in which one is looked for that meets the hypotheses


def data(model: Model) -> str:
    """Return the law of a model as data of formal/instances.v.

    Examples
    --------
    >>> from pmlsym.statements import Model
    >>> data(Model.from_channel([[1, 0], ["1/2", "1/2"]], ["1/2", "1/2"]))
    '(Data [:: Point (Qmake 2 4) 0 0 0; Point (Qmake 1 4) 1 0 0; Point (Qmake 1 4) 1 1 0] 1 1 0)'
    """
    law = model.law
    points = []
    for place, weight in zip(product(*map(range, law.shape)), law.weights, strict=True):
        if weight:
            labels = " ".join(map(str, (*place, 0)[:3]))
            points.append(f"Point (Qmake {weight} {law.total}) {labels}")
    tops = " ".join(str(size - 1) for size in (*law.shape, 1)[:3])
    return f"(Data [:: {'; '.join(points)}] {tops})"


def parameters(model: Model) -> str:
    """Return the numbers of a model for the parameters of a statement.

    Raises
    ------
    NotExported
        If one is neither rational nor the logarithm of a rational number.
    """
    found = (f'("{name}"%string, {_value(name, one)})' for name, one in model.parameters.items())
    return f"[:: {'; '.join(found)}]" if model.parameters else "[::]"


def refutation(statement: Statement, model: Model, name: str) -> str:
    """Return the theorem that a statement is false on a model, to be put after `HEAD`.

    Raises
    ------
    NotExported
        If the statement or the model has a part that formal/ does not say.
    """
    said = syntax.comment(f"not: {statement}")
    defined = syntax.definition(statement, name)
    return "\n".join([said, defined, _false(f"{name}_data", model, name)])


def possible(statement: Statement, name: str) -> str:
    """Return the theorem that the hypotheses of a statement, known as `name`, can be met.

    Raises
    ------
    NotExported
        If no model of `TRIES` meets them.
    """
    for model in islice(models(statement), TRIES):
        if read(statement, model).applies is False:
            continue
        try:
            return _false(f"(nothing_claimed {name}_data)", model, f"{name}_possible")
        except NotExported:  # by other numbers than those of formal/
            continue
    raise NotExported(f"an instance that meets the hypotheses of `{statement}`")


def _false(of: str, model: Model, name: str) -> str:
    return "\n".join(
        [
            f"Theorem {name} :",
            f"  forall R, exists (w : world R) rho, ~ holds_here w rho {of}.",
            "Proof.",
            f"apply: (@false_of _ {data(model)} {parameters(model)}); by vm_compute.",
            "Qed.",
            "",
        ]
    )


def _value(name: str, value: Value) -> str:
    if isinstance(value, Fraction):
        return f"Rat {_rational(value)}"
    if isinstance(value, LogOf):
        return f"LogOf {_rational(value.argument)}"
    raise NotExported(f"the number {name} = {exact_text(value)}")


def _rational(value: Fraction) -> str:
    return f"(Qmake ({value.numerator}) {value.denominator})"
