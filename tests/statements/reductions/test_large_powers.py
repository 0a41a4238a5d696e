"""Powers of more digits than a goal may have are refused before sympy works them out."""

import pytest
import sympy as sp

from pmlsym.statements.reductions.encoding import Encoding, NotReducible, no_channel
from pmlsym.statements.text.parse import parse

SCENE = Encoding(no_channel, {})


@pytest.mark.parametrize(
    "text",
    [
        "2^(10^9) > 1",
        "2^1000^1000 > 1",
        "2^(-10^9) > 0",
        "1/3^(10^9) < 1",
        "((2^1000)^1000)^1000 > 1",
        "log(3^10^7) >= 0",
        "exp(10^12*log(2)) > 1",
        "exp(10^9*(log(2) + a)) > 1",
        # sympy gathers the exponents, and 2^(10^9) is left
        "2^(10^9 + a)/2^a > 1",
    ],
)
def test_a_power_that_is_too_long_is_refused_at_once(text):
    with pytest.raises(NotReducible, match="bits"):
        SCENE.condition(parse(text).claimed[0])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("2^10 > 1", sp.Integer(1024)),
        ("(1/2)^(1/2) > 0", sp.sqrt(2) / 2),
        ("2^(-3) > 0", sp.Rational(1, 8)),
    ],
)
def test_other_powers_are_what_they_were(text, left):
    assert SCENE.condition(parse(text).claimed[0]).relation.lhs == left
