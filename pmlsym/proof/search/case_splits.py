"""Proof trees: cases of the hypotheses, signs of polynomials, and leaves.

A hypothesis with several cases is split where the others do not refute themselves. Where no
single identity is found, the sign of a simple polynomial is distinguished: an inequality that is
not strict, a variable, a difference of two, or the coefficient of a variable in a fact that is
linear in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import flint

from pmlsym.proof.certificates.document import Hypothesis, Leaf, Relation, Tree
from pmlsym.proof.search.certificate import Summand, leaf
from pmlsym.proof.search.effort import Budget, Effort, Exhausted
from pmlsym.proof.search.elimination import Reduced
from pmlsym.proof.search.points import common_point
from pmlsym.proof.search.polynomials import Fact, Polynomial, Ring, factored, primitive
from pmlsym.proof.search.products import variables_in
from pmlsym.proof.search.refutation import Core, Level, core_of, refute, refute_at_once
from pmlsym.proof.search.solvers import RealSolver, z3_installed
from pmlsym.proof.search.solvers.real_arithmetic import Cases

# --- signs of factors -----------------------------------------------------------------------------
# If all factors of a product but one have a known sign, so has that one. In a proof tree such a
# fact is a case distinction on the sign of the factor, whose other cases close at once.

_OTHER_SIGNS: dict[Relation, tuple[str, ...]] = {">": ("<=",), ">=": ("<",), "=": (">", "<")}


class Lemma(NamedTuple):
    """A fact about a polynomial, and the leaves of the other cases of its sign."""

    fact: Fact
    others: dict[str, Leaf]


class _Composite(NamedTuple):
    """A fact whose polynomial is a product: the constant's sign, and the other factors."""

    number: int
    positive: bool
    factors: list[tuple[Polynomial, int]]


def sign_fact(polynomial: Polynomial, sign: str) -> Fact:
    """Return the fact that a case of a sign distinction adds.

    Parameters
    ----------
    polynomial : the polynomial whose sign is distinguished.
    sign : one of ``>``, ``>=``, ``=``, ``<=``, ``<``.
    """
    relations: dict[str, Relation] = {"<": ">", "<=": ">=", "=": "=", ">": ">", ">=": ">="}
    return Fact(relations[sign], -polynomial if sign.startswith("<") else polynomial)


def factor_lemmas(
    ring: Ring,
    facts: Sequence[Fact],
    budget: Budget,
    refuted: Callable[[Sequence[Fact]], Leaf | None],
) -> list[Lemma]:
    """Return facts about the factors of facts, each proved from the facts and those before it.

    Parameters
    ----------
    ring : the polynomial ring.
    facts : the facts in scope.
    budget : the remaining work.
    refuted : returns a leaf that refutes facts; it decides the sign of a factor without a fact.
    """
    signs = _Signs(ring, facts, refuted)
    waiting = []
    for number, fact in enumerate(facts):
        budget.spend(20 + 5 * len(fact.polynomial))
        leading, factors = factored(fact.polynomial)
        if sum(exponent for _, exponent in factors) > 1:
            waiting.append(_Composite(number, leading > 0, factors))
    found: list[Lemma] = []
    progress = True
    while progress:
        progress = False
        for composite in list(waiting):
            lemmas = list(signs.of_factors(composite))
            if lemmas:
                waiting.remove(composite)
                found += lemmas
                progress = True
    return found


