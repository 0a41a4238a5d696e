r"""What an outcome has under several priors, as a few numbers.

**Theorem (likelihoods under priors).** Let a(x) = P(y|x) be the likelihoods of an outcome.

1. Under a prior P its chance is c = E[a], its largest lift s/c and its smallest t/c, where s and t
   are the largest and the smallest a of the secrets that P allows. So pml, pmc and ldp are
   log s/c, -log t/c and -log t/s.
2. For one prior these numbers are all (t, c, s) with 0 <= t <= s <= 1 and c = h s + (1 - h) t for
   some h strictly between 0 and 1, where c = t = s of a prior on a single secret; for several
   priors any of these together.
3. Of a share d of P and the rest of Q, 0 < d < 1, the chance is d c_P + (1 - d) c_Q, the smallest
   likelihood min(t_P, t_Q), and the largest max(s_P, s_Q).
4. Of two independent secrets the chance is c_P c_Q, the smallest likelihood t_P t_Q, and the
   largest s_P s_Q. In a goal the smallest is u w with u >= t_P, w >= t_Q (it is attained), and
   at most t_P t_Q (extreme secrets can be together); so for the largest.

*Because*: 1. is Bayes' rule. 2. c is a mean of a with positive weights. Conversely two secrets of
probability h and 1 - h with the likelihoods s and t have these numbers; the priors are given
secrets of their own; and likelihoods from 0 to 1 are those of an outcome of a mechanism with two.
3. The mixture allows what either allows. 4. The likelihood of two secrets is the product.

**Sound and complete**: so a statement about these quantities holds of every outcome under all
priors if and only if it holds of all such numbers. Of a number of which nothing is said a goal says
nothing. Where t and c are spoken of, and s is not, that leaves t <= c <= 1 and the goal may say
more: an outcome with c = 1 has t = 1 (`Numbers.says_more`).

**Traps.** A mixture whose share may be 0 or 1 has not the support of both: that it is strictly
between has to be given, or claimed and proved from what does not speak of the mixture (`cases`). An
outcome may be impossible under a prior, which then leaks
nothing that has a value. Priors of the *same* support have numbers that are tied to each other;
nothing here says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias, assert_never

from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.language import Sentence, fresh
from pmlsym.proof.language import Term as Real
from pmlsym.statements.likelihoods.priors import (
    OF_LIKELIHOODS,
    Both,
    Drawn,
    Kind,
    Likelihood,
    Prior,
    named,
    quantities,
)
from pmlsym.statements.reductions.encoding import ONE, ZERO, NotReducible, parameter, relate
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.result import Theorem
from pmlsym.statements.terms import (
    Function,
    Number,
    Parameter,
    Term,
    negative,
    operation,
    replaced,
)
from pmlsym.statements.text.vocabulary import Comparison

LIKELIHOODS = Theorem(
    "likelihoods under priors",
    "Of an outcome under a prior the leakages are those of the smallest likelihood t, the mean c "
    "and the largest s: any numbers 0 <= t <= s <= 1 with c strictly between, or t = c = s. "
    "Mixtures have the mean of the chances, the smaller t and the larger s, and independent "
    "secrets the products.",
    "Bayes' rule: the lift is the likelihood over its mean. Two secrets for each prior have any "
    "such numbers, and likelihoods up to 1 are an outcome of a mechanism with two.",
    symbols=(
        ("least, chance, most", "the numbers t, c and s under the prior that ends the name"),
        ("high", "the share of s in the mean c, as c = high s + (1 - high) t"),
        ("share", "the share of the first prior in a mixture"),
    ),
)
Spoken: TypeAlias = Mapping[str, frozenset[Kind]]
_Extreme: TypeAlias = Literal["least", "most"]
_EXTREMES: tuple[_Extreme, _Extreme] = ("least", "most")
_ORDER: tuple[Kind, Kind, Kind] = ("least", "chance", "most")


@dataclass(frozen=True)
class Numbers:
    """Quantities of an outcome by the numbers of the priors that are drawn.

    Parameters
    ----------
    priors : by name.
    zero : the priors of which it is told whether the smallest likelihood is 0.
    taken : names of parameters, which no number of a goal may have.
    """

    priors: Mapping[str, Prior]
    zero: Mapping[str, bool] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()

    @cached_property
    def _between(self) -> Mapping[tuple[str, str, int], Real]:
        """Symbols for numbers of which no statement speaks; a parameter may have such a name.

        The share h of the largest likelihood of each prior, and the likelihoods of two secrets of
        which the product is extreme.
        """
        names: dict[tuple[str, str, int], str] = {
            ("high", prior.name, 0): f"high_{prior.name}" for prior in self.drawn
        }
        for both in self.priors.values():
            if isinstance(both, Both):
                for kind in _EXTREMES:
                    for place, of in enumerate(both.of):
                        names[kind, both.name, place] = f"{kind}_{both.name}_{of}"
        found, taken = {}, set(self.taken)
        for key, name in names.items():
            found[key] = fresh(name, taken)
            taken.add(str(found[key]))
        return found

    def spoken(self, *terms: Term) -> Spoken:
        """Return of which numbers of each prior terms speak, once they are written out."""
        found: dict[str, set[Kind]] = {}
        for kind, name in quantities(*map(self.term, terms)):
            found.setdefault(name, set()).add(kind)
        for both in self.priors.values():
            if isinstance(both, Both) and both.name in found:
                for name in both.of:
                    found.setdefault(name, set()).update(found[both.name])
        for prior in self.drawn:
            kinds = found.get(prior.name, set())
            if {"chance", "most"} <= kinds:
                kinds.add("least")  # what lies between depends on all three
        return {name: frozenset(kinds) for name, kinds in found.items()}

    # --- terms ------------------------------------------------------------------------------------

    def term(self, term: Term) -> Term:
        """Return a term in which the quantities are written out."""
        return replaced(term, self._written)

    def _written(self, term: Term) -> Term:
        found = named(term.name) if isinstance(term, Parameter) else None
        return term if found is None else self.quantity(*found)

    def quantity(self, kind: Kind, name: str) -> Term:
        """Return a quantity of a prior in numbers of those that are drawn.

        Examples
        --------
        >>> numbers = Numbers({"P": Drawn("P"), "Q": Drawn("Q"), "B": Both("B", "P", "Q")})
        >>> print(numbers.quantity("pmc", "P"), numbers.quantity("chance", "B"))
        -log(least_P/chance_P) chance_P*chance_Q
        """
        for likelihood in OF_LIKELIHOODS:
            if kind == likelihood:
                return self._likelihood(likelihood, name)
        if not MEASURES[kind].is_of_extremes:
            raise NotReducible(f"{kind} depends on more than the extreme likelihoods.")
        parts: tuple[Likelihood, Likelihood, Likelihood] = ("most", "least", "chance")
        above, below = MEASURES[kind].quotient(*parts)
        if MEASURES[kind].of_least:
            return negative(self._log((below, name), (above, name)))
        return self._log((above, name), (below, name))

    def _likelihood(self, kind: Likelihood, name: str) -> Term:
        prior = self.priors[name]
        if isinstance(prior, Drawn):
            return self._drawn(kind, prior)
        if isinstance(prior, Both):
            if kind == "chance":
                return operation("*", *(self.quantity("chance", of) for of in prior.of))
            return Parameter(f"{kind}_{name}")
        if kind == "share":
            return prior.plain
        one, other = (self.quantity(kind, of) for of in prior.of)
        match kind:
            case "chance":
                rest = operation("-", Number(Fraction(1)), prior.plain)
                if isinstance(prior.plain, Number):
                    rest = Number(1 - prior.plain.value)
                return operation("+", operation("*", prior.plain, one), operation("*", rest, other))
            case "most":
                return Function("max", (one, other))
            case "least":
                nothing = _NOTHING in (one, other)
                return _NOTHING if nothing else Function("min", (one, other))
        assert_never(kind)

    def _log(self, top: tuple[Kind, str], bottom: tuple[Kind, str]) -> Term:
        return Function("log", (operation("/", self.quantity(*top), self.quantity(*bottom)),))

    def _drawn(self, kind: Likelihood, prior: Drawn) -> Term:
        if self.zero.get(prior.name) and (kind == "least" or prior.single):
            return _NOTHING
        return Parameter(f"{'chance' if prior.single else kind}_{prior.name}")

    def says_more(self, spoken: Spoken) -> bool:
        """Whether goals may say more than a statement that speaks of these numbers."""
        return any({*spoken.get(prior.name, ())} == {*_ORDER[:2]} for prior in self.drawn)

    # --- what is known of them --------------------------------------------------------------------

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """The priors that are drawn."""
        return tuple(prior for prior in self.priors.values() if isinstance(prior, Drawn))

    def known(self, possible: frozenset[str]) -> dict[Real, Range]:
        """Return the intervals of the numbers; of some priors it is given that y is possible."""
        found = {}
        for prior in self.drawn:
            least = self.zero.get(prior.name) is False
            above = least or prior.name in possible
            kinds: tuple[Kind, ...] = ("chance",) if prior.single else ("least", "chance", "most")
            for kind in kinds:
                inside = least if kind == "least" else above
                found[_real(kind, prior)] = Range(Fraction(0), Fraction(1), inside)
        for both in self.priors.values():
            if isinstance(both, Both):
                found |= {_real(kind, both): Range(Fraction(0), Fraction(1)) for kind in _EXTREMES}
        return found

    def facts(self, spoken: Spoken) -> Iterator[Sentence]:
        """Yield what is known of the numbers of which something is said."""
        for prior in self.drawn:
            yield from self._in_order(prior, spoken.get(prior.name, frozenset()))
        for both in self.priors.values():
            if isinstance(both, Both):
                for kind in _EXTREMES:
                    if kind in spoken.get(both.name, ()):
                        yield from self._product(both, kind)

    def _in_order(self, prior: Drawn, spoken: frozenset[Kind]) -> Iterator[Sentence]:
        """Yield 0 <= t <= c <= s <= 1, and that c is a mean of s and t with a share h of s."""
        zero = self.zero.get(prior.name)
        kinds = [kind for kind in _ORDER if kind in spoken and not (zero and kind == "least")]
        if zero and prior.single:
            return
        numbers = [_real(kind, prior) for kind in kinds]
        for number in numbers[:1]:
            yield relate(number, ">" if zero is False else ">=", ZERO)
        for low, high in pairwise(numbers):
            yield relate(low, "<=", high)
        for number in numbers[-1:]:
            yield relate(number, "<=", ONE)
        if {*_ORDER} <= spoken:
            least, chance, most = (_real(kind, prior) for kind in _ORDER)
            share = self._between["high", prior.name, 0]
            yield relate(share, ">", ZERO)
            yield relate(share, "<", ONE)
            mean = share * most + (1 - share) * (ZERO if zero else least)
            yield relate(chance, "=", mean)

    def _product(self, both: Both, kind: _Extreme) -> Iterator[Sentence]:
        """Yield that an extreme likelihood is attained, and that extreme ones can be together."""
        ends_at: tuple[Comparison, Comparison] = (">=", "<=")
        inner, outer = ends_at if kind == "least" else reversed(ends_at)
        extreme = _real(kind, both)
        some = [self._between[kind, both.name, place] for place in range(2)]
        ends = [self._end(kind, name) for name in both.of]
        for mine, end in zip(some, ends, strict=True):
            yield relate(mine, inner, end)
            if kind == "most":  # the smallest is at least 0
                yield relate(mine, ">=", ZERO)
        yield relate(extreme, "=", some[0] * some[1])
        yield relate(extreme, outer, ends[0] * ends[1])

    def _end(self, kind: _Extreme, name: str) -> Real:
        prior = self.priors[name]
        assert isinstance(prior, Drawn)
        found = self._drawn(kind, prior)
        return ZERO if found == _NOTHING else parameter(str(found))


_NOTHING = Number(Fraction(0))


def _real(kind: Kind, prior: Prior) -> Real:
    return parameter(f"{kind}_{prior.name}")
