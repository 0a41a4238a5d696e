"""Assignment 7: a conjecture of the student's own, refuted or proved by the prover."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from pmlsym.channel import Channel
from pmlsym.errors import InputError
from pmlsym.exercises.feedback import channel, not_right, plain, right
from pmlsym.exercises.of_notebooks import own
from pmlsym.exercises.statements import settled
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.model import Model
from pmlsym.statements.reading import Reading, read
from pmlsym.statements.search import try_models
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Structure
from pmlsym.statements.terms import Negative, Number, OfPrior, Operation, Term
from pmlsym.statements.text.vocabulary import StatementError

_INSTANCES = 300  # instances on which a statement is tested
_TEMPTING = 0.5  # the fraction of them on which it has to be true
_SECONDS = 20.0  # to decide whether one clause implies another; most take less than one
_MEND = (
    "true_one should keep the hypotheses of false_one and conclude less, or keep its conclusion "
    "and assume more."
)


def false_one(statement: object) -> None:
    """Check a conjecture: the prover refutes it, and it is not one of the notebooks."""
    settled("false_one", own("false_one", statement), "refuted")
    right("false_one: the prover refutes it")


def tempting(statement: object) -> None:
    """Check a conjecture: false, but true of most mechanisms that meet its hypotheses."""
    found = own("false_one", statement)
    settled("false_one", found, "refuted")
    trial = try_models(found, count=_INSTANCES, seed=0)
    if not trial.applied or trial.violations > _TEMPTING * trial.applied:
        raise not_right(
            f"Of {trial.applied} mechanisms that meet its hypotheses, false_one fails on "
            f"{trial.violations}: nobody would be tempted. Weaken the conclusion, or assume more."
        )
    right(f"false_one: fails on only {trial.violations} of {trial.applied} mechanisms")


def counterexample(statement: object, prior: object, kernel: object, levels: object) -> None:
    """Check a mechanism on which a conjecture about one mechanism fails, from the definitions."""
    found = own("false_one", statement)
    if len(found.variables) > 2:
        raise not_right("false_one should be about one mechanism, X->Y.")
    _, reading = failing("false_one", found, prior, kernel, levels)
    right(f"it fails there: {reading.check}")


def failing(
    name: str, statement: Statement, prior: object, kernel: object, levels: object
) -> tuple[Channel, Reading]:
    """Return a student's mechanism on which a statement fails, and the evaluation there.

    Examples
    --------
    >>> from pmlsym.exercises.statements import typed
    >>> claim, half = typed("mine", "PML(e) => PMC(e)"), ["1/2", "1/2"]
    >>> failing("mine", claim, half, [[1, 0], [0, 1]], {"e": "log(2)"})[1].holds
    False
    >>> failing("mine", claim, half, [half, half], {"e": "log(2)"})
    Traceback (most recent call last):
    ...
    pmlsym.exercises.feedback.NotRight: mine is true of your mechanism: pmc(X->y) <= e at y = 0: 0
    < log(2), about 0 and 0.693147.
    """
    mine = channel(prior, kernel)
    given = read_levels(levels)
    missing = [one for one in statement.parameters if one not in given]
    if missing:
        raise not_right(f"levels says nothing of {', '.join(missing)}.")
    try:
        numbers = {one: given[one] for one in statement.parameters}
        model = Model.from_channel(mine.kernel.tolist(), mine.prior.tolist(), **numbers)
    except InputError as error:
        raise not_right(str(error)) from None
    reading = read(statement, model)
    if reading.applies is not True:
        raise not_right(f"The hypotheses are not met on your mechanism: {reading.reason}.")
    if reading.holds is not False:
        raise not_right(f"{name} is true of your mechanism: {reading.check}.")
    return mine, reading


def true_one(statement: object) -> None:
    """Check the repaired conjecture: proved, with satisfiable hypotheses that it needs."""
    found = own("true_one", statement)
    settled("true_one", found, "proved")
    if not try_models(found, count=_INSTANCES, seed=0).applied:
        raise not_right("true_one: no mechanism that was tested meets its hypotheses.")
    without = Statement(found.conclusion, (), found.structure, found.where)
    check_repeats("true_one", found)
    if found.hypotheses:
        trial = try_models(without, count=_INSTANCES, seed=0)
        if not trial.violations:
            raise not_right(
                "true_one does not use its hypotheses: without them it is true as well."
            )
    right("true_one: the prover has a proof of it")


def mended(statement: object, repaired: object) -> None:
    """Check that a true statement repairs the false one: the same subject, a weaker claim.

    Its conclusion bounds the same measures from the same side, and the hypotheses of one of the two
    statements follow from those of the other.
    """
    wrong, true = own("false_one", statement), own("true_one", repaired)
    pairs = [(one, other) for one in _directions(wrong) for other in _directions(true)]
    kept = [pair for pair in pairs if _strange(*pair) is None]
    if not kept:
        raise not_right(f"{_MEND} {_strange(*pairs[0])}")
    settled("false_one", wrong, "refuted")
    settled("true_one", true, "proved")
    check_repeats("true_one", true)
    if not any(_follow(*pair) or _follow(*reversed(pair)) for pair in kept):
        raise not_right(f"{_MEND} It assumes something else.")
    right("true_one mends false_one")


@dataclass(frozen=True)
class _Direction:
    """A statement in one direction, with guarantees as the conditions that they mean."""

    claimed: tuple[Condition, ...]
    assumed: tuple[Condition, ...]
    structure: tuple[Structure, ...]
    where: tuple[Condition, ...]

    def says(self, claimed: tuple[Condition, ...], assumed: tuple[Condition, ...] = ()) -> str:
        """Return the prover's verdict on other conditions in the same setting."""
        asked = Statement(claimed, assumed, self.structure, self.where)
        return conjecture(asked, seconds=_SECONDS).verdict


