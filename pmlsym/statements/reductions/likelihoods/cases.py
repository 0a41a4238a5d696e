"""The goals of a statement about one outcome under several priors: see `numbers` for the reason.

**Open shares.** Numbers of a mixture are written in those of both priors, which is right only where
its share d is strictly between 0 and 1. Where that is given, a world in which it is not so is none
that the statement speaks of. Where it is *claimed* (the share is open), it has to follow without
what is written with it: let M_1, M_2, ... be the mixtures whose shares are open, each made before
the next. That d_i has a value, and that it is above 0 and below 1, has to follow from hypotheses
and equations of shares that speak of no mixture from M_i on, and without those that say that a
later open share has a value. *Because*: in a world in which the hypotheses hold, these are written
rightly if the shares before d_i are strictly between 0 and 1; so d_i is, and so on by induction.
All else may then be assumed for all other conclusions.

These goals may ask for more than the statement: where what is given speaks of such a mixture all
goals are only good for a proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.kernel.system import FLIPPED
from pmlsym.proof.language import Sentence
from pmlsym.proof.language import Term as Real
from pmlsym.statements.clauses import Condition
from pmlsym.statements.likelihoods import OfLikelihoods
from pmlsym.statements.likelihoods.priors import Drawn, Mixed, Prior, display, quantities
from pmlsym.statements.reductions.conditions import Claimed, assumed, claims, goals_of
from pmlsym.statements.reductions.encoding import (
    ZERO,
    NotReducible,
    Scene,
    Unbounded,
    no_channel,
    parameter,
    relate,
)
from pmlsym.statements.reductions.likelihoods.numbers import Numbers
from pmlsym.statements.reductions.ranges import NONNEGATIVE, Range
from pmlsym.statements.reductions.result import Case, case_of
from pmlsym.statements.terms import Number, Parameter, Term, parameters_of, replaced

_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))


def cases(about: OfLikelihoods) -> Iterator[Case]:
    """Yield the goals that together say what a statement says.

    Raises
    ------
    NotReducible
        If a side of a condition cannot be written in a goal, or a mixture may have a share of 0.
    """
    said = about.said
    where, required, claimed = (
        tuple(_of_shares(condition, about.priors) for condition in some)
        for some in (said.where, said.required, said.claimed)
    )
    ways = [(required, claimed)]
    if said.both_ways:
        ways.append((claimed, required))
    for given, wanted in ways:
        for conclusion in wanted:
            yield from _One(about, (*where, *given), conclusion, wanted).cases()


@dataclass(frozen=True)
class _One:
    """One conclusion, with what is assumed and what is claimed together with it."""

    about: OfLikelihoods
    given: tuple[Condition, ...]
    claimed: Condition
    together: tuple[Condition, ...]

    def cases(self) -> Iterator[Case]:
        self._refuse_open_shares()
        priors = {prior.name: prior for prior in self._priors}
        yield from self._told(Numbers(priors, taken=frozenset(self.about.parameters)))

    def _told(self, numbers: Numbers) -> Iterator[Case]:
        """Yield goals, in which smallest likelihoods of 0 are told apart where needed."""
        try:
            goals = self._goals(numbers)
            for goal in goals:
                read_goal(goal)  # the kernel has to be able to read it
        except Unbounded:
            left = [prior.name for prior in numbers.drawn if prior.name not in numbers.zero]
            if not left:
                raise
            for zero in (False, True):
                yield from self._told(replace(numbers, zero={**numbers.zero, left[0]: zero}))
            return
        except (NotProved, RecursionError, OverflowError) as why:
            raise NotReducible(f"What it says cannot be written as a goal: {why}.") from None
        told = [f"least({name}) {'=' if is_0 else '>'} 0" for name, is_0 in numbers.zero.items()]
        complete = not numbers.says_more(numbers.spoken(*self._terms)) and not self._leaves_out
        meaning = ", ".join([display(self.claimed), *told])
        for goal, aside in goals.items():
            yield case_of(Case(meaning, goal, complete=complete), aside)

    def _goals(self, numbers: Numbers) -> dict[Goal, str]:
        """Return goals, and what those are for that are shown aside."""
        scene = Scene(no_channel, {}, self._known(numbers))
        facts = [relate(parameter(name), ">=", ZERO) for name in self._parameters]
        facts += numbers.facts(numbers.spoken(*self._terms))
        wanted: list[tuple[list[Sentence], list[Claimed]]] = []
        for prior in self._mixed:
            later = self._open_from(prior)
            if later and prior.plain != prior.share:  # that it has a value follows without it
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
        self, scene: Scene, numbers: Numbers, later: Sequence[Mixed], unknown: Sequence[Mixed]
    ) -> Iterator[Sentence]:
        """Yield what is given, and what shares are, without what speaks of later mixtures.

        Shares that are not known to have a value are left out too; one that is given to be above 0
        has one.
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
    def _priors(self) -> list[Prior]:
        """The priors of which the conditions speak, and those of which these are made."""
        terms = [side for condition in (*self.given, self.claimed) for side in condition.terms]
        wanted = {name for _, name in quantities(*terms)}
        for prior in reversed(self.about.priors):
            if prior.name in wanted:
                wanted |= set(prior.of)
                if isinstance(prior, Mixed):
                    wanted |= {name for _, name in quantities(prior.share)}
        return [prior for prior in self.about.priors if prior.name in wanted]

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
        """The mixtures whose shares are not given to be strictly between 0 and 1, in order."""
        mixed = [prior for prior in self.about.priors if isinstance(prior, Mixed)]
        return [prior for prior in mixed if not _is_inside(self.given, prior)]

    def _open_from(self, prior: Mixed) -> list[Mixed]:
        """Return an open mixture and the open ones after it; none if it is not open."""
        found = self._open
        return found[found.index(prior) :] if prior in found else []

    @property
    def _leaves_out(self) -> bool:
        """Whether what is given speaks of an open mixture, so that goals may leave it out."""
        names = {prior.name for prior in self._open}
        given = [term for condition in self.given for term in condition.terms]
        shares = [prior.share for prior in self._mixed]
        return any(name in names for _, name in quantities(*given, *shares))

    @property
    def _later(self) -> list[Mixed]:
        """The mixtures of which nothing may be assumed: it is claimed what their formulas need."""
        for prior in self._open:
            bounds = ((prior.plain, ">", _ZERO), (prior.plain, "<", _ONE))
            if (self.claimed.left, self.claimed.sign, self.claimed.right) in bounds:
                return self._open_from(prior)
        return []

    def _refuse_open_shares(self) -> None:
        """Refuse mixtures that may leave one of both out.

        Raises
        ------
        NotReducible
            If that the share is strictly between 0 and 1 is neither given nor claimed.
        """
        for mixed in self._open:
            if not _is_inside((*self.given, *self.together), mixed):
                raise NotReducible(
                    f"That the share of {mixed.one} in {mixed.name} is above 0 and below 1 is "
                    "neither given nor claimed."
                )
        drawn = {prior.name for prior in self.about.priors if isinstance(prior, Drawn)}
        for prior in self.about.priors:
            if not isinstance(prior, Drawn) and not drawn.issuperset(prior.of):
                raise NotReducible(f"{prior.name} is made of priors that are not drawn.")


