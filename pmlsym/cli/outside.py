"""The option ``--from``: files of claims from outside the package."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pmlsym.errors import PluginWarning, escaped

if TYPE_CHECKING:
    from pmlsym.ledger.claim import Claim

FROM = click.option(
    "--from",
    "files",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.py",
    help="A Python file with claims of your own (docs/writing-a-claim.md); it is run.",
)


def load(files: tuple[Path, ...]) -> tuple[Claim, ...]:
    """Load files of claims, then the installed plugins; report the plugins that are left out."""
    from pmlsym.ledger import outside  # takes a second to import; `check` may not need it

    found = tuple(claim for file in files for claim in outside.load(file))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", PluginWarning)
        outside.papers()
    for warning in caught:
        if issubclass(warning.category, PluginWarning):
            click.echo(escaped(str(warning.message)), err=True)
    return found
