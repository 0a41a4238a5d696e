"""What one guarantee implies of another, on random mechanisms and next to zero."""

import itertools
import math
from fractions import Fraction as F

import numpy as np
import pytest
from click.testing import CliRunner

from pmlsym import ALIP, LDP, LIP, PMC, PML, DPrivacy
from pmlsym.cli import command
from tests.guarantees.programs import optima

KINDS = (PML, PMC, LIP, ALIP, LDP)


def test_what_follows_holds_on_random_mechanisms_for_every_pair():
    rng = np.random.default_rng(1)
    line = [[0, 1, 3], [1, 0, 2], [3, 2, 0]]
    for _ in range(60):
        prior = np.maximum(rng.dirichlet([0.7] * 3), 0.02)
        prior /= prior.sum()
        kernel = rng.dirichlet([rng.choice([0.3, 3, 30])] * 3, size=3)
        lifts = kernel / (prior @ kernel)
        logs = np.log(lifts)
        pairs = list(itertools.permutations(range(3), 2))
        levels = {
            PML: [logs.max()],
            PMC: [-logs.min()],
            LIP: [abs(logs).max()],
            ALIP: [-logs.min(), logs.max()],
            LDP: [max((logs[x] - logs[z]).max() for x, z in pairs)],
            DPrivacy.over(line): [max((logs[x] - logs[z]).max() / line[x][z] for x, z in pairs)],
        }
        for kind, other in itertools.permutations(levels, 2):
            for known in ({}, {"p_min": prior.min()}, {"prior": prior}):
                found = kind(*levels[kind]).conversion(other, **known)
                assert found.is_known
                if found.guarantee is not None:
                    for allowed, measured in zip(
                        found.guarantee.values, levels[other], strict=True
                    ):
                        assert measured <= allowed + 1e-9


@pytest.mark.parametrize("kind", [PML, PMC, LIP, ALIP])
def test_d_privacy_over_all_priors_promises_what_its_largest_distance_does(kind):
    source = DPrivacy(0.5, [[0, 1, 2], [1, 0, 1], [2, 1, 0]])
    found = source.conversion(kind)
    assert not found.caveat
    # two secrets at distance 2 and a third one that is next to impossible
    for prior in ([1e-9, 1e-9, 1 - 2e-9], [1 / (1 + math.e), 1e-9, math.e / (1 + math.e) - 1e-9]):
        there = source.implies(kind, prior=prior)
        assert there <= found.guarantee
    reached = [
        np.array(source.implies(kind, prior=[q, 1e-9, 1 - q - 1e-9]).values)
        for q in (1e-9, 1 / (1 + math.e))
    ]
    assert np.max(reached, axis=0) == pytest.approx(found.guarantee.values, abs=1e-6)
    safe = source.conversion(kind, p_min=0.2)
    assert safe.caveat
    assert safe.caveat in safe.text().replace("\n", " ")
    assert source.implies(kind, prior=[0.2, 0.3, 0.5]) <= safe.guarantee


def test_what_is_not_known_is_told_apart_from_what_does_not_follow():
    unknown, none = PML(0.1).conversion(DPrivacy), PMC(0.1).conversion(PML)
    assert unknown.guarantee is None
    assert none.guarantee is None
    assert not unknown.is_known
    assert none.is_known
    assert unknown.no_answer != none.no_answer.replace("PML", "DPrivacy")


@pytest.mark.parametrize(
    "known", [[], ["--p-min", "0.2"], ["--p-min", "0.3"], ["--prior", ".2,.8"]]
)
def test_the_command_says_that_nothing_follows_only_where_nothing_does(known):
    """What holds for every prior holds for each; and with p_min = 1/5 or more lifts are bounded."""
    for source, target in itertools.permutations(KINDS, 2):
        names = source.parameters()
        words = f"{source.name.lower()}:{','.join(['0.1'] * len(names))}"
        found = CliRunner().invoke(
            command, ["convert", words, "--to", target.name.lower(), *known], standalone_mode=False
        )
        over_priors = source(*[0.1] * len(names)).implies(target)
        assert found.exception is None
        assert found.return_value == int(not found.stdout.startswith(f"{target.name}("))
        if over_priors is not None or known:
            assert found.return_value == 0
        assert "Not known" not in found.stdout


@pytest.mark.parametrize("tiny", [5e-324, 1e-320, 1e-200, 1e-162, 3e-155])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source", [PML, PMC, LIP, LDP])
def test_no_level_is_rounded_down_next_to_zero(tiny, kind, source):
    """Levels are multiples of a small level: as at 1/1000."""
    near = 1e-3
    for known, prior in (
        ({}, [0.5, 0.5]),
        ({"p_min": 0.1}, [0.1, 0.9]),
        ({"p_min": 0.5}, [0.5, 0.5]),
        ({"prior": [0.25, 0.25, 0.5]}, [0.25, 0.25, 0.5]),
    ):
        found = source(tiny).conversion(kind, **known).guarantee
        if found is None:  # nothing finite without a prior
            assert not known
            continue
        larger = optima(source(near), prior)[kind]
        for value, level in zip(found.values, larger, strict=True):
            assert F(float(value)) >= F(99, 100) * F(level) / F(near) * F(tiny) > 0


def test_a_level_of_zero_stays_zero():
    for kind in KINDS:
        for source in (PML(0.0), LDP(0.0)):
            for known in ({}, {"p_min": 0.1}, {"prior": [0.25, 0.75]}):
                assert set(source.implies(kind, **known).values) == {0}
