"""Channels: a prior and a kernel, in floats or exactly, or a stack of them."""

from pmlsym.channel.channel import Channel

__all__ = ["Channel"]
