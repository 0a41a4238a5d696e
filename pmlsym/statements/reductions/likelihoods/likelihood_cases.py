"""Goals of a statement about one outcome under several priors.

**Open shares.** The numbers of a mixture are written in those of both priors, which is correct only
if its share d is strictly between 0 and 1. If this is a hypothesis, no other instance is in the
statement's domain. If it is *claimed* (the share is open), it has to follow without the numbers of
the mixture. Let M_1, M_2, ... be the mixtures with open shares, in the order of their definitions.
That d_i has a value, and that 0 < d_i < 1, has to follow from the hypotheses and equations of
shares that contain no mixture M_j with j >= i, without the equations that give a later open share a
value. *Because*: on an instance on which the hypotheses hold, these are written correctly if the
shares before d_i are strictly between 0 and 1; so d_i is as well, and all others by induction. All
hypotheses may then be assumed for all other conclusions.

These goals may be stronger than the statement: if a hypothesis contains a mixture with an open
share, only a proof of the goals counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias, assert_never

from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.language import Sentence, Term as Real, fresh
from pmlsym.statements.binders import OF_LIKELIHOODS, Both, Drawn, Likelihood, Mixed, NamedPrior
from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.clauses import Condition
from pmlsym.statements.likelihoods import Likelihoods
from pmlsym.statements.likelihoods.priors import Kind, display, named, quantities
from pmlsym.statements.reductions.conditions import Claimed, assumed, claims, goals_of
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    Encoding,
    NotReducible,
    Unbounded,
    no_channel,
    parameter,
    relate,
)
from pmlsym.statements.reductions.ranges import NONNEGATIVE, Range
from pmlsym.statements.reductions.result import Case, PaperTheorem, case_of
from pmlsym.statements.terms import (
    Function,
    Number,
    Parameter,
    Term,
    negative,
    operation,
    parameters_of,
    replaced,
)
from pmlsym.statements.text.vocabulary import TURNED, Comparison

# --- numbers --------------------------------------------------------------------------------------
# **Theorem (likelihoods under priors).** Let a(x) = P(y|x) be the likelihoods of an outcome.
#
# 1. Under a prior P the outcome has the probability c = E[a], the largest lift s/c and the smallest
#    t/c, where s and t are the largest and the smallest a(x) over the support of P. So pml, pmc and
#    ldp are log s/c, -log t/c and -log t/s.
# 2. For one prior these numbers are all (t, c, s) with 0 <= t <= s <= 1 and c = h s + (1 - h) t for
#    some h strictly between 0 and 1, and c = t = s for a prior on a single secret. For several
#    priors all combinations of such numbers occur.
# 3. For the mixture d P + (1 - d) Q, 0 < d < 1, the outcome has the probability
#    d c_P + (1 - d) c_Q, the smallest likelihood min(t_P, t_Q), and the largest max(s_P, s_Q).
# 4. For two independent secrets the pair of outcomes has the probability c_P c_Q, the smallest
#    likelihood t_P t_Q, and the largest s_P s_Q. In a goal the smallest is u w with u >= t_P,
#    w >= t_Q (it is attained), and at most t_P t_Q (extreme secrets occur together); likewise the
#    largest.
#
# *Because*: 1. is Bayes' rule. 2. c is a mean of a with positive weights. Conversely two secrets of
# probability h and 1 - h with the likelihoods s and t have these numbers; the priors may have
# disjoint supports; and any likelihoods in [0, 1] are those of an outcome of a mechanism with two
# outcomes. 3. The support of the mixture is the union. 4. The likelihood given two secrets is the
# product.
#
# **Sound and complete**: so a statement about these quantities holds for every outcome under all
# priors if and only if it holds for all such numbers. A goal contains only the numbers that occur
# in the statement. If t and c occur, and s does not, t <= c <= 1 remains and the goal may be
# stronger than the statement: an outcome with c = 1 has t = 1 (`Numbers.says_more`).
#
# **Traps.** A mixture whose share may be 0 or 1 need not have the support of both: 0 < d < 1 has to
# be a hypothesis, or claimed and proved without the numbers of the mixture (open shares, above). An
# outcome may be impossible under a prior; then its leakages have no value. Priors with the *same*
# support have further relations between their numbers, which are not used here.

LIKELIHOODS = PaperTheorem(
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
Quantities: TypeAlias = Mapping[str, frozenset[Kind]]
_Extreme: TypeAlias = Literal["least", "most"]
_EXTREMES: tuple[_Extreme, _Extreme] = ("least", "most")
_ORDER: tuple[Kind, Kind, Kind] = ("least", "chance", "most")


@dataclass(frozen=True)
class Numbers:
    """Quantities of an outcome, written in the numbers of the drawn priors.

    Parameters
    ----------
    priors : the priors, by name.
    zero : whether the smallest likelihood is 0, by prior; a prior is missing if both are possible.
    taken : the names of parameters, which no other number of a goal may have.
    """

    priors: Mapping[str, NamedPrior]
    zero: Mapping[str, bool] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()

    @cached_property
    def _between(self) -> Mapping[tuple[str, str, int], Real]:
        """Fresh symbols for auxiliary numbers.

        These are the share h of each drawn prior, and for two independent secrets the likelihoods
        whose product is the extreme one.
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

    def quantities_in(self, *terms: Term) -> Quantities:
        """Return the numbers of each prior that occur in terms once these are written out."""
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
                kinds.add("least")  # c = h s + (1 - h) t relates all three
        return {name: frozenset(kinds) for name, kinds in found.items()}

    # --- terms ------------------------------------------------------------------------------------

    def term(self, term: Term) -> Term:
        """Return a term with its quantities written out in numbers."""
        return replaced(term, self._as_quantity)

    def _as_quantity(self, term: Term) -> Term:
        found = named(term.name) if isinstance(term, Parameter) else None
        return term if found is None else self.quantity(*found)

    def quantity(self, kind: Kind, name: str) -> Term:
        """Return a quantity of a prior in the numbers of the drawn priors.

        Examples
        --------
        >>> numbers = Numbers({"P": Drawn("P"), "Q": Drawn("Q"), "B": Both("B", "P", "Q")})
        >>> print(numbers.quantity("pmc", "P"), numbers.quantity("chance", "B"))
        -log(least_P/chance_P) chance_P*chance_Q
        """
        for likelihood in OF_LIKELIHOODS:
            if kind == likelihood:
                return self._likelihood(likelihood, name)
        if not MEASURES[kind].is_quotient:
            raise NotReducible(f"{kind} is no quotient of the extreme likelihoods.")
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

    def says_more(self, quantities_in: Quantities) -> bool:
        """Whether goals may be stronger than a statement that contains these numbers."""
        return any({*quantities_in.get(prior.name, ())} == {*_ORDER[:2]} for prior in self.drawn)

    # --- facts ------------------------------------------------------------------------------------

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """The drawn priors, which are neither mixtures nor products."""
        return tuple(prior for prior in self.priors.values() if isinstance(prior, Drawn))

    def known(self, possible: frozenset[str]) -> dict[Real, Range]:
        """Return the intervals of the numbers, if y is possible under the priors `possible`."""
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

    def facts(self, quantities_in: Quantities) -> Iterator[Sentence]:
        """Yield the facts about the numbers that occur."""
        for prior in self.drawn:
            yield from self._in_order(prior, quantities_in.get(prior.name, frozenset()))
        for both in self.priors.values():
            if isinstance(both, Both):
                for kind in _EXTREMES:
                    if kind in quantities_in.get(both.name, ()):
                        yield from self._product(both, kind)

    def _in_order(self, prior: Drawn, quantities_in: frozenset[Kind]) -> Iterator[Sentence]:
        """Yield 0 <= t <= c <= s <= 1 and c = h s + (1 - h) t, 0 < h < 1."""
        zero = self.zero.get(prior.name)
        kinds = [
            kind for kind in _ORDER if kind in quantities_in and not (zero and kind == "least")
        ]
        if zero and prior.single:
            return
        numbers = [_real(kind, prior) for kind in kinds]
        for number in numbers[:1]:
            yield relate(number, ">" if zero is False else ">=", ZERO)
        for low, high in pairwise(numbers):
            yield relate(low, "<=", high)
        for number in numbers[-1:]:
            yield relate(number, "<=", ONE)
        if {*_ORDER} <= quantities_in:
            least, chance, most = (_real(kind, prior) for kind in _ORDER)
            share = self._between["high", prior.name, 0]
            yield relate(share, ">", ZERO)
            yield relate(share, "<", ONE)
            mean = share * most + (1 - share) * (ZERO if zero else least)
            yield relate(chance, "=", mean)

    def _product(self, both: Both, kind: _Extreme) -> Iterator[Sentence]:
        """Yield the facts on an extreme likelihood of two independent secrets, by 4. above."""
        ends_at: tuple[Comparison, Comparison] = (">=", "<=")
        inner, outer = ends_at if kind == "least" else reversed(ends_at)
        extreme = _real(kind, both)
        some = [self._between[kind, both.name, place] for place in range(2)]
        ends = [self._end(kind, name) for name in both.of]
        for mine, end in zip(some, ends, strict=True):
            yield relate(mine, inner, end)
            if kind == "most":  # for "least" this follows from the relation above
                yield relate(mine, ">=", ZERO)
        yield relate(extreme, "=", some[0] * some[1])
        yield relate(extreme, outer, ends[0] * ends[1])

    def _end(self, kind: _Extreme, name: str) -> Real:
        prior = self.priors[name]
        assert isinstance(prior, Drawn)
        found = self._drawn(kind, prior)
        return ZERO if found == _NOTHING else parameter(str(found))


