"""Check published statements about privacy leakage, and say how we know.

    >>> import pmlsym as ps

a mechanism      `Channel`, from numbers, "1/3", a data frame, a joint law, samples, a file
what it leaks    `pml`, `pmc`, `ldp`, `lip`, `alip`, `maximal_leakage`, `maximal_cost_leakage`,
                 `mutual_information`; `stream_leakage` for large ones; in nats, `in_bits` for bits
guarantees       `PML`, `PMC`, `LDP`, `LIP`, `ALIP`, `DPrivacy`: ``PML(0.2).implies(PMC,
                 p_min=0.2)``, ``PML.of(channel)``, ``PML(0.5).holds(channel)``
several uses     ``channel.twice()``, ``channel.compose(other)``, `releases`, `composed`
unknown priors   `priors`: sets of priors, which stand wherever a prior can
is it true?      `claims`, `claim`: what papers state; `conjecture`: what you state; `proof`
                 checks certificates
noise            `laplace` (histograms, workloads, means), `gaussian`, `secret`
best mechanisms  `design.optimal_mechanism`; `mechanisms` has named ones
attackers        `adversary`: gains, costs and guesses, from the definitions
pictures         ``channel.plot()``, `plotting`
many points      `sweep`; symbols: `simplified`

Every name has a docstring with an example: ``help(ps.pml)``. Names are loaded when they are first
used, so that ``import pmlsym`` costs little more than ``import numpy``.
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
    from pmlsym.guarantees import ALIP, LDP, LIP, PMC, PML, DPrivacy
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
    from pmlsym.sweeps import sweep

__version__ = "0.2.0"

__all__ = [
    "ALIP",
    "LDP",
    "LIP",
    "PMC",
    "PML",
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
    "sweep": "pmlsym.sweeps",
} | dict.fromkeys(("ALIP", "DPrivacy", "LDP", "LIP", "PMC", "PML"), "pmlsym.guarantees")
_HOME = {name: _ELSEWHERE.get(name, "pmlsym.measures") for name in __all__ if name not in _MODULES}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(f"pmlsym.{name}")
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    from importlib.util import find_spec

    # no hint for private names and submodules: `from pmlsym import nats` tries the attribute first
    if name.startswith("_") or find_spec(f"pmlsym.{name}") is not None:
        raise AttributeError(f"module 'pmlsym' has no attribute {name!r}")
    from pmlsym.errors import no_attribute

    raise AttributeError(no_attribute(name, _places()), name=name)


def _places() -> dict[str, str]:
    """Return the path of every public name; modules are parsed, not imported, to save time."""
    import ast
    from pathlib import Path

    from pmlsym.channel import Channel

    places: dict[str, str] = {}
    for room in _MODULES:
        inside = Path(__file__).parent / room / "__init__.py"
        file = inside if inside.exists() else inside.parent.with_suffix(".py")
        try:
            source = file.read_text(encoding="utf-8")
        except OSError:  # in an archive, compiled, as in a browser
            continue
        for node in ast.parse(source).body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
                places |= {one: f"ps.{room}.{one}" for one in ast.literal_eval(node.value)}
    methods = (one for one in dir(Channel) if not one.startswith("_"))
    return (
        {one: f"ps.Channel.{one}" for one in methods}
        | places
        | {one: f"ps.{one}" for one in __all__}
    )


def __dir__() -> list[str]:
    return sorted(__all__)
