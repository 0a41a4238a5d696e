"""Events against densities: eq. (3), Remark 4; PML and PMC as divergences: Defs. 2, 3, 7, 11."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.adversary import quantities as who
from pmlsym.ledger.pmc.adversary.averages import COMMON_MEASURE, ESSENTIAL, SUPREMUM
from pmlsym.ledger.pmc.definitions import countable_instances, divergence_there
from pmlsym.ledger.pmc.symbols import PAPER, ZERO
from pmlsym.ledger.writing import relate
from pmlsym.proof.language import reals
from pmlsym.statements.assertion import Assertion, Domain, Quantity
from pmlsym.statements.instances.attack.adversary import divergence, log_ratio
from pmlsym.statements.instances.attack.loss import Densities, draw_densities, largest
from pmlsym.statements.instances.noise.countable import Countable

# --- eq. (3) and Remark 4 -------------------------------------------------------------------------

density, other, bound, mass = reals("f g R m")
_WITHIN = relate(density, "<=", bound * other)
_BEYOND = relate(density, ">", bound * other)
_ON_ANY, _ON_EXCESS = AnyLaw((density, other), _WITHIN, "A"), AnyLaw((density, other), _BEYOND, "A")
f_x, f_y, f_xy, f_x_y, f_y_x = reals("f_X f_Y f_XY f_X|Y f_Y|X")
_BAYES = (
    f_x > 0,
    f_y > 0,
    relate(f_x_y, "==", f_xy / f_y),
    relate(f_y_x, "==", f_xy / f_x),
)

_MEASURES = Domain(
    "every finite alphabet, prior with positive entries, kernel, possible outcome y, and measures "
    "mu of secrets and nu of outcomes with positive weights",
    r"\forall P_X,P_{Y|X},y,\mu,\nu",
    Densities,
    draw_densities,
)
_EVENTS = Quantity[Densities](
    "log sup_A P_X(A)/P_X|Y=y(A)",
    r"\log\sup_A\frac{P_X(A)}{P_{X|Y=y}(A)}",
    lambda a: divergence(a.attack.prior, a.attack.posterior),
)
_OF_SECRETS = Quantity[Densities](
    "log ess sup f_X/f_X|Y",
    r"\log\operatorname*{ess\,sup}\frac{f_X(X)}{f_{X|Y}(X|y)}",
    lambda a: largest(a.prior_density, a.posterior_density),
)
_OF_OUTCOMES = Quantity[Densities](
    "log ess sup f_Y/f_Y|X",
    r"\log\operatorname*{ess\,sup}\frac{f_Y(y)}{f_{Y|X}(y|X)}",
    lambda a: largest((a.outcome_density,) * len(a.attack.prior), a.likelihood_density),
)
_ONE_EVENT = Quantity[Countable](
    "log P_X(A)/P_X|Y=y(A) of any event A",
    r"\log\frac{P_X(A)}{P_{X|Y=y}(A)}\text{ of any }A",
    lambda a: log_ratio(a.before(a.of_event()), a.after(a.of_event())),
)
_FAR_EVENT = Quantity[Countable](
    "log P_X(A)/P_X|Y=y(A) of A = {n, n + 1, ...} with n far enough",
    r"\log\frac{P_X(A_n)}{P_{X|Y=y}(A_n)}",
    lambda a: log_ratio(a.tail(a.far), a.joint_tail(a.far) / a.outcome),
)
_NEAR = Quantity[Countable](
    "log ess sup f_Y/f_Y|X - delta (1/delta where infinite)",
    r"\log\operatorname*{ess\,sup}\frac{f_Y(y)}{f_{Y|X}(y|X)}-\delta"
    r"\ \text{(}1/\delta\text{ where infinite)}",
    lambda a: a.near(a.supremum),
)

eq_3 = Claim(
    "pmc.eq-3",
    PAPER,
    "eq. (3), Remark 4",
    says="the supremum over events of P_X(A)/P_X|Y=y(A) is the essential supremum of the ratio of "
    "densities, f_X/f_X|Y or f_Y/f_Y|X",
    statement=r"\sup_A\frac{P_X(A)}{P_{X|Y=y}(A)}=\operatorname*{ess\,sup}_{P_X}"
    r"\frac{f_X(X)}{f_{X|Y}(X|y)}=\operatorname*{ess\,sup}_{P_X}\frac{f_Y(y)}{f_{Y|X}(y|X)}",
    scope="every law: f and g are densities of any two laws with respect to a measure, A any "
    "event with 0 < its measure < infinity (a countable union of such, where it is infinite), on "
    "which the goals take means. f/g is infinite where g = 0 < f, and 0/0 is left out. Read on "
    "finite alphabets with all events, and on countable ones with some. That PMC is measurable in "
    "y, which Remark 4 says of standard Borel spaces, is not covered",
    parts=(
        follows(
            "if f <= R g on A, then P(A) <= R Q(A); m is the measure of A",
            (mass > 0,),
            relate(mass * _ON_ANY.mean(density), "<=", bound * mass * _ON_ANY.mean(other)),
            _ON_ANY.on_average(_WITHIN),
        ),
        follows(
            "if f > R g on A, then P(A) > R Q(A)",
            (mass > 0,),
            relate(mass * _ON_EXCESS.mean(density), ">", bound * mass * _ON_EXCESS.mean(other)),
            _ON_EXCESS.on_average(_BEYOND),
        ),
        follows(
            "f_X/f_X|Y and f_Y/f_Y|X are one ratio, where the joint density f_XY is positive",
            (*_BAYES, f_xy > 0),
            relate(f_x / f_x_y, "==", f_y / f_y_x),
        ),
        *(
            follows(
                f"and where it is 0, {name} is 0 as well: the ratio is infinite",
                (*_BAYES, relate(f_xy, "==", ZERO)),
                relate(given, "==", ZERO),
            )
            for name, given in (("f_X|Y", f_x_y), ("f_Y|X", f_y_x))
        ),
    ),
    asserts=(
        Assertion(_MEASURES, who.compared(_EVENTS, "=", _OF_SECRETS)),
        Assertion(_MEASURES, who.compared(_OF_SECRETS, "=", _OF_OUTCOMES)),
        Assertion(countable_instances, who.compared(_ONE_EVENT, "<=", divergence_there)),
        Assertion(countable_instances, who.compared(_FAR_EVENT, ">=", _NEAR)),
    ),
    reductions=(SUPREMUM, ESSENTIAL, COMMON_MEASURE),
)

# --- PML and PMC as divergences -------------------------------------------------------------------

divergence_claim = Claim(
    "pmc.divergence",
    PAPER,
    "Defs. 2-3 and 7, Thm 2, Cor. 1",
    says="PML is D_inf(P_X|Y=y || P_X) and PMC is D_inf(P_X || P_X|Y=y)",
    statement=r"\ell(X\to y)=D_\infty(P_{X|Y=y}\|P_X),\qquad"
    r"\Lambda(X\to y)=D_\infty(P_X\|P_{X|Y=y})",
    scope="every finite alphabet of at least two secrets, prior and possible outcome; PML by "
    "gains (Def. 2) and by right guesses of randomized functions (Def. 3), PMC by costs and by "
    "wrong guesses (Def. 7), each at most the divergence and one equal to it. Payoffs have "
    "finitely many choices; of infinitely many the best is approached by single ones. On general "
    "alphabets, which Def. 2 has, PMC is pmc.theorem-4; PML is not covered there",
    **stated(
        "gain C: gain(C) <= pml(X->y)",
        "gain J = 1 at x of most lift: gain(J) = pml(X->y)",
        "guess G: gain(G) <= pml(X->y)",
        "guess R splits all but x of most lift: gain(R) = pml(X->y)",
        "cost C: cost(C) <= pmc(X->y)",
        "cost I = 1 at x of least lift: cost(I) = pmc(X->y)",
        "guess G: cost(G) <= pmc(X->y)",
        "guess S splits x of least lift: cost(S) = pmc(X->y)",
    ),
)
