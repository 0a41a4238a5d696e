"""Where channels come from and go to: frames, dictionaries, joint laws, samples, files."""

import json
from collections import Counter
from fractions import Fraction as F

import numpy as np
import pandas as pd
import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st

import pmlsym as ps
from pmlsym.errors import ChannelError, DataError
from tests.random_channels import exact_channels

HALF = F(1, 2)


def rational(value):
    return F(int(value.p), int(value.q))


def test_words_are_numbers():
    found = ps.Channel([["1/3", "2/3"], ["0.25", "75e-2"]], ["1/10", "0.9"])
    assert found.is_exact
    assert found == ps.Channel([[F(1, 3), F(2, 3)], [F(1, 4), F(3, 4)]], [F(1, 10), F(9, 10)])
    assert ps.Channel(np.array([["1/3", "2/3"]]), ["1"]).is_exact
    assert not ps.Channel([["1/4", 0.75]], [1]).is_exact
    assert ps.Channel([["1/2", sp.sqrt(2) / 2 - HALF, 1 - sp.sqrt(2) / 2]], [1]).is_exact


@pytest.mark.parametrize("size", [4, 60])
def test_floats_of_half_the_size_are_channels(size):
    rng = np.random.default_rng(1)
    whole = rng.dirichlet(np.ones(size), size)
    prior = rng.dirichlet(np.ones(size))
    for kind in (np.float32, np.float16):
        found = ps.Channel(whole.astype(kind), prior)
        assert found.kernel.dtype == np.float64
        assert np.abs(found.kernel.sum(axis=1) - 1).max() < 1e-15 * size
        assert found.kernel == pytest.approx(whole.astype(kind).astype(float), rel=size * 1e-3)
    half = whole.astype(np.float32)
    exact = ps.Channel(whole, prior)
    assert ps.pml(ps.Channel(half, prior.astype(np.float32))) == pytest.approx(
        ps.pml(exact), abs=1e-4
    )
    half[0] *= 1.01
    with pytest.raises(ChannelError, match=r"kernel\[0\] sums to 1\.0"):
        ps.Channel(half, prior)


def frame():
    return pd.DataFrame([[0.9, 0.1], [0.2, 0.8]], ["sick", "well"], ["pos", "neg"])


def test_frames_bring_their_labels():
    prior = pd.Series({"well": 0.99, "sick": 0.01})
    found = ps.Channel(frame(), prior)
    assert found.secrets == ("sick", "well")
    assert found.outcomes == ("pos", "neg")
    assert found.prior.tolist() == [0.01, 0.99]  # in the order of the kernel
    pd.testing.assert_frame_equal(found.to_frame(), frame(), check_names=False)
    assert found.to_frame("lift").loc["sick", "pos"] == found.lift[0, 0]
    assert ps.Channel(found.to_frame(), prior) == found
    assert ps.Channel(frame(), {"well": 0.99, "sick": 0.01}) == found
    assert ps.Channel(frame().to_numpy(), prior[["sick", "well"]]).secrets == ("sick", "well")
    assert ps.Channel(frame().to_numpy(), prior, secrets=["sick", "well"]).prior.tolist() == [
        0.01,
        0.99,
    ]
    assert ps.Channel(frame(), [0.01, 0.99], secrets=["a", "b"]).secrets == ("a", "b")
    assert ps.Channel(pd.DataFrame([[1, 0], [0, 1]]), [HALF, HALF]).is_exact
    assert ps.Channel(pd.DataFrame([["1/3", "2/3"]]), [1]).secrets == (0,)
    nested = {"sick": {"pos": "9/10", "neg": "1/10"}, "well": {"pos": "1/5", "neg": "4/5"}}
    exact = ps.Channel(nested, {"well": "99/100", "sick": "1/100"})
    assert exact.to_frame().loc["well", "neg"] == F(4, 5)
    assert exact.as_float() == found


@given(exact_channels())
@settings(max_examples=30)
def test_a_joint_law_has_the_channel_it_came_from(channel):
    found = ps.Channel(*channel)
    assert ps.Channel.from_joint(found.joint) == found
    assert ps.Channel.from_joint([[str(p) for p in row] for row in found.joint.tolist()]) == found
    floats = ps.Channel.from_joint(np.array(found.joint.tolist(), float))
    assert floats.kernel == pytest.approx(found.as_float().kernel)
    assert floats.prior == pytest.approx(found.as_float().prior)


def test_a_joint_law_may_have_names_and_symbols():
    joint = pd.DataFrame([[0.009, 0.001], [0.198, 0.792]], ["sick", "well"], ["pos", "neg"])
    assert ps.Channel.from_joint(joint).kernel["sick", "pos"] == pytest.approx(0.9)
    p = sp.Symbol("p", positive=True)
    found = ps.Channel.from_joint([[p / 2, (1 - p) / 2], [HALF, 0]])
    assert found.prior[0] == HALF or sp.simplify(found.prior[0] - HALF) == 0
    assert sp.simplify(found.kernel[0, 0] - p) == 0


PAIRS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), min_size=1, max_size=12)


@given(PAIRS, st.sampled_from([0, HALF, 1]))
@settings(max_examples=40)
def test_samples_are_counted(pairs, smoothing):
    first, second = zip(*pairs, strict=True)
    found = ps.Channel.from_samples(first, second, smoothing)
    counts, total = Counter(pairs), len(pairs)
    assert found.secrets == tuple(dict.fromkeys(first))
    assert found.outcomes == tuple(dict.fromkeys(second))
    cells = len(found.secrets) * len(found.outcomes)
    for x, secret in enumerate(found.secrets):
        seen = first.count(secret) + smoothing * len(found.outcomes)
        assert rational(found.prior[x]) == F(seen) / (total + smoothing * cells)
        for y, outcome in enumerate(found.outcomes):
            assert rational(found.kernel[x, y]) == F(counts[secret, outcome] + smoothing) / seen


