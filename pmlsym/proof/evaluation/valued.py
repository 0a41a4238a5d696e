"""Proof that the means in a sentence have a value at given numbers.

A mean has a value, by the kernel's definition, only if its body has one at every point of the
support, and not only at the atoms of a finite law. That is a statement about all real numbers in
the support, so the kernel has to prove it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import count

from pmlsym.proof.certificates.store import Store
from pmlsym.proof.evaluation.budget import EvaluationBudget
from pmlsym.proof.kernel.terms import (
    Malformed,
    NotProved,
    Sentence,
    Term,
    fill,
    free,
    needs,
    on_support,
    rebuilt,
)
from pmlsym.proof.review import Oracle, asking, certificates_only, examine
from pmlsym.proof.search import Effort


def has_values(sentence: Sentence, budget: EvaluationBudget) -> bool:
    """Whether the bodies of all means are shown to have a value on the supports of their laws.

    The sentence has numbers for its free symbols; terms outside of means are evaluated elsewhere.
    False if the budget is used up.
    """
    return _on_supports(_in_names(sentence), (), frozenset(), budget)


def _in_names(sentence: Sentence) -> Sentence:
    """Rename stored numbers (``#0``) to free symbols without hypotheses."""
    taken = free(sentence)
    names = {old: _unused(f"number{old[1:]}", taken) for old in taken if old.startswith("#")}

    def leaf(found: Term, _: int) -> Term:
        return names.get(found[1], found) if found[0] == "symbol" else found

    return rebuilt(sentence, leaf) if names else sentence


def _unused(hint: str, taken: frozenset[str]) -> Term:
    name = next(n for n in (f"{hint}x{i}" if i else hint for i in count()) if n not in taken)
    return ("symbol", name)


def _on_supports(
    item: Term, known: tuple[Sentence, ...], opened: frozenset[str], budget: EvaluationBudget
) -> bool:
    return all(_mean(need, known, opened, budget) for need in needs(item) if need[0] == "mean")


def _mean(
    mean: Term, known: tuple[Sentence, ...], opened: frozenset[str], budget: EvaluationBudget
) -> bool:
    """Whether a mean's body has a value on the support; `opened` are the outer bound variables."""
    _, law, body = mean
    wanted = needs(body)
    if not wanted:
        return True
    own: list[Term] = []
    for hint in law[2]:
        taken = frozenset(name for sentence in (*known, mean) for name in free(sentence))
        own.append(_unused(hint, taken | opened | {symbol[1] for symbol in own}))
    opened |= {symbol[1] for symbol in own}
    inside = (*known, *on_support(law, own))
    for need in (fill(need, own) for need in wanted if need[0] != "mean"):
        # a condition without variables was evaluated at the atoms already
        if free(need) & opened and not (budget.may_ask((inside, need)) and _follows(inside, need)):
            return False
    return _on_supports(fill(body, own), inside, opened, budget)


def _follows(known: tuple[Sentence, ...], need: Sentence) -> bool:
    """Whether a sentence is proved, with a fixed oracle so that the result is reproducible."""
    try:
        return _is_proved(known, need)
    except Malformed:
        return False


@lru_cache(maxsize=4096)
def _is_proved(known: tuple[Sentence, ...], need: Sentence) -> bool:
    """Whether a readable sentence is proved; the result of an unreadable one is not cached.

    It may be unreadable only at this depth of calls, or only equal to a readable one.
    """
    try:
        with asking(_oracle()), certificates_only():
            return examine(("decision", (known, need), ())).certified
    except Malformed:
        raise
    except NotProved:
        return False


@cache
def _oracle() -> Oracle:
    """Return an oracle for many small queries, one at each drawn point."""
    return Oracle(Store.shipped(), Effort.quick())
