"""The informal steps of a claim: which there are, and what their tests show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from pmlsym.ledger.checking.origin import (
    informal_steps,
    meant_for_goals,
    refuse_other_goals,
    step_name,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.rows import ArgumentRow
from pmlsym.proof.verdict import NoVerdict
from pmlsym.proof.witness import Sample
from pmlsym.statements.argument import Argument, Theorem
from pmlsym.statements.assertion import Assertion, Compared
from pmlsym.statements.clauses import Guarantee
from pmlsym.statements.finite import Finite
from pmlsym.statements.readable import Readable
from pmlsym.statements.values import decimal

_FEWEST = 10  # different instances on which a step is tested
_CLOSE = 0.02  # a share of a side: a test notices a constant that is changed by as much


def steps_of(
    asserts: Sequence[Readable],
    parts: Sequence[Part],
    models: Sequence[object],
    arguments: Sequence[Argument],
    reductions: Sequence[Theorem],
) -> tuple[Theorem | Argument, ...]:
    """Return the informal steps that lead from the statements of a claim to its goals.

    Parameters
    ----------
    asserts, parts, models, arguments, reductions : as in a claim.

    Raises
    ------
    NoVerdict
        If a program reduces a statement to other goals, or nothing joins a statement to the goals.
    """
    meant = meant_for_goals(asserts, models)
    refuse_other_goals(meant, parts)
    return informal_steps(meant, parts, reductions, arguments)


def tested(steps: Sequence[Theorem | Argument]) -> tuple[ArgumentRow, ...]:
    """Test informal steps, each once for all claims.

    Raises
    ------
    NoVerdict
        If a test fails on an instance, or tells nothing.
    """
    return tuple(
        {
            "text": step_name(step),
            "tested": tried(step),
            "test": "" if step.test is None else step.test.words(),
            "bookkeeping": isinstance(step, Theorem) and step.bookkeeping,
        }
        for step in steps
    )


_TRIED: dict[int, tuple[Theorem | Argument, int]] = {}  # by the step itself


def tried(step: Theorem | Argument) -> int:
    """Return on how many instances a step was tested: 0 without a test. It is tested once.

    Raises
    ------
    NoVerdict
        If the test fails on an instance, or tells nothing.
    """
    if step.test is None:
        return 0
    if id(step) not in _TRIED:
        _TRIED[id(step)] = (step, _tried(step_name(step), step.test))
    return _TRIED[id(step)][1]


def _tried(name: str, test: Readable) -> int:
    trial = test.trial(test.tries)
    if trial.violations and trial.first is not None:
        raise NoVerdict(f'the step "{name}" fails on {trial.first[0]}: {trial.first[1]}')
    if trial.applied <= trial.unseparated:
        raise NoVerdict(f'the test of the step "{name}" tells nothing: no instance decides it')
    if trial.applied < _FEWEST:
        raise NoVerdict(
            f'the test of the step "{name}" tells little: its hypotheses hold on {trial.applied} '
            f"instances, and at least {_FEWEST} different ones are asked for"
        )
    if _compares_nothing(test):
        raise NoVerdict(f'the test of the step "{name}" compares each side with itself')
    if not _is_of_mechanisms(test):
        raise NoVerdict(
            f'the test of the step "{name}" speaks of sizes and parameters alone, and of no leakage'
        )
    if not trial.tight and not _is_nearly_tight(test):
        raise NoVerdict(
            f'the test of the step "{name}" would also hold with other constants: on no instance '
            "are both sides nearly equal"
        )
    return trial.applied


def _compares_nothing(test: Readable) -> bool:
    """Whether all that a test concludes is that a term or a quantity is itself."""
    if isinstance(test, Finite):
        concluded = test.statement.conclusion
        return all(not isinstance(one, Guarantee) and one.left == one.right for one in concluded)
    if isinstance(test, Assertion):
        compared = [one for one in test.conclusion if isinstance(one, Compared)]
        same = [one.left.of is one.right.of or one.left == one.right for one in compared]
        return len(same) == len(test.conclusion) and all(same)
    return False


def _is_of_mechanisms(test: Readable) -> bool:
    """Whether a test in the language concludes something about a mechanism."""
    if not isinstance(test, Finite):
        return True
    said = test.statement.conclusion
    return any(isinstance(one, Guarantee) or any(t.variables for t in one.terms) for one in said)


def _is_nearly_tight(test: Readable) -> bool:
    """Whether both sides of a test come close on an instance; properties have no sides."""
    if not isinstance(test, Assertion):
        return False
    compared = [one for one in test.conclusion if isinstance(one, Compared)]
    if not compared:
        return True
    for instance in islice(test.over.all(), test.tries):
        if test.judge(instance).applies is not True:
            continue
        for condition in compared:
            found = condition.check(instance)
            if found.left is not None and found.right is not None:
                left, right = decimal(found.left), decimal(found.right)
                if abs(left - right) <= _CLOSE * abs(right):
                    return True
    return False


def refuse_no_samples(seen: Sequence[object]) -> None:
    """Refuse what a search gave that is printed beside the evidence, if it is no sample.

    Raises
    ------
    NoVerdict
        In one sentence.

    Examples
    --------
    >>> refuse_no_samples([None])
    Traceback (most recent call last):
    pmlsym.proof.verdict.NoVerdict: `observed`: search 1 gave a NoneType, but has to give a Sample
    """
    for number, found in enumerate(seen, start=1):
        if type(found) is not Sample:
            kind = type(found).__name__
            raise NoVerdict(f"`observed`: search {number} gave a {kind}, but has to give a Sample")
