"""What the prover says of a statement, and whether the evaluator agrees."""

import re
import time
import traceback
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction as F

import numpy as np
import pytest
from mpmath import mp, mpf

from pmlsym.errors import InputError
from pmlsym.prover.conjecture import conjecture
from tests.conjecture.random_lines.mechanisms import MECHANISMS, instance, of_named, violation
from tests.conjecture.random_lines.quantities import named
from tests.conjecture.random_lines.trees import Law, has_structure, joint_of

_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_FUNCTIONS = {"exp": mp.exp, "log": mp.log, "min": min, "max": max, "mpf": mpf}


@dataclass(frozen=True)
class Finding:
    """An answer with its time; `wrong` says what the evaluator has against it."""

    text: str
    verdict: str
    cpu: float
    wall: float
    wrong: str = ""
    more: str = ""


@contextmanager
def computation_counts(most_load=10):
    """Let limits of `time.monotonic` count the time of this process, on a machine that is busy.

    Waiting counts a tenth, so that it ends.
    """
    clock = time.monotonic
    wall, cpu = clock(), time.process_time()

    def busy():
        return wall + max(time.process_time() - cpu, (clock() - wall) / most_load)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "monotonic", busy)
        yield


def answered(text, seconds, seed=0):
    """Return the verdict on a text, the answer, and the seconds of computation and in all."""
    wall, cpu, answer, more = time.perf_counter(), time.process_time(), None, ""
    try:
        with computation_counts():
            answer = conjecture(text, seconds=seconds, seed=seed)
        verdict = str(answer.verdict)
    except InputError as refusal:
        verdict, more = "refused", str(refusal)
    except Exception:  # noqa: BLE001  # every other error is a finding
        verdict, more = "traceback", traceback.format_exc()
    return verdict, answer, time.process_time() - cpu, time.perf_counter() - wall, more


def number(text):
    """Return the number that an exact text stands for."""
    plain = _NUMBER.sub(lambda found: f"mpf('{found[0]}')", text.replace("^", "**"))
    return mpf(eval(plain, {"__builtins__": {}}, _FUNCTIONS))


def of_witness(statement, witness):
    """Return the law and the parameters of a counterexample."""
    parameters = {name: number(text) for name, text in witness["parameters"].items()}
    if "joint" in witness:
        masses = np.vectorize(F, otypes=[object])(np.array(witness["joint"], dtype=object))
        return Law(masses, True), parameters
    prior = [F(mass) for mass in witness["prior"]]
    if "kernel" not in witness:
        return of_named(statement.structure, np.array(prior), parameters, True), parameters
    rows = [[F(v) for v in row] for row in witness["kernel"]]
    return Law(joint_of(prior, rows), True), parameters


def objection(statement, verdict, answer, most=MECHANISMS):
    """Return what the evaluator has against a verdict; empty if nothing."""
    if verdict == "traceback":
        return "an error that is no sentence about the text"
    if verdict in ("proved", "proved-bounded"):
        found = violation(statement, most=most)
        return f"{verdict}, but fails on {shown(*found)}" if found else ""
    if verdict == "vacuous":
        found = instance(statement, most=most)
        return f"vacuous, but the hypotheses hold on {shown(*found)}" if found else ""
    if verdict != "refuted":
        return ""
    law, parameters = of_witness(statement, answer.witness)
    if law is None or not set(statement.parameters) <= set(parameters):
        return f"refuted by an instance that is none: {answer.witness['text']}"
    structured = named(statement.structure) or has_structure(law, statement.structure)
    if min(parameters.values(), default=0) < 0:
        return "refuted with a negative parameter"
    if not structured or not law.violates(statement, parameters):
        return f"refuted, but holds on {answer.witness}"
    return ""


def shown(law, parameters):
    """Return a law and parameters as text."""
    source = law.source.tolist() if law.source is not None else ""
    numbers = ", ".join(f"{name} = {mp.nstr(mpf(v), 20)}" for name, v in parameters.items())
    text = re.sub(r"Fraction\((\d+), (\d+)\)", r"\1/\2", str(source))
    return f"{text} with {numbers}" if numbers else text


def checked(statement, seconds):
    """Return what the prover finds, and what the evaluator has against it."""
    text = str(statement)
    verdict, answer, cpu, wall, more = answered(text, seconds)
    return Finding(text, verdict, cpu, wall, objection(statement, verdict, answer), more)


# --- pairs ----------------------------------------------------------------------------------------

UNDECIDED = frozenset(("supported", "proved-bounded"))
ORDER = ("traceback", "refuted", "refused", "supported", "proved-bounded", "proved", "vacuous")


def together(verdicts):
    """Return the verdict on all of some statements: refuted if one is, proved if all are."""
    return min(verdicts, key=ORDER.index)


@dataclass(frozen=True)
class Pair:
    """Two lists of texts of equal meaning, with the verdict on each.

    `again` are the verdicts with three times the time, where the first ones were not equal.
    """

    rule: str
    texts: tuple[tuple[str, ...], tuple[str, ...]]
    verdicts: tuple[str, str]
    cpu: tuple[float, ...]
    again: tuple[str, ...] = ()
    wrong: str = ""
    more: str = ""

    @property
    def unequal(self):
        """Whether the verdicts differ also with more time."""
        return len(set(self.again)) > 1

    @property
    def contradicts(self):
        """Whether they differ by more than that one of both was not decided."""
        return self.unequal and not UNDECIDED.intersection(self.again)

    def __str__(self):
        sides = (
            f"{verdict}: {' ; '.join(texts)}"
            for verdict, texts in zip(self.again or self.verdicts, self.texts, strict=True)
        )
        return f"{self.rule}: {' || '.join(sides)}"


def compared(rule, one, other, seconds):
    """Return the verdicts on two lists of statements, or texts, of equal meaning."""
    cpu, wrong, more = [], [], []

    def verdict(side, seconds):
        found = []
        for statement in side:
            verdict, answer, spent, _, said = answered(str(statement), seconds)
            cpu.append(spent)
            more.append(said)
            if not isinstance(statement, str):
                wrong.append(objection(statement, verdict, answer, most=30))
            found.append(verdict)
        return together(found)

    first = verdict(one, seconds), verdict(other, seconds)
    spent, again = tuple(cpu), ()
    if first[0] != first[1]:
        again = verdict(one, 3 * seconds), verdict(other, 3 * seconds)
        if {*again} == {"proved", "vacuous"} and (len(one) > 1 or len(other) > 1):
            again = ("proved", "proved")  # one of the directions is vacuous
    texts = tuple(map(str, one)), tuple(map(str, other))
    return Pair(
        rule,
        texts,
        first,
        spent,
        again,
        "; ".join(filter(None, wrong)),
        "; ".join(filter(None, more)),
    )
