"""Every line of the checker on which its answer rests is needed: without it a forgery passes."""

import json
from pathlib import Path
from types import ModuleType

import pytest

from pmlsym.proof import checker
from tests.proof.test_checker import GOOD, TAMPERED, case, document, facts, leaf, poly, tampered

SOURCE = Path(checker.__file__).read_text()


def sign(polynomial, **cases):
    keys = {"gt": ">", "ge": ">=", "eq": "=", "le": "<=", "lt": "<"}
    return {"sign": poly(polynomial), "cases": {keys[key]: tree for key, tree in cases.items()}}


BOTH = leaf(("1", [0]), ("1", [1]))
NOT_POSITIVE = leaf(("1", [1, 1]), ("1", [0]))  # x > 0 or -x > 0 against -x x >= 0
AT_ZERO = facts(">= -1 x x")
POSITIVE, NEGATIVE = facts("> 1 x"), facts("> -1 x")
EITHER = [case("> 1 x"), case("> -1 x")]
X1000 = "1" + " x" * 1000

FORGED = {  # none of these is a certificate, and most have hypotheses that can be satisfied
    "coefficient 0": document("", [], leaf(("0", []))),
    "coefficient -1": document("", [], leaf(("1", []), ("-1", []))),
    "equation in a product": document("", facts("= -1"), leaf(("1", []), ("1", [0]))),
    "inequality as an equation": document("x", POSITIVE, leaf(("1", [0]), zero=[(0, "-1")])),
    "nothing positive": document("", [], leaf()),
    "strict square": document("", [], leaf(("1", [], ""))),
    "strict product with a weak fact": document("", facts(">= ", "> 1"), leaf(("1", [0, 1]))),
    "strict weak fact": document("", facts(">= "), leaf(("1", [0]))),
    "square taken once": document("", [], leaf(("1", []), ("1", [], "-1"))),
    "last factor only": document(
        "x y", facts("> -1 x", "> -1 y"), leaf(("1", [0, 1]), ("1", [], "1 y"))
    ),
    "sign without cases": document("x", [], sign("1 x")),
    "> and <": document("x", AT_ZERO, sign("1 x", gt=NOT_POSITIVE, lt=NOT_POSITIVE)),
    "> = < all strict": document(
        "x", AT_ZERO, sign("1 x", gt=NOT_POSITIVE, eq=NOT_POSITIVE, lt=NOT_POSITIVE)
    ),
    ">= taken for >": document("x", AT_ZERO, sign("1 x", ge=NOT_POSITIVE, lt=NOT_POSITIVE)),
    "<= taken for <": document("x", AT_ZERO, sign("1 x", gt=NOT_POSITIVE, le=NOT_POSITIVE)),
    "> turned round": document("x", POSITIVE, sign("1 x", gt=BOTH, le=BOTH)),
    ">= turned round": document("x", POSITIVE, sign("1 x", ge=BOTH, lt=BOTH)),
    "< turned round": document("x", NEGATIVE, sign("1 x", ge=BOTH, lt=BOTH)),
    "<= turned round": document("x", NEGATIVE, sign("1 x", gt=BOTH, le=BOTH)),
    "only =": document("x", POSITIVE, sign("1 x", eq=leaf(("1", [0]), zero=[(1, "-1")]))),
    "only <=": document("x", POSITIVE, sign("1 x", le=BOTH)),
    "only >=": document("x", NEGATIVE, sign("1 x", ge=BOTH)),
    "split without its cases": document("x", [EITHER], {"split": 0, "cases": []}),
    "first of two cases": document("x", [EITHER, *NEGATIVE], BOTH),
    "first case in both branches": document(
        "x", [EITHER, *NEGATIVE], {"split": 0, "cases": [BOTH, BOTH]}
    ),
    "other hypothesis": document("x", [[[]], *POSITIVE], {"split": 0, "cases": [BOTH]}),
    "fact from the end": document("", facts("> "), leaf(("1", [-1]))),
    "fact false": document("", facts("> "), leaf(("1", [False]))),
    "relation <": document("", facts("< -1"), leaf(("1", [0]), ("1", []))),
    "last of equal monomials": document("", facts("> 2 + -1"), leaf(("1", [0]), ("1", []))),
    "denominators forgotten": document("", facts("> 1 + -1/2"), leaf(("1", [0]))),
    "weight rounded to 0": document("", [], leaf(("1/2", []), ("1", [], ""))),
    "no identity": document("", [], leaf(("1", []))),
    "x x x for y": document("x y", facts("> 1 x x x + -1 y"), leaf(("1", [0]))),
    "x^1001 for y": document(
        "x y", facts("> " + X1000, "> 1 x", "> -1 y"), leaf(("1", [0, 1]), ("1", [2]))
    ),
    "x^1001 for y below a sign": document(
        "x y",
        facts("> 1 x", "> -1 y"),
        sign(X1000, gt=leaf(("1", [2, 0]), ("1", [1])), le=leaf(("1", [0] * 1000), ("1", [2]))),
    ),
    "key twice": json.dumps(GOOD["linear"])[:-1] + ', "variables": ["x"]}',
    "index -0": json.dumps(GOOD["no variables"]).replace("[0]", "[-0]"),
} | {name: tampered(*TAMPERED[old]) for name, old in (
    ("newline", r"coefficient '1\n'"), ("arabic digits", "coefficient '\u0661'"),
    ("101 digits", f"coefficient '{'1' * 29}"), ("variable twice", "variables ['x', 'y', 'x']"),
    ("variable that is a number", "variables [1]"), ("key added", "key of a document 'x'"),
    ("key of a leaf added", "key of a leaf ''"),
)}  # fmt: skip

