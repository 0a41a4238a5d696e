r"""Export of an answer: as a file of claims for the ledger, as LaTeX, and as a theorem of Coq.

The file is text for `pmlsym check --from`, which checks everything anew: a proved statement is
reduced and proved again, a refuted one is evaluated on its instance again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pmlsym.errors import ParameterError
from pmlsym.given import refused
from pmlsym.proof.goal import Goal
from pmlsym.proof.printing import goal_latex
from pmlsym.proof.verdict import Verdict
from pmlsym.proof.writing import latex
from pmlsym.prover.showing import Failing, evaluated, instance_lines, leaf_values
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.model import Model
from pmlsym.statements.reading import Reading
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Parameter
from pmlsym.statements.text.latex import term_latex
from pmlsym.statements.values import Infinite, Value, approximate, exact_text, in_kernel

# the form of the ledger's ids, repeated here as this package does not import the ledger
_ID = re.compile(r"(?=.{1,200}\Z)[A-Za-z][A-Za-z0-9_-]{0,99}(\.[A-Za-z0-9_-]+)+")
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
_HOW_TO_CHECK = """(* A typed statement, proved or refuted from the definitions in formal/.
   Check it in a clone of pmlsym: make formal, then coqc -w none -R build/formal pmlsym FILE.v *)
