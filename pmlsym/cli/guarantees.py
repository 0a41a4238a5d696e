"""``pmlsym convert`` and ``pmlsym design``: implied guarantees, and the best mechanism."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.status import Status
from rich.table import Table

from pmlsym import design
from pmlsym.channel import Channel
from pmlsym.cli.output import AS_JSON, NUMBER, REAL, console, emit, read_prior
from pmlsym.errors import InputError
from pmlsym.exact import Number
from pmlsym.given import brief, with_noun
from pmlsym.guarantees import Guarantee, LiftSet, Unanswered, kind_of, read_guarantee
from pmlsym.nats import constants_first
from pmlsym.precision import nearest_float
from pmlsym.priors import Intervals
from pmlsym.tables import read_numbers


@click.command()
@click.argument("guarantee", metavar="GUARANTEE")
@click.option("--to", "kind", required=True, help="pml, pmc, lip, alip or ldp.")
@click.option("--p-min", type=NUMBER, help="Smallest prior probability, in (0, 1/2].")
@click.option(
    "--prior",
    help="Whole prior instead of --p-min, for a level that may be smaller: 1/2,1/4,1/4, or a .csv "
    "file.",
)
@click.option("--exact", is_flag=True, help="Print the exact value, too.")
@AS_JSON
def convert(
    guarantee: str,
    kind: str,
    p_min: Fraction | None,
    prior: str | None,
    exact: bool,
    as_json: bool,
) -> int:
    """Print the strongest guarantee of a kind that follows, with its formula.

    GUARANTEE is written pml:0.2, pmc:0.2, lip:0.2, ldp:0.2 or alip:0.5,0.2 (lower, upper); nats.
    Without --p-min or --prior the answer holds for every prior. Exit status 1 if nothing finite
    follows, or if it is not known what does.
    """
    source, target = read_guarantee(guarantee), kind_of(kind)
    masses: Sequence[Number] | None = None if prior is None else read_prior(prior)
    if masses is not None and sum(masses) != 1 and not exact:  # rounded, as 0.333 is for a third
        masses = [float(mass) for mass in masses]
        source = source.at(*map(float, source.values))
    found = source.conversion(target, p_min=p_min, prior=masses)
    answer = found.guarantee
    values = () if answer is None else answer.values
    if as_json:
        numbers = [nearest_float(value) for value in values]
        payload: dict[str, object] = {
            "epsilon": numbers if len(numbers) > 1 else numbers[0] if numbers else None,
            "formula": (found.formula or None) if answer is not None else None,
        }
        if answer is None and found.is_known:
            payload["epsilon"] = math.inf
        if found.caveat:
            payload["caveat"] = found.caveat
        if exact and answer is not None:
            texts = [constants_first(value) for value in values]
            payload["exact"] = {"epsilon": texts if len(texts) > 1 else texts[0]}
        if answer is None:
            payload["reason"] = found.reason
        emit(payload)
    elif answer is None:
        click.echo(f"{found.no_answer}: {found.reason}")
    else:
        shown = ", ".join(f"{nearest_float(value):.6g}" for value in values)
        click.echo(f"{target.name}({shown})")
        if found.formula:
            click.echo(f"  = {found.formula}")
        if exact:
            click.echo(f"  = {', '.join(map(constants_first, values))}")
        if found.condition is not True:
            click.echo(f"  for {constants_first(found.condition)}")
        if found.caveat:
            click.echo(f"Perhaps not the best: {found.caveat}")
    return 0 if answer is not None else 1


_LOW_AND_HIGH = 2  # rows of a file that bounds priors
_SHOWN = 12  # rows and columns of a kernel in a table
_ROUNDING = 1e-9  # a gap up to this is rounding
_TABLES = {"reward": design.Reward, "distortion": design.Distortion}


@click.command(name="design")
@click.option(
    "--prior",
    required=True,
    help="1/2,1/4,1/4, or a .csv file of one row or one column. Two rows are a set of priors: the "
    "smallest and the largest probability of every secret.",
)
@click.option(
    "--prior-within",
    type=NUMBER,
    help="Take the set of all priors of which no probability differs by more than this from that "
    "of --prior.",
)
@click.option(
    "--utility-at-prior",
    "at_prior",
    is_flag=True,
    help="With --prior-within: the most utility at --prior, not at the worst prior of the set.",
)
@click.option(
    "--guarantee",
    "promise",
    required=True,
    help="pml:0.5, pmc:0.5, lip:0.5, ldp:0.5 or alip:0.5,0.2 (lower, upper); nats.",
)
@click.option(
    "--utility",
    "wanted",
    default="mutual-information",
    show_default=True,
    help="Also total-variation, chi-square, reward:FILE.csv or distortion:FILE.csv (a row a "
    "secret, a column a decision).",
)
@click.option(
    "--method",
    default="auto",
    show_default=True,
    help="auto, closed-form, program or column-generation.",
)
@click.option("--exact", is_flag=True, help="Return a kernel of fractions.")
@click.option(
    "--tolerance", type=REAL, default=1e-6, show_default=True, help="The gap at which to stop."
)
@click.option(
    "--time-limit",
    type=REAL,
    default=60.0,
    show_default=True,
    help="Seconds after which to return the best mechanism so far, with its bound; or inf.",
)
@AS_JSON
def design_command(
    prior: str,
    prior_within: Fraction | None,
    at_prior: bool,
    promise: str,
    wanted: str,
    method: str,
    exact: bool,
    tolerance: float,
    time_limit: float,
    as_json: bool,
) -> int:
    """Print the mechanism with the most utility that satisfies a guarantee, and how good it is.

    No mechanism has more utility than the upper bound, and the kernel satisfies the guarantee in
    exact arithmetic. With a set of priors it satisfies the guarantee under each of them, and the
    utility is that at the worst one.
    """
    masses, known = _read_priors(prior, prior_within, at_prior)
    guarantee = read_guarantee(promise)
    if masses is not None and not exact:
        masses = [float(mass) for mass in masses]
    with _Watch(quiet=as_json) as watch:
        found = design.optimal_mechanism(
            masses if masses is not None else known,
            guarantee,
            _read_utility(wanted),
            priors=known if masses is not None else None,
            method=method,
            exact=exact,
            tolerance=tolerance,
            time_limit=time_limit,
            progress=watch,
        )
    if as_json:
        payload: dict[str, object] = {
            "value": found.value,
            "upper_bound": found.upper_bound,
            "kernel": found.channel.as_float().kernel,
            "method": found.method,
            "seconds": found.seconds,
        }
        if found.priors is not None:
            payload["priors"] = {"lower": found.priors.lower, "upper": found.priors.upper}
            payload["worst_prior"] = found.worst
        if exact:
            kernel = found.channel.kernel.tolist()
            payload["exact"] = {"kernel": [[str(entry) for entry in row] for row in kernel]}
        emit(payload)
    else:
        _print(found, exact, tolerance)
    return 0


def _read_priors(
    text: str, within: Fraction | None, at_prior: bool
) -> tuple[Sequence[Number] | None, Intervals | None]:
    """Return the prior of the utility, None for the worst one, and the set of priors, if any."""
    rows = read_numbers(text) if Path(text).suffix.lower() == ".csv" else []
    if len(rows) == _LOW_AND_HIGH and len(rows[0]) > 1:
        if within is not None or at_prior:
            option = "--prior-within" if within is not None else "--utility-at-prior"
            raise InputError(
                f"{option} needs one prior, but {Path(text).name} has two rows: a set of priors."
            )
        return None, Intervals(*rows)
    masses = read_prior(text)
    if within is None:
        if at_prior:
            raise InputError("--utility-at-prior needs a set of priors: give --prior-within.")
        return masses, None
    if not 0 <= within <= 1:
        raise InputError(f"prior_within is {brief(within)}, but has to be a number from 0 to 1.")
    Channel.constant([float(mass) for mass in masses])  # which refuses what is no prior
    total = sum(masses)
    centre = [mass / total for mass in masses]
    known = Intervals(
        [max(mass - within, Fraction(0)) for mass in centre],
        [min(mass + within, Fraction(1)) for mass in centre],
    )
    return (masses if at_prior else None), known


def _read_utility(text: str) -> str | design.Reward:
    name, colon, file = text.partition(":")
    if name not in _TABLES:
        return text
    if not colon or not file.strip():
        raise InputError(
            f"utility is {brief(text)}, but a {name} needs its table: {name}:FILE.csv."
        )
    return _TABLES[name]([[float(entry) for entry in row] for row in read_numbers(file.strip())])


class _Watch:
    """A progress line of column generation on a terminal's standard error, once it starts."""

    def __init__(self, quiet: bool) -> None:
        self._wanted = not quiet and sys.stderr.isatty()
        self._line: Status | None = None

    def __enter__(self) -> _Watch | None:
        return self if self._wanted else None

    def __call__(self, at: design.Progress) -> None:
        text = (
            f"round {at.rounds}, {at.columns} lift vectors: utility {at.value:.6g}, "
            f"at most {at.upper_bound:.6g} (gap {at.upper_bound - at.value:.1e})"
        )
        if self._line is None:
            self._line = Status(text, console=Console(stderr=True, highlight=False))
            self._line.start()
        self._line.update(text)

    def __exit__(self, *_error: object) -> None:
        if self._line is not None:
            self._line.stop()


