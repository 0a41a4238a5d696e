"""``pmlsym bound`` and ``pmlsym calibrate``: leakage and noise scale of a noisy histogram."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction

import click
from rich.table import Table

from pmlsym.cli.output import AS_JSON, NUMBER, WHOLE, brief, console, emit
from pmlsym.errors import VacuousGuaranteeWarning
from pmlsym.exact import Number
from pmlsym.laplace.calibrate import calibrate as smallest_scale
from pmlsym.laplace.histogram import histogram_dp, histogram_leakage, histogram_relaxation

ALPHA = click.option(
    "--alpha", type=NUMBER, required=True, help="The least probability of a class, in (0, 1/k]."
)
_BINS = click.option("--bins", type=WHOLE, help="The number k of bins.")


@click.group()
def bound() -> None:
    """Print how much a release leaks about a record."""


@bound.command("histogram")
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
    table = Table(
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


@calibrate.command("histogram")
@click.option("--epsilon", type=NUMBER, required=True, help="The most that may leak, in nats.")
@ALPHA
@_BINS
@AS_JSON
def calibrate_histogram(epsilon: Fraction, alpha: Fraction, bins: int | None, as_json: bool) -> int:
    """Print the smallest scale at which a histogram leaks at most epsilon about any record."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", VacuousGuaranteeWarning)
        exact: dict[str, Number] = {"scale": smallest_scale(epsilon, alpha, bins)}
        numbers: dict[str, float] = {"scale": smallest_scale(float(epsilon), float(alpha), bins)}
    import sympy as sp

    a, level = sp.Rational(str(alpha)), sp.Rational(str(epsilon))
    # Without noise the class of a record is published: it leaks log(1/alpha).
    exact["leakage"] = sp.log(1 / a) if exact["scale"] == 0 else level
    numbers["leakage"] = (
        math.log(1 / alpha)
        if numbers["scale"] == 0
        else histogram_leakage(float(alpha), numbers["scale"], bins)
    )
    numbers["dp_scale"], exact["dp_scale"] = 2 / float(epsilon), 2 / level
    # The last warning is that of the floats, whose message has short numbers.
    note = str(caught[-1].message) if caught else None
    if as_json:
        keys = ("scale", "dp_scale", "leakage")
        emit(
            {key: numbers[key] for key in keys} | {"exact": {key: str(exact[key]) for key in keys}}
        )
    else:
        table = Table(
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
        for key, label in rows.items():
            table.add_row(label, f"{numbers[key]:.6g}", brief(exact[key]))
        console().print(table)
    if note is not None:
        click.echo(note, err=True)
    return 0
