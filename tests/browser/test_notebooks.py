"""Notebooks in JupyterLab at 1280 pixels: nothing that a cell shows runs off the screen."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SECONDS = 120  # until the server, or a notebook, is there, on a busy machine
TALL = 16_000  # pixels; JupyterLab renders only the cells that are in view

# tables and printed lines that are wider than what a cell shows them in
TOO_WIDE = """[...document.querySelectorAll(":is(table, pre):is(.jp-OutputArea-output *)")]
  .filter(shown => shown.scrollWidth > shown.clientWidth + 2
    || shown.getBoundingClientRect().right
      > shown.closest(".jp-OutputArea-output").getBoundingClientRect().right + 2)
  .map(shown => shown.textContent.slice(0, 80))"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Serve the notebooks as `make lab` does, without a password; gives its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = tmp_path_factory.mktemp("jupyter")
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    paths = {name: str(own / name) for name in names} | {"PYTHONPATH": str(ROOT)}
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"),
        *("--ServerApp.token=", "--ServerApp.password="),
        f"--ServerApp.root_dir={ROOT / 'notebooks'}",
    ]
    with subprocess.Popen(
        command, cwd=own, env=os.environ | paths, stderr=subprocess.DEVNULL
    ) as server:
        try:
            _wait_for(f"http://127.0.0.1:{port}/lab", server)
            yield f"http://127.0.0.1:{port}/doc/tree/"
        finally:
            server.terminate()


def _wait_for(address, server):
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and server.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5) as answer:
            assert answer.status == 200
            return
        time.sleep(0.2)
    raise AssertionError("JupyterLab did not answer")


# JupyterLab takes a quarter of a minute for each: those with the widest tables are always opened
WIDEST = ("00", "03", "10")
CASES = [
    pytest.param(path, id=path.stem, marks=() if path.stem[:2] in WIDEST else pytest.mark.long)
    for path in NOTEBOOKS
]


@pytest.mark.parametrize("path", CASES)
def test_what_a_cell_shows_fits_the_screen(chromium, lab, path):
    with chromium.new_context(viewport={"width": 1280, "height": TALL}) as context:
        page = context.new_page()
        page.set_default_timeout(SECONDS * 1000)
        page.goto(f"{lab}{path.name}?reset")
        page.wait_for_selector("h2:has-text('Do you disagree')")
        assert page.locator(".jp-OutputArea-output pre").count() >= 8
        assert page.evaluate(TOO_WIDE) == []
