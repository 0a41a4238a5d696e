"""Goals, proofs and witnesses. Nothing here knows about privacy.

What has to be trusted: `kernel` (read it first) and `checker`, which stands alone; `reading`, the
door from sympy to the kernel; `writing`, for what is printed; `balls`, `vanishing`, `valued` and
`never`, for witnesses. Nobody has to trust `search`, which proposes certificates, or the store of
those found.

For those who write proofs: `language` (real symbols, means), `goal`, `steps`, `witness`,
`verdict`; `points` and `perturb` look for what is wrong; `printing` shows it all.
"""

from types import ModuleType

__all__ = ["checker"]


def __getattr__(name: str) -> ModuleType:
    # `python -m pmlsym.proof.checker` runs it alone, and not a second time after this package
    if name == "checker":
        from importlib import import_module

        return import_module("pmlsym.proof.checker")
    raise AttributeError(f"module 'pmlsym.proof' has no attribute {name!r}")
