"""What the page of the prover asks of pmlsym, in the Python of the browser: texts in, JSON out."""

from __future__ import annotations

import json
from collections.abc import Callable

import pmlsym
from pmlsym.errors import InputError
from pmlsym.ledger.catalogue import claim, recorded
from pmlsym.pages import Block, Page, Strong, Words, as_html
from pmlsym.proof.printing import all_steps
from pmlsym.proof.review import proposal
from pmlsym.prover.answer import Answer
from pmlsym.prover.conjecture import conjecture
from pmlsym.prover.showing import Failing
from pmlsym.statements.from_text import bound_statement
from pmlsym.statements.reading import Reading
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.tokens import ParseError


def versions() -> dict[str, str]:
    """Return whose work the answers are."""
    import z3  # a large part, which the page has after what typesets statements

    return {"pmlsym": pmlsym.__version__, "z3": z3.get_version_string()}


def read(text: str) -> dict[str, object]:
    """Return a statement typeset and in words, or what is wrong with it and where."""
    try:
        statement = parse(text)
        said = bound_statement(statement) if statement.is_bound else statement
    except ParseError as failure:
        return {"error": failure.reason, "column": failure.column}
    except InputError as failure:
        return {"error": str(failure)}
    return {"latex": said.latex(), "words": said.words(), "holes": statement.has_holes}


def settle(text: str, seconds: float, tell: Callable[[str], None]) -> dict[str, object]:
    """Prove or refute a statement."""
    try:
        answer = conjecture(text, seconds=seconds, tell=tell)
    except ParseError as failure:
        return {"error": failure.reason, "column": failure.column}
    except InputError as failure:
        return {"error": str(failure)}
    return {
        "verdict": answer.verdict,
        "html": as_html(_as_on_a_terminal(answer)),
        "text": str(answer),
        "seconds": answer.seconds,
        "files": _files(answer),
    }


def _as_on_a_terminal(answer: Answer) -> Page:
    """Return the answer with the lines of the command line: first the verdict and the statement.

    The counterexample, which stands there as tables, is not repeated; what fails there is.
    """
    blocks: list[Block] = []
    for block in answer.page().blocks:
        label = block.label if isinstance(block, Words) else ""
        if label == "scope" and isinstance(answer.reading, Reading):
            blocks.append(Words(str(answer.reading)))
        if label != "counterexample":
            blocks.append(block)
    return Page((Strong(answer.verdict), f": {answer.statement}"), tuple(blocks))


def check(name: str) -> dict[str, object]:
    """Check a claim of the ledger anew."""
    found = claim(name).check()
    return {
        "verdict": found.verdict,
        "recorded": recorded()[name].verdict,
        "html": found._repr_html_(),
        "text": repr(found),
        "seconds": found.seconds,
        "files": {},
    }


def _files(answer: Answer) -> dict[str, str]:
    """Return what can be saved of an answer, by the names of files."""
    files = {"answer.json": json.dumps(answer.as_dict(), indent=1), "answer.tex": answer.to_latex()}
    open_ = answer.verdict == "supported" or answer.statement.has_holes or answer.vacuous
    if not open_ and not isinstance(answer.reading, Failing):  # such an instance has no file
        files["claim.py"] = answer.to_claim("typed.statement")
    documents = {
        question.text: {**question.document, "proof": proposal(question.document)}
        for step in all_steps([proved.step for proved in answer.proofs])
        for question in step.questions
        if question.answer == "refuted"
    }
    if documents:  # each as `pmlsym.proof.checker.check` takes it
        files["certificates.json"] = json.dumps(list(documents.values()))
    return files
