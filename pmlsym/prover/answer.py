"""The prover's answer: a verdict with its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from pmlsym.given import with_noun
from pmlsym.pages import Block, Displayable, Formula, Page, Strong, Words, evidence_blocks, report
from pmlsym.proof.printing import Citations, evidence_rows, goal_latex
from pmlsym.proof.steps import Step
from pmlsym.proof.verdict import Verdict
from pmlsym.prover.export import claim_file, in_coq, in_latex, instance_latex, plain
from pmlsym.prover.falsifier import Search
from pmlsym.prover.ranges import solved
from pmlsym.prover.showing import Failing, instance_lines, instance_tables, notation, worked_out
from pmlsym.statements.reading import Reading
from pmlsym.statements.reductions import Case, PaperTheorem
from pmlsym.statements.statement import Statement
from pmlsym.statements.values import Value, exact_text, side

if TYPE_CHECKING:
    from pmlsym.channel import Channel


class AnswerRow(TypedDict):
    """The JSON form of an answer."""

    text: str
    verdict: Verdict
    vacuous: bool
    scope: str
    evidence: list[dict[str, object]]
    witness: dict[str, object] | None
    answer: str | None
    range: str | None
    seconds: float


@dataclass(frozen=True)
class Proved:
    """A goal of a reduction with its proof."""

    case: Case
    step: Step


@dataclass(frozen=True)
class Best:
    """The best level for a hole.

    Parameters
    ----------
    level : the level, in the language of statements.
    range : the condition on the parameters under which it is the best.
    statement : the statement with the hole filled; as it was asked where the level is infinite.
    hole : the guarantee with the hole, where several have one.
    """

    level: str
    range: str
    statement: Statement
    hole: str = ""

    @property
    def is_infinite(self) -> bool:
        """Whether no finite level follows; the language has no statement for that."""
        return self.statement.has_holes

    def __str__(self) -> str:
        where = f" for {solved(self.range)}" if self.range else ""
        return f"{self.hole or '?'} = {self.level}{where}"


@dataclass(frozen=True, repr=False)
class Answer(Displayable):
    """The result for a statement that a user typed.

    Attributes
    ----------
    statement : the statement.
    verdict : proved, proved-bounded, supported, vacuous or refuted.
    scope : what the verdict covers; of an open one, what was tried and what is missing.
    theorems, proofs : the reductions, and the goals with their proofs.
    reading : the instance on which it fails, with both sides; None if none was found.
    remarks : further findings: that a bound is tight, the nearest true statement.
    best : the levels for its holes.
    search : how many instances were tested, and the result.
    seconds : the time that it took.
    """

    statement: Statement
    verdict: Verdict
    scope: str
    seconds: float
    theorems: tuple[PaperTheorem, ...] = ()
    proofs: tuple[Proved, ...] = ()
    reading: Reading | Failing | None = None
    remarks: tuple[str, ...] = ()
    best: tuple[Best, ...] = ()
    search: Search | None = None

    @property
    def vacuous(self) -> bool:
        """Whether no mechanism meets the hypotheses."""
        return self.verdict == "vacuous"

    @property
    def evidence(self) -> list[dict[str, object]]:
        """Reductions, goals, steps and witnesses in the order of the proof, as plain data."""
        rows: list[dict[str, object]] = [
            {"kind": "reduction", "text": f"{used.name}: {used.says}", "reason": used.because}
            for used in self.theorems
        ]
        citations = Citations()
        for proved in self.proofs:
            goal = proved.case.goal
            rows.append(
                {
                    "kind": "goal",
                    "text": proved.case.meaning,
                    "formal": str(goal),
                    "latex": goal_latex(goal),
                }
            )
            rows += evidence_rows(proved.step, citations)
        if self.reading is not None:
            rows.append({"kind": "counterexample", "text": f"{self.reading.model}: {self.reading}"})
        if self.search is not None and self.verdict == "supported":
            rows.append({"kind": "sample", "text": _tried(self.search), "tried": self.search.tried})
        return rows

    @property
    def witness(self) -> dict[str, object] | None:
        """The instance on which the statement fails, with exact sides; None if not refuted."""
        if self.reading is None:
            return None
        left, right = self.reading.left, self.reading.right
        return {
            **self.reading.model.as_dict(),
            "left": side(left),
            "right": side(right),
            "exact": {"left": _text(left), "right": _text(right)},
            "text": str(self.reading),
        }

    @property
    def answer(self) -> str | None:
        """The levels for the holes, in the language of statements; None if there are none."""
        return "; ".join(best.level for best in self.best) or None

    @property
    def counterexample(self) -> Channel | None:
        """The mechanism from X to Y on which the statement fails; None if there is none.

        Of a statement with binders `witness` has the instance.
        """
        if not isinstance(self.reading, Reading):
            return None
        from pmlsym.channel import Channel

        model = self.reading.model
        return Channel([list(row) for row in model.kernel], list(model.prior))

    def as_dict(self) -> AnswerRow:
        """Return the data that the command line prints as JSON."""
        return {
            "text": str(self.statement),
            "verdict": self.verdict,
            "vacuous": self.vacuous,
            "scope": " ".join((self.scope, *self.remarks)),
            "evidence": self.evidence,
            "witness": self.witness,
            "answer": self.answer,
            "range": "; ".join(best.range for best in self.best) or None,
            "seconds": round(self.seconds, 3),
        }

    def to_claim(self, name: str) -> str:
        """Return the text of a file for ``pmlsym check --from``, with this as a claim.

        There everything is checked anew. The file of a proved equivalence may get no verdict, where
        no numbers are found at which the hypotheses of its goals hold, and that of one proved in
        parts, or from a sharper bound, gets none: write these as claims of their own. A guarantee
        of your own has to be registered at the top of the file.

        Raises
        ------
        ParameterError
            If the answer is open, is vacuous or has holes, or the name is no id such as
            ``notes.lemma-1``.
        """
        return claim_file(self.statement, self.verdict, self.reading, name)

    def to_latex(self) -> str:
        """Return the statement with its proof or its counterexample, for a paper with amsmath."""
        goals = [proved.case.goal for proved in self.proofs]
        return in_latex(self.statement, self.verdict, self.reading, self.theorems, goals)

    def report(self) -> str:
        """Return a report of a wrong verdict in Markdown, to be copied and completed."""
        return report(f"statement `{self.statement}`", self.verdict, repr(self))

    def to_coq(self) -> str:
        """Return the proof, or the counterexample, as a theorem of Coq, defined in formal/.

        Its name is `typed`. To have Coq check it, compile the library first (docs/formal.md).

        Raises
        ------
        ParameterError
            If the answer is open, or has a part that formal/ does not say, which is named.
        """
        return in_coq(self.statement, self.verdict, self.reading)

    def __repr__(self) -> str:
        lines = [f"{self.verdict}: {self.statement}"]
        if self.reading is not None:
            lines += [f"  on {self.reading.model}", f"  {self.reading}"]
        lines += [f"  {best}" for best in self.best]
        lines.append(f"  {self.scope}")
        return "\n".join([*lines, *(f"  {remark}" for remark in self.remarks)])

    def __str__(self) -> str:
        return repr(self)

    def page(self) -> Page:
        """Return the answer as a page: the counterexample, or every step of the proof."""
        from pmlsym.statements.from_text import latex_of

        said = Formula(str(self.statement), latex_of(self.statement))
        blocks: list[Block] = [Words(said)]
        for best in self.best:
            said_so = Formula(str(best), best.statement.latex())
            level = str(best) if best.is_infinite else said_so
            blocks.append(Words(level, "the best level"))
        if isinstance(self.reading, Reading):
            blocks += [*instance_tables(self.reading.model), *map(Words, worked_out(self.reading))]
        elif self.reading is not None:
            lines = (*instance_lines(self.reading), str(self.reading), notation(self.reading))
            blocks += map(Words, filter(None, lines))
        blocks += [Words(" ".join((self.scope, *self.remarks)), "scope")]
        blocks += evidence_blocks(self.evidence)
        return Page(Strong(self.verdict), tuple(blocks))

    def _repr_latex_(self) -> str:
        from pmlsym.statements.from_text import latex_of

        # the colon is text: in math mode it would be set as a relation
        rows = [rf"&\textbf{{{self.verdict}}}\text{{: }} {latex_of(self.statement)}"]
        for best in self.best:
            words, formula = rf"\text{{{plain(str(best))}}}", best.statement.latex()
            rows.append(rf"&\text{{best: }} {words if best.is_infinite else formula}")
        if isinstance(self.reading, Failing):
            lines = (*instance_lines(self.reading), str(self.reading))
            rows += [rf"&\text{{{plain(line)}}}" for line in lines]
        elif self.reading is not None:
            shown = r",\quad ".join(instance_latex(self.reading.model))
            rows.append(rf"&\text{{fails on: }} {shown}")
            rows += [rf"&\text{{{plain(line)}}}" for line in worked_out(self.reading)]
        body = r" \\ ".join(rows)
        return rf"$\displaystyle\begin{{aligned}}{body}\end{{aligned}}$"


def _tried(search: Search) -> str:
    found = (
        f"tested on {with_noun(search.tried, 'instance')}; the hypotheses hold on "
        f"{search.applied}: no violation"
    )
    if search.tight:
        found += f", equality on {search.tight}"
    if search.closest is not None:
        found += f", otherwise no closer than {search.closest:.3g}"
    return found


def _text(value: Value | None) -> str | None:
    return None if value is None else exact_text(value)
