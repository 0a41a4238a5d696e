"""What students install has no solutions: the wheel holds the package alone."""

import re
import tomllib
import zipfile
from pathlib import Path

from pmlsym.plotting.published import FIGURES
from tests.archives import ANSWERS, not_for_students

ROOT = Path(__file__).parents[2]


def test_the_package_has_no_notebook_and_no_solution(tmp_path):
    """A file like the wheel: whatever stands in the folder that the wheel is made of."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    setuptools = settings["tool"]["setuptools"]
    assert setuptools["packages"]["find"] == {"include": ["pmlsym*"]}
    assert set(setuptools["package-data"]) == {"pmlsym"}
    wheel = tmp_path / "pmlsym.whl"
    with zipfile.ZipFile(wheel, "w") as files:
        for path in sorted((ROOT / "pmlsym").rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                files.write(path, path.relative_to(ROOT))
        assert len(files.namelist()) > 400
    assert not_for_students(wheel) == []


def test_what_students_must_not_get_is_found(tmp_path):
    sources = sorted((ROOT / "notebooks" / "exercises" / "source").glob("*/*.ipynb"))
    wheel = tmp_path / "pmlsym.whl"
    with zipfile.ZipFile(wheel, "w") as files:
        for path in sources:
            assert all(mark in path.read_bytes() for mark in ANSWERS)
            files.write(path, f"pmlsym/{path.stem}.txt")
        files.writestr("pmlsym/empty.ipynb", "{}")
        files.writestr("pmlsym/fine.py", "### SOLUTION")
    found = not_for_students(wheel)
    assert len(found) == len(sources) + 1
    assert "pmlsym/fine.py" not in found


def test_the_page_for_teachers_names_the_wheel_of_this_version_and_all_figures():
    page = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f'"pmlsym-{version}-py3-none-any.whl[notebooks]"' in page
    listed = page.split("lists all of them:")[1].split("\n\n")[0]
    assert set(re.findall(r"`([\w-]+)`", listed)) == set(FIGURES)
