"""The informal steps of a claim: where they are needed, and the results of their tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import cast

from pmlsym.ledger.part import Part
from pmlsym.ledger.rows import ArgumentRow
from pmlsym.proof.kernel.theorem import Goal
from pmlsym.proof.verdict import NoVerdict
from pmlsym.proof.witness import Sample
from pmlsym.statements.argument import Argument, PaperTheorem
from pmlsym.statements.assertion import Assertion, Compared
from pmlsym.statements.clauses import GuaranteeClause
from pmlsym.statements.finite import Finite
from pmlsym.statements.readable import Readable
from pmlsym.statements.reductions import (
    NotReducible,
    Reducible,
    Reduction,
    is_reducible,
    of_named,
    reduction_of,
)
from pmlsym.statements.values import decimal

# --- origin ---------------------------------------------------------------------------------------
# The link from the statements of a claim to its goals: programs, or informal steps.


def refuse_other_goals(asserts: Sequence[Readable], parts: Sequence[Part]) -> None:
    """Check that the parts include all goals to which the statements reduce.

    A statement that a program reduces needs all goals of that reduction; no theorem and no informal
    step replaces them.
    """
    for statement in _of_a_program(asserts) if parts else ():
        reduction = _reduction(statement)
        if reduction is None:
            continue
        if not _covered(statement, parts):
            raise NoVerdict(
                f"the parts are not what {_text(statement)} reduces to: a goal of it is not among "
                "them"
            )
        bound = reduction.bound
        if bound and not _covered(statement, [part for part in parts if part.bound == bound]):
            raise NoVerdict(
                f"the parts leave off that {_text(statement)} reduces to them for {bound} alone: "
                "the part of each of its goals needs that as its bound"
            )


def reduced(asserts: Sequence[Readable], parts: Sequence[Part]) -> Iterator[Reducible]:
    """Yield the statements that a program reduces to goals among the parts."""
    for statement in _of_a_program(asserts):
        if _reduction(statement) is not None and _covered(statement, parts):
            yield statement


def informal_steps(
    asserts: Sequence[Readable],
    parts: Sequence[Part],
    reductions: Sequence[PaperTheorem],
    arguments: Sequence[Argument],
) -> tuple[PaperTheorem | Argument, ...]:
    """Return the informal steps from statements to goals, where no program reduces them."""
    known = set(reduced(asserts, parts))
    others = [one for one in asserts if not (is_reducible(one) and one in known)]
    unreduced = next((one for one in others if is_reducible(one)), None)
    if unreduced is not None and parts:
        raise NoVerdict(
            f"the parts do not show {_text(unreduced)}: a program has to reduce it, and none does; "
            "no step of a person takes its place"
        )
    used = {theorem for statement in known for theorem in _theorems(statement)}
    named = tuple(theorem for theorem in reductions if theorem not in used)
    steps: tuple[PaperTheorem | Argument, ...] = (*arguments, *named)
    if not others and steps:
        idle = named[0] if named else arguments[0]
        raise NoVerdict(
            f'the step "{step_name(idle)}" is named, but a program reduces every statement that '
            "the goals are to prove, and without it"
        )
    if others and parts and not steps:
        raise NoVerdict(
            "nothing that is named and tested joins the goals to the statement: "
            f"{_text(others[0])} No program reduces it, so name the PaperTheorem by which you "
            "did, with its test"
        )
    return steps


def step_name(step: PaperTheorem | Argument) -> str:
    """Return the name of an informal step."""
    return step.name if isinstance(step, PaperTheorem) else step.says


def _of_a_program(asserts: Sequence[Readable]) -> Iterator[Reducible]:
    """Yield the statements of the vocabularies that a program reduces."""
    for asserted in asserts:
        if is_reducible(asserted):
            yield cast(Reducible, asserted)


def _text(statement: Readable) -> str:
    return statement.text or statement.words()


def _theorems(statement: Reducible) -> tuple[PaperTheorem, ...]:
    reduction = _reduction(statement)
    return () if reduction is None else reduction.theorems


@lru_cache(maxsize=1024)
def _reduction(statement: Reducible) -> Reduction | None:
    try:
        return reduction_of(statement)
    except NotReducible:
        return None


def _covered(statement: Reducible, parts: Sequence[Part]) -> bool:
    known = {part.goal.kernel for part in parts}
    return _goals(statement, False) <= known or _goals(statement, True) <= known


@lru_cache(maxsize=1024)
def _goals(statement: Reducible, named: bool) -> frozenset[Goal]:
    """Return the goals of a reducible statement, or those about named values alone."""
    reduction = _reduction(statement)
    assert reduction is not None
    cases = map(of_named, reduction.cases) if named else reduction.cases
    return frozenset(case.goal.kernel for case in cases)


# --- tests of informal steps ----------------------------------------------------------------------

_FEWEST = 10  # distinct instances on which a step is tested
_CLOSE = 0.02  # relative: a test has to detect a change of a constant by this much


def steps_of(
    meant: Sequence[Readable],
    parts: Sequence[Part],
    arguments: Sequence[Argument],
    reductions: Sequence[PaperTheorem],
) -> tuple[PaperTheorem | Argument, ...]:
    """Return the informal steps that lead to its goals from the statements that they prove."""
    refuse_other_goals(meant, parts)
    return informal_steps(meant, parts, reductions, arguments)


def tested(steps: Sequence[PaperTheorem | Argument]) -> tuple[ArgumentRow, ...]:
    """Test informal steps, each once for all claims.

    Raises NoVerdict if a step has no test, or the test fails on an instance or is inconclusive.
    """
    return tuple(
        {
            "text": step_name(step),
            "tested": tried(step),
            "test": _test_of(step).words(),
            "bookkeeping": isinstance(step, PaperTheorem) and step.bookkeeping,
        }
        for step in steps
    )


_TRIED: dict[int, tuple[PaperTheorem | Argument, int]] = {}  # by the id of the step


def tried(step: PaperTheorem | Argument) -> int:
    """Return the number of instances on which a step was tested; cached.

    Raises NoVerdict if it has no test, or the test fails on an instance or is inconclusive.
    """
    if id(step) not in _TRIED:
        _TRIED[id(step)] = (step, _tried(step_name(step), _test_of(step)))
    return _TRIED[id(step)][1]


def _test_of(step: PaperTheorem | Argument) -> Readable:
    if step.test is None:
        raise NoVerdict(
            f'the step "{step_name(step)}" has no test, and Coq has not checked the statement '
            "as it is now: give the step a test, or have Coq check the statement (docs/formal.md)"
        )
    return step.test


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
    if not trial.tight and not _is_almost_tight(test):
        raise NoVerdict(
            f'the test of the step "{name}" would also hold with other constants: on no instance '
            "are both sides nearly equal"
        )
    return trial.applied


def _compares_nothing(test: Readable) -> bool:
    """Whether a test only concludes that a term or a quantity equals itself."""
    if isinstance(test, Finite):
        concluded = test.statement.conclusion
        return all(
            not isinstance(one, GuaranteeClause) and one.left == one.right for one in concluded
        )
    if isinstance(test, Assertion):
        compared = [one for one in test.conclusion if isinstance(one, Compared)]
        same = [one.left.of is one.right.of or one.left == one.right for one in compared]
        return len(same) == len(test.conclusion) and all(same)
    return False


def _is_of_mechanisms(test: Readable) -> bool:
    """Whether a test in the language of statements concludes something about a mechanism."""
    if not isinstance(test, Finite):
        return True
    said = test.statement.conclusion
    return any(
        isinstance(one, GuaranteeClause) or any(t.variables for t in one.terms) for one in said
    )


def _is_almost_tight(test: Readable) -> bool:
    """Whether both sides of a test are close on some instance; properties have no sides."""
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
    """Check that every search listed in `observed` returned a Sample.

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
