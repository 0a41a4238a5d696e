"""Statements about privacy leakage: parsed from text, evaluated on instances, tested on many.

>>> statement = parse("PML(e) => PMC(e)")
>>> model = Model.from_channel([["3/4", "1/4"], ["1/4", "3/4"]], ["1/3", "2/3"], e="log(9/5)")
>>> print(read(statement, model))
fails: pmc(X->y) <= e at y = 1: log(7/3) > log(9/5), about 0.847298 and 0.587787
"""

from pmlsym.statements.generator.models import models
from pmlsym.statements.model import Model
from pmlsym.statements.readable import Trial
from pmlsym.statements.reading import Reading, read
from pmlsym.statements.search import try_models
from pmlsym.statements.statement import Statement
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.tokens import ParseError
from pmlsym.statements.text.vocabulary import StatementError

__all__ = [
    "Model",
    "ParseError",
    "Reading",
    "Statement",
    "StatementError",
    "Trial",
    "models",
    "parse",
    "read",
    "try_models",
]
