"""From sentences to a question about polynomials, and from a certificate to an answer.

A problem collects facts and asks whether a relation follows. Each question becomes a system of
polynomial conditions over the rationals, in the format that `pmlsym.proof.checker` re-checks: the
facts and the negated relation. The answer is yes when somebody, whoever it is, hands over a
certificate that this system has no solution and the checker accepts it; everything else is "not
known". Nobody is believed: not the solver that found it, not the store that kept it.

What is used of functions that are not arithmetic: exp is positive and lies above, at or below 1
as its exponent lies above, at or below 0; exp(log t) = t; |t| is t or -t and not negative; a
maximum is one of its arguments and at least each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd
from typing import Any, Literal, TypeAlias

from pmlsym.proof import checker
from pmlsym.proof.kernel.normal import Atoms, Quotient
from pmlsym.proof.kernel.polynomials import (
    UNIT,
    Key,
    Polynomial,
    Rational,
    atoms_of,
    raised,
    times,
)
from pmlsym.proof.kernel.terms import (
    MOST_POWER,
    NotProved,
    Sentence,
    Term,
    difference,
    fill,
    free,
    leaves,
    means,
    needs,
    on_support,
)

Atom: TypeAlias = tuple[Literal[">", ">=", "="], Polynomial]  # compared with 0
Cases: TypeAlias = list[list[Atom]]  # one case holds; in it, all atoms
Document: TypeAlias = dict[str, Any]
# Given the variables and hypotheses of a document: a proof for it, or None.
Oracle: TypeAlias = Callable[[Document], Any]
Answer: TypeAlias = Literal["refuted", "two solvers", "open"]

AGREED = "two solvers"  # what an oracle answers when solvers agree and there is no certificate

_REFUTED: set[str] = set()  # the texts of questions whose certificates the checker accepted
_MOST_REMEMBERED = 50_000
_MOST_DEGREE = 40  # of what is asked
_MOST_ROWS = 500  # of one polynomial in it

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


@dataclass(frozen=True)
class Question:
    """A system of polynomial conditions that was to be refuted, and whether it was."""

    text: str  # the document without its proof, as canonical JSON
    answer: Answer

    @property
    def document(self) -> Document:
        """The variables and the hypotheses."""
        found: Document = json.loads(self.text)
        return found


def canonical(document: Document) -> str:
    """Return the text of a document's variables and hypotheses."""
    asked = {"variables": document["variables"], "hypotheses": document["hypotheses"]}
    return json.dumps(asked, separators=(",", ":"))


@dataclass
class Court:
    """Asks the oracle, and lets the checker judge.

    Parameters
    ----------
    oracle : proposes proofs.
    questions : every question put since the list was emptied, in order.
    """

    oracle: Oracle
    questions: list[Question] = field(default_factory=list)

    def refuted(self, variables: list[str], hypotheses: list[Any]) -> bool:
        """Whether the conditions have no solution, by a certificate or by what solvers agree on."""
        document = {"variables": variables, "hypotheses": hypotheses}
        text = canonical(document)
        answer = self._judged(text, document)
        self.questions.append(Question(text, answer))
        return answer != "open"

    def _judged(self, text: str, document: Document) -> Answer:
        if text in _REFUTED:
            return "refuted"
        proposed = self.oracle(document)
        if proposed is None:
            return "open"
        if type(proposed) is str and proposed == AGREED:
            return "two solvers"
        try:
            # the question is taken from its text: the oracle may have changed the document
            checker.check_text(f'{text[:-1]},"proof":{json.dumps(proposed)}}}')
        except (checker.Rejected, TypeError, ValueError, RecursionError):
            return "open"
        if len(_REFUTED) > _MOST_REMEMBERED:
            _REFUTED.clear()
        _REFUTED.add(text)
        return "refuted"


def relation_atoms(sign: str, polynomial: Polynomial) -> Cases:
    """Return a comparison of a polynomial with 0 as the cases of a document."""
    minus = {m: -c for m, c in polynomial.items()}
    table: dict[str, Cases] = {
        ">": [[(">", polynomial)]],
        ">=": [[(">=", polynomial)]],
        "<": [[(">", minus)]],
        "<=": [[(">=", minus)]],
        "=": [[("=", polynomial)]],
        "!=": [[(">", polynomial)], [(">", minus)]],
    }
    return table[sign]