MORE_GOOD = {
    "fractional coefficient": document(
        "x", facts("> 2 x", "> -1 x"), leaf(("1/2", [0]), ("1", [1]))
    )
}

BASE = "base = 2**20 + 2 * secrets.randbelow(2**19) + 1"
BASE_3, BASE_1001 = (BASE, "base = 3"), (BASE, "base = 1001")

PASSES = [  # a forgery, and the changes that let it pass
    ("coefficient 0", [("if numerator <= 0:", "if numerator < 0:")]),
    ("coefficient -1", [("if numerator <= 0:", "if numerator == 0:")]),
    ("equation in a product", [('if any(relation == "=" for relation, _ in used):', "if False:")]),
    ("inequality as an equation", [('if relation != "=":', "if False:")]),
    ("nothing positive", [("if not strict:", "if False:")]),
    ("nothing positive", [("strict = False", "strict = True")]),
    ("strict square", [("not squares and all(", "all(")]),
    ("strict product with a weak fact", [("not squares and all(", "not squares and any(")]),
    ("strict weak fact", [('relation == ">" for', 'relation != "=" for')]),
    ("strict weak fact", [("not squares and all(", "not squares or all(")]),
    ("square taken once", [("+ squares + squares", "+ squares")]),
    ("last factor only", [("product = self.times(product, factor.terms)",
                           "product = factor.terms")]),
    ("sign without cases", [('!= set("+0-")', "and False")]),
    ("> and <", [('!= set("+0-")', '< set("+-")')]),
    ("> and <", [('("+", ">", 1)', '("+0", ">", 1)')]),
    ("> and <", [('("-", ">", -1)', '("0-", ">", -1)')]),
    ("> = < all strict", [('("0", "=", 1)', '("0", ">", 1)')]),
    (">= taken for >", [('("+0", ">=", 1)', '("+0", ">", 1)')]),
    ("<= taken for <", [('("0-", ">=", -1)', '("0-", ">", -1)')]),
    ("> turned round", [('("+", ">", 1)', '("+", ">", -1)')]),
    (">= turned round", [('("+0", ">=", 1)', '("+0", ">=", -1)')]),
    ("< turned round", [('("-", ">", -1)', '("-", ">", 1)')]),
    ("< turned round", [("sign * number", "number")]),
    ("<= turned round", [('("0-", ">=", -1)', '("0-", ">=", 1)')]),
    ("only =", [('("0", "=", 1)', '("+0-", "=", 1)')]),
    ("only <=", [('("0-", ">=", -1)', '("+0-", ">=", -1)')]),
    ("only >=", [('("+0", ">=", 1)', '("+0-", ">=", 1)')]),
    ("split without its cases", [(', "The cases of a split", len(added))',
                                  ', "The cases of a split")'),
                                 ("zip(added, branches, strict=True)", "zip(added, branches)")]),
    ("first of two cases", [("if len(cases) == 1", "if len(cases) >= 1")]),
    ("first case in both branches", [("facts + case, depth", "facts + added[0], depth")]),
    ("fact from the end", [("not 0 <= index < len(items)", "not index < len(items)")]),
    ("fact false", [("type(index) is not int", "not isinstance(index, int)")]),
    ("relation <", [('relation not in (">", ">=", "="):', "False:")]),
    ("last of equal monomials", [("terms.get(monomial, 0) + numerator", "numerator")]),
    ("denominators forgotten", [("numerator * (common // denominator)", "numerator * common")]),
    ("weight rounded to 0", [("common = lcm(common, weight)", "common = weight")]),
    ("no identity", [("return not any(total.values())", "return True")]),
    ("no identity", [("return not any(total.values())", "return not all(total.values()) or 1")]),
    ("no identity", [("if not self.cancels(summands):", "if False:")]),
    ("x x x for y", [BASE_3]),
    ("x^1001 for y", [BASE_1001, ("if sum(factor.degree for factor in factors) > _DEGREE:",
                                  "if False:")]),
    ("x^1001 for y", [BASE_1001, ("max(degree, len(names))", "0")]),
    ("x^1001 for y below a sign", [BASE_1001, ("_Polynomial(signed, denominator, degree)",
                                               "_Polynomial(signed, denominator, 0)")]),
    ("newline", [("_NUMBER.fullmatch(value)", "_NUMBER.match(value)")]),
    ("arabic digits", [('r"-?[0-9]{1,100}(', 'r"-?\\d{1,100}(')]),
    ("101 digits", [('r"-?[0-9]{1,100}(', 'r"-?[0-9]+(')]),
    ("variable twice", [("or len(set(names)) != len(names)", "")]),
    ("variable that is a number", [("any(type(name) is not str for name in names) or", "")]),
    ("key added", [('if set(parts) != {"variables", "hypotheses", "proof"}:', "if False:")]),
    ("key of a leaf added", [('set(node) == {"sum", "zero"}', 'set(node) >= {"sum", "zero"}')]),
    ("key twice", [("if len(dict(pairs)) != len(pairs):", "if False:")]),
    ("index -0", [('r"[0-9]{1,9}"', 'r"-?[0-9]{1,9}"')]),
]  # fmt: skip

