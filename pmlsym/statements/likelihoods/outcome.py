"""Instances with one outcome and several priors, and their quantities from the definitions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from pmlsym.errors import ParameterError
from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.given import brief
from pmlsym.statements.arithmetic import add, divide, log, minus, multiply
from pmlsym.statements.binders import Both, Drawn, Mixed, NamedPrior, is_prior_name
from pmlsym.statements.definitions import exponential
from pmlsym.statements.evaluation import ByName
from pmlsym.statements.instances import stochastic
from pmlsym.statements.law import Law
from pmlsym.statements.likelihoods.priors import Kind, named
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.text.vocabulary import name_complaint
from pmlsym.statements.values import (
    EXACT,
    ONE,
    ZERO,
    Infinite,
    Undefined,
    Unseparated,
    Value,
    exact_text,
    holds,
    sign_of,
)

# --- validation of the probabilities, likelihoods and parameters of an outcome --------------------

Row: TypeAlias = tuple[Fraction, ...]


def listed(name: str, given: object, wanted: str) -> tuple[Any, ...]:
    """Return a tuple or a list as a tuple; refuse anything else.

    Examples
    --------
    >>> listed("row", [1, 2], "a tuple of numbers")
    (1, 2)
    """
    if not isinstance(given, tuple | list):
        raise ParameterError(f"{name} is {brief(given)}, but has to be {wanted}.")
    return tuple(given)


def chances(name: str, given: object) -> Row:
    """Return a non-empty row of exact rational numbers from 0 to 1.

    Examples
    --------
    >>> chances("row", [1, Fraction(1, 2)])
    (Fraction(1, 1), Fraction(1, 2))
    """
    row = listed(name, given, "a tuple of Fractions")
    for entry in row:
        exact = isinstance(entry, Fraction | int) and not isinstance(entry, bool)
        if not exact or not ZERO <= entry <= ONE:
            raise ParameterError(
                f"{name} has the entry {brief(entry)}, but needs Fractions from 0 to 1."
            )
    if not row:
        raise ParameterError(f"{name} is empty, but needs an entry for each secret.")
    return tuple(map(Fraction, row))


def distribution(name: str, given: object, size: int) -> Row:
    """Return `size` probabilities that sum to 1; some may be 0.

    Examples
    --------
    >>> distribution("P", (0, 1), 2)
    (Fraction(0, 1), Fraction(1, 1))
    """
    return stochastic.distribution(name, listed(name, given, "a tuple of Fractions"), size)


def pairs_of(name: str, given: object, wanted: str) -> tuple[tuple[Any, Any], ...]:
    """Return a tuple of pairs."""
    found = [listed(f"an entry of {name}", one, "a pair") for one in listed(name, given, wanted)]
    for pair in found:
        if len(pair) != 2:
            raise ParameterError(f"{name} has an entry of {len(pair)} parts, but needs {wanted}.")
    return tuple((one, other) for one, other in found)


def numbers_of(given: object) -> tuple[tuple[str, Value], ...]:
    """Return pairs of a parameter's name and an exact real number; no name of a quantity.

    Examples
    --------
    >>> numbers_of([("e", 2)])
    (('e', Fraction(2, 1)),)
    """
    pairs = pairs_of("parameters", given, "a tuple of names with exact numbers")
    for name, value in pairs:
        if type(name) is not str or name_complaint(name):
            raise ParameterError(f"parameters has {brief(name)}, which is no name of a parameter.")
        if named(name) is not None:
            raise ParameterError(
                f"parameters has {name}, which is not given: the priors determine this quantity."
            )
        if type(value) not in (*EXACT, int) or isinstance(value, Infinite):
            raise ParameterError(
                f"{name} is {brief(value)}, but has to be an exact real number: a Fraction, LogOf "
                "or Closed."
            )
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ParameterError("parameters has a name twice.")
    return tuple(exact_parameters(dict(pairs)).items())


# --- instances with one outcome and several priors, and their quantities from the definitions -----


@dataclass(frozen=True)
class OneOutcome:
    """The likelihoods of one outcome, priors by name, and values of parameters.

    Parameters
    ----------
    likelihoods : P(y|x) for every secret x.
    priors : the priors over which a statement quantifies, by name; probabilities may be 0.
    parameters : exact values by name.

    Raises
    ------
    ParameterError
        If probabilities, likelihoods or values are not exact or out of range.
    ChannelError
        If a prior has a negative entry, or its sum is not 1.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> print(OneOutcome((1, half), (("P", (half, half)),)))
    P(y|x) (1, 1/2); P (1/2, 1/2)
    """

    likelihoods: Row
    priors: tuple[tuple[str, Row], ...]
    parameters: tuple[tuple[str, Value], ...] = ()

    def __post_init__(self) -> None:
        likelihoods = chances("likelihoods", self.likelihoods)
        given = pairs_of("priors", self.priors, "a tuple of names with probabilities")
        rows: dict[str, Row] = {}
        for name, row in given:
            if type(name) is not str or not is_prior_name(name) or name in rows:
                raise ParameterError(
                    f"priors has {brief(name)}, but needs capitals as names, each once."
                )
            rows[name] = distribution(f"the prior {name}", row, len(likelihoods))
        object.__setattr__(self, "likelihoods", likelihoods)
        object.__setattr__(self, "priors", tuple(rows.items()))
        object.__setattr__(self, "parameters", numbers_of(self.parameters))

    def __str__(self) -> str:
        laws = [f"{name} ({', '.join(map(str, masses))})" for name, masses in self.priors]
        numbers = [f"{name} = {exact_text(value)}" for name, value in self.parameters]
        return "; ".join([f"P(y|x) ({', '.join(map(str, self.likelihoods))})", *laws, *numbers])

    def as_dict(self) -> dict[str, object]:
        """Return the fields as exact text, for JSON."""
        laws = {name: [str(mass) for mass in masses] for name, masses in self.priors}
        numbers = {name: exact_text(value) for name, value in self.parameters}
        return {
            "likelihoods": [str(likely) for likely in self.likelihoods],
            "priors": laws,
            "parameters": numbers,
        }


def extremes_at(masses: Row, likelihoods: Row) -> tuple[Fraction, Fraction]:
    """Return the largest and the smallest lift at an outcome, over secrets of positive probability.

    Raise Undefined if the outcome is impossible.
    """
    pairs = [(m, a) for m, a in zip(masses, likelihoods, strict=True) if m]
    if not any(a for _, a in pairs):
        raise Undefined("the outcome is impossible")
    joint = [mass * part for mass, a in pairs for part in (a, 1 - a)]
    return Law.of_fractions((len(pairs), 2), joint).extremes("X", ("Y",))[0,]


def leakage_at(kind: MeasureName, masses: Row, likelihoods: Row) -> Value:
    """Return a leakage measure at an outcome, over secrets of positive probability.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> leakage_at("pmc", (half, half), (ONE, half))
    LogOf(argument=Fraction(3, 2))
    """
    measure = MEASURES[kind]
    if measure.is_quotient:
        return log(exponential(measure, (), extremes_at(masses, likelihoods)))
    allowed = [(m, a) for m, a in zip(masses, likelihoods, strict=True) if m]
    chance = sum((m * a for m, a in allowed), ZERO)
    if not chance:
        raise Undefined("the outcome is impossible")
    lifts = tuple(a / chance for _, a in allowed)
    return log(exponential(measure, tuple(m for m, _ in allowed), lifts))


class SeenOutcome(ByName):
    """Quantities of an instance by their names in a statement, computed on first use.

    Parameters
    ----------
    instance : the instance.
    priors : all priors that the statement names.
    """

    def __init__(self, instance: OneOutcome, priors: tuple[NamedPrior, ...]) -> None:
        super().__init__(instance.parameters)
        self._instance, self._rows = instance, dict(instance.priors)
        self._priors = {prior.name: prior for prior in priors}

    def __missing__(self, name: str) -> Value:
        found = named(name)
        if found is None:
            raise KeyError(name)
        kind, prior = found
        self[name] = self._of(kind, prior)
        return self[name]

    def _of(self, kind: Kind, prior: str) -> Value:
        if kind == "share":
            return self._share(prior)
        masses, likelihoods = self._table(prior)
        if kind == "chance":
            return _chance(masses, likelihoods)
        if kind == "least":
            return min(_allowed(masses, likelihoods))
        if kind == "most":
            return max(_allowed(masses, likelihoods))
        exact = tuple([mass for mass in masses if isinstance(mass, Fraction)])
        if len(exact) == len(masses):
            return leakage_at(kind, exact, likelihoods)
        return _leakage_from_chance(kind, masses, likelihoods)

    def _table(self, prior: str) -> tuple[tuple[Value, ...], Row]:
        """Return the prior's probabilities of the secrets, and their likelihoods."""
        of = self._priors[prior]
        if isinstance(of, Drawn):
            return self._rows[prior], self._instance.likelihoods
        (first, likely), (second, other) = self._table(of.one), self._table(of.other)
        if isinstance(of, Both):
            masses = tuple([multiply(p, q) for p, q in product(first, second)])
            return masses, tuple([a * b for a, b in product(likely, other)])
        share = self._share(prior)
        inside = [holds(share, ">=", ZERO), holds(share, "<=", ONE)]
        if False in inside:
            raise Undefined(f"the share of {of.one} in {prior} is {exact_text(share)}")
        if None in inside:
            raise Unseparated(f"{exact_text(share)} and 0 or 1")
        rest = add(ONE, minus(share))
        mixed = [
            add(multiply(share, p), multiply(rest, q)) for p, q in zip(first, second, strict=True)
        ]
        return tuple(mixed), likely

    def _share(self, prior: str) -> Value:
        of = self._priors[prior]
        assert isinstance(of, Mixed)
        return self.value(of.share)


def _allowed(masses: tuple[Value, ...], likelihoods: Row) -> Row:
    """Return the likelihoods of the secrets of positive probability."""
    return tuple([a for m, a in zip(masses, likelihoods, strict=True) if sign_of(m)])


def _chance(masses: tuple[Value, ...], likelihoods: Row) -> Value:
    total: Value = ZERO
    for mass, likely in zip(masses, likelihoods, strict=True):
        total = add(total, multiply(mass, likely))
    return total


def _leakage_from_chance(kind: MeasureName, masses: tuple[Value, ...], likelihoods: Row) -> Value:
    """Return a leakage under an irrational prior, from the lifts P(y|x)/P(y)."""
    allowed, chance = _allowed(masses, likelihoods), _chance(masses, likelihoods)
    most, least = max(allowed), min(allowed)
    if not most:
        raise Undefined("the outcome is impossible")
    measure = MEASURES[kind]
    if not measure.is_quotient:
        raise Unseparated(f"{kind} under a prior that is not rational")
    top, bottom = measure.quotient(most, least, chance)
    return log(divide(top, bottom)) if sign_of(bottom) else Infinite.PLUS