class Problem:
    """Facts about real numbers, and what follows from them."""

    def __init__(self, court: Court) -> None:
        self.atoms = Atoms()
        self._court = court
        self._known: list[Cases] = []
        self._waiting: list[tuple[str, Quotient]] = []
        self._signs: dict[Key, int] = {}
        self._introduced = 0
        self._placed: set[int] = set()
        self._finite: dict[Term, list[tuple[Key, list[Term]]]] = {}
        self._facts: dict[Sentence, None] = {}
        self._valued: set[Key] = set()

    # --- what is known ---------------------------------------------------------------------------

    def assume(self, sentences: Iterable[Sentence]) -> None:
        """Add facts: relations, and sentences that something has a value or is finite."""
        relations: list[Sentence] = []
        for sentence in sentences:
            if sentence in self._facts:
                continue
            self._facts[sentence] = None
            match sentence:
                case ("finite", mean):
                    self._grant(mean, needs(mean[2]))
                case ("defined", term):
                    relations += [need for need in needs(term) if need[0] != "mean"]
                    for mean in means(term):
                        self._grant(mean, [])
                case _:
                    relations.append(sentence)
                    for mean in means(sentence):
                        self._grant(mean, [])
            if sentence[0] != "finite":
                self._valued |= {self._need(need) for need in needs(sentence) if need[0] != "mean"}
        for relation in relations:
            self._waiting.append((relation[0], self._difference(relation)))
        self._settle()

    def _difference(self, relation: Sentence) -> Quotient:
        return self.atoms.quotient(difference(relation[1], relation[2]))

    def _need(self, need: Term) -> Key:
        return (need[0], self._difference(need).key)

    def _grant(self, mean: Term, unsettled: list[Term]) -> None:
        """Note that a mean is finite; `unsettled` is what its body needs for a value."""
        body = self.atoms.quotient(mean[2])
        known = self._finite.setdefault(mean[1], [(Quotient(UNIT).key, [])])
        known.append((body.key, unsettled))
        parts = self.atoms.spread(body)
        if len(parts) == 1 and self._never_zero(parts[0][0]):
            known.append((parts[0][1].key, unsettled))

    def _never_zero(self, quotient: Quotient) -> bool:
        """Whether this is plainly a rational number, not 0, times exponentials."""
        return len(quotient.top) == 1 and all(
            self.atoms.is_exponential(atom) for atom, _ in next(iter(quotient.top))
        )

    def _settle(self) -> None:
        """Turn waiting facts into polynomials: first those with divisors of known sign."""
        while True:
            later = [item for item in self._waiting if not self._add(*item, surely=True)]
            progress = len(later) < len(self._waiting)
            self._waiting = later
            if not (self._introduce() or (progress and later)):
                break
        self._place_exponentials()
        for sign, quotient in self._waiting:
            self._add(sign, quotient, surely=False)
        self._waiting = []

    def _add(self, sign: str, quotient: Quotient, surely: bool) -> bool:
        found = self._polynomial(sign, quotient, surely)
        if found is None:
            return False
        cases = relation_atoms(*found)
        if cases not in self._known:
            self._known.append(cases)
        return True

    def _introduce(self) -> bool:
        """Add what is known of atoms that appeared; say whether there were any such facts.

        An atom may stand for a term that has no value. So what is added has to be true for some
        real number in its place whatever the others are: where a divisor is 0 it says 0 = 0.
        """
        before = len(self._known)
        while self._introduced < len(self.atoms.kinds):
            atom = self._introduced
            self._introduced += 1
            kind = self.atoms.kinds[atom]
            if self.atoms.is_loose(atom):
                continue
            here = Quotient({((atom, 1),): 1})
            if kind[0] == "abs":
                argument = _quotient(kind[1])
                self._known.append([[(">=", here.top)]])
                self._one_of(here, [argument, argument.scaled(-1)])
            elif kind[0] == "max":
                arguments = [_quotient(argument) for argument in kind[1:]]
                self._known += [[[(">=", _cleared(here + a.scaled(-1)))]] for a in arguments]
                self._one_of(here, arguments)
            elif kind[0] == "exp":
                self._exp_of_log(atom, here)
        return len(self._known) > before

    def _one_of(self, value: Quotient, arguments: Sequence[Quotient]) -> None:
        """Note that an atom is one of its arguments, multiplied by the divisors of these."""
        self._known.append([[("=", _cleared(value + a.scaled(-1)))] for a in arguments])

    def _exp_of_log(self, atom: int, here: Quotient) -> None:
        """exp(log t) = t where t > 0, for exponents that are not whole numbers."""
        _, monomial, divisors = self.atoms.kinds[atom]
        if divisors or len(monomial) != 1 or monomial[0][1] != 1:
            return
        inside = self.atoms.kinds[monomial[0][0]]
        if inside[0] == "log":
            t = _quotient(inside[1])
            not_positive = {m: -c for m, c in _cleared(t).items()}
            equal = _cleared(here + t.scaled(-1))
            self._known.append([[("=", equal)], [(">=", not_positive)]])

    def _place_exponentials(self) -> None:
        """Compare each exponential with 1, where the sign of its exponent follows."""
        for atom in range(len(self.atoms.kinds)):
            if not self.atoms.is_exponential(atom) or atom in self._placed:
                continue
            if self.atoms.is_loose(atom):
                continue
            above_one: Polynomial = {((atom, 1),): 1, (): -1}
            for sign in (">", "<", ">="):
                if self._follows(sign, self.atoms.exponent(atom)):
                    self._known.append(relation_atoms(sign, above_one))
                    self._placed.add(atom)
                    break

    # --- what follows ----------------------------------------------------------------------------

    def require(self, relation: Sentence) -> None:
        """Raise NotProved unless the relation follows: both sides have a value, and compare so."""
        self.require_value(relation)
        self._learn([relation])
        if relation not in self._facts and not self._follows(
            relation[0], self._difference(relation)
        ):
            raise NotProved("it does not follow", relation)

    def require_sentence(self, sentence: Sentence) -> None:
        """Raise NotProved unless a relation, or that something is finite or defined, follows."""
        if sentence in self._facts:
            return
        match sentence:
            case ("finite", mean):
                self._require_finite(mean)
            case ("defined", term):
                self.require_value(term)
            case _:
                self.require(sentence)

    def require_value(self, item: Term) -> None:
        """Raise NotProved unless a term, or both sides of a relation, have a value."""
        for need in needs(item):
            if need[0] != "mean":
                if self._need(need) in self._valued:
                    continue
                self._learn([need])
                if not self._follows(need[0], self._difference(need)):
                    raise NotProved("it does not follow", need)
            elif not any(need in means(fact) for fact in self._facts if fact[0] != "finite"):
                self._require_finite(need)
                self._require_on_support(need[1], needs(need[2]))

    def _require_on_support(self, law: Term, wanted: Sequence[Term]) -> None:
        """Raise NotProved unless needs of a mean's body follow at every point of the support."""
        if not wanted:
            return
        if any(need[0] == "mean" for need in wanted):
            raise NotProved("a mean within a mean may have no value", wanted[0])
        taken = {name for sentence in (*self._facts, *wanted, *law[3]) for name in free(sentence)}
        fresh = [_unused(hint, taken) for hint in law[2]]
        inside = Problem(self._court)
        inside.assume(self._facts)
        inside.assume(on_support(law, fresh))
        for need in wanted:
            inside.require(fill(need, fresh))

    def _require_finite(self, mean: Term) -> None:
        """Raise NotProved unless each term of the body is known to be integrable."""
        known = self._finite.get(mean[1], [])
        body = self.atoms.quotient(mean[2])
        parts = [random.key for _, random in self.atoms.spread(body)] or [Quotient(UNIT).key]
        for wanted in ([body.key], parts):
            if all(self._integrable(mean[1], part, known) for part in wanted):
                return
        raise NotProved("it does not follow that it is finite", mean)

    def _integrable(self, law: Term, part: Key, known: list[tuple[Key, list[Term]]]) -> bool:
        """Whether a part of a body is known to be integrable, up to factors that are bounded."""
        for wanted in (part, self._unbounded(law, part)):
            for found, unsettled in known:
                if found == wanted:
                    try:
                        self._require_on_support(law, unsettled)
                    except NotProved:
                        continue
                    return True
        return False

    def _unbounded(self, law: Term, part: Key) -> Key:
        """Leave out the variables that the support keeps in an interval."""
        low, high = set(), set()
        for sign, left, right in law[3]:
            for side, term, other in ((sign, left, right), (_FLIPPED[sign], right, left)):
                if term[0] == "bound" and not any(leaf[0] == "bound" for leaf, _ in leaves(other)):
                    low |= {term} if side in (">", ">=", "=") else set()
                    high |= {term} if side in ("<", "<=", "=") else set()
        top, divisors = part
        if len(top) != 1:
            return part
        monomial = tuple((a, p) for a, p in top[0][0] if self.atoms.kinds[a] not in low & high)
        return (((monomial, top[0][1]),), divisors)

    def _learn(self, relations: Iterable[Sentence]) -> None:
        """Meet the atoms of relations, so that what is known of these can be used."""
        for relation in relations:
            self._difference(relation)
        self._settle()

    def _follows(self, sign: str, quotient: Quotient) -> bool:
        found = self._polynomial(sign, quotient, surely=False)
        if found is None:
            return False
        sign, polynomial = found
        if set(polynomial) <= {()}:
            return _compares(polynomial.get((), 0), sign)
        if relation_atoms(sign, polynomial) in self._known:
            return True
        written = self._written(relation_atoms(_NEGATED[sign], polynomial))
        return written is not None and self._court.refuted(*written)

    def _polynomial(
        self, sign: str, quotient: Quotient, surely: bool
    ) -> tuple[str, Polynomial] | None:
        """Multiply by the divisors: the sign may turn. None if `surely` and a sign is unknown.

        A divisor of unknown sign is multiplied by twice, which keeps every comparison.
        """
        top = quotient.top
        for divisor, power in quotient.divisors.items():
            if power % 2 == 0 or sign in ("=", "!="):
                continue
            side = self._sign_of(divisor)
            if side == 0 and surely:
                return None
            if side == 0:
                top = times(top, dict(divisor))
            elif side < 0:
                sign = _FLIPPED[sign]
        if not top:
            return sign, {}
        content, _, top = self.atoms.primitive(top)
        return (sign if content > 0 else _FLIPPED[sign]), top

    def _sign_of(self, divisor: Key) -> int:
        if divisor not in self._signs:
            for side, sign in ((1, ">"), (-1, "<")):
                if self._follows(sign, Quotient(dict(divisor))):
                    self._signs[divisor] = side
                    break
            else:
                return 0
        return self._signs[divisor]

    # --- writing it down -------------------------------------------------------------------------

    def _written(self, negation: Cases) -> tuple[list[str], list[Any]] | None:
        """Write the facts that share atoms with the negated relation, and it, as a document.

        Facts of a very high degree are left out, and what is asked is not asked then.
        """
        chosen = self._relevant(negation)
        chosen.append(negation)
        polynomials = [p for cases in chosen for case in cases for _, p in case]
        units = self._units(polynomials)
        names: dict[int, str] = {}
        hypotheses = []
        for cases in chosen:
            rows = [
                [[sign, self._written_polynomial(p, units, names)] for sign, p in case]
                for case in cases
            ]
            if all(_is_moderate(p) for case in rows for _, p in case):
                hypotheses.append(rows)
            elif cases is negation:
                return None
        for atom in units:
            if atom in names:
                hypotheses.insert(-1, [[[">", [["1", names[atom]]]]]])
        return list(names.values()), hypotheses

    def _relevant(self, negation: Cases) -> list[Cases]:
        reached = atoms_of(p for case in negation for _, p in case)
        chosen: set[int] = set()
        while True:
            for place, cases in enumerate(self._known):
                here = atoms_of(p for case in cases for _, p in case)
                if place not in chosen and (here & reached or not here):
                    chosen.add(place)
                    reached |= here
                    break
            else:
                return [self._known[place] for place in sorted(chosen)]

    def _units(self, polynomials: Sequence[Polynomial]) -> dict[int, Fraction]:
        """Choose, for each exponential, the largest power of which all others are whole powers."""
        units: dict[int, Fraction] = {}
        for polynomial in polynomials:
            for monomial in polynomial:
                for atom, power in monomial:
                    if self.atoms.is_exponential(atom):
                        p, old = Fraction(power), units.get(atom, Fraction(0))
                        units[atom] = Fraction(
                            gcd(p.numerator * old.denominator, old.numerator * p.denominator),
                            p.denominator * old.denominator,
                        )
        return units

    def _written_polynomial(
        self, polynomial: Polynomial, units: dict[int, Fraction], names: dict[int, str]
    ) -> list[list[str]]:
        rows = []
        _, _, whole = self.atoms.primitive(polynomial) if polynomial else (1, (), polynomial)
        flip = bool(polynomial) and self.atoms.primitive(polynomial)[0] < 0
        for monomial, c in sorted(whole.items()):
            row = [str(-c if flip else c)]
            for atom, power in monomial:
                name = names.setdefault(atom, f"x{len(names)}")
                times_over = int(Fraction(power) / units.get(atom, Fraction(1)))
                if times_over > MOST_POWER:
                    raise NotProved("a power in it is too large")
                row += [name] * times_over
            rows.append(row)
        return rows


def _cleared(quotient: Quotient) -> Polynomial:
    """Return the numerator times each divisor: it has the sign of the quotient, or is 0."""
    top = quotient.top
    for divisor, power in quotient.divisors.items():
        top = times(top, raised(dict(divisor), 2 - power % 2))
    return top


def _is_moderate(polynomial: list[list[str]]) -> bool:
    return len(polynomial) <= _MOST_ROWS and all(len(row) <= _MOST_DEGREE for row in polynomial)


def _quotient(found: Key) -> Quotient:
    return Quotient(dict(found[0]), dict(found[1]))


def _compares(value: Rational, sign: str) -> bool:
    return {
        "<": value < 0,
        "<=": value <= 0,
        ">": value > 0,
        ">=": value >= 0,
        "=": value == 0,
        "!=": value != 0,
    }[sign]


def _unused(hint: str, taken: set[str]) -> Term:
    name, count = hint, 0
    while name in taken:
        count += 1
        name = f"{hint}_{count}"
    taken.add(name)
    return ("symbol", name)
