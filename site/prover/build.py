"""Build the page of the prover: python site/prover/build.py [FOLDER] [--site].

The folder is by default build/site/prover. With --site it links to the pages of the site around it.
Needs node and npm beside Python. What is downloaded is kept in build/prover, with what was compiled
of it, so that a second run asks nobody. Everything that is downloaded has its hash in
package-lock.json or in requirements.txt.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PARTS = ROOT / "build/prover"
PLATFORM = ["--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14"]

# archives of the page: z3 is not needed to typeset, the others are
PACKED = ("python_flint", "z3_solver", "packages")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
KATEX = ("katex.mjs", "contrib/auto-render.mjs")
# of sympy, what pmlsym never loads; physics/units stays
UNUSED = """
    sympy/stats/ sympy/diffgeom/ sympy/liealgebras/ sympy/categories/ sympy/crypto/ sympy/sandbox/
    sympy/parsing/autolev/ sympy/parsing/latex/ sympy/parsing/c/ sympy/parsing/fortran/
    sympy/physics/biomechanics/ sympy/physics/continuum_mechanics/ sympy/physics/control/
    sympy/physics/hep/ sympy/physics/mechanics/ sympy/physics/optics/ sympy/physics/quantum/
    sympy/physics/vector/ flint/test/ z3/include/ isympy setuptools
"""
# libz3.so is there twice, under two names
ENDINGS = (".pyi", ".pxd", ".pyx", ".h", ".c", ".typed", "libz3.so.5.3")
FOLDERS = {"tests", "benchmarks", "__pycache__"}
# rooms of the package that the page has no use for: figures, the command line, floats alone
ROOMS = {"plotting", "cli", "design", "sweeps"}


def main(target: Path, within_site: bool) -> None:
    """Download, compile and pack; print the sizes."""
    lock, wheels = HERE / "package-lock.json", HERE / "requirements.txt"
    modules = node_modules()
    once(PARTS / "wheels", [wheels], download_wheels)
    once(PARTS / "packed", [lock, wheels, HERE / "build.py", HERE / "compile.mjs"], pack_packages)
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(HERE / "page", target)
    copy_pyodide(modules / "pyodide", target / "pyodide")
    copy_katex(KATEX, target / "katex")
    for name in PACKED:
        shutil.copy(PARTS / f"packed/{name}.zip", target)
    package = [HERE / "answers.py", *filter(of_package, sorted((ROOT / "pmlsym").rglob("*")))]
    once(PARTS / "pmlsym", [lock, HERE / "build.py", HERE / "compile.mjs", *package], pack_pmlsym)
    shutil.copy(PARTS / "pmlsym/pmlsym.zip", target)
    (target / "ledger.json").write_text(
        json.dumps(ledger(within_site), ensure_ascii=False), "utf-8"
    )
    files = sorted(path for path in target.rglob("*") if path.is_file())
    sizes = {path: path.stat().st_size for path in files}
    for path in sorted(sizes, key=sizes.__getitem__)[-7:]:
        print(f"{sizes[path] / 1e6:6.1f} MB  {path.relative_to(target)}")
    print(f"{sum(sizes.values()) / 1e6:6.1f} MB  in {len(files)} files in {target}")


def once(folder: Path, sources: list[Path], make: Callable[[Path], None]) -> None:
    """Fill a folder, unless it was filled from the same sources."""
    each = (str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() for path in sources)
    known = hashlib.sha256(b"\0".join(each)).hexdigest()
    stamp = folder / "stamp"
    if stamp.exists() and stamp.read_text() == known:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    make(folder)
    stamp.write_text(known)


def node_modules() -> Path:
    """Return the folder of what npm installs, and let it install where that is not done."""
    sources = [HERE / name for name in ("package-lock.json", "package.json", ".npmrc")]
    once(PARTS / "node", sources, install_node)
    return PARTS / "node/node_modules"


def install_node(folder: Path) -> None:
    """Install what package-lock.json names; nothing of it is run."""
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(HERE / name, folder)
    npm = ["npm", "ci", "--omit=dev", "--ignore-scripts", "--loglevel=error"]
    subprocess.run(npm, cwd=folder, check=True)


def download_wheels(folder: Path) -> None:
    """Download the wheels that requirements.txt names, for the Python of the browser."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    pip += ["--only-binary=:all:", "--no-deps", "--require-hashes", "--dest", str(folder)]
    pip += [*PLATFORM, "--implementation", "cp", "--requirement", str(HERE / "requirements.txt")]
    subprocess.run(pip, check=True)


