"""Only plain tuples of the right shape are sentences, and replacing in them captures nothing."""

from fractions import Fraction as F

import pytest
from hypothesis import given, strategies as st

from pmlsym.proof.kernel.terms import (
    Malformed,
    NotProved,
    bind,
    fill,
    free,
    is_name,
    means,
    needs,
    number,
    on_support,
    put,
)
from pmlsym.proof.kernel.validation import validate_term
from tests.proof.kernel.evaluation import W, symbol, terms

X, Y = map(symbol, ("x", "y"))
ZERO, ONE = number(0), number(1)
LAW = ("law", "P", ("w",), ((">=", W, ("exp", ("symbol", "c"))),))
MEAN = ("mean", LAW, ("product", X, W))


GOOD = [
    ("number", -3, 7),
    ("number", 0, 1),
    X,
    ("sum", X, ZERO),
    ("sum", X),
    ("product", X, Y, X),
    ("power", X, -2),
    ("power", X, 0),
    ("exp", ("log", ("abs", ("round", X)))),
    ("max", X, Y),
    ("min", X),
    ("indicator", ("<", X, Y), ("!=", X, ONE)),
    MEAN,
    ("mean", ("law", "Q", ("a", "b"), ()), ("mean", LAW, ("sum", ("bound", 1, 1), W))),
]


@pytest.mark.parametrize("term", GOOD, ids=lambda t: t[0])
def test_terms_are_terms(term):
    assert validate_term(term) is None


def test_a_term_is_a_hundred_deep_at_most_however_wide():
    def nested(levels):
        term = ("symbol", "x")
        for _ in range(levels - 1):
            term = ("exp", term)
        return term

    wide = [("symbol", "x")] * 200
    validate_term(nested(100))
    validate_term(("sum", *wide, nested(99)))
    for term in (nested(101), ("sum", *wide, nested(100))):
        with pytest.raises(Malformed, match="too deep"):
            validate_term(term)


def test_what_is_long_is_refused():
    with pytest.raises(Malformed, match="too long"):
        validate_term(("sum", *([X] * 200_001)))
    shared = X
    for _ in range(20):  # a million parts, of a few tuples
        shared = ("sum", shared, shared)
    with pytest.raises(Malformed, match="too long"):
        validate_term(shared)


@pytest.mark.parametrize("p", [3, -3, 0, 12])
@pytest.mark.parametrize("q", [1, -1, 4, -6])
def test_numbers_are_made_in_lowest_terms(p, q):
    made = number(p, q)
    assert validate_term(made) is None
    assert F(made[1], made[2]) == F(p, q)


def test_names_are_words_of_letters_and_digits():
    assert all(map(is_name, ("x", "X", "alpha2", "p_min", "E1", "a|b", "p_x_1", "x" * 60)))


# --- replacing ------------------------------------------------------------------------------------


def replaced(item, table, depth=0, inside=False):
    """Replace leaves by a table of (leaf, binders around it), walking in the plainest way."""
    if item[0] in ("number", "symbol", "bound"):
        return table(item, None if inside else depth)
    if item[0] == "mean":
        _, (word, name, hints, support), body = item
        sure = tuple(replaced(relation, table, 0, inside=True) for relation in support)
        return ("mean", (word, name, hints, sure), replaced(body, table, depth + 1, inside))
    if item[0] == "exists":
        return (*item[:2], tuple(replaced(part, table, depth + 1) for part in item[2]))
    return tuple(
        replaced(part, table, depth, inside) if isinstance(part, tuple) else part for part in item
    )


NESTED = st.builds(
    lambda body, inner, support: (
        "mean",
        ("law", "P", ("w",), support),
        ("sum", body, ("mean", LAW, inner)),
    ),
    terms(leaves=(W,), size=4),
    terms(leaves=(W, ("bound", 1, 0)), size=4),
    st.just((("<", W, X),)),
)
ANY = st.one_of(terms(size=6), NESTED)


@given(ANY, terms(size=3), terms(size=3))
def test_put_replaces_all_symbols_at_once(item, one, other):
    table = {"x": one, "y": other, "c": X}

    def leaf(found, _):
        return table.get(found[1], found) if found[0] == "symbol" else found

    assert put(item, table) == replaced(item, leaf)
    assert put(item, {}) == item
    swapped = put(put(item, {"x": Y, "y": X}), {"x": Y, "y": X})
    assert swapped == item


@given(ANY, terms(size=3))
def test_what_is_put_in_stays_a_closed_term(item, one):
    assert validate_term(put(item, {"x": one, "c": Y})) is None


@given(terms(size=6), st.permutations(["x", "y", "z"]))
def test_bind_and_fill_undo_each_other(item, names):
    bound = bind(("sum", item, ("mean", LAW, ("product", W, item))), names)
    assert not free(bound) & set(names)
    assert fill(bound, [symbol(name) for name in names]) == (
        "sum",
        item,
        ("mean", LAW, ("product", W, item)),
    )


@given(NESTED, st.lists(terms(size=2), min_size=1, max_size=1))
def test_fill_replaces_the_outermost_variable_alone(item, values):
    _, _, body = item

    def leaf(found, depth):
        return values[0] if found[0] == "bound" and found[1] == depth else found

    assert fill(body, values) == replaced(body, leaf)
    assert validate_term(fill(body, values)) is None


def test_an_averaged_variable_captures_nothing():
    # E[x w] with w put for x is w E[w'], and not E[w w']
    mean = ("mean", ("law", "P", ("w",), ()), ("product", X, W))
    named = put(mean, {"x": symbol("w")})
    assert named[2] == ("product", symbol("w"), W)
    assert free(named) == {"w"}
    # and binding that w around it gives it the depth of the new binder
    assert bind(named, ["w"])[2] == ("product", ("bound", 1, 0), W)


def test_a_law_cannot_change_with_a_variable():
    with pytest.raises(NotProved, match="support of a law changes with c"):
        bind(MEAN, ["c"])
    assert bind(MEAN, ["x"])[2] == ("product", ("bound", 1, 0), W)


@given(terms(size=3))
def test_the_support_of_a_law_holds_of_terms(term):
    assert on_support(LAW, [term]) == ((">=", term, ("exp", symbol("c"))),)
    assert free(LAW[3][0]) == {"c"}


def test_means_are_found_outermost_first():
    inner = ("mean", LAW, W)
    outer = ("mean", LAW, ("product", W, inner))
    assert means(("sum", outer, inner, ("abs", outer))) == [outer, inner, outer]
    assert means(("exists", ("a",), (("<", outer, X),))) == [outer]
    assert means(("sum", X, ONE)) == []


def test_needs_are_all_that_gives_a_value():
    over = ("power", ("sum", X, ("log", Y)), -2)
    assert needs(over) == [(">", Y, ZERO), ("!=", ("sum", X, ("log", Y)), ZERO)]
    assert needs(("<", over, ("max", over, MEAN))) == [*needs(over), MEAN]
    assert needs(("indicator", ("<", over, X))) == needs(over)
    assert needs(("power", X, 0)) == needs(("exp", X)) == needs(("round", X)) == []
    assert needs(("product", ZERO, ("power", X, -1))) == [("!=", X, ZERO)]
