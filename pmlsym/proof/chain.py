"""A step: a proof, the theorem that the kernel made of it, and the steps that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from pmlsym.proof.goal import Goal, goal_of
from pmlsym.proof.kernel.check import RULES, Proof
from pmlsym.proof.kernel.question import Question
from pmlsym.proof.kernel.terms import Malformed, NotProved
from pmlsym.proof.kernel.theorem import Theorem
from pmlsym.proof.review import follow
from pmlsym.proof.writing import sentence_text


class Step:
    """A goal that has been proved.

    Parameters
    ----------
    proof : the proof, as data.
    premises : steps that it rests on; those that are not given are made from the proof.

    Raises
    ------
    NotProved
        If the proof does not go through.
    """

    kind = "rule"
    reason = "by a rule of the kernel"  # why the goal holds, in a few words

    def __init__(self, proof: Proof, premises: Iterable[Step] = ()) -> None:
        self.proof = proof
        known = {id(step.proof): step for step in map(_as_built, premises)}
        try:
            self.theorem = follow(proof, known.values())
        except NotProved as failure:
            raise type(failure)(described(failure)) from None
        try:
            self.premises = tuple(_step(part, known) for part in _parts(proof))
        except RecursionError:
            raise Malformed("the proof is too deep") from None
        if proof[0] == "decision":
            self.reason = _decided(self.questions)
            self.kind = "decision" if type(self) is Step else self.kind
        _BUILT[self] = (self.proof, self.theorem, self.premises)

    @property
    def goal(self) -> Goal:
        """The goal that was proved, in sympy.

        Raises
        ------
        Malformed
            If sympy cannot say it exactly; `theorem` has it as the kernel does.
        """
        return goal_of(self.theorem.goal)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What was asked for this step."""
        return self.theorem.questions

    def chain(self) -> list[Step]:
        """All steps that this one rests on, premises first, each once, itself last."""
        return _chain(self)


# Steps as they were built: attributes can be changed afterwards, and a class can have its own.
_BUILT: WeakKeyDictionary[Step, tuple[Proof, Theorem, tuple[Step, ...]]] = WeakKeyDictionary()


def honest(step: Step) -> Step:
    """Return a step whose chain is as the kernel left it: this one, or its proof followed anew."""
    return step if all(_as_built(one) is one for one in _chain(step)) else _anew(step)


def _as_built(step: Step) -> Step:
    if not isinstance(step, Step):
        raise NotProved(f"{type(step).__name__} is no step of a proof")
    built = _BUILT.get(step)
    now = (step.proof, step.theorem, step.premises)
    same = built is not None and all(a is b for a, b in zip(built, now, strict=True))
    return step if same else _anew(step)


def _anew(step: Step) -> Step:
    follow(step.proof)  # which refuses what is no proof
    return _step(step.proof, {})


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
    """Yield the proofs that a proof which goes through rests on, in their order."""
    _, pieces, rests = RULES[proof[0]]
    for kind, part in zip(rests, proof[1 + pieces :], strict=True):
        yield from (part,) if kind == "1" else part


def _step(proof: Proof, known: dict[int, Step]) -> Step:
    """Return a step for a proof, and for what it rests on where none is known."""
    if id(proof) not in known:
        known[id(proof)] = Step(proof, [_step(part, known) for part in _parts(proof)])
    return known[id(proof)]


def _decided(questions: Iterable[Question]) -> str:
    """Say what shows that there is no counterexample."""
    answers = {question.answer for question in questions}
    if "two solvers" in answers:
        return "two solvers find no counterexample, without a certificate"
    if "refuted" in answers:
        return "a certificate refutes the negation over the reals"
    return "it is given, or follows by exact arithmetic alone"


def described(failure: NotProved) -> str:
    """Say what a failure is about, in the user's language."""
    match failure.args:
        case (str(words), sentence):
            try:
                return f"{sentence_text(sentence)}: {words}"
            except ValueError:
                return words
        case (str(words),):
            return words
    return str(failure)
