"""Informal steps of a proof: what links a statement to the goals that the kernel checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict, cast

from pmlsym.statements.assertion import Assertion
from pmlsym.statements.finite import Finite
from pmlsym.statements.readable import Readable
from pmlsym.statements.text.vocabulary import StatementError, refuse_other_texts


@dataclass(frozen=True)
class Argument:
    """An informal step of a proof, with a test on concrete instances.

    A claim whose statements Coq has checked as a whole needs no informal step; its steps in words
    have no test.

    Parameters
    ----------
    says : the step in words, for a reader to check.
    test : the claim of the step, as a statement that can be evaluated on instances; None where Coq
        has checked the statement that the step leads to.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> step = Argument("a bound at every outcome bounds the worst one",
    ...                 from_text("pml(X->y) <= a => pml(X->Y) <= a"))
    >>> step.test.trial(50).violations
    0
    """

    says: str
    test: Readable | None = None

    def __post_init__(self) -> None:
        refuse_other_texts("an argument", says=self.says)
        if self.test is not None:
            _refuse_other_tests("an argument", self.test)


class TheoremRow(TypedDict):
    """A theorem that a proof uses, as a JSON-ready dictionary."""

    name: str
    says: str
    because: str
    test: str  # the tested claim in English; empty if there is no test
    symbols: dict[str, str]  # names in goals, each with its meaning


@dataclass(frozen=True)
class PaperTheorem:
    """A reduction that a proof uses: it turns a statement into equivalent goals.

    Parameters
    ----------
    name : the name of the theorem.
    says : the theorem in words.
    because : why the reduction is sound and complete.
    test : the claim of the theorem, as a statement that can be evaluated on instances; only for a
        reduction from a paper proof, which no goal, no test suite and no theorem of Coq covers. It
        is tested and counted like an `Argument`.
    bookkeeping : whether the step is a definition or a rewriting, such as a sum as a mean. Such
        steps are counted separately.
    symbols : names in the goals, such as ``"s, t"``, each with its meaning.
    """

    name: str
    says: str
    because: str
    test: Readable | None = None
    bookkeeping: bool = False
    symbols: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        refuse_other_texts("a theorem", name=self.name, says=self.says, because=self.because)
        if self.test is not None:
            _refuse_other_tests("a theorem", self.test)

    def as_dict(self) -> TheoremRow:
        """Return the theorem as a JSON-ready dictionary, with its test in English."""
        test = "" if self.test is None else self.test.words()
        return {
            "name": self.name,
            "says": self.says,
            "because": self.because,
            "test": test,
            "symbols": dict(self.symbols),
        }


def _refuse_other_tests(owner: str, test: object) -> None:
    """Refuse a test that is no `Finite` or `Assertion`: another class could report any result."""
    if type(test) not in (Finite, Assertion):
        raise StatementError(
            f"The test of {owner} is a {type(test).__name__}, but has to be what from_text(...) "
            "returns, or an Assertion."
        )
    if cast(Readable, test).exists:
        raise StatementError(
            f"The test of {owner} is existential (said of some instance), but has to be about all."
        )
