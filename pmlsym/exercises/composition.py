"""Assignment 5: two releases about one secret."""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym import measures
from pmlsym.channel import Channel
from pmlsym.exercises.feedback import (
    ask,
    channel,
    close,
    first_difference,
    largest_lift,
    not_right,
    numbers,
    right,
    table,
)
from pmlsym.exercises.instances import Row, Table, channels
from pmlsym.exercises.statements import settled, typed
from pmlsym.statements.clauses import Condition, GuaranteeClause
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.terms import Operation, Term
from pmlsym.statements.text.parse import parse


def both(answer: object, any_order: bool = False) -> None:
    """Check the joint kernel of two independent releases: outcomes (y, z), z fastest.

    With `any_order`, the columns may be swapped.
    """
    tried = 0
    for _, first, second in _releases():
        instance = {"first": first, "second": second}
        found = ask("both", answer, instance)
        shape = len(first), len(first[0]) * len(second[0])
        read = table("both(first, second)", found, shape, "secret", "pair of outcomes", **instance)
        joint = [[float(p * r) for p in first[x] for r in second[x]] for x in range(len(first))]
        for x, entries in enumerate(read):
            if not close(sum(entries), 1):
                raise not_right(f"Row {x} sums to {sum(entries):.6g} and not to 1.", **instance)
        if any_order:
            columns = sorted(zip(*read, strict=True)), sorted(zip(*joint, strict=True))
            for column, wanted in zip(*columns, strict=True):
                if first_difference(column, wanted) is not None:
                    raise not_right("Some column is that of no pair of outcomes.", **instance)
            tried += 1
            continue
        for (x, entries), truth in zip(enumerate(read), joint, strict=True):
            place = first_difference(entries, truth)
            if place is not None:
                y, z = divmod(place, len(second[0]))
                raise not_right(
                    f"The probability of outcome {y} of the first and {z} of the second, given "
                    f"secret {x}, is not {entries[place]:.6g}.",
                    **instance,
                )
        tried += 1
    right("both", tried)


def _releases(positive: bool = False) -> Iterator[tuple[Row, Table, Table]]:
    """Yield priors with two kernels each: every channel and the next one with as many secrets."""
    drawn = list(channels(positive=positive))
    for place, (prior, first) in enumerate(drawn):
        following = drawn[place + 1 :] + drawn[:place]
        second = next(kernel for _, kernel in following if len(kernel) == len(prior))
        yield prior, first, second


def pml_after(answer: object, positive: bool = False) -> None:
    """Check the PML of the second release given an outcome of the first.

    With `positive`, all entries of the kernels are.
    """
    tried = 0
    for prior, first, second in _releases(positive):
        for y in range(len(first[0])):
            joint = [p * r[y] for p, r in zip(prior, first, strict=True)]
            known = [x for x, mass in enumerate(joint) if mass > 0]
            if not known:
                continue
            instance = {"prior": prior, "first": first, "second": second, "y": y}
            found = ask("pml_after", answer, instance)
            width = len(second[0])
            read = numbers("pml_after(...)", found, width, "outcome of the second", **instance)
            belief = [joint[x] / sum(joint) for x in known]
            truth = [float(v) for v in measures.pml(Channel([second[x] for x in known], belief))]
            place = first_difference(read, truth)
            if place is not None:
                less = read[place] < truth[place]
                raise not_right(
                    f"After outcome {y} of the first, you say outcome {place} of the second leaks "
                    f"{read[place]:.6g} nats. It leaks {'more' if less else 'less'}.",
                    **instance,
                )
        tried += 1
    right("pml_after", tried)


def more_than_the_sum(prior: object, first: object, second: object) -> None:
    """Check a counterexample: the joint leakage exceeds the sum, and all entries are positive."""
    one = channel(prior, first, table="first")
    other = channel(prior, second, table="second")
    entries = [entry for mine in (one, other) for row in mine.kernel.tolist() for entry in row]
    if min(entries) <= 0:
        raise not_right("All entries of both kernels have to be positive here.")
    worst = [largest_lift(one), largest_lift(other), largest_lift(one.compose(other))]
    if worst[2] <= worst[0] * worst[1]:
        raise not_right(
            f"The largest lifts are {worst[0]} and {worst[1]}, and {worst[2]} of both together, "
            f"which is not more than their product {worst[0] * worst[1]}."
        )
    right(f"the largest lifts are {worst[0]} and {worst[1]}, and {worst[2]} of both together")


def adding_up(statement: object) -> None:
    """Check a typed statement, which the prover proves: a kind of guarantee whose levels add up."""
    found = typed("statement", statement)
    kinds = {c.kind for c in found.hypotheses if isinstance(c, GuaranteeClause)}
    kind = next(iter(kinds), "KIND")
    form = "Y - X - Z: {0}(a) of X->Y and {0}(b) of X->Z => {0}(a + b) of X->Y,Z"
    if kind not in ("PML", "PMC", "LIP", "LDP") or found != parse(form.format(kind)):
        raise not_right(f"The statement should have the form {form.format('KIND')}.")
    settled("statement", found, "proved")
    right("statement: the prover has a proof of it")


def chain(statement: object) -> None:
    """Check a typed bound on the PMC of a pair by two leakages of one release each."""
    found = typed("chain", statement)
    claimed = found.conclusion[0]
    plain = len(found.conclusion) == 1 and not (found.hypotheses or found.structure or found.where)
    if (
        not plain
        or not isinstance(claimed, Condition)
        or str(claimed.left) != "pmc(X->y,z)"
        or claimed.sign not in ("<=", "=")
        or not isinstance(claimed.right, Operation)
        or claimed.right.sign != "+"
        or not all(_of_one(term) for term in (claimed.right.left, claimed.right.right))
    ):
        raise not_right(
            "The statement should have the form pmc(X->y,z) <= ... + ..., with a leakage of one "
            f"release in each place, but is {found}."
        )
    settled("chain", found, "proved")
    right("chain: the prover has a proof of it")


def _of_one(term: Term) -> bool:
    return isinstance(term, Leakage) and len(term.observed) == 1
