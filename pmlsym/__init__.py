"""Check published statements about privacy leakage, and say how we know.

Attributes are loaded when they are first used, so that ``import pmlsym`` costs little more
than ``import numpy``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pmlsym import (
        adversary,
        design,
        errors,
        gaussian,
        guarantees,
        laplace,
        ledger,
        mechanisms,
        plotting,
        priors,
        proof,
        secret,
        statements,
    )
    from pmlsym.assumptions import simplified
    from pmlsym.channel import Channel
    from pmlsym.guarantees import ALIP, LDP, LIP, PMC, PML, R2, DPrivacy
    from pmlsym.guarantees.composition import composed
    from pmlsym.ledger.catalogue import claim, claims
    from pmlsym.measures import (
        alip,
        ldp,
        lip,
        maximal_cost_leakage,
        maximal_leakage,
        mutual_information,
        pmc,
        pml,
        releases,
    )
    from pmlsym.nats import in_bits
    from pmlsym.prover.conjecture import conjecture
    from pmlsym.statements.statement import Statement
    from pmlsym.streams import StreamLeakage, stream_leakage
    from pmlsym.sweeps.sweep import sweep

__version__ = "0.1.0"

__all__ = [
    "ALIP",
    "LDP",
    "LIP",
    "PMC",
    "PML",
    "R2",
    "Channel",
    "DPrivacy",
    "Statement",
    "StreamLeakage",
    "adversary",
    "alip",
    "claim",
    "claims",
    "composed",
    "conjecture",
    "design",
    "errors",
    "gaussian",
    "guarantees",
    "in_bits",
    "laplace",
    "ldp",
    "ledger",
    "lip",
    "maximal_cost_leakage",
    "maximal_leakage",
    "mechanisms",
    "mutual_information",
    "plotting",
    "pmc",
    "pml",
    "priors",
    "proof",
    "releases",
    "secret",
    "simplified",
    "statements",
    "stream_leakage",
    "sweep",
]

_MODULES = (
    "adversary",
    "design",
    "errors",
    "gaussian",
    "guarantees",
    "laplace",
    "ledger",
    "mechanisms",
    "plotting",
    "priors",
    "proof",
    "secret",
    "statements",
)
_ELSEWHERE = {
    "Channel": "pmlsym.channel",
    "claim": "pmlsym.ledger.catalogue",
    "claims": "pmlsym.ledger.catalogue",
    "composed": "pmlsym.guarantees.composition",
    "conjecture": "pmlsym.prover.conjecture",
    "releases": "pmlsym.measures",
    "in_bits": "pmlsym.nats",
    "simplified": "pmlsym.assumptions",
    "Statement": "pmlsym.statements.statement",
    "StreamLeakage": "pmlsym.streams",
    "stream_leakage": "pmlsym.streams",
    "sweep": "pmlsym.sweeps.sweep",
} | dict.fromkeys(("ALIP", "DPrivacy", "LDP", "LIP", "PMC", "PML", "R2"), "pmlsym.guarantees")
_HOME = {name: _ELSEWHERE.get(name, "pmlsym.measures") for name in __all__ if name not in _MODULES}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(f"pmlsym.{name}")
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'pmlsym' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
