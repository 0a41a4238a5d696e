"""Sparse kernels: every measure against the dense channel, and refusals of what needs a table."""

import math
import pickle
import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sparse
from hypothesis import given, settings, strategies as st

import pmlsym as ps
from pmlsym.errors import ChannelError
from tests.random_channels import distributions, kernels
from tests.test_measures import MEASURES

FORMATS = ("bsr", "coo", "csc", "csr", "dia", "dok", "lil")
SMALL = [[0.5, 0.5, 0.0, 0.0], [0.0, 0.25, 0.75, 0.0]]


def same(one, other):
    return np.allclose(np.asarray(one), np.asarray(other), rtol=1e-12, atol=1e-15)


def agree(kernel, table, prior):
    """Check every measure and the marginal of a sparse kernel against those of a table."""
    found, wanted = ps.Channel(kernel, prior), ps.Channel(table, prior)
    for measure in MEASURES:
        assert same(measure(found), measure(wanted)), measure.__name__
        assert same(measure(kernel, prior), measure(wanted)), measure.__name__
    assert same(found.marginal, wanted.marginal)
    assert same(found.log_marginal, wanted.log_marginal)
    assert found.null_outcomes == wanted.null_outcomes
    assert found.shape == wanted.shape
    assert found == wanted == found
    assert hash(found) == hash(wanted)


@given(st.data(), st.sampled_from(FORMATS), st.booleans())
def test_every_format_is_measured_as_its_table(data, form, matrix):
    exact = data.draw(kernels(secrets=data.draw(st.integers(1, 5))))
    prior = [float(p) for p in data.draw(distributions(len(exact), positive=True))]
    table = np.array(exact, float)
    kernel = (sparse.coo_matrix if matrix else sparse.coo_array)(table).asformat(form)
    agree(kernel, table, prior)


@pytest.mark.parametrize("density", [0.05, 0.5, 1.0])
def test_larger_random_kernels(density):
    rng = np.random.default_rng(round(100 * density))
    table = rng.random((70, 90)) * (rng.random((70, 90)) < density)
    table[:, 5] = 0.0
    table[:, 6] = 0.1  # an outcome that every secret can cause
    table /= table.sum(axis=1, keepdims=True)
    agree(sparse.csr_array(table), table, rng.dirichlet(np.ones(70)))


def test_explicit_zeros_and_duplicates_in_any_order():
    entries = [0.25, 0.5, 0.25, 0.0, 0.75, 0.25, 0.0]
    rows, columns = [0, 0, 0, 0, 1, 1, 1], [1, 0, 1, 2, 2, 1, 3]
    kernel = sparse.coo_array((entries, (rows, columns)), shape=(2, 4))
    agree(kernel, SMALL, [0.25, 0.75])
    by_rows = sparse.csr_array((entries, columns, [0, 4, 7]), shape=(2, 4))
    by_columns = sparse.csc_array(
        ([0.5, 0.25, 0.25, 0.25, 0.75, 0.0, 0.0], [0, 1, 0, 0, 1, 0, 1], [0, 1, 4, 6, 7])
    )
    agree(by_rows, SMALL, [0.25, 0.75])
    agree(by_columns, SMALL, [0.25, 0.75])


def test_the_kernel_is_copied_and_left_as_it_is():
    kernel = sparse.csc_array(([0.5, 0.25, 0.25, 1.0, 0.0], [0, 0, 0, 1, 1], [0, 1, 3, 5]))
    before = kernel.copy()
    channel = ps.Channel(kernel, "uniform")
    assert kernel.nnz == before.nnz == 5
    assert (kernel.data == before.data).all()
    kernel.data[:] = 7.0
    assert ps.maximal_leakage(channel) == math.log(2)


@pytest.mark.parametrize("table", [[[1.0]], [[0.25, 0.0, 0.75]], [[1.0], [1.0], [1.0]]])
def test_one_row_and_one_column(table):
    agree(sparse.csr_array(table), table, [1 / len(table)] * len(table))


def test_tiny_probabilities_keep_their_digits():
    table = [[1e-300, 1.0, 5e-324], [0.0, 1.0, 1e-310], [3e-300, 1.0, 0.0]]
    agree(sparse.csr_array(table), table, [1e-12, 0.5, 0.5 - 1e-12])


def test_zeros_make_levels_infinite_only_at_possible_outcomes():
    channel = ps.Channel(sparse.csr_array(SMALL), "uniform")
    assert ps.pmc(channel).tolist() == [math.inf, pytest.approx(math.log(1.5)), math.inf, 0.0]
    assert ps.ldp(channel) == ps.lip(channel) == math.inf
    filled = sparse.csr_array([[0.5, 0.5, 0.0], [0.25, 0.75, 0.0]])
    assert ps.ldp(filled) == pytest.approx(math.log(2))


