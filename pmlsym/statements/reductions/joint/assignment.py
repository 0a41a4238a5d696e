r"""Goals of a claim about a small joint law, for an assignment of values to the claim's roles.

`claims` says why these goals are equivalent to the claim, and `merged_laws` which facts hold in a
small joint law.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

import sympy as sp

from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term as Real, reals
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.reductions.conditions import HAS_VALUE, encoded, needed
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    EncodedQuotient,
    Encoding,
    NotReducible,
    parameter,
    parameter_ranges,
    relate,
)
from pmlsym.statements.reductions.joint.claims import ClaimedExtreme, ExtremeLift, leakages_of
from pmlsym.statements.reductions.joint.comparing import is_largest
from pmlsym.statements.reductions.joint.merged_laws import JointInstance, rest
from pmlsym.statements.reductions.ranges import POSITIVE, Range
from pmlsym.statements.statement import Statement
from pmlsym.statements.text.vocabulary import PriorName


@dataclass(frozen=True)
class Cast:
    """A claim about a small joint law, with the value of each role.

    Parameters
    ----------
    claim : the claim.
    instance : the joint law.
    played : the value of each role.
    prior : pmin, pmax and n, if no secrets are merged.
    """

    claim: ClaimedExtreme
    instance: JointInstance
    played: Mapping[str, str]
    prior: Mapping[PriorName, Real] = field(default_factory=dict)

    def goals(self, statement: Statement) -> dict[Goal, str]:
        """Return the goals of the claim, each with its purpose if it is auxiliary."""
        scene = self._encoding(statement)
        claimed, plainly = encoded(scene, self.claim.condition)
        facts = list(_plain(self._facts(statement, scene)))
        support = sp.And(*(fact for fact in facts if self.instance.varies(fact)))
        if support is sp.true and self.instance.averaged and self.instance.law:
            raise NotReducible("Nothing is known of the law.")
        given = [fact for fact in facts if not self.instance.varies(fact)]
        given += self.instance.means(support)
        hypotheses = tuple(dict.fromkeys(given))
        found = {Goal(hypotheses, wanted): "" for wanted in (claimed.relation, *claimed.needs)}
        return found | {needed(hypotheses, need): HAS_VALUE for need in plainly}

    def _encoding(self, statement: Statement) -> Encoding:
        known = dict(parameter_ranges(statement.parameters, statement.nonnegative))
        known |= {term: POSITIVE for term in self._positive() if term.is_Symbol}
        share = Range(Fraction(0), Fraction(1))
        for leakage in self.claim.bounded:
            known[level(leakage)] = Range(Fraction(1)) if is_largest(leakage) else share
        known |= {term: POSITIVE for term in self.prior.values() if term.is_Symbol}
        return Encoding(self._measure, _Kept(self.prior), known)

    def _measure(self, leakage: object) -> EncodedQuotient:
        if not isinstance(leakage, Leakage):
            raise NotReducible(f"{leakage} is an average over outcomes, which is not reduced here.")
        if leakage in self.claim.bounded:
            bound = level(leakage)
            return EncodedQuotient(bound) if is_largest(leakage) else EncodedQuotient(ONE, bound)
        extreme = next((e for e in self.claim.extremes if e.leakage == leakage), None)
        if extreme is None:
            raise NotReducible(f"{leakage} stands where no lift is known of it.")
        return self._attained(extreme)

    def _attained(self, extreme: ExtremeLift) -> EncodedQuotient:
        lifts, measure = self._lifts(extreme), MEASURES[extreme.leakage.kind]
        most, least = measure.quotient(lifts[0], lifts[-1], (ONE, ONE))
        (top, bottom), (low, under) = most, least
        if bottom == under:  # a factor of the outcome, which cancels in a ratio of lifts
            return EncodedQuotient(top, low)
        return EncodedQuotient(top * under, low * bottom)

    def _lifts(self, extreme: ExtremeLift) -> list[tuple[Real, Real]]:
        return [
            self.instance.lift(extreme.leakage, self._place(extreme, secret))
            for secret in extreme.secrets
        ]

    def _place(self, extreme: ExtremeLift, secret: str) -> dict[str, str]:
        place = {
            name.upper(): self.played[f"{name}0"]
            for name in (*extreme.leakage.observed, *extreme.leakage.given)
            if name.islower()
        }
        place |= {name: self.played[role] for name, role in extreme.outcomes}
        return place | {extreme.leakage.secret: self.played[secret]}

    # --- facts ------------------------------------------------------------------------------------

    def _facts(self, statement: Statement, scene: Encoding) -> Iterator[Sentence]:
        for name in statement.parameters:
            if name in statement.nonnegative:
                yield relate(parameter(name), ">=", ZERO)
        levels = self._levels(scene)
        for condition in (*statement.where, *self.claim.hypotheses):
            if condition.left not in levels:
                encoded = scene.condition(condition)
                yield from (*encoded.needs, encoded.relation)
        yield from self.instance.facts()
        for mass in map(self.instance.mass, self.instance.values["X"] if self.prior else ()):
            if "pmin" in self.prior:
                yield relate(self.prior["pmin"], "<=", mass)
            if "pmax" in self.prior:
                yield relate(self.prior["pmax"], ">=", mass)
        for term in self._positive():
            yield relate(term, ">", ZERO)
        for extreme in self.claim.extremes:
            yield from self._extreme(extreme)
        for leakage in self.claim.bounded:
            bound = levels.get(leakage, level(leakage))
            if leakage not in levels:
                yield relate(bound, ">=", ONE if is_largest(leakage) else ZERO)
                if not is_largest(leakage):
                    yield relate(bound, "<=", ONE)
            at = {n.upper(): self.played[f"{n}0"] for n in self.fixed(leakage)}
            yield from self.instance.bounds(leakage, bound, at)

    def _levels(self, scene: Encoding) -> dict[Leakage, Real]:
        """Return the levels of bounded leakages that occur in one hypothesis and nowhere else."""
        claim, found = self.claim, {}
        attained = [extreme.leakage for extreme in claim.extremes]
        uses = [part for c in (*claim.hypotheses, claim.condition) for part in c.parts]
        for condition in claim.hypotheses:
            leakage = condition.left
            if isinstance(leakage, Leakage) and condition.sign == "<=":
                once = uses.count(leakage) == 1 and leakage not in attained
                of = scene.level(condition.right)
                plain = of.root == 1 and not of.needs
                if once and plain and scene.positive(of.top) and scene.positive(of.bottom):
                    ratio = of.top / of.bottom
                    found[leakage] = ratio if is_largest(leakage) else 1 / ratio
        return found

    def fixed(self, leakage: Leakage) -> list[str]:
        """Return the named outcomes, in lower case, at which a leakage is bounded."""
        if leakage in [found for h in self.claim.hypotheses for found in leakages_of(h.left)]:
            return []
        return sorted(leakage.outcomes)

    def _positive(self) -> list[Real]:
        """Return densities that are positive, as their values are possible together."""
        places = [{n.upper(): self.played[f"{n}0"] for n in self.claim.condition.outcomes}]
        for extreme in self.claim.extremes:
            leakage, measure = extreme.leakage, MEASURES[extreme.leakage.kind]
            for number, secret in enumerate(extreme.secrets):
                place = self._place(extreme, secret)
                if not measure.of_most or number:  # a smallest lift may be 0
                    given = {n.upper() for n in leakage.given}
                    seen = given | {n.upper() for n in leakage.observed}
                    for names in (seen, given | {leakage.secret}):
                        places.append({name: place[name] for name in names})
                else:
                    places.append(place)
        found = [
            self.instance.density(dict(some))
            for place in places
            for count in range(2, len(place) + 1)
            for some in combinations(sorted(place.items()), count)
        ]
        factors = [factor for term in found for factor in sp.Mul.make_args(term)]
        return [factor for factor in dict.fromkeys(factors) if factor.is_Symbol]

    def leaves_out(self) -> bool:
        """Whether a hypothesis, or a bound at merged values, is left out."""
        merged = (
            rest(name.upper()) in self.instance.values[name.upper()]
            for leakage in self.claim.bounded
            for name in leakage.given
            if name not in self.fixed(leakage)
        )
        return bool(self.claim.omitted) or any(merged)

    def _extreme(self, extreme: ExtremeLift) -> Iterator[Sentence]:
        """Yield that a largest lift is at least 1, and a smallest one at most 1."""
        (top, bottom), *others = self._lifts(extreme)
        of_most = MEASURES[extreme.leakage.kind].of_most
        yield relate(top, ">=" if of_most else "<=", bottom)
        for least, under in others:
            yield relate(least, "<=", under)
        if extreme.leakage in self.claim.bounded:  # the bound is attained
            attained, bound = self._attained(extreme), level(extreme.leakage)
            if is_largest(extreme.leakage):
                yield relate(attained.top, "=", bound * attained.bottom)
            else:
                yield relate(attained.bottom, "=", bound * attained.top)


class _Kept(dict[PriorName, Real]):
    """The values of pmin, pmax and n, with an error for those that merging changes."""

    def __missing__(self, name: PriorName) -> Real:
        raise NotReducible(f"{name} is not kept when secrets are merged.")


def level(leakage: Leakage) -> Real:
    """Return the symbol of a bound on a leakage, which bounds all lifts or all their quotients.

    Examples
    --------
    >>> level(Leakage("pmc", "X", ("z",), ("y",)))
    pmc_X|z_y
    """
    given = f"_{'|'.join(leakage.given)}" if leakage.given else ""
    return reals(f"{leakage.kind}_{leakage.secret}|{'|'.join(leakage.observed)}{given}")[0]


def _plain(facts: Iterable[Sentence]) -> Iterator[Sentence]:
    """Yield the facts without trivial relations between equal sides."""
    for fact in facts:
        same = fact is sp.true or fact.args[0] == fact.args[1]
        if not same or isinstance(fact, sp.Lt | sp.Gt | sp.Ne):
            yield fact
