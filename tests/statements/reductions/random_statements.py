"""Random statements about one mechanism, and the way from an instance to the numbers of goals."""

from fractions import Fraction
from itertools import product

from pmlsym.proof.evaluation.balls import NoValue, Point
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.terms import NotProved
from pmlsym.statements.arithmetic import from_kernel
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.leakages import Overall
from pmlsym.statements.model import Model
from pmlsym.statements.values import LogOf, Undefined, Unseparated, holds, in_kernel

INFORMATION = Overall("mutual_information", "X", ("Y",))
LEVELS = (
    *("e", "a", "2*e", "e/2", "a + e", "0", "log(2)", "log(3/2)", "1/2", "max(a, e)", "min(a, 1)"),
    *("log(1/pmin)", "log(1/pmax)", "log(n)", "a*pmin", "e - a", "-e", "e*log(2)", "log(a)"),
    "log(pmin + exp(e)*(1 - pmin))",
    "-log(pmin + exp(-e)*(1 - pmin))",
    "log(pmin/(1 - exp(e)*(1 - pmin)))",
    "log((1 - exp(-e)*(1 - pmin))/pmin)",
    "log(pmin - 1/4)",
    "log(3*pmin - 1)/2",
    "1/(n - 2)",
    "log(n/(1 + (n - 1)*exp(-e)))",
    "log(2/3)",
)
MEASURES = (
    *("pml(X->y)", "pmc(X->y)", "ldp(X->y)") * 3,
    *("pml(X->Y)", "pmc(X->Y)", "ldp(X->Y)") * 2,
    *("pml(X->y) + pmc(X->y)", "2*pml(X->y)", "pmc(X->y)/2", "-pmc(X->y)", "0*pmc(X->y)"),
    *("max(pml(X->y), pmc(X->y))", "min(pml(X->y), pmc(X->y))", "ldp(X->y) - pmc(X->y)"),
    *("exp(-pmc(X->y))", "exp(pml(X->y))", "1 - exp(-pmc(X->y))", "pml(X->y)*pmc(X->y)"),
    *("pml(X->Y) + pmc(X->y)", "ldp(X->Y) - pml(X->y)", "pml(X->y)^2", "a*pmc(X->y)"),
)
OVER_OUTCOMES = (
    *("maximal_leakage(X->Y)", "maximal_cost_leakage(X->Y)", "E[pml(X->y)]", "E[pmc(X->y)]"),
    *("mutual_information(X;Y)", "E[exp(-pmc(X->y))]", "E[ldp(X->y)]"),
)
OF_PRIOR = (
    *("pmin = 1/3", "pmin = 2/5", "pmin >= 1/4", "pmin < 1/4", "pmax <= 1/2", "pmax = 1/2"),
    *("n = 3", "n >= 4", "n = 2", "pmax < 2*pmin", "pmin*n <= 1/2", "exp(e)*(1 - pmin) < 1"),
)
STRUCTURES = (
    *("",) * 8,
    *("|X| = 2", "|X| = 3", "|X| = 4", "|X| >= 3", "|X| >= 1", "|X| = 1"),
    *("prior uniform", "prior (1/2, 1/3, 1/6)", "prior (1/2, 1/2)", "|X| = 3; prior uniform"),
)
OF_THE_PRIOR = ("pmin", "pmax", "n)", "n ", "(n", "prior")
KINDS = ("PML", "PMC", "LDP", "LIP", "ALIP")
SIGNS = ("<=", "<=", "<=", "<", ">=", ">", "=", "!=")


def statement_text(random):
    """Return a statement about one mechanism."""
    structure = random.choice(STRUCTURES)
    given = [_clause(random) for _ in range(random.choice((0, 1, 1, 1, 2)))]
    claimed = [_clause(random) for _ in range(random.choice((1, 1, 1, 2)))]
    text = " and ".join(claimed)
    if given:
        text = f"{' and '.join(given)} {random.choice(('=>',) * 6 + ('<=>',))} {text}"
    if structure:
        text = f"{structure}: {text}"
    return text


