"""A ball around a number in digits: the float in its middle, and a short line of them."""

from __future__ import annotations

import math
from typing import Any


def as_float(ball: Any) -> float | None:
    """Return the float in the middle; None where none is near: too large, or written as zero."""
    if ball is None:
        return None
    found = float(ball.mid())
    return found if math.isfinite(found) and (found != 0 or ball == 0) else None


def six_digits(ball: Any) -> str:
    """Write a number with at most six digits, without zeros behind its last digit."""
    mantissa, _, exponent = str(ball.str(6, radius=False)).partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{exponent}" if exponent else mantissa
