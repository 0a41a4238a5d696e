"""Measures of an order (Sibson, Arimoto, Renyi): their values, and what the prover says of them."""

import math
from random import Random

import numpy as np
import pytest

from pmlsym.formal.syntax import NotExported, term as in_coq
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.law import Law
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.tokens import ParseError
from pmlsym.statements.values import Undefined, Unseparated, decimal
from tests.statements.proving import settled, verdict_of_proofs
from tests.statements.test_divergences import leakages, random_table
from tests.statements.test_entropies import plain_entropy

SECONDS = 30

TRUE = (
    "sibson(X->Y; 1/2) <= mutual_information(X;Y)",
    "mutual_information(X;Y) <= sibson(X->Y; 2)",
    "sibson(X->Y; 2) <= maximal_leakage(X->Y)",
    "sibson(X->Y; 1) = mutual_information(X;Y)",
    "sibson(X->Y; 2) <= pml(X->Y)",
    "sibson(X->Y; 2) <= log(n)",
    "sibson(X->Y; 2) <= log(|Y|)",
    "sibson(X->Y; 2) <= log(1 + chi2(X->Y))",
    "sibson(X->Y; 2) <= renyi_entropy(X; 1/2)",
    "sibson(X->Y; 1/2) <= H(X)",
    "sibson(X->Y; a) <= maximal_leakage(X->Y) where a > 0",
    "sibson(X->Y; 1/a) <= maximal_leakage(X->Y) where a > 1",
    "sibson(X->Y; exp(a)) <= maximal_leakage(X->Y)",
    "sibson(X->Y; log(3)) <= maximal_leakage(X->Y)",
    "sibson(X->Y; 2 - a) <= sibson(X->Y; 2) where a < 1",
    "sibson(X->Y; a) <= sibson(X->Y; 2*a) where a > 0",
    "sibson(X->Y; a) <= sibson(X->Y; b) where a > 0, a <= b",
    "LDP(e) => sibson(X->Y; 2) <= log(exp(e) - 1 + exp(-e))",
    "LDP(e) => sibson(X->Y; 2) <= e",
    "PML(e) => sibson(X->Y; 3) <= e",
    "sibson(X->Y; 2) <= 0 => pml(X->y) <= 0",
    "|X| = 1: sibson(X->Y; 2) = 0",
    "X, Y independent: alpha_leakage(X->Y; a) = 0 where a > 0",
    "sibson(X->Y; 2) <= log(1 + chi2(X;Y))",
    "chi2(X;Y) <= exp(maximal_leakage(X->Y)) - 1",
    "chi2(X;Y) <= chi2(X->Y)",
    "chi2(X;Y) >= 0",
    "chi2(X;Y) <= n - 1",
    "chi2(X;Y) <= |Y| - 1",
    "mutual_information(X;Y) <= chi2(X;Y)",
    "mutual_information(X;Y) <= log(1 + chi2(X;Y))",
    "LDP(e) => chi2(X;Y) <= (exp(e) - 1)^2/exp(e)",
    "PML(e) => chi2(X;Y) <= exp(e) - 1",
    "X, Y independent: chi2(X;Y) = 0",
    "chi2(X;Y) <= 0 => pml(X->y) <= 0",
    "X - Y - Z: chi2(X;Z) <= chi2(X;Y)",
    "X - Y - Z: chi2(X;Z) <= chi2(Y;Z)",
    "chi2(X;Y) = chi2(Y;X)",
    "prior uniform: alpha_leakage(X->Y; 2) = sibson(X->Y; 2)",
    "alpha_leakage(X->Y; 1/2) <= maximal_leakage(X->Y)",
    "alpha_leakage(X->Y; 2) <= renyi_entropy(X; 2)",
    "alpha_leakage(X->Y; 2) <= H(X)",
    "alpha_leakage(X->Y; 2) = renyi_entropy(X; 2) - arimoto_entropy(X|Y; 2)",
    "alpha_leakage(X->Y; 2) <= maximal_alpha_leakage(X->Y; 2)",
    "maximal_alpha_leakage(X->Y; 2) <= maximal_leakage(X->Y)",
    "mutual_information(X;Y) <= maximal_alpha_leakage(X->Y; 2)",
    "maximal_alpha_leakage(X->Y; a) <= maximal_alpha_leakage(X->Y; b) where 1 < a, a <= b",
    "renyi_entropy(X; 2) <= H(X)",
    "renyi_entropy(X; 1) = H(X)",
    "renyi_entropy(X; a) <= log(n) where a > 1",
    "renyi_entropy(X; a) >= log(1/pmax) where a > 0",
    "prior uniform: renyi_entropy(X; 3) = log(n)",
    "prior (1/2,1/4,1/4): renyi_entropy(X; 2) = log(8/3)",
    "arimoto_entropy(X|Y; 2) >= 0",
    "arimoto_entropy(X|Y; 2) <= H(X|Y)",
    "arimoto_entropy(X|Y; 2) <= renyi_entropy(X; 2)",
    "arimoto_entropy(X|Y; a) <= arimoto_entropy(X|Y; b) where b > 0, b <= a",
    "arimoto_entropy(X|Y,Z; 2) <= arimoto_entropy(X|Y; 2)",
    "X - Y - Z: arimoto_entropy(X|Y; 2) <= arimoto_entropy(X|Z; 2)",
    "X - Y - Z: sibson(X->Z; 2) <= sibson(Y->Z; 2)",
    "X - Y - Z: sibson(X->Z; 2) <= sibson(X->Y; 3)",
    "X - Y - Z: sibson(X->Z; 1/2) <= mutual_information(X;Y)",
    "X - Y - Z: sibson(X->Z; a) <= sibson(Y->Z; b) where a > 0, a <= b",
    "X - Y - Z: alpha_leakage(X->Z; 2) <= alpha_leakage(X->Y; 2)",
    "X - Y - Z: maximal_alpha_leakage(X->Z; 2) <= maximal_alpha_leakage(Y->Z; 2)",
    "X - Y - Z: PML(e) of X->Y => sibson(X->Z; 2) <= e",
    "X - Y - Z: renyi_entropy(Y; 2) >= 0",
    "X - Y - Z: alpha_leakage(X->Z; 2) <= renyi_entropy(X; 1/2)",
    "Y - X - Z: maximal_alpha_leakage(X->Y,Z; 2) <= "
    "maximal_alpha_leakage(X->Y; 2) + maximal_alpha_leakage(X->Z; 2)",
)
FALSE = (
    "sibson(X->Y; 2) <= mutual_information(X;Y)",
    "mutual_information(X;Y) <= sibson(X->Y; 1/2)",
    "sibson(X->Y; 2) < maximal_leakage(X->Y)",
    "sibson(X->Y; 2) = maximal_leakage(X->Y)",
    "sibson(X->Y; a) <= maximal_leakage(X->Y)",  # the order may be 0
    "sibson(X->Y; -1) <= 1",
    "sibson(X->Y; b) <= sibson(X->Y; a) where a > 0, a <= b",
    "sibson(X->Y; 2*a) <= sibson(X->Y; a) where a > 0",
    "sibson(X->Y; a) <= sibson(X->Y; 2) => a <= 2 where a > 0",
    "sibson(X->Y; 2) <= H(X)",
    "sibson(X->Y; 2) <= renyi_entropy(X; 2)",
    "sibson(X->Y; 2) <= log(n - 1)",
    "LDP(e) => sibson(X->Y; 2) < e",
    "LDP(e) => sibson(X->Y; 3) <= log(1 + (exp(e) - 1)^2/(4*exp(e)))",
    "PML(e) => sibson(X->Y; 2) <= e/2",
    "sibson(X->Y; 2) <= t => pml(X->y) <= t",
    "sibson(X->Y; 3) <= log(1 + chi2(X;Y))",
    "chi2(X;Y) < exp(maximal_leakage(X->Y)) - 1",
    "chi2(X->Y) <= chi2(X;Y)",
    "chi2(X;Y) <= mutual_information(X;Y)",
    "chi2(X;Y) <= 1",
    "LDP(e) => chi2(X;Y) <= (exp(e) - 1)^2/(5*exp(e))",
    "X - Y - Z: chi2(Y;Z) <= chi2(X;Z)",
    "Y - X - Z: chi2(X;Y,Z) <= chi2(X;Y) + chi2(X;Z)",
    "alpha_leakage(X->Y; 2) <= sibson(X->Y; 2)",
    "sibson(X->Y; 2) <= alpha_leakage(X->Y; 2)",
    "alpha_leakage(X->Y; 2) <= alpha_leakage(X->Y; 3)",
    "alpha_leakage(X->Y; 3) <= alpha_leakage(X->Y; 2)",
    "alpha_leakage(X->Y; 1/2) <= H(X)",
    "maximal_alpha_leakage(X->Y; 2) <= sibson(X->Y; 2)",
    "maximal_alpha_leakage(X->Y; a) <= maximal_leakage(X->Y)",  # the order may be 1
    "maximal_leakage(X->Y) <= maximal_alpha_leakage(X->Y; 2)",
    "H(X) <= renyi_entropy(X; 2)",
    "renyi_entropy(X; 2) < log(n)",
    "renyi_entropy(X; 2) <= -log(pmax)",
    "arimoto_entropy(X|Y; b) <= arimoto_entropy(X|Y; a) where b > 0, b <= a",
    "arimoto_entropy(X|Y; 2) < renyi_entropy(X; 2)",
    "X - Y - Z: arimoto_entropy(X|Z; 2) <= arimoto_entropy(X|Y; 2)",
    "X - Y - Z: sibson(X->Y; 2) <= sibson(X->Z; 2)",
    "X - Y - Z: sibson(X->Z; 3) <= sibson(X->Y; 2)",
    "X - Y - Z: alpha_leakage(X->Z; 2) <= alpha_leakage(Y->Z; 2)",
    "X - Y - Z: alpha_leakage(X->Z; 1/2) <= alpha_leakage(Y->Z; 1/2)",
    "Y - X - Z: sibson(X->Y,Z; 2) <= sibson(X->Y; 2) + sibson(X->Z; 2)",
    "Y - X - Z: alpha_leakage(X->Y,Z; 2) <= alpha_leakage(X->Y; 2) + alpha_leakage(X->Z; 2)",
)
UNDECIDED = (
    "sibson(X->Y; pmin) <= maximal_leakage(X->Y)",
    "X->Y is rr(r): sibson(X->Y; 2) <= r",
)


