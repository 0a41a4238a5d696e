"""Many random statements, a JSON line each: python -m tests.conjecture.random_lines.sample 7 200.

The arguments are the seed and how many, then the seconds each and `pairs` for pairs of texts.
"""

import json
import sys
from dataclasses import asdict

from tests.conjecture.random_lines.checking import checked, compared
from tests.conjecture.random_lines.generating import statements
from tests.conjecture.random_lines.rewriting import pairs


def main(seed, count, seconds="3", what="statements"):
    checked(statements(0, 1)[0], 1)  # the solvers are loaded
    if what == "pairs":
        found = (compared(*pair, float(seconds)) for pair in pairs(seed, int(count)))
    else:
        found = (checked(one, float(seconds)) for one in statements(seed, int(count)))
    for one in found:
        print(json.dumps(asdict(one)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
