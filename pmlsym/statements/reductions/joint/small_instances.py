"""Goals of a statement about X, Y and Z, and conversion between points of goals and joint laws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import prod
from random import Random
from typing import assert_never

from pmlsym.errors import InputError
from pmlsym.exact import as_fraction, sympified
from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.evaluation.given import confirmed
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term
from pmlsym.statements.generator.models import models
from pmlsym.statements.law import Law
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.model import Exact, Model, exact_parameters
from pmlsym.statements.reading import applies, read
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.joint.assignment import Cast, level
from pmlsym.statements.reductions.joint.claims import ClaimedExtreme, claims, quantities
from pmlsym.statements.reductions.joint.comparing import is_largest
from pmlsym.statements.reductions.joint.merged_laws import JointInstance, Place, largest, rest
from pmlsym.statements.reductions.result import Case, case_of, sizes_asked_for
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Independent, Markov
from pmlsym.statements.text.vocabulary import PriorName
from pmlsym.statements.values import Infinite, in_kernel

# --- from joint laws to points of goals -----------------------------------------------------------
# By hypothesis the numbers of such a goal belong to one joint law, which random numbers never do.
# So a law on which the hypotheses of the statement hold is taken, and its values are split: each
# named value is a part of a value of the law (the whole value, if no values are merged). The rest
# of every value is merged, or is an atom of the law of the middle of a chain. Splitting a value
# changes no density, so bounds and structure are preserved.
#
# The assignment of names is random. `proof.evaluation.given` checks that the numbers meet the
# hypotheses, so soundness does not depend on this code.

_MODELS = 160  # the number of laws tried
_CHOICES = 16  # the number of assignments of names tried for each law


@dataclass(frozen=True)
class Placing:
    """Joint laws that meet the hypotheses of a statement, as points of its goals.

    Parameters
    ----------
    statement : the statement.
    cast : the claim of the goal, and the small joint law.
    """

    statement: Statement
    cast: Cast

    def points(self, goal: Goal) -> Iterator[Point]:
        """Yield points at which the hypotheses of the goal hold, at most one from each law.

        The search is seeded, and its number of steps is bounded.

        Examples
        --------
        >>> from pmlsym.statements.reductions import reduce
        >>> from pmlsym.statements.text.parse import parse
        >>> case = reduce(parse("pmc(X->y,z) <= pmc(X->y) + pmc(X->z|y)")).cases[0]
        >>> next(case.points()).numbers["P|x0"]
        ('number', 1, 4)
        """
        taken = islice(models(self.statement), _MODELS)
        for number, model in enumerate(m for m in taken if applies(self.statement, m) is True):
            for chosen in self._choices(model.law, Random(number)):
                found = confirmed(goal.kernel, _Numbers(self.cast, model, chosen).point())
                if found is not None:
                    yield found
                    break

    def _choices(self, law: Law, random: Random) -> Iterator[dict[str, int]]:
        """Yield random assignments of values of the law to names."""
        instance = self.cast.instance
        for _ in range(_CHOICES):
            chosen: dict[str, int] = {}
            for name, labels in instance.named.items():
                values = [value for (value,) in law.marginal((name,))]
                if name not in instance.whole:
                    some = random.choices(values, k=len(labels))
                elif len(labels) == len(values):
                    some = random.sample(values, k=len(labels))
                else:
                    return
                chosen |= zip(labels, some, strict=True)
            yield chosen


class _Numbers:
    """A joint law with split values, and the numbers of a goal's symbols under it."""

    def __init__(self, cast: Cast, model: Model, chosen: Mapping[str, int]) -> None:
        self._cast, self._law, self._chosen = cast, model.law, chosen
        self._instance: JointInstance = cast.instance
        self._parts = {name: self._cut(name) for name in self._instance.named}
        self._parameters = model.parameters
        self._known: dict[tuple[str, ...], Fraction] = {}

    def point(self) -> Point:
        """Return the point: the numbers, and the law of the middle."""
        instance, middle = self._instance, self._instance.averaged
        numbers: dict[str, Fraction] = {}
        for values in instance.values.values():
            numbers |= {f"P|{value}": self._chance((value,)) for value in values}
        atoms = [label for label in self._parts[middle] if "|" in label] if middle else []
        varying: dict[str, dict[str, Fraction]] = {atom: {} for atom in atoms}
        for place in instance.places(everywhere=True):
            density = instance.density(place)
            if not density.is_Symbol:
                continue
            if middle and place.get(middle) == middle:
                for atom in atoms:
                    varying[atom][density.name] = self._density({**place, middle: atom})
            else:
                numbers[density.name] = self._density(place)
        for leakage in self._cast.claim.bounded:
            numbers[level(leakage).name] = self._bound(leakage)
            if leakage.secret == middle:
                numbers |= self._largest(leakage)
        left = sum((self._chance((atom,)) for atom in atoms), Fraction(0))
        law = [
            (
                in_kernel(self._chance((atom,)) / left),
                {name: in_kernel(value) for name, value in varying[atom].items()},
            )
            for atom in atoms
        ]
        exact = {**self._parameters, **numbers}
        known = {n: in_kernel(v) for n, v in exact.items() if not isinstance(v, Infinite)}
        return Point(known, {middle: law} if middle else {})

    # --- probabilities ----------------------------------------------------------------------------

    def _cut(self, name: str) -> dict[str, dict[int, Fraction]]:
        """Return for each label the parts of values that it contains; atoms are Y|1, Y|2, ..."""
        instance, labels = self._instance, self._instance.named[name]
        if name in instance.whole:
            return {label: {self._chosen[label]: Fraction(1)} for label in labels}
        piece = Fraction(1, len(labels) + 1)
        found = {label: {self._chosen[label]: piece} for label in labels}
        named = [self._chosen[label] for label in labels]
        left = {v: 1 - piece * named.count(v) for (v,) in self._law.marginal((name,))}
        if name == instance.averaged:
            return found | {f"{name}|{v + 1}": {v: part} for v, part in left.items()}
        return found | {rest(name): left}

    def _chance(self, labels: tuple[str, ...]) -> Fraction:
        """Return the probability of labels of some variables."""
        if labels not in self._known:
            names = tuple(label[0].upper() for label in labels)
            parts = [self._parts[n][label] for n, label in zip(names, labels, strict=True)]
            table, total = self._law.marginal(names), Fraction(0)
            for values in product(*parts):
                pieces = (part[value] for part, value in zip(parts, values, strict=True))
                total += prod(pieces, start=Fraction(table.get(values, 0)))
            self._known[labels] = total / self._law.total
        return self._known[labels]

    def _density(self, place: Place) -> Fraction:
        labels = tuple(place[name] for name in sorted(place))
        alone = prod((self._chance((label,)) for label in labels), start=Fraction(1))
        return self._chance(labels) / alone

    # --- bounds -----------------------------------------------------------------------------------

    def _bound(self, leakage: Leakage) -> Fraction:
        """Return the best bound on lifts, or on their quotients, at all or at named outcomes."""
        seen, given = (
            tuple(name.upper() for name in names) for names in (leakage.observed, leakage.given)
        )
        fixed = self._cast.fixed(leakage)
        worst = []
        for place, (high, low) in self._law.extremes(leakage.secret, seen, given).items():
            at = dict(zip((*seen, *given), place, strict=True))
            if all(at[n.upper()] == self._chosen[f"{n}0"] for n in fixed):
                top, bottom = MEASURES[leakage.kind].quotient(high, low, Fraction(1))
                worst.append(top / bottom if is_largest(leakage) else bottom / top)
        if not worst:  # the named outcomes are not possible together: any bound holds
            return Fraction(1)
        return max(worst) if is_largest(leakage) else min(worst)

    def _largest(self, leakage: Leakage) -> dict[str, Fraction]:
        """Return the largest lift of the averaged variable at each outcome."""
        names = [name.upper() for name in (*leakage.observed, *leakage.given)]
        found: dict[str, Fraction] = {}
        for labels in product(*(self._parts[name] for name in names)):
            place = dict(zip(names, labels, strict=True))
            lifts = [
                self._lift(leakage, {**place, leakage.secret: value})
                for value in self._parts[leakage.secret]
            ]
            known = [lift for lift in lifts if lift is not None]
            found[largest(leakage, place).name] = max(known, default=Fraction(1))
        return found

    def _lift(self, leakage: Leakage, place: Place) -> Fraction | None:
        seen, given = (
            {name.upper(): place[name.upper()] for name in names}
            for names in (leakage.observed, leakage.given)
        )
        secret = {leakage.secret: place[leakage.secret]}
        bottom = self._of(secret | given) * self._of(seen | given)
        return self._of(secret | seen | given) * self._of(given) / bottom if bottom else None

    def _of(self, place: Place) -> Fraction:
        return self._density(place) if len(place) > 1 else Fraction(1)