def _clause(random):
    draw = random.random()
    if draw < 0.5:
        kind = random.choice(KINDS)
        levels = [random.choice(LEVELS) for _ in range(2 if kind == "ALIP" else 1)]
        return f"{kind}({', '.join(levels)})"
    if draw < 0.6:
        return random.choice(OF_PRIOR)
    if draw < 0.68:
        return f"{random.choice(OVER_OUTCOMES)} <= {random.choice(LEVELS)}"
    left = random.choice(MEASURES)
    right = random.choice(MEASURES if random.random() < 0.25 else LEVELS)
    return f"{left} {random.choice(SIGNS)} {right}"


# --- from an instance to numbers ------------------------------------------------------------------


def numbers_of(model):
    """Return the numbers that an instance has for the priors of goals, and for the parameters."""
    masses = sorted(model.prior)
    found = {name: in_kernel(value) for name, value in model.parameters.items()}
    found |= {
        "pmin": _number(masses[0]),
        "p_2": _number(masses[min(1, len(masses) - 1)]),
        "pmax": _number(masses[-1]),
        "n": _number(Fraction(len(masses))),
        "information": in_kernel(Evaluation(model.law, {}).value(INFORMATION)),
    }
    return found


def points(statement, model, goal):
    """Yield the points of a goal that an instance gives, one outcome for each name.

    Where a statement does not speak of the prior, that may be another one with the same outcomes.
    """
    yield from _points(model, goal, numbers_of(model))
    names_prior = any(word in str(statement) for word in OF_THE_PRIOR)
    if not names_prior or statement.both_ways or len(statement.claimed) > 1:
        rare = _number(min(*model.prior, Fraction(1, 1000)))
        yield from _points(model, goal, numbers_of(model) | {"pmin": rare})
    if "pmin" not in str(statement) and "pmax" not in str(statement):
        # what does not depend on the prior is read under the uniform one
        n = len(model.prior)
        other = Model.from_channel(model.kernel, (Fraction(1, n),) * n)
        alike = Model(other.law, model.parameters)
        yield from _points(alike, goal, numbers_of(alike))


def _points(model, goal, numbers):
    table = model.law.extremes("X", ("Y",))
    weights = model.law.marginal(("Y",))
    atoms = [
        (
            _number(Fraction(weights[seen], model.law.total)),
            {"w_max": _number(high), "w_min": _number(low), **_divergence(model.law, seen)},
        )
        for seen, (high, low) in table.items()
    ]
    free = {name for s in (*goal.hypotheses, goal.conclusion) for name in kernel.free(s)}
    letters = sorted({name[0] for name in free if name[1:] in ("_max", "_min")})
    for chosen in product(table.values(), repeat=len(letters)):
        named = {}
        for letter, (high, low) in zip(letters, chosen, strict=True):
            named |= {f"{letter}_max": _number(high), f"{letter}_min": _number(low)}
        yield Point(numbers | named, {"Y": atoms})


def _divergence(law, seen):
    """Return the divergence of the posterior from the prior by its definition, and the share."""
    joint, prior = law.marginal(("X", "Y")), law.marginal(("X",))
    here = {x: mass for (x, *y), mass in joint.items() if tuple(y) == tuple(seen) and mass}
    lifts = {x: Fraction(m * law.total, sum(here.values()) * prior[(x,)]) for x, m in here.items()}
    terms = [
        ("product", _number(Fraction(mass, sum(here.values()))), ("log", _number(lifts[x])))
        for x, mass in here.items()
    ]
    high, low = max(lifts.values()), min(lifts.values()) if len(here) == len(prior) else Fraction(0)
    share = high * (1 - low) / (high - low) if high > low else Fraction(0)
    return {"divergence": ("sum", *terms), "share": _number(share)}


