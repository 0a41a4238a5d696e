"""Theorem of Coq in plain terms for a statement about worst outcomes, averages, several channels.

Every measure is a value of a whole channel, and how these compare is a fact of formal/facts.v:
along a chain, from one release to two, from averages to the worst outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import sympy as sp

from pmlsym.formal.plain import (
    PMIN,
    SIZE,
    as_value,
    measure_of,
    name_of_structure,
    ordered,
    together,
)
from pmlsym.formal.proof import FACTS, LEMMA, Proof, Then
from pmlsym.formal.syntax import NotExported, where_of
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Independent, Markov
from pmlsym.statements.terms import Function, Negative, Term

_ONE = sp.S.One
# at the worst outcome, overall, or the mean of pml or of pmc
Measure: TypeAlias = Leakage | Overall | MeanOverOutcomes

Channel: TypeAlias = tuple[str, tuple[str, ...]]  # the secret, and what is observed
Chain: TypeAlias = tuple[str, str, str]

# what each fact of formal/facts.v calls a measure; each is at most the next one
_UP = ("mutual_information", "mean_pml", "maximal_leakage", "pml", "ldp")
_COST = ("maximal_cost_leakage", "mean_pmc", "pmc", "ldp")
_INFORMED = ("mutual_information", "maximal_leakage")  # positive if there is information
_MEANS = ("mean_pml", "mean_pmc")  # known of one channel only
_NAMES = {
    "mutual_information": "information",
    "maximal_leakage": "leakage",
    "maximal_cost_leakage": "cost_leakage",
    "pml": "worst_pml",
    "pmc": "worst_pmc",
    "ldp": "worst_ldp",
    "mean_pml": "mean_pml",
    "mean_pmc": "mean_pmc",
}
_AT_MOST = {
    ("mutual_information", "maximal_leakage"): "information_leakage",
    ("maximal_leakage", "pml"): "leakage_pml",
    ("pml", "ldp"): "worst_pml_ldp",
    ("maximal_cost_leakage", "pmc"): "cost_leakage_pmc",
    ("pmc", "ldp"): "worst_pmc_ldp",
    ("mutual_information", "mean_pml"): "information_mean_pml",
    ("mean_pml", "maximal_leakage"): "mean_pml_leakage",
    ("maximal_cost_leakage", "mean_pmc"): "cost_leakage_mean_pmc",
    ("mean_pmc", "pmc"): "mean_pmc_pmc",
}
_ALIKE = {  # measures of the same possible values
    "maximal_cost_leakage": "pmc",
    "mean_pmc": "pmc",
    "mutual_information": "pml",
    "mean_pml": "pml",
}
_FORKED = ("mutual_information", "maximal_leakage", "ldp")  # at most the sum over two releases


class Quotient(NamedTuple):
    """A value of a channel in the proof: the name of its `rep`, and both terms of the quotient."""

    rep: str
    top: sp.Expr
    bottom: sp.Expr
    above: str  # proves that the top is positive


def fits(statement: Statement) -> bool:
    """Whether every condition of a statement is about whole channels."""
    try:
        for one in (*where_of(statement), *statement.required, *statement.claimed):
            _at_worst(one)
    except NotExported:
        return False
    return True


def _at_worst(condition: Condition) -> Condition:
    """Return a condition at the worst outcome that is equivalent to one at every outcome."""
    if not condition.outcomes:
        return condition
    left, sign, right = ordered(condition)
    if not isinstance(left, Leakage) or right.outcomes or sign == "=":
        raise NotExported(f"{condition}, which is no bound on the worst outcome")
    return Condition(_whole(left), "<" if sign == "<" else "<=", right)


def _whole(term: Leakage) -> Leakage:
    if term.given:
        raise NotExported(f"{term}, which is given an outcome")
    return Leakage(term.kind, term.secret, tuple(map(str.upper, term.observed)))


class ProofAtWorst(Proof):
    """The theorem of a statement about whole channels, with its proof.

    Effort 1 uses facts about two secrets, LDP and independence as well; effort 2 also goes by
    cases, whether there is any information.
    """

    def __init__(self, statement: Statement, name: str, effort: int = 0) -> None:
        super().__init__(statement, name)
        self._values: dict[Measure, Quotient] = {}
        self._effort = effort

    @property
    def imports(self) -> str:
        """The files of formal/ that the proof uses beside those of `HEAD`."""
        return self._with_more(FACTS)

    def _check(self) -> None:
        if not fits(self.statement):
            raise NotExported("conditions at outcomes of several channels")

    def _one(self, known: Sequence[tuple[str, Condition]], claimed: Condition) -> None:
        """Add the proof of one condition."""
        self._noted, self.facts, self._values = set(), [], {}
        wanted = _at_worst(claimed)
        if claimed.outcomes:
            left, sign, _ = ordered(claimed)
            assert isinstance(left, Leakage)
            seen = together(left.observed)
            lemma = f"@at_most_{LEMMA[sign]} _ _ p _ {seen} ({measure_of(left)})"
            self.lines.append(f"move=> s s0; apply: ({lemma} _ s) => //.")
        self._prior_facts()
        self._parameter_facts()
        conditions = [*self.where, *(condition for _, condition in known), claimed]
        named = list(_measures(map(_at_worst, conditions)))
        self._channel_facts(named)

        def conclude() -> None:
            for i, limit in enumerate(self.where):
                self._assume(limit, f"w{i}")
            for name, condition in known:
                self._assume(_at_worst(condition), self._whole_proof(name, condition))
            self._conclude(wanted)

        if self._effort < 2:
            conclude()
        else:
            self._by_information(named, conclude)

    def _by_information(self, named: Sequence[Measure], conclude: Callable[[], None]) -> None:
        """Conclude in two cases: there is information, or the variables are independent."""
        channel = next((_channel(one) for one in named if _kind(one) in _INFORMED), None)
        if channel is None:
            raise NotExported("no information or maximal leakage to go by")
        information = self._values[_measure("mutual_information", *channel)]
        more, apart = self._fresh("more"), self._fresh("apart")
        self.lines += [f"have [{more}|{apart}] := informed {information.rep}.", "{"]
        kept = list(self.facts), set(self._noted)
        self._note("lt", information.top - 1, more)
        conclude()
        self.lines += ["}", "{"]
        self.facts, self._noted = kept
        self._nothing(apart, channel)
        conclude()
        self.lines.append("}")

    def _whole_proof(self, name: str, condition: Condition) -> str:
        """Return the proof of a hypothesis at the worst outcome."""
        if not condition.outcomes:
            return name
        left, sign, right = ordered(condition)
        assert isinstance(left, Leakage)
        seen = together(left.observed)
        lemma = f"@worst_{LEMMA[sign]} _ _ p _ {seen} ({measure_of(left)})"
        return f"({lemma} {as_value(right)} {name})"

    def _leakage(self, term: Measure, then: Then) -> None:
        if term not in self._values:
            raise NotExported(f"{term} at an outcome")
        found = self._values[term]
        then(found.rep, found.top, found.bottom)

    def _number(self, term: Term, then: Then) -> None:
        """Go on with a term as a quotient of reals, of which the divisor is positive."""
        of = _exponential_of(term) if isinstance(term, MeanOverOutcomes) else None
        if of is None:
            super()._number(term, then)
            return
        self._files["facts_numbers"] = self._files["facts_means"] = None
        lemma = "pml" if of.kind == "maximal_leakage" else "pmc"

        def found(number: str, top: sp.Expr, bottom: sp.Expr) -> None:
            name = self._fresh("num")
            self.lines.append(
                f"have {name} : @ratio R {as_value(term)} {self.numbers.shown(top)} "
                f"{self.numbers.shown(bottom)} := ratio_mean_{lemma} {number}."
            )
            then(name, top, bottom)

        self._number_of_level(of if lemma == "pml" else Negative(of), found)

    # --- facts ------------------------------------------------------------------------------------

    def _channel_facts(self, named: list[Measure]) -> None:
        """Introduce measures, and note how they compare."""
        chains: dict[Chain, str] = {}
        for part in self.structure:
            if isinstance(part, Markov):
                u, v, w = part.chain
                chains[u, v, w] = name_of_structure(part)
                chains[w, v, u] = f"(markov_sym {name_of_structure(part)})"
        channels = dict.fromkeys(map(_channel, named))
        for u, v, w in chains:
            if (u, (w,)) in channels:
                channels |= {(u, (v,)): None, (v, (w,)): None}
        for secret, observed in list(channels):
            if len(observed) == 2:
                channels |= {(secret, (one,)): None for one in observed}
        kinds = _between(set(map(_kind, named)))
        if self._effort > 1 and "maximal_leakage" in kinds:
            kinds = tuple(dict.fromkeys((*kinds, "mutual_information")))
        everywhere = tuple(kind for kind in kinds if kind not in _MEANS)
        for channel in channels:
            for kind in kinds:
                self._introduce(_measure(kind, *channel))
        for channel in channels:
            self._within(kinds, *channel)
        for (u, v, w), chain in chains.items():
            if (u, (w,)) in channels:
                for kind in everywhere:
                    whole = _measure(kind, u, (w,))
                    short = _NAMES[kind].removeprefix("worst_")
                    self._compare(f"(chain_{short}_first {chain})", whole, _measure(kind, u, (v,)))
                    self._compare(f"(chain_{short}_last {chain})", whole, _measure(kind, v, (w,)))
        for secret, observed in channels:
            if len(observed) == 2:
                self._pair(everywhere, secret, observed, chains)
        if self._effort:
            self._further_facts(kinds, list(channels), chains)
        if {("X", ("Y",)), ("Y", ("X",))} <= channels.keys():
            for kind in ("pml", "pmc"):
                one, other = _measure(kind, "Y", ("X",)), _measure(kind, "X", ("Y",))
                self._compare(f"(veq_vle (swap_{kind} p X Y))", one, other)
                self._compare(f"(veq_vge (swap_{kind} p X Y))", other, one)

    def _introduce(self, of: Measure) -> None:
        """Introduce a measure as a quotient, with the signs of its terms."""
        if of in self._values:
            return
        rep, kind, (secret, observed) = self._fresh("rep"), _kind(of), _channel(of)
        if kind in _MEANS:
            self._files["facts_means"] = None
        a, b = sp.symbols(f"a_{rep} b_{rep}")
        pattern, top, bottom, signs = {
            "ldp": (f"[{a} [{b} [[{rep}_1 [{rep}_2 {rep}_3]] {rep}]]]", a, b, (a - 1, b, 1 - b)),
            "pmc": (f"[{b} [[{rep}_1 {rep}_2] {rep}]]", _ONE, b, (b, 1 - b)),
            "maximal_leakage": (
                f"[{a} [[{rep}_1 [{rep}_2 {rep}_3]] {rep}]]",
                a,
                _ONE,
                (a - 1, SIZE - a, 1 - a * PMIN),
            ),
            "pml": (f"[{a} [{rep}_1 {rep}]]", a, _ONE, (a - 1,)),
        }[_ALIKE.get(kind, kind)]
        place = f"p {secret} {together(observed)}"
        self.lines.append(f"have {pattern} := {_NAMES[kind]}_rep {place}.")
        for symbol in (top, bottom):
            if symbol != _ONE:
                self.numbers.atoms[symbol] = str(symbol)
        for number, polynomial in enumerate(signs, 1):
            if secret == "X" or not polynomial.free_symbols & {SIZE, PMIN}:
                self._note("le", polynomial, f"{rep}_{number}")
        above = "ltr01" if top == _ONE else f"(lt_le_trans ltr01 {rep}_1)"
        self._values[of] = Quotient(rep, top, bottom, above)

    def _further_facts(
        self, kinds: tuple[str, ...], channels: list[Channel], chains: dict[Chain, str]
    ) -> None:
        """Note facts about two secrets, about LDP, and about independence."""
        for channel in channels:
            if channel[0] == "X":
                self._about_secret(kinds, channel, chains)
            apart = self._apart(channel, chains)
            if apart:
                self._nothing(apart, channel)
        for (u, v, w), chain in chains.items():
            of = [_measure("ldp", *place) for place in ((u, (v,)), (v, (w,)), (u, (w,)))]
            if all(one in self._values for one in of):
                self._files["facts_ldp"] = None
                first, last, whole = (self._values[one] for one in of)
                gap = whole.bottom * (first.top * last.top + first.bottom * last.bottom)
                gap -= whole.top * (first.top * last.bottom + first.bottom * last.top)
                proof = f"(chain_ldp_both {chain} {first.rep} {last.rep} {whole.rep})"
                self._note("le", gap, proof)

    def _about_secret(
        self, kinds: tuple[str, ...], channel: Channel, chains: dict[Chain, str]
    ) -> None:
        """Note facts about what is observed of X, which takes all its values."""
        observed, size = channel[1], self.statement.size[1]
        of = {kind: self._values[_measure(kind, *channel)] for kind in kinds}
        if {"maximal_leakage", "ldp"} <= of.keys():
            self._files["facts_ldp"] = None
            if size:
                self._note("eq", size - SIZE, "(size_is R X card)")
            leakage, far = of["maximal_leakage"], of["ldp"]
            gap = SIZE * far.top - leakage.top * (far.top + (SIZE - 1) * far.bottom)
            self._note("le", gap, f"(leakage_ldp full {far.rep} {leakage.rep})")
        if size != 2:
            return
        if self._is_uniform() and {"pml", "pmc", "ldp"} <= of.keys():
            self._files["facts_two"] = None
            self._two_uniform(observed, of)
        fork = chains.get((observed[0], "X", observed[-1]))
        if fork and "pml" in kinds:
            self._files["facts_two"] = None
            whole, *parts = (
                _measure("pml", "X", seen) for seen in (observed, *zip(observed, strict=True))
            )
            self._compare(f"(two_fork_pml full card {fork})", whole, *parts)

    def _two_uniform(self, observed: tuple[str, ...], of: dict[str, Quotient]) -> None:
        """Note that PML and PMC of two equally likely secrets add up to LDP."""
        pml, pmc, ldp = of["pml"], of["pmc"], of["ldp"]
        name, above = self._fresh("fact"), self._have(True, pml.top)
        total = f"(rep_addl {pml.rep} {pmc.rep} {above} ltr01)"
        self.lines.append(
            f"have {name} := (two_ldp_sum {together(observed)} full card unif); "
            f"rewrite (rep_le {total} {ldp.rep}) in {name}."
        )
        self._note("le", ldp.top * pmc.bottom - pml.top * ldp.bottom, name)

    def _apart(self, channel: Channel, chains: dict[Chain, str]) -> str | None:
        """Return the proof that a secret is independent of what is observed, if it is assumed."""
        secret, observed = channel
        if len(observed) == 2:
            parts = [self._apart((secret, (one,)), chains) for one in observed]
            fork = chains.get((observed[0], secret, observed[1]))
            if fork and all(parts):
                return f"(independent_both {parts[0]} {parts[1]} {fork})"
            return None
        part = Independent((secret, *observed))
        if part not in self.structure:
            return None
        name = name_of_structure(part)
        return name if part.names[0] == secret else f"(independent_sym {name})"

    def _nothing(self, apart: str, channel: Channel) -> None:
        """Note that independent variables leak nothing of each other."""
        self._files["facts_independent"] = None
        for of, found in list(self._values.items()):
            if _channel(of) == channel and _kind(of) not in _MEANS:
                name = self._fresh("fact")
                self.lines.append(
                    f"have {name} := (independent_{_NAMES[_kind(of)]} {apart}); "
                    f"rewrite (rep_le {found.rep} (rep_zero R)) in {name}."
                )
                self._note("le", found.bottom - found.top, name)

    def _compare(self, proof: str, small: Measure, *large: Measure) -> None:
        """Note that a measure is at most another, or the sum of two."""
        if any(one not in self._values for one in (small, *large)):
            return
        low, (high, *more) = self._values[small], [self._values[one] for one in large]
        rep, top, bottom = high.rep, high.top, high.bottom
        for other in more:
            rep = f"(rep_sum {rep} {other.rep} {high.above} {other.above})"
            top, bottom = top * other.top, bottom * other.bottom
        name = self._fresh("fact")
        self.lines.append(f"have {name} := {proof}; rewrite (rep_le {low.rep} {rep}) in {name}.")
        self._note("le", top * low.bottom - low.top * bottom, name)

    def _within(self, kinds: tuple[str, ...], secret: str, observed: tuple[str, ...]) -> None:
        """Compare the measures of one channel."""
        place = f"p {secret} {together(observed)}"
        of = {kind: _measure(kind, secret, observed) for kind in kinds}
        for (small, large), lemma in _AT_MOST.items():
            if small in of and large in of:
                self._compare(f"({lemma} {place})", of[small], of[large])
        if {"pml", "pmc", "ldp"} <= of.keys():
            self._compare(f"(worst_ldp_sum {place})", of["ldp"], of["pml"], of["pmc"])

    def _pair(
        self,
        kinds: tuple[str, ...],
        secret: str,
        observed: tuple[str, ...],
        chains: dict[Chain, str],
    ) -> None:
        """Compare two releases with each of them, and with the sum where they are independent."""
        first, second = observed
        for kind in kinds:
            short = _NAMES[kind].removeprefix("worst_")
            both, one, other = (
                _measure(kind, secret, seen) for seen in (observed, (first,), (second,))
            )
            self._compare(f"(pair_{short} p {secret} {first} {second})", one, both)
            if kind in _FORKED and (first, secret, second) in chains:
                fork = chains[first, secret, second]
                self._compare(f"(fork_{short} {fork})", both, one, other)


def _measures(conditions: Iterable[Condition]) -> Iterator[Measure]:
    for condition in conditions:
        for term in (condition.left, condition.right):
            yield from _of_term(term)


def _of_term(term: Term) -> Iterator[Measure]:
    """Yield the measures in a term; means of exponentials are those of measures."""
    whole = _exponential_of(term) if isinstance(term, MeanOverOutcomes) else None
    if whole is not None:
        yield whole
    elif isinstance(term, Measure):
        yield term
    else:
        for part in term.parts:
            yield from _of_term(part)


def _exponential_of(mean: MeanOverOutcomes) -> Overall | None:
    """Return maximal leakage for E[exp(pml)], and maximal cost leakage for E[exp(-pmc)].

    The mean is the exponential of the first, and of minus the second.
    """
    raised = mean.term
    if not isinstance(raised, Function) or raised.name != "exp":
        return None
    level = raised.arguments[0]
    if isinstance(level, Leakage) and level.kind == "pml":
        return Overall("maximal_leakage", *_channel(level))
    if isinstance(level, Negative) and isinstance(level.term, Leakage) and level.term.kind == "pmc":
        return Overall("maximal_cost_leakage", *_channel(level.term))
    return None


def _kind(of: Measure) -> str:
    if isinstance(of, MeanOverOutcomes):
        return f"mean_{of.term.kind}" if isinstance(of.term, Leakage) else str(of)
    return of.kind


def _channel(of: Measure) -> Channel:
    """Return the secret and what is observed, in capitals."""
    named = of.term if isinstance(of, MeanOverOutcomes) else of
    if not isinstance(named, Leakage | Overall):
        raise NotExported(f"{of}")
    if isinstance(named, Leakage):
        named = _whole(named)
    return named.secret, named.observed


def _measure(kind: str, secret: str, observed: tuple[str, ...]) -> Measure:
    if kind in _MEANS:
        outcomes = tuple(map(str.lower, observed))
        return MeanOverOutcomes(Leakage(kind.removeprefix("mean_"), secret, outcomes))
    if kind in ("pml", "pmc", "ldp"):
        return Leakage(kind, secret, observed)
    return Overall(kind, secret, observed)


def _between(named: set[str]) -> tuple[str, ...]:
    """Return the kinds that are named and those between them, and what bounds the information.

    Of the means only those that are named.
    """
    found: list[str] = []
    for order in (_UP, _COST):
        kept = [kind for kind in order if kind in named or kind not in _MEANS]
        places = [place for place, kind in enumerate(kept) if kind in named]
        if places:
            found += kept[places[0] : max(places[-1] + 1, 2)]
    return tuple(dict.fromkeys(found))
