r"""Chains X - Y - Z with named stages, as statements about one kernel, or about numbers.

**Both stages are named.** Z is the answer of one closed-form mechanism, whose entries are sums of
products of those of the stages.

**Only X->Y is named**, and keeps the secret or draws a new one from the prior: Y = X with the
probability 1 - t, and otherwise Y is drawn from the prior, of its own. Then P(Y) is the prior, and

.. math:: \frac{P(z|x)}{P(z)} = t + (1 - t) \frac{P(z|Y = x)}{P(z)} .

So a leakage of X->Z is one of Y->Z with other lifts, and the statement is about the kernel Y->Z
alone, under the same prior.

**Only Y->Z is named**, and its outcomes are the values of Y, with the likelihoods a and b, beside
outcomes that are equally likely given every value of Y. Then P(z|y) = d 1[z = y] + b for d = a - b,
and total variation between rows is multiplied by |d|. If b = 0, Z is Y or tells nothing, so mutual
information is multiplied by d; if d >= 0, Z is a function of such an outcome and of what is
independent, so it is at most d times as much; and for two values of Y and of Z it is at most d^2
times as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import sympy as sp

from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.binders import RealNumbers
from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.clauses import Condition
from pmlsym.statements.finite import Finite
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.numbers import Reals
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.priors import N
from pmlsym.statements.reductions.result import refuse_other_signs
from pmlsym.statements.reductions.specific.columns import Column
from pmlsym.statements.reductions.specific.reducing import encoded_kernel, line
from pmlsym.statements.specific.mechanism import Apart, Entries, Mechanism, Worst
from pmlsym.statements.specific.specific import Specific
from pmlsym.statements.specific.staged import Staged, is_free
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet, Prior
from pmlsym.statements.terms import Number, Parameter, Term, replaced
from pmlsym.statements.text.formula import in_language
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import ZERO

CASCADE = PaperTheorem(
    "a cascade of two named stages",
    "P(z|x) is the sum over y of P(y|x) P(z|y), so that Z is the answer of a mechanism whose "
    "entries are sums of products of the entries of the stages.",
    "Given y, z does not depend on x.",
)
REDRAWN = PaperTheorem(
    "a secret that is kept or drawn anew",
    "If Y is X with probability 1 - t, and else is drawn from the prior, then P(Y) is the prior, "
    "and P(z|x)/P(z) = t + (1 - t) P(z|Y = x)/P(z).",
    "P(z|x) is t times the mean of P(z|y) under the prior, which is P(z), plus 1 - t times "
    "P(z|Y = x).",
)
CONTRACTED = PaperTheorem(
    "contraction by a symmetric stage",
    "If P(z|y) = d 1[z = y] + b at the outcomes that are values of Y, and does not depend on y at "
    "others, then tv(X->Z) = |d| tv(X->Y), and with I for mutual information I(X;Z) = d I(X;Y) "
    "if b = 0, I(X;Z) <= d I(X;Y) if d >= 0, and I(X;Z) <= d^2 I(X;Y) if Y and Z have two values.",
    "Two rows of X->Z differ by d times what those of X->Y do. If d >= 0, Z is computed from Y "
    "erased with the probability 1 - d, which keeps d I(X;Y). For the binary symmetric channel "
    "relative entropy contracts by d^2: Ahlswede and Gacs, 1976.",
)
Conditions = tuple[Condition, ...]
Leaf = Callable[[Term], Term]


def translated(said: Staged) -> tuple[Specific | Finite | BoundStatement[Reals], PaperTheorem]:
    """Return a statement that implies one about a chain, and the theorem by which it does.

    That the named stages are mechanisms has to be proved besides.

    Raises
    ------
    NotReducible
        If no theorem leads to another statement.
    """
    for stage in said.mechanisms:
        if not stage.parameters <= said.statement.nonnegative:
            raise NotReducible(f"The parameter of {stage.name} has to be at least 0.")
    if len(said.stages) == 2:
        return _cascade(said), CASCADE
    (one,) = said.mechanisms
    if not isinstance(one, Mechanism) or not one.says_secrets:
        raise NotReducible(f"{one.name} is not reduced as one stage of a chain.")
    if said.stages == ("Y",):
        return _redrawn(said, one), REDRAWN
    return _contracted(said, one), CONTRACTED


def stage_alone(said: Staged, mechanism: Mechanism) -> Specific:
    """Return a statement about a stage of a chain alone, with the conditions on its parameters."""
    asked = mechanism.conditions
    known = sorted(mechanism.parameters & said.statement.nonnegative)
    size = (Alphabet("=", mechanism.secrets),) if mechanism.secrets else ()
    where = tuple(c for c in said.statement.where if c in asked)
    where += tuple(Condition(Parameter(name), ">=", Number(ZERO)) for name in known)
    alone = replace(parse("n >= 2"), where=where, structure=size)
    return Specific(alone, (mechanism,), said.draw)


def _changed(said: Staged, leaf: Leaf) -> tuple[Conditions, Conditions, Conditions]:
    """Return hypotheses, conclusion and `where` with other terms in the place of leaves."""

    def changed(conditions: Iterable[Condition]) -> Conditions:
        return tuple(
            Condition(replaced(one.left, leaf), one.sign, replaced(one.right, leaf))
            for one in conditions
        )

    statement = said.statement
    return changed(statement.required), changed(statement.claimed), changed(statement.where)


# --- both stages are named ------------------------------------------------------------------------


def _cascade(said: Staged) -> Specific:
    """Return the statement about X->Y and X->Z, with the mechanism that the stages make."""
    first, second = said.mechanisms
    if not isinstance(first, Mechanism) or not isinstance(second, Mechanism):
        raise NotReducible("A chain is reduced where its stages have few different entries.")
    if not is_free(first) or not is_free(second) or first.besides:
        raise NotReducible(f"{first.name} before {second.name} is not reduced.")
    made = _of_secrets(first, second) if _keep(first, second) else _of_two(first, second)
    size = tuple(part for part in said.statement.structure if isinstance(part, Alphabet | Prior))
    about = replace(said.statement, structure=size)
    if "Z" not in about.variables:
        return Specific(about, (first,), said.draw)
    return Specific(about, (first, made), said.draw)


def _keep(first: Mechanism, second: Mechanism) -> bool:
    return first.says_secrets and second.says_secrets


def _of_secrets(first: Mechanism, second: Mechanism) -> Mechanism:
    """Return the mechanism of two stages whose outcomes are secrets."""
    (one,), (other,) = first.answers, second.answers
    a, b, c, d = (f"({entry})" for entry in (*one.entries, *other.entries))
    kinds = {one.larger, other.larger}
    larger: Apart = "either" if "either" in kinds else "own" if len(kinds) == 1 else "other"
    worst: tuple[tuple[str, Worst], ...] = (("ldp", "pmin"), ("pml", "pmin"), ("pmc", "pmax"))
    return Mechanism(
        f"{first.name}, then {second.name}",
        (Entries(f"{a}*{c} + (n - 1)*{b}*{d}", f"{a}*{d} + {b}*{c} + (n - 2)*{b}*{d}", larger),),
        worst if larger == "own" else worst[:1],
        (*first.where, *second.where),
        second.besides,
        secrets=max(first.secrets, second.secrets),
    )


def _of_two(first: Mechanism, second: Mechanism) -> Mechanism:
    """Return the mechanism of two stages, for two secrets and two values of Y."""
    one, other = (_rows(stage) for stage in (first, second))
    if first.secrets != 2 or len(one[0]) != 2:
        raise NotReducible(f"{first.name} before {second.name} is not reduced.")
    columns = zip(*other, strict=True)
    answers = []
    for column in columns:
        own, else_ = (f"({row[0]})*({column[0]}) + ({row[1]})*({column[1]})" for row in one)
        answers.append(Entries(own, else_, "either"))
    return Mechanism(
        f"{first.name}, then {second.name}",
        tuple(answers),
        (),
        (*first.where, *second.where),
        secrets=2,
        single="first",
    )


def _rows(stage: Mechanism) -> tuple[tuple[Term, ...], ...]:
    """Return the rows of a stage for two secrets."""
    if not stage.says_secrets:
        if stage.single != "first":
            raise NotReducible(f"{stage.name} is not reduced as one stage of a chain.")
        return tuple(zip(*(answer.entries for answer in stage.answers), strict=True))
    (answer,) = stage.answers
    own, other = answer.entries
    return (own, other, *stage.constants), (other, own, *stage.constants)


# --- the first stage is named, and keeps the secret or draws a new one ----------------------------


def _redrawn(said: Staged, mechanism: Mechanism) -> Finite:
    """Return the statement about the kernel Y->Z, called X->Y."""
    column, _ = _column(said, mechanism)
    none, slope = line(column)
    if mechanism.besides or mechanism.answers[0].larger != "own" or none != 0:
        raise NotReducible(
            f"{mechanism.name} does not keep the secret or draw a new one from the prior, so as a "
            "first stage it is not reduced."
        )
    if slope.has(column.mass, N):
        raise NotReducible(f"The entries of {mechanism.name} are not reduced as a first stage.")
    drawn = in_language(slope)

    def leaf(term: Term) -> Term:
        if not term.variables:
            return term
        if (
            not isinstance(term, Leakage)
            or len(term.variables) != 2
            or term.observed[0] not in "zZ"
        ):
            raise NotReducible(f"{term} is not reduced in a chain after {mechanism.name}.")
        seen = "y" if term.outcomes else "Y"
        if term.secret == "Y":
            return Leakage(term.kind, "X", (seen,))
        most, least = f"exp(pml(X->{seen}))", f"exp(-pmc(X->{seen}))"
        shares = (f"({drawn} + (1 - ({drawn}))*{lift})" for lift in (most, least))
        high, low = (f"log{share}" for share in shares)
        texts = {"pml": high, "pmc": f"-{low}", "ldp": f"{high} - {low}"}
        if term.kind not in texts or (seen == "Y" and term.kind == "ldp"):
            raise NotReducible(f"{term} is not reduced in a chain after {mechanism.name}.")
        return parse_term(texts[term.kind])

    required, claimed, where = _changed(said, leaf)
    kept = tuple(part for part in said.statement.structure if isinstance(part, Alphabet | Prior))
    found = Statement(claimed, required, kept, where)
    refuse_other_signs(found, said.statement)
    return Finite(_checked(found))


def _checked(statement: Statement) -> Statement:
    """Return a statement, unless it reads otherwise than it is written."""
    try:
        again = parse(str(statement))
    except StatementError as why:
        raise NotReducible(f"{statement} cannot be written: {why}") from None
    if again != statement:
        raise NotReducible(f"{statement} reads as another statement.")
    return statement


def _column(said: Staged, mechanism: Mechanism) -> tuple[Column, Sequence[Column]]:
    """Return the answer of a mechanism that is any secret, and those beside it."""
    column, *beside = encoded_kernel(stage_alone(said, mechanism)).anywhere()
    return column, beside


# --- the second stage is named, and symmetric -----------------------------------------------------


def _contracted(said: Staged, mechanism: Mechanism) -> BoundStatement[Reals]:
    """Return the statement about numbers in the place of measures of X->Y and X->Z."""
    column, beside = _column(said, mechanism)
    own, other = column.entries
    gap = sp.expand(own - other)
    if gap.has(N, column.mass):
        raise NotReducible(
            f"The entries of {mechanism.name} depend on the number of values of Y, which has no "
            "name, so that it is not reduced as a second stage."
        )
    taken, names = set(said.parameters), {}

    def leaf(term: Term) -> Term:
        if not term.variables:
            if isinstance(term, Parameter | Number):
                return term
            raise NotReducible(f"{term} is not reduced before {mechanism.name}.")
        if not isinstance(term, Overall) or term.kind not in ("mutual_information", "tv"):
            raise NotReducible(f"{term} is not reduced before {mechanism.name}.")
        if term.secret != "X" or len(term.observed) > 1:
            raise NotReducible(f"{term} is not reduced before {mechanism.name}.")
        return named(term.kind, term.observed[0])

    def named(kind: str, variable: str) -> Parameter:
        name = f"{kind}_{variable.lower()}"
        while name in taken:
            name += "_"
        names[kind, variable] = name
        return Parameter(name)

    required, claimed, where = _changed(said, leaf)
    kinds = dict.fromkeys(kind for kind, _ in names)
    facts = []
    for kind in kinds:
        before, after = (named(kind, variable).name for variable in "YZ")
        share, sign = in_language(gap), "="
        if kind == "tv":
            share = f"max({share}, -({share}))"
            facts.append(f"{before} <= 1")
        elif other == 0:
            pass
        elif mechanism.secrets == 2 and not beside:
            share, sign = f"({share})^2", "<="
        elif mechanism.answers[0].larger == "own":
            sign = "<="
        else:
            raise NotReducible(f"How {mechanism.name} contracts {kind} is not known here.")
        facts += [f"{before} >= 0", f"{after} >= 0", f"{after} {sign} ({share})*{before}"]
    parameters = [name for name in said.parameters if name in said.statement.nonnegative]
    facts += [f"{name} >= 0" for name in parameters]
    every = (*said.parameters, *names.values())
    given = tuple(condition for text in facts for condition in parse(text).claimed)
    numbers = Statement(claimed, (*required, *given), (), where, binders=(RealNumbers(every),))
    return BoundStatement(_checked(numbers), Reals(every))
