"""The prover alone, without the search for a counterexample that it has beside it.

What the search refutes is not proved first, and what it does not refute takes all of the time that
there is. A test that nothing false is proved asks the proofs alone, which is stronger and quicker.
"""

import time
from contextlib import suppress

from pmlsym.deadline import TimeIsUp, processor_time
from pmlsym.prover import deciding, deciding_bound
from pmlsym.prover.falsifier import Search
from pmlsym.prover.progress import ProofProgress
from pmlsym.statements.from_text import bound_statement
from pmlsym.statements.text.parse import parse

NOTHING = Search(None, 0, 0, 0)


def verdict_of_proofs(text, seconds=1):
    """Return what goals alone make of a text; undecided is what they take longer for.

    The seconds are of the processor: a busy machine decides as much as an idle one.
    """
    found = "undecided"
    until = time.monotonic() + 10 * seconds
    with suppress(TimeIsUp), processor_time(seconds):
        asked = parse(text)
        if asked.is_bound:
            said = bound_statement(asked)
            asked = parse(str(said.text))
            decided = deciding_bound._proved(said, NOTHING, until, ProofProgress())
            never_applies = deciding_bound._never_applies
        else:
            decided = deciding.prove(asked, NOTHING, until)
            never_applies = deciding.never_applies
        if isinstance(decided, deciding.StatementDecision):
            return decided.verdict
        if asked.hypotheses or asked.where:
            nothing = never_applies(asked, until)
            found = nothing.verdict if nothing is not None else found
    return found


def settled(text, seconds=20):
    """Return the verdict on a text, without the nearest true statement that an answer names."""
    asked, until = parse(text), time.monotonic() + seconds
    if asked.is_bound:
        asked = parse(str(bound_statement(asked).text))
        return deciding_bound.settle_bound(asked, until, 0, ProofProgress()).verdict
    return deciding.settle(asked, until).verdict
