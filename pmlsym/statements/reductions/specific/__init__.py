"""Reductions of statements about closed-form mechanisms."""

from pmlsym.statements.reductions.specific.reducing import reduce_specific

__all__ = ["reduce_specific"]
