"""Reductions of statements about mechanisms that are written down."""

from pmlsym.statements.reductions.specific.reducing import reduce_specific

__all__ = ["reduce_specific"]