def _directions(statement: Statement) -> list[_Direction]:
    """Return a statement as a list of one, or the two implications of an equivalence."""
    sides = [(statement.claimed, statement.required)]
    sides += [(statement.required, statement.claimed)] * statement.both_ways
    return [_Direction(*side, statement.structure, statement.where) for side in sides]


def _strange(wrong: _Direction, true: _Direction) -> str | None:
    """Describe a conclusion of the true statement that no conclusion of the false one is like."""
    known = [about for condition in wrong.claimed for about in _abouts(condition)]
    found = [about for condition in true.claimed for about in _abouts(condition)]
    new = next((about for about in found if not any(map(about.is_like, known))), None)
    return None if new is None else f"It {new}, and false_one {known[0]}."


def _follow(weak: _Direction, strong: _Direction) -> bool:
    """Return whether the hypotheses of one statement follow from the other's, in both settings.

    Undecided counts as true.
    """
    missing = tuple(one for one in weak.assumed if one not in strong.assumed)
    structure = tuple(dict.fromkeys((*weak.structure, *strong.structure)))
    where = tuple(dict.fromkeys((*weak.where, *strong.where)))
    both = _Direction((), (), structure, where)
    try:
        return not missing or both.says(missing, strong.assumed) != "refuted"
    except StatementError:  # the two settings cannot be joined
        return False


def check_repeats(name: str, statement: Statement) -> None:
    """Check that no conclusion merely repeats a hypothesis, reworded or with a larger level.

    Examples
    --------
    >>> from pmlsym.exercises.statements import typed
    >>> check_repeats("mine", typed("mine", "LIP(e) => LDP(2*e)"))
    >>> check_repeats("mine", typed("mine", "PML(e) => PML(2*e)"))
    Traceback (most recent call last):
    ...
    pmlsym.exercises.feedback.NotRight: mine concludes what it assumes: pml(X->y) <= e.
    """
    for side in _directions(statement):
        for claimed in side.claimed:
            for assumed in side.assumed:
                if claimed == assumed or _repeats(claimed, assumed, side):
                    raise not_right(f"{name} concludes what it assumes: {assumed}.")


