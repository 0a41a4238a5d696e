"""``python -m pmlsym`` is the ``pmlsym`` command."""

from __future__ import annotations

from pmlsym.cli import main

if __name__ == "__main__":
    main()
