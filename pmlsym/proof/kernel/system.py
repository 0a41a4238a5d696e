"""A system of polynomial facts, and its consequences.

The properties used of functions that are not arithmetic: exp is positive and lies above, at or
below 1 as its exponent lies above, at or below 0; exp(log t) = t for t > 0; |t| is t or -t and not
negative; a maximum is one of its arguments and at least each.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from pmlsym.proof.kernel.conditions import Cases, claimed_sentences, compared
from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.polynomials import Key, Polynomial, Rational, atoms_of, key, raised, times
from pmlsym.proof.kernel.question import Court
from pmlsym.proof.kernel.quotients import Quotient

FLIPPED = MappingProxyType({"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="})
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


class System:
    """Known comparisons of quotients with 0, as polynomial facts; `court` decides the queries."""

    def __init__(self, court: Court) -> None:
        self.atoms = Atoms()
        self._court = court
        self._known: list[Cases] = []
        self._waiting: list[tuple[str, Quotient]] = []
        self._signs: dict[Key, int] = {}
        self._introduced = 0
        self._placed: set[int] = set()
        self._open: set[tuple[str, Key, int]] = set()  # not implied, by number of facts

    def add(self, sign: str, quotient: Quotient) -> None:
        """Add the fact that a quotient has a value and compares with 0 by `sign`, for `settle`."""
        self._waiting.append((sign, quotient))

    def settle(self) -> None:
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
        cases = compared(*found)
        if cases not in self._known:
            self._known.append(cases)
        return True

    def _introduce(self) -> bool:
        """Add the properties of new atoms; return whether there were any.

        An atom may stand for a term without a value. So the added facts have to be true for some
        real number in its place, whatever the others are: where a divisor is 0 they are 0 = 0.
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
        """Add the fact that an atom is one of its arguments, multiplied by their divisors."""
        self._known.append([[("=", _cleared(value + a.scaled(-1)))] for a in arguments])

    def _exp_of_log(self, atom: int, here: Quotient) -> None:
        """Add exp(log t) = t where t > 0, for exponents that are not integers."""
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
        """Add the comparison of each exponential with 1, where the sign of its exponent follows."""
        for atom in range(len(self.atoms.kinds)):
            if not self.atoms.is_exponential(atom) or atom in self._placed:
                continue
            if self.atoms.is_loose(atom):
                continue
            above_one: Polynomial = {((atom, 1),): 1, (): -1}
            for sign in (">", "<", ">=", "<="):
                if self.follows(sign, self.atoms.exponent(atom)):
                    self._known.append(compared(sign, above_one))
                    self._placed.add(atom)
                    break

    def follows(self, sign: str, quotient: Quotient) -> bool:
        """Whether the facts imply the comparison of a quotient with 0, where it has a value."""
        found = self._polynomial(sign, quotient, surely=False)
        if found is None:
            return False
        sign, polynomial = found
        if set(polynomial) <= {()}:
            return _compares(polynomial.get((), 0), sign)
        if compared(sign, polynomial) in self._known:
            return True
        wanted = (sign, key(polynomial), len(self._known))
        if wanted in self._open:  # and no fact was added since
            return False
        negation = compared(_NEGATED[sign], polynomial)
        asked = claimed_sentences(self.atoms, self._relevant(negation), negation)
        if asked is not None and self._court.refuted(*asked):
            return True
        self._open.add(wanted)
        return False

    def _polynomial(
        self, sign: str, quotient: Quotient, surely: bool
    ) -> tuple[str, Polynomial] | None:
        """Multiply by the divisors, which may turn the sign; None if `surely` and one is unknown.

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
                sign = FLIPPED[sign]
        if not top:
            return sign, {}
        content, _, top = self.atoms.primitive(top)
        return (sign if content > 0 else FLIPPED[sign]), top

    def _sign_of(self, divisor: Key) -> int:
        if divisor not in self._signs:
            for side, sign in ((1, ">"), (-1, "<")):
                if self.follows(sign, Quotient(dict(divisor))):
                    self._signs[divisor] = side
                    break
            else:
                return 0
        return self._signs[divisor]

    def _relevant(self, negation: Cases) -> list[Cases]:
        """Return the facts that share atoms with the negation, directly or through other facts."""
        reached = atoms_of(p for case in negation for _, p in case)
        atoms = [atoms_of(p for case in cases for _, p in case) for cases in self._known]
        chosen: set[int] = set()
        while True:
            more = {
                place
                for place, here in enumerate(atoms)
                if place not in chosen and (not here or here & reached)
            }
            if not more:
                return [self._known[place] for place in sorted(chosen)]
            chosen |= more
            reached = reached.union(*(atoms[place] for place in more))


def _cleared(quotient: Quotient) -> Polynomial:
    """Return the numerator times each divisor: it has the sign of the quotient, or is 0."""
    top = quotient.top
    for divisor, power in quotient.divisors.items():
        top = times(top, raised(dict(divisor), 2 - power % 2))
    return top


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
