"""Named mechanisms whose leakage has a closed form: finite, countable and continuous ones."""

from __future__ import annotations

from pmlsym.mechanisms.finite import (
    FIGURE_1_PRIORS,
    LeakageCurve,
    ResponseCurve,
    high_privacy_extremal,
    leakage_curve,
    randomized_response,
    response_curve,
    response_parameter,
)
from pmlsym.mechanisms.unbounded import ClaytonMixture, RetentionReplacement

__all__ = [
    "FIGURE_1_PRIORS",
    "ClaytonMixture",
    "LeakageCurve",
    "ResponseCurve",
    "RetentionReplacement",
    "high_privacy_extremal",
    "leakage_curve",
    "randomized_response",
    "response_curve",
    "response_parameter",
]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
