"""``pmlsym convert``: the guarantees that another one implies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import click

from pmlsym.cli.output import AS_JSON, NUMBER, emit, read_prior
from pmlsym.exact import Number
from pmlsym.guarantees import kind_of, read_guarantee
from pmlsym.nats import constants_first
from pmlsym.precision import nearest_float


@click.command()
@click.argument("guarantee", metavar="GUARANTEE")
@click.option("--to", "kind", required=True, help="pml, pmc, lip, alip or ldp.")
@click.option("--p-min", type=NUMBER, help="The smallest prior probability, in (0, 1/2].")
@click.option("--prior", help="The prior instead, which may say more: 1/2,1/4,1/4, or a .csv file.")
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