def _repeats(claimed: Condition, assumed: Condition, side: _Direction) -> bool:
    measures = [[(one.above, one.below) for one in _abouts(c)] for c in (claimed, assumed)]
    if measures[0] != measures[1] or not any(map(any, measures[0])):
        return False
    larger, level = _level(claimed), _level(assumed)
    if larger is None or level is None:
        return side.says((claimed,), (assumed,)) == "proved"
    # a bound that needs the prior is no repetition: PML(min(e, log(1/pmin)))
    return side.says((Condition(level, "<=", larger),)) == "proved"


def _level(condition: Condition) -> Term | None:
    """Return the upper bound if a condition bounds one measure by a fixed level; else None."""
    alone = condition.sign in ("<=", "<") and isinstance(condition.left, Leakage | Overall)
    return condition.right if alone and not condition.right.variables else None


@dataclass
class _About:
    """The measures that a condition bounds from above and below, and functions of the prior."""

    above: set[str] = field(default_factory=set)
    below: set[str] = field(default_factory=set)
    prior: set[str] = field(default_factory=set)

    def is_like(self, other: _About) -> bool:
        """Return whether the same measures or functions of the prior are bounded alike."""
        if self.above or other.above:
            return self.above == other.above and bool(self.below) == bool(other.below)
        return self.below == other.below and (bool(self.below) or self.prior == other.prior)

    def __str__(self) -> str:
        above, below = (" and ".join(sorted(names)) for names in (self.above, self.below))
        if above and below:
            return f"compares {above} with {below}"
        side = "above" if above else "below"
        if above or below:
            return f"bounds {above or below} from {side}"
        return f"is about {' and '.join(sorted(self.prior)) or 'its parameters alone'}"

    def add(self, term: Term, up: bool) -> None:
        """Collect the measures in a term; `up` says that it is bounded from above."""
        if isinstance(term, Leakage | Overall):
            (self.above if up else self.below).add(_worst(term))
        elif isinstance(term, OfPrior):
            self.prior.add(term.name)
        elif isinstance(term, Operation) and term.sign in ("-", "/"):
            self.add(term.left, up)
            self.add(term.right, not up)
        elif isinstance(term, Negative):
            self.add(term.term, not up)
        else:
            factors = term.parts if isinstance(term, Operation) and term.sign == "*" else ()
            turned = sum(isinstance(one, Number) and one.value < 0 for one in factors) % 2
            for part in term.parts:
                self.add(part, up != bool(turned))


def _abouts(condition: Condition) -> list[_About]:
    """Return the subject of a condition, as one entry; an equation has one for each direction."""
    pairs = [(condition.left, condition.right), (condition.right, condition.left)]
    if condition.sign in ("<=", "<"):
        pairs = pairs[:1]
    elif condition.sign in (">=", ">"):
        pairs = pairs[1:]
    found = []
    for small, large in pairs:
        about = _About()
        about.add(small, True)
        about.add(large, False)
        found.append(about)
    return found


def _worst(term: Leakage | Overall) -> str:
    """Write a measure as that of the worst outcome."""
    if isinstance(term, Overall):
        return str(term)
    given = f"|{','.join(term.given)}" if term.given else ""
    return f"{term.kind}({term.secret}->{','.join(term.observed).upper()}{given})"


def read_levels(levels: object) -> dict[str, Any]:
    """Return the values of the parameters by name, as a student gives them.

    Examples
    --------
    >>> read_levels({"e": "log(3/2)"})
    {'e': 'log(3/2)'}
    """
    if levels is None:
        return {}
    if not isinstance(levels, dict):
        raise not_right('levels should be a dict, such as {"e": "log(3/2)"}.')
    return {
        str(name): value if isinstance(value, sp.Expr) else plain(f"levels[{name!r}]", value)
        for name, value in levels.items()
    }
