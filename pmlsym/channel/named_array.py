"""Arrays of floats with names along their axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.channel.names import OneSide, placed, with_names


class NamedArray(np.ndarray):
    """An array that can be indexed by name, if names are text or tuples.

    ``names`` has one tuple of names, or None, for each axis. Arithmetic keeps the names, any
    operation that moves entries drops them.

    Examples
    --------
    >>> NamedArray.of(np.array([0.25, 0.75]), (("no", "yes"),))["yes"]
    np.float64(0.75)
    """

    names: tuple[OneSide, ...]

    @classmethod
    def of(cls, array: FloatArray, names: tuple[OneSide, ...]) -> NamedArray:
        """Return the array with names: those of its last axes."""
        found = array.view(cls)
        found.names = (None,) * (array.ndim - len(names)) + names
        return found

    def __array_finalize__(self, other: object) -> None:
        self.names = ()

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        named = [one for one in (context[1] if context else ()) if isinstance(one, NamedArray)]
        same = all(one.names == self.names for one in named)
        if return_scalar or not same or np.shape(array) != self.shape or not self.names:
            plain = np.asarray(array)
            return plain[()] if return_scalar else plain
        return NamedArray.of(np.asarray(array), self.names)

    def __getitem__(self, place: Any) -> Any:
        if self.names:
            place = placed(self.names, place)
        found = super().__getitem__(place)
        return np.asarray(found) if isinstance(found, NamedArray) else found

    def __reduce__(self) -> Any:
        return _unpickled, (np.asarray(self), self.names)

    def __repr__(self) -> str:
        return with_names(repr(np.asarray(self)), self.names)

    def __str__(self) -> str:
        return with_names(str(np.asarray(self)), self.names)


def _unpickled(array: FloatArray, names: tuple[OneSide, ...]) -> NamedArray:
    return NamedArray.of(array, names)
