"""Steps of proofs: a proof, the kernel's theorem, and the premises; and reasons for printing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pmlsym.pages import CERTIFICATE, Displayable, Formula, Page, Steps, Words, because
from pmlsym.proof.goal import Goal, goal_of
from pmlsym.proof.kernel.check import RULES, Proof
from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.question import AGREED, Question
from pmlsym.proof.kernel.terms import Malformed, NotProved, difference
from pmlsym.proof.kernel.theorem import Theorem
from pmlsym.proof.review import follow
from pmlsym.proof.writing import described, goal_latex, goal_text, text

# --- reasons, from the plain data of a proof ------------------------------------------------------

KINDS = ("decision", "identity", "derivative sign", "convexity", "rule")
_KINDS = {"decision": "decision", "increasing": "derivative sign", "convex": "convexity"}


def kind(proof: Proof, theorem: Theorem) -> str:
    """Return the kind of the last step of an accepted proof."""
    return "identity" if _is_identity(proof, theorem) else _KINDS.get(proof[0], "rule")


def reason(proof: Proof, theorem: Theorem) -> str:
    """Return the reason for the last step of an accepted proof, in a few words."""
    said = _rule(proof, theorem)
    if proof[0] == "decision" or not rest_on_solvers(theorem.questions):
        return said
    return f"{said}; two solvers agree on what it needs, without a certificate"


def rest_on_solvers(questions: Iterable[Question]) -> bool:
    """Whether a query of a step is answered by two solvers without a certificate."""
    return any(question.answer == AGREED for question in questions)


def _rule(proof: Proof, theorem: Theorem) -> str:
    match proof:
        case ("decision", *_):
            if _is_identity(proof, theorem):
                return "the difference normalises to 0 in exact arithmetic"
            return _decided(theorem.questions)
        case ("instance", pairs, _):
            return f"instance with {', '.join(f'{name} := {text(term)}' for name, term in pairs)}"
        case ("example", (_, ("exists", names, _)), terms, _):
            shown = (f"{name} = {text(term)}" for name, term in zip(names, terms, strict=True))
            return f"with {', '.join(shown)}"
        case ("order", word, _):
            return f"an increasing function ({word}) keeps the order"
        case ("nearest", integer, _):
            return f"the nearest integer to a number on this side of a half beside {integer}"
        case ("logarithms", *_):
            return "numbers compare as their exponentials do"
        case ("expectation", *_):
            return "an expectation preserves a pointwise inequality"
        case ("strict expectation", *_):
            return "what is strict with positive probability is strict on average"
        case ("increasing", function, name, start, *_):
            begins = f"{text(function)} is zero or more at {name} = {text(start)}"
            return f"{begins}, and its derivative by {name} is not negative"
        case ("convex", function, name, *_):
            convex = f"{text(function)} is convex in {name}"
            return f"{convex}, so it is largest at an end of the interval"
        case ("cases", number, *_):
            return f"it holds for {text(number)} >= 0 and for {text(number)} <= 0"
    return "by a rule of the kernel"


def _is_identity(proof: Proof, theorem: Theorem) -> bool:
    """Whether an equality was decided by cancellation, without queries."""
    conclusion = theorem.goal.conclusion
    needed = any(question.answer != "open" for question in theorem.questions)
    if proof[0] != "decision" or needed or conclusion[0] != "=":
        return False
    try:
        return not Atoms().quotient(difference(*conclusion[1:])).top
    except NotProved:
        return False


def _decided(questions: Sequence[Question]) -> str:
    """Return the reason why there is no counterexample."""
    if rest_on_solvers(questions):
        return "two solvers find no counterexample, without a certificate"
    if any(question.answer == "refuted" for question in questions):
        return CERTIFICATE
    return "it is given, or follows by exact arithmetic alone"


# --- chain ----------------------------------------------------------------------------------------


class Step(Displayable):
    """A proved goal.

    Parameters
    ----------
    proof : the proof, as data.
    premises : the steps that it uses; missing ones are built from the proof.

    Attributes
    ----------
    theorem : the kernel's theorem of the proof.

    Raises
    ------
    NotProved
        If the proof does not go through.
    """

    __slots__ = ("__weakref__", "premises", "proof", "theorem")

    def __init__(self, proof: Proof, premises: Iterable[Step] = ()) -> None:
        self.proof = proof
        if not isinstance(premises, Iterable):
            raise NotProved(f"{type(premises).__name__} is no list of steps")
        known = {id(step.proof): step for step in map(step_of, premises)}
        try:
            self.theorem = follow(proof, known.values())
        except NotProved as failure:
            raise type(failure)(described(failure)) from None
        try:
            self.premises = tuple(_step(part, known) for part in _parts(proof))
        except RecursionError:
            raise Malformed("the proof is too deep") from None

    def __repr__(self) -> str:
        return f"<{self.kind}: {goal_text(*self.theorem.goal)}>"

    def page(self) -> Page:
        """Return the proof as a page: the goal, and every step with its reason."""
        rows = proof_rows(self)
        items = tuple((Formula(row["formal"], row["latex"]), because(row)) for row in rows)
        last = Words(Formula(rows[-1]["formal"], rows[-1]["latex"]), "proved")
        return Page("A proof", (last, Steps(items)))

    def __reduce__(self) -> tuple[type[Step], tuple[Proof]]:
        """Pickle the proof alone: it is followed again when it is read."""
        return (Step, (self.proof,))

    @property
    def kind(self) -> str:
        """The kind of step, in a word or two."""
        return kind(self.proof, self.theorem)

    @property
    def reason(self) -> str:
        """The reason for the goal, in a few words."""
        return reason(self.proof, self.theorem)

    @property
    def goal(self) -> Goal:
        """The goal that was proved, in sympy.

        Raises
        ------
        Malformed
            If sympy cannot express it exactly; `theorem` has the kernel's form.
        """
        return goal_of(self.theorem.goal)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The queries of this step."""
        return self.theorem.questions

    def chain(self) -> list[Step]:
        """Return all steps that this one uses, premises first, each once, itself last."""
        return _chain(self)


