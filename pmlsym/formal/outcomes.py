"""Theorem of Coq in plain terms for a statement about several channels at their outcomes.

Some of them may be given the outcome of another. How their lifts compare is a fact of
formal/facts_given.v.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import sympy as sp

from pmlsym.formal.plain import law_of, name_of_structure, together
from pmlsym.formal.proof import FACTS, Proof, Then
from pmlsym.formal.syntax import NotExported
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Markov
from pmlsym.statements.terms import walk

_ONE = sp.S.One
# the secret, the variables whose outcomes are observed, and those whose outcomes are given
Channel: TypeAlias = tuple[str, tuple[str, ...], tuple[str, ...]]
Chain: TypeAlias = tuple[str, str, str]
_OF_Y: Channel = ("X", ("Y",), ())


class Lifts(NamedTuple):
    """The largest and the least lift at an outcome, and the proof that the outcome is possible."""

    most: sp.Symbol
    least: sp.Symbol
    positive: str


class ProofAtOutcomes(Proof):
    """The theorem of a statement about lifts at outcomes, with its proof."""

    def __init__(self, statement: Statement, name: str) -> None:
        super().__init__(statement, name)
        self._found: dict[Channel, Lifts] = {}

    @property
    def imports(self) -> str:
        """The files of formal/ that the proof uses beside those of `HEAD`."""
        return self._with_more(FACTS)

    def _check(self) -> None:
        """Accept every statement."""

    def _leakage(self, term: Leakage | Overall | MeanOverOutcomes, then: Then) -> None:
        if not isinstance(term, Leakage) or not term.outcomes:
            raise NotExported(f"{term}, which is of no outcome")
        lifts = self._found[_channel(term)]
        name, place = self._fresh("rep"), f"{law_of(term.given)} {term.secret}"
        seen = together(term.observed)
        fact = {
            "pml": f"rep_pml_any {term.secret} {lifts.positive}",
            "pmc": f"rep_pmc {place} {seen} ({seen} s)",
            "ldp": f"rep_ldp_any {term.secret} {lifts.positive}",
        }[term.kind]
        self.lines.append(f"have {name} := {fact}.")
        pairs = {"pml": (lifts.most, _ONE), "pmc": (_ONE, lifts.least), "ldp": lifts[:2]}
        then(name, *pairs[term.kind])

    def _outcome_facts(self) -> None:
        super()._outcome_facts()
        self._files["facts_given"] = None
        self._found = {}
        conditions = (*self.where, *self.statement.required, *self.statement.claimed)
        terms = (term for one in conditions for term in (one.left, one.right))
        named = (part for term in terms for part in walk(term))
        channels = [_channel(one) for one in named if isinstance(one, Leakage)]
        for channel in dict.fromkeys(channels):
            self._introduce(channel)
        for channel in list(self._found):
            self._pair(channel)
        for part in self.structure:
            if isinstance(part, Markov):
                chain = name_of_structure(part)
                self._along(part.chain, chain)
                self._along(part.chain[::-1], f"(markov_sym {chain})")

    def _introduce(self, channel: Channel) -> None:
        """Note what values lifts of a channel have."""
        secret, observed, given = channel
        law, seen = law_of(given), together(observed)
        positive = self._fresh("pos")
        lemma = f"conditional_gt0 {together(given)}" if given else "pr_gt0"
        self.lines.append(f"have {positive} := {lemma} {seen} s0.")
        place = f"{law} {secret} {seen} ({seen} s)"
        most, least = self._lifts("X") if channel == _OF_Y else self._new_lifts(place)
        self._found[channel] = Lifts(most, least, positive)
        self._note("le", most - 1, f"(most_lift_ge1 {secret} {positive})")
        self._note("le", least, f"(lo_ge0 {place})")
        self._note("le", 1 - least, f"(lo_le1 {place})")

    def _new_lifts(self, place: str) -> tuple[sp.Symbol, sp.Symbol]:
        number = self._fresh("")
        most, least = sp.symbols(f"hi_{number} lo_{number}")
        self.numbers.atoms[most] = f"maxlift {place}"
        self.numbers.atoms[least] = f"minlift {place}"
        return most, least

    def _pair(self, channel: Channel) -> None:
        """Compare a pair with one of its outcomes, and with the other given that."""
        secret, observed, given = channel
        if len(observed) != 2 or given:
            return
        for first, last in (observed, observed[::-1]):
            parts = (secret, (first,), ()), (secret, (last,), (first,))
            if not all(part in self._found for part in parts):
                continue
            pair, one, other = (self._found[place] for place in (channel, *parts))
            swapped = (first, last) != observed
            most = self._fact(f"pair_hi {secret} {first} {last} s0", "maxlift", swapped)
            self._note("le", one.most * other.most - pair.most, most)
            least = self._fact(f"pair_lo {secret} {first} {last} s0", "minlift", swapped)
            self._note("le", pair.least - one.least * other.least, least)

    def _fact(self, proof: str, lift: str, swapped: bool) -> str:
        """Return the proof of a fact about a pair, if it is swapped about the pair in order."""
        if not swapped:
            return f"({proof})"
        name = self._fresh("fact")
        self.lines.append(f"have {name} := {proof}; rewrite {lift}_swap in {name}.")
        return name

    def _along(self, chain: Chain, proof: str) -> None:
        """Compare lifts along a chain."""
        first, middle, last = chain
        given = self._found.get((first, (last,), (middle,)))
        if given:
            self._note("eq", 1 - given.most, f"(middle_hi s0 {proof})")
            self._note("eq", 1 - given.least, f"(middle_lo s0 {proof})")
        swapped = middle > last
        pair = self._found.get((first, tuple(sorted((middle, last))), ()))
        one = self._found.get((first, (middle,), ()))
        if pair and one:
            most = self._fact(f"beside_hi s0 {proof}", "maxlift", swapped)
            self._note("eq", one.most - pair.most, most)
            least = self._fact(f"beside_lo s0 {proof}", "minlift", swapped)
            self._note("eq", one.least - pair.least, least)
        beside = self._found.get((middle, (last,), (first,)))
        alone = self._found.get((middle, (last,), ()))
        if beside and alone:
            gap = alone.most * beside.least - beside.most * alone.least
            self._note("le", gap, f"(fork_conditional s0 {proof})")


def _channel(of: Leakage) -> Channel:
    observed, given = (tuple(map(str.upper, names)) for names in (of.observed, of.given))
    return of.secret, observed, given
