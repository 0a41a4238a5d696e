"""The generator of the site is no part of the package: it is found beside it."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "site"))
