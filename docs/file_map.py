"""Write the file map of docs/architecture.md: every module with the first line of its docstring.

Run ``python docs/file_map.py`` after a module was added, renamed or described anew;
``tests/test_docs.py`` compares the page with what this prints.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- file map: python docs/file_map.py -->\n", "<!-- end of the file map -->"


def file_map() -> str:
    """Return the map as Markdown: the single modules, then each package with what is in it."""
    package = ROOT / "pmlsym"
    singles = sorted(p for p in package.glob("*.py") if p.name != "__init__.py")
    lines = ["", f"`pmlsym/`: {first_line(package / '__init__.py')}", ""]
    lines += [entry(path, 0) for path in singles]
    for folder in sorted(p.parent for p in package.glob("*/__init__.py")):
        lines += ["", *section(folder)]
    return "\n".join(lines) + "\n\n"


def section(folder: Path) -> Iterator[str]:
    """Yield a heading for a package, its own line, and one line for every module in it."""
    yield f"`pmlsym/{folder.name}/`: {first_line(folder / '__init__.py')}"
    yield ""
    yield from entries(folder, 0)


def entries(folder: Path, depth: int) -> Iterator[str]:
    """Yield one line for every module of a package, those of its packages below their own."""
    for path in sorted(folder.iterdir()):
        if (path / "__init__.py").exists():
            yield f"{'  ' * depth}- `{path.name}/`: {first_line(path / '__init__.py')}"
            yield from entries(path, depth + 1)
        elif path.suffix == ".py" and path.name != "__init__.py":
            yield entry(path, depth)


def entry(path: Path, depth: int) -> str:
    """Return the line of one module."""
    return f"{'  ' * depth}- `{path.name}`: {first_line(path)}"


def first_line(path: Path) -> str:
    """Return the first line of a module's docstring."""
    found = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    if not found:
        raise SystemExit(f"{path.relative_to(ROOT)} has no docstring.")
    return found.splitlines()[0]


def parts() -> tuple[str, str, str]:
    """Return the page before the map, the map that stands there, and the page after it."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    stands, after = rest.split(END)
    return before, stands, after


if __name__ == "__main__":
    head, _, tail = parts()
    PAGE.write_text(head + BEGIN + file_map() + END + tail, encoding="utf-8")
