"""The ``pmlsym`` command.

Exit status: 0 done; 1 the answer is no; 2 bad input, with one sentence on standard error; 130
interrupted.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from pmlsym.errors import InputError

# Subcommands are imported when they are called: `pmlsym measure` does not wait for z3.
_COMMANDS = {
    "bound": ("pmlsym.cli.workload", "bound", "How much a release leaks."),
    "calibrate": ("pmlsym.cli.workload", "calibrate", "The smallest safe noise scale."),
    "certify": ("pmlsym.cli.certify", "certify", "Write out the certificate of every decision."),
    "check": ("pmlsym.cli.ledger", "check", "Which published statements are true."),
    "convert": ("pmlsym.cli.convert", "convert", "What one guarantee implies of another."),
    "design": ("pmlsym.cli.design", "design_command", "The best mechanism under a guarantee."),
    "figure": ("pmlsym.cli.figure", "figure", "Draw a figure of the papers from fresh data."),
    "measure": ("pmlsym.cli.measure", "measure", "What a channel or a mechanism leaks."),
    "show": ("pmlsym.cli.ledger", "show", "One statement with its proof or its witness."),
    "verify": ("pmlsym.cli.certify", "verify", "Check certificates that were written out."),
}


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, attribute, _ = _COMMANDS[cmd_name]
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, _COMMANDS[name][2]) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pmlsym")
def command() -> None:
    """Check published statements about privacy leakage, and say how we know."""


def main() -> None:
    """Run the command line; bad input is one sentence on standard error and exit status 2."""
    try:
        status = command.main(standalone_mode=False)
    except (InputError, click.ClickException) as error:
        text = error.format_message() if isinstance(error, click.ClickException) else str(error)
        click.echo(text if text.endswith((".", "?")) else text + ".", err=True)
        sys.exit(2)
    except click.Abort:
        sys.exit(130)
    sys.exit(status if isinstance(status, int) else 0)