class _Signs:
    """Facts, and the polynomials that they imply to be positive, negative or zero."""

    def __init__(
        self,
        ring: Ring,
        facts: Sequence[Fact],
        refuted: Callable[[Sequence[Fact]], Leaf | None],
    ) -> None:
        self.ring, self.facts, self.refuted = ring, list(facts), refuted
        self.known: dict[str, tuple[int, int]] = {}  # polynomial -> (fact, sign)
        self.open: set[str] = set()
        for number in range(len(self.facts)):
            self._record(number)

    def _record(self, number: int) -> None:
        relation, polynomial = self.facts[number]
        _, polynomial = primitive(polynomial)
        if relation == ">":
            self.known.setdefault(str(polynomial), (number, 1))
            self.known.setdefault(str(-polynomial), (number, -1))
        elif relation == "=":
            self.known.setdefault(str(polynomial), (number, 0))
            self.known.setdefault(str(-polynomial), (number, 0))

    def of_factors(self, composite: _Composite) -> Iterator[Lemma]:
        """Yield the fact on one factor of a product, after lemmas on the signs of the others."""
        for factor, _ in composite.factors:
            if str(factor) not in self.known:
                lemma = self._by_search(factor)
                if lemma is not None:
                    yield lemma
        strict = self.facts[composite.number].relation == ">"
        unknown = [(f, e) for f, e in composite.factors if str(f) not in self.known]
        # A strict fact implies that no factor vanishes, so squared ones do not change the sign.
        deciding = [(f, e) for f, e in unknown if e % 2 or not strict]
        if len(deciding) == 1:
            lemma = self._of_factor(composite, *deciding[0])
            if lemma is not None:
                yield lemma

    def _by_search(self, factor: Polynomial) -> Lemma | None:
        """Return the lemma on the sign of a factor, if a search finds it."""
        if str(factor) in self.open:
            return None
        for polynomial in (factor, -factor):
            found = self.refuted([*self.facts, sign_fact(polynomial, "<=")])
            if found is not None:
                return self._added(Lemma(Fact(">", polynomial), {"<=": found}))
        self.open.add(str(factor))
        return None

    def _of_factor(self, composite: _Composite, factor: Polynomial, exponent: int) -> Lemma | None:
        relation = self.facts[composite.number].relation
        if exponent % 2 == 0 and relation != "=":
            return None
        sign = 1 if composite.positive else -1
        for other, power in composite.factors:
            if str(other) in self.known:
                sign *= self.known[str(other)][1] ** power
        if sign == 0:
            return None
        fact = Fact(relation, factor * sign)
        if any(
            f.relation == relation and primitive(f.polynomial)[1] == fact.polynomial
            for f in self.facts
        ):
            return None
        others: dict[str, Leaf] = {}
        for case in _OTHER_SIGNS[relation]:
            found = self._closing(composite, factor, exponent, sign_fact(fact.polynomial, case))
            if found is None:
                return None
            others[case] = found
        return self._added(Lemma(fact, others))

    def _closing(
        self, composite: _Composite, factor: Polynomial, exponent: int, assumed: Fact
    ) -> Leaf | None:
        """Return the leaf in which the product of the factors has the wrong sign."""
        numbers = [len(self.facts)] * (1 if assumed.relation == ">=" else exponent)
        squares = [] if assumed.relation == ">" else [factor] * (exponent // 2)
        for other, power in composite.factors:
            if str(other) in self.known:
                numbers += [self.known[str(other)][0]] * power
            elif other != factor:
                squares += [other] * (power // 2)
        facts = [*self.facts, assumed]
        product = self.ring.one
        for number in numbers:
            product *= facts[number].polynomial
        for square in squares:
            product *= square * square
        _, given = self.facts[composite.number]
        ratio = given.leading_coefficient() / product.leading_coefficient()
        contradiction = Summand(flint.fmpq(1), tuple(numbers), tuple(squares))
        if self.facts[composite.number].relation == "=":
            multipliers = {composite.number: self.ring.one * (-1 / ratio)}
            return leaf(self.ring, facts, [contradiction], multipliers)
        given_itself = Summand(flint.fmpq(1), (composite.number,), ())
        summands = [given_itself, contradiction._replace(coefficient=-ratio)]
        return leaf(self.ring, facts, summands, {})

    def _added(self, lemma: Lemma) -> Lemma:
        self.facts.append(lemma.fact)
        self._record(len(self.facts) - 1)
        return lemma


# --- case splits ----------------------------------------------------------------------------------

BRANCHES = 6  # polynomials whose sign is distinguished with further distinctions below
COEFFICIENT = 6  # terms up to which the sign of a coefficient is distinguished


def find(
    variables: Sequence[str], hypotheses: Sequence[Hypothesis], effort: Effort | None = None
) -> Tree | None:
    """Search for a certificate that hypotheses over the reals are inconsistent.

    Parameters
    ----------
    variables : the names of the variables.
    hypotheses : in the form of a certificate's document: each is a list of cases, of which one
        holds, and each case a list of atoms, which all hold.
    effort : the limits of the search; by default ``Effort()``.

    Returns
    -------
    The proof tree of the document, or None if none was found. The result is reproducible.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts, also while z3 is at work.

    Examples
    --------
    >>> find(["x"], [[[[">", [["-1", "x", "x"]]]]]])
    {'sum': [['1', [0], []], ['1', [], [[['1', 'x']]]]], 'zero': []}
    >>> find(["x"], [[[[">", [["1", "x"]]]]]]) is None
    True
    """
    search = _Search(variables, hypotheses, Budget(effort or Effort()))
    try:
        return search.run()
    except Exhausted:
        return None


class _Search:
    def __init__(
        self, variables: Sequence[str], hypotheses: Sequence[Hypothesis], budget: Budget
    ) -> None:
        self.ring = Ring(variables)
        self.budget = budget
        self.hypotheses = [
            [[self.ring.fact(atom) for atom in case] for case in cases] for cases in hypotheses
        ]
        self._solver: RealSolver | None = None

    @property
    def solver(self) -> RealSolver | None:
        """z3, started when it is first needed."""
        if self._solver is None and self.budget.effort.z3 and z3_installed():
            self._solver = RealSolver(self.ring, self.budget)
        return self._solver

    def run(self) -> Tree | None:
        for number, cases in enumerate(self.hypotheses):
            if not cases:
                return {"split": number, "cases": []}
        facts = [fact for cases in self.hypotheses if len(cases) == 1 for fact in cases[0]]
        pending = [number for number, cases in enumerate(self.hypotheses) if len(cases) > 1]
        if not pending and common_point(facts) is not None:  # a solver takes much longer
            return None
        return self.tree(facts, pending, self.budget.effort.splits)

    def tree(self, facts: list[Fact], pending: list[int], depth: int) -> Tree | None:
        """Return a proof tree from facts and the hypotheses that are still to be split."""
        reduced = Reduced(self.ring, facts)
        leaf = refute_at_once(reduced, self.budget)
        if leaf is not None:
            return leaf
        if not pending:
            return self.single(reduced, depth)
        needed = self.needed(facts, pending)
        if needed is None:
            return None
        if not needed:
            return self.single(reduced, depth)
        number, *rest = needed
        cases: list[Tree] = []
        for case in self.hypotheses[number]:
            tree = self.tree([*facts, *case], rest, depth)
            if tree is None:
                return None
            cases.append(tree)
        return {"split": number, "cases": cases}

    def needed(self, facts: list[Fact], pending: list[int]) -> list[int] | None:
        """Return the pending hypotheses that a refutation needs, or None if there is none.

        The result is all of them if z3 does not decide.
        """
        if self.solver is None:
            return pending
        cases: list[Cases] = [[[fact]] for fact in facts]
        cases += [self.hypotheses[number] for number in pending]
        formulas = self.solver.formulas(cases)
        answer = self.solver.check(formulas)
        if answer == "sat":
            return None
        if answer == "unknown":
            return pending
        optional = range(len(facts), len(cases))
        left = self.solver.core(formulas, list(reversed(optional)))
        return [pending[k - len(facts)] for k in left if k >= len(facts)]

    def single(self, reduced: Reduced, depth: int, lemmas: bool = True) -> Tree | None:
        """Return a proof tree from facts alone.

        Parameters
        ----------
        reduced : the facts.
        depth : the depth of nested sign distinctions.
        lemmas : whether the signs of factors are still to be looked for.
        """
        core = core_of(reduced, self.solver)
        if core is None:
            return None
        leaf = refute(reduced, core, self.budget, [Level.CORE])
        if leaf is not None:
            return leaf
        return (
            (self.with_lemmas(reduced, depth) if lemmas else None)
            or refute(reduced, core, self.budget, [Level.QUICK, Level.USUAL])
            or self.signs(reduced, core, depth)
            or refute(reduced, core, self.budget, [Level.LAST])
        )

    def with_lemmas(self, reduced: Reduced, depth: int) -> Tree | None:
        """Return a proof tree that starts with the signs of factors, if there are any to find."""
        lemmas = factor_lemmas(
            self.ring,
            reduced.facts,
            self.budget,
            lambda facts: self.by_levels(Reduced(self.ring, facts), [Level.CORE])[0],
        )
        if not lemmas:
            return None
        known = Reduced(self.ring, [*reduced.facts, *(lemma.fact for lemma in lemmas)])
        tree = refute_at_once(known, self.budget) or self.single(known, depth, lemmas=False)
        if tree is None:
            return None
        for fact, others in reversed(lemmas):
            tree = {
                "sign": self.ring.write(fact.polynomial),
                "cases": {fact.relation: tree, **others},
            }
        return tree

    def signs(self, reduced: Reduced, core: Core, depth: int) -> Tree | None:
        """Return a proof tree that distinguishes the sign of a polynomial."""
        if depth <= 0:
            return None
        open_ended = [
            reduced.inequalities[k].polynomial
            for k in core.inequalities
            if not reduced.inequalities[k].strict
        ]
        for polynomial in open_ended:
            tree, _ = self.distinguished(reduced, polynomial, (">", "=", "<"), 0)
            if tree is not None:
                return tree
        candidates = list(_simple_polynomials(reduced, core))
        half = []
        for polynomial in candidates:
            tree, closed = self.distinguished(reduced, polynomial, (">=", "<="), 0)
            if tree is not None:
                return tree
            if closed:
                half.append(polynomial)
        if depth > 1:
            # Where one case closed, the sign of the polynomial is known in the other case.
            for polynomial in [*half, *(c for c in candidates if c not in half)][:BRANCHES]:
                tree, _ = self.distinguished(reduced, polynomial, (">=", "<="), depth - 2)
                if tree is not None:
                    return tree
        return None

    def distinguished(
        self, reduced: Reduced, polynomial: Polynomial, signs: Sequence[str], depth: int
    ) -> tuple[Tree | None, bool]:
        """Return a proof tree with these cases of a sign, or None, and whether some case closed."""
        cases: dict[str, Tree] = {}
        for number, sign in enumerate(signs):
            case = Reduced(self.ring, [*reduced.facts, sign_fact(polynomial, sign)])
            tree = self.quick(case, depth)
            if tree is not None:
                cases[sign] = tree
            elif depth > 0 or number > 0 or len(signs) > 2:
                return None, bool(cases)
        if len(cases) < len(signs):
            return None, bool(cases)
        return {"sign": self.ring.write(polynomial), "cases": cases}, True

    def quick(self, reduced: Reduced, depth: int) -> Tree | None:
        """Return a proof tree of a case, with less effort than without case distinctions."""
        leaf, core = self.by_levels(reduced, [Level.CORE, Level.QUICK])
        if leaf is not None or core is None:
            return leaf
        return self.signs(reduced, core, depth)

    def by_levels(
        self, reduced: Reduced, levels: Sequence[Level]
    ) -> tuple[Leaf | None, Core | None]:
        """Return a leaf from families of some levels, and the core unless it was not needed."""
        leaf = refute_at_once(reduced, self.budget)
        if leaf is not None:
            return leaf, None
        core = core_of(reduced, self.solver)
        if core is None:
            return None, None
        return refute(reduced, core, self.budget, levels), core


def _simple_polynomials(reduced: Reduced, core: Core) -> Iterator[Polynomial]:
    """Yield polynomials whose sign is unknown: simple ones, then coefficients of variables."""
    ring = reduced.ring
    seen = {str(i.polynomial) for i in reduced.inequalities}
    variables = variables_in(reduced, core.inequalities, core.equations)
    generators = [ring.generators[v] for v in variables]
    candidates = [p for x in generators for p in (x, x - 1)]
    candidates += [a - b for a, b in combinations(generators, 2)]
    for k in core.inequalities:
        polynomial = reduced.inequalities[k].polynomial
        for v in variables:
            if polynomial.degrees()[v] == 1:
                coefficient = polynomial.derivative(v)
                if not coefficient.is_constant() and len(coefficient) <= COEFFICIENT:
                    candidates.append(primitive(coefficient)[1])
    for candidate in candidates:
        keys = {str(candidate), str(-candidate)}
        if seen.isdisjoint(keys):
            seen |= keys
            yield candidate
