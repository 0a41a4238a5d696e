"""``pmlsym bound`` and ``pmlsym calibrate``: leakage and scale of histograms and workloads."""

from __future__ import annotations

import math
import time
import warnings
from decimal import ROUND_CEILING, Context
from fractions import Fraction

import click

from pmlsym import deadline, given
from pmlsym.cli.output import AS_JSON, NUMBER, REAL, WHOLE, boxed, brief, console, emit
from pmlsym.errors import InexactWarning, InputError, ParameterError, VacuousGuaranteeWarning
from pmlsym.exact import Number, read_number, sympified
from pmlsym.given import with_noun
from pmlsym.laplace.calibrate import calibrate as smallest_scale
from pmlsym.laplace.histogram import histogram_dp, histogram_leakage, histogram_relaxation
from pmlsym.laplace.parameters import not_negative
from pmlsym.laplace.results import ExactLeakage
from pmlsym.laplace.workload import bounds
from pmlsym.laplace.workload.finite_sample import Others, leakage_without_noise, worst_outcome
from pmlsym.laplace.workload.matrices import as_workload, column_distances
from pmlsym.precision import closest_float
from pmlsym.tables import read_numbers

ALPHA = click.option(
    "--alpha", type=NUMBER, required=True, help="The least probability of a class, in (0, 1/k]."
)
_BINS = click.option("--bins", type=WHOLE, help="The number k of bins.")

_CLOSE = 1e-6  # relative distance of two ends that are printed as one number
_TINY = 1e-9  # nats; of less than this, floats have fewer digits than are printed


@click.group()
def bound() -> None:
    """Print how much a release leaks about a record."""


@bound.command("histogram", short_help="The worst leakage of counts with Laplace noise.")
@ALPHA
@click.option("--scale", type=NUMBER, required=True, help="The scale b of the Laplace noise.")
@_BINS
@AS_JSON
def bound_histogram(alpha: Fraction, scale: Fraction, bins: int | None, as_json: bool) -> int:
    """Print the worst leakage of a histogram whose bins get Laplace noise, and its DP level."""
    exact = {"leakage": histogram_leakage(alpha, scale, bins), "dp": histogram_dp(scale)}
    numbers = {
        "leakage": histogram_leakage(float(alpha), float(scale), bins),
        "dp": histogram_dp(float(scale)),
    }
    if as_json:
        emit(numbers | {"exact": {name: str(value) for name, value in exact.items()}})
        return 0
    table = boxed(
        "", "nats", "exactly", title=f"histogram, alpha = {float(alpha):g}, b = {float(scale):g}"
    )
    table.add_row("worst leakage of a record", f"{numbers['leakage']:.6g}", brief(exact["leakage"]))
    relaxed = histogram_relaxation(alpha, scale, bins)
    table.add_row("at most, without exponentials", f"{float(relaxed):.6g}", brief(relaxed))
    table.add_row("differential privacy", f"{numbers['dp']:.6g}", brief(exact["dp"]))
    console().print(table)
    return 0


@click.group()
def calibrate() -> None:
    """Print the smallest scale of noise that keeps a promise."""


