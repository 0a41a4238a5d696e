"""Claims as data: the statement of a paper in words and symbols, and how it is checked."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pmlsym.errors import LedgerError
from pmlsym.ledger.checking.kinds import Kind, kind_of
from pmlsym.ledger.checking.models import (
    ModelsRow,
    OnInstance,
    decide,
    judged_on,
    meant_for_goals,
    no_models,
    refuse_contradicted,
    try_all,
)
from pmlsym.ledger.checking.on_instance import ReadClaim, held, read_all
from pmlsym.ledger.checking.origin import refuse_no_samples, steps_of, tested
from pmlsym.ledger.checking.whole import carries, citations_of, coq_row, in_coq
from pmlsym.ledger.display.claim_page import checked_latex, checked_page, heading_page
from pmlsym.ledger.display.evidence import rows_of, unchecked_row
from pmlsym.ledger.part import Deferred, Part, parts_of
from pmlsym.ledger.rows import ArgumentRow, ClaimRow, CoqRow, Heading, InCoqRow
from pmlsym.ledger.wording import PAPERS, refuse_names, refuse_words, tuple_of
from pmlsym.pages import Displayable, Page, report, verdict_words, wrapped
from pmlsym.proof.printing import witness_latex, witness_row
from pmlsym.proof.search.highs import installed
from pmlsym.proof.verdict import VERDICTS, Finding, NoVerdict, Verdict, verdict
from pmlsym.proof.witness import Sample, Witness
from pmlsym.statements.argument import Argument, PaperTheorem
from pmlsym.statements.assertion import Assertion
from pmlsym.statements.model import Exact
from pmlsym.statements.readable import Readable
from pmlsym.statements.reductions.of_readable import REDUCIBLE


@dataclass(frozen=True, repr=False)
class Claim(Displayable):
    """A published statement, or a repair of one.

    Parameters
    ----------
    id : the name in the ledger.
    paper, where : the paper's key and the place in it, or ``own`` for a remark of ours.
    says : the statement in plain words, typed by a person.
    statement : the formula of the paper in LaTeX, typed by a person; empty where `asserts` gives
        it. No program compares it with the checked statement.
    scope : what the verdict covers and how the words of the paper were interpreted.
    parts : the goals that make up the statement.
    asserts : the statements in a form that can be evaluated on instances.
    models : instances that decide `asserts`: counterexamples, or examples of an existence.
    reductions : the theorems that lead from `asserts` to the parts.
    arguments : the informal steps from `asserts` to the parts.
    repair : the nearest true statement, where this one is refuted.
    observed : searches that are printed beside the evidence and decide nothing; left out where
        there is no numpy.
    root : the id of the claim whose mistake this one repeats; empty for a mistake of its own.
    misprint : how the context of the paper corrects the printed words, where it does: then the kind
        of mistake is ``typo``.
    recorded : for a claim from outside the package, the verdict that its author expects; where it
        is empty, ``pmlsym check`` reports ``refuted`` as a difference. The package's own verdicts
        are recorded elsewhere.

    Raises
    ------
    LedgerError
        If a field has a wrong type, `recorded` is no verdict, the id or the paper's key has another
        form, or a text cannot be printed.
    """

    id: str
    paper: str
    where: str
    says: str
    statement: str = ""
    scope: str = ""
    parts: Sequence[Part] = ()
    repair: Claim | None = None
    observed: tuple[Callable[[], Sample], ...] = ()
    recorded: Verdict | Literal[""] = ""
    asserts: tuple[Readable, ...] = ()
    models: tuple[object, ...] = ()
    reductions: Sequence[PaperTheorem] = ()
    arguments: tuple[Argument, ...] = ()
    root: str = ""
    misprint: str = ""

    def __post_init__(self) -> None:
        """Convert the parts to a tuple, unless they are deferred, and check the types of fields."""
        refuse_names(self.id, self.paper)
        words = ("where", "says", "statement", "scope", "recorded", "root", "misprint")
        refuse_words(self.id, {name: getattr(self, name) for name in words})
        if self.repair is not None and not isinstance(self.repair, Claim):
            kind = type(self.repair).__name__
            raise LedgerError(f"the repair of {self.id} is of type {kind}, but has to be a Claim.")
        object.__setattr__(self, "parts", parts_of(self.id, self.parts))
        if not isinstance(self.observed, (tuple, list)) or not all(map(callable, self.observed)):
            raise LedgerError(f"`observed` of {self.id} has to be a tuple of functions.")
        object.__setattr__(self, "observed", tuple(self.observed))
        kinds = {
            "asserts": (Assertion, *REDUCIBLE),
            "arguments": (Argument,),
            "reductions": (PaperTheorem,),
            "models": (),
        }
        if isinstance(self.reductions, Deferred):
            del kinds["reductions"]
        for name, classes in kinds.items():
            object.__setattr__(self, name, tuple_of(self.id, name, getattr(self, name), classes))
        if self.recorded not in ("", *VERDICTS):
            raise LedgerError(
                f"`recorded` of {self.id} is {self.recorded!r}, but has to be one of "
                f"{', '.join(VERDICTS)}, or empty."
            )

    def check(self) -> Checked:
        """Gather the evidence and return it with its verdict.

        Raises
        ------
        PartNotProved
            If a proof fails. This and every other failure of a part has a note that names the part.
        NoVerdict
            If the evidence decides nothing.
        """
        start = time.perf_counter()
        judged = judged_on(self.asserts, self.models)
        meant = meant_for_goals(self.asserts, judged)
        steps = steps_of(meant, self.parts, self.arguments, self.reductions)
        findings = tuple(self._find(number, part) for number, part in enumerate(self.parts, 1))
        shown = decide(self.asserts, self.models, judged)
        searched = self.observed if installed("numpy") else ()  # samples decide nothing
        seen = tuple(search() for search in searched)
        refuse_no_samples(seen)
        found = self._verdict(findings, shown)
        models, trials = try_all(self.asserts)
        refuse_contradicted(found, self.asserts, shown, trials)
        by_coq = citations_of(self.id, self.paper, self.asserts)
        rows = () if carries(by_coq, self.asserts, meant, self.parts) else tested(steps)
        if rows and found in ("proved", "proved-bounded"):
            found = "proved-on-paper"
        try:
            repair = self.repair.check() if self.repair is not None else None
        except Exception as failure:
            failure.add_note(f"of the repair of {self.id}")
            raise
        seconds = time.perf_counter() - start
        coq = in_coq(by_coq)
        needless = () if rows else steps  # as Coq has checked the statements
        used = tuple(one for one in self.reductions if one not in needless)
        return Checked(self, findings, found, repair, seconds, seen, shown, models, rows, coq, used)

    def steps(self) -> tuple[PaperTheorem | Argument, ...]:
        """Return the informal steps that lead from the statements to the goals.

        Raises
        ------
        NoVerdict
            If the goals are not those to which the statements reduce.
        """
        meant = meant_for_goals(self.asserts, judged_on(self.asserts, self.models))
        return steps_of(meant, self.parts, self.arguments, self.reductions)

    def _verdict(self, findings: tuple[Finding, ...], shown: tuple[OnInstance, ...]) -> Verdict:
        """Combine the evidence of the parts and of the instances into a verdict."""
        verdicts = [instance.verdict for instance in shown]
        if not findings and not shown:
            raise NoVerdict(f"there is no evidence at all: {_lacking(self.asserts)}")
        if findings:
            verdicts.append(verdict(findings))
        elif "refuted" not in verdicts:
            open_ones = [s for s in self.asserts if all(s is not w.statement for w in shown)]
            if open_ones:
                raise NoVerdict(f"nothing shows that {open_ones[0].words()}")
        return max(verdicts, key=VERDICTS.index)

    def holds(self, instance: object, /, **parameters: Exact) -> bool | None:
        """Return whether the whole claim holds on an instance of your own, by its definitions.

        False if a statement fails there. True if all were evaluated, the hypotheses of one hold,
        and none fails. Otherwise None: nothing contradicts the claim, but not all of it is shown
        there, as with an instance that is no example of an existence.

        Parameters
        ----------
        instance : an exact Channel, or another instance of the claim's domain, such as a Model.
        **parameters : for a Channel, numbers for the parameters of the statements: ``e="1/2"``.

        Raises
        ------
        ParameterError
            If nothing fails, but a statement is about other instances or a parameter of it is
            missing. `read_on` evaluates the other statements.
        """
        return held(self.read_on(instance, **parameters))

    def read_on(self, instance: object, /, **parameters: Exact) -> ReadClaim:
        """Evaluate each statement of the claim on an instance; list the others with a reason.

        Parameters
        ----------
        instance, **parameters : as for `holds`.

        Raises
        ------
        ParameterError
            If no statement can be evaluated there.
        """
        return read_all(self.id, self.asserts, instance, parameters)

    @staticmethod
    def _find(number: int, part: Part) -> Finding:
        try:
            found = part.find()
            part.refuse_another_goal(found)
        except Exception as failure:
            failure.add_note(f"part {number}: {part.meaning}")
            raise
        return found

    def fingerprint(self) -> str:
        """Return a hash of the formal goals, as the kernel reads them, and of the kind of evidence.

        A part that was refuted and is now only sampled counts as changed.
        """
        parts = [(part.goal.kernel, part.kind_of_evidence, part.bound) for part in self.parts]
        said = [(s.text or s.words(), s.exists) for s in self.asserts]
        instances = [str(instance) for instance in self.models]
        words = [argument.says for argument in self.arguments]
        rests = [parts, said, instances, words] if said or instances or words else parts
        return hashlib.sha256(json.dumps(rests, separators=(",", ":")).encode()).hexdigest()[:32]

    def __repr__(self) -> str:
        return f"<{self.id}: {self.says}>"

    def page(self) -> Page:
        """Return the claim as a page, without a check."""
        return heading_page(self.heading(), self.repair.heading() if self.repair else None)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex}$"

    @property
    def latex(self) -> str:
        """The checked statements as LaTeX, or else the goals."""
        every = [statement.latex() for statement in self.asserts]
        every = every or [part.goal.latex() for part in self.parts]
        if len(every) < 2:
            return "".join(every)
        lines = r";\\ &".join(every)  # one line for each
        return rf"\begin{{aligned}}&{lines}\end{{aligned}}"

    @property
    def text(self) -> str | None:
        """The statements in the language, one a line; None if it cannot express all of them."""
        texts = [statement.text for statement in self.asserts]
        return "\n".join(filter(None, texts)) if texts and all(texts) else None

    @property
    def words(self) -> str:
        """The checked statements in words, one a line, or else the goals."""
        if self.asserts:
            return "\n".join(statement.words() for statement in self.asserts)
        return "\n".join(str(part.goal) for part in self.parts)

    def heading(self) -> Heading:
        """Return the fields of the claim that need no check."""
        return {
            "id": self.id,
            "paper": self.paper,
            "where": self.where,
            "outside": self.paper not in PAPERS,
            "says": self.says,
            "statement": self.latex,
            "as_typed": self.statement,
            "scope": self.scope,
            "goals": self.fingerprint(),
            "text": self.text,
            "texts": [one.text for one in self.asserts],
            "words": self.words,
        }

    def unchecked(self, why: str, failure: BaseException | None = None) -> ClaimRow:
        """Return the claim as data when its check came to no verdict."""
        return unchecked_row(self.heading(), why, failure)


def _lacking(asserts: tuple[Readable, ...]) -> str:
    """Return what a claim without evidence needs: the instance on which a test fails, or goals."""
    for statement in asserts:
        first = None if statement.exists else statement.trial(statement.tries).first
        if first is not None:
            return f"it fails on {first[0]}: {first[1]}; name that instance in `models`"
    return "name goals with their proofs in `parts`, or instances in `models`"


@dataclass(frozen=True, repr=False)
class Checked(Displayable):
    """A claim with its evidence and its verdict, as `Claim.check` found them."""

    claim: Claim
    findings: tuple[Finding, ...]
    verdict: Verdict
    repair: Checked | None
    seconds: float
    observed: tuple[Sample, ...] = field(default=())
    shown: tuple[OnInstance, ...] = ()
    models: ModelsRow = field(default_factory=no_models)
    tested: tuple[ArgumentRow, ...] = ()
    in_coq: tuple[InCoqRow, ...] = ()
    reductions: tuple[PaperTheorem, ...] = ()

    @property
    def coq(self) -> CoqRow | None:
        """The theorems of Coq that say all statements, or that one is false; else None."""
        needed = 1 if self.verdict == "refuted" else len(self.claim.asserts)
        return coq_row(self.in_coq, needed)

    @property
    def kind(self) -> Kind | None:
        """The kind of mistake of a refuted claim; None without a mistake or a repair."""
        if self.verdict != "refuted" or self.claim.repair is None:
            return None
        if self.claim.misprint:
            return "typo"
        if not self.claim.asserts:
            return None
        wrong = [w.statement for w in self.shown if w.verdict == "refuted"]
        return kind_of(wrong or self.claim.asserts, self.claim.repair.asserts)

    @property
    def root(self) -> str | None:
        """The id of the first claim with the same mistake; None unless refuted."""
        return (self.claim.root or self.claim.id) if self.verdict == "refuted" else None

    @property
    def witness(self) -> Witness | OnInstance | None:
        """The counterexample, as an instance or as numbers; None unless refuted."""
        instance = next((shown for shown in self.shown if shown.verdict == "refuted"), None)
        numbers = (f.evidence for f in self.findings if isinstance(f.evidence, Witness))
        return instance or next(numbers, None)

    def as_dict(self, needed: bool = False) -> ClaimRow:
        """Return the data that the command line prints as JSON.

        Parameters
        ----------
        needed : whether proof steps that no decision uses are left out.
        """
        return {
            **self.claim.heading(),
            "verdict": self.verdict,
            "reason": None,
            "kind": self.kind,
            "root": self.root,
            "misprint": self.claim.misprint,
            "repair": self.repair.as_dict(needed) if self.repair is not None else None,
            "arguments": [{**row} for row in self.tested],
            "reductions": [used.as_dict() for used in self.reductions],
            "coq": self.coq,
            "in_coq": [{**row} for row in self.in_coq],
            "models": {**self.models},
            "evidence": rows_of(self.claim.parts, self.findings, self.shown, self.observed, needed),
            "witness": self._witness_row(),
            "seconds": round(self.seconds, 3),
        }

    def report(self) -> str:
        """Return a report of a wrong verdict in Markdown, to be copied and completed."""
        printed = [f"says: {self.claim.says}", f"verdict: {self.verdict}"]
        if self.witness is not None:
            printed.append(f"counterexample: {self.witness.text}")
        if self.repair is not None:
            printed.append(f"repair, {self.repair.verdict}: {self.repair.claim.says}")
        graded = verdict_words({"verdict": self.verdict, "kind": self.kind})
        lines = [part for line in printed for part in wrapped(line, 90, hanging="  ")]
        return report(f"claim `{self.claim.id}`", graded, "\n".join(lines))

    def _witness_row(self) -> dict[str, object] | None:
        """Return the counterexample as plain data for JSON."""
        if isinstance(self.witness, OnInstance):
            return self.witness.as_dict()
        return witness_row(self.witness) if self.witness is not None else None

    def __repr__(self) -> str:
        return f"<{self.claim.id}: {self.verdict}>"

    def page(self) -> Page:
        """Return the claim with its evidence as a page."""
        return checked_page(self.as_dict(needed=True))

    def _repr_latex_(self) -> str:
        fails = "" if self.witness is None else self._witness_latex(self.witness)
        known = None if self.repair is None else (self.repair.verdict, self.repair.claim.latex)
        return checked_latex(self.verdict, self.claim.latex, fails, known)

    @staticmethod
    def _witness_latex(found: Witness | OnInstance) -> str:
        if isinstance(found, Witness):
            return rf"\text{{witness: }} {witness_latex(found)}"
        return rf"\text{{fails on: }} {found.latex}"
