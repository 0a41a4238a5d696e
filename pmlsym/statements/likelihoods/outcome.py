"""One outcome of a mechanism under several priors, measured from the definitions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from pmlsym.statements.arithmetic import log
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.law import Law
from pmlsym.statements.likelihoods import priors as spoken
from pmlsym.statements.likelihoods.priors import Both, Drawn, Mixed, Prior
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.terms import Term
from pmlsym.statements.values import ONE, ZERO, Infinite, Undefined, Value, written
from pmlsym.statements.worlds.rationals import Row, named, numbers
from pmlsym.statements.worlds.stochastic import distribution


@dataclass(frozen=True)
class OneOutcome:
    """How likely each secret gives an outcome, priors by name, and numbers for parameters.

    Parameters
    ----------
    likelihoods : P(y|x) of every secret x.
    priors : those that are drawn, with the probability of every secret, which may be 0.
    parameters : by name.

    Raises
    ------
    InputError
        If it is no such world.
    """

    likelihoods: Row
    priors: tuple[tuple[str, Row], ...]
    parameters: tuple[tuple[str, Value], ...] = ()

    def __post_init__(self) -> None:
        likelihoods = numbers("likelihoods", self.likelihoods, least=0, most=1)
        priors = named("priors", self.priors)
        values = exact_parameters(dict(named("parameters", self.parameters)))
        vars(self).update(
            likelihoods=likelihoods,
            priors=tuple([(p, distribution(p, row, len(likelihoods))) for p, row in priors]),
            parameters=tuple(values.items()),
        )

    def __str__(self) -> str:
        laws = [f"{name} ({', '.join(map(str, masses))})" for name, masses in self.priors]
        numbers = [f"{name} = {written(value)}" for name, value in self.parameters]
        return "; ".join([f"P(y|x) ({', '.join(map(str, self.likelihoods))})", *laws, *numbers])

    def as_dict(self) -> dict[str, object]:
        """Return the world as exact text, for JSON."""
        laws = {name: [str(mass) for mass in masses] for name, masses in self.priors}
        numbers = {name: written(value) for name, value in self.parameters}
        return {
            "likelihoods": [str(likely) for likely in self.likelihoods],
            "priors": laws,
            "parameters": numbers,
        }


def extremes_at(masses: Row, likelihoods: Row) -> tuple[Fraction, Fraction]:
    """Return the largest and the smallest lift at an outcome, from the joint law.

    Secrets of probability 0 are left out.

    Raises
    ------
    Undefined
        If the outcome is impossible.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> extremes_at((half, half, ZERO), (ONE, half, ZERO))
    (Fraction(4, 3), Fraction(2, 3))
    """
    pairs = [(m, a) for m, a in zip(masses, likelihoods, strict=True) if m]
    if not any(a for _, a in pairs):
        raise Undefined("the outcome is impossible")
    joint = [mass * part for mass, a in pairs for part in (a, 1 - a)]
    return Law.of_fractions((len(pairs), 2), joint).extremes("X", ("Y",))[0,]


def leakage_at(kind: str, masses: Row, likelihoods: Row) -> Value:
    """Return pml, pmc or ldp at an outcome; infinite where a secret is ruled out.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> leakage_at("pmc", (half, half), (ONE, half))
    LogOf(argument=Fraction(3, 2))
    """
    most, least = extremes_at(masses, likelihoods)
    if kind == "pml":
        return log(most)
    if not least:
        return Infinite.PLUS
    return log((ONE if kind == "pmc" else most) / least)


class Seen(dict[str, Value]):
    """The numbers of a world by their names in a statement, each worked out when asked for.

    Parameters
    ----------
    world : with a row for each prior that is drawn.
    priors : all priors that the statement names.
    """

    def __init__(self, world: OneOutcome, priors: tuple[Prior, ...]) -> None:
        super().__init__(world.parameters)
        self._world, self._rows = world, dict(world.priors)
        self._priors = {prior.name: prior for prior in priors}

    def __missing__(self, name: str) -> Value:
        found = spoken.named(name)
        if found is None:
            raise KeyError(name)
        kind, prior = found
        self[name] = self._share(prior) if kind == "share" else self._of(kind, prior)
        return self[name]

    def _of(self, kind: str, prior: str) -> Value:
        masses, likelihoods = self._table(prior)
        if kind in ("pml", "pmc", "ldp"):
            return leakage_at(kind, masses, likelihoods)
        pairs = [(m, a) for m, a in zip(masses, likelihoods, strict=True) if m]
        if kind == "chance":
            return sum((m * a for m, a in pairs), ZERO)
        return (max if kind == "most" else min)(a for _, a in pairs)

    def _table(self, prior: str) -> tuple[Row, Row]:
        """Return the probabilities of the secrets, and their likelihoods."""
        of = self._priors[prior]
        if isinstance(of, Drawn):
            return self._rows[prior], self._world.likelihoods
        (first, likely), (second, other) = self._table(of.one), self._table(of.other)
        if isinstance(of, Both):
            return _products(first, second), _products(likely, other)
        share = self._share(prior)
        if not isinstance(share, Fraction) or not 0 <= share <= 1:
            raise Undefined(f"the share of {of.one} in {prior} is {written(share)}")
        mixed = [share * p + (1 - share) * q for p, q in zip(first, second, strict=True)]
        return tuple(mixed), likely

    def _share(self, prior: str) -> Value:
        of = self._priors[prior]
        assert isinstance(of, Mixed)
        return self.value(of.share)

    def value(self, term: Term) -> Value:
        """Return the value of a term.

        Raises
        ------
        Undefined
            If it has none.
        """
        return self._evaluation.value(term)

    @cached_property
    def _evaluation(self) -> Evaluation:
        return Evaluation(NOTHING, self)


def _products(one: Row, other: Row) -> Row:
    return tuple([a * b for a, b in product(one, other)])


NOTHING = Law((1, 1), (1,))  # to evaluate terms that speak of no channel
