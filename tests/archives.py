"""Install what ``make dist`` has built in empty environments, and follow the README there."""

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.following import blocks, commands, shown  # noqa: E402

# how solutions and marking guides of the assignments are marked
ANSWERS = (b"### BEGIN SOLUTION", b"**Marking guide.**")


def installed(archive, folder):
    """Return the folder of the commands of an environment that holds an archive alone."""
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    install = [programs / "python", "-m", "pip", "install", "--quiet", str(archive)]
    subprocess.run([*install, "--constraint", ROOT / "constraints.txt"], check=True)
    return programs


def follow(programs, folder):
    """Run every command of the README as it is written; return those that print something else."""
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }
    environment.pop("PYTHONPATH", None)
    wrong, number = [], 0
    for kind, block in blocks(ROOT / "README.md"):
        for line, output in commands(block) if kind == "console" else ():
            done = subprocess.run(
                line, shell=True, cwd=folder, env=environment, text=True, capture_output=True
            )
            number += 1
            if not shown(output, done.stdout):
                wrong.append(f"$ {line}\n{done.stdout}{done.stderr}")
        if kind == "python":
            file = folder / "readme.txt"
            file.write_text(block, encoding="utf-8")
            done = subprocess.run(
                [programs / "python", "-m", "doctest", file],
                cwd=folder,
                env=environment,
                text=True,
                capture_output=True,
            )
            number += 1
            if done.returncode:
                wrong.append(done.stdout + done.stderr)
    assert number >= 5, "the README has hardly any command"
    return wrong


def not_for_students(wheel):
    """Return the files of a wheel that are notebooks, or have solutions or marking guides."""
    with zipfile.ZipFile(wheel) as files:
        return [name for name in files.namelist() if _tells(name, files.read(name))]


def _tells(name, content):
    return name.endswith(".ipynb") or any(mark in content for mark in ANSWERS)


def main():
    """Try each archive of a folder; exit with 1 if one does not do what the README shows."""
    archives = sorted(Path(sys.argv[1]).glob("pmlsym-*"))
    kinds = {"".join(archive.suffixes[-2:]) for archive in archives}
    if not any(kind.endswith(".whl") for kind in kinds) or ".tar.gz" not in kinds:
        sys.exit(f"There has to be a wheel and a source archive, but there are {archives}.")
    status = 0
    for archive in archives:
        with tempfile.TemporaryDirectory() as folder:
            wrong = follow(installed(archive, Path(folder, "empty")), Path(folder))
        print(
            f"{archive.name}: {'as the README shows' if not wrong else 'not as the README shows'}"
        )
        print(*wrong, sep="\n", end="\n" * bool(wrong))
        told = not_for_students(archive) if archive.suffix == ".whl" else []
        print(*(f"{archive.name} has what students must not get: {name}" for name in told))
        status |= bool(wrong or told)
    sys.exit(status)


if __name__ == "__main__":
    main()
