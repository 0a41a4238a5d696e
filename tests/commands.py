"""Run the command in forks of one process that has loaded what commands load, which takes seconds.

What a fork is given, it has as a process of its own would: arguments, folder, environment, files
for what it prints, and lines of Python that run before the command.
"""

import gc
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

_SERVE = "from tests.commands import serve; serve()"
# what many commands load when they run, as if the system had it in its memory
_LOADED = (
    *("pmlsym.cli", "pmlsym.cli.ledger", "pmlsym.cli.measure", "pmlsym.cli.certify"),
    *("pmlsym.design", "pmlsym.laplace", "pmlsym.statements.specific.named", "highspy", "z3"),
)


def serve():
    """Read requests from standard input, one a line, and answer each with the exit status."""
    from pmlsym.ledger.catalogue import PAPERS

    for module in (*_LOADED, *(f"pmlsym.ledger.{p}" for p in PAPERS)):
        import_module(module)
    gc.freeze()  # a fork need not look through what it shares
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _run(**json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _run(arguments, before, folder, environment, out, err):
    os.chdir(folder)
    for place, path in ((0, os.devnull), (1, out), (2, err)):
        os.dup2(os.open(path, os.O_RDONLY if place == 0 else os.O_WRONLY), place)
    sys.path[1:1] = [p for p in environment.get("PYTHONPATH", "").split(":") if p not in sys.path]
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["-c", *arguments]
    try:
        status = 0
        try:
            exec(f"from pmlsym.cli import main\n{before}\nmain()", {"__name__": "__main__"})
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        except BaseException:  # noqa: BLE001  # as the interpreter would
            status = 1
            sys.excepthook(*sys.exc_info())
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


class Commands:
    """Starts the process when it is first needed."""

    def __init__(self):
        self._server = None

    def run(self, *arguments, cwd=None, before=""):
        """Run the command as a user does; returns the finished process."""
        if self._server is None:
            self._server = subprocess.Popen(
                [sys.executable, "-c", _SERVE],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                cwd=Path(__file__).parents[1],
            )
        words = list(map(str, arguments))
        with TemporaryDirectory() as folder:
            out, err = Path(folder, "out"), Path(folder, "err")
            out.touch()
            err.touch()
            request = {
                "arguments": words,
                "before": before,
                "folder": os.path.abspath(cwd or os.curdir),
                "environment": dict(os.environ),
                "out": str(out),
                "err": str(err),
            }
            print(json.dumps(request), file=self._server.stdin, flush=True)
            status = int(self._server.stdout.readline())
            return subprocess.CompletedProcess(words, status, out.read_text(), err.read_text())

    def close(self):
        """End the process."""
        if self._server is not None:
            with self._server:
                self._server.stdin.close()
