r"""Statements about X, Y and Z that conclude something of one channel, as statements about that.

**Theorem (one channel).** Let a conclusion be about one channel from X alone, with one variable or
two as its outcome. A law of X, Y and Z on which the statement fails has that channel, on which the
conclusion fails. So the statement holds if the conclusion follows from what its hypotheses say of
this channel:

- a condition on the channel itself;
- an upper bound on a measure of X -> Y, Z bounds that of X -> Y, as outcomes are joined;
- in a chain X - Y - Z, an upper bound on a measure of X -> Y, or of Y -> Z, is one on that of
  X -> Z: pml, pmc and ldp at the worst outcome, averages of them, mutual information, and
  divergences between rows. For entropies and guesses of Y this is not so;
- if X -> Y is LDP(a) and Y -> Z is LDP(b), the total variation of X -> Z is at most the product of
  (e^a - 1)/(e^a + 1) and (e^b - 1)/(e^b + 1), by `contraction`.

**Not complete**: what else is assumed is left out. A statement of which anything is left out is
reduced otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from pmlsym.formulas.averages import AVERAGES
from pmlsym.statements.clauses import Condition, Indicator, everywhere
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, NumberOfOutcomes, Overall
from pmlsym.statements.reductions.joint.comparing import chains_of
from pmlsym.statements.reductions.joint.contraction import private_channels
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Independent, Markov
from pmlsym.statements.terms import Function, Negative, Number, OfPrior, Operation, Parameter, Term
from pmlsym.statements.text.vocabulary import TURNED

ONE_CHANNEL = PaperTheorem(
    "one channel",
    "What a statement claims of one channel of X follows from what it says of that channel. Upper "
    "bounds on measures of X->Y, and of Y->Z, bound those of X->Z in a chain X - Y - Z.",
    "Leakages and divergences do not grow where outcomes are joined, or the secret moves away.",
)
Channel = tuple[str, tuple[str, ...]]
_KNOWN = Leakage | Overall | NumberOfOutcomes | MeanOverOutcomes | Indicator | Number | Parameter
_KNOWN |= OfPrior | Negative | Operation | Function
_ONE = Number(Fraction(1))
_SHRINK = ("extreme", "log_lift", "rows")  # forms of averages that do not grow along chains


def on_one_channel(statement: Statement) -> Statement | None:
    """Return a statement about X->Y from which the given one follows; None if there is none.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> said = parse("X - Y - Z: LDP(e) of Y->Z => mutual_information(X;Z) <= e^2/8")
    >>> print(on_one_channel(said))
    ldp(X->y) <= e => mutual_information(X;Y) <= e^2/8
    """
    channels = {one for condition in statement.claimed for one in _channels(condition)}
    independent = any(isinstance(part, Independent) for part in statement.structure)
    if statement.both_ways or statement.binders or independent or len(channels) != 1:
        return None
    (target,) = channels
    if target[0] != "X":
        return None
    known: list[Condition] = []
    for condition in (*statement.required, *statement.where):
        found = _said_of(condition, target, list(chains_of(statement)))
        if found is None:
            return None
        known += [found]
    known += _by_contraction(statement, target)
    where = {*statement.where}
    return replace(
        statement,
        conclusion=tuple(_renamed(one) for one in statement.claimed),
        hypotheses=tuple(_renamed(one) for one in known if one not in where),
        where=tuple(_renamed(one) for one in known if one in where),
        structure=tuple(one for one in statement.structure if not isinstance(one, Markov)),
    )


def _channels(condition: Condition) -> Iterator[Channel]:
    """Yield the channels of measures in a condition, with outcomes in capitals.

    A leaf that is not known, or stands for what is given an outcome, is of no channel of X.
    """
    for part in condition.parts:
        if (isinstance(part, Leakage) and part.given) or not isinstance(part, _KNOWN):
            yield "", ()
        elif isinstance(part, Leakage | Overall) and part.observed:
            yield _channel(part)
        elif isinstance(part, NumberOfOutcomes):
            yield "X", (part.variable,)
        elif isinstance(part, Overall) and part.secret != "X":
            yield part.secret, ()


def _channel(part: Leakage | Overall) -> Channel:
    """Return the channel of a measure; from X if its variables may change their places."""
    seen = tuple(map(str.upper, part.observed))
    if isinstance(part, Overall) and AVERAGES[part.kind].is_symmetric and seen == ("X",):
        return "X", (part.secret,)
    return part.secret, seen


def _said_of(
    condition: Condition, target: Channel, chains: list[tuple[str, str, str]]
) -> Condition | None:
    """Return what a condition says of a channel; None if that is not known."""
    channels = {*_channels(condition)}
    if channels <= {target}:
        return condition
    left, sign, right = condition.left, condition.sign, condition.right
    if sign in (">", ">="):
        left, sign, right = right, TURNED[sign], left
    average = left.term if type(left) is MeanOverOutcomes else left
    if (
        sign not in ("<", "<=")
        or not isinstance(average, Leakage | Overall)
        or (isinstance(average, Leakage) and bool(average.given))
        or right.variables
    ):
        return None
    if average is not left and average.kind != "pmc":  # means of pml and ldp may grow
        return None
    if isinstance(average, Overall) and AVERAGES[average.kind].form not in _SHRINK:
        return None
    if not _is_nearer(average, target, chains, averaged=average is not left):
        return None
    in_target = tuple(
        name.lower() if isinstance(average, Leakage) and average.outcomes else name
        for name in target[1]
    )
    measure: Term = replace(average, secret=target[0], observed=in_target)
    return Condition(MeanOverOutcomes(measure) if average is not left else measure, sign, right)


def _is_nearer(
    one: Leakage | Overall, target: Channel, chains: list[tuple[str, str, str]], averaged: bool
) -> bool:
    """Whether a measure is at least that of the target, outcomes joined or the secret further."""
    ways = [_channel(one)]
    if isinstance(one, Overall) and AVERAGES[one.kind].form == "log_lift" and len(one.observed) < 2:
        ways = [(one.secret, one.observed), (one.observed[0], (one.secret,))]
    secret, seen = target
    for nearer, observed in ways:
        if nearer == secret and {*seen} < {*observed}:
            return True
        for a, b, c in chains:
            if (secret, seen) == (a, (c,)) and (nearer, observed) == (a, (b,)):
                return True
            if (secret, seen) == (a, (c,)) and (nearer, observed) == (b, (c,)) and not averaged:
                return True
    return False


def _by_contraction(statement: Statement, target: Channel) -> Iterator[Condition]:
    """Yield the bound on the total variation through two stages that are LDP."""
    for a, b, c in chains_of(statement):
        if target == (a, (c,)):
            shares = [[*_shares(statement.required, channel)] for channel in ((a, (b,)), (b, (c,)))]
            for one in shares[0]:
                for other in shares[1]:
                    bound = Operation("*", one, other)
                    yield Condition(Overall("tv", a, (c,)), "<=", bound)


def _shares(given: Iterable[Condition], channel: Channel) -> Iterator[Term]:
    """Yield (e^t - 1)/(e^t + 1) for each level t at which a channel is LDP."""
    for private in private_channels(given):
        if (private.secret, (private.observed,)) == channel:
            big = Function("exp", (private.level,))
            yield Operation("/", Operation("-", big, _ONE), Operation("+", big, _ONE))


def _renamed(condition: Condition) -> Condition:
    """Return a condition with Y for the outcome of a channel of X."""

    def leaf(term: Term) -> Term:
        if isinstance(term, NumberOfOutcomes):
            return NumberOfOutcomes("Y")
        if isinstance(term, Leakage):
            return replace(term, observed=("y",) if term.outcomes else ("Y",))
        if isinstance(term, Overall) and term.observed:
            return replace(term, secret="X", observed=("Y",))
        return term

    left, right = (everywhere(term, leaf) for term in condition.terms)
    return Condition(left, condition.sign, right)
