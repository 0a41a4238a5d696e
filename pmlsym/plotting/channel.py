"""The lift of channels as a heat map, one panel for each channel."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.patches import Rectangle

from pmlsym import given
from pmlsym.arrays import BoolArray, FloatArray
from pmlsym.channel import Channel
from pmlsym.errors import ParameterError
from pmlsym.guarantees import Guarantee
from pmlsym.guarantees.sets.lift_set import Unanswered
from pmlsym.nats import Units, in_units, logs
from pmlsym.plotting.canvas import NotebookFigure
from pmlsym.plotting.style import GREY, NORMAL, SMALL

_SHADES = "PuOr_r"  # purple to orange through white, distinguishable with any colour vision
_WRITTEN = 10  # secrets or outcomes up to which numbers are printed in the cells
_DARK = 0.6  # part of the scale from which numbers are white


def lift_figure(
    channels: Channel | Mapping[str, Channel],
    guarantee: Guarantee | None = None,
    *,
    units: Units = "nats",
) -> Figure:
    r"""Draw the log-lift of every secret and outcome as a heat map, one panel for each mechanism.

    .. math:: i(x; y) = \log \frac{P(y \mid x)}{P_Y(y)}

    Parameters
    ----------
    channels : a channel, or several by name, which share one scale.
    guarantee : one that bounds single lifts (PML, PMC, LIP, ALIP): lifts beyond its levels are
        framed, and the levels are lines on the scale. None for none.
    units : ``nats`` or ``bits``.

    Returns
    -------
    NotebookFigure
        Its ``data`` holds ``log_lift`` and ``beyond``, by channel if there are several. A secret
        that an outcome rules out is hatched, at minus infinity.

    Raises
    ------
    ParameterError
        If something is no channel, or the guarantee bounds no single lifts.

    Examples
    --------
    >>> from pmlsym import PML
    >>> ch = Channel([[0.8, 0.2], [0.2, 0.8]], [0.5, 0.5])
    >>> [[round(entry, 3) for entry in row] for row in lift_figure(ch).data["log_lift"]]
    [[0.47, -0.916], [-0.916, 0.47]]
    """
    single = isinstance(channels, Channel)
    named: Mapping[str, Channel] = {"": channels} if isinstance(channels, Channel) else channels
    if not isinstance(named, Mapping) or not named:
        raise ParameterError(
            f"channels is {given.brief(channels)}, but has to be a Channel, or a dictionary of "
            'several by what they are called: {"one": ch, "other": ch2}.'
        )
    lifts = {name: _log_lift(name, channel, units) for name, channel in named.items()}
    low, high = _levels(guarantee, units)
    beyond = {name: (lift > high) | (lift < low) for name, lift in lifts.items()}
    widths = [min(max(2.2, 0.62 * lift.shape[1]), 8.0) for lift in lifts.values()]
    height = max(2.4, 0.42 * max(lift.shape[0] for lift in lifts.values()) + 1.3)
    figure = NotebookFigure(figsize=(sum(widths) + 1.6, min(height, 9.0)), layout="constrained")
    grid = figure.subplots(1, len(lifts), squeeze=False, width_ratios=widths)[0].tolist()
    finite = np.concatenate([np.abs(lift[np.isfinite(lift)]) for lift in lifts.values()])
    most = max([float(finite.max(initial=0.0)), *(e for e in (-low, high) if math.isfinite(e))])
    norm = TwoSlopeNorm(0.0, -(most or 1.0), most or 1.0)
    for ax, (name, lift) in zip(grid, lifts.items(), strict=True):
        image = _heat(ax, lift, beyond[name], norm)
        ax.set_title(name, fontsize=NORMAL)
        _write_names(ax, named[name])
    grid[0].set_ylabel("secret x")
    bar = figure.colorbar(image, ax=grid, label=f"log-lift i(x; y) ({units})")
    for level in (low, high):
        if math.isfinite(level):
            bar.ax.axhline(level, color="black", lw=1.4)
    if guarantee is not None:
        many = sum(int(mask.sum()) for mask in beyond.values())
        figure.suptitle(f"{guarantee.text(units)}: {many} beyond it, framed", fontsize=NORMAL)
    data = {
        name: {"log_lift": lifts[name].tolist(), "beyond": beyond[name].tolist()} for name in lifts
    }
    figure.data = data[""] if single else data
    return figure


def _log_lift(name: str, channel: Channel, units: Units) -> FloatArray:
    if not isinstance(channel, Channel):
        called = f" {name!r}" if name else ""
        raise ParameterError(
            f"channels holds{called} a {type(channel).__name__}, but has to hold Channels: "
            "ps.Channel(kernel, prior)."
        )
    found: FloatArray = in_units(logs(channel.as_float().lift), units)
    return found


def _levels(guarantee: Guarantee | None, units: Units) -> tuple[float, float]:
    """Return the lowest and the highest log-lift that a guarantee admits."""
    if guarantee is None:
        return -math.inf, math.inf
    if not isinstance(guarantee, Guarantee):
        raise ParameterError(
            f"guarantee is {given.brief(guarantee)}, but has to be one such as ps.PML(0.5); "
            "several channels go into one dictionary by what they are called."
        )
    try:
        below, above = guarantee.lift_set().bounds
    except Unanswered as reason:
        raise ParameterError(f"guarantee is {guarantee}, but {reason}") from None
    try:
        return -float(in_units(below, units)), float(in_units(above, units))
    except TypeError:
        raise ParameterError(f"guarantee is {guarantee}, but a figure needs numbers.") from None


def _heat(ax: Axes, lift: FloatArray, beyond: BoolArray, norm: TwoSlopeNorm) -> AxesImage:
    secrets, outcomes = lift.shape
    image = ax.imshow(np.ma.masked_invalid(lift), cmap=_SHADES, norm=norm, aspect="auto")
    for x, y in zip(*np.nonzero(np.isneginf(lift)), strict=True):
        cell = Rectangle((y - 0.5, x - 0.5), 1, 1, fc="white", ec=GREY, hatch="///", lw=0)
        ax.add_patch(cell)
    if max(secrets, outcomes) <= _WRITTEN:
        for (x, y), value in np.ndenumerate(lift):
            dark = math.isfinite(value) and abs(value) > _DARK * float(norm.vmax or 1.0)
            text = f"{value:.2f}" if math.isfinite(value) else "-∞"
            box = None if math.isfinite(value) else {"fc": "white", "ec": "none", "pad": 1.5}
            ax.text(
                y,
                x,
                text,
                ha="center",
                va="center",
                fontsize=SMALL,
                color="white" if dark else "black",
                bbox=box,
            )
    for x, y in zip(*np.nonzero(beyond), strict=True):
        ax.add_patch(Rectangle((y - 0.46, x - 0.46), 0.92, 0.92, fill=False, ec="black", lw=1.8))
    ax.set(xlabel="outcome y", xticks=_ticks(outcomes), yticks=_ticks(secrets))
    ax.tick_params(labelsize=SMALL)
    return image


def _write_names(ax: Axes, channel: Channel) -> None:
    """Write the names of secrets and outcomes on the axes, or their numbers."""
    for names, write in ((channel.secrets, ax.set_yticks), (channel.outcomes, ax.set_xticks)):
        places = _ticks(len(names))
        write(places, [str(names[place]) for place in places])


def _ticks(size: int) -> list[int]:
    return list(range(0, size, max(1, math.ceil(size / 12))))
