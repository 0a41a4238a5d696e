"""Tasks that a researcher, a student or an instructor would try, each in a few lines.

The lines are what one guesses without looking anything up; what comes out is compared with a
value computed by hand, or from the definition. The first nine were impossible once.
"""

import math
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import pmlsym as ps

WARNER = [["3/4", "1/4"], ["1/4", "3/4"]]
NAMED = {"secrets": ["ill", "well"], "outcomes": ["no", "yes"]}


def by_definition(kernel, prior):
    """Largest lift of each outcome: P(y|x) over P(y), from nested lists."""
    columns = list(zip(*kernel, strict=True))
    means = [sum(p * v for p, v in zip(prior, column, strict=True)) for column in columns]
    return [max(column) / mean for column, mean in zip(columns, means, strict=True)]


# --- the nine that were impossible ----------------------------------------------------------------


def test_01_a_kernel_from_strings():
    ch = ps.Channel([["1/3", "2/3"], ["2/3", "1/3"]], ["1/4", "3/4"])
    assert ps.pml(ch).tolist() == [sp.log(F(8, 7)), sp.log(F(8, 5))]  # P(y=0) = 7/12, P(y=1) = 5/12


def test_02_a_channel_from_a_data_frame():
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame({"no": [0.75, 0.25], "yes": [0.25, 0.75]}, index=["ill", "well"])
    ch = ps.Channel(table, pd.Series({"well": 0.9, "ill": 0.1}))
    assert ch.secrets == ("ill", "well")
    assert ps.pml(ch)["yes"] == pytest.approx(math.log(0.75 / 0.7))


def test_03_names_for_secrets_and_outcomes():
    ch = ps.Channel(WARNER, "uniform", secrets=["ill", "well"], outcomes=["no", "yes"])
    assert ps.pml(ch)["yes"] == sp.log(F(3, 2))
    assert ch.posterior["ill", "no"] == F(3, 4)


def test_04_a_channel_from_a_joint_matrix():
    ch = ps.Channel.from_joint([["1/4", "1/4"], ["1/8", "3/8"]])
    assert ch.prior.tolist() == [F(1, 2), F(1, 2)]
    assert ch.kernel[1, 0] == F(1, 4)


def test_05_save_and_load(tmp_path):
    ch = ps.Channel(WARNER, ["1/3", "2/3"], **NAMED)
    ch.save(tmp_path / "warner.json")
    assert ps.Channel.load(tmp_path / "warner.json") == ch
    with pytest.raises(AttributeError, match=r"it is ps\.Channel\.load$"):
        ps.load(tmp_path / "warner.json")


def test_06_two_releases_about_one_secret():
    ch = ps.Channel(WARNER, "uniform")
    both = ps.pml(ch.twice())
    # P(0, 0 | x) = 9/16 and 1/16, so that P(0, 0) = 5/16
    assert both[0] == sp.log(F(9, 5))
    assert ps.releases(ch, ch).worst().together == sp.log(F(9, 5))


def test_07_plot_a_lift():
    figure = ps.Channel(WARNER, "uniform").plot(ps.PML(0.5))
    assert figure.data["log_lift"][0] == pytest.approx([math.log(3 / 2), -math.log(2)])
    assert figure.axes[0].get_ylabel() == "secret x"


def test_08_many_priors_at_once():
    kernel, priors = [[0.75, 0.25], [0.25, 0.75]], [[0.5, 0.5], [0.2, 0.8], [0.9, 0.1]]
    found = ps.pml(kernel, prior=np.array(priors))
    expected = [np.log(by_definition(kernel, prior)) for prior in priors]
    assert found == pytest.approx(np.array(expected))


def test_09_the_ledger_as_markdown_and_bibtex_and_leakage_in_bits():
    claims = ps.claims("extremal")
    assert claims.to_markdown().count("\n|") >= len(claims)
    assert claims.to_bibtex().count("@misc{pmlsym:extremal.") == len(claims)
    assert ps.in_bits(ps.pml([[1, 0], [0, 1]], "uniform")).tolist() == [1, 1]


# --- sixteen more ---------------------------------------------------------------------------------


def test_10_measure_a_mechanism():
    kernel, prior = [[0.9, 0.1], [0.6, 0.4]], [0.25, 0.75]
    ch = ps.Channel(kernel, prior)
    assert ps.pml(ch) == pytest.approx(np.log(by_definition(kernel, prior)))
    assert ps.ldp(ch) == pytest.approx(math.log(4))
    assert ps.maximal_leakage(kernel) == pytest.approx(math.log(0.9 + 0.4))


def test_11_convert_a_guarantee():
    assert ps.PML(0.5).implies(ps.PMC, p_min=0.2) is None
    found = ps.PML(0.2).implies(ps.PMC, p_min=0.2)
    assert found.epsilon == pytest.approx(math.log(0.2 / (1 - 0.8 * math.exp(0.2))))


