"""The explorer through Voilà, in a real browser: it moves, and asks nobody else for anything."""

import contextlib
import sys
from pathlib import Path

import pytest

from tests.browser.visiting import free_port, opened, running

ROOT = Path(__file__).parents[2]
SECONDS = 120  # until a kernel has started, on a busy machine


@pytest.fixture(scope="module")
def voila():
    """Serve the explorer as `make explore` does; gives its address."""
    port = free_port()
    command = [sys.executable, "-m", "voila", "explorer.ipynb", "--no-browser", f"--port={port}"]
    paths = {"JUPYTER_PATH": str(ROOT / "explorer"), "PYTHONPATH": str(ROOT)}
    home = f"http://localhost:{port}/"
    with running(command, ROOT / "explorer", f"{home}voila/static/voila.js", SECONDS, **paths):
        yield home


@pytest.fixture(scope="module")
def page(chromium, voila):
    """The explorer's page; leaving it fails on errors in the console and on requests elsewhere."""
    with contextlib.ExitStack() as stack:
        page, _ = stack.enter_context(opened(chromium, "about:blank", voila))
        page.set_default_timeout(SECONDS * 1000)
        page.goto(voila)
        page.wait_for_selector("img.pmlsym-figure")
        yield page


def sentence(page):
    return page.locator(".pmlsym-said:visible").inner_text()


def figure(page):
    return page.locator("img.pmlsym-figure:visible").first.get_attribute("src")


def wait_for_change(page, before):
    page.wait_for_function(
        """before => [...document.querySelectorAll("img.pmlsym-figure")].find(
               image => image.checkVisibility())?.src !== before""",
        arg=before,
    )


TABS = {
    "Histogram": "scale b (counts)",
    "Randomized response": "prior weight of x1",
    "Linear queries": "floor α",
    "Conversions": "p_min",
    "Best mechanism": "ε (nats)",
}


@pytest.mark.parametrize("tab", TABS)
def test_an_arrow_key_moves_the_curves_of_every_tab(page, tab):
    page.get_by_role("tab", name=tab).click()
    slider = page.get_by_role("slider", name=TABS[tab], exact=True).locator("visible=true")
    slider.wait_for()
    picture, said, value = figure(page), sentence(page), slider.get_attribute("aria-valuetext")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    wait_for_change(page, picture)
    assert sentence(page) != said
    # what a screen reader says is the number beside the slider, and it follows
    readout = slider.locator("xpath=ancestor::*[contains(@class, 'widget-slider')]")
    number = readout.locator(".widget-readout").inner_text()
    page.wait_for_function(
        "([e, text]) => e.ariaValueText === text", arg=[slider.element_handle(), number]
    )
    assert number != value
    alt = page.locator("img.pmlsym-figure:visible").first.get_attribute("alt")
    assert sentence(page) in alt
    assert page.locator(".pmlsym-said:visible").get_attribute("aria-live") == "polite"


def test_the_keyboard_alone_reaches_every_tab(page):
    page.get_by_role("tab", name="Histogram").click()
    page.get_by_role("tab", name="Histogram").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.querySelector('[role=tab][aria-selected=true]').innerText.includes('resp')"
    )


def test_it_fits_a_laptop_and_a_phone(page):
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for tab in TABS:
            page.get_by_role("tab", name=tab).click()
            image = page.locator("img.pmlsym-figure:visible").first
            image.wait_for()
            box = image.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            for name in page.get_by_role("slider").locator("visible=true").all():
                place = name.bounding_box()
                assert 0 <= place["x"] <= width - place["width"]