# --- an evaluator of its own ----------------------------------------------------------------------


def sibson(prior, rows, order):
    columns = (prior[:, None] * rows**order).sum(axis=0)
    return order / (order - 1) * np.log((columns ** (1 / order)).sum())


def largest_sibson(rows, order):
    """Return Sibson's information at its largest over priors, by a search.

    What is summed is concave in the prior, so that its slopes bound what another prior can add.
    """
    prior = np.full(len(rows), 1 / len(rows))
    rows = rows[:, rows.sum(axis=0) > 0]
    powers = rows**order
    for _ in range(3000):
        columns = prior @ powers
        slopes = powers @ columns ** (1 / order - 1)
        here = prior @ slopes
        if slopes.max() - here <= 1e-8 * here:
            break
        prior = prior * slopes / here
    return sibson(prior, rows, order)


def renyi(masses, order):
    return np.log((masses[masses > 0] ** order).sum()) / (1 - order)


def arimoto(joint, order):
    return order / (1 - order) * np.log(((joint**order).sum(axis=0) ** (1 / order)).sum())


ORDERS = {"1/3": 1 / 3, "1/2": 0.5, "3/2": 1.5, "2": 2.0, "5": 5.0}


def values_of(table):
    """Return the quantities of a joint table in floats, from the definitions."""
    joint = np.array(table, dtype=float)
    joint /= joint.sum()
    prior = joint.sum(axis=1)
    rows, found = joint / prior[:, None], leakages(joint)
    values = {
        "mutual_information(X;Y)": found["information"],
        "maximal_leakage(X->Y)": np.log(rows.max(axis=0).sum()),
        "min_entropy_leakage(X->Y)": np.log(joint.max(axis=0).sum() / prior.max()),
        "pml(X->Y)": found["PML"],
        "chi2(X;Y)": (joint**2 / np.outer(prior, joint.sum(axis=0))).sum() - 1,
        "H(X)": plain_entropy(prior),
        "H(X|Y)": plain_entropy(joint) - plain_entropy(joint.sum(axis=0)),
        "log(n)": np.log(len(prior)),
        "-log(pmax)": -np.log(prior.max()),
        "log(1/pmin)": -np.log(prior.min()),
        "0": 0.0,
    }
    for text, order in ORDERS.items():
        values[f"sibson(X->Y; {text})"] = sibson(prior, rows, order)
        values[f"renyi_entropy(X; {text})"] = renyi(prior, order)
        values[f"arimoto_entropy(X|Y; {text})"] = arimoto(joint, order)
        values[f"alpha_leakage(X->Y; {text})"] = renyi(prior, order) - arimoto(joint, order)
        if order > 1:
            values[f"maximal_alpha_leakage(X->Y; {text})"] = largest_sibson(rows, order)
    return values