def step_of(given: object) -> Step:
    """Return the argument if it is a step; else raise `NotProved`."""
    if not isinstance(given, Step):
        raise NotProved(f"{type(given).__name__} is no step of a proof")
    return given


def _chain(last: Step) -> list[Step]:
    seen: dict[int, Step] = {}

    def visit(step: Step) -> Iterator[Step]:
        if id(step) not in seen:
            seen[id(step)] = step
            for premise in step.premises:
                yield from visit(premise)
            yield step

    return list(visit(last))


def _parts(proof: Proof) -> Iterator[Proof]:
    """Yield the subproofs of an accepted proof, in their order."""
    _, pieces, rests = RULES[proof[0]]
    for kind, part in zip(rests, proof[1 + pieces :], strict=True):
        yield from (part,) if kind == "1" else part


def _step(proof: Proof, known: dict[int, Step]) -> Step:
    """Return a step for a proof, and build those of its subproofs that are not known."""
    if id(proof) not in known:
        known[id(proof)] = Step(proof, [_step(part, known) for part in _parts(proof)])
    return known[id(proof)]


class Citations:
    """The places of printed steps, so that repeated steps are cited."""

    def __init__(self) -> None:
        self._places: dict[int, tuple[Step, str]] = {}
        self._parts = 0

    def part(self) -> str:
        """Start a new part, and return its name."""
        self._parts += 1
        return f"part {self._parts}"

    def place(self, step: Step) -> str | None:
        """Return the place where a step was printed, if it was."""
        return self._places[id(step)][1] if id(step) in self._places else None

    def note(self, step: Step, place: str) -> None:
        """Record the place where a step was printed."""
        self._places[id(step)] = (step, place)


def proof_rows(step: Step, citations: Citations | None = None) -> list[dict[str, Any]]:
    """Return the steps of a proof in order, each with its kind, its reason and its premises.

    A step that was printed in an earlier part, according to `citations`, is cited from there.
    """
    citations = citations or Citations()
    part = citations.part()
    chain = _uncited(step_of(step), citations, set())
    number = {id(one): place for place, one in enumerate(chain, start=1)}
    rows = []
    for one in chain:
        cited, formal = citations.place(one), goal_text(*one.theorem.goal)
        row: dict[str, Any] = {
            "kind": one.kind,
            "text": f"{number[id(one)]}. {formal}",
            "reason": one.reason if cited is None else f"shown in {cited}",
            "from": [number[id(premise)] for premise in one.premises] if cited is None else [],
            "formal": formal,
            "latex": goal_latex(*one.theorem.goal),
        }
        rests_on = confirmed(one)
        if one.kind == "decision" or rests_on != "certificate":
            row["confirmed"] = rests_on
        rows.append(row)
    for one in chain:
        if citations.place(one) is None and one.premises:
            citations.note(one, f"{part}, step {number[id(one)]}")
    return rows


def _uncited(step: Step, citations: Citations, seen: set[int]) -> list[Step]:
    """Return the chain of a step, premises first, without the premises of cited steps."""
    if id(step) in seen:
        return []
    seen.add(id(step))
    if citations.place(step) is not None:
        return [step]
    before = [one for premise in step.premises for one in _uncited(premise, citations, seen)]
    return [*before, step]


def confirmed(step: Step) -> str:
    """Return the kind of evidence for the queries of a step."""
    return "two solvers" if rest_on_solvers(step.questions) else "certificate"
