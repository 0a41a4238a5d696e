"""Known sentences, and their consequences: relations, values of terms, finite means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.polynomials import Key, unit
from pmlsym.proof.kernel.question import Court
from pmlsym.proof.kernel.quotients import Quotient
from pmlsym.proof.kernel.system import FLIPPED, System
from pmlsym.proof.kernel.terms import (
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


class Problem:
    """Facts about real numbers and laws, and their consequences; `court` decides the queries."""

    def __init__(self, court: Court) -> None:
        self._court = court
        self._system = System(court)
        self._finite: dict[Term, list[tuple[Key, list[Term]]]] = {}
        self._facts: dict[Sentence, None] = {}
        self._valued: set[Key] = set()
        self._supported: set[Term] = set()  # conditions that follow on a law's support

    @property
    def atoms(self) -> Atoms:
        """The table in which terms are brought to normal form."""
        return self._system.atoms

    # --- facts -----------------------------------------------------------------------------------

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
            self._system.add(relation[0], self._difference(relation))
        self._system.settle()

    def _difference(self, relation: Sentence) -> Quotient:
        return self.atoms.quotient(difference(relation[1], relation[2]))

    def _need(self, need: Term) -> Key:
        return (need[0], self._difference(need).key)

    def _grant(self, mean: Term, unsettled: list[Term]) -> None:
        """Record that a mean is finite; `unsettled` are the conditions for a value of its body."""
        body = self.atoms.quotient(mean[2])
        known = self._finite.setdefault(mean[1], [(Quotient(unit()).key, [])])
        parts = self.atoms.spread(body)
        known.append((body.key, unsettled))
        if len(parts) == 1 and self._never_zero(parts[0][0]) and parts[0][1].key != body.key:
            known.append((parts[0][1].key, unsettled))

    def _never_zero(self, quotient: Quotient) -> bool:
        """Whether this is plainly a rational number, not 0, times exponentials."""
        return len(quotient.top) == 1 and all(
            self.atoms.is_exponential(atom) for atom, _ in next(iter(quotient.top))
        )

    # --- consequences ----------------------------------------------------------------------------

    def require(self, relation: Sentence) -> None:
        """Raise NotProved unless the relation follows, including that both sides have a value."""
        self.require_value(relation)
        self._learn([relation])
        if relation not in self._facts and not self._system.follows(
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
                if not self._system.follows(need[0], self._difference(need)):
                    raise NotProved("it does not follow", need)
            elif not any(need in means(fact) for fact in self._facts if fact[0] != "finite"):
                self._require_finite(need)
                self._require_on_support(need[1], needs(need[2]))

    def _require_on_support(self, law: Term, wanted: Sequence[Term]) -> None:
        """Raise NotProved unless the wanted conditions follow at every point of the support."""
        if not wanted or (law, *wanted) in self._supported:
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
        self._supported.add((law, *wanted))

    def _require_finite(self, mean: Term) -> None:
        """Raise NotProved unless each term of the body is known to be integrable."""
        known = self._finite.get(mean[1], [])
        body = self.atoms.quotient(mean[2])
        parts = [random.key for _, random in self.atoms.spread(body)] or [Quotient(unit()).key]
        for wanted in ([body.key], parts)[: 1 if parts == [body.key] else 2]:
            if all(self._integrable(mean[1], part, known) for part in wanted):
                return
        raise NotProved("it does not follow that it is finite", mean)

    def _integrable(self, law: Term, part: Key, known: list[tuple[Key, list[Term]]]) -> bool:
        """Whether a part of a body is known to be integrable, up to factors that are bounded."""
        for wanted in dict.fromkeys((part, self._unbounded(law, part))):
            for found, unsettled in known:
                if found == wanted:
                    try:
                        self._require_on_support(law, unsettled)
                    except NotProved:
                        continue
                    return True
        return False

    def _unbounded(self, law: Term, part: Key) -> Key:
        """Return a part without the variables that the support bounds."""
        low, high = set(), set()
        for sign, left, right in law[3]:
            for side, term, other in ((sign, left, right), (FLIPPED[sign], right, left)):
                if term[0] == "bound" and not any(leaf[0] == "bound" for leaf, _ in leaves(other)):
                    low |= {term} if side in (">", ">=", "=") else set()
                    high |= {term} if side in ("<", "<=", "=") else set()
        top, divisors = part
        if len(top) != 1:
            return part
        monomial = tuple((a, p) for a, p in top[0][0] if self.atoms.kinds[a] not in low & high)
        return (((monomial, top[0][1]),), divisors)

    def _learn(self, relations: Iterable[Sentence]) -> None:
        """Add the atoms of relations to the system, so that their properties are used."""
        for relation in relations:
            self._difference(relation)
        self._system.settle()


def _unused(hint: str, taken: set[str]) -> Term:
    name, count = hint, 0
    while name in taken:
        count += 1
        name = f"{hint}_{count}"
    taken.add(name)
    return ("symbol", name)
