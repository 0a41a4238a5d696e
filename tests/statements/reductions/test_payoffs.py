"""Goals about payoffs: where one fails so does the statement, and back."""

from dataclasses import replace
from fractions import Fraction as F
from itertools import islice, permutations, product
from random import Random

import pytest

from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.goal import NotProved
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.arithmetic import log
from pmlsym.statements.binders import AnyGuess, AnyOrder, AnyPayoff, OfSecret, Pieces
from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.from_text import bound_statement
from pmlsym.statements.payoffs import Attacked, Payoffs, Played
from pmlsym.statements.reductions import NotReducible, is_reducible, prove_case, reduction_of
from pmlsym.statements.reductions.payoffs import reduce_payoffs
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import Infinite, LogOf, in_kernel
from tests.statements.reductions.random_statements import fails

C, D, G, N = "cost C", "cost D", "guess G", "guesswork N"
ANY_PAYOFFS = (AnyPayoff, AnyGuess, AnyOrder)
OWN, ONE = "cost S = 1/p at any x", "cost T = 1 at any x"
RARER, LIKELIER = "cost I = 1 at x of least lift", "gain J = 1/p at x of most lift"
BROKEN, WHOLE = "guess B splits x of least lift", "guess Q splits all but x of most lift"
SETTINGS = (
    *((C,), (C, RARER), (C, OWN), (C, D), (G,), (N,)),
    *((RARER, LIKELIER), (ONE,), (BROKEN, WHOLE)),
)
OVER_OUTCOMES = ((C,), (C, OWN), (C, D), (G,), (N,), (OWN, ONE))
AT_WORST = ("pml(X->Y)", "pmc(X->Y)", "pml_of_pairs(X->Y)", "pmc_of_pairs(X->Y)")
SIGNS = ("<=", "<=", "<", ">=", ">", "=")
STATEMENTS, INSTANCES, POINTS = 40, 8, 8


def about(text, *binders, given=False):
    """Return the statement with these binders, perhaps given z."""
    known = ["given z"] * given + list(binders)
    asked = parse(f"{'; '.join(known)}: {text}" if known else text)
    return BoundStatement(asked, Payoffs.of(asked))


def name_of(binder):
    """Return the name that a binder gives."""
    return binder.split()[1]


def statement(random, overall=False):
    """Return a random statement."""
    if overall:
        payoffs = random.choice(OVER_OUTCOMES)
        of_payoff = ("average_cost", "average_gain", "worst_cost", "worst_gain")
        of_x = ("maximal_leakage(X->Y)", "maximal_cost_leakage(X->Y)", *AT_WORST)
    else:
        payoffs = random.choice(SETTINGS)
        of_payoff, of_x = ("cost", "gain"), ("pml(X->y)", "pmc(X->y)")

    def quantity():
        names = []
        for one in payoffs:
            allowed = [kind for kind in of_payoff if one is not N or kind.endswith("cost")]
            names += [f"{random.choice(allowed)}({name_of(one)})"] * 2
        return random.choice((*names, *of_x))

    def side():
        return random.choice((quantity(), quantity(), f"2*{quantity()}", "e", "2*e", "log(2)"))

    given = [f"{quantity()} <= {random.choice(('e', 'log(2)'))}"] * random.choice((0, 0, 1))
    if not overall and random.random() < 0.2:
        name = name_of(payoffs[0])
        given.append(random.choice((f"least_before({name}) > 1/4", "least_lift(X->y) >= 1/2")))
    claim = f"{quantity()} {random.choice(SIGNS)} {side()}"
    where = f" where {', '.join(given)}"
    if given and random.random() < 0.4:
        text = f"{claim}{where}"
    else:
        text = f"{' and '.join(given)} => {claim}" if given else claim
    return about(text, *payoffs, given=not overall and BROKEN not in payoffs)


# --- numbers of an instance, by loops -------------------------------------------------------------


