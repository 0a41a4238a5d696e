"""An endless supply of small exact models to try a statement on, the edge cases first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import TypeVar

from pmlsym.statements.generator.choosing import EDGE_MODES, Chooser
from pmlsym.statements.generator.laws import Laws
from pmlsym.statements.model import Model
from pmlsym.statements.reading import applies
from pmlsym.statements.statement import Statement

Judgement = TypeVar("Judgement")

_EDGES = 120  # models before chance decides alone
_TRIES = 4  # draws for one model, each of a mechanism that leaks less than the last


def models(statement: Statement, seed: int = 0) -> Iterator[Model]:
    """Yield models that have the structure, and mostly meet the hypotheses, of a statement.

    First come two and three secrets with uniform, skewed and rare priors, mechanisms that reveal
    all, nothing, or tell one secret apart, and parameters at measured levels and thresholds.

    Parameters
    ----------
    statement : whose structure, sizes, priors and hypotheses are met; it may have holes.
    seed : the same one gives the same models.

    Examples
    --------
    >>> from itertools import islice
    >>> from pmlsym.statements.text.parse import parse
    >>> for model in islice(models(parse("PML(e) => PMC(e)")), 2):
    ...     print(model)
    prior (1/2, 1/2), kernel (4/5, 1/5; 1/5, 4/5), e = log(8/5)
    prior (1/3, 1/3, 1/3), kernel (1, 0; 1/2, 1/2; 1/2, 1/2), e = log(3/2)
    """
    for model, _ in judged(statement, seed, applies, bool):
        yield model


def judged(
    statement: Statement,
    seed: int,
    judge: Callable[[Statement, Model], Judgement],
    met: Callable[[Judgement], bool],
) -> Iterator[tuple[Model, Judgement]]:
    """Yield the models of `models`, each with a judgement that also says whether it applies.

    Parameters
    ----------
    statement, seed : as for `models`.
    judge : looks at a model once.
    met : says from that whether the statement applies to the model.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> next(judged(parse("PML(e) => PMC(e)"), 0, applies, bool))[1]
    True
    """
    random = Random(seed)  # no secret depends on it
    laws, chooser = Laws(statement, random), Chooser(statement, random)
    for number in count():
        mode = EDGE_MODES[number % len(EDGE_MODES)] if number < _EDGES else None
        for damping in range(_TRIES):
            law = laws.draw(number, damping)
            model = Model(law, chooser.choose(law, mode))
            found = judge(statement, model)
            if number < _EDGES or met(found):
                break
            mode = "measured" if damping else None
        yield model, found