# --- goals ----------------------------------------------------------------------------------------

LADDER = (2, 3)  # the numbers of secrets tried where secrets cannot be merged
_MOST_WHOLE = 4  # the most secrets that are kept without merging


def cases(statement: Statement) -> tuple[Case, ...]:
    """Return the goals of a statement about small joint laws.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> for case in cases(parse("pmc(X->y,z) <= pmc(X->y) + pmc(X->z|y)")):
    ...     print(case.goal.conclusion)
    pmc_X|y*pmc_X|z_y*r_y0|z0 <= r_x0|y0|z0
    """
    found = list(_cases(statement))
    if statement.both_ways:
        backwards = Statement(
            statement.hypotheses, statement.conclusion, statement.structure, statement.where
        )
        found += _cases(backwards)
    return tuple(found)


def _cases(statement: Statement) -> Iterator[Case]:
    chains = [part.chain for part in statement.structure if isinstance(part, Markov)]
    apart = tuple(
        frozenset(part.names) for part in statement.structure if isinstance(part, Independent)
    )
    if len(chains) > 1:
        raise NotReducible("Two Markov chains at once are not reduced.")
    chain = chains[0] if chains else None
    for claim in claims(statement):
        for secrets in _sizes(statement, chain):
            limited = secrets is not None and statement.size[1] is None
            for cast in _casts(statement, claim, secrets, chain, apart):
                yield from _in(statement, cast, f"|X| = {secrets}" if limited else None)


