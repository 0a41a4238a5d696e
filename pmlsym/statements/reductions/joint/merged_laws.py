r"""Small joint laws of X, Y and Z, to which statements about all alphabets are reduced.

A law of X, Y, Z is given by its marginals and its **densities**

.. math:: r(x, y) = \frac{P(x, y)}{P(x) P(y)}, \qquad
    r(x, y, z) = \frac{P(x, y, z)}{P(x) P(y) P(z)},

and the quantities in statements are quotients of products of these: the lift of a secret s at an
outcome o, given g, is r(s, o, g) r(g) / (r(s, g) r(o, g)), where a density of one variable is 1.
The mean of r(x, y, z) over z is r(x, y), and that of r(x, y) over y is 1.

**Merging.** The values that a statement names stay as they are. The other values of a variable are
merged into one, its `rest`. Every bound on a lift is linear in the densities at a value of the
secret, and of the outcome: "numerator <= M denominator" for PML, the reverse for PMC, and
"numerator(s) denominator(s') <= M numerator(s') denominator(s)" for LDP. So the averages of
densities meet it too, and merging preserves it. In the given variable the bound is a product of two
densities, and is kept at named values alone. Merging preserves independence, and a Markov chain
unless the variable in its middle is merged. **The middle of a chain is not merged**: its values
that are not named have an arbitrary law, with the facts that hold at each point, and the means.

**Sound**: every law with the structure gives such a small law, with all of these facts.
**Complete**: a small law with a finite law of the middle is a law of X, Y, Z with the structure
(`small_instances.Back` constructs it). It may violate a hypothesis only if a fact was left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

import sympy as sp

from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.language import Mean, Sentence, Term, reals
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.reductions.encoding import ONE, ZERO, relate
from pmlsym.statements.text.vocabulary import VARIABLES, Comparison

REST = "r"  # merged values are xr, yr, zr; named values have a number
Place = Mapping[str, str]  # a value for each variable; its own name for an averaged variable


@dataclass(frozen=True)
class JointInstance:
    """A small joint law: named values of X, Y and Z, and merged or averaged values.

    Parameters
    ----------
    named : the names of values by variable, such as ``{"X": ("x0", "x1")}``.
    whole : the variables that have no other values than the named ones.
    chain : a Markov chain, whose middle is averaged over unless it is whole.
    apart : the sets of independent variables.
    masses : the probabilities of named values that are fixed numbers.

    Examples
    --------
    >>> instance = JointInstance({"X": ("x0",), "Y": (), "Z": ("z0",)}, chain=("X", "Y", "Z"))
    >>> instance.values["X"], instance.averaged
    (('x0', 'xr'), 'Y')
    """

    named: Mapping[str, tuple[str, ...]]
    whole: frozenset[str] = frozenset()
    chain: tuple[str, str, str] | None = None
    apart: tuple[frozenset[str], ...] = ()
    masses: Mapping[str, Term] | None = None

    @property
    def averaged(self) -> str | None:
        """The middle of the chain, if it is averaged over."""
        middle = self.chain[1] if self.chain else None
        return None if middle in self.whole else middle

    @cached_property
    def values(self) -> dict[str, tuple[str, ...]]:
        """The named and merged values of each variable."""
        return {
            name: named + (() if name in self.whole or name == self.averaged else (rest(name),))
            for name, named in self.named.items()
        }

    def everywhere(self, name: str) -> tuple[str, ...]:
        """Return the values of a variable, and its own name if it is averaged over."""
        return self.values[name] + ((name,) if name == self.averaged else ())

    # --- numbers ----------------------------------------------------------------------------------

    def mass(self, value: str) -> Term:
        """Return the probability of a value."""
        if self.masses and value in self.masses:
            return self.masses[value]
        name = value[0].upper()
        if len(self.values[name]) == 1 and name != self.averaged:
            return ONE
        return reals(f"P|{value}")[0]

    def density(self, place: Place) -> Term:
        """Return the density at values of two or three variables; 1 for fewer."""
        names = tuple(name for name in VARIABLES if name in place)
        if len(names) < 2 or any(set(names) <= group for group in self.apart):
            return ONE
        if len(names) == 3 and self.chain:
            first, middle, last = self.chain
            one = self.density({first: place[first], middle: place[middle]})
            return one * self.density({middle: place[middle], last: place[last]})
        return reals("r_" + "|".join(place[name] for name in names))[0]

    def lift(self, leakage: Leakage, place: Place) -> tuple[Term, Term]:
        """Return the numerator and the denominator of a leakage's lift at given values."""
        seen, given = (
            {name.upper(): place[name.upper()] for name in names}
            for names in (leakage.observed, leakage.given)
        )
        secret = {leakage.secret: place[leakage.secret]}
        top = self.density(secret | seen | given) * self.density(given)
        return top, self.density(secret | given) * self.density(seen | given)

    # --- facts ------------------------------------------------------------------------------------

    @cached_property
    def law(self) -> tuple[Term, ...]:
        """The densities that change with the averaged variable."""
        middle = self.averaged
        if middle is None:
            return ()
        found = (
            self.density({name: value, middle: middle})
            for name in self.named
            if name != middle
            for value in self.values[name]
        )
        return tuple(dict.fromkeys(term for term in found if term.is_Symbol))

    def varies(self, sentence: Sentence) -> bool:
        """Whether a sentence contains a density that changes with the averaged variable."""
        return bool(sentence.free_symbols & set(self.law))

    def facts(self) -> Iterator[Sentence]:
        """Yield the facts about masses and densities, without the means over the middle."""
        for name in self.named:
            masses = [self.mass(value) for value in self.values[name]]
            for mass in masses:
                if not mass.is_Rational:
                    yield relate(mass, ">", ZERO)
            if masses and not all(mass.is_Rational for mass in masses):
                yield relate(sp.Add(*masses), "<" if name == self.averaged else "=", ONE)
        for place in self.places(everywhere=True):
            density = self.density(place)
            if density.is_Symbol:
                yield relate(density, ">=", ZERO)
        for name in self.named:
            if name == self.averaged or not self.values[name]:
                continue
            for place in self.places(everywhere=True, without=name, least=1):
                mean, density = self._mean(name, place), self.density(place)
                if mean != density:
                    yield relate(mean, "=", density)

    def _mean(self, name: str, place: Place) -> Term:
        parts = (
            self.mass(value) * self.density({**place, name: value}) for value in self.values[name]
        )
        return sp.Add(*parts)

    def means(self, support: Sentence) -> Iterator[Sentence]:
        """Yield the facts about means over the middle, for a law with the given support."""
        middle = self.averaged
        if middle is None:
            return
        left = ONE - sp.Add(*(self.mass(value) for value in self.values[middle]))
        for place in self.places(everywhere=False, without=middle, least=1):
            body = self.density({**place, middle: middle})
            if body == ONE:
                continue
            mean = left * Mean(body, self.law, support, middle)
            yield relate(self._mean(middle, place) + mean, "=", self.density(place))

    def places(
        self, everywhere: bool, without: str = "", least: int = 2
    ) -> Iterator[dict[str, str]]:
        """Yield all values of each set of at least `least` variables."""
        names = [name for name in self.named if name != without]
        for count in range(least, len(names) + 1):
            for some in combinations(names, count):
                lists = [self.everywhere(n) if everywhere else self.values[n] for n in some]
                for chosen in product(*lists):
                    yield dict(zip(some, chosen, strict=True))

    # --- bounds -----------------------------------------------------------------------------------

    def bounds(self, leakage: Leakage, level: Term, at: Place) -> Iterator[Sentence]:
        """Yield the bounds on lifts that bound a leakage, at all outcomes but the fixed ones `at`.

        The number `level` is M for PML, with all lifts <= M; m for PMC, with all lifts >= m; and f
        for LDP, with each lift >= f times each other lift.
        """
        seen = [name.upper() for name in leakage.observed]
        given = [name.upper() for name in leakage.given]
        lists = [(at[n],) if n in at else self.everywhere(n) for n in seen]
        lists += [(at[n],) if n in at else self._unmerged(n) for n in given]
        for chosen in product(*lists):
            place = dict(zip((*seen, *given), chosen, strict=True))
            yield from self._bound(leakage, level, place)

    def _unmerged(self, name: str) -> tuple[str, ...]:
        return tuple(v for v in self.everywhere(name) if v != rest(name) or name in self.whole)

    def _bound(self, leakage: Leakage, level: Term, place: Place) -> Iterator[Sentence]:
        secrets = self.everywhere(leakage.secret)
        lifts = [self.lift(leakage, {**place, leakage.secret: value}) for value in secrets]
        measure = MEASURES[leakage.kind]
        if measure.of_most and measure.of_least:
            yield from self._bounded_ratios(leakage, lifts, level, place)
        else:
            sign: Comparison = "<=" if measure.of_most else ">="
            yield from (relate(top, sign, level * bottom) for top, bottom in lifts)

    def _bounded_ratios(
        self, leakage: Leakage, lifts: list[tuple[Term, Term]], level: Term, place: Place
    ) -> Iterator[Sentence]:
        for one, other in product(range(len(lifts)), repeat=2):
            if one != other:
                (top, below), (high, under) = lifts[one], lifts[other]
                if below == under:  # a factor of the outcome, which cancels
                    yield relate(top, ">=", level * high)
                else:
                    yield relate(top * under, ">=", level * high * below)
        if leakage.secret == self.averaged:
            # compare any two points of the law by the largest lift K
            most = largest(leakage, place)
            for top, bottom in lifts:
                yield relate(top, "<=", most * bottom)
                yield relate(top, ">=", level * most * bottom)


def largest(leakage: Leakage, place: Place) -> Term:
    """Return the symbol of the largest lift of the averaged variable at an outcome.

    Examples
    --------
    >>> largest(Leakage("ldp", "Y", ("Z",)), {"Z": "z0"})
    K_Y|z0
    """
    seen = "|".join(place[name.upper()] for name in leakage.observed)
    given = "".join(f"_{place[name.upper()]}" for name in leakage.given)
    return reals(f"K_{leakage.secret}|{seen}{given}")[0]


def rest(name: str) -> str:
    """Return the name of the merged value of a variable.

    Examples
    --------
    >>> rest("X")
    'xr'
    """
    return name.lower() + REST
