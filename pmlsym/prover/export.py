r"""An answer for other places: a file of claims for the ledger, and LaTeX for a paper.

The file is text for `pmlsym check --from`, where everything is checked anew: a proved statement is
reduced and proved again, a refuted one is read on its world again.
"""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.errors import ParameterError
from pmlsym.proof.goal import Goal
from pmlsym.proof.printing import goal_latex
from pmlsym.proof.verdict import Verdict
from pmlsym.prover.showing import worked_out
from pmlsym.statements.argument import Theorem
from pmlsym.statements.model import Model
from pmlsym.statements.reading import Reading
from pmlsym.statements.statement import Statement
from pmlsym.statements.values import written

_PROVED = '''"""A statement that was typed and proved."""

from pmlsym.ledger import Claim
from pmlsym.ledger.derived import stated
from pmlsym.prover.deciding import prove_goal

CLAIMS = (
    Claim(
        {id!r},
        {paper!r},
        "own",
        {says!r},
        recorded="{verdict}",
        **stated({text!r}, prove=prove_goal),
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


def claim_file(
    statement: Statement,
    verdict: Verdict,
    reading: Reading | None,
    name: str,
    vacuous: bool = False,
) -> str:
    """Return the text of a file with a settled statement as a claim.

    Parameters
    ----------
    statement : without holes.
    verdict : proved, proved-bounded or refuted.
    reading : where it fails; None if it is proved.
    vacuous : whether its hypotheses are never met.
    name : the id of the claim: ``notes.lemma-1`` is claim ``lemma-1`` of the paper ``notes``.

    Raises
    ------
    ParameterError
        If the verdict is another one, there are holes, or it says nothing.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> print(claim_file(parse("pmc(X->y) >= 0"), "proved", None, "notes.sure").splitlines()[-3])
            **stated('pmc(X->y) >= 0', prove=prove_goal),
    """
    if statement.has_holes or verdict == "supported":
        raise ParameterError(
            f"The answer is {verdict}{' with holes' if statement.has_holes else ''}, but a claim "
            "needs one that is proved or refuted."
        )
    if vacuous:
        raise ParameterError(
            "The answer is vacuous: no mechanism meets the hypotheses, and the ledger takes no "
            "claim that is about nothing."
        )
    known = {"id": name, "paper": name.split(".")[0], "text": str(statement), "verdict": verdict}
    says = f"typed: {statement}"
    if reading is None:
        return _PROVED.format(says=says, **known)
    return _REFUTED.format(says=says, model=_model(reading.model), **known)


def _model(model: Model) -> str:
    parameters = {name: written(value) for name, value in model.parameters.items()}
    given = f", **{parameters!r}" if parameters else ""
    return f"Model.from_joint({_texts(model.joint)!r}{given})"


def _texts(masses: object) -> object:
    return [_texts(part) for part in masses] if isinstance(masses, tuple) else str(masses)


def in_latex(
    statement: Statement,
    verdict: Verdict,
    reading: Reading | None,
    theorems: Sequence[Theorem],
    goals: Sequence[Goal],
) -> str:
    r"""Return a statement with its proof or its counterexample, for a paper that uses amsmath.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> print(in_latex(parse("pml(X->y) >= 0"), "proved", None, (), ()))
    \textbf{Statement} (proved). \[ \ell(X \to y) \ge 0 \]
    """
    lines = [rf"\textbf{{Statement}} ({verdict}). \[ {statement.latex()} \]"]
    if reading is not None:
        lines.append(r"\emph{It fails} on the following mechanism.")
        lines += [rf"\[ {shown} \]" for shown in world_latex(reading.model)]
        sides = (f"{line[0].upper()}{line[1:]}" for line in worked_out(reading))
        lines += [plain(line if line.endswith(":") else f"{line}.") for line in sides]
    for theorem in theorems:
        lines.append(rf"\emph{{Reduction ({theorem.name}).}} {plain(theorem.says)}")
    return "\n".join([*lines, *(rf"\[ {goal_latex(goal)} \]" for goal in goals)])


def world_latex(model: Model) -> list[str]:
    """Return a world as formulas: its prior, its kernel or joint law, and its parameters."""
    known = model.as_dict()
    kernel = known.get("kernel", known.get("joint"))
    rows = kernel if isinstance(kernel, list) else []
    flat = [[str(entry) for entry in _leaves(row)] for row in rows]
    body = r" \\ ".join(" & ".join(row) for row in flat)
    name = "P_{Y|X}" if "kernel" in known else "P_{XYZ}"
    found = [rf"{name} = \begin{{pmatrix}} {body} \end{{pmatrix}}"]
    prior, parameters = known["prior"], known["parameters"]
    if isinstance(prior, list):
        found.insert(0, rf"P_X = \begin{{pmatrix}} {' & '.join(prior)} \end{{pmatrix}}")
    if isinstance(parameters, dict) and parameters:
        found.append(", ".join(rf"{plain(key)} = \text{{{v}}}" for key, v in parameters.items()))
    return found


def plain(text: str) -> str:
    """Return text such that LaTeX prints it."""
    for sign in "\\{}&%$#_":
        text = text.replace(sign, " " if sign == "\\" else f"\\{sign}")
    for sign, command in (("<=", r"$\le$"), (">=", r"$\ge$"), ("^", r"\^{}")):
        text = text.replace(sign, command)
    return text


def _leaves(row: object) -> list[object]:
    return [leaf for part in row for leaf in _leaves(part)] if isinstance(row, list) else [row]
