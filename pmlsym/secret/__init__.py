"""Real-valued secrets: distributions of X, as immutable values."""

from __future__ import annotations

from pmlsym.secret.density import Density, Interval, Uniform
from pmlsym.secret.discrete import Discrete
from pmlsym.secret.secret import Bounded, Normal, Secret

__all__ = ["Bounded", "Density", "Discrete", "Interval", "Normal", "Secret", "Uniform"]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
