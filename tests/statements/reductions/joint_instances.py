"""Random statements about X, Y and Z, and the points of goals that a joint law gives."""

from fractions import Fraction
from itertools import permutations, product
from math import prod

from pmlsym.proof.evaluation.balls import Point
from pmlsym.statements.values import in_kernel
from tests.statements.reductions.random_statements import fails

STRUCTURES = (
    *("X - Y - Z: ", "Y - X - Z: ", "X - Z - Y: ", "", "") * 2,
    *("X, Y independent: ", "X, Z independent: ", "|X| = 2; Y - X - Z: ", "|X| = 3: "),
    *("|X| >= 3; X - Y - Z: ", "prior uniform; |X| = 2; X - Y - Z: "),
)
CHANNELS = ("X->Y", "X->Z", "Y->Z", "X->Y,Z", "Y->X", "Z->Y")
MEASURES = (
    *("{}(X->z)", "{}(X->y)", "{}(X->y,z)", "{}(X->z|y)", "{}(X->Y)", "{}(X->Z)", "{}(X->Y,Z)"),
    *("{}(Y->z)", "{}(Y->x)", "{}(Z->y)", "{}(Y->Z)", "{}(Z->y|x)"),
)
LEVELS = ("a", "b", "a + b", "2*a", "min(a, b)", "0", "log(2)", "log(1 + a)", "a/2")


def statement_text(random):
    """Return a statement about several variables."""
    given = [
        f"{random.choice(('PML', 'PMC', 'LDP'))}({random.choice(LEVELS[:4])}) "
        f"of {random.choice(CHANNELS)}"
        for _ in range(random.choice((0, 1, 1, 2)))
    ]
    if random.random() < 0.2:
        about = random.choice(("X->z|y", "X->y|z", "Y->z|x", "Z->y|x"))
        given.append(f"{random.choice(('pml', 'pmc', 'ldp'))}({about}) <= {random.choice('ab')}")
    kind = random.choice(("pml", "pml", "pmc", "pmc", "ldp"))
    parts = [random.choice(MEASURES).format(kind) for _ in range(random.choice((1, 1, 2)))]
    if given and random.random() < 0.6:
        parts = [random.choice(LEVELS), *parts[1:]]
    claimed = f"{random.choice(MEASURES).format(kind)} {random.choice(('<=', '<=', '=', '<'))} "
    claimed += " + ".join(parts)
    text = f"{' and '.join(given)} => {claimed}" if given else claimed
    return random.choice(STRUCTURES) + text


# --- from a joint law to numbers -----------------------------------------------------------------


def points(case, model, random=None):
    """Yield the points of a goal that a law gives, with every choice of the values named.

    Named values are a piece of a value, so that something is left of each. Bounds are what they
    bound; with `random`, larger.
    """
    instance = case.way.instance
    names = model.law.variables
    joint = {
        place: Fraction(weight, model.law.total)
        for place, weight in zip(
            product(*map(range, model.law.shape)), model.law.weights, strict=True
        )
    }
    possible = {
        name: [v for v in range(size) if any(m for p, m in joint.items() if p[axis] == v)]
        for axis, (name, size) in enumerate(zip(names, model.law.shape, strict=True))
    }
    choices = []
    for name in names:
        labels = instance.named[name]
        if name in instance.whole:
            if len(labels) != len(possible[name]):
                return
            choices.append(list(permutations(possible[name])))
        else:
            choices.append(list(product(possible[name], repeat=len(labels))))
    for chosen in product(*choices):
        played = {
            label: value
            for name, values in zip(names, chosen, strict=True)
            for label, value in zip(instance.named[name], values, strict=True)
        }
        yield _point(instance, model, joint, possible, played, random)


def _shares(instance, possible, played, name):
    """Return by label which part of each value it is; an atom is called Y|1."""
    labels = instance.named[name]
    if name in instance.whole:
        return {label: {played[label]: Fraction(1)} for label in labels}
    piece = Fraction(1, len(labels) + 1)
    shares = {label: {played[label]: piece} for label in labels}
    left = {v: 1 - piece * sum(played[one] == v for one in labels) for v in possible[name]}
    if name == instance.averaged:
        return shares | {f"{name}|{v + 1}": {v: left[v]} for v in possible[name]}
    return shares | {f"{name.lower()}r": left}


