"""Small exact channels for property tests."""

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