REFUSES = [  # a certificate, and a change that refuses it
    ("product", ("strict = strict or (", "strict = (")),
    ("rational", ("_Polynomial(terms, common, degree)", "_Polynomial(terms, 1, degree)")),
    ("rational", ("lcm(common, denominator), max", "denominator, max")),
    ("rational", ("weight *= factor.denominator", "weight *= 1")),
    ("rational", ("numerator * (common // weight)", "common // weight")),
    ("fractional coefficient", ("weight = denominator\n", "weight = 1\n")),
    ("linear", ("total.get(monomial, 0) + number", "number")),
    ("square of a difference", ("product.get(both, 0) + number * factor", "number * factor")),
    ("three signs", ("_Polynomial(signed, denominator", "_Polynomial(signed, 1")),
    ("maximum", ("facts + case, depth", "case + facts, depth")),
    ("signs >= <", ("[*facts, fact]", "[fact, *facts]")),
    ("equation", ("[equation, self.polynomial(multiplier)]", "[equation]")),
]


def mutant(changes):
    source = SOURCE
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    module = ModuleType("mutant")
    exec(compile(source, "mutant", "exec"), module.__dict__)
    return module


def accepts(module, forged):
    try:
        (module.check_text if type(forged) is str else module.check)(forged)
    except module.Rejected:
        return False
    return True


@pytest.mark.parametrize("name", FORGED)
def test_the_checker_refuses_every_forgery(name):
    assert not accepts(checker, FORGED[name])


@pytest.mark.parametrize(("name", "changes"), PASSES)
def test_a_changed_checker_accepts_a_forgery(name, changes):
    assert accepts(mutant(changes), FORGED[name])


@pytest.mark.parametrize(("name", "change"), REFUSES)
def test_a_changed_checker_refuses_a_certificate(name, change):
    good = (GOOD | MORE_GOOD)[name]
    assert accepts(checker, good)
    assert not accepts(mutant([change]), good)


def test_a_small_base_alone_is_caught_by_the_bound_on_degrees():
    assert not accepts(mutant([BASE_1001]), FORGED["x^1001 for y"])
    assert not accepts(mutant([BASE_1001]), FORGED["x^1001 for y below a sign"])
