"""Write the table of docs/trust.md: what a verdict rests on, with the lines of code of each part.

Run ``python docs/trusted.py`` after such code changed; ``tests/test_docs.py`` compares the page
with what this prints. Lines of code are lines without comments, docstrings and blank lines.

Below it stands how many certificates there are. To count the documents of ``pmlsym certify`` takes
as long as to check the ledger: ``python docs/trusted.py --documents`` does, the other call keeps
their number, and the test that certifies the whole ledger compares it.

The totals of the ledger in the README are written, too, from what is recorded.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import textwrap
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "trust.md"
README = ROOT / "README.md"
TOTALS, TOTALS_END = "<!-- totals: python docs/trusted.py -->\n", "<!-- end of the totals -->"
BEGIN, END = "<!-- trusted code: python docs/trusted.py -->\n", "<!-- end of the trusted code -->"

_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}
# what it is, for which verdicts it is trusted, the files and folders, and what it does
PARTS = (
    (
        "the certificate checker",
        "proved",
        ("proof/checker.py",),
        "multiplies certificates out; standard library alone, bounded in time and memory",
    ),
    (
        "the kernel",
        "proved",
        ("proof/kernel",),
        "sentences, polynomials, questions, rules; no sympy, no solver",
    ),
    (
        "from sympy to the kernel",
        "all",
        ("proof/reading.py", "proof/goal.py", "proof/language.py"),
        "goals are written with sympy, which may rewrite a term before the kernel reads it",
    ),
    (
        "printing of goals",
        "all",
        ("proof/writing.py",),
        "tested by reading back what it prints",
    ),
    (
        "from proofs to verdicts",
        "all",
        ("proof/review.py", "proof/verdict.py", "proof/chain.py"),
        "follows each proof again, and compares its goal with that of the claim",
    ),
    (
        "the language of statements",
        "all",
        (
            "statements/text",
            "statements/terms.py",
            "statements/clauses.py",
            "statements/structures.py",
            "statements/signs.py",
            "statements/under_priors.py",
            "statements/leakages.py",
            "statements/statement.py",
            "statements/normal.py",
            "statements/renaming.py",
            "statements/finite.py",
        ),
        "parser, terms, and what is printed in text, LaTeX and words",
    ),
    (
        "reductions",
        "proved",
        ("statements/reductions",),
        "programs that turn statements into goals, also with sympy; each theorem is proved in "
        "words and tested both ways on random statements and instances",
    ),
    (
        "evaluation",
        "all",
        (
            "statements/reading.py",
            "statements/evaluation.py",
            "formulas/measures.py",
            "formulas/averages.py",
            "statements/definitions.py",
            "statements/arithmetic.py",
            "statements/of_order.py",
            "statements/values.py",
            "statements/law.py",
            "statements/model.py",
            "statements/search.py",
            "statements/generator",
        ),
        "decides a statement on an exact instance, from the definitions; for a proof it is a "
        "second look, for a refutation it is all there is",
    ),
    (
        "other vocabularies",
        "all",
        (
            "statements/assertion",
            "statements/releases",
            "statements/binders.py",
            "statements/bound.py",
            "statements/from_text.py",
            "statements/likelihoods",
            "statements/payoffs",
            "statements/specific",
            "statements/optimality.py",
            "statements/numbers.py",
            "statements/instances",
            "statements/readable.py",
        ),
        "statements about released data, adversaries, likelihoods, closed-form mechanisms, noise, "
        "with their instances and definitions",
    ),
    (
        "evaluation of goals",
        "refuted",
        ("proof/witness.py", "proof/evaluation"),
        "exact numbers and finite laws put into a goal; arb balls decide",
    ),
    (
        "ledger checking",
        "all",
        (
            "ledger/checking",
            "ledger/claim.py",
            "ledger/part.py",
            "ledger/derived.py",
            "statements/argument.py",
        ),
        "compares the goals of a claim with those of its statements, and gives the grade",
    ),
    (
        "citations of Coq",
        "proved",
        ("formal/cited.py", "formal/coq.py"),
        "which statements Coq has checked as a whole, and what takes that away; the definitions "
        "in `formal/` are read beside it",
    ),
    (
        "the claims of the papers",
        "the ledger",
        ("ledger/linear", "ledger/histogram", "ledger/pmc", "ledger/extremal"),
        "statements that a person read from the papers, definitions of their quantities, "
        "instances that refute",
    ),
    (
        "the prover",
        "typed statements",
        ("prover",),
        "verdicts of `pmlsym conjecture`, its best levels and what it exports",
    ),
    (
        "informal steps",
        "proved-on-paper",
        ("ledger/lemmas.py", "ledger/trials"),
        "theorems in words by which a person reduced, and what tests them",
    ),
)


_DOCUMENTS = re.compile(r"`pmlsym certify` writes ([\d,]+) documents")


def trusted(documents: int | None) -> str:
    """Return the table as Markdown, and under it how many certificates there are.

    Parameters
    ----------
    documents : how many `pmlsym certify` writes; None leaves that sentence out.
    """
    lines = ["| what | lines of code | trusted for | files | what it does |", "| --- " * 5 + "|"]
    for name, verdicts, places, words in PARTS:
        number = sum(lines_of_code(file) for place in places for file in files(place))
        listed = ", ".join(f"`{place}{'/' * (not place.endswith('.py'))}`" for place in places)
        lines.append(f"| {name} | {number:,} | {verdicts} | {listed} | {words} |")
    counts = "" if documents is None else f"{certificates(documents)}\n\n"
    return "\n" + "\n".join(lines) + "\n\n" + counts


def certificates(documents: int) -> str:
    """Return the sentence that counts certificates, claims and repairs."""
    from pmlsym.ledger import catalogue
    from pmlsym.proof.certificates.store import Store

    claims = catalogue.claims()
    repairs = len({claim.repair.id for claim in claims if claim.repair is not None})
    return (
        f"For the {len(claims)} claims and their {repairs} repairs `pmlsym certify` writes "
        f"{documents:,} documents,\none a decision; the store of the package holds "
        f"{Store.shipped().with_proof():,} certificates."
    )


def totals() -> str:
    """Return the totals of the ledger as a paragraph."""
    from pmlsym.ledger import catalogue

    return textwrap.fill(" ".join(catalogue.claims().summary), 100) + "\n"


def between(page: Path, begin: str, end: str, text: str) -> None:
    """Replace what stands between two comments of a page."""
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    page.write_text(before + begin + text + end + rest.partition(end)[2], encoding="utf-8")


def documents_said() -> int | None:
    """Return the number of documents that stands on the page, None if none does."""
    found = _DOCUMENTS.search(PAGE.read_text(encoding="utf-8"))
    return None if found is None else int(found[1].replace(",", ""))


def documents_counted() -> int:
    """Certify the whole ledger, and return how many documents that takes."""
    from pmlsym.ledger import catalogue
    from pmlsym.ledger.checking.decisions import decisions

    return len({one.question.text for one in decisions(catalogue.claims())})


def files(place: str) -> Iterator[Path]:
    """Yield the modules at a place of the package: a file, or all files of a folder."""
    path = ROOT / "pmlsym" / place
    yield from sorted(path.rglob("*.py")) if path.is_dir() else (path,)


def lines_of_code(file: Path) -> int:
    """Count the lines of a file without comments, docstrings and blank lines."""
    text = file.read_text(encoding="utf-8")
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    words: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            words.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            code.update(range(token.start[0], token.end[0] + 1))
    return len(code - words)


if __name__ == "__main__":
    documents = documents_counted() if "--documents" in sys.argv[1:] else documents_said()
    between(PAGE, BEGIN, END, trusted(documents))
    between(README, TOTALS, TOTALS_END, totals())