def test_samples_from_columns_with_names_not_seen():
    table = pd.DataFrame({"x": ["a", "b", "a"], "y": [0, 1, 0]})
    found = ps.Channel.from_samples(table["x"], table["y"], 0.5, outcomes=[0, 1, 2])
    assert not found.is_exact
    assert found.kernel[0] == pytest.approx([2.5 / 3.5, 0.5 / 3.5, 0.5 / 3.5])
    assert ps.ldp(ps.Channel.from_samples(table["x"], table["y"])) == sp.oo
    for arguments, sentence in (
        ((["a"], []), "outcome has 0 entries, but secret has 1"),
        (([], []), "secret is empty"),
        ((["a"], ["x"], -1), "smoothing is -1"),
        ((["a"], ["x"], float("nan")), "smoothing is nan"),
        ((["a"], ["x"], 0, ["b"]), "secret holds 'a', which is not among"),
        ((["a"], ["x"], 0, ["a", "b"]), "secrets holds 'b', which was never seen"),
    ):
        with pytest.raises(ChannelError, match=sentence):
            ps.Channel.from_samples(*arguments)


def test_outcomes_are_drawn_and_tables_typeset_by_their_names():
    channel = ps.Channel(
        [["3/4", "1/4"], ["1/4", "3/4"]], "uniform", ["ill", "well"], ["no", "yes"]
    )
    drawn = channel.sample("ill", size=4000, rng=1)
    assert set(drawn) == {"no", "yes"}
    assert abs(drawn.count("no") / 4000 - 0.75) < 0.04  # six standard deviations
    assert channel.sample("well") in {"no", "yes"}
    assert channel.to_latex("posterior").splitlines()[3:5] == [
        r"ill & $\frac{3}{4}$ & $\frac{1}{4}$ \\",
        r"well & $\frac{1}{4}$ & $\frac{3}{4}$ \\",
    ]


# --- files ----------------------------------------------------------------------------------------


@given(exact_channels(), st.sampled_from([".json", ".csv"]), st.sampled_from(["exact", "float"]))
@settings(max_examples=30)
def test_a_file_gives_back_the_same_channel(tmp_path_factory, channel, ending, kind):
    names = [f"secret, {i} \u2713" for i in range(len(channel[1]))]
    for sides in (None, names):
        found = ps.Channel(*channel, secrets=sides)
        if kind == "float":
            found = found.as_float()
        path = tmp_path_factory.mktemp("files") / f"channel{ending}"
        found.save(path)
        again = ps.Channel.load(path)
        assert again == found
        assert again.is_exact is found.is_exact
        assert again.secrets == found.secrets


def test_json_keeps_exact_numbers_as_text_and_pairs_of_names(tmp_path):
    path = tmp_path / "c.json"
    channel = ps.Channel([["1/3", "2/3"]], [1], [7], ["no", "yes"]).twice()
    channel.save(str(path))
    document = json.loads(path.read_text())
    assert document["kernel"][0][0] == "1/9"
    assert document["outcomes"][1] == ["no", "yes"]
    assert ps.Channel.load(path).outcomes == channel.outcomes
    with pytest.raises(DataError, match=r"save it as \.json"):
        channel.save(tmp_path / "c.csv")


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("a.json", "{", "a.json is no JSON"),
        ("a.json", "[" * 100_000, "a.json is no JSON"),
        ("a.json", "[1]", "has to be an object with the keys"),
        ("a.json", '{"prior": [1], "kernel": [[1]], "x": 1}', "has to be an object"),
        ("a.json", '{"format": "x", "prior": [1], "kernel": [[1]]}', "has the format 'x'"),
        ("a.json", '{"prior": [1], "kernel": [1]}', "a list of numbers as prior"),
        ("a.json", '{"prior": [1], "kernel": [["one"]]}', "a.json holds 'one'"),
        ("a.json", '{"prior": [1], "kernel": [[null]]}', "a.json holds None"),
        ("a.json", '{"prior": [1], "kernel": [[1]], "secrets": "a"}', "no list of names"),
        ("a.json", '{"prior": [1], "kernel": [[1]], "secrets": [null]}', "the name None"),
        ("a.json", '{"prior": [1], "kernel": [["9/10"]]}', "kernel\\[0\\] sums to 9/10"),
        ("a.csv", "", "has to begin with the line 'secret,prior,'"),
        ("a.csv", "x,y,z\na,1,1\n", "has to begin with the line"),
        ("a.csv", "secret,prior,y\na,1\n", "line 2 has 2 entries, but the first has 3"),
        ("a.csv", "secret,prior,y\na,1,one\n", "a.csv holds 'one'"),
        ("a.csv", "secret,prior,y,y\na,1,1,0\n", "outcomes holds 'y' twice"),
        ("a.txt", "", "has to end in"),
    ],
)
def test_files_that_hold_no_channel_are_refused(tmp_path, name, text, sentence):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises((DataError, ChannelError), match=sentence) as caught:
        ps.Channel.load(path)
    assert "\n" not in str(caught.value)
    with pytest.raises(DataError, match="cannot be read"):
        ps.Channel.load(tmp_path / "none.json")
