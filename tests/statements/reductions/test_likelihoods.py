"""Goals about likelihoods under priors: where one fails so does the statement, and back."""

from fractions import Fraction as F
from itertools import islice
from math import prod
from random import Random

import pytest

from pmlsym.proof.evaluation.balls import Point
from pmlsym.statements.arithmetic import exp, log
from pmlsym.statements.binders import Both, Drawn, Mixed
from pmlsym.statements.likelihoods import OneOutcome
from pmlsym.statements.reductions import NotReducible, is_reducible
from pmlsym.statements.reductions.likelihoods import reduce_likelihoods
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.values import in_kernel
from tests.statements.bound import bound
from tests.statements.reductions.random_statements import fails

P, Q, D = Drawn("P"), Drawn("Q"), Drawn("D", single=True)
PAIR = Both("B", "P", "Q")
SETTINGS = (
    ((P,), ""),
    ((P, Q), ""),
    ((P, D), ""),
    ((P, Q, Mixed("M", parse_term("theta"), "P", "Q")), "theta > 0, theta < 1"),
    ((P, D, Mixed("M", parse_term("1/3"), "P", "D")), ""),
    ((P, Q, PAIR), ""),
)
STATEMENTS, INSTANCES, POINTS = 50, 8, 8


def statement(random):
    """Return a random statement."""
    priors, where = random.choice(SETTINGS)
    names = [prior.name for prior in priors]

    def leakage():
        return f"{random.choice(('pml', 'pmc', 'ldp'))}_{random.choice(names)}"

    def side():
        return random.choice(
            (leakage(), leakage(), f"{leakage()} + {leakage()}", "e", "2*e", "log(2)", "1")
        )

    given = [f"{leakage()} <= {random.choice(('e', 'log(2)'))}"] * random.choice((0, 1, 1))
    if random.random() < 0.3:
        given.append(f"{random.choice(('least', 'chance', 'most'))}_{random.choice(names)} > 1/3")
    claim = f"{leakage()} {random.choice(('<=', '<', '>=', '='))} {side()}"
    text = f"{' and '.join(given)} => {claim}" if given else claim
    possible = [f"chance_{name} > 0" for name in names[:2] if random.random() < 0.7]
    conditions = ", ".join(filter(None, (where, *possible)))
    return bound(f"{text} where {conditions}" if conditions else text, *priors)


def numbers_of(about, instance):
    """Return the numbers of an instance by the names in goals, from the definitions."""
    laws, found = dict(instance.priors), {n: in_kernel(v) for n, v in instance.parameters}
    ends = {}
    for name, masses in laws.items():
        pairs = [(m, a) for m, a in zip(masses, instance.likelihoods, strict=True) if m]
        low, high = min(a for _, a in pairs), max(a for _, a in pairs)
        chance = sum(m * a for m, a in pairs)
        share = (chance - low) / (high - low) if high > low else F(1, 2)
        ends[name] = {"least": low, "most": high}
        numbers = {"least": low, "chance": chance, "most": high, "high": share}
        found |= {f"{kind}_{name}": in_kernel(value) for kind, value in numbers.items()}
    for both in about.over.priors:
        if isinstance(both, Both):
            for kind in ("least", "most"):
                parts = [ends[name][kind] for name in both.of]
                found[f"{kind}_{both.name}"] = in_kernel(F(prod(parts)))
                for name, part in zip(both.of, parts, strict=True):
                    found[f"{kind}_{both.name}_{name}"] = in_kernel(part)
    return found


def drawn_instance(about, random):
    """Return an instance with two secrets for each prior, from numbers alone."""
    likelihoods, rows = [], []
    drawn = [prior for prior in about.over.priors if isinstance(prior, Drawn)]
    sizes = [1 if prior.single else 2 for prior in drawn]
    for place, prior in enumerate(drawn):
        ends = sorted(F(random.randint(0, 6), 6) for _ in range(sizes[place]))
        share = F(random.randint(1, 5), 6)
        row = [F(0)] * sum(sizes)
        masses = [F(1)] if prior.single else [1 - share, share]
        row[sum(sizes[:place]) : sum(sizes[: place + 1])] = masses
        likelihoods += ends
        rows.append((prior.name, tuple(row)))
    values = {
        name: F(random.randint(1, 5), 6) if name == "theta" else log(F(random.randint(2, 9), 2))
        for name in about.parameters
    }
    return OneOutcome(tuple(likelihoods), tuple(rows), tuple(values.items()))


