r"""Leakage of a released histogram, by densities given each class of a record.

**Theorem (densities of a histogram by class).** Let D be one of n independent records and y an
outcome. Let :math:`S_j = y_j - \sum_{i'} 1[D_{i'} = j]`, over the other records, be the count that
the bin j lacks without D. Let p < 1 be the probability of some class of D, called class 1. Let the
class T be drawn by D's prior among the other classes, independently of the other records, and let
:math:`R = \sum_{j>1} |S_j|`. Up to a common factor the density of y is

.. math:: E_1 = E\,e^{-(|S_1 - 1| + R)/b}, \quad E_T = E\,e^{-(|S_1| + |S_T - 1| - |S_T| + R)/b}

given that D is in class 1, and given that it is in another class. So the lift of class 1 is
:math:`E_1/(p E_1 + (1 - p) E_T)`. If no class has a larger density than class 1, then l(D -> y) is
the logarithm of this lift, and :math:`E_T \le E_1`.

*Because*: given the class of D the other records keep their law, as records are independent, and
noise is independent in every bin. So the density given class j is
:math:`(2b)^{-k} E \prod_l e^{-|S_l - 1[l = j]|/b}`, and in class T only the terms of the bins 1
and T differ from R and |S_1|. The lift follows by total probability: the mean over the other
classes is the mean over T.

**Theorem (the corner of a rarest class).** Let class 1 have the smallest probability. At the
outcome :math:`y = (n, 0, \dots, 0)` always :math:`S_1 \ge 1`, and :math:`S_j \le 0` for all other
j. If the lift of a class of the smallest probability, under any law of this form, is at least every
lift under any law, then the largest l(D -> y) of any y is the logarithm of the lift of class 1 at
this outcome.

*Because*: at most n - 1 other records are in bin 1, and at least 0 in every other bin. No lift is
larger than that of class 1 at this outcome, by the condition.

**Theorem (two bins of a neighbour).** If an entry moves from one bin to another, the logarithm of
the density changes by (|s| + |u - 1| - |s - 1| - |u|)/b, where s and u are the counts that these
two bins lack without the entry; they may be any real numbers. The DP level is the largest of these
changes.

*Because*: the counts of all other bins are unchanged, and their factors cancel.

**Sound.** The goals assert for every law of (S_1, S_T, R) with finite means what the statement
asserts for the laws of releases. That no outcome leaks more than a corner, and that a neighbour
changes the log-density by at most 2/b, are goals too.

**Complete** if k does not occur. The hypotheses of every goal imply that e^(leak) is at most
1/(p + (1 - p) e^(-2/b)) (a triangle inequality in each of two bins, averaged) and at least 1, for
a p that is at least the smallest probability. All these values are leakages of releases: of one
record in a class of the smallest probability, at the outcomes between its corner, where e^(leak) is
1/(p + (1 - p) e^(-2/b)), and the outcome of equal entries, where it is 1, as the leakage changes
continuously. So a goal that fails does so at the numbers of some release. If k occurs, the goal has
to fail at an integer k for this.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType

import sympy as sp

from pmlsym.proof.language import Mean, Sentence, Term as Real, reals
from pmlsym.statements.reductions.encoding import relate
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import Parameter, Term, parameters_of, replaced
from pmlsym.statements.text.parse import parse_term

b, alpha, least, p, k = reals("b alpha least p k")
s, u, R = reals("s u R")
LACKING = (s, u, R)  # S_1, S_T, and the sum of |S_j| over all bins but the first
ANYWHERE, AT_CORNER = sp.true, sp.And(s >= 1, u <= 0)

IF_FIRST = sp.Abs(s - 1) + R
IF_OTHER = sp.Abs(s) + sp.Abs(u - 1) - sp.Abs(u) + R
MOVED = sp.Abs(s) + sp.Abs(u - 1) - sp.Abs(s - 1) - sp.Abs(u)

BY_CLASS = PaperTheorem(
    "densities of a histogram by class",
    "Without the record D bin j lacks S_j of the outcome. Up to a common factor the density given "
    "that D is in class 1 is E[e^(-(|S_1 - 1| + R)/b)] with R = sum_{j>1} |S_j|, and given that it "
    "is in another class T, drawn by its prior, E[e^(-(|S_1| + |S_T - 1| - |S_T| + R)/b)]. With p "
    "for the probability of class 1, its lift is the first over p times the first plus 1 - p times "
    "the second, and the leakage of D the logarithm of that of a class of the largest density.",
    "Records are independent, so the others keep their law given the class of D, and noise is "
    "independent. D in class T changes the terms of bins 1 and T alone. Then total probability.",
    symbols=(
        ("s, u", "what the bins 1 and T lack of the outcome without the record, S_1 and S_T"),
        ("R", "the sum of |S_j| over all bins but the first"),
        ("p", "the probability of class 1"),
    ),
)
CORNER = PaperTheorem(
    "the corner of a rarest class",
    "At y = (n, 0, ..., 0) bin 1 lacks S_1 >= 1, and all others S_j <= 0. If no outcome leaks more "
    "than the lift of class 1 there, class 1 being one of the smallest probability, that is the "
    "largest leakage of any outcome.",
    "There are n - 1 other records, and no count is negative.",
    symbols=(("least", "the smallest probability of a class"),),
)
NEIGHBOURS = PaperTheorem(
    "two bins of a neighbour",
    "The log-ratio of the densities of two neighbours is (|s| + |u - 1| - |s - 1| - |u|)/b, where "
    "s and u are what the outcome lacks in the two bins without the entry that moves: any two real "
    "numbers. The DP level is the largest of these.",
    "A change takes one from a bin and adds one to another; the factors of all others cancel.",
    symbols=(("s, u", "what the outcome lacks in the two bins without the entry that moves"),),
)


def density(distance: Real, corner: bool = False) -> Mean:
    """Return the mean density of an outcome, up to a common factor.

    Examples
    --------
    >>> density(IF_FIRST)
    E[exp((-R - Abs(s - 1))/b)]
    """
    support, law = (AT_CORNER, "C") if corner else (ANYWHERE, "P")
    return Mean(sp.exp(-distance / b), LACKING, support, law)


FIRST, OTHER = density(IF_FIRST), density(IF_OTHER)
FIRST_THERE, OTHER_THERE = density(IF_FIRST, corner=True), density(IF_OTHER, corner=True)
LARGEST = relate(OTHER, "<=", FIRST)  # no class has a larger density than class 1

# quantities as terms of the language; the names of densities in them are replaced by means last
DENSITIES: Mapping[str, Mean] = MappingProxyType(
    {
        "first": FIRST,
        "other": OTHER,
        "first_there": FIRST_THERE,
        "other_there": OTHER_THERE,
    }
)
_WRITTEN: Mapping[str, Term] = {
    "leak": parse_term("log(first/(p*first + (1 - p)*other))"),
    "worst": parse_term("log(first_there/(least*first_there + (1 - least)*other_there))"),
    "dp": parse_term("2/b"),
}


def quantities_in(terms: Iterable[Term]) -> frozenset[str]:
    """Return the names of quantities in terms."""
    return frozenset(name for term in terms for name in parameters_of(term))


def theorems(terms: Iterable[Term]) -> tuple[PaperTheorem, ...]:
    """Return the theorems by which statements in these terms are reduced."""
    names = quantities_in(terms)
    found = [BY_CLASS] if {"leak", "worst"} & names else []
    found += [CORNER] if "worst" in names else []
    found += [NEIGHBOURS] if "dp" in names else []
    return tuple(found)


def expanded(term: Term) -> Term:
    """Return a term with its quantities written in numbers and densities.

    Examples
    --------
    >>> print(expanded(parse_term("1 - worst/dp")))
    1 - log(first_there/(least*first_there + (1 - least)*other_there))/(2/b)
    """
    return replaced(
        term, lambda one: _WRITTEN.get(one.name, one) if isinstance(one, Parameter) else one
    )


def filled(sentence: Sentence) -> Sentence:
    """Return a sentence with means in place of the names of densities."""
    means = {reals(name)[0]: mean for name, mean in DENSITIES.items()}
    left, right = (side.xreplace(means) for side in sentence.args)
    return sentence.func(left, right, evaluate=False)


def facts(names: frozenset[str]) -> list[Sentence]:
    """Return the facts about the numbers of a release that occur in a goal, by name.

    Examples
    --------
    >>> facts(frozenset({"alpha", "p", "b"}))
    [b > 0, alpha > 0, alpha <= p, alpha + p <= 1]
    >>> facts(frozenset({"least", "k"}))
    [least > 0, k >= 2, k*least <= 1]
    """
    one, zero = sp.Integer(1), sp.Integer(0)
    found = [relate(b, ">", zero)] if "b" in names else []
    chain = [mass for mass in (alpha, least, p) if mass.name in names]
    found += [relate(mass, ">", zero) for mass in chain[:1]]
    found += [relate(low, "<=", high) for low, high in pairwise(chain)]
    if "k" in names:
        found.append(relate(k, ">=", sp.Integer(2)))
    if not chain:
        return found
    if p in chain:
        floor = chain[-2] if len(chain) > 1 else zero
        rest = (k - 1) * floor if "k" in names else floor
        found.append(relate(p + rest, "<=" if floor != zero else "<", one))
    else:
        found.append(relate((k if "k" in names else 2) * chain[-1], "<=", one))
    return found