def law_of(table):
    return Law((len(table), len(table[0])), [weight for row in table for weight in row])


@pytest.mark.parametrize("seed", range(20))
def test_values_are_those_of_the_definitions(seed):
    table = random_table(Random(seed))
    here, known = Evaluation(law_of(table), {}), 0
    for text, value in values_of(table).items():
        if ";" in text:
            try:
                found = decimal(here.value(parse_term(text)))
            except Unseparated:
                assert text.startswith("maximal_alpha_leakage")
                continue
            known += 1
            close = 1e-4 if text.startswith("maximal") else 1e-10
            assert found == pytest.approx(value, abs=close), text
    assert known >= 4 * len(ORDERS)


@pytest.mark.parametrize(
    "table",
    [
        [[1, 0], [0, 3]],
        [[2, 1], [1, 2]],
        [[4, 2], [1, 2]],
        [[1, 1], [2, 2]],
        [[1, 0, 1], [0, 3, 0], [0, 0, 5]],
        [[2, 0], [0, 2], [1, 1]],
        [[1, 2, 3], [6, 2, 4], [2, 3, 1]],
    ],
)
def test_the_largest_over_priors_is_found_where_a_uniform_prior_is_the_worst(table):
    rows = np.array(table, dtype=float)
    rows /= rows.sum(axis=1, keepdims=True)
    here = Evaluation(law_of(table), {})
    for text, order in (("2", 2.0), ("3/2", 1.5), ("log(5)", math.log(5))):
        try:
            found = decimal(here.value(parse_term(f"maximal_alpha_leakage(X->Y; {text})")))
        except Unseparated:
            assert table == [[1, 0, 1], [0, 3, 0], [0, 0, 5]]  # no uniform prior is
            continue
        assert found == pytest.approx(largest_sibson(rows, order), abs=1e-4)