def test_integers_booleans_and_small_floats_become_floats():
    for kind in (int, bool, np.float32):
        found = ps.Channel(sparse.eye_array(3, dtype=kind), "uniform")
        assert not found.is_exact
        assert ps.mutual_information(found) == pytest.approx(math.log(3))
    rng = np.random.default_rng(0)
    table = rng.dirichlet(np.ones(50), 20)
    found = ps.Channel(sparse.csr_array(table.astype(np.float32)), "uniform")
    assert np.allclose(ps.pml(found), ps.pml(ps.Channel(table, "uniform")), atol=1e-5)
    assert found.marginal.sum() == pytest.approx(1, abs=1e-14)  # the rounding is corrected
    with pytest.raises(ChannelError, match="sums to"):
        ps.Channel(sparse.csr_array(table.astype(np.float32)).astype(float), "uniform")


def test_names_and_other_priors():
    channel = ps.Channel(sparse.csr_array(SMALL), {"ill": 0.5, "well": 0.5}, outcomes=list("abcd"))
    assert channel.secrets == ("ill", "well")
    assert ps.pml(channel)["c"] == pytest.approx(math.log(2))
    other = ps.Channel(channel, [0.25, 0.75])
    assert other.outcomes == tuple("abcd")
    assert same(ps.pml(other), ps.pml(SMALL, [0.25, 0.75]))
    assert same(ps.pml(channel, "uniform"), ps.pml(channel))


def test_equality_pickles_and_text():
    channel = ps.Channel(sparse.csr_array(SMALL), "uniform")
    assert pickle.loads(pickle.dumps(channel)) == channel
    assert channel != ps.Channel(channel, [0.25, 0.75])
    assert channel != ps.Channel(sparse.csr_array(SMALL[::-1]), "uniform")
    assert channel == ps.Channel([["1/2", "1/2", 0, 0], [0, "1/4", "3/4", 0]], "uniform")
    assert str(channel) == repr(channel)
    assert repr(channel) == (
        "<Channel: 2 secrets, 4 outcomes, sparse, outcomes [3] have probability 0>"
    )
    assert channel._repr_html_() is None
    assert channel._repr_latex_() is None
    wide = sparse.csr_array(([1.0], [0], [0, 1]), shape=(1, 10**6))
    assert "999999 outcomes have probability 0" in repr(ps.Channel(wide, "uniform"))


def test_guarantees_hold_as_for_the_table():
    sparse_one = ps.Channel(sparse.csr_array(SMALL), "uniform")
    table = ps.Channel(SMALL, "uniform")
    for guarantee in (ps.PML, ps.PMC, ps.LDP):
        assert guarantee.of(sparse_one) == guarantee.of(table)
    assert ps.PML(0.7).holds(sparse_one)
    assert not ps.PML(0.6).holds(sparse_one)


TABLES = {
    "kernel": lambda c: c.kernel,
    "joint": lambda c: c.joint,
    "lift": lambda c: c.lift,
    "posterior": lambda c: c.posterior,
    "cascade": lambda c: c.cascade(np.eye(4)),
    "preprocess": lambda c: c.preprocess(np.eye(2)),
    "product": lambda c: c.product(c),
    "compose": lambda c: c.compose(c),
    "twice": lambda c: c.twice(),
    "given": lambda c: c.given(np.eye(2), 0),
    "sample": lambda c: c.sample(0),
    "to_frame": lambda c: c.to_frame(),
    "to_latex": lambda c: c.to_latex(),
    "page": lambda c: c.page(),
    "plot": lambda c: c.plot(),
    "save": lambda c: c.save("channel.csv"),
    "releases": lambda c: ps.releases(c, c),
    "a set of priors": lambda c: ps.pml(c, ps.priors.Intervals([0.2, 0.2], [0.8, 0.8])),
}


@pytest.mark.parametrize("part", TABLES)
def test_what_needs_a_table_says_what_to_do_instead(part):
    channel = ps.Channel(sparse.csr_array(SMALL), "uniform")
    with pytest.raises(ChannelError, match=r"sparse kernel.*kernel\.toarray\(\)"):
        TABLES[part](channel)


