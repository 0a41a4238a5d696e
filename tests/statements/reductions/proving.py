"""Whether goals of a statement are proved, those of its false mutants are not; mechanisms."""

from pmlsym.proof.goal import NotProved
from pmlsym.prover.repairs import mutants
from pmlsym.statements.reductions import NotReducible, prove_case, reduction_of
from pmlsym.statements.specific import Entries, Mechanism
from pmlsym.statements.text.vocabulary import StatementError


def is_proved(said, prove=prove_case):
    """Whether all goals of a statement are proved."""
    try:
        for case in reduction_of(said).cases:
            prove(case.goal)
    except (NotProved, NotReducible):
        return False
    return True


def false_mutants(statement, made, *, tries=60, step=1, prove=prove_case):
    """Count the mutants that a reading falsifies, none of which is proved."""
    seen = 0
    for change, changed in list(mutants(statement))[::step]:
        try:
            other = made(changed)
        except StatementError:  # it speaks of a channel, or of another name
            continue
        if other.trial(tries).violations:
            seen += 1
            assert not is_proved(other, prove), change
    return seen


def linear(constant, slope, larger="own", where=()):
    """Return the mechanism of which an answer has this likelihood given another secret."""
    other = f"({constant}) + ({slope})*p_y"
    own = f"1 - (n - 1)*({constant}) - ({slope})*(1 - p_y)"
    return Mechanism("it", (Entries(own, other, larger),), (), where)
