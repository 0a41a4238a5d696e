"""Reductions of statements about several variables, put together: to goals, and back to a law."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import assert_never

from pmlsym.errors import InputError
from pmlsym.exact import as_fraction, sympified
from pmlsym.proof.language import Term
from pmlsym.statements.clauses import Independent, Markov
from pmlsym.statements.law import Law
from pmlsym.statements.model import Exact, Model, exact_parameters
from pmlsym.statements.reading import read
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.result import Case, case_of, sizes_asked_for
from pmlsym.statements.reductions.several.casting import Cast
from pmlsym.statements.reductions.several.claims import Claim, claims, quantities
from pmlsym.statements.reductions.several.densities import World
from pmlsym.statements.reductions.several.placing import Placing
from pmlsym.statements.statement import Statement
from pmlsym.statements.text.vocabulary import PriorName

LADDER = (2, 3)  # numbers of secrets, where there is no reduction to finitely many
_MOST_WHOLE = 4  # secrets of which each is kept


def cases(statement: Statement) -> tuple[Case, ...]:
    """Return the goals of a statement in small worlds.

    Raises
    ------
    NotReducible
        If one of its conditions is not reduced.

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
    world = cast.world
    fits = "X" in world.whole or statement.size[1] is None or statement.prior is None
    for goal, aside in cast.goals(statement).items():
        goal.kernel  # noqa: B018  # a goal that the kernel does not read says so
        complete = fits and not cast.leaves_out()
        way, placing = Back(world), Placing(statement, cast)
        yield case_of(Case(_meaning(cast), goal, alphabet, complete, way, placing), aside)


def _meaning(cast: Cast) -> str:
    parts = []
    for name, values in cast.world.values.items():
        if name == cast.world.averaged:
            parts.append(f"any law of {name}")
        else:
            parts.append(f"{len(values)} of {name}")
    return f"{cast.claim.condition}: {', '.join(parts)}"


def _sizes(statement: Statement, chain: tuple[str, str, str] | None) -> Sequence[int | None]:
    """Return numbers of secrets to look at, each of them by itself; None where any are merged."""
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
    claim: Claim,
    secrets: int | None,
    chain: tuple[str, str, str] | None,
    apart: tuple[frozenset[str], ...],
) -> Iterator[Cast]:
    """Yield worlds, and who plays which role in them."""
    named = {name: tuple(roles) for name, roles in claim.roles.items()}
    others = {role: role for name in named if name != "X" for role in named[name]}
    if secrets is None:
        if quantities(statement):
            raise NotReducible("pmin, pmax and n are not kept when secrets are merged.")
        world = World(named, chain=chain, apart=apart)
        yield Cast(claim, world, {**others, **{role: role for role in named["X"]}})
        return
    labels = tuple(f"x{place}" for place in range(secrets))
    for masses in _masses(statement, labels):
        world = World({**named, "X": labels}, frozenset({"X"}), chain, apart, masses)
        owned = [role for role in named["X"] if role not in ("pmin", "pmax") or not masses]
        for chosen in _choices(labels, len(owned), bool(masses) and len(set(masses.values())) > 1):
            played = dict(zip(owned, chosen, strict=True))
            yield Cast(claim, world, {**others, **played}, _prior(statement, world, played))


def _masses(statement: Statement, labels: tuple[str, ...]) -> Iterator[dict[str, Term]]:
    """Yield the probabilities of the secrets where they are given: else nothing, once."""
    prior = statement.prior
    if prior is None:
        yield {}
    elif not prior.masses:
        yield dict.fromkeys(labels, sympified(Fraction(1, len(labels))))
    else:
        yield dict(zip(labels, map(sympified, prior.masses), strict=True))


def _choices(labels: Sequence[str], count: int, told_apart: bool) -> Iterator[tuple[str, ...]]:
    """Yield a value for each role; where values are alike, one choice of those that are alike."""
    for chosen in product(labels, repeat=count):
        order = list(dict.fromkeys(chosen))
        if told_apart or order == list(labels[: len(order)]):
            yield chosen


def _prior(statement: Statement, world: World, played: Mapping[str, str]) -> dict[PriorName, Term]:
    masses = [world.mass(value) for value in world.values["X"]]
    found: dict[PriorName, Term] = {}
    for name in quantities(statement):
        match name:
            case "n":
                found[name] = sympified(len(masses))
            case "pmin":
                found[name] = world.mass(played[name]) if name in played else min(masses)
            case "pmax":
                found[name] = world.mass(played[name]) if name in played else max(masses)
            case _:
                assert_never(name)
    return found


# --- back to a law -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Back:
    """From numbers for a world to the law that it is.

    Parameters
    ----------
    world : with the masses ``P|x0``, densities ``r_x0|y0|z0`` of a point. Of a law that is averaged
        over, the k-th atom has the mass ``P|Y|k`` and the densities ``r_x0|Y|k``, counted from 1.
    """

    world: World

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
        world, middle = self.world, self.world.averaged
        values: dict[str, list[str]] = {name: list(of) for name, of in world.values.items()}
        if middle:
            atoms = (name for name in point if name.startswith(f"P|{middle}|"))
            values[middle] += sorted(name.removeprefix("P|") for name in atoms)
        joint = []
        for chosen in product(*values.values()):
            cell = Fraction(1)
            place = dict(zip(values, chosen, strict=True))
            for value in chosen:
                cell *= self._number(point, world.mass(value), "")
            atom = place[middle].partition("|")[2] if middle else ""
            if middle and atom:
                place[middle] = middle
            cell *= self._number(point, world.density(place), atom)
            if cell < 0:
                return None
            joint.append(cell)
        return Law.of_fractions(tuple(map(len, values.values())), joint)

    def _number(self, point: Mapping[str, Exact], term: Term, atom: str) -> Fraction:
        numbers = {}
        for symbol in term.free_symbols:
            name = f"{symbol.name}|{atom}" if atom and symbol in self.world.law else symbol.name
            numbers[symbol] = sympified(point[name])
        found = as_fraction(term.subs(numbers))
        if found is None:
            raise KeyError("no rational number")
        return found


def _split(law: Law, statement: Statement) -> Law:
    """Return a law with as many secrets as a statement asks for: the last one in equal pieces."""
    missing = statement.size[0] - law.shape[0]
    if missing <= 0:
        return law
    size = len(law.weights) // law.shape[0]
    weights = [weight * (missing + 1) for weight in law.weights[:-size]]
    weights += law.weights[-size:] * (missing + 1)
    return Law((statement.size[0], *law.shape[1:]), weights)
