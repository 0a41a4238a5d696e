"""Products of powers whose exponents are no numbers: true ones are proved, false ones never."""

import pytest

from tests.statements.proving import settled, verdict_of_proofs

MIXED = "priors P, Q; mixture M = t P + (1 - t) Q: "
POSSIBLE = " where chance_P > 0, chance_Q > 0, t > 0, t < 1"
POSITIVE = " where a > 0, b > 0, t > 0, t < 1"
TRUE = [
    f"{MIXED}pmc_M >= t*pmc_P + (1 - t)*pmc_Q{POSSIBLE}",
    f"{MIXED}ldp_M >= t*ldp_P + (1 - t)*ldp_Q{POSSIBLE}",
    f"numbers a, b, t: a^t*b^(1-t) <= t*a + (1 - t)*b{POSITIVE}",
    f"numbers a, b, t: a^t*b^(1-t) <= max(a, b){POSITIVE}",
    f"numbers a, b, t: t*a + (1 - t)*b >= exp(t*log(a) + (1 - t)*log(b)){POSITIVE}",
]
NOT_TRUE = [
    f"{MIXED}pmc_M > t*pmc_P + (1 - t)*pmc_Q{POSSIBLE}",
    f"{MIXED}pmc_M >= t*pmc_Q + (1 - t)*pmc_P{POSSIBLE}",
    f"{MIXED}pml_M >= t*pml_P + (1 - t)*pml_Q{POSSIBLE}",
    f"{MIXED}pml_M <= t*pml_P + (1 - t)*pml_Q{POSSIBLE}",
    f"{MIXED}pmc_M <= t*pmc_P + (1 - t)*pmc_Q{POSSIBLE}",
    f"numbers a, b, t: a^t*b^(1-t) < t*a + (1 - t)*b{POSITIVE}",
    f"numbers a, b, t: a^t*b^(1-t) <= t*b + (1 - t)*a{POSITIVE}",
    f"numbers a, b, t: a^t*b^(1-t) >= t*a + (1 - t)*b{POSITIVE}",
    "numbers a, b, t: a^t*b^(1-t) <= t*a + (1 - t)*b where a > 0, b > 0, t > -1, t < 1",
]


@pytest.mark.parametrize("text", TRUE)
def test_a_weighted_mean_of_logarithms_is_below_the_logarithm_of_the_mean(text):
    assert verdict_of_proofs(text, 20) == "proved"


@pytest.mark.parametrize("text", NOT_TRUE)
def test_what_is_false_of_weighted_means_is_refuted(text):
    assert settled(text, 20) == "refuted"
