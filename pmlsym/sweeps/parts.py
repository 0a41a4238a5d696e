"""What is finished of a sweep, on disk: small part files that are written whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from uuid import uuid4

from pmlsym.errors import DataError
from pmlsym.sweeps.batches import Outcome

TOGETHER = 256  # so many small parts are put together into one


class Parts:
    """The folder beside a file that holds the finished points until all are there.

    Parameters
    ----------
    file : the file that the sweep ends in.
    sweep : the hash of the sweep.

    Raises
    ------
    DataError
        If the folder holds another sweep.
    """

    def __init__(self, file: Path, sweep: str) -> None:
        self.folder = file.with_name(f"{file.name}.parts")
        self._sweep = sweep
        self._small: list[tuple[Path, list[Outcome]]] = []

    def read(self) -> list[Outcome]:
        """Return what was finished before; what cannot be read counts as not finished."""
        self.folder.mkdir(parents=True, exist_ok=True)
        found: list[Outcome] = []
        for path in sorted(self.folder.glob("*.json")):
            outcomes = self._read_one(path)
            if outcomes is None:
                path.unlink()
                continue
            found += outcomes
            if len(outcomes) < TOGETHER:
                self._small.append((path, outcomes))
        return found

    def _read_one(self, path: Path) -> list[Outcome] | None:
        try:
            content = json.loads(path.read_text("utf-8"))
            sweep, rows = content["sweep"], content["rows"]
            found = [Outcome(int(point), row, error) for point, row, error in rows]
        except (ValueError, TypeError, KeyError):  # a disk that was full, a power cut
            return None
        if sweep != self._sweep:
            raise DataError(
                f"file: {self.folder} holds the unfinished sweep of another function or grid: "
                "name another file, or delete that folder."
            )
        return found

    def write(self, outcomes: Iterable[Outcome]) -> None:
        """Put finished points on disk, at once."""
        new = list(outcomes)
        if not new:
            return
        self._small.append((self._write_one(new), new))
        if len(self._small) >= TOGETHER:
            whole = [outcome for _, part in self._small for outcome in part]
            self._write_one(whole)
            for path, _ in self._small:  # a crash here leaves points that are there twice, alike
                path.unlink()
            self._small = []

    def _write_one(self, outcomes: list[Outcome]) -> Path:
        path = self.folder / f"{outcomes[0].point:09d}-{uuid4().hex}.json"
        content = {"sweep": self._sweep, "rows": outcomes}
        write_whole(path, json.dumps(content).encode())
        return path

    def remove(self) -> None:
        """Delete the folder, as all is in one file."""
        shutil.rmtree(self.folder)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there completely or not at all, whatever interrupts."""
    unfinished = path.with_name(f"{path.name}.{uuid4().hex}.unfinished")
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