"""
_REFUTED = '''"""A statement that was typed and refuted."""

from pmlsym.ledger import Claim
from pmlsym.statements import Model
from pmlsym.statements.from_text import from_text

CLAIMS = (
    Claim(
        {id!r},
        {paper!r},
        "own",
        {says!r},
        recorded="refuted",
        asserts=(from_text({text!r}),),
        models=({model},),
    ),
)
'''


def claim_file(
    statement: Statement,
    verdict: Verdict,
    reading: Reading | Failing | None,
    name: str,
) -> str:
    """Return the text of a file with a settled statement as a claim."""
    if statement.has_holes or verdict == "supported":
        raise ParameterError(
            f"The answer is {verdict}{' with holes' if statement.has_holes else ''}, but a claim "
            "needs one that is proved or refuted."
        )
    if verdict == "vacuous":
        raise ParameterError(
            "The answer is vacuous: no mechanism meets the hypotheses, and the ledger takes no "
            "claim that is about nothing."
        )
    if type(name) is not str or not _ID.fullmatch(name):
        raise refused("name", name, "the id of a claim, such as notes.lemma-1")
    known = {"id": name, "paper": name.split(".")[0], "text": str(statement), "verdict": verdict}
    says = f"typed: {statement}"
    if isinstance(reading, Failing):
        raise ParameterError(
            "A counterexample of a statement with binders is not exported; `witness` has it."
        )
    if reading is None:
        return _PROVED.format(says=says, **known)
    return _REFUTED.format(says=says, model=_model(reading.model), **known)


def _model(model: Model) -> str:
    parameters = {name: exact_text(value) for name, value in model.parameters.items()}
    given = f", **{parameters!r}" if parameters else ""
    return f"Model.from_joint({_texts(model.joint)!r}{given})"


def _texts(masses: object) -> object:
    return [_texts(part) for part in masses] if isinstance(masses, tuple) else str(masses)


def in_coq(statement: Statement, verdict: Verdict, reading: Reading | Failing | None) -> str:
    """Return a statement that is proved, or refuted by numbers, as a file for Coq.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> in_coq(parse("pml(X->y)^2 >= 0"), "proved", None)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pmlsym...ParameterError: Coq cannot be given this yet: ... the level pml(X->y)^2.
    """
    if verdict not in ("proved", "refuted"):
        raise ParameterError(
            f"The answer is {verdict}, but only what is proved or refuted is exported to Coq."
        )
    if isinstance(reading, Failing):
        raise ParameterError(
            "Coq cannot be given this yet: formal/ computes on mechanisms alone, and the "
            "counterexample is of another kind."
        )
    from pmlsym.formal import HEAD, NotExported, refutation, theorem

    try:
        if reading is None:
            found = theorem(statement, "typed")
        else:
            found = refutation(statement, reading.model, "typed")
    except NotExported as reason:
        raise ParameterError(
            f"Coq cannot be given this yet: formal/ does not say {reason}."
        ) from None
    return f"{_HOW_TO_CHECK}{HEAD}\n{found}\nPrint Assumptions typed.\n"


def in_latex(
    statement: Statement,
    verdict: Verdict,
    reading: Reading | Failing | None,
    theorems: Sequence[PaperTheorem],
    goals: Sequence[Goal],
) -> str:
    r"""Return a statement with its proof or its counterexample, for a paper that uses amsmath.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> print(in_latex(parse("pml(X->y) >= 0"), "proved", None, (), ()))
    \textbf{Statement} (proved). \[ \ell(X \to y) \ge 0 \]
    """
    from pmlsym.statements.from_text import latex_of  # loads the other vocabularies

    lines = [rf"\textbf{{Statement}} ({verdict}). \[ {latex_of(statement)} \]"]
    if isinstance(reading, Failing):
        lines.append(r"\emph{It fails} on the following instance.\\")
        lines.append("\\\\\n".join(map(plain, (*instance_lines(reading), str(reading)))))
    elif reading is not None:
        lines.append(r"\emph{It fails} on the following mechanism.")
        lines += [rf"\[ {shown} \]" for shown in law_latex(reading.model)]
        known = reading.model.parameters.items()
        numbers = [f"{term_latex(Parameter(name))} = {_value_latex(v)}" for name, v in known]
        lines += [rf"\[ {', '.join(numbers)} \]"] * bool(numbers)
        lines += _sides(reading)
    if verdict == "vacuous":
        lines.append("Nothing meets its hypotheses.")
    for used in theorems:
        lines.append(rf"\emph{{Reduction ({used.name}).}} {plain(used.says)}")
    return "\n".join([*lines, *(rf"\[ {goal_latex(goal)} \]" for goal in goals)])


def _sides(reading: Reading) -> list[str]:
    """Return both sides of the violated condition as sentences, with formulas in math mode."""
    check = reading.check
    if check is None or reading.holds is not False:
        return []
    parts = {
        leaf: value
        for leaf, value in leaf_values(reading).items()
        if not isinstance(leaf, Parameter)  # parameters are printed with the mechanism
    }
    place = [f"{name} = {value}" for name, value in check.at.items()]
    place += [f"{term_latex(leaf)} = {_value_latex(value)}" for leaf, value in parts.items()]
    lines = [f"There {', '.join(f'${one}$' for one in place)}."] if place else []
    for word, (side, value, reason) in zip(("Left", "Right"), evaluated(reading), strict=True):
        why = f" has no value, as there is {plain(reason)}" if value is None else ""
        lines.append(f"{word} side: ${term_latex(side)}{_equal(value)}${why}.")
    return lines


def _equal(value: Value | None) -> str:
    if value is None:
        return ""
    near = approximate(value)
    return f" = {_value_latex(value)}" + rf" \approx {near}" * (near != exact_text(value))


def _value_latex(value: Value | None) -> str:
    if value is None:
        return r"\text{no value}"
    if isinstance(value, Infinite):
        return r"\infty" if value is Infinite.PLUS else r"-\infty"
    return latex(in_kernel(value))


def law_latex(model: Model) -> list[str]:
    """Return the law of an instance as formulas: its prior, and its kernel or joint law."""
    known = model.as_dict()
    kernel = known.get("kernel", known.get("joint"))
    rows = kernel if isinstance(kernel, list) else []
    flat = [[str(entry) for entry in _leaves(row)] for row in rows]
    body = r" \\ ".join(" & ".join(row) for row in flat)
    name = "P_{Y|X}" if "kernel" in known else "P_{XYZ}"
    found = [rf"{name} = \begin{{pmatrix}} {body} \end{{pmatrix}}"]
    prior = known["prior"]
    if isinstance(prior, list):
        found.insert(0, rf"P_X = \begin{{pmatrix}} {' & '.join(prior)} \end{{pmatrix}}")
    return found


def instance_latex(model: Model) -> list[str]:
    """Return an instance as formulas: its law and its parameters."""
    found, parameters = law_latex(model), model.as_dict()["parameters"]
    if isinstance(parameters, dict) and parameters:
        found.append(", ".join(rf"{plain(key)} = \text{{{v}}}" for key, v in parameters.items()))
    return found


def plain(text: str) -> str:
    """Escape a text for LaTeX."""
    for sign in "\\{}&%$#_":
        text = text.replace(sign, " " if sign == "\\" else f"\\{sign}")
    for sign, command in (("<=", r"$\le$"), (">=", r"$\ge$"), ("^", r"\^{}")):
        text = text.replace(sign, command)
    return text


def _leaves(row: object) -> list[object]:
    return [leaf for part in row for leaf in _leaves(part)] if isinstance(row, list) else [row]
