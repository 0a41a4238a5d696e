"""Live curves with sliders, for a notebook or as a page of its own: ``make explore``."""

from __future__ import annotations

from pmlsym.explorer.tabs import PANELS, explorer, show

__all__ = ["PANELS", "explorer", "show"]