def _print(found: design.OptimalMechanism, exact: bool, tolerance: float) -> None:
    screen = console()
    table, notes = _kernel(found, exact)
    screen.print(table)
    for note in notes:
        screen.print(note)
    guarantee = found.guarantee
    nats = " nats" if found.utility.name == "mutual-information" else ""
    secrets, outcomes = found.channel.shape[0], len(found.support)
    rows = Table(show_header=False)
    under = "" if found.priors is None else " under every prior of the set"
    rows.add_row("guarantee", f"{_named(guarantee)}, satisfied in exact arithmetic{under}")
    at = "" if found.worst is None else " at the worst prior of the set"
    rows.add_row(found.utility.name, f"{found.value:.9g}{nats}{at}")
    rows.add_row("upper bound", f"{found.upper_bound:.9g}{nats} (gap {found.gap:.1e})")
    rows.add_row("method", f"{found.method}, {found.seconds:.2f} s")
    if found.gap > max(tolerance, _ROUNDING):
        rows.add_row("stopped", found.reason)
    rows.add_row("outcomes", f"{outcomes} for {with_noun(secrets, 'secret')}")
    if found.priors is None:
        rows.add_row("privacy region", _region(found.channel.as_float().prior.tolist(), guarantee))
    if found.worst is not None:
        more = ", ..." if secrets > _SHOWN else ""
        rows.add_row("worst prior", ", ".join(map(_entry, map(float, found.worst[:_SHOWN]))) + more)
    screen.print(rows)