def _point(instance, model, joint, possible, played, random):
    names = model.law.variables
    shares = [_shares(instance, possible, played, name) for name in names]
    merged = {}
    for labels in product(*shares):
        parts = [share[label] for share, label in zip(shares, labels, strict=True)]
        merged[labels] = sum(
            joint[values] * prod(part[v] for part, v in zip(parts, values, strict=True))
            for values in product(*parts)
        )
    masses = {}
    for labels, mass in merged.items():
        for label in labels:
            masses[label] = masses.get(label, 0) + mass
    numbers, atoms = {}, {}
    for label, mass in masses.items():
        numbers[f"P|{label}"] = mass
    axes = range(len(names))
    for some in [(i, j) for i in axes for j in axes if i < j] + [tuple(axes)]:
        for labels in product(*(shares[axis] for axis in some)):
            total = sum(
                m
                for p, m in merged.items()
                if all(p[i] == b for i, b in zip(some, labels, strict=True))
            )
            density = total / prod(masses[label] for label in labels)
            numbered = [label for label in labels if "|" in label]
            name = "r_" + "|".join(label.partition("|")[0] for label in labels)
            number = numbered[0].partition("|")[2] if numbered else ""
            (atoms.setdefault(number, {}) if numbered else numbers)[name] = density
    for condition in _bounded(instance, model, played):
        name, value = condition
        if random is not None:
            slack = random.choice((Fraction(1), Fraction(1), Fraction(3, 2), Fraction(2)))
            value = value * slack if name.startswith("pml") else value / slack
        numbers[name] = value
    numbers |= _largest(instance, numbers, atoms)
    weights = {k: numbers.pop(f"P|{instance.averaged}|{k}") for k in atoms}
    return numbers, [(weights[k], atoms[k]) for k in sorted(atoms)]


def _bounded(instance, model, played):
    """Yield the value of each bound that a goal may speak of, from the law itself."""
    for kind, secret, seen, given, lower in _bounds(model.law.variables):
        table = model.law.extremes(secret, seen, given)
        names = (*seen, *given)
        worst = []
        for place, (high, low) in table.items():
            at = dict(zip(names, place, strict=True))
            if all(at[n] == played.get(f"{n.lower()}0") for n in lower):
                worst.append({"pml": high, "pmc": low, "ldp": low / high}[kind])
        if worst:
            shown = [n.lower() if n in lower else n for n in seen]
            after = f"_{'|'.join(given).lower()}" if given else ""
            yield (
                f"{kind}_{secret}|{'|'.join(shown)}{after}",
                (max if kind == "pml" else min)(worst),
            )


def _bounds(names):
    for kind in ("pml", "pmc", "ldp"):
        for secret in names:
            others = [n for n in names if n != secret]
            for seen in [(n,) for n in others] + ([tuple(others)] if len(others) > 1 else []):
                yield kind, secret, seen, (), seen
                yield kind, secret, seen, (), ()
                for given in others:
                    if given not in seen:
                        yield kind, secret, seen, (given,), (*seen, given)
                        yield kind, secret, seen, (given,), ()


def _largest(instance, numbers, atoms):
    """Return the largest lift of a secret that is averaged over, at each outcome."""
    middle = instance.averaged
    if not middle:
        return {}
    found = {}
    labels = [n[2:] for n in numbers if n.startswith("P|") and n[2:].partition("|")[0] != middle]
    others = [n for n in labels if n[0] != middle.lower()]
    rows = [(middle, atom) for atom in atoms.values()]
    rows += [(label, numbers) for label in labels if label[0] == middle.lower()]

    def density(table, *parts):
        if len(parts) < 2:
            return Fraction(1)
        ordered = sorted(parts, key=lambda part: part[0].lower())
        return table["r_" + "|".join(ordered)]

    for one in others:
        found[f"K_{middle}|{one}"] = max(density(table, value, one) for value, table in rows)
        for two in others:
            if one[0] == two[0]:
                continue
            both = density(numbers, one, two)
            joint = [(density(t, v, one, two), density(t, v, two)) for v, t in rows]
            if one[0] < two[0] and both:
                found[f"K_{middle}|{one}|{two}"] = max(top for top, _ in joint) / both
            given = [top / (below * both) for top, below in joint if below and both]
            found[f"K_{middle}|{one}_{two}"] = max(given, default=Fraction(1))
            found.setdefault(f"K_{middle}|{one}|{two}", Fraction(1))
    return found


# --- the same for goals and for the way back -----------------------------------------------------


def kernel_point(model, numbers, atoms, middle):
    """Return a point of the kernel."""
    exact = {name: in_kernel(value) for name, value in {**model.parameters, **numbers}.items()}
    total = sum(mass for mass, _ in atoms)
    law = [
        (in_kernel(mass / total), {name: in_kernel(value) for name, value in values.items()})
        for mass, values in atoms
    ]
    return Point(exact, {middle: law} if middle else {})


def exact_point(model, numbers, atoms, middle):
    """Return the point as a way back takes it."""
    found = {**model.parameters, **numbers}
    for number, (mass, values) in enumerate(atoms, 1):
        found[f"P|{middle}|{number}"] = mass
        found |= {f"{name}|{number}": value for name, value in values.items()}
    return found


def goal_fails(cases, model):
    """Whether a goal fails, or nothing tells, at a point that a law gives."""
    for case in cases:
        middle = case.way.instance.averaged
        for numbers, atoms in points(case, model):
            if fails(case.goal.kernel, kernel_point(model, numbers, atoms, middle)) is not False:
                return True
    return False