@pytest.mark.parametrize("seed", range(2))
def test_both_ways(seed):
    random = Random(seed)
    reduced = failing_instances = failing_points = 0
    for number in range(STATEMENTS):
        said = statement(random)
        try:
            cases = reduce_likelihoods(said).cases
        except NotReducible:
            continue
        reduced += 1
        goals = [case.goal.kernel for case in cases]
        for instance in islice(said.instances(number), INSTANCES):
            if said.judge(instance).holds is False:
                failing_instances += 1
                point = Point(numbers_of(said, instance), {})
                assert any(fails(goal, point) for goal in goals), f"{said}: {instance}"
        for _ in range(POINTS):
            instance = drawn_instance(said, random)
            point = Point(numbers_of(said, instance), {})
            if any(fails(goal, point) for goal in goals):
                failing_points += 1
                assert said.judge(instance).holds is False, f"{said}: {instance}"
    assert reduced > 0.8 * STATEMENTS
    assert failing_instances > STATEMENTS
    assert failing_points > STATEMENTS


BEYOND = "ldp_R > e => {}_Q > e and share_Q > 0 and share_Q < 1 where chance_D = {}"


def beyond(kind, place, share):
    priors = (Drawn("R"), D, Mixed("Q", parse_term(share), "R", "D"))
    return bound(BEYOND.format(kind, place), *priors)


FALSE = {
    "the wrong secret, of least likelihood": (
        beyond("pml", "most_R", "(most_R - exp(e)*least_R)/(2*exp(e))"),
        lambda high, low, ratio: (high - ratio * low) / (2 * ratio),
    ),
    "twice the share": (
        beyond("pml", "least_R", "(most_R - exp(e)*least_R)/exp(e)"),
        lambda high, low, ratio: (high - ratio * low) / ratio,
    ),
    "the wrong secret, of most likelihood": (
        beyond("pmc", "least_R", "(most_R - exp(e)*least_R)/(2*most_R)"),
        lambda high, low, ratio: (high - ratio * low) / (2 * high),
    ),
    "convex": (
        bound(
            "theta*pmc_P + (1 - theta)*pmc_Q >= pmc_M "
            "where theta > 0, theta < 1, chance_P > 0, chance_Q > 0",
            *(P, Q, Mixed("M", parse_term("theta"), "P", "Q")),
        ),
        None,
    ),
    "a sum of two kinds": (
        bound("pmc_B = pmc_P + pml_Q where chance_P > 0, chance_Q > 0", P, Q, Both("B", "P", "Q")),
        None,
    ),
    "the largest likelihood": (bound("most_P = 1 <=> exp(-pmc_P) = 0 where chance_P > 0", P), None),
    "an impossible outcome": (bound("least_P = 0 <=> exp(-pmc_P) = 0", P), None),
}


@pytest.mark.parametrize("change", FALSE)
def test_what_instances_show_to_be_false_has_a_goal_that_fails(change):
    said, share = FALSE[change]
    instances = islice(said.instances(), 200)
    failing = [instance for instance in instances if said.judge(instance).holds is False]
    goals = [case.goal.kernel for case in reduce_likelihoods(said).cases]
    assert failing
    for instance in failing[:8]:
        numbers = numbers_of(said, instance)
        if share is not None:
            allowed = [x for x, mass in enumerate(dict(instance.priors)["R"]) if mass]
            likely = [instance.likelihoods[x] for x in allowed]
            if any(likely):
                ratio = exp(dict(instance.parameters)["e"])
                numbers["share_Q"] = in_kernel(share(max(likely), min(likely), ratio))
        assert any(fails(goal, Point(numbers, {})) for goal in goals), str(instance)


@pytest.mark.parametrize("kind", ["pml", "pmc", "ldp"])
def test_what_two_secrets_leak_adds_up(kind):
    said = bound(f"{kind}_B = {kind}_P + {kind}_Q where chance_P > 0, chance_Q > 0", P, Q, PAIR)
    assert said.trial(60).violations == 0
    assert is_reducible(said)


def test_a_mixture_that_may_leave_out_a_prior_is_not_reduced():
    mixed = Mixed("M", parse_term("theta"), "P", "Q")
    with pytest.raises(NotReducible, match="in so many words"):
        reduce_likelihoods(bound("pml_M >= 0 where theta > 0", P, Q, mixed))
    assert not is_reducible(bound("pml_P >= 0", P)._assertion)


@pytest.mark.parametrize(
    "text",
    [
        "share_M > 0 and share_M < 1 => pml_M <= max(pml_P, pml_Q)",
        "0 < share_M and 1 > theta => pml_M <= max(pml_P, pml_Q)",
        "pml_M <= max(pml_P, pml_Q) where share_M > 0, theta < 1",
    ],
)
def test_a_share_may_be_given_by_its_own_name(text):
    mixed = Mixed("M", parse_term("theta"), "P", "Q")
    plain = "pml_M <= max(pml_P, pml_Q) where theta > 0, theta < 1"
    found, same = (reduce_likelihoods(bound(one, P, Q, mixed)) for one in (text, plain))
    assert [case.goal for case in found.cases] == [case.goal for case in same.cases]
