"""What randomized response is worth, as mutual information: Ex. 4, Fig. 1."""

from __future__ import annotations

from random import Random

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import Stated, stated
from pmlsym.ledger.pmc.mechanisms.adapted import ADAPTED, LEAKING, THIRDS, TURN
from pmlsym.ledger.pmc.mechanisms.response import randomized_response
from pmlsym.ledger.pmc.mechanisms.told import prove_told
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.statements.specific import Specific, about
from pmlsym.statements.specific.levels import Levels

_TRIES = 60  # mutual information takes longer
_OF_PMC, _OF_PML, _OF_LDP = (randomized_response(parameter) for parameter in "rsd")
_AT_ZERO = "where exp(e) = 1"
_RANGE = (
    "every prior on n >= 2 secrets and 0 <= eps < log(1/p_min), where both parameters are finite"
)


def _compared(text: str) -> Specific:
    """Say something where the PMC of X->Y is e, and so is the PML of X->Z."""
    given = "pmc(X->Y) = e and pml(X->Z) = e"
    return about(f"{given} => {text}", _OF_PMC, _OF_PML, draw=LEAKING, tries=_TRIES)


def _of_prior(text: str) -> Specific:
    return about(text, _OF_PMC, draw=LEAKING, tries=_TRIES)


_MORE = "mutual_information(X;Y) > mutual_information(X;Z)"
_LESS = "mutual_information(X;Z) > mutual_information(X;Y)"
_SAME = "mutual_information(X;Y) = mutual_information(X;Z)"


def _told(*statements: Specific) -> Stated:
    return stated(*statements, beside=(ADAPTED,), prove=prove_told)


example_4_utility_repair = Claim(
    "pmc.example-4.utility.repair",
    PAPER,
    "Ex. 4",
    says="for 0 < eps < log((1 - p_max)/p_min) it yields more mutual information, at both ends the "
    "same",
    scope=f"{_RANGE}; an adapted parameter is one of which the worst PMC, or PML, is eps",
    **_told(
        _compared(f"{_MORE} where e > 0, e < log({TURN})"),
        _compared(f"{_SAME} where e = log({TURN})"),
        _compared(f"{_SAME} {_AT_ZERO}"),
    ),
)

example_4_utility = Claim(
    "pmc.example-4.utility",
    PAPER,
    "Ex. 4",
    says="for eps <= log((1 - p_max)/p_min) the PMC-adapted mechanism yields higher utility "
    "(mutual information) than the PML-adapted one",
    scope=f'{_RANGE}. "... has a larger randomized response parameter than the PML-adapted one, '
    f"and "
    'therefore yields higher utility": read with its end, as the sentence on the parameters is',
    asserts=(_compared(f"{_MORE} where e >= 0, e <= log({TURN})"),),
    models=(THIRDS,),
    repair=example_4_utility_repair,
)

example_4_skewed = Claim(
    "pmc.example-4.skewed",
    PAPER,
    "Ex. 4",
    says="when the alphabet is small and the prior is highly skewed, the PML-adapted mechanism "
    "offers higher utility: for every eps from log((1 - p_max)/p_min) to log(1/p_min), both "
    "excluded; that range starts at log(n - 1) where all secrets but one are equally rare (at 0 "
    "for two secrets), and never before",
    scope="every prior on n >= 2 secrets. The range is log(1/(1 - p_max)) long, so it is the whole "
    "of (0, log(1/p_min)) for two secrets, and most of it where n is small, p_max near 1 and the "
    "other secrets about equally rare. With three secrets, one of them far rarer than the second, "
    "it can be a small part: a fifth for (0.99, 0.01 - 10^-9, 10^-9), which is a small alphabet "
    "and a skewed prior, too. Below its start the PMC-adapted mechanism is worth more "
    "(pmc.example-4.utility). Two secrets are said as p_min + p_max = 1, and that all but one are "
    "equally rare as p_max + (n - 1) p_min = 1",
    **stated(
        _compared(f"{_LESS} where e > 0, e > log({TURN})"),
        _compared(f"{_LESS} where e > 0, pmin + pmax = 1"),
        _of_prior("(1 - pmax)/pmin >= n - 1"),
        _of_prior("(1 - pmax)/pmin = n - 1 where pmax + (n - 1)*pmin = 1"),
        beside=(ADAPTED,),
        prove=prove_told,
    ),
)


def _with_local(number: int, random: Random) -> Levels:
    """Add the parameter that leaks just eps under LDP."""
    found = LEAKING(number, random)
    return Levels(found.prior, (*found.levels, ("d", found["e"])))


def _beside_local(text: str) -> tuple[Specific, Specific]:
    """Say something where the PMC of X->Y, or its PML, is e, and so is the LDP of X->Z."""
    of_pmc, of_pml = (
        about(
            f"{kind}(X->Y) = e and ldp(X->Z) = e => {text}",
            one,
            _OF_LDP,
            draw=_with_local,
            tries=_TRIES,
        )
        for kind, one in (("pmc", _OF_PMC), ("pml", _OF_PML))
    )
    return of_pmc, of_pml


figure_1 = Claim(
    "pmc.figure-1",
    PAPER,
    "Fig. 1, Ex. 4",
    says="both context-aware mechanisms have more mutual information than the LDP one for every "
    "0 < eps < log(1/p_min); at eps = 0 all three say nothing",
    scope='"In all cases, mechanisms adapted to PMC or PML achieve higher utility than those '
    'adapted to LDP": the cases are the panels, the curves start in one point. Every prior on n '
    ">= 2 "
    "secrets, so those of the panels; from log(1/p_min) on PML asks for nothing and the answer may "
    "be the secret itself",
    **_told(*_beside_local(f"{_MORE} where e > 0"), *_beside_local(f"{_SAME} {_AT_ZERO}")),
)
