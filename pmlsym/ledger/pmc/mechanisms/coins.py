"""Two uniform secrets: footnote 5."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.mechanisms import own_likelihood, response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.extremal import kernel
from pmlsym.ledger.pmc.mechanisms.instances import (
    HALF as HALF_,
    Levels,
    Masses,
    exact,
    instances,
    share,
)
from pmlsym.ledger.pmc.symbols import HALF, PAPER, epsilon
from pmlsym.ledger.writing import relate
from pmlsym.proof.language import reals
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.assertion import Assertion, Compared, Property, Quantity
from pmlsym.statements.values import Value

# --- footnote 5: randomized response -------------------------------------------------------------

response = reals("eps_r")[0]
_truth, _response_truth = reals("T_extremal T_response")
_E = sp.exp(epsilon)
_CORRECT = epsilon + sp.log(1 / (2 - _E))
_BINARY = (epsilon >= 0, relate(_E, "<", sp.Integer(2)))
_BOTH = (
    relate(_truth, "==", own_likelihood(_E, HALF)),
    relate(_response_truth, "==", response_entries(sp.exp(response), 1)[0]),
)


def _coin(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    return {"u": 1 + share(number, random)}


def _no_coin(instance: Levels) -> str:
    """Return why the prior is not (1/2, 1/2) or u not in [0, log 2), where the formulas hold."""
    if instance.prior != (HALF_, HALF_):
        return "The prior has to be (1/2, 1/2)."
    return "" if 1 <= instance["u"] < 2 else "The level u has to be from 0 on and below log(2)."


_COINS = instances(
    "two equally likely secrets and 0 <= u < log 2",
    r"P_X=(\tfrac12,\tfrac12),\ 0\le\varepsilon<\log2",
    _coin,
    lambda number, random: (HALF_, HALF_),
    outside=_no_coin,
)


def _from_half(chance: Fraction) -> Value:
    return abs(chance - HALF_)


def _response_at(top: int) -> Quantity[Levels]:
    def of(instance: Levels) -> Value:
        odds = instance["u"] * top / (2 - instance["u"])
        return _from_half(exact(response_entries(odds, 1)[0]))

    return Quantity(
        f"|T - 1/2| of randomized response with eps_r = u + log({top}/(2 - exp(u)))",
        rf"|T_{{\mathrm{{RR}}}}(\varepsilon+\log\tfrac{top}{{2-e^\varepsilon}})-\tfrac12|",
        of,
    )


_EXTREMAL_COIN = Quantity[Levels](
    "|T - 1/2| of the extremal mechanism, T how likely the truth is",
    r"|T^*-\tfrac12|",
    lambda instance: _from_half(kernel(instance.prior, instance["u"])[0][0]),
)


def _exchanged(instance: Levels) -> bool:
    odds = instance["u"] / (2 - instance["u"])
    same_, other_ = response_entries(odds, 1)
    return kernel(instance.prior, instance["u"]) == [[other_, same_], [same_, other_]]


COIN = PaperTheorem(
    "a coin by one number",
    "under the uniform binary prior the extremal mechanism and randomized response are given by "
    "how likely they tell the truth, T: the rows are (T, 1 - T) and (1 - T, T), and with the "
    "outcomes exchanged T becomes 1 - T",
    "both treat the two secrets alike, and rows sum to one.",
)

footnote_5_repair = Claim(
    "pmc.footnote-5.repair",
    PAPER,
    "footnote 5",
    says="with eps_r = eps + log(1/(2 - e^eps)), and the two outcomes exchanged",
    scope="the uniform binary prior, 0 <= eps < log 2, beyond which there is no such extremal "
    "mechanism; without exchanging the outcomes they coincide for eps = 0 alone",
    asserts=(
        Assertion(_COINS, (Compared(_EXTREMAL_COIN, "=", _response_at(1)),)),
        Assertion(
            _COINS,
            (
                Property(
                    "the extremal mechanism with its outcomes exchanged is randomized response "
                    "with eps_r = u + log(1/(2 - exp(u)))",
                    r"P^*(y\mid x)=P_{\mathrm{RR}}(1-y\mid x)",
                    _exchanged,
                ),
            ),
        ),
    ),
    reductions=(COIN,),
    parts=(
        follows(
            "the extremal mechanism tells the truth as often as randomized response lies",
            (*_BINARY, *_BOTH, relate(sp.exp(response), "==", sp.exp(_CORRECT))),
            relate(_truth, "==", 1 - _response_truth),
        ),
        follows(
            "so both are at the same distance from 1/2",
            (relate(_truth, "==", 1 - _response_truth),),
            relate(sp.Abs(_truth - HALF), "==", sp.Abs(_response_truth - HALF)),
        ),
        follows(
            "no randomized response tells the truth that rarely for eps > 0",
            (epsilon > 0, relate(_E, "<", sp.Integer(2)), response >= 0, *_BOTH),
            relate(_truth, "<", _response_truth),
        ),
    ),
)

footnote_5 = Claim(
    "pmc.footnote-5",
    PAPER,
    "footnote 5",
    says="binary randomized response with eps_r = eps + log(2/(2 - exp(eps))) coincides with the "
    "binary eps-PML extremal mechanism",
    scope="read for the uniform binary prior, 0 <= eps < log 2 (the footnote says eps >= 0) and "
    "up to exchanging the outcomes: both tell the truth with a probability T at the same distance "
    "from 1/2. An author would answer that the 2 above the line is a misprint for 1, as Cor. 4 "
    "(iv) shows. That is the repair. The verdict stands, as with the printed parameter they "
    "coincide for no eps, not even for eps = 0, where nothing is told",
    asserts=(Assertion(_COINS, (Compared(_EXTREMAL_COIN, "=", _response_at(2)),)),),
    models=(Levels((HALF_, HALF_), (("u", Fraction(4, 3)),)),),
    repair=footnote_5_repair,
    misprint="Cor. 4 (iv), which the footnote makes precise, has the parameter eps_l* + eps; of "
    "this prior eps_l* is log(1/(2 - e^eps)), so that the 2 above the line is a 1",
)
