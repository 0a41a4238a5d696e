"""Theorem of Coq in plain terms, with its proof, for a statement about the outcomes of X->Y.

The proof uses the facts of formal/extremes.v and one certificate for each inequality that is left;
nothing of it has to be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

import sympy as sp

from pmlsym.formal.exponentials import Exponentials
from pmlsym.formal.leaves import Leaves
from pmlsym.formal.plain import (
    LEAST,
    MOST,
    PMAX,
    PMIN,
    SIZE,
    as_condition,
    as_real,
    as_structure,
    as_value,
    name_of_structure,
    ordered,
)
from pmlsym.formal.syntax import NotExported, is_uniform, structure_of, where_of
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.reductions.encoding.encoder import is_logarithmic
from pmlsym.statements.reductions.worst_case import outcome_by_outcome
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet, Independent, Markov
from pmlsym.statements.terms import Function, Negative, Number, OfPrior, Operation, Term, walk

_ONE = sp.S.One
FACTS = "From pmlsym Require Import averages facts facts_chains facts_pairs."
LEMMA: Mapping[str, str] = MappingProxyType({"<": "lt", "<=": "le", "=": "eq"})


@dataclass(frozen=True)
class ProvedSign:
    """A polynomial that is > 0, >= 0 or = 0, with its proof in Coq.

    `lemma` is lt, le or eq: which of lt_of, le_of and eq_of of formal/quotients.v uses the proof.
    """

    lemma: str
    polynomial: sp.Expr
    proof: str

    @property
    def sign(self) -> str:
        """The sign of the polynomial."""
        return {"lt": ">", "le": ">=", "eq": "="}[self.lemma]


# what is done with a value: the name of its `rep`, and the two terms of its quotient
Then: TypeAlias = Callable[[str, sp.Expr, sp.Expr], None]


class Proof:
    """The theorem of a statement in plain terms, with its proof and the lemmas that it uses.

    Raises
    ------
    NotExported
        If the proof is of another form.
    """

    def __init__(self, statement: Statement, name: str) -> None:
        self.statement, self.name = statement, name
        self.structure, self.where = structure_of(statement), where_of(statement)
        self.leaves = Leaves(name)
        self.lines: list[str] = []
        self.facts: list[ProvedSign] = []
        self._count = 0
        self.numbers = Exponentials(statement.parameters)
        self._noted: set[sp.Symbol] = set()
        self._files: dict[str, None] = {}  # further files of formal/ that the proof uses

    @property
    def variables(self) -> str:
        """The variables that the theorem is about."""
        return "XYZ" if "Z" in self.statement.variables else "XY"

    def theorem(self) -> str:
        """Return the lemmas, the theorem and its proof."""
        self._check()
        of = self.statement
        least, most = of.size
        size = f"#|A| = {most}%N" if most else f"({least} <= #|A|)%N"
        structure = [part for part in self.structure if not isinstance(part, Alphabet)]
        names = [f"{one}_" for one in of.parameters]
        parameters = f" ({' '.join(names)} : R)" if names else ""
        assumed = [size, *map(as_structure, structure)]
        assumed += [f"0 <= {one}_" for one in of.parameters if one in of.nonnegative]
        assumed += [as_condition(one) for one in self.where]
        required, claimed = (
            list(map(as_condition, of.required)),
            list(map(as_condition, of.claimed)),
        )
        given, shown = " /\\ ".join(required), " /\\ ".join(claimed)
        claim = " ->\n  ".join([*required, shown])
        if of.both_ways:
            claim = f"({given} <-> {shown})"
        intro = ["card", *map(name_of_structure, structure)]
        intro += [f"{one}_0" for one in of.parameters if one in of.nonnegative]
        intro += [f"w{i}" for i in range(len(self.where))]
        self.lines = [f"move=> {' '.join(intro)}."]
        if of.both_ways:
            self.lines.append("split.")
            self._way(of.required, of.claimed, curried=False)
            self._way(of.claimed, of.required, curried=False)
        else:
            self._way(of.required, of.claimed, curried=True)
        statement = " ->\n  ".join([*assumed, claim])
        sets = "ABC"[: len(self.variables)]
        typed = " ".join(
            f"({one} : T -> {its})" for one, its in zip(self.variables, sets, strict=True)
        )
        return "\n".join(
            [
                *self.leaves.text,
                f"Theorem {self.name}_plain (R : realType) (T {' '.join(sets)} : finType)",
                f"    (p : law R T) {typed} (full : forall x, 0 < pr p X x)"
                f"{parameters} :\n  {statement}.",
                "Proof.",
                *self.lines,
                "Qed.",
            ]
        )

    @property
    def imports(self) -> str:
        """The files of formal/ that the proof uses beside those of `HEAD`."""
        several = any(isinstance(part, Independent | Markov) for part in self.structure)
        return self._with_more(FACTS if several or self.secrets != {"X"} else "")

    def _with_more(self, line: str) -> str:
        """Return a line of imports, and one of the further files that the proof uses."""
        more = f"From pmlsym Require Import {' '.join(self._files)}." if self._files else ""
        return "\n".join(filter(None, [line, more]))

    @property
    def secrets(self) -> set[str]:
        """The secrets of the measures."""
        named = (part for term in self.statement.terms for part in walk(term))
        return {part.secret for part in named if isinstance(part, Leakage)} | {"X"}

    def _check(self) -> None:
        of = self.statement
        for condition in (*self.where, *of.required, *of.claimed):
            for term in (condition.left, condition.right):
                for part in walk(term):
                    if isinstance(part, Leakage) and (part.given or part.observed[-1] not in "Yy"):
                        raise NotExported(f"{part}, which is of another outcome than y")

    def _is_uniform(self) -> bool:
        return is_uniform(self.statement.prior)

    def _way(
        self, required: Sequence[Condition], claimed: Sequence[Condition], curried: bool
    ) -> None:
        """Add the proof of one implication."""
        self.lines.append("{")
        names = [f"h{i}" for i in range(len(required))]
        if names:
            if curried:
                pattern = " ".join(names)
            else:
                pattern = names[-1]
                for one in reversed(names[:-1]):
                    pattern = f"[{one} {pattern}]"
            self.lines.append(f"move=> {pattern}.")
        known = list(zip(names, required, strict=True))
        for place, condition in enumerate(claimed):
            last = place == len(claimed) - 1
            if not last:
                self.lines.append("split.")
            self.lines.append("{")
            self._one(known, condition)
            self.lines.append("}")
        self.lines.append("}")

    def _one(self, known: Sequence[tuple[str, Condition]], claimed: Condition) -> None:
        """Add the proof of one condition."""
        self._noted, self.facts = set(), []
        wanted = outcome_by_outcome(claimed)
        at = bool(wanted.outcomes)
        if at and not claimed.outcomes:  # an upper bound on the worst outcome
            self.lines.append(f"apply: worst_{LEMMA[ordered(claimed)[1]]}.")
        if at:
            self.lines.append("move=> s s0; have y0 := pr_gt0 Y s0.")
        self._prior_facts()
        if at:
            self._outcome_facts()
        self._parameter_facts()
        for i, limit in enumerate(self.where):
            self._assume_all(limit, f"w{i}", at)
        for name, condition in known:
            self._assume_all(condition, name, at)
        self._conclude(wanted)

    def _assume_all(self, condition: Condition, name: str, at: bool) -> None:
        """Assume a condition at the outcome, if it says something there."""
        here = outcome_by_outcome(condition)
        if here.outcomes and not at:
            return
        proof = name
        if here.outcomes:
            if condition.outcomes:
                proof = f"({name} s s0)"
            else:
                proof = f"(at_most_{LEMMA[ordered(condition)[1]]} {name} s0)"
        self._assume(here, proof)

    def _note(self, lemma: str, polynomial: sp.Expr, proof: str) -> None:
        self.facts.append(ProvedSign(lemma, sp.expand(polynomial), proof))

    def _fresh(self, hint: str) -> str:
        self._count += 1
        return f"{hint}{self._count}"

    def _prior_facts(self) -> None:
        least, most = self.statement.size
        k = most or least
        card = "(eq_leq (esym card))" if most else "card"
        self._note("lt", PMIN, "(pmin_gt0 full)")
        uniform = self._is_uniform()
        if uniform and most:
            self._note("eq", 1 - k * PMIN, "(pmin_uniform full card unif)")
        else:
            self._note("le", 1 - k * PMIN, f"(pmin_card full (k := {k}) {card})")
        named = {
            part.name
            for term in (*self.statement.terms, *(one.left for one in self.where))
            for part in walk(term)
            if isinstance(part, OfPrior)
        }
        if named & {"n", "pmax"}:
            if most:
                self._note("eq", most - SIZE, "(size_is R X card)")
            self._note("le", SIZE - k, f"(size_ge R X (k := {k}) {card})")
            self._note("le", 1 - SIZE * PMIN, "(size_pmin p X)")
            if uniform:
                equal = "pmin_uniform full (erefl _) unif : size R X * pmin p X = 1"
                self._note("eq", 1 - SIZE * PMIN, f"({equal})")
        if "pmax" in named:
            self._note("le", SIZE * PMAX - 1, "(size_pmax p X)")
            self._note("le", 1 - (SIZE - 1) * PMIN - PMAX, "(pmax_others p X)")
            self._note("le", (SIZE - 1) * PMAX - 1 + PMIN, "(pmin_others p X)")
            if uniform:
                equal = "pmax_uniform (erefl _) unif : size R X * pmax p X = 1"
                self._note("eq", 1 - SIZE * PMAX, f"({equal})")
            if uniform and most:
                self._note("eq", 1 - k * PMAX, "(pmax_uniform card unif)")

    def _parameter_facts(self) -> None:
        for one in self.statement.parameters:
            if one in self.statement.nonnegative:
                self._note("le", self.numbers.parameters[one], f"{one}_0")

    def _outcome_facts(self) -> None:
        self._note("le", MOST - 1, "(hi_ge1 full y0)")
        self._note("le", LEAST, "(lo_ge0 p X Y (Y s))")
        self._note("le", 1 - LEAST, "(lo_le1 p X Y (Y s))")
        self._note("le", 1 - LEAST - PMIN * (MOST - LEAST), "(extreme_hi full y0)")
        self._note("le", MOST - 1 - PMIN * (MOST - LEAST), "(extreme_lo full y0)")
        for secret in self.secrets - {"X"}:
            most, least = self._lifts(secret)
            self._note("le", most - 1, f"(most_lift_ge1 {secret} y0)")
            self._note("le", least, f"(lo_ge0 p {secret} Y (Y s))")
            self._note("le", 1 - least, f"(lo_le1 p {secret} Y (Y s))")
        for part in self.structure:
            if not isinstance(part, Markov):
                continue
            chain = name_of_structure(part)
            first, middle, last = part.chain
            if first == "Y":
                first, last, chain = last, first, f"(markov_sym {chain})"
            if last == "Y":
                (most, least), (most_of, least_of) = map(self._lifts, (first, middle))
                self._note("le", most_of - most, f"(chain_hi {chain} y0)")
                self._note("le", least - least_of, f"(chain_lo {chain} y0)")
        if Independent(("X", "Y")) in self.structure:
            self._note("eq", 1 - MOST, "(independent_hi apart y0)")
            self._note("eq", 1 - LEAST, "(independent_lo apart y0)")
        if self._is_uniform() and self.statement.size[1] == 2:
            self._note("eq", 2 - LEAST - MOST, "(two_uniform full y0 card unif)")

    def _note_exponentials(self) -> None:
        """Note that exponentials are positive, and at least 1 where the parameter is at least 0."""
        for name, symbol in self.numbers.exp.items():
            if symbol not in self._noted:
                self._noted.add(symbol)
                self._note("lt", symbol, f"(expR_gt0 {name}_)")
                if name in self.statement.nonnegative:
                    self._note("le", symbol - 1, f"(expR_ge1 {name}_0)")
        for name, symbol in self.numbers.inverse.items():
            if symbol not in self._noted:
                self._noted.add(symbol)
                self._note("lt", symbol, f"(expRV_gt0 {name}_)")
                self._note("eq", 1 - self.numbers.exp[name] * symbol, f"(expRVK {name}_)")

    # --- what follows from the facts --------------------------------------------------------------

    def _contradiction(self, against: ProvedSign) -> str | None:
        """Return a tactic for False from the facts and one more; None without a certificate."""
        facts = [*self.facts, against]
        atoms = sorted(
            {symbol for fact in facts for symbol in fact.polynomial.free_symbols}, key=str
        )
        found = self.leaves.refute([(fact.sign, fact.polynomial) for fact in facts], atoms)
        if found is None:
            return None
        name, used = found
        uses = []
        for place, scale in used:
            fact = facts[place]
            k = scale - 1 if fact.lemma == "lt" else scale
            uses.append(f"apply: ({fact.lemma}_of (k := {k}%N) {fact.proof}); expring")
        values = " ".join(f"({self.numbers.atoms[atom]})" for atom in atoms)
        return f"apply: (@{name} R {values}); [{' | '.join(uses)}]."

    def _proves(self, strict: bool, polynomial: sp.Expr) -> str | None:
        """Return a tactic for 0 < polynomial, or 0 <= polynomial; None without a certificate."""
        name = self._fresh("neg")
        against = ProvedSign("le" if strict else "lt", sp.expand(-polynomial), name)
        found = self._contradiction(against)
        return found and f"rewrite {'ltNge' if strict else 'leNgt'}; apply/negP => {name}; {found}"

    def _have(self, strict: bool, polynomial: sp.Expr, text: str | None = None) -> str | None:
        """Add a proof that a polynomial is positive, or at least 0; return its name."""
        tactic = self._proves(strict, polynomial)
        if tactic is None:
            return None
        name = self._fresh("side")
        sign = "<" if strict else "<="
        shown = text or self.numbers.shown(polynomial)
        self.lines += [f"have {name} : 0 {sign} ({shown} : R).", tactic]
        return name

    # --- values as quotients, with cases for maxima -----------------------------------------------

    def _quotient(self, term: Term, then: Then, defined: str | None = None) -> None:
        """Go on with the quotient of e^term, in each case.

        `defined` proves that the term has a value, where that is known.
        """
        if isinstance(term, Leakage | Overall | MeanOverOutcomes):
            self._leakage(term, then)
        elif as_real(term):
            self._of_real(term, then)
        elif isinstance(term, Negative):
            self._turned(term.term, then, defined)
        elif isinstance(term, Function) and term.name == "log":
            self._logarithm(term, then, defined)
        elif isinstance(term, Function) and term.name in ("max", "min"):
            self._extreme(term, then, defined)
        elif isinstance(term, Operation) and is_logarithmic(term) and term.sign in "+-":
            self._total(term, then, defined)
        elif isinstance(term, Operation) and is_logarithmic(term) and term.sign == "*":
            self._multiple(term, then, defined)
        else:
            raise NotExported(f"the level {term}")

    def _leakage(self, term: Leakage | Overall | MeanOverOutcomes, then: Then) -> None:
        if not isinstance(term, Leakage) or term.observed != ("y",):
            raise NotExported(f"{term}, which is not of the outcome y, in a larger term")
        name, most, least = self._fresh("rep"), *self._lifts(term.secret)
        facts = {
            "pmc": f"rep_pmc p {term.secret} Y (Y s)",
            "pml": "rep_pml full y0" if term.secret == "X" else f"rep_pml_any {term.secret} y0",
            "ldp": "rep_ldp full y0" if term.secret == "X" else f"rep_ldp_any {term.secret} y0",
        }[term.kind]
        self.lines.append(f"have {name} := {facts}.")
        then(name, *{"pml": (most, _ONE), "pmc": (_ONE, least), "ldp": (most, least)}[term.kind])

    def _lifts(self, secret: str) -> tuple[sp.Symbol, sp.Symbol]:
        """Return the largest and the smallest lift of a secret at the outcome."""
        if secret == "X":
            return MOST, LEAST
        most, least = sp.symbols(f"hi_{secret} lo_{secret}")
        self.numbers.atoms[most] = f"maxlift p {secret} Y (Y s)"
        self.numbers.atoms[least] = f"minlift p {secret} Y (Y s)"
        return most, least

    def _of_real(self, term: Term, then: Then) -> None:
        name = self._fresh("rep")
        power = self.numbers.exponential(term)
        self._note_exponentials()
        self.lines.append(
            f"have {name} : @rep R (Fin {as_real(term)}) {self.numbers.shown(power)} 1 "
            "by apply: (rep_eq (rep_fin _)); expring."
        )
        then(name, power, sp.S.One)

    def _turned(self, term: Term, then: Then, defined: str | None) -> None:
        name = self._fresh("rep")

        def turned(found: str, top: sp.Expr, bottom: sp.Expr) -> None:
            self.lines.append(f"have {name} := rep_opp {found}.")
            then(name, bottom, top)

        self._quotient(term, turned, defined)

    def _logarithm(self, term: Function, then: Then, defined: str | None) -> None:
        inside, name = term.arguments[0], self._fresh("rep")
        plain = as_real(inside)
        if plain:
            top, bottom = self.numbers.polynomial(inside), sp.S.One
            self._note_exponentials()
            side = self._have(False, top, plain)
            if side is None and defined:
                side = self._fresh("side")
                self.lines.append(f"have {side} : 0 <= {plain} by apply: def_log; {defined}.")
                self._note("le", top, side)
            lemma = f"rep_log {side}"
        elif isinstance(inside, Operation) and inside.sign == "/":
            left, right = as_real(inside.left), as_real(inside.right)
            if not left or not right:
                self._logarithm_of_number(inside, then)
                return
            top, bottom = map(self.numbers.polynomial, (inside.left, inside.right))
            self._note_exponentials()
            side, below = self._have(False, top, left), self._have(True, bottom, right)
            lemma = f"rep_logdiv {side} {below}"
            side = below and side
        else:
            self._logarithm_of_number(inside, then)
            return
        if side is None:
            raise NotExported(f"the sign of {inside}")
        self.lines.append(
            f"have {name} : @rep R {as_value(term)} {self.numbers.shown(top)} "
            f"{self.numbers.shown(bottom)} by apply: (rep_eq ({lemma})); expring."
        )
        then(name, top, bottom)

    def _extreme(self, term: Function, then: Then, defined: str | None) -> None:
        if len(term.arguments) > 2:
            *some, last = term.arguments
            term = Function(term.name, (Function(term.name, tuple(some)), last))
        one, other = term.arguments

        def with_one(first: str, a: sp.Expr, b: sp.Expr) -> None:
            def with_other(second: str, c: sp.Expr, d: sp.Expr) -> None:
                name, case = self._fresh("rep"), self._fresh("case")
                self.lines.append(
                    f"have := rep_{term.name} {first} {second}; case: leP => {case} {name}."
                )
                chosen = [(c, d), (a, b)] if term.name == "max" else [(a, b), (c, d)]
                gaps = ("le", c * b - a * d), ("lt", a * d - c * b)
                kept = list(self.facts), set(self._noted)
                for (top, bottom), (lemma, gap) in zip(chosen, gaps, strict=True):
                    self.facts, self._noted = list(kept[0]), set(kept[1])
                    self._note(lemma, gap, case)
                    self.lines.append("{")
                    then(name, top, bottom)
                    self.lines.append("}")
                self.facts, self._noted = list(kept[0]), set(kept[1])

            self._quotient(other, with_other, defined)

        self._quotient(one, with_one, defined)

    def _total(self, term: Operation, then: Then, defined: str | None) -> None:
        def with_left(first: str, a: sp.Expr, b: sp.Expr) -> None:
            def with_right(second: str, c: sp.Expr, d: sp.Expr) -> None:
                if term.sign == "-":
                    turned = self._fresh("rep")
                    self.lines.append(f"have {turned} := rep_opp {second}.")
                    second, c, d = turned, d, c
                for lemma, (top, bottom) in (("rep_add", (c, d)), ("rep_addl", (a, b))):
                    above = self._have(True, top)
                    below = above and self._have(True, bottom)
                    if below:
                        name = self._fresh("rep")
                        self.lines.append(
                            f"have {name} := {lemma} {first} {second} {above} {below}."
                        )
                        then(name, sp.expand(a * c), sp.expand(b * d))
                        return
                sides = self._have(True, a), self._have(True, c)
                if not all(sides):
                    raise NotExported(f"infinity minus infinity in {term}")
                name = self._fresh("rep")
                signs = " ".join(map(str, sides))
                self.lines.append(f"have {name} := rep_sum {first} {second} {signs}.")
                then(name, sp.expand(a * c), sp.expand(b * d))

            self._quotient(term.right, with_right, defined)

        self._quotient(term.left, with_left, defined)

    def _multiple(self, term: Operation, then: Then, defined: str | None) -> None:
        by = term.left
        if not isinstance(by, Number) or by.value.denominator != 1 or by.value <= 0:
            raise NotExported(f"the factor {by} in {term}")
        k, name = int(by.value), self._fresh("rep")

        def scaled(found: str, top: sp.Expr, bottom: sp.Expr) -> None:
            self.lines.append(f"have {name} := rep_scale {k - 1} {found}.")
            then(name, sp.expand(top**k), sp.expand(bottom**k))

        self._quotient(term.right, scaled, defined)

    # --- terms that are no levels, as quotients of reals ---------------------------------------

    def _number(self, term: Term, then: Then) -> None:
        """Go on with a term as a quotient of reals, of which the divisor is positive."""
        self._files["facts_numbers"] = None
        plain = as_real(term)
        if plain:
            name, top = self._fresh("num"), self.numbers.polynomial(term)
            self._note_exponentials()
            self.lines.append(
                f"have {name} : @ratio R (Fin {plain}) {self.numbers.shown(top)} 1 "
                "by apply: (ratio_eq (ratio_fin _)); expring."
            )
            then(name, top, _ONE)
        elif isinstance(term, Function) and term.name == "exp":
            self._number_of_level(term.arguments[0], then)
        elif isinstance(term, Negative):

            def turned(found: str, top: sp.Expr, bottom: sp.Expr) -> None:
                name = self._fresh("num")
                self.lines.append(f"have {name} := ratio_opp {found}.")
                then(name, -top, bottom)

            self._number(term.term, turned)
        elif isinstance(term, Operation) and term.sign in "+-*/":
            self._combined(term, then)
        else:
            raise NotExported(f"the number {term}")

    def _number_of_level(self, level: Term, then: Then) -> None:
        """Go on with the exponential of a level, which has to be finite."""

        def raised(found: str, top: sp.Expr, bottom: sp.Expr) -> None:
            if isinstance(level, Operation):  # its terms are products and powers
                stated, found = found, self._fresh("rep")
                self.lines.append(
                    f"have {found} : @rep R {as_value(level)} {self.numbers.shown(top)} "
                    f"{self.numbers.shown(bottom)} by apply: (rep_eq {stated}); expring."
                )
            below, name = self._have(True, bottom), self._fresh("num")
            if below is None:
                raise NotExported(f"exp({level}), which may be infinite")
            self.lines.append(f"have {name} := ratio_exp {found} {below}.")
            then(name, top, bottom)

        self._quotient(level, raised)

    def _combined(self, term: Operation, then: Then) -> None:
        """Go on with a sum, difference, product or quotient of two numbers."""

        def with_left(first: str, a: sp.Expr, b: sp.Expr) -> None:
            def with_right(second: str, c: sp.Expr, d: sp.Expr) -> None:
                lemma = {"*": "ratio_mul", "/": "ratio_div"}.get(term.sign, "ratio_add")
                if term.sign == "-":
                    second, c = f"(ratio_opp {second})", -c
                top, bottom = a * d + c * b, b * d
                if term.sign == "*":
                    top, bottom = a * c, b * d
                elif term.sign == "/":
                    above = self._have(True, c)
                    if above is None:
                        raise NotExported(f"the sign of {term.right}")
                    second, top, bottom = f"{second} {above}", a * d, b * c
                name = self._fresh("num")
                top, bottom = sp.expand(top), sp.expand(bottom)
                self.lines.append(
                    f"have {name} : @ratio R {as_value(term)} {self.numbers.shown(top)} "
                    f"{self.numbers.shown(bottom)} "
                    f"by apply: (ratio_eq ({lemma} {first} {second})); expring."
                )
                then(name, top, bottom)

            self._number(term.right, with_right)

        self._number(term.left, with_left)

    def _logarithm_of_number(self, inside: Term, then: Then) -> None:
        """Go on with the logarithm of a number that is no single quotient."""

        def found(number: str, top: sp.Expr, bottom: sp.Expr) -> None:
            side, name = self._have(False, top), self._fresh("rep")
            if side is None:
                raise NotExported(f"the sign of {inside}")
            self.lines.append(f"have {name} := rep_log_ratio {number} {side}.")
            then(name, top, bottom)

        self._number(inside, found)

    def _compared(self, left: Term, right: Term) -> str:
        """Return how two terms are compared: as numbers (ratio), or by exponentials (rep)."""
        numbers = self._is_number(left) and self._is_number(right)
        return "ratio" if numbers and not (as_real(left) and as_real(right)) else "rep"

    def _is_number(self, term: Term) -> bool:
        """Return whether a term is combined of reals and exponentials."""
        if as_real(term) or (isinstance(term, Function) and term.name == "exp"):
            return True
        if isinstance(term, Negative | MeanOverOutcomes):
            return self._is_number(term.term)
        if not isinstance(term, Operation):
            return False
        return self._is_number(term.left) and self._is_number(term.right)

    # --- conditions -------------------------------------------------------------------------------

    def _assume(self, condition: Condition, proof: str) -> None:
        """Note what a condition says; `proof` is a term of Coq."""
        left, sign, right = ordered(condition)
        if sign == "=" and not (as_real(left) and as_real(right)):
            for one, other, half in ((left, right, "veq_vle"), (right, left, "veq_vge")):
                self._assume(Condition(one, "<=", other), f"({half} {proof})")
        elif as_real(left) and as_real(right):
            self._assume_real(left, sign, right, proof)
        else:
            self._assume_values(left, sign, right, proof)

    def _assume_real(self, left: Term, sign: str, right: Term, proof: str) -> None:
        plain = f"{as_real(left)} {sign} {as_real(right)}"
        name = self._fresh("real")
        how = f"apply/eqP; exact: {proof}" if sign == "=" else f"exact: {proof}"
        self.lines.append(f"have {name} : {plain} by {how}.")
        gap = self.numbers.polynomial(right) - self.numbers.polynomial(left)
        self._note_exponentials()
        self._note(LEMMA[sign], gap, name)
        try:  # the exponentials of parameters compare likewise
            low, high = self.numbers.exponential(left), self.numbers.exponential(right)
        except NotExported:
            return
        self._note_exponentials()
        if sign == "=":
            return
        lemma = "ler_expR" if sign == "<=" else "ltr_expR"
        raised = self._fresh("mono")
        self.lines.append(
            f"have {raised} : expR {as_real(left)} {sign} expR {as_real(right)} by rewrite {lemma}."
        )
        self._note(LEMMA[sign], high - low, raised)

    def _assume_values(self, left: Term, sign: str, right: Term, proof: str) -> None:
        defined = [f"exact: ({half} (vle_def {proof}))" for half in ("proj1", "proj2")]
        cases = 0

        def with_left(first: str, a: sp.Expr, b: sp.Expr) -> None:
            def with_right(second: str, c: sp.Expr, d: sp.Expr) -> None:
                nonlocal cases
                cases += 1
                if cases > 1:
                    raise NotExported("a maximum in a hypothesis")
                name = self._fresh("hyp")
                compared = f"{kind}_{LEMMA[sign]} {first} {second}"
                self.lines.append(f"have {name} := {proof}; rewrite ({compared}) in {name}.")
                self._note(LEMMA[sign], c * b - a * d, name)

            if kind == "ratio":
                self._number(right, with_right)
                return
            self._quotient(right, with_right, defined[1] if sign == "<=" else None)

        kind = self._compared(left, right)
        if kind == "ratio":
            self._number(left, with_left)
            return
        self._quotient(left, with_left, defined[0] if sign == "<=" else None)

    def _conclude(self, condition: Condition) -> None:
        left, sign, right = ordered(condition)
        if sign == "=":
            self.lines.append("rewrite veq_le; apply/andP; split.")
            pairs, sign = [(left, right), (right, left)], "<="
        else:
            pairs = [(left, right)]
        for one, other in pairs:
            kept = list(self.facts), set(self._noted)
            self.lines.append("{")
            if as_real(one) and as_real(other):
                self._conclude_real(one, sign, other)
            else:
                self._conclude_values(one, sign, other)
            self.lines.append("}")
            self.facts, self._noted = kept

    def _conclude_real(self, left: Term, sign: str, right: Term) -> None:
        gap = self.numbers.polynomial(right) - self.numbers.polynomial(left)
        self._note_exponentials()
        self.lines.append(f"change (is_true ({as_real(left)} {sign} {as_real(right)})).")
        self._against(gap, sign)

    def _conclude_values(self, left: Term, sign: str, right: Term) -> None:
        def with_left(first: str, a: sp.Expr, b: sp.Expr) -> None:
            def with_right(second: str, c: sp.Expr, d: sp.Expr) -> None:
                self.lines.append(f"rewrite ({kind}_{LEMMA[sign]} {first} {second}).")
                self._against(c * b - a * d, sign)

            go_on(right, with_right)

        kind = self._compared(left, right)
        go_on = self._number if kind == "ratio" else self._quotient
        go_on(left, with_left)

    def _against(self, gap: sp.Expr, sign: str) -> None:
        """Add the proof of an inequality between reals, by the contradiction of its opposite."""
        tactic = self._proves(sign == "<", gap)
        if tactic is None:
            raise NotExported("an inequality without a certificate")
        self.lines.append(tactic)
