"""Validation of channel arguments."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from pmlsym.channel.channel import Channel
from pmlsym.channel.law import PriorLike
from pmlsym.errors import ChannelError
from pmlsym.exact import TableLike

P = ParamSpec("P")
R = TypeVar("R")


def the_channel(given: object, name: str = "channel") -> Channel:
    """Return the argument if it is a channel, else raise `ChannelError`.

    Examples
    --------
    >>> the_channel("kernel.csv")
    Traceback (most recent call last):
        ...
    pmlsym.errors.ChannelError: channel is of type str, but has to be a Channel:
        ps.Channel(kernel, prior).
    """
    if not isinstance(given, Channel):
        raise ChannelError(
            f"{name} is of type {type(given).__name__}, but has to be a Channel: "
            "ps.Channel(kernel, prior)."
        )
    return given


def takes_channel(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function to validate its first argument, ``channel``.

    Examples
    --------
    >>> @takes_channel
    ... def secrets(channel):
    ...     return channel.shape[0]
    >>> secrets(Channel([[0.5, 0.5]], [1.0]))
    1
    """

    @wraps(function)
    def checked(*given: P.args, **named: P.kwargs) -> R:
        if given or "channel" in named:  # Python reports a missing argument
            the_channel(given[0] if given else named["channel"])
        return function(*given, **named)

    return checked


def with_prior(channel: Channel | TableLike, prior: PriorLike = None) -> Channel:
    """Return a channel as it is or with another prior, or build one from a kernel and a prior.

    Examples
    --------
    >>> with_prior([[0.5, 0.5], [0.25, 0.75]], "uniform").prior
    array([0.5, 0.5])
    """
    if isinstance(channel, Channel):
        if prior is None:
            return channel
    elif prior is None:
        Channel(channel, "uniform")  # errors in the kernel are reported first
        raise ChannelError(
            "prior is missing beside a kernel, but leakage depends on it: give it as the second "
            "argument, or 'uniform' for equally likely secrets."
        )
    if isinstance(prior, str) and prior in ("nats", "bits"):
        raise ChannelError(
            f"prior is {prior!r}, but has to be a list of probabilities: results are in nats, and "
            "ps.in_bits turns them into bits."
        )
    return Channel(channel, prior)
