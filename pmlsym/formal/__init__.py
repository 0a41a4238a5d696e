"""Whole theorems for Coq: statements as data of formal/language.v, and proofs of them."""

from pmlsym.formal.instance import refutation
from pmlsym.formal.syntax import NotExported
from pmlsym.formal.theorem import HEAD, theorem

__all__ = ["HEAD", "NotExported", "refutation", "theorem"]