_NOTHING = Number(Fraction(0))


def _real(kind: Kind, prior: NamedPrior) -> Real:
    return parameter(f"{kind}_{prior.name}")


# --- cases ----------------------------------------------------------------------------------------

_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))


def cases(about: BoundStatement[Likelihoods]) -> Iterator[Case]:
    """Yield the goals of a statement, which together imply it."""
    for implication in about.unbound.implications:
        given, claimed = (
            tuple(_of_shares(condition, about.over.priors) for condition in some)
            for some in implication
        )
        for conclusion in claimed:
            yield from _One(about, given, conclusion, claimed).cases()


@dataclass(frozen=True)
class _One:
    """One conclusion, with its hypotheses and all conclusions of the statement."""

    about: BoundStatement[Likelihoods]
    given: tuple[Condition, ...]
    claimed: Condition
    together: tuple[Condition, ...]

    def cases(self) -> Iterator[Case]:
        self._refuse_open_shares()
        priors = {prior.name: prior for prior in self._priors}
        yield from self._cases(Numbers(priors, taken=frozenset(self.about.parameters)))

    def _cases(self, numbers: Numbers) -> Iterator[Case]:
        """Yield goals; splits into cases t = 0 and t > 0 if a leakage may be infinite."""
        try:
            goals = self._goals(numbers)
            for goal in goals:
                read_goal(goal)  # raises if the kernel cannot read the goal
        except Unbounded:
            left = [prior.name for prior in numbers.drawn if prior.name not in numbers.zero]
            if not left:
                raise
            for zero in (False, True):
                yield from self._cases(replace(numbers, zero={**numbers.zero, left[0]: zero}))
            return
        except (NotProved, RecursionError, OverflowError) as why:
            raise NotReducible(f"The statement cannot be written as a goal: {why}.") from None
        told = [f"least({name}) {'=' if is_0 else '>'} 0" for name, is_0 in numbers.zero.items()]
        complete = (
            not numbers.says_more(numbers.quantities_in(*self._terms)) and not self._leaves_out
        )
        meaning = ", ".join([display(self.claimed), *told])
        for goal, aside in goals.items():
            yield case_of(Case(meaning, goal, complete=complete), aside)

    def _goals(self, numbers: Numbers) -> dict[Goal, str]:
        """Return the goals, each with its purpose if it is auxiliary."""
        scene = Encoding(no_channel, {}, self._known(numbers))
        facts = [relate(parameter(name), ">=", ZERO) for name in self._parameters]
        facts += numbers.facts(numbers.quantities_in(*self._terms))
        wanted: list[tuple[list[Sentence], list[Claimed]]] = []
        for prior in self._mixed:
            later = self._open_from(prior)
            if later and prior.plain != prior.share:  # prove that the share has a value
                assume = [*facts, *self._assumed(scene, numbers, later, later)]
                needs = scene.condition(_equation(numbers, prior)).needs
                wanted.append((assume, [((), need, False) for need in needs]))
        later = self._later
        assume = [*facts, *self._assumed(scene, numbers, later, later[1:])]
        wanted.append((assume, [*claims(scene, _in(numbers, self.claimed))]))
        found: dict[Goal, str] = {}
        for given, claimed in wanted:
            found |= goals_of(given, claimed)
        return found

    def _assumed(
        self, scene: Encoding, numbers: Numbers, later: Sequence[Mixed], unknown: Sequence[Mixed]
    ) -> Iterator[Sentence]:
        """Yield hypotheses and equations of shares, without those that contain later mixtures.

        Equations of shares that are not known to have a value are left out too. A share that is
        positive by hypothesis has a value.
        """
        for condition in self.given:
            if not _speak_of(later, *condition.terms):
                yield from assumed(scene, _in(numbers, condition))
        for prior in self._mixed:
            left_out = prior in unknown or _speak_of(later, prior.share)
            if prior.plain != prior.share and not left_out:
                yield from assumed(scene, _equation(numbers, prior))

    def _known(self, numbers: Numbers) -> Mapping[Real, Range]:
        found = {parameter(name): NONNEGATIVE for name in self._parameters}
        for prior in self._mixed:
            if isinstance(prior.plain, Parameter) and _is_inside(self.given, prior):
                found[parameter(prior.plain.name)] = Range(Fraction(0), Fraction(1), True, True)
        possible = frozenset(
            prior.name
            for prior in numbers.drawn
            if _is_given(self.given, Parameter(f"chance_{prior.name}"), ">", _ZERO)
        )
        return found | numbers.known(possible)

    # --- priors -----------------------------------------------------------------------------------

    @property
    def _priors(self) -> list[NamedPrior]:
        """The priors that occur in the conditions, and their components."""
        terms = [side for condition in (*self.given, self.claimed) for side in condition.terms]
        wanted = {name for _, name in quantities(*terms)}
        for prior in reversed(self.about.over.priors):
            if prior.name in wanted:
                wanted |= set(prior.of)
                if isinstance(prior, Mixed):
                    wanted |= {name for _, name in quantities(prior.share)}
        return [prior for prior in self.about.over.priors if prior.name in wanted]

    @property
    def _mixed(self) -> list[Mixed]:
        return [prior for prior in self._priors if isinstance(prior, Mixed)]

    @property
    def _terms(self) -> list[Term]:
        """All terms of the conditions, and the shares of mixed priors."""
        terms = [side for condition in (*self.given, self.claimed) for side in condition.terms]
        return [*terms, *(prior.share for prior in self._mixed)]

    @property
    def _parameters(self) -> list[str]:
        names = {name for term in self._terms for name in parameters_of(term)}
        return [name for name in self.about.parameters if name in names]

    @property
    def _open(self) -> list[Mixed]:
        """The mixtures with open shares, in order: 0 < d < 1 is no hypothesis."""
        mixed = [prior for prior in self.about.over.priors if isinstance(prior, Mixed)]
        return [prior for prior in mixed if not _is_inside(self.given, prior)]

    def _open_from(self, prior: Mixed) -> list[Mixed]:
        """Return an open mixture and the open ones after it; empty if it is not open."""
        found = self._open
        return found[found.index(prior) :] if prior in found else []

    @property
    def _leaves_out(self) -> bool:
        """Whether a hypothesis contains an open mixture, so that goals may leave it out."""
        names = {prior.name for prior in self._open}
        given = [term for condition in self.given for term in condition.terms]
        shares = [prior.share for prior in self._mixed]
        return any(name in names for _, name in quantities(*given, *shares))

    @property
    def _later(self) -> list[Mixed]:
        """The mixtures that the proof of this conclusion, d > 0 or d < 1, may not use."""
        for prior in self._open:
            bounds = ((prior.plain, ">", _ZERO), (prior.plain, "<", _ONE))
            if (self.claimed.left, self.claimed.sign, self.claimed.right) in bounds:
                return self._open_from(prior)
        return []

    def _refuse_open_shares(self) -> None:
        """Raise `NotReducible` if 0 < d < 1 is neither a hypothesis nor claimed for a mixture."""
        for mixed in self._open:
            if not _is_inside((*self.given, *self.together), mixed):
                share = mixed.plain
                raise NotReducible(
                    f"The share of {mixed.one} in {mixed.name} has to be given or claimed to be "
                    f"above 0 and below 1 in so many words: {share} > 0 and {share} < 1."
                )
        drawn = {prior.name for prior in self.about.over.priors if isinstance(prior, Drawn)}
        for prior in self.about.over.priors:
            if not isinstance(prior, Drawn) and not drawn.issuperset(prior.of):
                raise NotReducible(f"{prior.name} has a component that is not a drawn prior.")


