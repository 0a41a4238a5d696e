"""Opening pages in a real browser, and what it complains of meanwhile."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import shutil
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, Request, Response, sync_playwright

# Chromium itself must ask nobody for anything, or a test could not tell the page's requests.
QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextlib.contextmanager
def started() -> Iterator[Browser]:
    """Start the Chromium of the system; a machine without one fails, for nothing was tested."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise FileNotFoundError(f"No Chromium: none of {', '.join(NAMES)} is on the PATH.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=QUIET)
        yield browser
        browser.close()


class _Handler(http.server.SimpleHTTPRequestHandler):
    """What `make serve` answers with, without a line on every request."""

    def log_message(self, *said: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; gives its address, which ends with a slash."""
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder.name} has not been built: run make test-browser.")
    answering = functools.partial(_Handler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), answering) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def free_port() -> int:
    """Return a port of this machine on which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextlib.contextmanager
def running(
    command: Sequence[str], folder: Path, address: str, seconds: float, **environment: str
) -> Iterator[None]:
    """Run a server of its own until the end of a block, which begins when an address answers."""
    with subprocess.Popen(
        command, cwd=folder, env=os.environ | environment, stderr=subprocess.DEVNULL
    ) as server:
        try:
            _wait_for(address, server, seconds)
            yield
        finally:
            server.terminate()


def _wait_for(address: str, server: subprocess.Popen[bytes], seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until and server.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5) as answer:
            assert answer.status == 200
            return
        time.sleep(0.2)
    raise AssertionError(f"{server.args} did not answer at {address}")


@dataclass
class Complaints:
    """What went wrong on a page without anybody seeing it, and what it asked of other hosts."""

    home: str
    errors: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Take down errors in the console, answers that are errors, and requests."""
        page.on("console", lambda said: said.type == "error" and self.errors.append(said.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        # of a context, and not of a page: what workers ask for counts as well
        page.context.on("request", self._request)
        page.context.on("requestfailed", lambda request: self._failed(request))
        page.context.on("response", self._response)

    def complain(self) -> None:
        """Raise an AssertionError unless all was well."""
        wrong = [*self.errors, *(f"asked another host: {url}" for url in self.elsewhere)]
        if not self.asked:
            wrong.append("the browser asked for nothing at all")
        if wrong:
            raise AssertionError("\n".join(wrong))

    def _request(self, request: Request) -> None:
        self.asked.append(request.url)
        if not request.url.startswith((self.home, "data:", "blob:")):
            self.elsewhere.append(request.url)

    def _failed(self, request: Request) -> None:
        # whoever leaves a page, or ends a worker, gives up what it was loading
        if request.failure != "net::ERR_ABORTED":
            self.errors.append(f"{request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.errors.append(f"{response.url}: status {response.status}")


@contextlib.contextmanager
def opened(
    browser: Browser, address: str, home: str, width: int = 1280, height: int = 900
) -> Iterator[tuple[Page, Complaints]]:
    """Open a page in a profile of its own; leaving it fails if anything was wrong meanwhile."""
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page, complaints = context.new_page(), Complaints(home)
        complaints.watch(page)
        page.goto(address)
        yield page, complaints
    complaints.complain()