def pack_packages(folder: Path) -> None:
    """Unpack the wheels, leave out what is not used, compile, and pack them again."""
    for wheel in sorted((PARTS / "wheels").glob("*.whl")):
        into = folder / next((name for name in PACKED if wheel.name.startswith(name)), "packages")
        with zipfile.ZipFile(wheel) as archive:
            for name in filter(wanted, archive.namelist()):
                archive.extract(name, into)
    for name in PACKED:
        compile_modules(folder / name)
        pack(folder / name, folder / f"{name}.zip")
        shutil.rmtree(folder / name)


def wanted(name: str) -> bool:
    """Whether a file of a wheel is loaded by anybody."""
    return not (
        name.endswith("/")
        or name.endswith(ENDINGS)
        or name.startswith(tuple(UNUSED.split()))
        or FOLDERS & set(name.split("/"))
        or ".dist-info/" in name
        or ".data/" in name
    )


def of_package(path: Path) -> bool:
    """Whether the page has a use for a file of the package."""
    inside = path.relative_to(ROOT).parts
    found = inside[1] not in ROOMS and "__pycache__" not in inside
    return found and path.suffix in (".py", ".csv", ".jsonl")


def pack_pmlsym(folder: Path) -> None:
    """Compile and pack the package itself, with its certificates and what is on record."""
    for path in filter(of_package, (ROOT / "pmlsym").rglob("*")):
        into = folder / "pmlsym.parts" / path.relative_to(ROOT)
        into.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, into)
    shutil.copy(HERE / "answers.py", folder / "pmlsym.parts")
    compile_modules(folder / "pmlsym.parts")
    pack(folder / "pmlsym.parts", folder / "pmlsym.zip")
    shutil.rmtree(folder / "pmlsym.parts")


def compile_modules(folder: Path) -> None:
    """Compile with Pyodide, whose .pyc files another Python cannot make."""
    pyodide = PARTS / "node/node_modules/pyodide"
    compiler = HERE / "compile.mjs"
    subprocess.run(["node", str(compiler), str(pyodide), str(folder)], check=True)


def pack(folder: Path, target: Path) -> None:
    """Write a folder as an archive that is the same in every run."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def copy_pyodide(source: Path, target: Path) -> None:
    """Copy Pyodide; of its own packages none is loaded."""
    target.mkdir()
    for name in PYODIDE:
        shutil.copy(source / name, target)
    known = json.loads((source / "pyodide-lock.json").read_text("utf-8"))
    (target / "pyodide-lock.json").write_text(json.dumps({**known, "packages": {}}))


def copy_katex(names: Iterable[str], target: Path) -> None:
    """Copy files of KaTeX, with its styles and the fonts that every browser of today reads."""
    source = node_modules() / "katex/dist"
    fonts = [path.relative_to(source) for path in (source / "fonts").glob("*.woff2")]
    for name in (*names, *fonts):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, target / name)
    styles = (source / "katex.min.css").read_text("utf-8")
    (target / "katex.min.css").write_text(woff2_alone(styles), "utf-8")


def woff2_alone(css: str) -> str:
    """Leave out of a style sheet the fonts that are not copied.

    >>> woff2_alone('src:url(a.woff2) format("woff2"),url(a.woff) format("woff")}')
    'src:url(a.woff2) format("woff2")}'
    """
    return re.sub(r",\s*url\([^)]*\.(?:woff|ttf)\)\s*format\([^)]*\)", "", css)


def ledger(within_site: bool) -> list[dict[str, object]]:
    """Return what the page lists of every claim, unchecked, and where its page is on a site."""
    sys.path.insert(0, str(ROOT))
    from pmlsym.ledger.catalogue import claims, recorded

    found = recorded()
    return [
        {
            "id": claim.id,
            "where": claim.where,
            "says": claim.says,
            "latex": claim.latex,
            "lines": [line for line in (claim.text or "").split("\n") if line],
            "recorded": found[claim.id].verdict,
            "page": f"../ledger/{claim.id}.html" if within_site else "",
        }
        for claim in claims()
    ]


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    reader.add_argument("folder", nargs="?", type=Path, default=ROOT / "build/site/prover")
    reader.add_argument("--site", action="store_true", help="link to the site around it")
    given = reader.parse_args()
    main(given.folder.resolve(), given.site)
