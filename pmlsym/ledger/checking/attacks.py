"""Evaluation of statements about adversaries on one mechanism.

A finite mechanism with its prior gives an instance for each outcome and each cost or gain that has
to be examined.

**Theorem (sufficient costs and gains).** Of all costs C(u, w) >= 0, the largest saving at an
outcome, and at the worst one, is that of a cost 1[X = x]; the largest saving on average is that of
1[X = w]/P(w). The same holds of gains. Of all guesses of a function of X, the largest saving and
the largest gain at an outcome are those of a function that splits one secret, or all others, into
equally likely values, none of them likelier than the part that is not split.

*Proof*: a mean of C(w) over P(x) is at most max_x P(x)/P(x|y) times its mean over P(x|y), and equal
for the x that attains the maximum; on average, P(x, y) >= P(x) min_x' P(y|x'), and the sum of that
minimum over y is the saving of 1[X = w]/P(w). Guesses are costs or gains; the unsplit part is the
best guess before and after the outcome, and it is wrong (right) as often as the cost (gain) 1[X =
x] says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from pmlsym.statements.binders import ANY_PAYOFFS, AnyGuess, AnyPayoff
from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.clauses import Condition
from pmlsym.statements.instances.attack.adversary import shared, split
from pmlsym.statements.instances.rationals import Table
from pmlsym.statements.model import Model
from pmlsym.statements.payoffs import Payoffs
from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.payoffs.quantities import REACTIONS, named as quantity, quantities
from pmlsym.statements.readable import Judged
from pmlsym.statements.terms import Parameter
from pmlsym.statements.values import ZERO

MOST_SECRETS = 12  # a divergence is a maximum over every set of secrets
Z = "it has a third variable Z: evaluate it in Python on Model.from_joint(...)"
_AT_OUTCOME = ("cost", "gain")


class Elsewhere(Exception):  # noqa: N818  # an outcome of an evaluation, not a mistake of the caller
    """A mechanism does not decide a statement; the text gives the reason."""


def judged_attacks(
    statement: BoundStatement[Payoffs], model: Model
) -> Iterator[tuple[str, Judged]]:
    """Evaluate a statement about costs or gains at every outcome, for the sufficient ones.

    Raises `Elsewhere` if these do not decide it.
    """
    is_overall = statement.over.is_overall(statement.unbound)
    joint, (secrets, _, *rest) = model.joint, model.law.shape
    if statement.over.chain:
        raise Elsewhere("it is about a chain X - Y - Z, and no mechanism of X and Y alone")
    if statement.over.informed and not rest:
        raise Elsewhere(Z)
    if rest and not statement.over.informed:
        raise Elsewhere("it is about a mechanism of X and Y alone")
    if secrets > MOST_SECRETS:
        raise Elsewhere(
            f"its definitions look at every set of secrets, so it is evaluated up to {MOST_SECRETS}"
        )
    rows = tuple(tuple(sum(row, ())) if rest else tuple(row) for row in joint)
    sides = rest[0] if rest else 1
    numbers = tuple((name, model.parameters[name]) for name in statement.parameters)
    _refuse_undecided(statement)
    for place, side in product(range(len(rows[0]) // sides), range(sides)):
        if not any(row[place * sides + side] for row in rows):
            continue
        masses = [sum(row[side::sides], ZERO) for row in rows]
        prior = [mass / sum(masses) for mass in masses]
        drawn = [
            _payoffs(one, prior) for one in statement.over.payoffs if isinstance(one, ANY_PAYOFFS)
        ]
        for chosen in product(*drawn):
            instance = Attacked(
                rows, sides, place, side, tuple(played for _, played in chosen), numbers
            )
            at = [] if is_overall else [f"y = {place}"]
            at += [f"z = {side}"] if rest else []
            word = "at" if at else "for"
            at += [text for text, _ in chosen]
            yield f"{word} {', '.join(at)}" if at else "", statement.judge(instance)
        if is_overall and not rest:
            return


def _refuse_undecided(statement: BoundStatement[Payoffs]) -> None:
    """Raise `Elsewhere` unless the sufficient costs or gains decide the statement."""
    kinds = {one.name: type(one) for one in statement.over.payoffs if isinstance(one, ANY_PAYOFFS)}
    if not kinds:
        return
    for name, kind in kinds.items():
        if kind not in (AnyPayoff, AnyGuess):
            raise Elsewhere(
                f"it is about every order of guesses {name} of every function of X, of which no "
                "finite number decides it"
            )
    said = statement.unbound
    fine = not (said.hypotheses or said.where or said.both_ways)
    for one in said.claimed:
        assert isinstance(one, Condition)
        fine = fine and one.sign in ("<=", "<") and isinstance(one.left, Parameter)
        fine = fine and not any(name in kinds for _, name in quantities(one.right))
        found = quantity(str(one.left))
        if found is not None and found[1] in kinds:
            known = _AT_OUTCOME if kinds[found[1]] is AnyGuess else (*_AT_OUTCOME, *REACTIONS)
            fine = fine and found[0] in known
    if not fine:
        raise Elsewhere(
            f"it is about every cost, gain or guess {', '.join(kinds)}, of which no finite number "
            "decides it"
        )


def _payoffs(payoff: object, prior: Sequence[Fraction]) -> list[tuple[str, Played]]:
    """Return the sufficient costs, gains or guessed functions, one of which is extremal."""
    size = len(prior)
    told = tuple(tuple(Fraction(x == u) for u in range(size)) for x in range(size))
    found: list[tuple[str, Played]] = []
    if isinstance(payoff, AnyPayoff):
        name = payoff.name
        for x in range(size):
            column = tuple((Fraction(u == x),) for u in range(size))
            found.append((f"{name} = 1[X = {x}]", Played(name, told, column)))
        own = tuple(
            tuple(1 / mass if u == w and mass else ZERO for w in range(size))
            for u, mass in enumerate(prior)
        )
        return [*found, (f"{name} = 1[X = w]/P(w)", Played(name, told, own))]
    assert isinstance(payoff, AnyGuess)
    for x, mass in enumerate(prior):
        if mass in (0, 1):
            found.append((f"{payoff.name} guesses X", Played(payoff.name, told, told)))
            continue
        ways: tuple[tuple[str, Table], ...] = (
            (f"X = {x} in pieces", split(size, x, _parts(mass, 1 - mass))),
            (f"all but X = {x} in pieces", shared(size, x, _parts(1 - mass, mass))),
        )
        for text, function in ways:
            table = tuple((ZERO,) for _ in function[0])  # unused: a guess has no table of costs
            found.append((f"{payoff.name} guesses {text}", Played(payoff.name, function, table)))
    return found


def _parts(broken: Fraction, whole: Fraction) -> int:
    """Return the least number of equal parts of `broken` that are at most `whole` each."""
    return max(1, -int(-(broken / whole) // 1))
