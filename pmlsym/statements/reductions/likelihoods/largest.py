r"""Reduction from the largest of a term over all secrets to a single secret.

**Theorem (secret by secret).** Let Z - X - Y, and let y and z be possible together. If two terms in
the entries P(x|z), P(x|y,z), P(y|x) and P(y|z) are equal (or both infinite) at every secret x that
is possible given z, then their maxima over these secrets are equal. The entries of one secret are
numbers p, r, a and c with

.. math:: 0 < p \le 1,\quad 0 \le a \le 1,\quad c = p a + o > 0,\ 0 \le o \le 1 - p,\quad r c = p a.

*Because*: both are the maximum of the same finite set of numbers, which is not empty. By the chain
P(y|x,z) = P(y|x), so that P(x,y|z) = p a. The sum over the secrets is c, in which the other secrets
have the part o; and P(x|y,z) is the quotient.

**Sound**, and not complete: the maxima can be equal where the terms of a secret differ. Any such
numbers are those of a secret in a chain with two secrets (or, for p = 1, with one).

**Trap.** Without the chain P(x,y|z) is p P(y|x,z), and P(y|x,z) need not be a.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pmlsym.statements.clauses import Condition
from pmlsym.statements.likelihoods import SameLargest
from pmlsym.statements.reductions.conditions import claims, goals_of
from pmlsym.statements.reductions.encoding import ONE, ZERO, Encoding, no_channel, parameter, relate
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.result import Case, PaperTheorem, case_of

SECRET_BY_SECRET = PaperTheorem(
    "secret by secret",
    "If two terms in P(x|z), P(x|y,z), P(y|x) and P(y|z) are equal at every secret x that z "
    "allows, so are the largest over these secrets. In a chain Z - X - Y the joint probability of "
    "x and y given z is P(x|z) P(y|x).",
    "Both are the largest of the same numbers. P(y|x,z) = P(y|x) by the chain, P(y|z) is the sum "
    "over the secrets, and P(x|y,z) the quotient.",
)


def cases_of_largest(about: SameLargest) -> Iterator[Case]:
    """Yield the goals of a statement at a single secret.

    Examples
    --------
    >>> same = SameLargest.of("log(after/before)", "log(likely/chance)")
    >>> [str(case.goal.conclusion) for case in cases_of_largest(same) if not case.aside]
    ['after/before <= likely/chance', 'after/before >= likely/chance']
    """
    before, after, likely, chance, others = map(
        parameter, ("before", "after", "likely", "chance", "others")
    )
    above, share = (Range(Fraction(0), Fraction(1), above) for above in (True, False))
    known = {before: above, chance: above, likely: share, after: share}
    facts = (
        *(relate(before, ">", ZERO), relate(before, "<=", ONE)),
        *(relate(likely, ">=", ZERO), relate(likely, "<=", ONE)),
        *(relate(others, ">=", ZERO), relate(others, "<=", 1 - before)),
        relate(chance, "=", before * likely + others),
        relate(chance, ">", ZERO),
        relate(after * chance, "=", before * likely),
    )
    scene = Encoding(no_channel, {}, known)
    goals = goals_of(facts, claims(scene, Condition(about.left, "=", about.right)))
    for goal, aside in goals.items():
        case = Case(f"at a secret: {about.left} = {about.right}", goal, complete=False)
        yield case_of(case, aside)
