"""Interactive plots with sliders, for a notebook or a page of their own: ``make explore``."""

from __future__ import annotations

from pmlsym.explorer.tabs import PANELS, explorer, show

__all__ = ["PANELS", "explorer", "show"]
