"""Small exact channels and secrets for property tests."""

from fractions import Fraction

from hypothesis import strategies as st


@st.composite
def distributions(draw, size, positive=False):
    """Exact distributions with small denominators, zeros included unless `positive`."""
    low = 1 if positive else 0
    weights = draw(
        st.lists(st.integers(low, 7), min_size=size, max_size=size).filter(lambda w: sum(w) > 0)
    )
    return [Fraction(w, sum(weights)) for w in weights]


@st.composite
def kernels(draw, secrets=None, outcomes=None):
    secrets = secrets or draw(st.integers(2, 4))
    outcomes = outcomes or draw(st.integers(1, 4))
    return [draw(distributions(outcomes)) for _ in range(secrets)]


@st.composite
def exact_channels(draw):
    """A kernel and a full-support prior, in Fractions."""
    kernel = draw(kernels())
    return kernel, draw(distributions(len(kernel), positive=True))


@st.composite
def discrete(draw, most=5, weights=(1, 2, 3, 5, 8, 30)):
    """The values of a secret and their probabilities, in Fractions."""
    values = draw(
        st.lists(st.fractions(-4, 4, max_denominator=6), min_size=1, max_size=most, unique=True)
    )
    chosen = [draw(st.sampled_from(weights)) for _ in values]
    return values, [Fraction(w, sum(chosen)) for w in chosen]