@pytest.mark.parametrize(
    ("build", "wanted"),
    [
        (lambda k: ps.Channel(2 * k, "uniform"), r"kernel\[0\] sums to 2"),
        (
            lambda k: ps.Channel(k * np.array([[1, 1, 0, 1]]), "uniform"),
            r"kernel\[1\] sums to 0.25",
        ),
        (lambda k: ps.Channel(-k, "uniform"), r"kernel\[0, 0\] is -0.5"),
        (lambda k: ps.Channel(-k, "uniform", list("ab"), list("wxyz")), r"kernel\['a', 'w'\] is"),
        (lambda k: ps.Channel(k * np.nan, "uniform"), r"kernel\[0, 0\] is nan"),
        (lambda k: ps.Channel(k * np.inf, "uniform"), r"kernel\[0, 0\] is inf"),
        (lambda k: ps.Channel(k.astype(complex), "uniform"), "real numbers"),
        (lambda k: ps.Channel(k[:, :0], "uniform"), "has to be a table"),
        (lambda k: ps.Channel(k, [0.5, 0.25, 0.25]), "prior has 3 entries, but the kernel has 2"),
        (lambda k: ps.Channel(k, [1.0, 0.0]), r"prior\[1\] is 0.0"),
        (lambda k: ps.Channel(k, [[0.5, 0.5]] * 3), "a sparse kernel has one prior"),
        (lambda k: ps.Channel.from_joint(k), "toarray"),
        (lambda k: ps.Channel(SMALL, "uniform").cascade(sparse.eye_array(4)), "toarray"),
        (lambda k: ps.stream_leakage(k, [0.5, 0.5]), "columns is sparse.*ps.Channel"),
        (lambda k: ps.stream_leakage(iter([k]), [0.5, 0.5]), "after 0 columns is sparse"),
    ],
)
def test_errors(build, wanted):
    with pytest.raises(ChannelError, match=wanted):
        build(sparse.csr_array(SMALL))


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_entries_are_refused_where_the_table_is(seed):
    rng = np.random.default_rng(seed)
    table = np.array(SMALL)
    table[rng.integers(2), rng.integers(4)] += rng.choice([1e-12, -1e-12, 1e-8, -1e-8, np.nan])
    outcome = []
    for kernel in (table, sparse.csr_array(table)):
        try:
            ps.Channel(kernel, "uniform")
            outcome.append("fine")
        except ChannelError as error:
            outcome.append(str(error))
    assert outcome[0] == outcome[1]


def test_a_million_entries_of_ten_thousand_million_take_some_megabytes():
    size, each = 100_000, 10
    rng = np.random.default_rng(0)
    columns = (
        np.arange(size)[:, None] + rng.integers(1, size // each, (size, each)).cumsum(1)
    ) % size
    entries = rng.dirichlet(np.ones(each), size)
    starts = np.arange(0, size * each + 1, each)
    kernel = sparse.csr_array((entries.ravel(), columns.ravel(), starts), shape=(size, size))
    prior = rng.dirichlet(np.ones(size))
    ps.pml(sparse.eye_array(3), "uniform")  # loads what it needs
    tracemalloc.start()
    try:
        channel = ps.Channel(kernel, prior)
        found = {measure.__name__: measure(channel) for measure in MEASURES}
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 60e6
    lift = entries / np.bincount(columns.ravel(), (entries * prior[:, None]).ravel(), size)[columns]
    largest = np.zeros(size)
    np.maximum.at(largest, columns, lift)
    assert np.allclose(found["pml"], np.log(np.where(largest > 0, largest, 1)))
    information = (prior[:, None] * entries * np.log(lift)).sum()
    assert found["mutual_information"] == pytest.approx(information)
    assert found["ldp"] == math.inf


@pytest.mark.parametrize("of", [sparse.csr_array, sparse.csc_matrix, sparse.coo_array])
def test_a_sparse_prior_is_a_row_or_a_column(of):
    kernel, prior = np.array([[0.5, 0.5], [0.25, 0.75], [1, 0]]), np.array([0.5, 0.25, 0.25])
    expected = ps.pml(ps.Channel(kernel, prior))
    for known in (of(prior[None, :]), of(prior[:, None])):
        for table in (kernel, sparse.csr_array(kernel)):
            assert np.array_equal(ps.pml(ps.Channel(table, known)), expected)
        assert np.array_equal(ps.pml(ps.Channel(kernel, "uniform"), known), expected)
        assert ps.Channel.constant(known).shape == (3, 1)
        found = ps.design.optimal_mechanism(known, ps.PML(0.5))
        assert found.value == ps.design.optimal_mechanism(prior, ps.PML(0.5)).value
    assert ps.PML(0.5).implies(ps.PMC, prior=known) == ps.PML(0.5).implies(ps.PMC, prior=prior)
    with pytest.raises(ChannelError, match=r"prior is sparse, of shape \(3, 2\)"):
        ps.Channel(kernel, of(kernel))
    with pytest.raises(ChannelError, match="type complex128"):
        ps.Channel(kernel, of(prior[None, :] + 0j))
    with pytest.raises(ChannelError, match="prior"):
        ps.Channel(kernel, of(np.array([[0.5, 0.5, 0.0]])))
