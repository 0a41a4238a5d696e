r"""Mean costs and gains of adversaries at one outcome, by a law of lifts and a few numbers.

A *payoff* c(u, w) >= 0 is a cost or a gain of the choice w where U = u. The *best* choice has the
least mean cost or the largest mean gain.

**Theorem (payoffs under the prior).** Let l(x) = P(x|y)/P(x) be the lifts of an outcome y under a
positive prior, and c any payoff of a randomized function U of X, U - X - Y, and a choice w.

1. The choice w has the mean E[h(X)] before, and E[h(X) l(X)] given y, of the nonnegative function
   h(x) = E[c(U, w) | X = x]. As the cost of guessing u, h(x) is 1 - P(u|x); as the gain, P(u|x).
   For guesses one after the other h(x) >= 1.
2. Let k and h be these functions for a choice that is best before, and for one that is best given
   y. For costs the least mean before is E[k] <= E[h], and given y it is E[h l] <= E[k l]; for gains
   the inequalities are reversed. There are no other restrictions: every law of (l, k, h) on
   finitely many points with l >= 0, k, h >= 0, E[l] = 1 and these inequalities is that of an
   outcome and a payoff with two choices. The smallest lift is *low* if l >= low, with equality of
   positive probability; likewise the largest.
3. If the least mean cost (or the largest mean gain) before is 0, so is that given y.
4. A payoff v(P(w)) 1[x = w] has the means v(p) p before and v(p) p l given y, at the probability p
   and the lift l of the secret w. The best choices before and after are secrets, each at least as
   good in its place as the other one, and as the secret of smallest (largest) lift.
5. With a secret of probability p in k = 1/kappa equally likely pieces and the rest as one value,
   the best guess is right with the probability max(p kappa, 1 - p), and given y with p l for p.
   Likewise with the rest in pieces.
6. D_inf(P || Q) is the logarithm of the largest P(x)/Q(x).

*Because*: 1. Given X, U is independent of Y. 2. A minimum over choices is attained. Conversely let
the points of the law be the secrets, U = X, and k and h the two choices. 3. A nonnegative function
of mean 0 vanishes at every secret. 4., 5. Bayes' rule. 6. P(A)/Q(A) of an event lies between the
ratios of its secrets.

**Sound**, and **complete** for arbitrary payoffs, for payoffs with a single choice, and for payoffs
with the same mean before for every choice. Otherwise a goal may be stronger than the statement
(`PayoffNumbers.says_more`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

import sympy as sp

from pmlsym.proof.language import Term as Real
from pmlsym.statements.binders import MASS, AnyGuess, AnyOrder, OfSecret, Payoff, Pieces
from pmlsym.statements.payoffs.quantities import COSTS, OF_Z, Kind, named, quantities
from pmlsym.statements.reductions.encoding import (
    ZERO,
    Encoding,
    NotReducible,
    no_channel,
    parameter,
)
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import Function, Number, Parameter, Term, negative, operation, replaced
from pmlsym.statements.text.vocabulary import Comparison

# --- names of the numbers of payoffs, and values of payoffs given by a formula --------------------

Side: TypeAlias = tuple[str, bool]  # a payoff by name, and whether it is a cost
LOW, HIGH, UNIT = Parameter("low"), Parameter("high"), Number(Fraction(1))
OF_MASS = parameter(MASS)
_SCENE = Encoding(no_channel, {}, {OF_MASS: Range(Fraction(0), Fraction(1), above=True)})


def kind_of(side: Side, when: Literal["before", "after"]) -> str:
    """Return the name of the best value of a payoff: least mean cost, or largest mean gain.

    Examples
    --------
    >>> kind_of(("C", True), "after"), kind_of(("C", False), "before")
    ('least_after_C', 'most_before_C')
    """
    name, is_cost = side
    of = name if when == "after" else name.removesuffix(OF_Z)  # before, it is the same for X->Z
    return f"{'least' if is_cost else 'most'}_{when}_{of}"


def before_of(nothing: Mapping[Side, bool], side: Side) -> tuple[Real, Real]:
    """Return the best values before and after; both are 0 in the case that the first one is."""
    if nothing.get(side):
        return ZERO, ZERO
    return parameter(kind_of(side, "before")), parameter(kind_of(side, "after"))


def height_at(payoff: OfSecret, mass: Real) -> Real:
    """Return the height of a payoff at a secret times the probability of that secret."""
    height, needs = _SCENE.number(payoff.height)
    if needs or height.is_infinite or not _SCENE.nonnegative(height):
        raise NotReducible(f"It is not known that {payoff.height} is at least 0 for 0 < p <= 1.")
    return sp.expand(height * OF_MASS).subs(OF_MASS, mass)


def is_of_a_mass(payoff: Payoff) -> bool:
    """Whether the value of a payoff changes with the probability of a secret."""
    if isinstance(payoff, OfSecret):
        return bool(height_at(payoff, OF_MASS).free_symbols)
    return isinstance(payoff, Pieces)


def no_better(side: Side) -> Comparison:
    """Return the sign of the comparison of the best choice with another one."""
    return "<=" if side[1] else ">="


def is_worst_at_least(of: str) -> bool:
    """Whether the worst case of a number over the outcomes is its minimum, not its maximum."""
    return of == str(LOW) or of.startswith("least_")


def always_pays(payoff: OfSecret) -> bool:
    """Whether intervals say that the height of a payoff is positive at every secret."""
    return _SCENE.positive(_SCENE.number(payoff.height)[0])


def piece_chance(payoff: Pieces, side: Side, mass: Real, kappa: Real) -> Real:
    """Return the probability that the best guess is right (gains) or wrong (costs).

    `mass` is the probability of the secret, and `kappa` one over the number of pieces.
    """
    broken, whole = (mass, 1 - mass) if payoff.broken == "secret" else (1 - mass, mass)
    right = sp.Max(broken * kappa, whole)
    return 1 - right if side[1] else right


# --- mean costs and gains of adversaries at one outcome, by a law of lifts and a few numbers ------

PAYOFFS = PaperTheorem(
    "payoffs under the prior",
    "What a choice w costs or gains is the mean of a nonnegative function h of the secret before, "
    "and of h times the lift given y. So the best choices before and after an outcome are two such "
    "functions, each no worse than the other in its place, beside the lift, of mean 1, under the "
    "prior; every such law on finitely many points is that of an outcome and a payoff.",
    "Given X, U is independent of Y, and the posterior is the lift times the prior. Conversely the "
    "points of the law are the secrets, and the functions are two choices.",
    symbols=(
        ("lift", "the lift of a secret, under the law X"),
        ("low, high", "the smallest and the largest lift"),
        (
            "cost_before, cost_after, gain_before, gain_after",
            "the function h of the choice that is best before, and of that which is best given y",
        ),
        (
            "least_before, least_after, most_before, most_after",
            "what these choices cost or gain on average, before and given y",
        ),
    ),
)


@dataclass(frozen=True)
class PayoffNumbers:
    """Quantities of an outcome, written in its extreme lifts and in means of payoffs.

    Parameters
    ----------
    payoffs : the payoffs, by name.
    informed : whether all laws are those given z, which may leave a single secret.
    nothing : whether the best value before is 0, by payoff as a cost or as a gain; a payoff is
        missing if both are possible.
    """

    payoffs: Mapping[str, Payoff]
    informed: bool = False
    nothing: Mapping[Side, bool] = field(default_factory=dict)

    # --- terms ------------------------------------------------------------------------------------

    def term(self, term: Term) -> Term:
        """Return a term with its quantities written out in numbers."""
        return replaced(term, self._as_quantity)

    def _as_quantity(self, term: Term) -> Term:
        found = named(term.name) if isinstance(term, Parameter) else None
        return term if found is None else self.quantity(*found)

    def quantity(self, kind: Kind, name: str) -> Term:
        """Return a quantity as a term in numbers.

        Examples
        --------
        >>> from pmlsym.statements.binders import AnyPayoff
        >>> print(PayoffNumbers({"C": AnyPayoff("cost", "C")}).quantity("cost", "C"))
        -log(least_after_C/least_before_C)
        """
        side: Side = (name, kind in COSTS)
        nothing = self.nothing.get(side)
        match kind:
            case "pml":
                return _log(HIGH)
            case "pmc":
                return negative(_log(LOW))
            case "least_lift":
                return LOW
            case "most_lift":
                return HIGH
            case "least_before" | "least_after" | "most_before" | "most_after":
                return Number(Fraction(0)) if nothing else Parameter(f"{kind}_{name}")
            case "cost" | "gain":
                if nothing:
                    return _log(UNIT)
                before, after = (Parameter(kind_of(side, when)) for when in ("before", "after"))
                level = _log(operation("/", after, before))
                return negative(level) if kind == "cost" else level
        raise NotReducible(f"No reduction of {kind}({name}) at a single outcome is known.")

    # --- payoffs in terms -------------------------------------------------------------------------

    def sides(self, *terms: Term) -> tuple[Side, ...]:
        """Return the payoffs in terms, as costs or as gains."""
        found = {(name, kind in COSTS) for kind, name in quantities(*terms) if name[0] != "X"}
        return tuple(sorted(found))

    def says_more(self, sides: tuple[Side, ...], kinds: set[Kind]) -> bool:
        """Whether goals may be stronger than a statement about these payoffs and quantities."""
        names = [name for name, _ in sides]
        if len({*names}) < len(names):
            return True  # unused fact: the least cost is at most the largest gain
        for name, _ in sides:
            payoff = self.payoffs[name]
            if isinstance(payoff, AnyGuess | AnyOrder | Pieces):
                return True
            if isinstance(payoff, OfSecret):
                if payoff.choices == "all" and is_of_a_mass(payoff):
                    return True
                if not kinds <= {"cost", "gain", "pml", "pmc", "least_lift", "most_lift"}:
                    return True
        return False


def _log(of: Term) -> Term:
    return Function("log", (of,))
