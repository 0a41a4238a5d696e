"""A browser, a server of what is built, and pages that are watched."""

import contextlib
from pathlib import Path

import pytest

from tests.browser.visiting import opened, served, started

BUILT = Path(__file__).parents[2] / "build/site"


@pytest.fixture(scope="session")
def chromium():
    """The Chromium of the system, started once."""
    with started() as browser:
        yield browser


@pytest.fixture(scope="session")
def serve():
    """Serve folders on this machine: called with one, gives its address."""
    with contextlib.ExitStack() as running:
        yield lambda folder: running.enter_context(served(folder))


@pytest.fixture(scope="session")
def site(serve):
    """The address of build/site."""
    return serve(BUILT)


@pytest.fixture(scope="module")
def visit(chromium, site):
    """Open a page below build/site, as `visit("prover/", width=390)`; another `home` as well.

    After the module's last test no page may have had an error in its console, an answer that is
    an error, or have asked anything of another host.
    """
    with contextlib.ExitStack() as open_pages:

        def visited(path, home=site, **size):
            page, _ = open_pages.enter_context(opened(chromium, home + path, home, **size))
            return page

        yield visited