def numbers_of(said, instance):
    """Return the numbers and laws of an instance by the names in goals, from the joint law."""
    whole = sum(
        row[at] for row in instance.joint for at in range(instance.side, len(row), instance.sides)
    )
    table = [[m / whole for m in row[instance.side :: instance.sides]] for row in instance.joint]
    kept = [x for x, row in enumerate(table) if any(row)]
    prior = {x: sum(table[x]) for x in kept}
    outcomes = [y for y in range(len(table[0])) if any(table[x][y] for x in kept)]
    chance = {y: sum(table[x][y] for x in kept) for y in outcomes}
    lift = {y: {x: table[x][y] / chance[y] / prior[x] for x in kept} for y in outcomes}
    numbers = {n: v for n, v in instance.parameters if not isinstance(v, Infinite)}
    atoms = {x: {"lift": lift[instance.outcome][x]} for x in kept}
    rows = {y: {} for y in outcomes}
    for y in outcomes:
        rows[y] |= ends(prior, lift[y])
    for payoff, is_cost in product(said.over.payoffs, (True, False)):
        if isinstance(payoff, AnyOrder) and not is_cost:
            continue
        best = min if is_cost else max
        word, kind = ("cost", "least") if is_cost else ("gain", "most")
        for y in outcomes:
            choices = choices_of(payoff, instance, prior, lift[y], is_cost)
            before = [sum(prior[x] * pay[x] for x in kept) for pay in choices]
            after = [sum(prior[x] * lift[y][x] * pay[x] for x in kept) for pay in choices]
            first, second = before.index(best(before)), after.index(best(after))
            name = payoff.name
            rows[y] |= {f"{kind}_before_{name}": best(before), f"{kind}_after_{name}": best(after)}
            if isinstance(payoff, OfSecret) and payoff.choices == "all":
                for when, place in (("before", first), ("after", second)):
                    rows[y][f"mass_{kind}_{when}_{name}"] = prior[kept[place]]
                    rows[y][f"lift_{kind}_{when}_{name}"] = lift[y][kept[place]]
            if isinstance(payoff, Pieces):
                star = rows[y]["mass_low" if payoff.secret == "rarer" else "mass_high"]
                rest, broken = (1 - star, star) if payoff.broken == "secret" else (star, 1 - star)
                rows[y][f"kappa_{name}"] = F(1, pieces(broken, rest))
            if y == instance.outcome and isinstance(payoff, ANY_PAYOFFS):
                for x in kept:
                    atoms[x][f"{word}_before_{name}"] = choices[first][x]
                    atoms[x][f"{word}_after_{name}"] = choices[second][x]
    numbers |= rows[instance.outcome]
    for name in rows[instance.outcome]:
        sign = 1 if name == "low" or name.startswith("least_") else -1
        values = {y: sign * rows[y][name] for y in outcomes}
        worst = min(values, key=values.get)
        for label in (f"worst_{name}", f"pair_{name}"):
            numbers[label] = rows[worst][name]
            numbers |= {f"{other}_at_{label}": rows[worst][other] for other in rows[worst]}
    for name in rows[instance.outcome]:
        numbers[f"mean_{name}"] = sum(chance[y] * rows[y][name] for y in outcomes)
    laws = {
        "X": [(in_kernel(prior[x]), put(atoms[x])) for x in kept],
        "Y": [(in_kernel(chance[y]), put(rows[y])) for y in outcomes],
    }
    return Point(put(numbers), laws)


def put(numbers):
    return {name: in_kernel(value) for name, value in numbers.items()}


def ends(prior, lift):
    low, high = min(lift, key=lambda x: lift[x]), max(lift, key=lambda x: lift[x])
    return {
        "low": lift[low],
        "high": lift[high],
        "mass_low": prior[low],
        "mass_high": prior[high],
    }


def pieces(broken, rest):
    """Return how many pieces are enough."""
    count = 1
    while broken / count > rest:
        count += 1
    return count


