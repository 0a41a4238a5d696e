"""``pmlsym measure``: what a channel in a CSV file leaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
from rich.table import Table

from pmlsym import measures
from pmlsym.channel import Channel
from pmlsym.cli.output import AS_JSON, NUMBER, console, emit
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
@click.argument("kernel", metavar="KERNEL.csv")
@click.option("--prior", required=True, help="The probabilities of the secrets: 1/2,1/4,1/4.")
@click.option("--exact", is_flag=True, help="Compute with fractions and print logarithms of them.")
@AS_JSON
def measure(kernel: str, prior: str, exact: bool, as_json: bool) -> int:
    """Print every leakage measure of the channel in a CSV file, in nats.

    A row of the file is the distribution of the outcome given one secret.
    """
    rows = read_numbers(kernel)
    if not prior.strip():
        raise InputError("prior is empty, but has to be numbers such as 1/2,1/4,1/4.")
    weights = [NUMBER.convert(part, _named("prior"), None) for part in prior.split(",")]
    if exact:
        channel = Channel(rows, weights)
    else:
        channel = Channel([[float(p) for p in row] for row in rows], [float(p) for p in weights])
    found = {name: function(channel) for name, function in _MEASURES.items()}
    numbers = {name: _numbers(value) for name, value in found.items()}
    if as_json:
        texts = {"exact": {name: _texts(value) for name, value in found.items()}} if exact else {}
        emit(numbers | texts)
    else:
        _print(channel, numbers, {name: _texts(value) for name, value in found.items()}, exact)
    if channel.null_outcomes and as_json:
        click.echo(_null_note(channel), err=True)
    return 0


def _named(name: str) -> click.Parameter:
    return click.Option([f"--{name}"])


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