def fails(goal, point):
    """Say whether all hypotheses hold and the conclusion does not; None if nothing tells."""
    told = True
    for hypothesis in goal.hypotheses:
        is_met = (
            _is_law(point, hypothesis[1][1])
            if hypothesis[0] == "finite"
            else _holds(point, hypothesis)
        )
        if is_met is False:
            return False
        told = told and is_met is True
    is_so = _holds(point, goal.conclusion)
    if is_so:
        return False
    return True if told and is_so is False else None


def _is_law(point, law):
    """Whether the outcomes are on the support of a law."""
    law = kernel.put(("mean", law, kernel.ONE), point.numbers)[1]
    found = [
        _holds(point, relation)
        for _, values in point.laws[law[1]]
        for relation in kernel.on_support(law, [values[hint] for hint in law[2]])
    ]
    return False if False in found else None if None in found else True


def _holds(point, relation):
    """Whether a relation holds at a point; one side of which has no value does not."""
    try:
        sign, left, right = _told(point.closed(relation))
        return holds(from_kernel(left), sign, from_kernel(right))
    except (NoValue, Undefined, NotProved):
        return False
    except Unseparated:
        return None


def _told(item):
    """Return a closed term, or a relation, with 0 or 1 in the place of each indicator."""
    if not isinstance(item, tuple):
        return item
    if item[0] == "indicator":
        event = [
            holds(from_kernel(left), sign, from_kernel(right)) for sign, left, right in item[1:]
        ]
        return kernel.number(int(all(event)), 1)
    return tuple(map(_told, item))


def _number(value):
    return kernel.number(value.numerator, value.denominator)


# --- numbers without an instance ------------------------------------------------------------------

MASSES = tuple(Fraction(p, q) for p, q in ((1, 2), (1, 3), (2, 5), (1, 4), (1, 5), (3, 7), (1, 9)))
LOWS = tuple(Fraction(p, q) for p, q in ((0, 1), (1, 2), (1, 4), (3, 4), (9, 10), (1, 1), (1, 9)))
HIGHS = tuple(Fraction(p, q) for p, q in ((1, 1), (3, 2), (2, 1), (5, 4), (3, 1), (11, 10)))


def drawn_numbers(goal, parameters, random):
    """Return random numbers for the symbols of a goal, as they stand in statements.

    Lifts are often as far apart as two secrets let them be, and levels those of the lifts.
    """
    names = {name for s in (*goal.hypotheses, goal.conclusion) for name in kernel.free(s)}
    p = random.choice(MASSES)
    q = random.choice((p, 1 - p, p + (1 - 2 * p) / 3))
    found = {"pmin": p, "p_2": q, "n": Fraction(random.choice((2, 3, 3, 4, 5, 7)))}
    rest = 1 - p - q
    found["pmax"] = random.choice((1 - p, rest, 1 - 2 * p, max(p, rest / 2)))
    if "n" in names and "pmin" not in names:
        p = q = 1 / found["n"]
    pair = None
    for letter in sorted({name[0] for name in names if name[1:] in ("_max", "_min")}):
        if pair is None or random.random() < 0.5:
            low = random.choice(LOWS)
            high = random.choice(
                (*HIGHS, (1 - (1 - p) * low) / p, (1 - p * low) / (1 - p), 1 / p, 1 / (1 - p))
            )
            pair = high, low
        found[f"{letter}_max"], found[f"{letter}_min"] = pair
    high, low = pair or (Fraction(2), Fraction(1, 2))
    levels = [
        LogOf(x) for x in (high, 1 / low if low else Fraction(5), high / (low or 1)) if x != 1
    ]
    for name in parameters:
        found[name] = random.choice((*levels * 2, Fraction(0), Fraction(1, 2), Fraction(2)))
    return {name: value for name, value in found.items() if name in names}


def kernel_point(numbers):
    """Return numbers as the point of a goal."""
    return Point({name: in_kernel(value) for name, value in numbers.items()})


def exact_numbers(point):
    """Return the numbers of a point as they stand in statements."""
    return {name: from_kernel(value) for name, value in point.numbers.items()}
