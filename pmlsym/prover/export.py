r"""An answer for other places: a file of claims for the ledger, and LaTeX for a paper.

The file is text for `pmlsym check --from`, where everything is checked anew: a proved statement is
reduced and proved again, a refuted one is read on its world again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pmlsym.errors import ParameterError
from pmlsym.proof.printing import goal_latex
from pmlsym.statements.model import Model
from pmlsym.statements.values import written

if TYPE_CHECKING:
    from pmlsym.prover.answer import Answer

_PROVED = '''"""A statement that was typed and proved."""

from pmlsym.ledger import Claim
from pmlsym.ledger.derived import stated

CLAIMS = (
    Claim(
        {id!r},
        {paper!r},
        "own",
        {says!r},
        recorded="proved",
        **stated({text!r}),
    ),
)
'''
_REFUTED = '''"""A statement that was typed and refuted."""

from pmlsym.ledger import Claim
from pmlsym.statements import Model
from pmlsym.statements.finite import said

CLAIMS = (
    Claim(
        {id!r},
        {paper!r},
        "own",
        {says!r},
        recorded="refuted",
        asserts=(said({text!r}),),
        models=({model},),
    ),
)
'''


def claim_file(answer: Answer, name: str) -> str:
    """Return the text of a file with an answer as a claim.

    Parameters
    ----------
    answer : one that is proved for every alphabet, or refuted.
    name : the id of the claim: ``notes.lemma-1`` is claim ``lemma-1`` of the paper ``notes``.

    Raises
    ------
    ParameterError
        If the answer is open, bounded or has holes.

    Examples
    --------
    >>> from pmlsym.prover.conjecture import conjecture
    >>> print(claim_file(conjecture("LIP(e) => LDP(e)"), "notes.doubt").splitlines()[-3])
            models=(Model.from_joint([['1/4', '1/4'], ['1/6', '1/3']], **{'e': 'log(5/4)'}),),
    """
    if answer.best or answer.verdict not in ("proved", "refuted"):
        raise ParameterError(
            f"The answer is {answer.verdict}{' with holes' if answer.best else ''}, but a claim "
            "needs one that is proved for every alphabet, or refuted."
        )
    paper = name.split(".")[0]
    known = {"id": name, "paper": paper, "text": str(answer.statement)}
    says = f"typed: {answer.statement}"
    if answer.reading is None:
        return _PROVED.format(says=says, **known)
    return _REFUTED.format(says=says, model=_model(answer.reading.model), **known)


def _model(model: Model) -> str:
    parameters = {name: written(value) for name, value in model.parameters.items()}
    given = f", **{parameters!r}" if parameters else ""
    return f"Model.from_joint({_texts(model.joint)!r}{given})"


def _texts(masses: object) -> object:
    return [_texts(part) for part in masses] if isinstance(masses, tuple) else str(masses)


def in_latex(answer: Answer) -> str:
    r"""Return a statement with its proof or its counterexample, for a paper that uses amsmath.

    Examples
    --------
    >>> from pmlsym.prover.conjecture import conjecture
    >>> print(in_latex(conjecture("pml(X->y) >= 0")).splitlines()[0])
    \textbf{Statement} (proved). \[ \ell(X \to y) \ge 0 \]
    """
    lines = [rf"\textbf{{Statement}} ({answer.verdict}). \[ {answer.statement.latex()} \]"]
    if answer.reading is not None:
        model = answer.reading.model.as_dict()
        lines += [r"\emph{It fails} on the following mechanism.", *_tables(model)]
        if answer.reading.left is not None and answer.reading.right is not None:
            sides = written(answer.reading.left), written(answer.reading.right)
            lines.append(rf"Left side: $\text{{{sides[0]}}}$; right side: $\text{{{sides[1]}}}$.")
    for theorem in answer.theorems:
        lines.append(rf"\emph{{Reduction ({theorem.name}).}} {_plain(theorem.says)}")
    for proved in answer.proofs:
        lines.append(rf"\[ {goal_latex(proved.case.goal)} \]")
    return "\n".join(lines)


def _tables(model: dict[str, object]) -> list[str]:
    kernel = model.get("kernel", model.get("joint"))
    rows = kernel if isinstance(kernel, list) else []
    flat = [[str(entry) for entry in _leaves(row)] for row in rows]
    body = r" \\ ".join(" & ".join(row) for row in flat)
    name = "P_{Y|X}" if "kernel" in model else "P_{XYZ}"
    found = [rf"\[ {name} = \begin{{pmatrix}} {body} \end{{pmatrix}} \]"]
    prior, parameters = model["prior"], model["parameters"]
    if isinstance(prior, list):
        found.insert(0, rf"\[ P_X = \begin{{pmatrix}} {' & '.join(prior)} \end{{pmatrix}} \]")
    if isinstance(parameters, dict) and parameters:
        told = ", ".join(rf"{key} = \text{{{value}}}" for key, value in parameters.items())
        found.append(rf"\[ {told} \]")
    return found


def _plain(text: str) -> str:
    for sign in "\\{}&%$#_":
        text = text.replace(sign, " " if sign == "\\" else f"\\{sign}")
    for sign, command in (("<=", r"$\le$"), (">=", r"$\ge$"), ("^", r"\^{}")):
        text = text.replace(sign, command)
    return text


def _leaves(row: object) -> list[object]:
    return [leaf for part in row for leaf in _leaves(part)] if isinstance(row, list) else [row]
