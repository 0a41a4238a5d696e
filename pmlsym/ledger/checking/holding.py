"""What a claim says of a world that somebody brings: a channel, a model, a release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pmlsym.channel import Channel
from pmlsym.errors import ParameterError
from pmlsym.statements.finite import Finite
from pmlsym.statements.model import Exact, Model
from pmlsym.statements.readable import Readable


def held(
    claim: str, asserts: Sequence[Readable], world: object, parameters: Mapping[str, Exact]
) -> bool | None:
    """Return whether all that is asserted holds on a world; None if it does not apply there.

    Raises
    ------
    ParameterError
        If nothing is asserted about worlds of this kind, or a parameter has no number.
    """
    if isinstance(world, Channel):
        world = Model.of(world, **parameters)
    elif parameters:
        raise ParameterError(
            f"parameters are {', '.join(parameters)}, but only a Channel takes them; a world has "
            "its own."
        )
    found = [statement.judge(world).holds for statement in asserts if statement.speaks_of(world)]
    if not found:
        raise ParameterError(_silent(claim, asserts, world))
    return False if False in found else None if None in found else True


def _silent(claim: str, asserts: Sequence[Readable], world: object) -> str:
    """Say why nothing is asserted about a world, as far as that is plain."""
    if isinstance(world, Model):
        wanted = {
            name
            for statement in asserts
            if isinstance(statement, Finite)
            for name in statement.statement.parameters
        }
        missing = sorted(wanted - set(world.parameters))
        if missing:
            listed = ", ".join(f"{name}=..." for name in missing)
            return f"parameters are missing: {claim} needs numbers, holds(channel, {listed})."
        return f"world is a finite mechanism, but {claim} asserts nothing about X and Y alone."
    return f"world is of type {type(world).__name__}, but {claim} asserts nothing about one."