def _of_shares(condition: Condition, priors: Sequence[Prior]) -> Condition:
    """Return a condition with each share under one name, and a lone one on the left."""
    shares = {f"share_{prior.name}": prior.plain for prior in priors if isinstance(prior, Mixed)}

    def plain(term: Term) -> Term:
        return shares.get(term.name, term) if isinstance(term, Parameter) else term

    left, right = (replaced(side, plain) for side in condition.terms)
    if isinstance(left, Number) and right in shares.values():
        return Condition(right, FLIPPED[condition.sign], left)
    return Condition(left, condition.sign, right)


def _is_given(conditions: tuple[Condition, ...], left: Term, sign: str, right: Number) -> bool:
    """Whether a condition stands among others in so many words."""
    return any(
        (condition.left, condition.sign, condition.right) == (left, sign, right)
        for condition in conditions
    )


def _is_inside(conditions: tuple[Condition, ...], prior: Mixed) -> bool:
    """Whether conditions say that a share is strictly between 0 and 1, or it is such a number."""
    share = prior.plain
    if isinstance(share, Number):
        return 0 < share.value < 1
    return _is_given(conditions, share, ">", _ZERO) and _is_given(conditions, share, "<", _ONE)


def _speak_of(mixed: Sequence[Mixed], *terms: Term) -> bool:
    """Whether terms speak of what an outcome has under mixtures, beside their shares."""
    names = {prior.name for prior in mixed}
    return any(name in names and kind != "share" for kind, name in quantities(*terms))


def _equation(numbers: Numbers, prior: Mixed) -> Condition:
    return Condition(prior.plain, "=", numbers.term(prior.share))


def _in(numbers: Numbers, condition: Condition) -> Condition:
    return Condition(numbers.term(condition.left), condition.sign, numbers.term(condition.right))
