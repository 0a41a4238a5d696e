"""Break formulas of the library, one at a time, each in a process of its own, and check claims.

Run as a program it reads mutations as JSON from standard input and prints what became of the
claims. The parent imports what no formula is in, and forks a child for every mutation, which
imports the broken module and then the ledger.
"""

import json
import os
import sys
from importlib import import_module
from importlib.machinery import PathFinder, SourceFileLoader
from importlib.util import spec_from_loader

WRAPPED = """

_unbroken = {name}


def {name}(*args, **kwargs):
    result = _unbroken(*args, **kwargs)
    return {result}
"""


class Broken(SourceFileLoader):
    """Loads a module with a function that returns something else, in words of its `result`."""

    def __init__(self, name, path, function, result):
        super().__init__(name, path)
        self.more = WRAPPED.format(name=function, result=result).encode()

    def source_to_code(self, data, path):
        return super().source_to_code(data + self.more, path)

    def get_code(self, fullname):  # not from a cache
        return self.source_to_code(self.get_data(self.path), self.path)


class Finder:
    """Finds one module broken, all others as they are."""

    def __init__(self, module, function, result):
        self.wanted = (module, function, result)

    def find_spec(self, name, path, target=None):
        module, function, result = self.wanted
        if name != module:
            return None
        spec = PathFinder.find_spec(name, path)
        return spec_from_loader(name, Broken(name, spec.origin, function, result))


def broken(module, function, result):
    """Break a function of a module that is not imported yet."""
    assert module not in sys.modules, f"{module} is imported too early"
    sys.meta_path.insert(0, Finder(module, function, result))
    assert hasattr(import_module(module), "_unbroken")


def outcome(claim):
    """The verdict of a claim, or what failed."""
    from pmlsym.proof.goal import NotProved
    from pmlsym.proof.verdict import Contradiction, NoVerdict, verdict

    try:
        return verdict([part.find() for part in claim.parts])
    except (NotProved, NoVerdict, Contradiction) as failure:
        return type(failure).__name__


def verdicts(names):
    from pmlsym.ledger.catalogue import claims, with_repairs

    papers = sorted({name.partition(".")[0] for name in names})
    known = {c.id: c for paper in papers for c in with_repairs(claims(paper))}
    return {name: outcome(known[name]) for name in names}


def in_a_child(module, function, result, names):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if function:
                broken(module, function, result)
            found = verdicts(names)
        except Exception as failure:  # noqa: BLE001  # the parent says what happened
            found = dict.fromkeys(names, f"failed: {failure!r}")
        with os.fdopen(writing, "w") as pipe:
            json.dump(found, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        found = json.load(pipe)
    os.waitpid(child, 0)
    return found


if __name__ == "__main__":
    import numpy as np  # noqa: F401  # so that no child has to
    import sympy as sp  # noqa: F401

    import pmlsym.channel
    import pmlsym.ledger.claim
    import pmlsym.ledger.lemmas
    import pmlsym.ledger.writing  # noqa: F401

    print(json.dumps([in_a_child(*mutation) for mutation in json.load(sys.stdin)]))
