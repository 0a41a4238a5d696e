"""Statements as data of formal/language.v say what their texts say."""

import csv
import re
from pathlib import Path

import pytest

from pmlsym.formal import NotExported, syntax
from pmlsym.statements.clauses import Condition, GuaranteeClause, Through
from pmlsym.statements.leakages import MeanOverOutcomes
from pmlsym.statements.structures import Prior
from pmlsym.statements.terms import Function, Negative, Operation
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError

CORPUS = Path(__file__).parents[1] / "conjecture" / "corpus.csv"
TO_Y = Through("X", ("Y",))
OPERATIONS = {"Add": "+", "Sub": "-", "Mul": "*", "Div": "/"}
SIGNS = {"Le": "<=", "Lt": "<", "Ge": ">=", "Gt": ">", "Eq": "="}
OF_PRIOR = {"PMin": "pmin", "PMax": "pmax", "Size": "n"}
AVERAGES = {
    "MaximalLeakage": ("maximal_leakage", "->"),
    "MaximalCostLeakage": ("maximal_cost_leakage", "->"),
    "MutualInformation": ("mutual_information", ";"),
}


def nested(data):
    """Read data of Coq: a list for what is in parentheses, a tuple for a list of Coq."""
    stack = [[]]
    for token in re.findall(r'\[::|[()\];,]|"\w+"|\w+', data):
        if token in ("(", "[::"):
            stack.append([])
        elif token == ")":
            inside = stack.pop()
            stack[-1].append(inside)
        elif token == "]":
            inside = stack.pop()
            parts, part = [], []
            for one in [*inside, ";"]:
                if one == ";":
                    parts += [part[0] if len(part) == 1 else part] if part else []
                    part = []
                else:
                    part.append(one)
            stack[-1].append(tuple(parts))
        elif token != ",":
            stack[-1].append(token)
    return stack[0]


def channel(secret, observed, lower):
    """Return a channel as the language writes it."""
    names = [observed[0], *observed[1]]
    names = [name[3:].lower() if lower else name[3:] for name in names]
    return f"{secret[3:]}->{','.join(names)}"


def term_text(of):
    """Return a term of data in the language, with all parentheses."""
    head, *parts = of
    if head == "Whole":
        return parts[0]
    if head == "Ratio":
        return f"({parts[0]}/{parts[1]})"
    if head == "Param":
        return parts[0].strip('"')
    if head == "OfPrior":
        return OF_PRIOR[parts[0]]
    if head == "AtGiven":
        given = channel(parts[1], parts[3], lower=True).split("->")[1]
        return f"{parts[0].lower()}({channel(parts[1], parts[2], lower=True)}|{given})"
    if head in ("AtOutcome", "AtWorst"):
        return f"{parts[0].lower()}({channel(parts[1], parts[2], head == 'AtOutcome')})"
    if head == "Overall":
        name, arrow = AVERAGES[parts[0]]
        return f"{name}({channel(parts[1], parts[2], lower=False).replace('->', arrow)})"
    if head == "Mean":
        return f"E[{term_text(parts[0])}]"
    if head == "Opp":
        return f"(-{term_text(parts[0])})"
    if head in OPERATIONS:
        return f"({term_text(parts[0])} {OPERATIONS[head]} {term_text(parts[1])})"
    return f"{head.lower()}({', '.join(map(term_text, parts))})"


def condition_text(of):
    """Return a condition of data in the language."""
    _, sign, left, right = of
    return f"{term_text(left)} {SIGNS[sign]} {term_text(right)}"


def clause_text(of, several):
    """Return a clause of data in the language."""
    if of[0] == "Condition":
        return condition_text(of[1])
    _, kind, levels, secret, observed = of
    through = f" of {channel(secret, observed, lower=False)}" if several else ""
    return f"{kind}({', '.join(map(term_text, levels))}){through}"


