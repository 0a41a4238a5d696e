"""Notebooks in JupyterLab at 1280 pixels: nothing that a cell shows runs off the screen."""

import sys
from pathlib import Path

import pytest

from tests.browser.visiting import free_port, running

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
    port = free_port()
    own = tmp_path_factory.mktemp("jupyter")
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    paths = {name: str(own / name) for name in names} | {"PYTHONPATH": str(ROOT)}
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"),
        *("--ServerApp.token=", "--ServerApp.password="),
        f"--ServerApp.root_dir={ROOT / 'notebooks'}",
    ]
    with running(command, own, f"http://127.0.0.1:{port}/lab", SECONDS, **paths):
        yield f"http://127.0.0.1:{port}/doc/tree/"


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