@pytest.mark.parametrize("kind", ["sibson", "alpha_leakage", "maximal_alpha_leakage"])
@pytest.mark.parametrize("order", ["0", "-1", "log(1/2)"])
def test_orders_have_to_be_above_0(kind, order):
    with pytest.raises(Undefined):
        Evaluation(law_of([[1, 2], [3, 4]]), {}).value(parse_term(f"{kind}(X->Y; {order})"))


def test_the_largest_over_priors_has_an_order_above_1():
    with pytest.raises(Undefined):
        Evaluation(law_of([[1, 2], [3, 4]]), {}).value(parse_term("maximal_alpha_leakage(X->Y; 1)"))


def test_a_hidden_order_of_1_is_found():
    here = Evaluation(law_of([[1, 2], [3, 4]]), {})
    found = here.value(parse_term("sibson(X->Y; log(4)/log(2) - 1)"))
    assert found == here.value(parse_term("mutual_information(X;Y)"))


@pytest.mark.parametrize("text", [*TRUE, *FALSE])
def test_what_is_printed_is_parsed(text):
    assert parse(str(parse(text))) == parse(text)


def test_an_order_may_stand_in_front():
    text = "sibson(2, X->Y) <= alpha_leakage(1/2, X->Y) + renyi_entropy(a, X)"
    wanted = "sibson(X->Y; 2) <= alpha_leakage(X->Y; 1/2) + renyi_entropy(X; a)"
    assert str(parse(text)) == wanted
    assert parse(text) == parse(wanted)