def _of_shares(condition: Condition, priors: Sequence[NamedPrior]) -> Condition:
    """Return a condition with one name for each share; a share next to a number is on the left."""
    shares = {f"share_{prior.name}": prior.plain for prior in priors if isinstance(prior, Mixed)}

    def plain(term: Term) -> Term:
        return shares.get(term.name, term) if isinstance(term, Parameter) else term

    left, right = (replaced(side, plain) for side in condition.terms)
    if isinstance(left, Number) and right in shares.values():
        return Condition(right, TURNED[condition.sign], left)
    return Condition(left, condition.sign, right)


def _is_given(conditions: tuple[Condition, ...], left: Term, sign: str, right: Number) -> bool:
    """Whether a condition is literally among others."""
    return any(
        (condition.left, condition.sign, condition.right) == (left, sign, right)
        for condition in conditions
    )


def _is_inside(conditions: tuple[Condition, ...], prior: Mixed) -> bool:
    """Whether a share is a number strictly between 0 and 1, or conditions say so literally."""
    share = prior.plain
    if isinstance(share, Number):
        return 0 < share.value < 1
    return _is_given(conditions, share, ">", _ZERO) and _is_given(conditions, share, "<", _ONE)


def _speak_of(mixed: Sequence[Mixed], *terms: Term) -> bool:
    """Whether terms contain quantities of an outcome under mixtures, other than shares."""
    names = {prior.name for prior in mixed}
    return any(name in names and kind != "share" for kind, name in quantities(*terms))


def _equation(numbers: Numbers, prior: Mixed) -> Condition:
    return Condition(prior.plain, "=", numbers.term(prior.share))


def _in(numbers: Numbers, condition: Condition) -> Condition:
    return Condition(numbers.term(condition.left), condition.sign, numbers.term(condition.right))
