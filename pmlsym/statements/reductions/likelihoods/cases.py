"""The goals of a statement about one outcome under several priors: see `numbers` for the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.language import Sentence
from pmlsym.proof.language import Term as Real
from pmlsym.statements.clauses import Condition
from pmlsym.statements.likelihoods import OfLikelihoods
from pmlsym.statements.likelihoods.priors import Drawn, Mixed, Prior, display, quantities
from pmlsym.statements.reductions.conditions import assumed, claims, plain
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
from pmlsym.statements.reductions.result import Case
from pmlsym.statements.terms import Number, Parameter, Term, parameters_of

_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))


def cases(about: OfLikelihoods) -> Iterator[Case]:
    """Yield the goals that together say what a statement says.

    Raises
    ------
    NotReducible
        If a side of a condition cannot be written in a goal, or a mixture may have a share of 0.
    """
    said = about.said
    ways = [(said.required, said.claimed)]
    if said.both_ways:
        ways.append((said.claimed, said.required))
    for given, claimed in ways:
        for conclusion in claimed:
            yield from _One(about, (*said.where, *given), conclusion, claimed).cases()


@dataclass(frozen=True)
class _One:
    """One conclusion, with what is assumed and what is claimed together with it."""

    about: OfLikelihoods
    given: tuple[Condition, ...]
    claimed: Condition
    together: tuple[Condition, ...]

    def cases(self) -> Iterator[Case]:
        self._refuse_open_shares()
        yield from self._told(Numbers({prior.name: prior for prior in self._priors}))

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
        complete = not numbers.says_more(numbers.spoken(*self._terms))
        meaning = ", ".join([display(self.claimed), *told])
        for goal in goals:
            yield Case(meaning, goal, complete=complete)

    def _goals(self, numbers: Numbers) -> list[Goal]:
        scene = Scene(no_channel, {}, self._known(numbers))
        facts = [relate(parameter(name), ">=", ZERO) for name in self._parameters]
        facts += numbers.facts(numbers.spoken(*self._terms))
        for condition in self.given:
            facts += assumed(scene, _in(numbers, condition))
        shares = [
            Condition(prior.plain, "=", numbers.term(prior.share))
            for prior in self._mixed
            if prior.plain != prior.share
        ]
        # that a share has a value has to follow without it
        needs = [need for share in shares for need in scene.condition(share).needs]
        facts_of_shares = [fact for share in shares for fact in assumed(scene, share)]
        wanted = [(facts, need) for need in needs]
        wanted += [
            ([*facts, *facts_of_shares], claim)
            for claim in claims(scene, _in(numbers, self.claimed))
        ]
        found = [
            Goal(hypotheses, claim)
            for given, claim in wanted
            if not _is_plain(claim) and (hypotheses := plain(given, scene.known)) is not None
        ]
        return list(dict.fromkeys(found))

    def _known(self, numbers: Numbers) -> Mapping[Real, Range]:
        found = {parameter(name): NONNEGATIVE for name in self._parameters}
        for name in self._inside(self.given):
            found[parameter(name)] = Range(Fraction(0), Fraction(1), True, True)
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

    def _inside(self, conditions: tuple[Condition, ...]) -> list[str]:
        """Return the names of the shares that are said to be strictly between 0 and 1."""
        shares = [prior.plain for prior in self._mixed]
        return [
            share.name
            for share in shares
            if isinstance(share, Parameter)
            and _is_given(conditions, share, ">", _ZERO)
            and _is_given(conditions, share, "<", _ONE)
        ]

    def _refuse_open_shares(self) -> None:
        """Refuse mixtures that may leave one of both out.

        Raises
        ------
        NotReducible
            If that the share is strictly between 0 and 1 is neither given nor claimed.
        """
        for prior in self.about.priors:
            if isinstance(prior, Mixed):
                share, conditions = prior.plain, (*self.given, *self.together)
                if isinstance(share, Number):
                    inside = 0 < share.value < 1
                else:
                    inside = _is_given(conditions, share, ">", _ZERO) and _is_given(
                        conditions, share, "<", _ONE
                    )
                if not inside:
                    raise NotReducible(
                        f"That the share of {prior.one} in {prior.name} is above 0 and below 1 is "
                        "neither given nor claimed."
                    )
        drawn = {prior.name for prior in self.about.priors if isinstance(prior, Drawn)}
        for prior in self.about.priors:
            if not isinstance(prior, Drawn) and not drawn.issuperset(prior.of):
                raise NotReducible(f"{prior.name} is made of priors that are not drawn.")


def _is_given(conditions: tuple[Condition, ...], left: Term, sign: str, right: Number) -> bool:
    """Whether a condition stands among others in so many words."""
    return any(
        (condition.left, condition.sign, condition.right) == (left, sign, right)
        for condition in conditions
    )


def _is_plain(claim: Sentence) -> bool:
    """Whether a claim is a true comparison of two numbers, such as of two infinite leakages."""
    return all(side.is_number for side in claim.args) and bool(claim.doit())


def _in(numbers: Numbers, condition: Condition) -> Condition:
    return Condition(numbers.term(condition.left), condition.sign, numbers.term(condition.right))