def choices_of(payoff, instance, prior, lift, is_cost):
    """Return what each choice pays at every secret."""
    if isinstance(payoff, OfSecret):
        height = {x: 1 / p if str(payoff.height) == "1/p" else F(1) for x, p in prior.items()}
        all_of = [{x: height[x] if x == w else F(0) for x in prior} for w in prior]
        if payoff.choices == "all":
            return all_of
        best = (min if payoff.choices == "rarer" else max)(lift, key=lambda x: lift[x])
        return [all_of[list(prior).index(best)]]
    if isinstance(payoff, Pieces):
        star = (min if payoff.secret == "rarer" else max)(lift, key=lambda x: lift[x])
        rest = 1 - prior[star]
        broken, whole = (prior[star], rest) if payoff.broken == "secret" else (rest, prior[star])
        share = F(1, pieces(broken, whole))
        in_parts = {x: (x == star) == (payoff.broken == "secret") for x in prior}
        right = [
            {x: share * b for x, b in in_parts.items()},
            {x: F(not in_parts[x]) for x in prior},
        ]
        return [{x: 1 - r if is_cost else r for x, r in one.items()} for one in right]
    (drawn,) = (one for one in instance.payoffs if one.name == payoff.name)
    values = range(len(drawn.function[0]))
    if isinstance(payoff, AnyOrder):
        orders = permutations(range(1, len(values) + 1))
        return [
            {x: sum(drawn.function[x][u] * order[u] for u in values) for x in prior}
            for order in orders
        ]
    if isinstance(payoff, AnyGuess):
        right = [{x: drawn.function[x][u] for x in prior} for u in values]
        return [{x: 1 - r if is_cost else r for x, r in one.items()} for one in right]
    return [
        {x: sum(drawn.function[x][u] * drawn.payoff[u][w] for u in values) for x in prior}
        for w in range(len(drawn.payoff[0]))
    ]


# --- instances from numbers alone -----------------------------------------------------------------


def drawn_instance(said, random):
    """Return an instance whose secrets are the atoms of a law: two choices for each payoff."""
    size = random.choice((2, 3))
    prior = [F(random.randint(1, 5)) for _ in range(size)]
    prior = [p / sum(prior) for p in prior]
    column = [F(random.randint(0, 4), 4) for _ in range(size)]
    column[random.randrange(size)] = F(1)
    joint = tuple((p * a, p * (1 - a)) for p, a in zip(prior, column, strict=True))
    told = tuple(tuple(F(x == u) for u in range(size)) for x in range(size))
    payoffs = tuple(
        Played(
            one.name, told, tuple((F(random.randint(0, 3)), F(random.randint(0, 3))) for _ in told)
        )
        for one in said.over.payoffs
        if isinstance(one, ANY_PAYOFFS)
    )
    levels = (F(0), log(F(2)), log(F(3, 2)), log(F(random.randint(2, 9), 2)))
    values = tuple((name, random.choice(levels)) for name in said.parameters)
    return Attacked(joint, 1, 0, 0, payoffs, values)


def without(instance, names):
    """Return an instance in which payoffs pay nothing."""
    return replace(
        instance,
        payoffs=tuple(
            replace(one, payoff=tuple(tuple(F(0) for _ in row) for row in one.payoff))
            if one.name in names
            else one
            for one in instance.payoffs
        ),
    )


@pytest.mark.parametrize("seed", range(3))
def test_both_ways(seed):
    random = Random(seed)
    reduced = failing_instances = failing_points = 0
    for number in range(STATEMENTS):
        said = statement(random)
        try:
            cases = reduce_payoffs(said).cases
        except NotReducible:
            continue
        reduced += 1
        goals = [case.goal.kernel for case in cases]
        for instance in islice(said.instances(number), INSTANCES):
            if said.judge(instance).holds is False:
                failing_instances += 1
                point = numbers_of(said, instance)
                assert any(fails(goal, point) for goal in goals), f"{said.unbound}: {instance}"
        for _ in range(POINTS):
            instance = drawn_instance(said, random)
            point = numbers_of(said, instance)
            for case, goal in zip(cases, goals, strict=True):
                if case.complete and fails(goal, point):
                    failing_points += 1
                    payoffs = [one for one in said.over.payoffs if nothing_of(one) in case.meaning]
                    there = without(instance, [one.name for one in payoffs])
                    assert said.judge(there).holds is False, f"{said.unbound}: {there}"
    assert reduced > 0.8 * STATEMENTS
    assert failing_instances > STATEMENTS
    assert failing_points > STATEMENTS


