"""Claims on optimal mechanisms in closed form under PML: the paper `extremal`, and our own."""

from __future__ import annotations

from pmlsym.ledger.contents import Contents

CLAIMS = Contents(
    __name__,
    {
        "extremal.high-privacy": "regions.high_privacy",
        "extremal.binary": "regions.binary",
        "extremal.uniform": "uniform.uniform",
        "extremal.uniform.information": "uniform.information",
        "extremal.outcomes": "outcomes.outcomes",
        "extremal.regions": "regions.regions",
        "extremal.cost": "regions.cost",
        "extremal.bounded": "uniform.bounded",
    },
)
