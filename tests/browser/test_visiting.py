"""The browser of these tests sees what is wrong with a page."""

import pytest

from tests.browser.visiting import opened


def visited(chromium, home):
    with opened(chromium, home, home) as (page, complaints):
        page.wait_for_function("document.body.dataset.done")
        assert page.title() == "page"
    return complaints


def put(folder, text):
    head = '<!doctype html><title>page</title><link rel="icon" href="data:,">'
    (folder / "index.html").write_text(
        f"{head}<body><script type=module>{text}; document.body.dataset.done = 1</script>"
    )


def test_a_page_without_faults_passes(chromium, serve, tmp_path):
    put(tmp_path, "await fetch('index.html')")
    home = serve(tmp_path)
    assert visited(chromium, home).asked[:2] == [home, f"{home}index.html"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("console.error('broken')", "broken"),
        ("setTimeout(() => missing())", "missing is not defined"),
        ("await fetch('nowhere.json')", "nowhere.json: status 404"),
        ("await fetch('http://another.invalid/').catch(() => 0)", "another host: http://another"),
        (
            "const worker = new Worker('worker.mjs', { type: 'module' });"
            "await new Promise((done) => { worker.onmessage = done; })",
            "another host: http://another.invalid/worker",
        ),
    ],
)
def test_faults_are_seen(chromium, serve, tmp_path, text, complaint):
    put(tmp_path, text)
    (tmp_path / "worker.mjs").write_text(
        "await fetch('http://another.invalid/worker').catch(() => 0); postMessage(1)"
    )
    home = serve(tmp_path)
    with pytest.raises(AssertionError, match=complaint):
        visited(chromium, home)
