r"""Claims about X, Y and Z: their hypotheses, and the values of X, Y and Z that they name.

**Named values.** An outcome in lower case is a named value. A leakage that has to be large for the
claim to fail is the lift of *some* secret at *some* outcome (for LDP the quotient of two lifts):
these are named values too. A leakage that has to be small for the claim to fail is replaced by a
number M that bounds all lifts. A leakage that may matter both ways is replaced by both. A
hypothesis that a leakage is at most a level becomes the same hypothesis on its bound M.

**Sound**: on a law that violates the claim, let each M be the leakage itself, and let the named
values be the outcome at which the claim fails and the secrets with the extreme lifts. **Complete**:
if a goal fails for a bound M, the claim fails for the leakage, which is at most M; and if M meets a
hypothesis, so does the leakage. So a point at which a goal fails is a law on which the claim fails,
unless a hypothesis was left out (`ClaimedExtreme.omitted`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pmlsym.formulas.measures import MEASURES
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.signs import at_least_0
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import (
    Function,
    Negative,
    Number,
    OfPrior,
    Operation,
    Term,
    parameters_of,
    walk,
)
from pmlsym.statements.text.vocabulary import Comparison, PriorName

# --- monotonicity of conditions in their leakages: whether a larger leakage helps or hurts --------

BOTH = 0


def leakages_of(*terms: Term) -> tuple[Leakage, ...]:
    """Return the leakages in terms, each once; averages over outcomes are refused."""
    parts = [part for term in terms for part in walk(term)]
    for part in parts:
        if isinstance(part, MeanOverOutcomes | Overall):
            raise NotReducible(f"{part} is an average over outcomes, which is not reduced here.")
    return tuple(dict.fromkeys(part for part in parts if isinstance(part, Leakage)))


def directions(condition: Condition, nonnegative: frozenset[str]) -> dict[Leakage, int]:
    """Return for each leakage whether a larger value hurts the condition (1), helps (-1), or BOTH.

    Conditions with signs other than <= and < have BOTH for every leakage.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> (claim,) = parse("pml(X->y,z) <= pml(X->y) + pml(X->z|y)").claimed
    >>> {str(name): way for name, way in directions(claim, frozenset()).items()}
    {'pml(X->y,z)': 1, 'pml(X->y)': -1, 'pml(X->z|y)': -1}
    """
    found: dict[Leakage, set[int]] = {leakage: set() for leakage in leakages_of(*condition.terms)}
    way = 1 if condition.sign in ("<=", "<") else BOTH
    _visit(condition.left, way, found, nonnegative)
    _visit(condition.right, -way, found, nonnegative)
    return {
        leakage: next(iter(ways)) if len(ways) == 1 else BOTH for leakage, ways in found.items()
    }


def _visit(
    term: Term, way: int, found: dict[Leakage, set[int]], nonnegative: frozenset[str]
) -> None:
    if isinstance(term, Leakage):
        found[term].add(way)
    elif isinstance(term, Negative):
        _visit(term.term, -way, found, nonnegative)
    elif isinstance(term, Function):
        for argument in term.arguments:
            _visit(argument, BOTH if term.name == "hb" else way, found, nonnegative)
    elif isinstance(term, Operation):
        ways = {"+": (way, way), "-": (way, -way)}.get(term.sign, (BOTH, BOTH))
        negative = parameters_of(term) - nonnegative
        if term.sign == "*":
            left, right = (at_least_0(part, negative) for part in term.parts)
            ways = (way if right else BOTH, way if left else BOTH)
        elif term.sign == "/" and at_least_0(term.right, negative):
            ways = (way, BOTH)
        for part, part_way in zip(term.parts, ways, strict=True):
            _visit(part, part_way, found, nonnegative)


# --- claims about X, Y and Z: their hypotheses, and the values of X, Y and Z that they name -------

_TURNED: dict[Comparison, Comparison] = {">=": "<=", ">": "<"}


@dataclass(frozen=True)
class ExtremeLift:
    """A leakage with the secrets and outcomes at which it is attained.

    Parameters
    ----------
    leakage : a leakage at an outcome, or of the worst outcome.
    secrets : the roles of the secrets with extreme lifts: one, or two for LDP.
    outcomes : the roles of the worst outcome, by variable.
    """

    leakage: Leakage
    secrets: tuple[str, ...]
    outcomes: tuple[tuple[str, str], ...] = ()


@dataclass
class ClaimedExtreme:
    """A single claimed condition, with the hypotheses that are used.

    Attributes
    ----------
    condition : the condition, with < or <=, the larger side on the right.
    hypotheses : conditions in which every leakage is that of the worst outcome.
    roles : the named values of each variable: outcomes, secrets with extreme lifts, and those with
        the probabilities pmin and pmax.
    extremes : the leakages that are attained at named values.
    bounded : the leakages that are replaced by bounds.
    omitted : the hypotheses that are left out.
    """

    condition: Condition
    hypotheses: list[Condition]
    roles: dict[str, list[str]]
    extremes: list[ExtremeLift] = field(default_factory=list)
    bounded: list[Leakage] = field(default_factory=list)
    omitted: list[Condition] = field(default_factory=list)


def claims(statement: Statement) -> Iterator[ClaimedExtreme]:
    """Yield the claims of a statement, one for each inequality in its conclusion.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> statement = parse("X - Y - Z: PML(a) of X->Y => pml(X->Z) <= a")
    >>> (claim,) = claims(statement)
    >>> claim.roles["X"], claim.roles["Z"], [str(condition) for condition in claim.hypotheses]
    (['x0'], ['z0'], ['pml(X->Y) <= a'])
    """
    if statement.has_holes:
        raise NotReducible("A hole ? has to be filled before a statement is reduced.")
    for condition in statement.claimed:
        for single in _upper(condition):
            yield _claim(statement, single)


def _upper(condition: Condition) -> list[Condition]:
    """Return the conditions with <= or < that are together equivalent to a condition."""
    left, sign, right = condition.left, condition.sign, condition.right
    if sign == "!=":
        raise NotReducible(f"{condition} is no inequality.")
    if sign == "=":
        return [Condition(left, "<=", right), Condition(right, "<=", left)]
    return [Condition(right, _TURNED[sign], left) if sign in _TURNED else condition]


def _claim(statement: Statement, condition: Condition) -> ClaimedExtreme:
    roles: dict[str, list[str]] = {name: [] for name in statement.variables}
    for outcome in condition.outcomes:
        roles[outcome.upper()].append(f"{outcome}0")
    claim = ClaimedExtreme(condition, [], roles)
    for given in statement.required:
        for single in [given] if given.sign == "!=" else _upper(given):
            _assume(claim, single, statement.nonnegative)
    for leakage, way in directions(condition, statement.nonnegative).items():
        if leakage.outcomes and leakage in claim.bounded:
            raise NotReducible(f"{leakage} is claimed at an outcome and assumed at every one.")
        _use(claim, leakage, way)
    roles["X"] += [name for name in quantities(statement) if name != "n"]
    return claim


def quantities(statement: Statement) -> tuple[PriorName, ...]:
    """Return the quantities pmin, pmax and n that occur in a statement.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> quantities(parse("LDP(e) => PML(log(1/pmin))"))
    ('pmin',)
    """
    found = [part.name for t in statement.terms for part in walk(t) if isinstance(part, OfPrior)]
    return tuple(dict.fromkeys(found))


def _assume(claim: ClaimedExtreme, condition: Condition, nonnegative: frozenset[str]) -> None:
    """Add a hypothesis to a claim; a bound at every outcome becomes one on the worst outcome."""
    found = leakages_of(*condition.terms)
    ways = directions(condition, nonnegative)
    worst = [leakage for leakage in found if not leakage.outcomes]
    single = len(found) == 1 and found[0] == condition.left and ways[found[0]] == 1
    if single:
        leakage = found[0]
        names = tuple(name.upper() for name in leakage.observed)
        # given outcomes stay in lower case: there is no worst case over conditions
        worst_one = Leakage(leakage.kind, leakage.secret, names, leakage.given)
        claim.hypotheses.append(Condition(worst_one, condition.sign, condition.right))
        claim.bounded.append(worst_one)
    elif len(worst) == len(found):
        claim.hypotheses.append(condition)
        for leakage, way in ways.items():
            _use(claim, leakage, -way)  # a hypothesis has the opposite direction of a claim
    elif not _is_trivial(condition):
        claim.omitted.append(condition)


def _is_trivial(condition: Condition) -> bool:
    """Whether a condition only says that a leakage is at least 0, or at least a number <= 0."""
    zero = isinstance(condition.left, Number) and condition.left.value <= 0
    return zero and condition.sign == "<=" and isinstance(condition.right, Leakage)


def _use(claim: ClaimedExtreme, leakage: Leakage, way: int) -> None:
    if way in (-1, BOTH) and leakage not in claim.bounded:
        claim.bounded.append(leakage)
    if way in (1, BOTH) and leakage not in [known.leakage for known in claim.extremes]:
        roles = claim.roles
        outcomes = []
        for name in leakage.observed:
            if name in roles:
                outcomes.append((name, _new(roles, name)))
        if leakage.given and outcomes:
            raise NotReducible(f"{leakage} is the worst case given an outcome: not reduced here.")
        measure = MEASURES[leakage.kind]
        extreme = measure.of_most + measure.of_least  # the number of secrets with extreme lifts
        secrets = tuple(_new(roles, leakage.secret) for _ in range(extreme))
        claim.extremes.append(ExtremeLift(leakage, secrets, tuple(outcomes)))


def _new(roles: dict[str, list[str]], name: str) -> str:
    role = f"{name.lower()}{len(roles[name])}"
    roles[name].append(role)
    return role
