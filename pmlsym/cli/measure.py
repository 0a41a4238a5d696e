"""``pmlsym measure``: what a channel in a CSV file, or a mechanism by its name, leaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
from rich.table import Table

from pmlsym import measures
from pmlsym.channel import Channel
from pmlsym.cli.mechanism import (
    CONTINUOUS,
    FINITE,
    Options,
    check_name,
    continuous,
    finite,
)
from pmlsym.cli.output import AS_JSON, NUMBER, console, emit, read_list
from pmlsym.errors import InputError
from pmlsym.tables import read_numbers

_MEASURES: dict[str, Callable[[Channel], Any]] = {
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
    "--mechanism", help=f"A named one instead of a file: {', '.join(FINITE + CONTINUOUS)}."
)
@click.option("--prior", help="The probabilities of the secrets: 1/2,1/4,1/4.")
@click.option("--epsilon", type=NUMBER, help="Nats: randomized-response, extremal.")
@click.option("--size", type=int, help="How many values are kept apart: retention, clayton.")
@click.option("--eta", type=NUMBER, help="The share of independence: clayton.")
@click.option(
    "--secret", help="uniform:LOW,HIGH, normal:MEAN,DEVIATION or discrete:VALUE@CHANCE,..."
)
@click.option("--scale", type=NUMBER, help="The noise: b of laplace-mean, sigma of gaussian.")
@click.option("--records", type=int, help="How many records the mean is of: laplace-mean.")
@click.option("--at", help="Outcomes to look at, between commas: laplace-mean, gaussian.")
@click.option("--exact", is_flag=True, help="Compute with fractions and print logarithms of them.")
@AS_JSON
def measure(
    kernel: str | None,
    mechanism: str | None,
    at: str | None,
    exact: bool,
    as_json: bool,
    prior: str | None,
    **given: Any,
) -> int:
    """Print every leakage measure of a channel, in nats.

    The channel is a CSV file, a row of which is the distribution of the outcome given one secret,
    or a mechanism by its name. For noise on a real number the outcomes are those of --at.
    """
    weights = None if prior is None else read_list("prior", prior)
    if (kernel is None) == (mechanism is None):
        raise InputError("give a KERNEL.csv or a --mechanism, one of the two.")
    options = Options(prior=weights, exact=exact, **given)
    if mechanism is not None:
        check_name(mechanism)
        if mechanism in CONTINUOUS:
            release = continuous(mechanism, options)
            return _outcomes(mechanism, release, at, as_json)
        return _measured(finite(mechanism, options), exact, as_json)
    assert kernel is not None
    rows = read_numbers(kernel)
    if weights is None:
        raise InputError("a KERNEL.csv needs --prior, one probability a row.")
    if exact:
        return _measured(Channel(rows, weights), exact, as_json)
    floats = [[float(p) for p in row] for row in rows]
    return _measured(Channel(floats, [float(p) for p in weights]), exact, as_json)


def _measured(channel: Channel, exact: bool, as_json: bool) -> int:
    found = {name: function(channel) for name, function in _MEASURES.items()}
    values = {name: _numbers(value) for name, value in found.items()}
    if as_json:
        texts = {"exact": {name: _texts(value) for name, value in found.items()}} if exact else {}
        emit(values | texts)
    else:
        _print(channel, values, {name: _texts(value) for name, value in found.items()}, exact)
    if channel.null_outcomes and as_json:
        click.echo(_null_note(channel), err=True)
    return 0


def _outcomes(name: str, release: Any, at: str | None, as_json: bool) -> int:
    """Print what noise on a real number leaks at each outcome, and at worst."""
    if at is None:
        raise InputError(f"{name} needs --at: the outcomes to look at, such as 0,0.5.")
    outcomes = [float(y) for y in read_list("at", at)]
    pml, pmc = ([float(v) for v in f(outcomes)] for f in (release.pml, release.pmc))
    worst = {"worst_pmc": float(release.worst_pmc())}
    if hasattr(release, "dp"):  # the Laplace mechanism promises something at every outcome
        worst |= {"worst_pml": release.worst_pml().leakage, "dp": float(release.dp())}
    if as_json:
        emit({"mechanism": name, "at": outcomes, "pml": pml, "pmc": pmc} | worst)
        return 0
    table = Table("outcome", "pml", "pmc", title=f"{name} (nats)")
    for row in zip(outcomes, pml, pmc, strict=True):
        table.add_row(*(f"{value:.6g}" for value in row))
    screen = console()
    screen.print(table)
    for label, value in worst.items():
        screen.print(f"{label.replace('_', ' ')}: {value:.6g}")
    return 0


def _entries(value: Any) -> list[Any] | None:
    if isinstance(value, tuple):
        return list(value)
    return list(value) if hasattr(value, "shape") and value.shape else None


def _numbers(value: Any) -> Any:
    entries = _entries(value)
    return float(value) if entries is None else [float(entry) for entry in entries]


def _texts(value: Any) -> Any:
    entries = _entries(value)
    return str(value) if entries is None else [str(entry) for entry in entries]


def _null_note(channel: Channel) -> str:
    listed = ", ".join(map(str, channel.null_outcomes))
    return f"Outcomes of probability zero, in no almost-sure statement: {listed}."


def _print(channel: Channel, numbers: dict[str, Any], texts: dict[str, Any], exact: bool) -> None:
    secrets, outcomes = channel.shape
    screen = console()
    table = Table("outcome", "pml", "pmc", title=f"{secrets} secrets, {outcomes} outcomes (nats)")
    for y in range(outcomes):
        table.add_row(str(y), *(_cell(numbers[n][y], texts[n][y], exact) for n in ("pml", "pmc")))
    screen.print(table)
    table = Table("measure", "value")
    for name in list(_MEASURES)[2:]:
        if name == "alip":
            pairs = zip(numbers[name], texts[name], strict=True)
            table.add_row("alip (lower, upper)", ", ".join(_cell(n, t, exact) for n, t in pairs))
        else:
            table.add_row(name.replace("_", " "), _cell(numbers[name], texts[name], exact))
    screen.print(table)
    if channel.null_outcomes:
        screen.print(_null_note(channel))


def _cell(number: float, text: str, exact: bool) -> str:
    return f"{number:.6g}  {text}" if exact and text not in ("oo", "0") else f"{number:.6g}"