def text_of(data):
    """Return the statement of data in the language."""
    _, structures, _, where, hypotheses, conclusion, both = nested(data)
    several = "VarZ" in data
    shown = []
    for one in structures:
        head, *parts = [one] if isinstance(one, str) else one
        if head in ("Least", "Exactly"):
            shown += [f"|X| {'>=' if head == 'Least' else '='} {parts[0]}"]
        elif head == "Uniform":
            shown.append("prior uniform")
        else:
            names = [part[3:] for part in parts]
            shown.append(
                " - ".join(names) if head == "Chain" else f"{', '.join(names)} independent"
            )
    claim = " and ".join(clause_text(one, several) for one in conclusion)
    if hypotheses:
        arrow = "<=>" if both == "true" else "=>"
        claim = f"{' and '.join(clause_text(one, several) for one in hypotheses)} {arrow} {claim}"
    limits = f" where {', '.join(map(condition_text, where))}" if where else ""
    return f"{'; '.join(shown)}: {claim}{limits}"


def in_twos(part):
    """Return a clause or term with maxima, minima and products of two, as data has them."""
    if isinstance(part, Function) and len(part.arguments) > 2:
        first = Function(part.name, part.arguments[:-1])
        return Function(part.name, (in_twos(first), in_twos(part.arguments[-1])))
    if isinstance(part, Function):
        return Function(part.name, tuple(map(in_twos, part.arguments)))
    if product := syntax.product_of(part):
        return in_twos(product)
    if isinstance(part, Operation):
        return Operation(part.sign, in_twos(part.left), in_twos(part.right))
    if isinstance(part, Negative):
        return Negative(in_twos(part.term))
    if isinstance(part, MeanOverOutcomes):
        return MeanOverOutcomes(in_twos(part.term))
    if isinstance(part, Condition):
        return Condition(in_twos(part.left), part.sign, in_twos(part.right))
    if isinstance(part, GuaranteeClause):
        return GuaranteeClause(part.kind, tuple(map(in_twos, part.levels)), part.of or TO_Y)
    return part


def as_data(part):
    """Return a part of the structure; a prior of equal masses is a uniform one of that size."""
    equal = isinstance(part, Prior) and len(set(part.masses)) == 1
    return "prior uniform" if equal else str(part)


def corpus():
    """Yield the statements of the corpus that have data."""
    with CORPUS.open(encoding="utf-8") as file:
        for found in csv.DictReader(file):
            try:
                statement = parse(found["statement"])
                yield pytest.param(statement, syntax.statement(statement), id=found["id"])
            except (StatementError, NotExported):
                continue


@pytest.mark.parametrize(("statement", "data"), list(corpus()))
def test_data_read_back_is_the_statement(statement, data):
    again = parse(text_of(data))
    for part in ("hypotheses", "conclusion"):
        assert tuple(map(in_twos, getattr(again, part))) == tuple(
            map(in_twos, getattr(statement, part))
        )
    where = syntax.where_of(statement)
    assert tuple(map(in_twos, again.where)) == tuple(map(in_twos, where))
    assert (again.size, again.both_ways) == (statement.size, statement.both_ways)
    structure = syntax.structure_of(statement)
    assert {*map(as_data, structure)} <= {*map(str, again.structure)}
    assert set(nested(data)[2]) == {f'"{name}"' for name in statement.nonnegative}


def test_three_masses_are_known_by_their_extremes():
    data = syntax.statement(parse("prior (1/2, 1/3, 1/6): PML(e) => PMC(e)"))
    assert text_of(data).startswith("|X| = 3: ")
    assert text_of(data).endswith(" where pmin = (1/6), pmax = (1/2)")


def test_most_of_the_corpus_has_data():
    assert len(list(corpus())) > 180


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("pmc(X->Y,Z) <= pmc(X->y) + pmc(X->Z|y)", "given"),
        ("prior (1/10, 2/10, 3/10, 4/10): PML(e) => PMC(e)", "prior"),
        ("LDP(e) => PML(?)", "hole"),
        ("LDP(b) => mutual_information(X;Y) <= b^a", r"\^"),
    ],
)
def test_what_has_no_data_is_named(text, reason):
    with pytest.raises(NotExported, match=reason):
        syntax.statement(parse(text))
