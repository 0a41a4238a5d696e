"""Goals, proofs and witnesses. Nothing here knows about privacy.

What has to be trusted: `kernel` (read it first) and `checker`, which stands alone; `reading`, the
door from sympy to the kernel; `writing`, for what is printed; `balls`, `vanishing`, `valued` and
`never`, for witnesses. Nobody has to trust `search`, which proposes certificates, or the store of
those found.

For those who write proofs: `language` (real symbols, means), `goal`, `steps`, `witness`,
`verdict`; `points` and `perturb` look for what is wrong; `printing` shows it all.
"""

from pmlsym.proof import checker

__all__ = ["checker"]
