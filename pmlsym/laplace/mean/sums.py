"""The noise and all records but one: which sum of records fits what is known of a secret."""

from __future__ import annotations

from pmlsym.errors import ParameterError
from pmlsym.laplace.mean.atoms import Atoms
from pmlsym.laplace.mean.smooth import Smooth
from pmlsym.laplace.mean.sum import Sum
from pmlsym.secret import Bounded, Discrete, Interval

MOST_RECORDS = 40  # of a secret with a density
LEAST_SCALE = 1e-5  # of the noise for two or more such records


def others(secret: Bounded, records: int, scale: float) -> Sum:
    """Return the noise and all records but one, in units of the secret's range.

    Raises
    ------
    ParameterError
        If there are too many records for what is known of the secret.
    """
    if isinstance(secret, Discrete):
        return Atoms(secret, records - 1, scale)
    if not isinstance(secret, Interval):
        raise ParameterError(f"secret is {secret}, but has to be discrete or have a density.")
    if records > MOST_RECORDS:
        raise ParameterError(
            f"records is {records}, but for outcomes between the ends of a secret with a density "
            f"at most {MOST_RECORDS} can be worked out."
        )
    if records > 1 and scale < LEAST_SCALE:
        raise ParameterError(
            f"scale is {scale:.3g} (high - low)/records, but for outcomes between the ends of a "
            f"secret with a density at least {LEAST_SCALE} of that can be worked out."
        )
    total = Smooth.noise(secret, scale)
    for _ in range(records - 1):
        total = total.one_more()
    return total