@calibrate.command("histogram", short_help="The smallest safe scale for counts.")
@click.option(
    "--epsilon", type=NUMBER, required=True, help="Largest leakage that is allowed, in nats."
)
@ALPHA
@_BINS
@AS_JSON
def calibrate_histogram(epsilon: Fraction, alpha: Fraction, bins: int | None, as_json: bool) -> int:
    """Print the smallest scale at which a histogram leaks at most epsilon about any record."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", VacuousGuaranteeWarning)
        exact: dict[str, Number] = {"scale": smallest_scale(epsilon, alpha, bins)}
    import sympy as sp

    a, level = sp.Rational(str(alpha)), sp.Rational(str(epsilon))
    # Without noise the class of a record is published: it leaks log(1/alpha).
    exact["leakage"] = sp.log(1 / a) if exact["scale"] == 0 else level
    exact["dp_scale"] = 2 / level
    numbers = {key: closest_float(sympified(value)) for key, value in exact.items()}
    if numbers["scale"]:  # rounded up, as a smaller scale leaks more
        numbers["scale"] = math.nextafter(numbers["scale"], math.inf)
    note = str(caught[-1].message) if caught else None
    if as_json:
        keys = ("scale", "dp_scale", "leakage")
        emit(
            {key: numbers[key] for key in keys} | {"exact": {key: str(exact[key]) for key in keys}}
        )
    else:
        table = boxed(
            "",
            "value",
            "exactly",
            title=f"histogram, epsilon = {float(epsilon):g}, alpha = {float(alpha):g}",
        )
        rows = {
            "scale": "smallest safe scale b",
            "leakage": "leakage at that scale (nats)",
            "dp_scale": "scale that DP needs",
        }
        printed = {key: f"{number:.6g}" for key, number in numbers.items()}
        printed["scale"] = _from_above(numbers["scale"])
        for key, label in rows.items():
            table.add_row(label, printed[key], brief(exact[key]))
        console().print(table)
    if note is not None:
        click.echo(note, err=True)
    return 0


def _finite(leakage: float, records: int) -> str:
    """Return the leakage of one of several records to the digits that floats have of it."""
    if records == 1 or leakage >= _TINY:
        return f"{leakage:.6g}"
    return f"{round(leakage, 15):.6g} (to 1e-15)"


def _from_above(scale: float) -> str:
    """Return six digits of a scale, rounded up, as a smaller scale leaks more."""
    return f"{float(Context(prec=6, rounding=ROUND_CEILING).create_decimal_from_float(scale)):.6g}"


_RECORDS = click.option("--records", type=WHOLE, help="The number n of records.")
_OTHERS = click.option(
    "--others",
    help="The other records' prior: 'uniform', 'worst', or numbers such as 1/2,1/4,1/4.",
)
_TIME_LIMIT = click.option(
    "--time-limit",
    type=REAL,
    default=math.inf,
    help="Seconds after which to print what is known; or inf.",
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
            f"others is {given.brief(text)}, but has to be 'uniform', 'worst' or numbers "
            "such as 1/2,1/4,1/4."
        ) from None


@bound.command("workload", short_help="Bounds on what noisy answers to linear queries leak.")
@click.argument("file")
@ALPHA
@click.option("--scale", type=NUMBER, required=True, help="The scale b of the Laplace noise.")
@_RECORDS
@_OTHERS
@_TIME_LIMIT
@AS_JSON
def bound_workload(
    file: str,
    alpha: Fraction,
    scale: Fraction,
    records: int | None,
    others: str | None,
    time_limit: float,
    as_json: bool,
) -> int:
    """Print the bounds on what the workload in FILE (CSV, a row a query) leaks with that noise.

    With --records also the exact leakage of one of so many records, the others being uniform
    unless --others says otherwise. No search takes more than a minute; if time is up, corner and
    tilted are lower ends, and the exact leakage is between two numbers.
    """
    seconds = deadline.shares(2 if records is None else 3, not_negative("time_limit", time_limit))
    table = read_numbers(file)
    if others is not None and records is None:
        raise ParameterError("--others needs --records: they are the other records.")
    low, middle, high = (
        bounds.corner(table, alpha, scale, time_limit=next(seconds)),
        bounds.tilted(table, alpha, scale, time_limit=next(seconds)),
        bounds.triangle(table, alpha, scale),
    )
    numbers: dict[str, Number] = {
        "corner": low.lower,
        "tilted": middle.lower,
        "triangle": high.leakage,
        "dp": bounds.dp(table, float(scale)),
    }
    for name, searched in (("corner", low), ("tilted", middle)):
        if searched.gap > _CLOSE * searched.leakage:  # a limit was reached
            numbers[f"{name}_at_most"] = searched.leakage
    found = None
    if records is not None:
        try:
            with deadline.ending(time.monotonic() + next(seconds)):
                found = worst_outcome(table, float(alpha), float(scale), records, _others(others))
        except deadline.TimeIsUp:  # then only what holds for every number of records
            found = ExactLeakage(high.leakage, (), high.classes[0], lower=middle.lower)
        if found.lower is None:
            numbers["exact"] = found.leakage
        else:  # a limit was reached
            numbers["at_least"], numbers["at_most"] = found.lower, found.leakage
    if as_json:
        emit(numbers)
        return 0
    queries = with_noun(len(table), "query", "queries")
    shape = f"{queries}, {with_noun(len(table[0]), 'class', 'classes')}"
    rows = boxed(
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
        if f"{name}_at_most" in numbers:
            ends = f"a limit was reached, it may be {float(numbers[f'{name}_at_most']):.6g}"
            rows.add_row("", "", ends)
    if found is not None:
        place = ", ".join(f"{y:g}" for y in found.outcome[:6])
        place += ", ..." if len(found.outcome) > 6 else ""
        who = f"{with_noun(records or 1, 'record')}, others {others or 'uniform'}"
        where = f"class {found.leaking + 1}" + (f" at y = ({place})" if place else "")
        level = _finite(float(found.leakage), records or 1)
        if found.lower is None:
            rows.add_row("exact", level, f"{who}: {where}")
        else:
            rows.add_row("at most", level, f"{who}: a limit of time or memory was reached")
            rows.add_row("at least", f"{float(found.lower):.6g}", "the same, from below")
    console().print(rows)
    return 0


@calibrate.command("workload", short_help="The smallest safe scale for answers to linear queries.")
@click.argument("file")
@click.option(
    "--epsilon", type=NUMBER, required=True, help="Largest leakage that is allowed, in nats."
)
@ALPHA
@_RECORDS
@_OTHERS
@_TIME_LIMIT
@AS_JSON
def calibrate_workload(
    file: str,
    epsilon: Fraction,
    alpha: Fraction,
    records: int | None,
    others: str | None,
    time_limit: float,
    as_json: bool,
) -> int:
    """Print the smallest scale at which the workload in FILE leaks at most epsilon.

    It is safe for every number of records, or, with --records, for exactly so many: then the exact
    leakage decides, for the worst other records unless --others says otherwise. If time is up, the
    scale is safe, but a smaller one may be.
    """
    until = time.monotonic() + not_negative("time_limit", time_limit)
    table = read_numbers(file)
    if others is not None and records is None:
        raise ParameterError("--others needs --records: they are the other records.")
    level, floor = float(epsilon), float(alpha)
    assumed = "worst" if others is None else _others(others)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", VacuousGuaranteeWarning)
        warnings.simplefilter("always", InexactWarning)
        found = smallest_scale(
            epsilon,
            alpha,
            workload=table,
            bound="triangle" if records is None else "tilted",
            n=records,
            others=assumed,
            time_limit=max(0.0, until - time.monotonic()),
        )
    scale = float(found)  # of a workload it is a float
    leakage, known = _leakage_within(until, table, floor, scale, records, assumed, level)
    numbers = {
        "scale": scale,
        "dp_scale": bounds.dp(table, 1.0) / level,
        "leakage": leakage,
    }
    if as_json:
        emit(numbers)
    else:
        rows = boxed("", "value", title=f"{file}, epsilon = {level:g}, alpha = {floor:g}")
        safe = "every number of records"
        if records is not None:
            safe = with_noun(records, "record")
            safe += f", others {others or 'worst'}" if records > 1 else ""
        late = any(issubclass(one.category, InexactWarning) for one in caught)
        smallest = "a safe scale" if late or not known else "smallest safe scale"
        rows.add_row(f"{smallest} b ({safe})", _from_above(scale))
        label = f"leakage at that scale{'' if known else ', at most'} (nats)"
        rows.add_row(label, _finite(float(leakage), records or 1))
        rows.add_row("scale that DP needs", f"{numbers['dp_scale']:.6g}")
        console().print(rows)
    if caught:
        click.echo(str(caught[-1].message), err=True)
    return 0


def _leakage_within(
    until: float,
    table: list[list[Fraction]],
    floor: float,
    scale: float,
    records: int | None,
    others: Others,
    level: float,
) -> tuple[Number, bool]:
    """Return the leakage at a scale that is safe for a level, and True; if time is up, a bound."""
    if records is None:
        if scale:
            return bounds.triangle(table, floor, scale).leakage, True
        return bounds.without_noise(column_distances(as_workload(table)), floor), True
    try:
        with deadline.ending(until):
            if not scale:
                return leakage_without_noise(table, floor, records, others), True
            found = worst_outcome(table, floor, scale, records, others)
            return (found.leakage, True) if found.lower is None else (level, False)
    except deadline.TimeIsUp:
        return level, False
