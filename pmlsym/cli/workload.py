"""``pmlsym bound workload`` and ``pmlsym calibrate workload``: noisy linear queries."""

from __future__ import annotations

import warnings
from fractions import Fraction

import click
from rich.table import Table

from pmlsym.cli.histogram import ALPHA, bound, calibrate
from pmlsym.cli.output import AS_JSON, NUMBER, WHOLE, console, emit
from pmlsym.errors import InputError, ParameterError, VacuousGuaranteeWarning
from pmlsym.exact import Number, read_number
from pmlsym.given import shown
from pmlsym.laplace.calibrate import calibrate as smallest_scale
from pmlsym.laplace.workload import bounds
from pmlsym.laplace.workload.finite_sample import Others, worst_outcome
from pmlsym.laplace.workload.matrices import as_workload, column_distances
from pmlsym.tables import read_numbers

_RECORDS = click.option("--records", type=WHOLE, help="The number n of records.")
_OTHERS = click.option(
    "--others",
    help="The other records' prior: 'uniform', 'worst', or numbers such as 1/2,1/4,1/4.",
)


def _others(text: str | None) -> Others:
    if text is None or text == "uniform":
        return None
    if text == "worst":
        return text
    try:
        return [read_number(part) for part in text.split(",")]
    except ValueError:
        raise InputError(
            f"others is {shown(text)}, but has to be 'uniform', 'worst' or numbers "
            "such as 1/2,1/4,1/4."
        ) from None


@bound.command("workload")
@click.argument("file")
@ALPHA
@click.option("--scale", type=NUMBER, required=True, help="The scale b of the Laplace noise.")
@_RECORDS
@_OTHERS
@AS_JSON
def bound_workload(
    file: str,
    alpha: Fraction,
    scale: Fraction,
    records: int | None,
    others: str | None,
    as_json: bool,
) -> int:
    """Print the bounds on what the workload in FILE (CSV, a row a query) leaks with that noise.

    With --records also the exact leakage of one of so many records, the others being uniform
    unless --others says otherwise.
    """
    table = read_numbers(file)
    if others is not None and records is None:
        raise ParameterError("--others needs --records: they are the other records.")
    low, middle, high = (
        bounds.corner(table, alpha, scale),
        bounds.tilted(table, alpha, scale),
        bounds.triangle(table, alpha, scale),
    )
    numbers: dict[str, Number] = {
        "corner": low.lower,
        "tilted": middle.leakage,
        "triangle": high.leakage,
        "dp": bounds.dp(table, float(scale)),
    }
    found = None
    if records is not None:
        found = worst_outcome(table, float(alpha), float(scale), records, _others(others))
        numbers["exact"] = found.leakage
    if as_json:
        emit(numbers)
        return 0
    queries = f"{len(table)} {'query' if len(table) == 1 else 'queries'}"
    shape = f"{queries}, {len(table[0])} classes"
    rows = Table(
        "bound",
        "nats",
        "what it is",
        title=f"{shape}, alpha = {float(alpha):g}, b = {float(scale):g}",
    )
    meaning = {
        "corner": "eq. (5) of the paper: not an upper bound for every workload",
        "tilted": "many records: the limit, and no number of records leaks less in the worst case",
        "triangle": "safe for every number of records, exact for one",
        "dp": "differential privacy, whatever the data",
    }
    for name, text in meaning.items():
        rows.add_row(name, f"{numbers[name]:.6g}", text)
    if found is not None:
        place = ", ".join(f"{y:g}" for y in found.outcome[:6])
        place += ", ..." if len(found.outcome) > 6 else ""
        who = f"{records} record{'s' if records != 1 else ''}, others {others or 'uniform'}"
        where = f"class {found.leaking + 1} at y = ({place})"
        rows.add_row("exact", f"{found.leakage:.6g}", f"{who}: {where}")
    console().print(rows)
    return 0


@calibrate.command("workload")
@click.argument("file")
@click.option("--epsilon", type=NUMBER, required=True, help="The most that may leak, in nats.")
@ALPHA
@_RECORDS
@_OTHERS
@AS_JSON
def calibrate_workload(
    file: str,
    epsilon: Fraction,
    alpha: Fraction,
    records: int | None,
    others: str | None,
    as_json: bool,
) -> int:
    """Print the smallest scale at which the workload in FILE leaks at most epsilon.

    It is safe for every number of records, or, with --records, for exactly so many: then the exact
    leakage decides, for the worst other records unless --others says otherwise.
    """
    table = read_numbers(file)
    if others is not None and records is None:
        raise ParameterError("--others needs --records: they are the other records.")
    level, floor = float(epsilon), float(alpha)
    assumed = "worst" if others is None else _others(others)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", VacuousGuaranteeWarning)
        scale = smallest_scale(
            level,
            floor,
            workload=table,
            bound="triangle" if records is None else "tilted",
            n=records,
            others=assumed,
        )
    leakage: Number
    if scale == 0:
        leakage = bounds.without_noise(column_distances(as_workload(table)), floor)
    elif records is None:
        leakage = bounds.triangle(table, floor, scale).leakage
    else:
        leakage = worst_outcome(table, floor, scale, records, assumed).leakage
    numbers = {
        "scale": scale,
        "dp_scale": bounds.dp(table, 1.0) / level,
        "leakage": leakage,
    }
    if as_json:
        emit(numbers)
    else:
        rows = Table("", "value", title=f"{file}, epsilon = {level:g}, alpha = {floor:g}")
        safe = "every number of records" if records is None else f"{records} records"
        rows.add_row(f"smallest safe scale b ({safe})", f"{scale:.6g}")
        rows.add_row("leakage at that scale (nats)", f"{leakage:.6g}")
        rows.add_row("scale that DP needs", f"{numbers['dp_scale']:.6g}")
        console().print(rows)
    if caught:
        click.echo(str(caught[-1].message), err=True)
    return 0
