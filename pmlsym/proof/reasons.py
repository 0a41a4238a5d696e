"""Why a step holds, in a few words: said of its proof, which is plain data, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pmlsym.pages import CERTIFICATE
from pmlsym.proof.kernel.check import Proof
from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.question import AGREED, Question
from pmlsym.proof.kernel.terms import NotProved, difference
from pmlsym.proof.kernel.theorem import Theorem
from pmlsym.proof.writing import text

KINDS = ("decision", "identity", "derivative sign", "convexity", "rule")
_KINDS = {"decision": "decision", "increasing": "derivative sign", "convex": "convexity"}


def kind(proof: Proof, theorem: Theorem) -> str:
    """Return what kind of step the last one of a proof that goes through is."""
    return "identity" if _is_identity(proof, theorem) else _KINDS.get(proof[0], "rule")


def reason(proof: Proof, theorem: Theorem) -> str:
    """Say why what the last step of a proof says holds; the proof goes through."""
    said = _rule(proof, theorem)
    if proof[0] == "decision" or not rest_on_solvers(theorem.questions):
        return said
    return f"{said}; two solvers agree on what it needs, without a certificate"


def rest_on_solvers(questions: Iterable[Question]) -> bool:
    """Whether one of the questions of a step is answered by the word of two solvers alone."""
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
    """Whether an equality was decided by its two sides cancelling: nothing asked was needed."""
    conclusion = theorem.goal.conclusion
    needed = any(question.answer != "open" for question in theorem.questions)
    if proof[0] != "decision" or needed or conclusion[0] != "=":
        return False
    try:
        return not Atoms().quotient(difference(*conclusion[1:])).top
    except NotProved:
        return False


def _decided(questions: Sequence[Question]) -> str:
    """Say what shows that there is no counterexample."""
    if rest_on_solvers(questions):
        return "two solvers find no counterexample, without a certificate"
    if any(question.answer == "refuted" for question in questions):
        return CERTIFICATE
    return "it is given, or follows by exact arithmetic alone"
