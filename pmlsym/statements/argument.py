"""What remains in words between a statement and the goals that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict, cast

from pmlsym.pages.made_once import made_once
from pmlsym.statements.assertion import Assertion
from pmlsym.statements.finite import Finite
from pmlsym.statements.readable import Readable
from pmlsym.statements.text.vocabulary import StatementError, refuse_other_texts


@made_once
@dataclass(frozen=True)
class Argument:
    """A step of a proof that no goal covers, with a test on concrete worlds.

    Parameters
    ----------
    says : the step, so that a reader can check it.
    test : what the step claims, as something that can be read on worlds.

    Examples
    --------
    >>> from pmlsym.statements.finite import said
    >>> step = Argument("a bound at every outcome bounds the worst one",
    ...                 said("pml(X->y) <= a => pml(X->Y) <= a"))
    >>> step.test.trial(50).violations
    0
    """

    says: str
    test: Readable

    def __post_init__(self) -> None:
        refuse_other_texts("an argument", says=self.says)
        _refuse_other_tests("an argument", self.test)


class TheoremRow(TypedDict):
    """A theorem that a proof uses, as JSON holds it."""

    name: str
    says: str
    because: str
    test: str  # what it claims of worlds, in words; empty if it has no test
    symbols: dict[str, str]  # names in goals, with what each stands for


@made_once
@dataclass(frozen=True)
class Theorem:
    """A reduction that a proof uses: it turns a statement into goals, and nothing is lost.

    Parameters
    ----------
    name : what it is called.
    says : the theorem.
    because : why it is sound, and complete.
    test : what it claims, as something that can be read on worlds, where no goal and no test suite
        covers it: that of a theorem by which a person reduces. Like an argument it is tried, and
        counted.
    bookkeeping : whether it is a definition or a rewriting, such as a sum as a mean. Such steps are
        counted apart.
    symbols : names that its goals have, such as ``"s, t"``, each with what it stands for.
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
        """Return it as JSON can hold it, with its test in words; empty if it has none."""
        test = "" if self.test is None else self.test.words()
        return {
            "name": self.name,
            "says": self.says,
            "because": self.because,
            "test": test,
            "symbols": dict(self.symbols),
        }


def _refuse_other_tests(owner: str, test: object) -> None:
    """Refuse a test of another class: it could say of itself that it held."""
    if type(test) not in (Finite, Assertion):
        raise StatementError(
            f"The test of {owner} is of type {type(test).__name__}, but has to be what said(...) "
            "returns, or an Assertion."
        )
    if cast(Readable, test).exists:
        raise StatementError(
            f"The test of {owner} is said of some world, but has to be of every one."
        )
