"""Goals, proofs and witnesses, independent of privacy.

The trusted modules are `kernel` (read it first) and `checker`, which stands alone; `reading`, which
translates between sympy and the kernel; `writing`, for printed output; `balls`, `vanishing`,
`valued` and `never`, for witnesses. Not trusted are `search`, which proposes certificates, and the
store of certificates.

Proofs are written with `language` (real symbols, means), `goal`, `steps`, `witness` and `verdict`;
`points` and `perturb` search for errors; `printing` renders proofs and witnesses.
"""

from types import ModuleType

__all__ = ["checker"]


def __getattr__(name: str) -> ModuleType:
    # imported on demand, so that `python -m pmlsym.proof.checker` does not load it twice
    if name == "checker":
        from importlib import import_module

        return import_module("pmlsym.proof.checker")
    raise AttributeError(f"module 'pmlsym.proof' has no attribute {name!r}")
