"""The polygon of posteriors of three secrets under a guarantee, and the optimal mechanism in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.design.optimal import optimal_mechanism
from pmlsym.errors import ParameterError
from pmlsym.exact import RowLike
from pmlsym.guarantees import Guarantee


@dataclass(frozen=True)
class PosteriorPolygon:
    r"""The admitted posteriors of three secrets, with the mechanism that has the most utility.

    Attributes
    ----------
    guarantee : the guarantee that admits them.
    prior : array, shape (3,)
    vertices : array, shape (k, 3), vertices of the polygon in the order of its boundary.
    posteriors : array, shape (m, 3), of the outcomes of the optimal mechanism.
    weights : array, shape (m,), the probabilities of these outcomes; they average the posteriors
        to the prior.
    value : mutual information of that mechanism, in nats.
    """

    guarantee: Guarantee
    prior: FloatArray
    vertices: FloatArray
    posteriors: FloatArray
    weights: FloatArray
    value: float

    def as_dict(self) -> dict[str, object]:
        """Return the polygon as plain data."""
        arrays = ("prior", "vertices", "posteriors", "weights")
        plain = {name: getattr(self, name).tolist() for name in arrays}
        return {"guarantee": str(self.guarantee), "value": self.value} | plain


def posterior_polygon(prior: RowLike, guarantee: Guarantee) -> PosteriorPolygon:
    r"""Return the posteriors that a guarantee admits, and those of the optimal mechanism.

    .. math:: P(x \mid y) = P(x)\, v_y(x)

    so they are the admitted lift vectors, scaled. A mechanism is a mixture of them with the prior
    as its mean, and some optimal one mixes vertices only.

    Parameters
    ----------
    prior : array_like, shape (3,), positive probabilities.
    guarantee : one whose vertices are known, with numbers: PML, PMC, LIP, ALIP, LDP, DPrivacy.

    Raises
    ------
    ChannelError
        If the prior is no distribution, or has a zero.
    ParameterError
        If there are not three secrets, the guarantee holds symbols, or its vertices are not known.

    Examples
    --------
    >>> from pmlsym import PML
    >>> posterior_polygon([0.2, 0.3, 0.5], PML(0.1)).vertices.round(3)
    array([[0.221, 0.226, 0.553],
           [0.221, 0.332, 0.447],
           [0.116, 0.332, 0.553]])
    """
    masses = Channel.constant(prior).as_float().prior
    if len(masses) != 3:
        raise ParameterError(f"prior has {len(masses)} secrets, but a polygon needs three.")
    masses = masses / masses.sum()
    best = optimal_mechanism(masses, guarantee)
    corners = (guarantee.lift_set(masses).vertices() * masses[:, None]).T
    away = corners - masses
    angles = np.arctan2(away[:, 1], away[:, 0])
    support = list(best.support)
    return PosteriorPolygon(
        guarantee,
        masses,
        corners[np.argsort(angles)],
        best.channel.posterior[:, support].T,
        best.channel.marginal[support],
        best.value,
    )
