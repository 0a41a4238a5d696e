"""The ways to install the package name the same dependencies, and none names an address."""

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOT_PACKAGES = {"python", "pip"}  # conda brings these; pyproject.toml has requires-python


def _name(line: str) -> str:
    return re.split(r"[<>=!~\[ ]", line, maxsplit=1)[0].lower()


def _declared() -> dict[str, str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    lines = [line for group in groups for line in group]
    return {_name(line): line for line in lines}


def _conda() -> dict[str, str]:
    found = {}
    for line in (ROOT / "environment.yml").read_text().splitlines():
        item = re.match(r"\s+- ([A-Za-z][\w.-]*.*)$", line)
        if item and not item[1].endswith(":") and item[1] != "conda-forge":
            found[_name(item[1])] = item[1]
    return {name: line for name, line in found.items() if name not in NOT_PACKAGES}


def test_conda_and_pip_install_the_same():
    assert len(_declared()) > 15
    assert _conda() == _declared()


def test_every_dependency_is_pinned():
    pins = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().split() if line)
    pinned = {name.lower().replace("_", "-") for name in pins}
    assert set(_declared()) <= pinned


def test_no_address_stands_in_a_tracked_file():
    host = "py" + r"pi\.org|python" + r"hosted|npm" + r"js\.org|/(work|root|tmp)/[a-z]"
    found = subprocess.run(
        ["git", "grep", "-nIE", host, "--", "."], cwd=ROOT, capture_output=True, text=True
    )
    assert found.returncode in (0, 1), found.stderr
    assert found.stdout == ""


def test_every_version_is_the_same():
    import pmlsym

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    citation = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.M)
    assert project == pmlsym.__version__ == citation[1]


def test_citations_have_one_author_and_one_year():
    from pmlsym.ledger.display.claim_table import YEAR

    texts = [(ROOT / name).read_text() for name in ("CITATION.cff", "LICENSE", "docs/citing.md")]
    author = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["authors"][0]["name"]
    assert all(author in text for text in texts)
    assert "pmlsym authors" not in "".join(texts)
    assert re.search(r"^date-released: (\d{4})-\d\d-\d\d$", texts[0], re.M)[1] == YEAR
    assert f"Copyright (c) {YEAR} {author}" in texts[1]
