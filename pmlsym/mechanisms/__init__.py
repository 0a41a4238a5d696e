"""Named mechanisms whose leakage has a closed form: finite, countable and continuous ones."""

from __future__ import annotations

from pmlsym.mechanisms.clayton import ClaytonMixture
from pmlsym.mechanisms.countable import RetentionReplacement
from pmlsym.mechanisms.finite import high_privacy_extremal, randomized_response, response_parameter
from pmlsym.mechanisms.leakage_curve import LeakageCurve, leakage_curve

__all__ = [
    "ClaytonMixture",
    "LeakageCurve",
    "RetentionReplacement",
    "high_privacy_extremal",
    "leakage_curve",
    "randomized_response",
    "response_parameter",
]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
