r"""What adversaries pay at an outcome, and what an outcome says, as a few numbers and a law.

**Theorem (payoffs under the prior).** Let l(x) = P(x|y)/P(x) be the lifts of an outcome y under a
positive prior, and c any payoff of a randomized function U of X, U - X - Y, and a choice w.

1. The choice w has the mean E[h(X)] before, and E[h(X) l(X)] given y, of the nonnegative function
   h(x) = E[c(U, w) | X = x]: of a wrong guess u it is 1 - P(u|x), of a right one P(u|x), and of
   guesses one after the other at least 1.
2. Let k and h be these functions for a choice that is best before, and for one that is best given
   y. For costs the least mean before is E[k] <= E[h], and given y it is E[h l] <= E[k l]; for gains
   the inequalities are the other way round. Nothing else is known: every law of (l, k, h) on
   finitely many points with l >= 0, E[l] = 1 and these inequalities is that of an outcome and a
   payoff with two choices. The smallest lift is *low* if l >= low, with equality of positive
   probability, and so the largest.
3. If no choice costs (or gains) anything on average before, neither does one given y.
4. A payoff v(P(w)) 1[x = w] has the means v(p) p before and v(p) p l given y, at the probability p
   and the lift l of the secret w. The best choices before and after are secrets of their own, and
   none is better: nor is the secret of smallest (largest) lift.
5. With a secret of probability p in k = 1/kappa equally likely pieces and the rest as one value,
   the best guess is right with the chance max(p kappa, 1 - p); given y with p l for p. So with the
   rest in pieces.
6. D_inf(P || Q) is the logarithm of the largest P(x)/Q(x).

*Because*: 1. Given X, U is independent of Y. 2. A minimum over choices is attained. Conversely let
the points of the law be the secrets, U = X, and k and h the two choices. 3. A nonnegative function
of mean 0 vanishes at every secret. 4., 5. Bayes' rule. 6. P(A)/Q(A) of an event lies between the
ratios of its secrets.

**Sound**, and **complete** where payoffs are any, or are those of a single choice, or cost the same
before whichever choice is made; otherwise a goal may say more (`Numbers.says_more`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pmlsym.statements.payoffs.kinds import AnyGuess, AnyOrder, OfSecret, Payoff, Pieces
from pmlsym.statements.payoffs.quantities import COSTS, Kind, named, quantities
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.payoffs.terms import HIGH, LOW, UNIT, Side, is_of_a_mass, kind_of
from pmlsym.statements.reductions.result import Theorem
from pmlsym.statements.terms import (
    Function,
    Number,
    Parameter,
    Term,
    negative,
    operation,
    replaced,
)

PAYOFFS = Theorem(
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
class Numbers:
    """Quantities of an outcome, by the numbers of its lifts and of payoffs.

    Parameters
    ----------
    payoffs : by name.
    informed : whether all laws are those given z, which may leave a single secret.
    nothing : of payoffs, as costs or as gains, whether the best choice before pays 0; where told.
    """

    payoffs: Mapping[str, Payoff]
    informed: bool = False
    nothing: Mapping[Side, bool] = field(default_factory=dict)

    # --- terms ------------------------------------------------------------------------------------

    def term(self, term: Term) -> Term:
        """Return a term in which the quantities are written out."""
        return replaced(term, self._written)

    def _written(self, term: Term) -> Term:
        found = named(term.name) if isinstance(term, Parameter) else None
        return term if found is None else self.quantity(*found)

    def quantity(self, kind: Kind, name: str) -> Term:
        """Return a quantity in numbers.

        Examples
        --------
        >>> from pmlsym.statements.payoffs import AnyPayoff
        >>> print(Numbers({"C": AnyPayoff("C")}).quantity("saves", "C"))
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
            case "saves" | "gains":
                if nothing:
                    return _log(UNIT)
                before, after = (Parameter(kind_of(side, when)) for when in ("before", "after"))
                level = _log(operation("/", after, before))
                return negative(level) if kind == "saves" else level
        raise NotReducible(f"{kind}({name}) is no number of one outcome.")

    # --- of what is spoken ------------------------------------------------------------------------

    def sides(self, *terms: Term) -> tuple[Side, ...]:
        """Return the payoffs of which terms speak, as costs or as gains."""
        found = {(name, kind in COSTS) for kind, name in quantities(*terms) if name != "X"}
        return tuple(sorted(found))

    def says_more(self, sides: tuple[Side, ...], kinds: set[Kind]) -> bool:
        """Whether goals may say more than a statement that speaks of these."""
        names = [name for name, _ in sides]
        if len({*names}) < len(names):
            return True  # the least cost is at most the largest gain
        for name, _ in sides:
            payoff = self.payoffs[name]
            if isinstance(payoff, AnyGuess | AnyOrder | Pieces):
                return True
            if isinstance(payoff, OfSecret):
                if payoff.choices == "all" and is_of_a_mass(payoff):
                    return True
                if not kinds <= {"saves", "gains", "pml", "pmc", "least_lift", "most_lift"}:
                    return True
        return False


def _log(of: Term) -> Term:
    return Function("log", (of,))
