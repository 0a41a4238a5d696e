"""``pmlsym measure``: the leakage of a channel in a CSV file, or of a named mechanism."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import click
import numpy as np

from pmlsym import measures
from pmlsym.channel import Channel
from pmlsym.cli.output import AS_JSON, NUMBER, WHOLE, boxed, console, emit, read_list, read_prior
from pmlsym.errors import InputError, UnknownNameError
from pmlsym.exact import Number, NumberArray, RowLike
from pmlsym.given import brief, with_noun
from pmlsym.precision import nearest_float
from pmlsym.tables import read_numbers

if TYPE_CHECKING:
    from pmlsym.gaussian import GaussianNoise
    from pmlsym.laplace.mean.release import MeanRelease
    from pmlsym.secret import Secret

FINITE = ("randomized-response", "extremal", "retention", "clayton")
CONTINUOUS = ("laplace-mean", "gaussian")
FROM_FILE = "a KERNEL.csv"
_Option = TypeVar("_Option")
# the parameters of each mechanism; any other option is an error, as it would have no effect
_TAKEN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        FROM_FILE: ("prior", "exact"),
        "randomized-response": ("prior", "epsilon", "exact"),
        "extremal": ("prior", "epsilon", "exact"),
        "retention": ("size", "exact"),
        "clayton": ("size", "eta", "exact"),
        "laplace-mean": ("secret", "scale", "records", "at"),
        "gaussian": ("secret", "scale", "at"),
    }
)


@dataclass(frozen=True)
class Options:
    """The options of the command line for a named mechanism; None where one is missing."""

    prior: list[Fraction] | None = None
    epsilon: Fraction | None = None
    size: int | None = None
    eta: Fraction | None = None
    secret: str | None = None
    scale: Fraction | None = None
    records: int | None = None
    at: str | None = None
    exact: bool = False

    def check_all_taken(self, mechanism: str) -> None:
        """Refuse an option that a mechanism, or a file, does not use."""
        taken = _TAKEN[mechanism]
        for field in fields(self):
            if field.name not in taken and getattr(self, field.name) not in (None, False):
                listed = ", ".join(f"--{name}" for name in taken)
                raise InputError(f"{mechanism} takes no --{field.name}, but {listed}.")

    def rounded(self, value: Fraction) -> Number:
        """Return the number as a float, unless results are to be exact."""
        return value if self.exact else float(value)


def _needed(mechanism: str, name: str, value: _Option | None) -> _Option:
    """Return an option, or report that the mechanism needs it."""
    if value is None:
        raise InputError(f"{mechanism} needs --{name}.")
    return value


def read_secret(text: str) -> Secret:
    """Read a real-valued secret: ``uniform:0,1``, ``normal:0,1``, ``discrete:-1@2/3,2@1/3``."""
    from pmlsym import secret

    kind, _, rest = text.partition(":")
    if kind == "discrete":
        pairs = [part.split("@") for part in rest.split(",")]
        if any(len(pair) != 2 for pair in pairs):
            raise InputError(
                f"secret is {brief(text)}, but a discrete one is discrete:VALUE@CHANCE,..."
            )
        columns = [read_list("secret", ",".join(column)) for column in zip(*pairs, strict=True)]
        return secret.Discrete(*columns)
    if kind not in ("uniform", "normal"):
        raise InputError(f"secret is {brief(text)}, but has to be uniform:, normal: or discrete:.")
    ends = read_list("secret", rest)
    if len(ends) != 2:
        raise InputError(f"secret is {brief(text)}, but {kind} takes two numbers.")
    return secret.Uniform(*ends) if kind == "uniform" else secret.Normal(*map(float, ends))


def finite(name: str, options: Options) -> Channel:
    """Build the channel of a named finite mechanism."""
    from pmlsym import mechanisms

    if name in ("randomized-response", "extremal"):
        prior = [options.rounded(p) for p in _needed(name, "prior", options.prior)]
        epsilon = options.rounded(_needed(name, "epsilon", options.epsilon))
        build: dict[str, Callable[[RowLike, Number], Channel]] = {
            "randomized-response": mechanisms.randomized_response,
            "extremal": mechanisms.high_privacy_extremal,
        }
        return build[name](prior, epsilon)
    size = _needed(name, "size", options.size)
    if name == "retention":
        channel = mechanisms.RetentionReplacement().truncated(size)
    else:
        eta = _needed(name, "eta", options.eta)
        channel = mechanisms.ClaytonMixture(eta).discretised(size)  # exact, rounded afterwards
    return channel if options.exact else channel.as_float()


def continuous(name: str, options: Options) -> GaussianNoise | MeanRelease:
    """Build a named release of a real number, with `pml` and `pmc` as functions of the outcome."""
    secret = read_secret(_needed(name, "secret", options.secret))
    scale = float(_needed(name, "scale", options.scale))
    if name == "gaussian":
        from pmlsym.gaussian import GaussianNoise

        return GaussianNoise(secret, scale)
    from pmlsym.laplace.mean.release import MeanRelease

    records = 1 if options.records is None else options.records
    return MeanRelease(secret, records, scale)  # type: ignore[arg-type]  # it checks the secret


def check_name(name: str) -> None:
    """Refuse the name of an unknown mechanism."""
    if name not in FINITE + CONTINUOUS:
        raise UnknownNameError("mechanism", name, FINITE + CONTINUOUS)


# one number, the two of ALIP, or one for each outcome
Measured: TypeAlias = "Number | tuple[Number, Number] | NumberArray"
_LOST = 1e-9  # share of the noise's width by which rounding may move an outcome
_MEASURES: dict[str, Callable[[Channel], Measured]] = {
    name: getattr(measures, name)
    for name in (
        "pml",
        "pmc",
        "ldp",
        "lip",
        "alip",
        "maximal_leakage",
        "maximal_cost_leakage",
        "mutual_information",
    )
}


@click.command()
@click.argument("kernel", metavar="[KERNEL.csv]", required=False)
@click.option(
    "--mechanism", help=f"A mechanism by name instead of a file: {', '.join(FINITE + CONTINUOUS)}."
)
@click.option(
    "--prior", help="The probabilities of the secrets: 1/2,1/4,1/4, or a .csv file of them."
)
@click.option(
    "--epsilon", type=NUMBER, help="Level in nats (randomized-response and extremal only)."
)
@click.option(
    "--size",
    type=WHOLE,
    help="Number of values (retention) or of cells (clayton) of the finite version.",
)
@click.option(
    "--eta", type=NUMBER, help="Mixture weight of the independent component (clayton only)."
)
@click.option(
    "--secret",
    help="Law of a real secret: uniform:LOW,HIGH, normal:MEAN,DEVIATION or "
    "discrete:VALUE@CHANCE,... (laplace-mean and gaussian only).",
)
@click.option(
    "--scale", type=NUMBER, help="Scale of the noise: b of laplace-mean, sigma of gaussian."
)
@click.option(
    "--records",
    type=WHOLE,
    help="Number of records in the mean (laplace-mean only; 1 if left out).",
)
@click.option("--at", help="Outcomes to evaluate, such as 0,1.5 (laplace-mean and gaussian only).")
@click.option("--exact", is_flag=True, help="Compute with fractions and print logarithms of them.")
@AS_JSON
def measure(
    kernel: str | None,
    mechanism: str | None,
    at: str | None,
    exact: bool,
    as_json: bool,
    prior: str | None,
    epsilon: Fraction | None,
    size: int | None,
    eta: Fraction | None,
    secret: str | None,
    scale: Fraction | None,
    records: int | None,
) -> int:
    """Print every leakage measure of a channel, in nats.

    The channel is a CSV file, a row of which is the distribution of the outcome given one secret,
    or a mechanism by its name. For noise on a real number the outcomes are those of --at.
    """
    weights = None if prior is None else read_prior(prior)
    if (kernel is None) == (mechanism is None):
        raise InputError("give a KERNEL.csv or a --mechanism, one of the two.")
    options = Options(weights, epsilon, size, eta, secret, scale, records, at, exact)
    if mechanism is not None:
        check_name(mechanism)
    options.check_all_taken(FROM_FILE if mechanism is None else mechanism)
    if mechanism is not None:
        if mechanism in CONTINUOUS:
            release = continuous(mechanism, options)
            return _outcomes(mechanism, release, at, as_json)
        return _measured(finite(mechanism, options), exact, as_json)
    assert kernel is not None
    rows = read_numbers(kernel)
    if weights is None:
        raise InputError("a KERNEL.csv needs --prior: a probability for each row, as 1/2,1/2.")
    if exact:
        return _measured(Channel(rows, weights), exact, as_json)
    floats = [[float(p) for p in row] for row in rows]
    return _measured(Channel(floats, [float(p) for p in weights]), exact, as_json)


def _measured(channel: Channel, exact: bool, as_json: bool) -> int:
    found = {name: function(channel) for name, function in _MEASURES.items()}
    if as_json:
        payload: dict[str, object] = {
            name: _each(nearest_float, value) for name, value in found.items()
        }
        if exact:
            payload["exact"] = {name: _each(_exactly, value) for name, value in found.items()}
        emit(payload)
        if channel.null_outcomes:
            click.echo(_null_note(channel), err=True)
    else:
        _print(channel, {name: _entries(value) for name, value in found.items()}, exact)
    return 0


def _outcomes(
    name: str, release: GaussianNoise | MeanRelease, at: str | None, as_json: bool
) -> int:
    """Print the leakage of noise on a real number, at each outcome and in the worst case."""
    from pmlsym.laplace.mean.release import MeanRelease

    if at is None:
        raise InputError(f"{name} needs --at: the outcomes to look at, such as 0,0.5.")
    given = read_list("at", at)
    outcomes = [float(y) for y in given]
    width = release.scale if isinstance(release, MeanRelease) else release.deviation
    for y, near in zip(given, outcomes, strict=True):
        if abs(Fraction(near) - y) > _LOST * width:
            raise InputError(
                f"at has {brief(y)}, which floats hold to {abs(float(Fraction(near) - y)):.1g} "
                "alone: shift outcomes and secret towards zero, which changes no leakage."
            )
    pml, pmc = (np.asarray(f(outcomes)).tolist() for f in (release.pml, release.pmc))
    worst = {"worst_pmc": float(release.worst_pmc())}
    if isinstance(release, MeanRelease):  # Laplace noise has finite leakage at every outcome
        worst |= {"worst_pml": release.worst_pml().leakage, "dp": float(release.dp())}
    if as_json:
        emit({"mechanism": name, "at": outcomes, "pml": pml, "pmc": pmc, **worst})
        return 0
    table = boxed("outcome", "pml", "pmc", title=f"{name} (nats)")
    for row in zip(outcomes, pml, pmc, strict=True):
        table.add_row(*(f"{value:.6g}" for value in row))
    screen = console()
    screen.print(table)
    for label, value in worst.items():
        screen.print(f"{label.replace('_', ' ')}: {value:.6g}")
    return 0


def _entries(value: Measured) -> list[Number]:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, float | Fraction) or not hasattr(value, "tolist"):
        return [value]
    return list(value.tolist())


def _each(convert: Callable[[Number], object], value: Measured) -> object:
    """Convert a number, or each number of a sequence."""
    listed = [convert(entry) for entry in _entries(value)]
    several = isinstance(value, tuple) or (hasattr(value, "shape") and value.shape)
    return listed if several else listed[0]


def _exactly(entry: Number) -> str:
    return "inf" if math.isinf(float(entry)) else str(entry)


def _null_note(channel: Channel) -> str:
    listed = ", ".join(map(str, channel.null_outcomes))
    return f"Outcomes of probability zero, in no almost-sure statement: {listed}."


def _print(channel: Channel, found: dict[str, list[Number]], exact: bool) -> None:
    secrets, outcomes = channel.shape
    screen = console()
    size = f"{with_noun(secrets, 'secret')}, {with_noun(outcomes, 'outcome')}"
    table = boxed("outcome", "pml", "pmc", title=f"{size} (nats)")
    for y in range(outcomes):
        table.add_row(str(y), *(_cell(found[name][y], exact) for name in ("pml", "pmc")))
    screen.print(table)
    table = boxed("measure", "value")
    for name in list(_MEASURES)[2:]:
        label = "alip (lower, upper)" if name == "alip" else name.replace("_", " ")
        table.add_row(label, ", ".join(_cell(entry, exact) for entry in found[name]))
    screen.print(table)
    if channel.null_outcomes:
        screen.print(_null_note(channel))


def _cell(entry: Number, exact: bool) -> str:
    number, text = nearest_float(entry), str(entry)
    return f"{number:.6g}  {text}" if exact and text not in ("oo", "0") else f"{number:.6g}"