def nothing_of(payoff):
    return f", {payoff.name} "


@pytest.mark.parametrize("seed", range(2))
def test_averages_that_an_instance_shows_to_be_false_have_a_goal_that_fails(seed):
    random = Random(seed)
    failing = reduced = 0
    for number in range(STATEMENTS):
        said = statement(random, overall=True)
        try:
            goals = [case.goal.kernel for case in reduce_payoffs(said).cases]
        except NotReducible:
            continue
        reduced += 1
        for instance in islice(said.instances(number), INSTANCES):
            if said.judge(instance).holds is False:
                failing += 1
                point = numbers_of(said, instance)
                assert any(fails(goal, point) for goal in goals), f"{said.unbound}: {instance}"
    assert reduced > 0.8 * STATEMENTS
    assert failing > STATEMENTS


# --- true statements and their false neighbours ---------------------------------------------------

TRUE = {
    "cost(C) <= pmc(X->y)": (C,),
    "gain(C) <= pml(X->y)": (C,),
    "cost(G) <= pmc(X->y)": (G,),
    "gain(G) <= pml(X->y)": (G,),
    "cost(I) = pmc(X->y)": (RARER,),
    "gain(J) = pml(X->y)": (LIKELIER,),
    "cost(S) = pmc(X->y)": (OWN,),
    "gain(S) = pml(X->y)": (OWN,),
    "cost(B) = pmc(X->y)": (BROKEN,),
    "gain(Q) = pml(X->y)": (WHOLE,),
    "cost(T) <= pmc(X->y)": (ONE,),
    "cost(C) >= -pml(X->y)": (C,),
    "pmc(X->y) = -log(least_lift(X->y))": (),
    "pmc(X->y) <= e => cost(C) <= e": (C,),
    "average_cost(C) <= average_cost(S)": (C, OWN),
    "average_cost(C) <= maximal_cost_leakage(X->Y)": (C,),
    "average_cost(S) = maximal_cost_leakage(X->Y)": (OWN,),
    "average_gain(C) <= maximal_leakage(X->Y)": (C,),
    "average_gain(S) = maximal_leakage(X->Y)": (OWN,),
    "cost(N) <= pmc(X->y)": (N,),
    "average_cost(N) <= maximal_cost_leakage(X->Y)": (N,),
    "worst_cost(C) <= pmc(X->Y)": (C,),
    "worst_cost(S) = pmc(X->Y)": (OWN,),
    "worst_gain(C) <= pml(X->Y)": (C,),
    "worst_gain(S) = pml(X->Y)": (OWN,),
    "pmc_of_pairs(X->Y) = pmc(X->Y)": (),
    "pml_of_pairs(X->Y) = pml(X->Y)": (),
    "average_cost(C) <= worst_cost(C)": (C,),
}
CHANGES = (
    (" <= ", " >= "),
    (" = ", " < "),
    (" = ", " > "),
    (" <= ", " < "),
    ("cost(", "gain("),
    ("gain(", "cost("),
    ("pmc", "pml"),
    ("pml", "pmc"),
    ("maximal_cost_leakage", "maximal_leakage"),
    ("maximal_leakage", "maximal_cost_leakage"),
    ("average_", "worst_"),
    ("worst_", "average_"),
    ("pmc(X->Y)", "maximal_cost_leakage(X->Y)"),
    ("pml(X->Y)", "maximal_leakage(X->Y)"),
    ("of_pairs(X->Y)", "of_pairs(X->Y) - log(2) + pmc_of_pairs(X->Y)"),
    ("(S)", "(T)"),
    (" <= ", " <= 1/2*"),
    (" = ", " = 2*"),
)


def proved(said):
    """Whether every goal is proved."""
    for case in reduction_of(said).cases:
        try:
            prove_case(case.goal)
        except NotProved:
            return False
    return True


@pytest.mark.sampled(2)
@pytest.mark.parametrize("text", TRUE)
def test_true_statements_are_proved(text):
    said = about(text, *TRUE[text])
    assert is_reducible(said)
    assert said.trial(100).violations == 0 < said.trial(100).applied
    assert proved(said)
    for case in reduction_of(said).cases:
        assert not any(fails(case.goal.kernel, point) for point in islice(case.points(), 5))
        assert case.aside or next(iter(case.points()))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("text", TRUE)
