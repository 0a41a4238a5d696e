"""Random goals and random proofs of the kernel: many true by a hair, some false by a hair."""

from fractions import Fraction

import flint

from pmlsym.proof.kernel.check import check
from pmlsym.proof.kernel.rules import derivative
from pmlsym.proof.kernel.terms import (
    ONE,
    ZERO,
    NotProved,
    bind,
    difference,
    fill,
    free,
    means,
    number,
    put,
)
from tests.proof.kernel.evaluation import BITS, Drawn
from tests.proof.kernel_terms import absolute, add, exp, inverse, log, mul, power, root, sub

SIGNS = ("<", "<=", ">", ">=", "=", "!=")
NAMES = ("x", "y", "z")
VALUES = [Fraction(p, q) for p, q in ((-2, 1), (-1, 1), (-1, 2), (0, 1), (1, 3), (1, 2), (1, 1))]
MOST_KNOWN = 150  # theorems that later proofs may start from
LONGEST = 2500  # characters of such a theorem
VALUES += [Fraction(3, 2), Fraction(2), Fraction(3)]


class Generator:
    """Makes goals and proofs; keeps the theorems that the kernel made of them.

    Parameters
    ----------
    random : where choices come from.
    court : asks the oracle.
    """

    def __init__(self, random, court):
        self.random = random
        self.court = court
        self.pool = []

    # --- terms and relations -------------------------------------------------------------------

    def constant(self):
        return number(self.random.choice((-2, -1, 0, 1, 1, 2, 3)), self.random.choice((1, 1, 2, 3)))

    def leaf(self, atoms):
        return self.random.choice(atoms) if self.random.random() < 0.75 else self.constant()

    def term(self, depth=2, atoms=None, laws=True):
        atoms = atoms or [("symbol", name) for name in NAMES]
        if depth == 0 or self.random.random() < 0.2:
            return self.leaf(atoms)
        a = self.term(depth - 1, atoms, laws)
        b = self.term(depth - 1, atoms, laws)
        made = [
            lambda: add(a, b),
            lambda: mul(a, b),
            lambda: sub(a, b),
            lambda: mul(a, inverse(b)),
            lambda: inverse(a),
            lambda: power(a, self.random.choice((-2, -1, 0, 1, 2, 3))),
            lambda: exp(a),
            lambda: log(a),
            lambda: root(a),
            lambda: absolute(a),
            lambda: ("max", a, b),
            lambda: ("min", a, b),
            lambda: mul(ZERO, a),
            lambda: ("round", a),
            lambda: ("indicator", (self.random.choice(SIGNS), a, b)),
            lambda: ("exp", mul(self.constant(), ("log", a))),
        ]
        if laws:
            made += [lambda: self.mean(depth - 1)] * 3
        return self.random.choice(made)()

    def law(self):
        size = self.random.choice((1, 1, 2))
        own = [("bound", 0, place) for place in range(size)]
        names = ("v", "w")[:size]
        ends = [ZERO, ONE, number(-1), ("symbol", "x"), ("symbol", "y"), own[-1]]
        support = [
            (self.random.choice(("<=", ">=", ">", "<", "!=")), own[0], self.random.choice(ends))
            for _ in range(self.random.choice((0, 0, 1, 2)))
        ]
        if self.random.random() < 0.1:
            support.append(("=", own[0], inverse(("symbol", "y"))))
        return ("law", self.random.choice("PQ"), names, tuple(support))

    def mean(self, depth):
        law = self.random.choice(self.laws())
        atoms = [("bound", 0, place) for place in range(len(law[2]))] * 2
        atoms += [("symbol", "x"), ("symbol", "y")]
        return ("mean", law, self.term(depth, atoms, laws=False))

    def laws(self):
        if not hasattr(self, "_laws") or self.random.random() < 0.05:
            self._laws = [self.law() for _ in range(3)]
        return self._laws

    def relation(self, depth=1):
        return (self.random.choice(SIGNS), self.term(depth), self.term(depth))

    # --- goals -----------------------------------------------------------------------------------

    def goal(self):
        a, b, c = (self.term(self.random.choice((1, 1, 2))) for _ in range(3))
        f, g = self.mean(2), self.mean(2)
        same = self.laws()[0]
        inner = [("bound", 0, place) for place in range(len(same[2]))] + [("symbol", "x")]
        s, t = (self.term(2, inner, laws=False) for _ in range(2))
        k = self.term(1, laws=False)
        spread = mul(k, ("mean", same, s)), ("mean", same, t)
        made = [
            ([], (">=", power(a, 2), ZERO)),
            ([], (">=", absolute(a), a)),
            ([], (">=", ("max", a, b), a)),
            ([], ("=", add(("max", a, b), ("min", a, b)), add(a, b))),
            ([], (">", exp(a), ZERO)),
            ([("<=", a, b), ("<=", b, c)], ("<=", a, c)),
            ([("<=", a, b), ("<", b, c)], ("<", a, c)),
            ([(">=", a, ZERO), (">=", b, ZERO)], (">=", mul(a, b), ZERO)),
            ([("=", mul(a, b), ONE)], ("!=", a, ZERO)),
            ([("=", mul(a, b), mul(a, c)), ("!=", a, ZERO)], ("=", b, c)),
            ([(">", a, ZERO)], (">", inverse(a), ZERO)),
            ([("!=", a, ZERO)], ("=", mul(a, inverse(a)), ONE)),
            ([], ("=", mul(a, inverse(a)), ONE)),
            ([(">=", inverse(a), b)], (">=", mul(inverse(a), power(a, 2)), mul(b, power(a, 2)))),
            ([(">=", inverse(a), b), (">", a, ZERO)], (">=", ONE, mul(a, b))),
            ([(">=", inverse(a), b)], (">=", ONE, mul(a, b))),
            ([(">", a, ZERO)], ("=", exp(log(a)), a)),
            ([], ("=", exp(log(a)), a)),
            ([], ("=", log(exp(a)), a)),
            ([(">", a, ZERO)], ("=", power(root(a), 2), a)),
            ([], ("=", power(root(a), 2), a)),
            ([("!=", a, ZERO)], ("=", root(power(a, 2)), absolute(a))),
            ([], ("=", root(power(a, 2)), a)),
            ([], ("=", mul(ZERO, a), ZERO)),
            ([], ("=", sub(a, a), ZERO)),
            ([], ("=", sub(f, f), ZERO)),
            ([("<", a, b), ("<", b, a)], ("=", ZERO, ONE)),
            ([], ("=", ("mean", same, add(mul(k, s), t)), add(*spread))),
            ([], ("=", ("mean", same, k), k)),
            ([(">", f, g)], ("<=", g, f)),
            ([("<=", exp(a), ONE)], ("<=", exp(mul(number(2), a)), ONE)),
            ([("<=", a, ZERO)], ("<=", exp(a), ONE)),
            ([self.relation()], self.relation()),
            ([self.relation(), self.relation()], self.relation()),
            ([], self.relation(2)),
            ([self.relation(), self.relation()], ("!=", self.term(1, laws=False), ZERO)),
        ]
        hypotheses, conclusion = self.random.choice(made)
        return (self.granted(hypotheses, conclusion), conclusion)

    def granted(self, hypotheses, *claimed):
        """Add that terms have values and means are finite: often enough, not always."""
        found = list(hypotheses)
        for sentence in (*claimed, *hypotheses):
            for side in sentence[1:]:
                if self.random.random() < 0.35:
                    found.append(("defined", side))
            found += [("finite", m) for m in means(sentence) if self.random.random() < 0.7]
        self.random.shuffle(found)
        return tuple(dict.fromkeys(found))

    # --- proofs ----------------------------------------------------------------------------------

    def decided(self, hypotheses, conclusion, *using):
        return ("decision", (tuple(hypotheses), conclusion), tuple(using))

    def known(self):
        """Return the proof and the goal of a theorem, if there is one."""
        if not self.pool:
            raise NotProved("nothing is known yet")
        return self.random.choice(self.pool)

    def attempt(self):
        """Build a random proof; what it proves, if anything, is for the kernel to say."""
        ways = [self.plain] * 5 + [self.with_values] * 2 + [self.averaged] * 2
        ways += [self.ordered, self.to_logarithms, self.strictly, self.by_cases, self.rising]
        ways += [self.bent, self.shown, self.used, self.rounded]
        return self.random.choice(ways)()

    def plain(self):
        return self.decided(*self.goal())

    def with_values(self):
        proof, goal = self.known()
        names = sorted({name for s in (*goal.hypotheses, goal.conclusion) for name in free(s)})
        if not names:
            raise NotProved("nothing to replace")
        chosen = self.random.sample(names, min(len(names), self.random.choice((1, 1, 2))))
        values = tuple((name, self.term(self.random.choice((0, 1, 2)))) for name in chosen)
        return ("instance", values, proof)

    def ordered(self):
        proof, _ = self.known()
        return ("order", self.random.choice(("exp", "exp", "round")), proof)

    def rounded(self):
        n, sign = self.random.choice((-1, 0, 1)), self.random.choice("<>")
        a, shift = self.term(1), 1 if sign == "<" else -1
        near = (sign, a, number(2 * n + shift, 2))
        weaker = (near[0], near[1], number(2 * n + shift + 2, 2))
        given = self.granted([near], near)
        return ("nearest", n, self.decided(given, self.random.choice((near, near, weaker))))

    def to_logarithms(self):
        proof, goal = self.known()
        if goal.conclusion[0] == "exists":
            raise NotProved("not a relation")
        sign, left, right = goal.conclusion
        sides = []
        for side in (left, right):
            noise = mul(ZERO, self.term(1)) if self.random.random() < 0.3 else ZERO
            sides.append(add(side[1] if side[0] == "exp" else log(side), noise))
        using = tuple(self.known()[0] for _ in range(self.random.choice((0, 0, 1))))
        return ("logarithms", (sign, *sides), proof, using)

    def averaged(self):
        proof, goal = self.known()
        names = sorted({name for s in (*goal.hypotheses, goal.conclusion) for name in free(s)})
        if not names:
            raise NotProved("nothing to average over")
        chosen = tuple(self.random.sample(names, min(len(names), self.random.choice((1, 1, 2)))))
        support = [
            bind(h, chosen)
            for h in goal.hypotheses
            if h[0] in SIGNS and free(h) & set(chosen) and not means(h)
        ]
        if support and self.random.random() < 0.15:
            support.pop()
        law = ("law", self.random.choice("PQ"), ("v", "w")[: len(chosen)], tuple(support))
        return ("expectation", law, chosen, proof)

    def strictly(self):
        sign = self.random.choice(("<=", ">="))
        strict = {"<=": "<", ">=": ">"}[sign]
        a, b = self.term(1, laws=False), self.term(1, laws=False)
        lift = self.random.choice((power(a, 2), absolute(a), exp(a), ("max", a, ZERO)))
        left, right = (b, add(b, lift)) if sign == "<=" else (add(b, lift), b)
        event = self.random.choice((("!=", a, ZERO), (">", a, ZERO), ("<", a, ZERO)))
        sure = [
            (self.random.choice((">", ">=", "<=", "!=")), ("symbol", "x"), self.constant())
            for _ in range(self.random.choice((0, 1)))
        ]
        law = ("law", "P", ("v",), tuple(bind(h, ["x"]) for h in sure))
        weak = self.decided(sure, (sign, left, right))
        more = self.decided([*sure, event], (strict, left, right))
        return ("strict expectation", law, ("x",), (event,), weak, more)

    def by_cases(self):
        if self.random.random() < 0.5 and self.pool:
            proof, goal = self.known()
            if goal.conclusion[0] != "exists":
                t = self.term(1)
                above = self.decided([*goal.hypotheses, (">=", t, ZERO)], goal.conclusion, proof)
                below = self.decided([*goal.hypotheses, ("<=", t, ZERO)], goal.conclusion, proof)
                return ("cases", t, above, below)
        t = self.random.choice([("symbol", name) for name in NAMES] + [self.term(1)])
        hypotheses, conclusion = self.goal()
        above = self.decided([*hypotheses, (">=", t, ZERO)], conclusion)
        below = self.decided([*hypotheses, ("<=", t, ZERO)], conclusion)
        return ("cases", t, above, below)

    def function(self):
        x = ("symbol", "x")
        a, k = self.term(1, [x, ("symbol", "y")], laws=False), self.constant()
        return self.random.choice(
            [
                sub(exp(x), add(ONE, x)),
                sub(x, log(add(ONE, x))),
                sub(mul(x, exp(x)), x),
                add(power(x, 2), k),
                add(mul(k, power(x, 3)), x),
                sub(k, inverse(x)),
                mul(sub(x, ONE), inverse(sub(x, k))),
                mul(power(sub(x, k), 2), inverse(sub(x, k))),
                sub(k, exp(mul(number(-1), x))),
                mul(sub(x, k), sub(x, ("symbol", "y"))),
                add(a, mul(k, x)),
                add(mul(ZERO, a), x),
                a,
                sub(log(add(x, k)), k),
            ]
        )

    def rising(self):
        x, h = ("symbol", "x"), self.function()
        start = self.random.choice((ZERO, ONE, ("symbol", "y")))
        given = [self.random.choice([(">=", ("symbol", "y"), ZERO), (">", ("symbol", "y"), ONE)])]
        given = given[: self.random.choice((0, 1))]
        first = self.decided(given, (">=", put(h, {"x": start}), ZERO))
        way = (self.random.choice((">", ">=")), x, start)
        slope = (self.random.choice((">", ">=", ">=")), derivative(h, "x"), ZERO)
        return ("increasing", h, "x", start, first, self.decided([*given, way], slope))

    def bent(self):
        x, h, y = ("symbol", "x"), self.function(), ("symbol", "y")
        low, high = self.random.choice(
            [(ZERO, ONE), (number(-1), ONE), (y, ONE), (ONE, y), (ONE, ZERO), (y, y)]
        )
        inside = [(">=", x, low), ("<=", x, high)]
        h = sub(h, self.random.choice((ZERO, number(3), number(10))))
        second = derivative(derivative(h, "x"), "x")
        given = [(">=", y, ZERO), ("<=", y, number(2))][: self.random.choice((0, 2))]
        ends = tuple(self.decided(given, ("<=", put(h, {"x": end}), ZERO)) for end in (low, high))
        return (
            "convex",
            h,
            "x",
            (low, high),
            self.decided([*given, *inside], (">=", second, ZERO)),
            ends,
        )

    def shown(self):
        values = tuple(self.term(1) for _ in range(self.random.choice((1, 1, 2))))
        names = ("a", "b")[: len(values)]
        symbols = [("symbol", name) for name in names]
        made = [
            ("=", symbols[0], values[0]),
            ("=", sub(symbols[0], values[0]), ZERO),
            (">=", symbols[0], values[0]),
            (">=", power(symbols[0], 2), power(values[0], 2)),
            ("=", mul(symbols[0], inverse(values[0])), ONE),
            self.relation(),
        ]
        conditions = self.random.sample(made, self.random.choice((1, 1, 2)))
        table = dict(zip(names, values, strict=True))
        given = self.granted([], *(put(c, table) for c in conditions))
        conclusion = ("exists", names, tuple(bind(c, names) for c in conditions))
        return ("example", (given, conclusion), values, ())

    def used(self):
        """A decision from theorems: their hypotheses as they are, or with one left out."""
        chosen = [self.known() for _ in range(self.random.choice((1, 2)))]
        chosen = [(p, g) for p, g in chosen if g.conclusion[0] != "exists"]
        hypotheses = [h for _, goal in chosen for h in goal.hypotheses]
        if hypotheses and self.random.random() < 0.4:
            hypotheses.pop(self.random.randrange(len(hypotheses)))
        if not chosen:
            raise NotProved("only existences")
        sign, left, right = chosen[0][1].conclusion
        t = self.term(1)
        sums = add(difference(left, right), *(difference(*g.conclusion[1:]) for _, g in chosen[1:]))
        conclusion = self.random.choice(
            [
                (sign, left, right),
                ({"<": "<=", ">": ">=", "=": "<="}.get(sign, sign), left, right),
                (sign, sums, ZERO),
                (sign, add(left, t), add(right, t)),
                ("!=", left, right),
                (">=", left, ZERO),
            ]
        )
        return self.decided(dict.fromkeys(hypotheses), conclusion, *(p for p, _ in chosen))

    def theorem(self):
        """Return the proof and the goal of a new theorem, or None."""
        try:
            proof = self.attempt()
            theorem = check(proof, self.court)
        except NotProved:
            return None
        if len(str(theorem.goal)) < LONGEST:
            self.pool.append((proof, theorem.goal))
            if len(self.pool) > MOST_KNOWN:
                self.pool.pop(self.random.randrange(MOST_KNOWN))
        return proof, theorem.goal

    # --- evaluation ------------------------------------------------------------------------------

    def point(self, goal):
        names = {name for s in (*goal.hypotheses, goal.conclusion) for name in free(s)}
        return Drawn({name: self.random.choice(VALUES) for name in sorted(names)}, self.random)

    def examined(self, proof, goal, points):
        """Return at how many points the hypotheses held, and the first at which the goal fails."""
        if goal.conclusion[0] == "exists":
            values = example_of(proof)
            conditions = [fill(condition, values) for condition in goal.conclusion[2]]
        else:
            conditions = [goal.conclusion]
        held = 0
        for _ in range(points):
            point = self.point(goal._replace(conclusion=("all", *conditions)))
            for condition in conditions:
                with flint.ctx.workprec(BITS):
                    found = point.violates(goal._replace(conclusion=condition))
                if found:
                    return held, point
                held += found is False
        return held, None


def example_of(proof):
    """Return the terms that an existence was proved with, as instances have changed them."""
    if proof[0] == "instance":
        return tuple(put(value, dict(proof[1])) for value in example_of(proof[2]))
    return proof[2]
