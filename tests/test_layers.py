"""Imports run downwards only, and without a circle."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pmlsym
from tests.test_docs import package_of, table_under

ROOT = Path(pmlsym.__file__).parent
# The order is that of the table that people read.
PACKAGES = table_under("## The packages", "architecture.md")
LEVEL = {name: len(PACKAGES) - place for place, name in enumerate(PACKAGES)}
LEVEL |= {"__main__": 99, "": 99}
PROVER = {"proof", "statements", "formal", "prover", "ledger", "exercises", "explorer", "cli"}


def modules(root):
    """Return the source of every module by its dotted name."""
    found = {}
    for file in sorted(root.rglob("*.py")):
        parts = (root.name, *file.relative_to(root).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file.read_text()
    return found


def imported(name, source, known, package):
    """Return the modules of a package that one names: anywhere, also in functions and for types."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {one if one in known else node.module for one in inside}
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
            text = node.args[0]
            if isinstance(text, ast.Constant):
                found.add(text.value)
    return {one for one in found if one.partition(".")[0] == package} - {name}


@cache
def graph(root=ROOT):
    """Return what each module of a package imports; done once, and only where it is asked."""
    every = modules(root)
    return {name: imported(name, text, every, root.name) for name, text in every.items()}


def upwards(arrows):
    """Return the arrows that point up, and those into `ledger` from anywhere but the commands."""
    return [
        (name, target)
        for name, targets in arrows.items()
        for target in targets
        if LEVEL[package_of(target)] > LEVEL[package_of(name)]
        or (
            package_of(target) == "ledger"
            and LEVEL[package_of(name)] < LEVEL["cli"]
            and package_of(name) != "ledger"
        )
    ]


def circle(arrows):
    """Return modules that import each other in a circle, or nothing."""
    done, path = set(), []

    def visit(name):
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        path.append(name)
        for target in sorted(arrows.get(name, ())):
            found = visit(target)
            if found:
                return found
        path.pop()
        done.add(name)
        return []

    return next((found for name in sorted(arrows) if (found := visit(name))), [])


def test_no_import_points_upwards():
    assert upwards(graph()) == []
    assert {package_of(name) for name in graph()} <= {*LEVEL}


def test_no_imports_run_in_a_circle():
    assert circle(graph()) == []


def test_nothing_below_the_commands_imports_them_or_the_figures():
    for name, targets in graph().items():
        if package_of(name) not in ("cli", "explorer", "plotting", "__main__", ""):
            above = [t for t in targets if package_of(t) in ("cli", "explorer", "plotting", "")]
            assert not above, name


def test_the_library_imports_nothing_of_the_prover():
    library = [name for name in graph() if package_of(name) not in {*PROVER, "__main__", ""}]
    assert len(library) > 100
    assert not {(name, t) for name in library for t in graph()[name] if package_of(t) in PROVER}


def test_guarantees_can_be_had_without_numpy():
    program = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numpy", "scipy", "cvxpy"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocker())
import sympy
from pmlsym.guarantees import LDP, PMC, PML, DPrivacy, every_conversion, reach
e, p = sympy.symbols("e p")
print(PML(e).implies(PMC, p_min=p), LDP(1.0).implies(PML), len(every_conversion()))
print(DPrivacy(1, [[0, 2], [2, 0]]).implies(LDP))
"""
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.splitlines()[0] == "PMC(log(p/(1 - (1 - p)*exp(e)))) PML(1.0) 20"
