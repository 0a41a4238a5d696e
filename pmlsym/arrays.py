"""Names for the types of numbers and arrays; numpy is not loaded for them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import sympy as sp
    from numpy.typing import NDArray

    FloatArray: TypeAlias = NDArray[np.float64]
    IntArray: TypeAlias = NDArray[np.int64]
    BoolArray: TypeAlias = NDArray[np.bool_]
    Number: TypeAlias = float | Fraction | sp.Expr
else:
    FloatArray = IntArray = BoolArray = Number = Any