def test_chi_squared_has_two_forms():
    statement = parse("chi2(X;Y) <= chi2(X->Y)")
    assert str(statement) == "chi2(X;Y) <= chi2(X->Y)"
    assert statement.latex() == r"\chi^{2}(X; Y) \le \chi^{2}(X \to Y)"
    assert "chi2(X;Y) is the chi-squared divergence of the joint law" in statement.words()
    assert "chi2 is the largest chi-squared divergence" in statement.words()


def test_words_and_latex():
    statement = parse("sibson(X->Y; a) + arimoto_entropy(X|Y; 2) <= renyi_entropy(X; 2)")
    line = r"I^{\mathrm{S}}_{a}(X \to Y) + H^{\mathrm{A}}_{2}(X \mid Y) \le H_{2}(X)"
    assert statement.latex().startswith(line)
    assert "Sibson's mutual information of an order" in statement.words()


@pytest.mark.parametrize(
    "text",
    [
        "sibson(X->Y) <= 1",
        "sibson(X->y; 2) <= 1",
        "sibson(X->Y; pml(X->Y)) <= 1",
        "sibson(2, X->Y; 2) <= 1",
        "renyi_entropy(X|Y; 2) <= 1",
        "renyi_entropy(X->Y; 2) <= 1",
        "arimoto_entropy(X; 2) <= 1",
        "renyi_entropy(X) <= 1",
        "LDP(sibson)",
        "chi2(X;y) <= 1",
        "sibson(X;Y; 2) <= 1",
    ],
)
def test_other_forms_are_refused(text):
    with pytest.raises(ParseError):
        parse(text)


def test_coq_has_no_measures_of_an_order():
    with pytest.raises(NotExported):
        in_coq(parse_term("sibson(X->Y; 2)"))


# --- verdicts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", TRUE)
def test_true_statements_are_proved(text):
    assert verdict_of_proofs(text, SECONDS) == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_false_statements_are_refuted(text):
    assert settled(text, SECONDS) == "refuted"


@pytest.mark.parametrize("text", UNDECIDED)
def test_what_is_not_reduced_is_undecided(text):
    assert verdict_of_proofs(text) == "undecided"


NAMES = tuple(values_of([[1, 1], [1, 1]]))


def random_side(random):
    """Return up to two of the quantities with coefficients."""
    chosen = random.sample(NAMES, random.choice((1, 1, 2)))
    return {name: random.choice((1, 1, 1, 2, -1)) for name in chosen}


def text_of(side):
    return " + ".join(f"({scale})*({name})" for name, scale in side.items())


def no_violations(count, seed):
    """Return how many random statements are proved; none of them may fail on random tables."""
    random, proved = Random(seed), 0
    tables = [random_table(random) for _ in range(80)]
    # a uniform prior, and outcomes that tell the secret
    tables += [[[1, 0], [0, 1]], [[1, 1], [1, 1]], [[1, 0, 1], [0, 2, 0]], [[1, 1, 0], [1, 0, 1]]]
    tables = [table for table in tables if len(table) > 1]
    some, uniform = [values_of(table) for table in tables], []
    for table in tables:
        rows = np.array(table, dtype=float)
        uniform.append(values_of(rows / rows.sum(axis=1, keepdims=True)))
    for _ in range(count):
        left, right = random_side(random), random_side(random)
        sign = random.choice(("<=", "<=", "<", "="))
        structure, values = random.choice((("", some), ("", some), ("prior uniform: ", uniform)))
        text = f"{structure}{text_of(left)} {sign} {text_of(right)}"
        if verdict_of_proofs(text) not in ("proved", "vacuous"):
            continue
        proved += 1
        for found in values:
            one, other = (sum(found[n] * c for n, c in side.items()) for side in (left, right))
            assert one <= other + 1e-4, text
            assert sign != "=" or one == pytest.approx(other, abs=1e-4), text
            assert sign != "<" or one < other - 1e-12, text
    return proved


def test_no_proved_statement_is_violated():
    assert no_violations(25, seed=3)