def test_false_neighbours_are_not_proved(text):
    payoffs = {"S": OWN, "T": ONE} | {name_of(one): one for one in TRUE[text]}
    false = 0
    for changed in {text.replace(*change) for change in CHANGES} - {text}:
        spoken = [one for name, one in payoffs.items() if f"({name})" in changed]
        if N in spoken and "gain(" in changed:
            continue  # guesses are no gain
        said = about(changed, *spoken)
        if said.trial(150).violations:
            false += 1
            assert not proved(said), changed
    assert false >= 2


# --- quantities against loops ---------------------------------------------------------------------


def test_quantities_are_those_of_brute_force():
    instance = Attacked(
        ((F(1, 4), F(1, 4)), (F(1, 8), F(3, 8))),
        1,
        0,
        0,
        (
            Played("C", ((F(1), F(0)), (F(1, 2), F(1, 2))), ((F(1), F(0)), (F(2), F(4)))),
            Played("G", ((F(1), F(0)), (F(1, 2), F(1, 2))), ((F(0),), (F(0),))),
            Played("N", ((F(1), F(0)), (F(1, 2), F(1, 2))), ((F(0),), (F(0),))),
        ),
        (("e", LogOf(F(3, 2))),),
    )
    # P(x|y=0) = (2/3, 1/3), P(x|y=1) = (2/5, 3/5); U given X: (1, 0), (1/2, 1/2)
    for text in (
        "least_before(C) = 1 and least_after(C) = 2/3 and cost(C) = e",
        "most_before(C) = 5/4 and most_after(C) = 7/6 and gain(C) = log(14/15)",
        "average_cost(C) = log(1/(3/8*2/3 + 5/8*6/5))",
        "average_gain(C) = log((3/8*7/6 + 5/8*13/10)/(5/4))",
        "least_before(G) = 1/4 and least_after(G) = 1/6 and gain(G) = log(10/9)",
        "pml(X->y) = log(4/3) and pmc(X->y) = log(3/2)",
        "least_lift(X->y) = 2/3 and most_lift(X->y) = 4/3",
        "cost(S) = log(3/2) and gain(S) = log(4/3) and average_cost(S) = log(4/3)",
        "cost(I) = log(3/2) and gain(I) = log(2/3) and gain(J) = log(4/3)",
        "cost(B) = log(3/2) and gain(Q) = log(4/3)",
        "maximal_cost_leakage(X->Y) = log(4/3) and maximal_leakage(X->Y) = log(5/4)",
        "worst_cost(C) = e and worst_gain(C) = log(26/25)",
        "pmc(X->Y) = log(3/2) and pml(X->Y) = log(4/3)",
        "pmc_of_pairs(X->Y) = log(3/2) and pml_of_pairs(X->Y) = log(4/3)",
        "least_before(N) = 5/4 and least_after(N) = 7/6 and cost(N) = log(15/14)",
        "average_cost(N) = log(1) and worst_cost(N) = log(15/14)",
    ):
        said = about(text, C, G, N, OWN, RARER, LIKELIER, BROKEN, WHOLE)
        assert said.judge(instance).holds is True, f"{text}: {said.judge(instance)}"
    free = replace(instance, payoffs=without(instance, "C").payoffs)
    assert about("cost(C) = 0 and gain(C) = 0", C).judge(free).holds is True


