"""The one door from objects up to their figures: by name, and only when a figure is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pmlsym.nats import Units

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Not an import: the figures know the objects, and the objects only where figures are found.
FIGURES = "pmlsym.plotting"


class Plotted:
    """A channel that draws itself."""

    __slots__ = ()

    def plot(self, guarantee: Any = None, *, units: Units = "nats") -> Figure:
        """Draw the log-lift of every secret and outcome as a heat map.

        Parameters
        ----------
        guarantee : one such as ``PML(0.5)``, whose violations are framed; None for none.
        units : ``nats`` or ``bits``.

        Returns
        -------
        matplotlib Figure
            Its ``data`` are the numbers that are drawn. See `pmlsym.plotting.lift_figure`.

        Examples
        --------
        >>> from pmlsym import PML, Channel
        >>> figure = Channel([[0.8, 0.2], [0.2, 0.8]], [0.5, 0.5]).plot(PML(0.4))
        >>> figure.data["beyond"]
        [[True, False], [False, True]]
        """
        figure: Figure = import_module(FIGURES).lift_figure(self, guarantee, units=units)
        return figure