def _in(statement: Statement, cast: Cast, alphabet: str | None) -> Iterator[Case]:
    instance = cast.instance
    fits = "X" in instance.whole or statement.size[1] is None or statement.prior is None
    for goal, aside in cast.goals(statement).items():
        goal.kernel  # noqa: B018  # raises if the kernel cannot read the goal
        complete = fits and not cast.leaves_out()
        way, placing = Back(instance), Placing(statement, cast)
        yield case_of(Case(_meaning(cast), goal, alphabet, complete, way, placing), aside)


def _meaning(cast: Cast) -> str:
    parts = []
    for name, values in cast.instance.values.items():
        if name == cast.instance.averaged:
            parts.append(f"any law of {name}")
        else:
            parts.append(f"{len(values)} of {name}")
    return f"{cast.claim.condition}: {', '.join(parts)}"


def _sizes(statement: Statement, chain: tuple[str, str, str] | None) -> Sequence[int | None]:
    """Return the numbers of secrets that get cases of their own; None if secrets are merged."""
    least, most = statement.size
    needed = bool(quantities(statement)) or statement.prior is not None
    if most is not None:
        return [most] if most <= _MOST_WHOLE else [None]
    if not needed:
        return [None]
    asked = set(sizes_asked_for(statement))
    found = [size for size in LADDER if size >= least and asked <= {size}]
    if not found:
        raise NotReducible(f"What depends on the prior is tried for {LADDER} secrets alone.")
    return found


def _casts(
    statement: Statement,
    claim: ClaimedExtreme,
    secrets: int | None,
    chain: tuple[str, str, str] | None,
    apart: tuple[frozenset[str], ...],
) -> Iterator[Cast]:
    """Yield small joint laws with all assignments of values to the roles of a claim."""
    named = {name: tuple(roles) for name, roles in claim.roles.items()}
    others = {role: role for name in named if name != "X" for role in named[name]}
    if secrets is None:
        if quantities(statement):
            raise NotReducible("pmin, pmax and n are not kept when secrets are merged.")
        instance = JointInstance(named, chain=chain, apart=apart)
        yield Cast(claim, instance, {**others, **{role: role for role in named["X"]}})
        return
    labels = tuple(f"x{place}" for place in range(secrets))
    for masses in _masses(statement, labels):
        instance = JointInstance({**named, "X": labels}, frozenset({"X"}), chain, apart, masses)
        owned = [role for role in named["X"] if role not in ("pmin", "pmax") or not masses]
        for chosen in _choices(labels, len(owned), bool(masses) and len(set(masses.values())) > 1):
            played = dict(zip(owned, chosen, strict=True))
            yield Cast(claim, instance, {**others, **played}, _prior(statement, instance, played))


