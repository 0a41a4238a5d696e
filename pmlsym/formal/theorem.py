"""Theorem of Coq for a statement about channels, with its proof.

The theorem is stated twice: plainly, over every law, and as the meaning (formal/language.v) of the
statement as data, which Coq finds to be the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pmlsym.formal import syntax
from pmlsym.formal.information import ProofOfInformation
from pmlsym.formal.outcomes import ProofAtOutcomes
from pmlsym.formal.plain import has_whole_divisor
from pmlsym.formal.proof import Proof
from pmlsym.formal.several import ProofAtWorst, fits
from pmlsym.formal.syntax import NotExported
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import walk

HEAD = """From Coq Require Import ZArith QArith String.
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law language quotients extremes enclosures instances decided.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
"""


def theorem(statement: Statement, name: str) -> str:
    """Return a statement as a theorem of Coq, with its proof, to be put after `HEAD`.

    Parameters
    ----------
    statement : about a channel from X to Y.
    name : of the theorem; `name_plain` is the same in plain terms.

    Raises
    ------
    NotExported
        If the statement or its proof has a part that cannot be exported, which is named.
    """
    data = syntax.definition(statement, name)
    proof, plain = _proved(statement, name)
    parameters = "".join(f' (rho "{one}"%string)' for one in statement.parameters)
    quotients = [part for one in statement.terms for part in walk(one) if has_whole_divisor(part)]
    unfolded = f"rewrite /{name}_data /holds_here /= /holds /compared /= !vdiv_nat; "
    values = " ".join(f"(@value _ w Var{one})" for one in proof.variables)
    given = f"R _ {'_ ' * len(proof.variables)}(chance w) {values} (@prior_gt0 _ w)"
    return "\n".join(
        [
            syntax.comment(str(statement)),
            proof.imports,
            plain,
            data,
            f"Theorem {name} : means {name}_data.",
            f"Proof. by move=> R w rho; {unfolded if quotients else ''}",
            f"  exact: (@{name}_plain {given}{parameters}). Qed.",
            "",
        ]
    )


def _proved(statement: Statement, name: str) -> tuple[Proof, str]:
    """Return the first kind of proof that there is, and the theorem in plain terms with it."""
    attempts: list[Callable[[], Proof]] = [partial(Proof, statement, name)]
    if fits(statement):
        attempts += [partial(ProofAtWorst, statement, name, effort) for effort in range(3)]
        attempts.append(partial(ProofOfInformation, statement, name))
    attempts.append(partial(ProofAtOutcomes, statement, name))
    reason = NotExported("no kind of proof")
    for attempt in attempts:
        proof = attempt()
        try:
            return proof, proof.theorem()
        except NotExported as found:
            reason = found
    raise reason
