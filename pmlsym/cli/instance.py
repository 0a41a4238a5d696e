"""An instance as tables: prior and kernel of a mechanism, and both sides of the statement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text


def instance_table(witness: Mapping[str, object]) -> Group:
    """Return the instance that refutes a statement, as tables to check on paper."""
    found: list[RenderableType] = []
    prior = cast(list[str], witness["prior"])
    kernel = cast(list[list[str]] | None, witness.get("kernel"))
    if kernel is not None:
        outcomes = [f"P(y={y}|x)" for y in range(len(kernel[0]))]
        table = Table("x", "P(x)", *outcomes, title="the mechanism on which it fails")
        for x, (mass, row) in enumerate(zip(prior, kernel, strict=True)):
            table.add_row(str(x), mass, *row)
        found.append(table)
    joint = cast(list[list[list[str]]] | None, witness.get("joint"))
    if joint is not None:
        sizes = len(joint[0]), len(joint[0][0])
        pairs = [f"y={y}, z={z}" for y in range(sizes[0]) for z in range(sizes[1])]
        table = Table("x", *pairs, title="the joint law on which it fails: P(x, y, z)")
        for x, slab in enumerate(joint):
            table.add_row(str(x), *(mass for row in slab for mass in row))
        found.append(table)
    parameters = cast(Mapping[str, str], witness.get("parameters") or {})
    if parameters:
        found.append(Text(", ".join(f"{name} = {value}" for name, value in parameters.items())))
    exact = cast(Mapping[str, str | None], witness["exact"])
    if exact["left"] is not None:
        about = " and ".join(
            f"{side:.6g}" if isinstance(side, float) else str(side)
            for side in (witness["left"], witness["right"])
        )
        found.append(Text(f"left side {exact['left']}, right side {exact['right']}; about {about}"))
    return Group(*found)