def _masses(statement: Statement, labels: tuple[str, ...]) -> Iterator[dict[str, Term]]:
    """Yield the probabilities of the secrets; an empty mapping if no prior is given."""
    prior = statement.prior
    if prior is None:
        yield {}
    elif not prior.masses:
        yield dict.fromkeys(labels, sympified(Fraction(1, len(labels))))
    else:
        yield dict(zip(labels, map(sympified, prior.masses), strict=True))


def _choices(labels: Sequence[str], count: int, told_apart: bool) -> Iterator[tuple[str, ...]]:
    """Yield a value for each role, up to symmetry unless the values are distinguished."""
    for chosen in product(labels, repeat=count):
        order = list(dict.fromkeys(chosen))
        if told_apart or order == list(labels[: len(order)]):
            yield chosen


def _prior(
    statement: Statement, instance: JointInstance, played: Mapping[str, str]
) -> dict[PriorName, Term]:
    masses = [instance.mass(value) for value in instance.values["X"]]
    found: dict[PriorName, Term] = {}
    for name in quantities(statement):
        match name:
            case "n":
                found[name] = sympified(len(masses))
            case "pmin":
                found[name] = instance.mass(played[name]) if name in played else min(masses)
            case "pmax":
                found[name] = instance.mass(played[name]) if name in played else max(masses)
            case _:
                assert_never(name)
    return found


# --- from points of goals to joint laws -----------------------------------------------------------


@dataclass(frozen=True)
class Back:
    """Reconstruction of a joint law from the numbers of a small one.

    A point has the masses ``P|x0`` and the densities ``r_x0|y0|z0``. The k-th atom of the averaged
    variable Y, counted from 1, has the mass ``P|Y|k`` and the densities ``r_x0|Y|k``.
    """

    instance: JointInstance

    def model(self, statement: Statement, point: Mapping[str, Exact]) -> Model | None:
        """Return the law as a model, if the statement fails on it."""
        try:
            law = self._law(point)
            if law is None:
                return None
            given = {name: point[name] for name in statement.parameters}
            found = Model(_split(law, statement), exact_parameters(given))
        except (KeyError, InputError):
            return None
        return found if read(statement, found).holds is False else None

    def _law(self, point: Mapping[str, Exact]) -> Law | None:
        instance, middle = self.instance, self.instance.averaged
        values: dict[str, list[str]] = {name: list(of) for name, of in instance.values.items()}
        if middle:
            atoms = (name for name in point if name.startswith(f"P|{middle}|"))
            values[middle] += sorted(name.removeprefix("P|") for name in atoms)
        joint = []
        for chosen in product(*values.values()):
            cell = Fraction(1)
            place = dict(zip(values, chosen, strict=True))
            for value in chosen:
                cell *= self._number(point, instance.mass(value), "")
            atom = place[middle].partition("|")[2] if middle else ""
            if middle and atom:
                place[middle] = middle
            cell *= self._number(point, instance.density(place), atom)
            if cell < 0:
                return None
            joint.append(cell)
        return Law.of_fractions(tuple(map(len, values.values())), joint)

    def _number(self, point: Mapping[str, Exact], term: Term, atom: str) -> Fraction:
        numbers = {}
        for symbol in term.free_symbols:
            name = f"{symbol.name}|{atom}" if atom and symbol in self.instance.law else symbol.name
            numbers[symbol] = sympified(point[name])
        found = as_fraction(term.subs(numbers))
        if found is None:
            raise KeyError("no rational number")
        return found


def _split(law: Law, statement: Statement) -> Law:
    """Return a law with the least number of secrets required, by splitting the last secret."""
    missing = statement.size[0] - law.shape[0]
    if missing <= 0:
        return law
    size = len(law.weights) // law.shape[0]
    weights = [weight * (missing + 1) for weight in law.weights[:-size]]
    weights += law.weights[-size:] * (missing + 1)
    return Law((statement.size[0], *law.shape[1:]), weights)
