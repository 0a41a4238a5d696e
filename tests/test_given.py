"""What is no number is refused alike at every door, and extremes give numbers or a sentence."""

import math
import warnings
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym import adversary, design, gaussian, guarantees, laplace, mechanisms, secret
from pmlsym.errors import InputError
from pmlsym.given import as_float, brief, floats, real, whole
from tests.public_functions import (
    ENTRIES,
    NOT_NUMBERS,
    NUMBERS,
    TRUTH_VALUES,
    WHOLE_NUMBERS,
    WITHOUT_NUMBERS,
    WORDS,
)

TABLES = {**NUMBERS, **{f"whole {name}": found for name, found in WHOLE_NUMBERS.items()}}
CASES = [(name, argument) for name, (_, given) in TABLES.items() for argument in given]


def called(name, **changed):
    function, given = TABLES[name]
    return function(**(given | changed))


def is_one_sentence(error, argument):
    """Whether it begins with the argument's name and is short, on one line."""
    text = str(error)
    assert text.startswith(argument), text
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 400
    return True


def test_every_public_function_with_numbers_is_looked_at():
    listed = {word for name in TABLES for word in name.replace(".", " ").split()} | WITHOUT_NUMBERS
    for package in (ps, adversary, design, laplace, mechanisms, secret, guarantees):
        for name in package.__all__:
            found = getattr(package, name)
            if callable(found):
                assert name in listed | {"RetentionReplacement"}, name
    assert "GaussianNoise" in listed
    assert gaussian.GaussianNoise


@pytest.mark.parametrize("name", TABLES)
def test_the_arguments_of_the_table_are_right(name):
    called(name)


@pytest.mark.parametrize(("name", "argument"), CASES)
def test_what_is_no_number_is_refused(name, argument):
    for bad in NOT_NUMBERS:
        with pytest.raises(InputError) as refusal:
            called(name, **{argument: bad})
        assert is_one_sentence(refusal.value, argument)


@pytest.mark.parametrize("name", ENTRIES)
def test_what_is_no_entry_is_refused(name):
    too_large = (10**400,) if name in ("workload", "reward", "epsilons") else ()
    for bad in (*NOT_NUMBERS, None, *too_large):
        if (isinstance(bad, bool) and name in TRUTH_VALUES) or (bad == "1" and name in WORDS):
            continue
        with pytest.raises(InputError) as refusal:
            ENTRIES[name](bad)
        assert str(refusal.value).startswith((name.split()[0], "row"))


def test_a_scale_below_the_smallest_float_has_an_infinite_bound():
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        assert laplace.histogram_quadratic(0.1, F(1, 10**400)) == math.inf


def test_exact_densities_do_not_round_to_zero():
    exact = laplace.record_lift([[1, 0], [0, 1]], [F(1, 2)] * 2, [], [9, 9], F(1, 10**300))
    assert exact == [1, 1]


def test_large_exact_integers_are_accepted_where_mathematics_allows():
    big = 10**400
    assert ps.PML(big).epsilon == big
    assert ps.PML(big) >= ps.PML(1)
    assert ps.LDP(big).implies(ps.PML).epsilon == big
    assert laplace.histogram_dp(big) == sp.Rational(2, big)
    assert laplace.calibrate(F(1, big), F(1, 10)).is_positive
    # what a secret leaks depends on squares of distances, so these end at 1e150
    assert secret.Discrete([0, 10**149], [F(1, 2), F(1, 2)]).mean == F(10**149, 2)
    with pytest.raises(InputError, match="an integer of about 5001 digits"):
        ps.PML(10**5000)  # no more than Python prints


@pytest.mark.parametrize("value", NOT_NUMBERS)
def test_the_readers_refuse(value):
    for reader in (real, as_float):
        with pytest.raises(InputError, match=r"^alpha is "):
            reader("alpha", value)
    with pytest.raises(InputError, match=r"^alpha"):
        floats("alpha", [0.5, value])
    with pytest.raises(InputError, match=r"^alpha is "):
        whole("alpha", value, least=0)


def test_the_readers_return_the_number():
    for exact in (3, F(1, 3), sp.log(2), 10**400, sp.Symbol("e")):
        assert real("alpha", exact) is exact
    assert real("alpha", np.int64(3)) == 3
    for number in (0.5, np.float32(0.5), sp.Float(0.5), np.array(0.5), sp.Float("0.5", 30)):
        found = real("alpha", number)
        assert type(found) is float
        assert found == 0.5
    assert as_float("alpha", F(1, 10**400)) == 0.0
    with pytest.raises(InputError, match=r"^alpha is .* a float can hold\.$"):
        as_float("alpha", 10**400)
    with pytest.raises(InputError, match=r"^alpha is e, .* without symbols\.$"):
        as_float("alpha", sp.Symbol("e"))
    assert real("alpha", sp.oo, infinite=True) == math.inf
    for infinite in (math.inf, sp.oo, -sp.oo):
        with pytest.raises(InputError):
            real("alpha", infinite)


def test_arrays_are_read_as_they_are():
    given = np.array([[0.1, 2.0]])
    assert np.array_equal(floats("y", given), given)
    assert floats("y", [F(1, 2), sp.Rational(1, 4), 1]).tolist() == [0.5, 0.25, 1.0]
    assert floats("y", 3).shape == ()
    for bad in (np.array([1 + 0j]), np.array([True]), np.array(["1"]), [1, True], [[1], [1, 2]]):
        with pytest.raises(InputError, match=r"^y"):
            floats("y", bad)
    with pytest.raises(InputError, match=r"^y\[1\] is inf, but has to be a finite number\.$"):
        floats("y", [1.0, math.inf], finite=True)


def test_whatever_is_given_can_be_shown():
    for value in (10**5000, sp.Integer(10) ** 5000, F(10**5000, 3), "x" * 5000):
        assert len(brief(value)) <= 60