def _kernel(found: design.OptimalMechanism, exact: bool) -> tuple[Table, list[str]]:
    """Return the kernel, cut to the size of a terminal, and notes on the rows left out."""
    floats = found.channel.as_float()
    secrets, every = range(min(floats.shape[0], _SHOWN)), found.support
    outcomes = every[:_SHOWN]
    names = ("x", "P(x)", *(f"y={y}" for y in outcomes))
    table = Table(*names, title="P(y | x)", box=box.SIMPLE_HEAD, padding=0, pad_edge=False)
    for x in secrets:
        cells = (_entry(floats.kernel[x, y]) for y in outcomes)
        mass = _entry(floats.prior[x])
        if found.priors is not None:
            ends = found.priors.lower[x], found.priors.upper[x]
            mass = "-".join(_entry(float(end)) for end in ends)
        table.add_row(str(x), mass, *cells)
    notes = []
    if len(secrets) < floats.shape[0] or len(outcomes) < len(every):
        part = f"{len(secrets)} of {floats.shape[0]} secrets, {len(outcomes)} of {len(every)}"
        notes.append(f"The first {part} outcomes; --json prints all.")
    never = floats.shape[1] - len(every)
    if never:
        notes.append(f"Left out: {with_noun(never, 'outcome')} of probability zero.")
    if exact:
        notes.append("The fractions are long: --json prints them.")
    return table, notes


def _entry(value: float) -> str:
    if value in (0, 1):
        return str(int(value))
    return "<.001" if value < 0.0005 else f"{value:.3f}".removeprefix("0")


def _named(guarantee: Guarantee) -> str:
    levels = ", ".join(f"{nearest_float(value):.6g}" for value in guarantee.values)
    return f"{guarantee.name}({levels})"


def _region(prior: list[float], guarantee: Guarantee) -> str:
    floats = guarantee.at(*map(float, guarantee.values))
    lifts = floats.lift_set(prior)
    try:
        lower, _ = lifts.bounds
    except Unanswered:
        return _without_bounds(lifts)
    count = design.zeros_possible(prior, floats)
    if lower < math.inf:
        return f"up to {with_noun(count, 'secret')} per outcome at the least lift"
    text = f"up to {with_noun(count, 'zero')} per outcome"
    region, name = design.privacy_regions(prior)[count], guarantee.parameters()[-1]
    return f"{text} ({region.lower:.4g} <= {name} < {region.upper:.4g})"


def _without_bounds(lifts: LiftSet) -> str:
    try:
        finite = math.inf not in lifts.apart().values
    except Unanswered as unanswered:
        return f"not known: {unanswered}"
    return "no zeros: ratios of lifts are bounded" if finite else "zeros are possible"
