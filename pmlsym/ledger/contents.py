"""The contents of a paper: where each claim is, so that it is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import overload

from pmlsym.errors import LedgerError
from pmlsym.ledger.claim import Claim


class Contents(Sequence[Claim]):
    """The claims of a paper in its order, each loaded when it is asked for.

    A module of claims reduces their statements when it is loaded, so that all of a paper take
    seconds.

    Parameters
    ----------
    package : the name of the paper's package.
    places : by the id of each claim, the module of the package and the name that it has there.

    Examples
    --------
    >>> from pmlsym.ledger.histogram import CLAIMS
    >>> CLAIMS.places["histogram.entropy"]
    'balance.entropy'
    >>> CLAIMS.find("histogram.entropy").where
    'Sec. I'
    """

    def __init__(self, package: str, places: Mapping[str, str]) -> None:
        self._package = package
        self.places = places

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, index: int) -> Claim: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Claim, ...]: ...

    def __getitem__(self, index: int | slice) -> Claim | tuple[Claim, ...]:
        names = tuple(self.places)[index]
        return self._load(names) if isinstance(names, str) else tuple(map(self._load, names))

    def find(self, name: str) -> Claim | None:
        """Return the claim or the repair with an id, or None if there is none.

        All claims are loaded if the id is none of theirs, nor one of theirs with ``.repair``.
        """
        if name in self.places:
            return self._load(name)
        likely = name.removesuffix(".repair")
        for one in (likely, *self.places) if likely in self.places else self.places:
            repair = self._load(one).repair
            if repair is not None and repair.id == name:
                return repair
        return None

    def _load(self, name: str) -> Claim:
        module, _, attribute = self.places[name].rpartition(".")
        found = getattr(import_module(f"{self._package}.{module}"), attribute)
        if not isinstance(found, Claim) or found.id != name:
            raise LedgerError(f"{self.places[name]} of {self._package} is not the claim {name}.")
        return found
