"""The channel that remains for an adversary with side information."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pmlsym.adversary.expectation import is_zero
from pmlsym.adversary.reading import read_distribution, read_index
from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.errors import ParameterError
from pmlsym.exact import TableLike


def channel_given(kernel: Sequence[TableLike] | FloatArray, value: int) -> Channel:
    r"""Return the channel that an adversary faces who knows Z = z.

    .. math:: P_{X|Z=z}(x) = \sum_y P_{XY|Z=z}(x, y), \qquad
        P_{Y|X=x,Z=z}(y) = \frac{P_{XY|Z=z}(x, y)}{P_{X|Z=z}(x)}

    Every measure and every adversary of this channel is the one conditioned on z.

    Parameters
    ----------
    kernel : array_like, shape (\|Z\|, \|X\|, \|Y\|)
        For each value of Z the joint distribution of secret and outcome. If the outcome depends on
        the secret alone (Z - X - Y), `Channel.given` needs less.
    value : the known z, from 0.

    Returns
    -------
    Channel
        Secrets that z rules out are dropped.

    Raises
    ------
    ParameterError
        If an entry of the kernel is not a joint distribution, the tables differ in shape, or there
        is no such z.

    Notes
    -----
    The conditional PMC is the PMC of this channel, D_inf(P_{X|Z=z} \|\| P_{X|Y=y,Z=z}). The
    posterior in it is proportional to P_{X|Z=z}(x) P(y|x,z), also if Z - X - Y; it is not
    P_{X|Y=y} then. Source: `pmc`, Def. 12 and Cor. 2.

    Examples
    --------
    >>> channel_given([[[0.25, 0.25], [0.5, 0.0]], [[0.0, 1.0], [0.0, 0.0]]], 0).kernel
    array([[0.5, 0.5],
           [1. , 0. ]])
    """
    tables = kernel.tolist() if hasattr(kernel, "tolist") else kernel
    try:
        joints = [[list(row) for row in table] for table in tables]
    except TypeError:
        joints = []
    shapes = {(len(table), *map(len, table)) for table in joints}
    if len(shapes) != 1 or len(set(next(iter(shapes))[1:])) != 1:
        raise ParameterError(
            "kernel has to be a non-empty list of tables of one shape: for each value of the side "
            "information the joint distribution of secret and outcome."
        )
    z = read_index("value", value, len(joints), "the side information has values")
    flat = [
        read_distribution(f"kernel[{i}]", [entry for row in table for entry in row])
        for i, table in enumerate(joints)
    ][z]
    width = len(joints[z][0])
    if isinstance(flat, np.ndarray):
        joint = flat.reshape(-1, width)
        joint = joint[joint.max(axis=1) > 0]
        totals = joint.sum(axis=1)
        return Channel(joint / totals[:, None], totals)
    import sympy as sp

    rows = [flat[i : i + width] for i in range(0, len(flat), width)]
    possible = [(row, sp.Add(*row)) for row in rows if not all(map(is_zero, row))]
    return Channel([[p / total for p in row] for row, total in possible], [t for _, t in possible])