@pytest.mark.long
def test_no_proved_statement_of_many_is_violated():
    assert no_violations(400, seed=4) >= 15


# --- chains and two releases ----------------------------------------------------------------------

JOINT_ORDERS = {"1/2": 0.5, "2": 2.0, "3": 3.0}
CHANNELS = {"X->Y": (0, (1,)), "X->Z": (0, (2,)), "Y->Z": (1, (2,)), "X->Y,Z": (0, (1, 2))}


def table_of(law, secret, observed):
    """Return the joint table of a variable of a law and some others together."""
    rest = tuple(axis for axis in range(3) if axis != secret and axis not in observed)
    kept = law.sum(axis=rest, keepdims=True)
    table = np.moveaxis(kept, secret, 0).reshape(kept.shape[secret], -1)
    return table[:, table.sum(axis=0) > 0][table.sum(axis=1) > 0]


def joint_values(law):
    """Return the quantities of a joint law of X, Y and Z in floats, from the definitions."""
    found = {"0": 0.0}
    for channel, (secret, observed) in CHANNELS.items():
        table = table_of(law, secret, observed)
        prior = table.sum(axis=1)
        rows, end = table / prior[:, None], channel.split("->")
        found[f"maximal_leakage({channel})"] = np.log(rows.max(axis=0).sum())
        found[f"mutual_information({end[0]};{end[1]})"] = leakages(table)["information"]
        found[f"chi2({end[0]};{end[1]})"] = (
            table**2 / np.outer(prior, table.sum(axis=0))
        ).sum() - 1
        for text, order in JOINT_ORDERS.items():
            found[f"sibson({channel}; {text})"] = sibson(prior, rows, order)
            found[f"renyi_entropy({end[0]}; {text})"] = renyi(prior, order)
            given = f"arimoto_entropy({end[0]}|{end[1]}; {text})"
            found[given] = arimoto(table, order)
            found[f"alpha_leakage({channel}; {text})"] = renyi(prior, order) - found[given]
            if order > 1:
                most = largest_sibson(rows, order)
                found[f"maximal_alpha_leakage({channel}; {text})"] = most
    return found


def random_law(random, middle):
    """Return a law of a chain X - Y - Z or Y - X - Z, by the axis of its middle variable."""
    others = [axis for axis in range(3) if axis != middle]
    tables = [np.array(random_table(random, secrets=3), dtype=float) for _ in others]
    rows = [table / table.sum(axis=1, keepdims=True) for table in tables]
    prior = np.array([random.randint(1, 9) for _ in range(3)], dtype=float)
    law = (prior / prior.sum())[:, None, None] * rows[0][:, :, None] * rows[1][:, None, :]
    return np.moveaxis(law, (0, 1, 2), (middle, *others))


def no_violations_of_chains(count, seed):
    """Return how many random statements about chains are proved; none may fail on random laws."""
    random, proved = Random(seed), 0
    names = list(joint_values(random_law(random, 1)))
    laws = {"X - Y - Z: ": 1, "Y - X - Z: ": 0}
    values = {
        chain: [joint_values(random_law(random, middle)) for _ in range(25)]
        for chain, middle in laws.items()
    }
    for _ in range(count):
        chain = random.choice(list(laws))
        kind = random.choice(names).partition("(")[0]
        likely = [name for name in names if name.startswith(kind)]
        left = {random.choice(likely): 1}
        right = {
            random.choice(random.choice((likely, names))): random.choice((1, 1, 2))
            for _ in range(random.choice((1, 1, 2)))
        }
        text = f"{chain}{text_of(left)} <= {text_of(right)}"
        if verdict_of_proofs(text) not in ("proved", "vacuous"):
            continue
        proved += 1
        for found in values[chain]:
            one, other = (sum(found[n] * c for n, c in side.items()) for side in (left, right))
            assert one <= other + 1e-4, text
    return proved


def test_no_proved_statement_about_chains_is_violated():
    assert no_violations_of_chains(25, seed=5)


@pytest.mark.long
def test_no_proved_statement_about_chains_of_many_is_violated():
    assert no_violations_of_chains(300, seed=6) >= 40
