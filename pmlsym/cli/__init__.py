"""The ``pmlsym`` command.

Exit status: 0 done; 1 the answer is no; 2 bad input, or a file that cannot be read or written, with
one sentence on standard error; 130 interrupted; 141 the reader of the output has closed it.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper

import click

from pmlsym.cli import interrupt
from pmlsym.cli.loading import without_collection
from pmlsym.errors import InputError, escaped

# longer than any path: a value typed by the user, of which a message repeats the beginning
_LONG_WORD = re.compile(r"(\S{60})\S{240,}")

# Subcommands are imported when they are called: `pmlsym measure` does not wait for z3.
_COMMANDS = {
    "bound": ("pmlsym.cli.laplace", "bound", "How much a release leaks."),
    "calibrate": ("pmlsym.cli.laplace", "calibrate", "The smallest safe noise scale."),
    "certify": ("pmlsym.cli.certify", "certify", "Write out the certificate of every decision."),
    "check": ("pmlsym.cli.ledger", "check", "Which published statements are true."),
    "conjecture": (
        "pmlsym.cli.conjecture",
        "conjecture_command",
        "Prove or refute what you type.",
    ),
    "convert": ("pmlsym.cli.guarantees", "convert", "What one guarantee implies of another."),
    "design": ("pmlsym.cli.guarantees", "design_command", "The best mechanism under a guarantee."),
    "figure": ("pmlsym.cli.figure", "figure", "Draw a figure of the papers from fresh data."),
    "measure": ("pmlsym.cli.measure", "measure", "What a channel or a mechanism leaks."),
    "show": ("pmlsym.cli.ledger", "show", "One statement with its proof or its witness."),
    "try": ("pmlsym.cli.trying", "try_command", "A published statement on your own mechanism."),
    "verify": ("pmlsym.cli.certify", "verify", "Check certificates that were written out."),
}


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, attribute, _ = _COMMANDS[cmd_name]
        with without_collection():
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
    if isinstance(sys.stdout, TextIOWrapper):
        # names of files and old terminals: unencodable characters are printed as escapes
        sys.stdout.reconfigure(errors="backslashreplace")
    status = interrupt.STATUS
    with interrupt.heard() as interrupted:
        try:
            status = _status()
        except BaseException:
            # cleanup code may turn the interrupt into another exception
            if not interrupted.yes:
                raise
    sys.exit(interrupt.STATUS if interrupted.yes else status)


def _status() -> int:
    try:
        status = command.main(standalone_mode=False)
    except click.ClickException as error:
        return _complain(error.format_message())
    except InputError as error:
        return _complain(str(error))
    except (click.Abort, KeyboardInterrupt):
        return interrupt.STATUS
    except (BrokenPipeError, SystemExit):  # click and rich turn a BrokenPipeError into SystemExit
        _discard_output()
        return 141
    except MemoryError:
        return _complain("There is not enough memory for this")
    except OSError as failure:
        _discard_output()
        what = "The output" if failure.filename is None else failure.filename
        return _complain(f"{what} cannot be read or written: {failure.strerror or failure}")
    return status if isinstance(status, int) else 0


def _complain(text: str) -> int:
    text = _LONG_WORD.sub(r"\1...", text)
    with suppress(OSError):  # the exit status still reports the error
        click.echo(escaped(text if text.endswith((".", "?")) else text + "."), err=True)
    return 2


def _discard_output() -> None:
    """Redirect standard output to nowhere, or Python would flush it again at exit and fail."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
