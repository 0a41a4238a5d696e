"""Search for points: exact numbers and finite laws at which a goal's hypotheses hold.

A point shows that the hypotheses of a goal are consistent; if the conclusion fails there, it is a
counterexample. The search is random with a fixed seed. Floats reject most candidates, and only
exact arithmetic accepts one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from random import Random

from pmlsym.proof.evaluation.balls import NoValue, Point
from pmlsym.proof.evaluation.budget import FLAT, EvaluationBudget, nested, size
from pmlsym.proof.evaluation.compiled import FloatLaws, Number, Test, approximate, compiled, seeming
from pmlsym.proof.kernel.terms import (
    ONE,
    Sentence,
    Term,
    fill,
    free,
    laws,
    leaves,
    needs,
    number,
    put,
)
from pmlsym.proof.kernel.theorem import Goal

# --- the even point -------------------------------------------------------------------------------
# Every number is 1, and numbers with the sum 1 are equal.
#
# In a goal about probabilities and densities everything is uniform and independent there. A random
# search does not find it among many equations.

_TRIES = 60  # choices of the symbols in no equation


def even_numbers(
    relations: Sequence[Sentence], names: Sequence[str], values: Sequence[Fraction]
) -> Iterator[dict[str, Fraction]]:
    """Yield the even point, then points with other numbers for the symbols in no equation."""
    shares = dict(_shares(relations))
    even = {name: shares.get(name, Fraction(1)) for name in names}
    yield even
    held = set(shares) | set(_in_equations(relations))
    loose = [name for name in names if name not in held]
    rng = Random(0)  # not for cryptography
    for _ in range(_TRIES if loose else 0):
        yield even | {name: rng.choice(values) for name in loose}


def _shares(relations: Iterable[Sentence]) -> Iterator[tuple[str, Fraction]]:
    for sign, left, right in relations:
        if right != ONE or sign not in ("=", "<", "<=") or left[0] != "sum":
            continue
        parts: Sequence[Term] = left[1:]
        if all(part[0] == "symbol" for part in parts):
            share = Fraction(1, len(parts) + (sign != "="))
            yield from ((part[1], share) for part in parts)


def _in_equations(relations: Iterable[Sentence]) -> Iterator[str]:
    for relation in relations:
        if relation[0] == "=":
            yield from free(relation)
        for law in laws(relation):
            yield from (name for inside in law[3] for name in free(inside))


# --- the order of symbols, in which failures are found early --------------------------------------


@dataclass(frozen=True)
class Choice:
    """A symbol to draw, the symbols then defined, and the relations then complete."""

    name: str
    defined: tuple[tuple[str, Term], ...]
    relations: tuple[Sentence, ...]
    size: int


def choices(
    names: set[str], defined: Mapping[str, Term], relations: Sequence[Sentence]
) -> tuple[Choice, ...]:
    """Order symbols so that relations without laws are complete, and checked, early."""
    waiting, rests = _in_order(names, defined)
    looked_at: dict[Sentence, set[str]] = {
        relation: set().union(*(rests.get(name, {name}) for name in free(relation)))
        for relation in relations
        if not laws(relation)
    }
    looked_at = {relation: on for relation, on in looked_at.items() if on and on <= names}
    found: list[Choice] = []
    known: set[str] = set()
    while known < names:
        open_ones = [on - known for on in looked_at.values()] or [names - known]
        nearest = min(open_ones, key=_fewest)
        name = min(nearest)
        known.add(name)
        ready = tuple(relation for relation, on in looked_at.items() if on <= known)
        for relation in ready:
            del looked_at[relation]
        now = tuple((one, term) for one, term in waiting.items() if rests[one] <= known)
        for one, _ in now:
            del waiting[one]
        size = sum(1 for item in (*ready, *(term for _, term in now)) for _ in leaves(item))
        found.append(Choice(name, now, ready, size))
    return tuple(found)


def _in_order(
    names: set[str], defined: Mapping[str, Term]
) -> tuple[dict[str, Term], dict[str, set[str]]]:
    """Return definitions without laws in order of dependence, and the symbols that each uses."""
    waiting = {name: (term, free(term)) for name, term in defined.items() if not laws(term)}
    found: dict[str, Term] = {}
    rests: dict[str, set[str]] = {}
    while ready := [n for n, (_, used) in waiting.items() if used <= {*names, *rests}]:
        for name in ready:
            found[name], used = waiting.pop(name)
            rests[name] = set().union(*(rests.get(one, {one}) for one in used))
    return found, rests


def _fewest(names: set[str]) -> tuple[int, list[str]]:
    return len(names), sorted(names)


def supported(
    named: Mapping[str, Sequence[Term]], numbers: set[str], some_will_do: bool
) -> dict[str, list[Term]]:
    """Return the laws, by name, whose supports contain known numbers only.

    A name is included if all of its laws qualify, or with `some_will_do` if one does.
    """
    found = {n: [law for law in same if _names(law) <= numbers] for n, same in named.items()}
    return {
        n: known
        for n, known in found.items()
        if len(known) == len(named[n]) or (some_will_do and known)
    }


def _names(law: Term) -> set[str]:
    return {name for relation in law[3] for name in free(relation)}


# --- points ---------------------------------------------------------------------------------------

VALUES = tuple(
    Fraction(p, q)
    for p, q in (
        *((1, 100), (1, 20), (1, 10), (1, 5), (1, 4), (1, 3), (2, 5), (1, 2), (3, 5), (3, 4)),
        *((9, 10), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (8, 1), (20, 1)),
        *((-1, 2), (-1, 1), (-2, 1), (0, 1)),
    )
)
_BOTH = tuple((value, float(value)) for value in VALUES)  # with floats, which are evaluated first
_SIZES = tuple((left, left.bit_length()) for left in range(len(_BOTH), 0, -1))
_STEPS = 20  # backtracking steps for each symbol
_BUILT = 20  # cost of substituting a leaf, in leaves evaluated in floats
_ATOMS = 40  # attempts to draw an atom on a support
_MOST_UNTOLD = 200  # relations that stayed undecided


def points(goal: Goal, tries: int = 400, seed: int = 0) -> Iterator[Point]:
    """Yield points at which all hypotheses of a goal are shown to hold."""
    search = _Search(goal, Random(seed), EvaluationBudget.of(goal))
    for drawn in chain(search.even(), search.drawn(tries)):
        if search.satisfies(drawn):
            yield drawn.point


def counterexample(
    goal: Goal, tries: int = 400, seed: int = 0, budget: EvaluationBudget | None = None
) -> Point | None:
    """Return a point at which the hypotheses hold and the conclusion is shown to fail, or None.

    The conclusion also fails where a term has no value, if divisors or logarithms show it. The
    result is None for goals about existence, which numbers do not refute. Several searches may
    share a budget.

    Examples
    --------
    >>> square_above = (">=", ("power", ("symbol", "x"), 2), ("symbol", "x"))
    >>> counterexample(Goal((), square_above)).numbers["x"]
    ('number', 1, 5)
    """
    if goal.conclusion[0] == "exists":
        return None
    search = _Search(goal, Random(seed), budget or EvaluationBudget.of(goal))
    conclusion = seeming(goal.conclusion)
    for drawn in search.drawn(tries):
        if not drawn.allows(conclusion) and search.satisfies(drawn):
            if certainly_fails(goal.conclusion, drawn.point):
                return drawn.point
            search.failed()
    return None


def certainly_fails(conclusion: Sentence, point: Point) -> bool:
    """Whether a conclusion is shown to fail at a point, or to have no value there."""
    try:
        wanted = needs(point.closed(conclusion))
    except NoValue:
        return False
    if any(point.holds(need) is False for need in wanted):
        return True
    weak = conclusion[0] in ("<=", ">=", "=")
    # a weak relation holds between equal sides, so equality need not be confirmed
    return point.holds(conclusion, confirm=not weak) is False


@dataclass
class _Drawn:
    """A point, exactly and in floats."""

    point: Point
    numbers: dict[str, float]
    laws: FloatLaws

    def allows(self, relation: Test, *atoms: tuple[float, ...]) -> bool:
        """Whether a relation has a value and seems to hold, at an atom if it is of a support."""
        try:
            return relation(self.numbers, self.laws, atoms)
        except (ArithmeticError, ValueError):
            return False


class _Search:
    """A random search for points of a goal; symbols defined by hypotheses are computed."""

    def __init__(self, goal: Goal, rng: Random, budget: EvaluationBudget) -> None:
        self._rng = rng
        self._budget, self._size = budget, size(goal)
        self._untold = _MOST_UNTOLD
        self._relations = [h for h in goal.hypotheses if h[0] not in ("finite", "defined")]
        self._defined = _definitions(self._relations)
        self._uses = {name: (free(term), set(laws(term))) for name, term in self._defined.items()}
        asserted = [hypothesis[1] for hypothesis in goal.hypotheses if hypothesis[0] == "defined"]
        self._wanted = [*self._defined.values(), *asserted]
        sentences = (*goal.hypotheses, goal.conclusion)
        self._laws = list(dict.fromkeys(law for sentence in sentences for law in laws(sentence)))
        self._most = 2 if max(map(nested, sentences)) > FLAT else _ATOMS
        self._named: dict[str, list[Term]] = {}
        for law in self._laws:
            self._named.setdefault(law[1], []).append(law)
        # a point has one law for each name, so the variables have to agree
        self._exhausted = any(law[2] != self._named[law[1]][0][2] for law in self._laws)
        names = {name for sentence in sentences for name in free(sentence)}
        self._choices = choices(names - set(self._defined), self._defined, self._relations)
        self._in_floats = [seeming(relation) for relation in self._relations]
        self._supports = {part: seeming(part) for law in self._laws for part in law[3]}
        self._tests = {choice.name: _tests(choice) for choice in self._choices}

    def drawn(self, tries: int) -> Iterator[_Drawn]:
        """Yield up to `tries` points, until the budget is used up or no numbers are left."""
        for _ in range(tries):
            if self._budget.used_up or self._exhausted:
                return
            self._budget.draw(self._size)
            if self._budget.used_up:
                return
            found = self.draw()
            if found is not None:
                yield found

    def even(self) -> Iterator[_Drawn]:
        """Yield the even point and similar ones, with the atom of ones for every law."""
        if self._exhausted:
            return
        one = number(1)
        ones = {n: [(one, dict.fromkeys(same[0][2], one))] for n, same in self._named.items()}
        floats: FloatLaws = {law: [(1.0, (1.0,) * len(law[2]))] for law in self._laws}
        names = sorted({*(choice.name for choice in self._choices), *self._defined})
        for numbers in even_numbers(self._relations, names, VALUES):
            self._budget.draw(self._size)
            if self._budget.used_up:
                return
            exact: dict[str, Term] = {}
            drawn = _Drawn(Point(exact, ones, budget=self._budget), {}, floats)
            for name, value in numbers.items():
                self._set(drawn, exact, name, _term(value))
            yield drawn

    def failed(self) -> None:
        """Record that a relation held in floats and failed in exact arithmetic."""
        self._budget.fail(self._size)

    def draw(self) -> _Drawn | None:
        """Draw numbers, then laws on their supports, then compute the symbols defined by these.

        A name stands for one law, drawn once on all its supports; a support that contains a number
        defined by the law is checked in `satisfies`.
        """
        numbers: dict[str, Term] = {}
        atoms: dict[str, list[tuple[Term, Mapping[str, Term]]]] = {}
        floats: dict[Term, list[tuple[float, tuple[float, ...]]]] = {}
        drawn = _Drawn(Point(numbers, atoms, budget=self._budget), {}, floats)
        if not self._choose(drawn, numbers):
            return None
        waiting = dict(self._defined)
        undrawn = dict(self._named)
        some_will_do = False
        while waiting or undrawn:
            for name, known in supported(undrawn, set(numbers), some_will_do).items():
                found = self._law(known, drawn)
                if found is None:
                    return None
                atoms[name], values = found
                floats |= dict.fromkeys(undrawn.pop(name), values)
            ready = [
                name
                for name, (names, used) in self._uses.items()
                if name in waiting and names <= numbers.keys() and used <= floats.keys()
            ]
            if not ready and some_will_do:
                break
            some_will_do = not ready
            for name in ready:
                try:
                    value = drawn.point.closed(waiting.pop(name))
                    self._budget.draw(_BUILT * drawn.point.size(value))
                    self._set(drawn, numbers, name, value)
                except (ArithmeticError, ValueError, NoValue):
                    return None
        return None if waiting or undrawn else drawn

    def _choose(self, drawn: _Drawn, numbers: dict[str, Term]) -> bool:
        """Choose values for all symbols, consistent with the earlier ones, by backtracking."""
        ways: list[Iterator[tuple[Fraction, float]]] = []
        left = _STEPS * len(self._choices)
        while len(ways) < len(self._choices):
            ways.append(iter(_shuffled(self._rng)))
            while (value := self._next(self._choices[len(ways) - 1], ways[-1], drawn)) is None:
                ways.pop()
                left -= 1
                if not ways:  # all combinations were tried
                    self._exhausted = True
                if not ways or left < 0 or self._budget.used_up:
                    return False
            numbers[self._choices[len(ways) - 1].name] = _term(value)
        return True

    def _next(
        self, choice: Choice, ways: Iterator[tuple[Fraction, float]], drawn: _Drawn
    ) -> Fraction | None:
        """Return the next value of a symbol at which the complete relations seem to hold."""
        before, defined, after = self._tests[choice.name]
        numbers, laws = drawn.numbers, drawn.laws
        tried = 0
        try:
            for value, in_floats in ways:
                tried += 1
                numbers[choice.name] = in_floats
                try:
                    for relation in before:  # a generator would take half as long again
                        if not relation(numbers, laws, ()):
                            break
                    else:
                        for name, number_of in defined:
                            numbers[name] = number_of(numbers, laws, ())
                        for relation in after:
                            if not relation(numbers, laws, ()):
                                break
                        else:
                            return value
                except (ArithmeticError, ValueError):
                    continue
            return None
        finally:
            self._budget.draw(tried * choice.size)

    def satisfies(self, drawn: _Drawn) -> bool:
        """Whether all hypotheses hold, in floats first and then exactly, and the laws are laws."""
        if not all(map(drawn.allows, self._in_floats)):
            return False
        found = (
            all(drawn.point.is_law(law) for law in self._laws)
            and all(
                self._defines(h, drawn.point) or self._holds(h, drawn.point)
                for h in self._relations
            )
            and all(map(drawn.point.is_defined, self._wanted))
            and all(map(drawn.point.has_values, self._relations))
        )
        if not found:
            self.failed()
        return found

    def _holds(self, relation: Sentence, point: Point) -> bool:
        """Whether a hypothesis holds; only some equal sides are confirmed, which is slow."""
        found = point.holds(relation, relation[0] in ("<=", ">=", "=") and self._untold > 0)
        self._untold -= found is None
        return found is True

    def _defines(self, relation: Sentence, point: Point) -> bool:
        """Whether the left side is defined as the right side at this point."""
        sign, left, right = relation
        defines = sign == "=" and left[0] == "symbol" and self._defined.get(left[1]) == right
        with suppress(NoValue):
            return bool(defines and point.closed(right) == point.numbers[left[1]])
        return False

    def _set(self, drawn: _Drawn, numbers: dict[str, Term], name: str, value: Term) -> None:
        numbers[name] = value
        drawn.numbers[name] = approximate(value, drawn.numbers, drawn.laws, ())

    def _value(self) -> Fraction:
        return self._rng.choice(VALUES)

    def _law(
        self, same: Sequence[Term], drawn: _Drawn
    ) -> tuple[list[tuple[Term, Mapping[str, Term]]], list[tuple[float, tuple[float, ...]]]] | None:
        """Draw equally likely atoms, mostly one or two, on all supports of laws of one name."""
        hints = same[0][2]
        support = tuple(dict.fromkeys(relation for law in same for relation in law[3]))
        told = [self._supports[relation] for relation in support]
        chosen: list[tuple[tuple[Term, ...], tuple[float, ...]]] = []
        for _ in range(_ATOMS):
            atom = [_term(self._value()) for _ in hints]
            for sign, left, right in support:
                for own, other in ((left, right), (right, left)):
                    if sign == "=" and own[0] == "bound" and own not in _bound(other):
                        atom[own[2]] = put(fill(other, atom), drawn.point.numbers)
            try:
                values = tuple(approximate(a, drawn.numbers, drawn.laws, ()) for a in atom)
            except (ArithmeticError, ValueError):
                continue
            if all(drawn.allows(relation, values) for relation in told):
                chosen.append((tuple(atom), values))
            if len(chosen) == 1 + (self._rng.random() < 0.3) or len(chosen) == self._most:
                break
        if not chosen:
            self._budget.draw(_ATOMS * _BUILT)  # each attempt substituted numbers in the support
            return None
        share = number(1, len(chosen))
        exact: list[tuple[Term, Mapping[str, Term]]] = [
            (share, dict(zip(hints, atom, strict=True))) for atom, _ in chosen
        ]
        return exact, [(1 / len(chosen), values) for _, values in chosen]


def _tests(choice: Choice) -> tuple[list[Test], list[tuple[str, Number]], list[Test]]:
    """Return tests of relations without the symbols then defined, definitions, and other tests."""
    names = {name for name, _ in choice.defined}
    # equations that define a symbol hold by its definition
    rest = [r for r in choice.relations if (r[1][1], r[2]) not in choice.defined or r[0] != "="]
    after = [relation for relation in rest if free(relation) & names]
    return (
        [seeming(relation) for relation in rest if relation not in after],
        [(name, compiled(term)) for name, term in choice.defined],
        [seeming(relation) for relation in after],
    )


def _shuffled(rng: Random) -> list[tuple[Fraction, float]]:
    """Return what ``rng.sample`` returns for all values, in half the time: it is called often."""
    pool, found = list(_BOTH), []
    for left, bits in _SIZES:
        place = rng.getrandbits(bits)
        while place >= left:
            place = rng.getrandbits(bits)
        found.append(pool[place])
        pool[place] = pool[left - 1]
    return found


def _definitions(relations: Sequence[Sentence]) -> dict[str, Term]:
    """Return the terms that define symbols; an equation that would be circular is left out."""
    defined: dict[str, Term] = {}
    rests: dict[str, set[str]] = {}  # all symbols that a symbol depends on, also indirectly
    for sign, left, right in relations:
        if sign != "=" or left[0] != "symbol" or left[1] in defined:
            continue
        name, names = left[1], set(free(right))
        names.update(*(rests[one] for one in names if one in rests))
        if name in names:
            continue
        defined[name], rests[name] = right, names
        for known in rests.values():
            if name in known:
                known |= names
    return defined


def _bound(term: Term) -> set[Term]:
    return {leaf for leaf, _ in leaves(term) if leaf[0] == "bound"}


def _term(value: Fraction) -> Term:
    return number(value.numerator, value.denominator)
