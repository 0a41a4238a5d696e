"""Print the oldest version of every dependency that pyproject.toml allows, as constraints for pip.

`make test-oldest` installs these and runs the tests with them.
"""

import re
import tomllib
from pathlib import Path

# what the oldest versions need of their own dependencies, beyond what they declare
OF_THEIR_TIME = ("pyparsing<3.3",)  # names that matplotlib 3.9 calls are deprecated from 3.3 on


def oldest(project: dict) -> list[str]:
    """Return one line `name==version` for each package that is named with its least version."""
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    found = {re.sub(r">=", "==", line) for group in groups for line in group}
    if any(line.count("==") != 1 for line in found):
        raise ValueError("a dependency has no least version")
    return sorted(found)


if __name__ == "__main__":
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text()
    print(*oldest(tomllib.loads(text)["project"]), *OF_THEIR_TIME, sep="\n")