def test_given_z_everything_is_that_of_the_laws_given_z():
    joint = ((F(1, 8), F(1, 4), F(1, 8), F(0)), (F(1, 8), F(0), F(1, 8), F(1, 4)))
    instance = Attacked(joint, 2, 0, 0)
    said = about("pmc(X->y) = log(1) and cost(S) = 0", OWN, given=True)
    assert instance.prior == instance.posterior == (F(1, 2), F(1, 2))
    assert said.judge(instance).holds is True
    assert not about("pmc(X->y) >= 0").covers(instance)
    other = replace(instance, side=1)
    assert other.allowed == (0, 1)
    assert about("exp(-pmc(X->y)) = 0", given=True).judge(other).holds is True


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        *((f"cost {name}: 1 <= 2", f"is '{name}', but has to be a capital") for name in "EPUYZ"),
        ("guess CD: 1 <= 2", "is 'CD', but has to be a capital"),
        ("cost S = q at any x: 1 <= 2", "has to depend on p alone"),
        ("cost S = pml(X->y) at any x: 1 <= 2", "has to depend on p alone"),
        ("cost S = 1 at every x: 1 <= 2", "expected x, found 'every'|expected 'x'"),
        ("guess B splits y of least lift: 1 <= 2", "'x' in 'x of'"),
        ("guess B splits x of small lift: 1 <= 2", "'least' or 'most'"),
        ("cost C: cost(D) <= pmc(X->y)", r"cost\(D\) needs a binder, such as cost D:"),
        ("cost C; cost C: cost(C) <= pmc(X->y)", "C is bound twice"),
        ("guesswork N: gain(N) <= pml(X->y)", "counts guesses, which are no gain"),
        (f"{RARER}: worst_cost(I) <= e", "changes with the outcome"),
        (f"{RARER}: average_cost(I) <= e", "changes with the outcome"),
        ("cost C: cost(C) <= ldp(X->y)", "is none of the quantities"),
        ("cost C: cost_C <= pmc(X->y)", r"cost_C is written cost\(C\)"),
        ("cost C: cost(C) <= low", "neither a quantity"),
        ("cost C: cost(C) <= pmin", "about a channel"),
        ("cost C: cost(C) <= e where n > 2", "about a channel"),
        ("cost C: PML(e)", "made of conditions"),
        ("cost C; |X| = 2: cost(C) <= e", "cannot stand in one statement"),
    ],
)
def test_what_is_no_statement_about_payoffs_is_refused(text, complaint):
    with pytest.raises(StatementError, match=complaint):
        bound_statement(parse(text))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("cost(C) <= e where pmc(X->y) <= e", True),
        ("cost(C) < 2*e where pmc(X->y) <= e, e > 0", True),
        ("cost(C) < 2*e where pmc(X->y) <= e", False),  # at e = 0
        ("cost(C) <= e <=> cost(C) <= 2*e - e where least_before(C) > 0", True),
        ("least_before(C) > 0 <=> least_before(C) >= 0 where cost(C) > 0", True),
        ("least_before(C) > 0 <=> least_before(C) >= 0 where cost(C) >= 0", False),
    ],
)
def test_a_where_is_a_hypothesis_of_both_sides(text, holds):
    found = conjecture(f"cost C: {text}", seconds=20)
    assert found.verdict == ("proved" if holds else "refuted")


def test_what_mixes_one_outcome_with_all_is_not_reduced():
    with pytest.raises(NotReducible, match="one outcome and of all"):
        reduce_payoffs(about("average_cost(C) <= pmc(X->y)", C))
    with pytest.raises(NotReducible, match="is at least 0"):
        reduce_payoffs(about("cost(S) <= pmc(X->y)", "cost S = p - 1/2 at any x"))


def test_changed_statements_have_other_goals():
    goals = [
        frozenset(case.goal.kernel for case in reduction_of(about(text, *of)).cases)
        for text, of in (
            ("cost(C) <= pmc(X->y)", (C,)),
            ("cost(C) < pmc(X->y)", (C,)),
            ("cost(C) <= 2*pmc(X->y)", (C,)),
            ("cost(C) <= pml(X->y)", (C,)),
            ("gain(C) <= pmc(X->y)", (C,)),
            ("cost(G) <= pmc(X->y)", (G,)),
            ("cost(N) <= pmc(X->y)", (N,)),
            ("cost(S) <= pmc(X->y)", (OWN,)),
            ("cost(T) <= pmc(X->y)", (ONE,)),
        )
    ]
    goals += [
        frozenset(
            case.goal.kernel for case in reduction_of(about("cost(S) <= pmc(X->y)", of)).cases
        )
        for of in ("cost S = p at any x", "cost S = 1 - p at x of least lift")
    ]
    assert len({*goals}) == len(goals)
