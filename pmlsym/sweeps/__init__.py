"""One function over a grid of points: on all cores or a cluster, kept as it goes, in one file."""

from __future__ import annotations

from pmlsym.sweeps.sweep import sweep

__all__ = ["sweep"]
