"""The law under which LIP and ALIP bound the information density almost surely: Def. 4 and 5."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.pmc.mechanisms.instances import worst
from pmlsym.ledger.pmc.mechanisms.zeros import drawn_law
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.statements.arithmetic import add, log, multiply
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.law import Law
from pmlsym.statements.model import Model
from pmlsym.statements.values import ZERO, holds


def _ratios(law: Law) -> list[Fraction]:
    """Return exp(i(x; y)) at the pairs of positive P_XY."""
    in_x, in_y = law.marginal(("X",)), law.marginal(("Y",))
    return [
        Fraction(weight * law.total, in_x[x,] * in_y[y,])
        for (x, y), weight in law.marginal(("X", "Y")).items()
    ]


def _draw(number: int, random: Random) -> Model:
    """Draw a mechanism, and levels at or above the bounds on i(X; Y)."""
    law = drawn_law(number, random)
    ratios, more = _ratios(law), random.choice((1, 1, Fraction(11, 10)))
    low, high = max(Fraction(1), 1 / min(ratios)), max(ratios)
    levels = {"e": max(low, high) * more, "l": low * more, "u": high * more}
    return Model(law, {name: log(ratio) for name, ratio in levels.items()})


def _negative(model: Model) -> str:
    """Name a negative level; empty if none is."""
    below = [name for name in ("e", "l", "u") if holds(model.parameters[name], "<", ZERO)]
    return f"{below[0]} is negative." if below else ""


_EVERY = Domain(
    "every prior, mechanism and e, l, u >= 0",
    r"P_X,\ P_{Y\mid X},\ \varepsilon,\varepsilon_l,\varepsilon_u\ge0",
    Model,
    _draw,
    100,
    ("e", "l", "u"),
    _negative,
)


def _level(name: str, latex: str) -> Quantity[Model]:
    return Quantity(name, latex, lambda m: m.parameters[name])


_E, _L, _U = (
    _level(*names)
    for names in (("e", r"\varepsilon"), ("l", r"\varepsilon_l"), ("u", r"\varepsilon_u"))
)
_SIZE = Quantity[Model](
    "ess sup |i(X;Y)| under P_XY",
    r"\operatorname*{ess\,sup}_{P_{XY}}|i(X;Y)|",
    lambda m: log(max(max(ratio, 1 / ratio) for ratio in _ratios(m.law))),
)
_HIGH = Quantity[Model](
    "ess sup i(X;Y) under P_XY",
    r"\operatorname*{ess\,sup}_{P_{XY}}i(X;Y)",
    lambda m: log(max(_ratios(m.law))),
)
_DEEP = Quantity[Model](
    "ess sup -i(X;Y) under P_XY",
    r"\operatorname*{ess\,sup}_{P_{XY}}(-i(X;Y))",
    lambda m: log(1 / min(_ratios(m.law))),
)
_PMC = Quantity[Model](
    "pmc(X->Y)", r"\textstyle\max_y\Lambda(X\to y)", lambda m: worst("pmc", m.law)
)
_LDP = Quantity[Model]("ldp(X->Y)", r"\mathrm{LDP}", lambda m: worst("ldp", m.law))
_TWICE = Quantity[Model]("2*e", r"2\varepsilon", lambda m: multiply(Fraction(2), m.parameters["e"]))
_SUM = Quantity[Model](
    "l + u",
    r"\varepsilon_l+\varepsilon_u",
    lambda m: add(m.parameters["l"], m.parameters["u"]),
)

_LIP = (Compared(_SIZE, "<=", _E),)
_ALIP = (Compared(_DEEP, "<=", _L), Compared(_HIGH, "<=", _U))

definition_4_surely_repair = Claim(
    "pmc.definition-4.surely.repair",
    PAPER,
    "Def. 4 and 5",
    says="read under P_X x P_Y they do: |i(x; y)| is bounded at all pairs of positive P_X(x) and "
    "P_Y(y)",
    scope="every finite alphabet of at least two secrets, prior of full support and mechanism, "
    "eps, eps_l, eps_u >= 0. LIP and ALIP are so read here and in all other claims. Both readings "
    "agree where P_X x P_Y << P_XY, that is where no secret rules out a possible outcome. General "
    "alphabets, which the paper has, are not covered here: see pmc.theorem-7.general",
    **stated("LIP(e) => PMC(e) and LDP(2*e)", "ALIP(l, u) => PMC(l) and LDP(l + u)"),
)

definition_4_surely = Claim(
    "pmc.definition-4.surely",
    PAPER,
    "Def. 4 and 5",
    says="with |i(X;Y)| <= eps 'almost surely' read in P_XY, the law of (X, Y), LIP and ALIP bound "
    "PMC and LDP as the paper uses them: eps-LIP gives eps-PMC and 2 eps-LDP, (eps_l, "
    "eps_u)-ALIP gives eps_l-PMC and (eps_l + eps_u)-LDP",
    scope="every finite prior and mechanism; the paper has general alphabets. The definitions name "
    "no measure. i(X; Y) is a random variable of (X, Y), whose law is P_XY, so that what is "
    "almost sure of it is so under P_XY, which gives no weight to pairs with P(y|x) = 0, "
    "where i = -inf. Two equally likely secrets that are published as they are have i(X;Y) = "
    "log 2 surely, and infinite PMC and LDP; it is likewise with every P(y|x) = 0 at a "
    "possible y. In this reading, and for this reason alone, false are the two implications "
    "that Sec. II-D takes from earlier papers (pmc.lip-ldp), the rows of Table II on LIP and "
    "ALIP (pmc.table-2), the half of Cor. 4 (iii) from eps_l*-LIP (pmc.corollary-4), and the "
    "sentence after Cor. 5 (pmc.corollary-5). What LIP and ALIP say of PML, what LDP, PML or "
    "PMC say of them, Cor. 4 (ii) and Cor. 5 are true in either reading. An author would "
    "answer that P_X x P_Y is meant: Table II and Sec. II-D use both definitions so, App. H "
    "writes this measure out for PMC, Remark 3 says what P_XY leaves out, and where P_X x P_Y "
    "<< P_XY, which Remark 4 assumes, both readings agree. That is the repair, and how all "
    "other claims read both definitions. The verdict stands, as the definitions name no "
    "measure, and what they say without one gives a finite level to a mechanism that "
    "publishes the secret",
    asserts=(
        Assertion(_EVERY, (Compared(_PMC, "<=", _E),), _LIP),
        Assertion(_EVERY, (Compared(_LDP, "<=", _TWICE),), _LIP),
        Assertion(_EVERY, (Compared(_PMC, "<=", _L),), _ALIP),
        Assertion(_EVERY, (Compared(_LDP, "<=", _SUM),), _ALIP),
    ),
    models=(
        Model.from_channel([[1, 0], [0, 1]], ["1/2", "1/2"], e="log(2)", l="log(2)", u="log(2)"),
    ),
    repair=definition_4_surely_repair,
)