def test_12_what_a_pml_mechanism_satisfies_of_ldp():
    ch = ps.Channel([["1/2", "1/2"], ["1/3", "2/3"]], "uniform")
    assert ps.LDP.of(ch) == ps.LDP(sp.log(F(3, 2)))
    implied = ps.PML.of(ch).implies(ps.LDP, prior=ch.prior)
    assert implied.holds(ch)  # 6/5 at most, so that the other secret has 4/5 at least
    assert implied == ps.LDP(sp.log(F(3, 2)))


def test_13_a_conversion_in_symbols():
    e = sp.Symbol("e", positive=True)
    found = ps.PML(e).implies(ps.PMC, p_min=F(1, 5))
    assert str(found) == "PMC(log(1/(5 - 4*exp(e))))"
    at = float(found.epsilon.subs(e, F(1, 10)))
    assert at == pytest.approx(math.log(0.2 / (1 - 0.8 * math.exp(0.1))))


def test_14_design_the_best_mechanism():
    best = ps.design.optimal_mechanism([0.25, 0.75], ps.LDP(math.log(3)))
    # for two secrets it is randomized response with the odds 3 : 1
    assert sorted(np.ravel(best.channel.kernel)) == pytest.approx([0.25, 0.25, 0.75, 0.75])
    assert best.value <= best.upper_bound


def test_15_calibrate_the_noise_of_a_histogram():
    scale = ps.laplace.calibrate(epsilon=0.5, alpha=0.1, bins=4)
    leaked = 2 / scale - math.log(0.9 + 0.1 * math.exp(2 / scale))
    assert leaked == pytest.approx(0.5)


def test_16_release_a_histogram():
    counts = [200, 180, 108]
    published = ps.laplace.release_histogram(counts, epsilon=0.5, alpha=0.1, rng=1)
    assert len(published) == 3
    assert np.abs(published - counts).max() < 200  # |noise| above 50 b has probability e^-50


def test_17_check_one_claim():
    claim = ps.claim("pmc.theorem-6.ii")
    assert claim.check().verdict == "proved"


def test_18_read_a_claim_on_a_mechanism_of_my_own():
    ch = ps.Channel(WARNER, "uniform")
    assert ps.claim("pmc.theorem-6.ii").holds(ch, l="log(2)") is True
    assert ps.claim("pmc.theorem-6.ii").holds(ch, l="log(3/2)") is None  # it has PMC log(2) only


def test_19_try_a_conjecture():
    assert ps.conjecture("LDP(e) => PML(e)").verdict == "proved"


def test_20_find_a_counterexample():
    found = ps.conjecture("PML(e) => PMC(e)")
    ch = found.counterexample
    level = ps.PML.of(ch)
    assert found.verdict == "refuted"
    assert max(map(float, ps.pmc(ch))) > float(level.epsilon)


def test_21_ask_for_the_best_level():
    found = ps.conjecture("LDP(e) => PML(?)").answer
    value = sp.sympify(found, locals={"pmin": sp.Rational(1, 5), "e": sp.log(4)})
    # all others have a quarter of the largest lift v: v/5 + 4/5 v/4 = 1
    assert sp.simplify(sp.exp(value)) == sp.Rational(5, 2)


def test_22_the_worst_prior_of_a_set():
    known = ps.priors.Intervals(["1/5", "1/5"], ["4/5", "4/5"])
    worst = ps.priors.worst_pml(WARNER, known)
    # P(y = 0) is smallest, 1/5 3/4 + 4/5 1/4 = 7/20, where the secret of 3/4 is rarest
    assert worst.prior in {(F(1, 5), F(4, 5)), (F(4, 5), F(1, 5))}
    assert ps.pml(WARNER, known).tolist() == [sp.log(F(15, 7))] * 2
    assert ps.pmc(WARNER, known)[0] == sp.log(F(13, 20) / F(1, 4))
    assert ps.lip(WARNER, known) == sp.log(F(13, 5))


def test_23_draw_outcomes():
    ch = ps.Channel(WARNER, "uniform", **NAMED)
    drawn = ch.sample("ill", size=4000, rng=1)
    assert set(drawn) == {"no", "yes"}
    assert abs(drawn.count("no") / 4000 - 0.75) < 0.04  # six standard deviations
    assert ch.sample("well") in {"no", "yes"}


def test_24_compare_two_mechanisms():
    one = ps.Channel(WARNER, "uniform")
    other = ps.Channel([["3/5", "2/5"], ["2/5", "3/5"]], "uniform")
    assert ps.PML.of(other) < ps.PML.of(one)
    figure = ps.plotting.lift_figure({"one": one, "other": other})
    assert figure.data["other"]["log_lift"][0] == pytest.approx([math.log(6 / 5), math.log(4 / 5)])


def test_25_export_a_table_to_latex():
    table = ps.Channel(WARNER, "uniform", **NAMED).to_latex("posterior")
    assert table.splitlines()[3:5] == [
        r"ill & $\frac{3}{4}$ & $\frac{1}{4}$ \\",
        r"well & $\frac{1}{4}$ & $\frac{3}{4}$ \\",
    ]
