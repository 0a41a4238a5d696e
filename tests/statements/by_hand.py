"""What an adversary knows and is paid, by loops over a joint law: nothing of the evaluation."""

from fractions import Fraction as F
from itertools import permutations

from pmlsym.statements.binders import AnyGuess, AnyOrder, OfSecret, Pieces

HEIGHTS = {"1/p": lambda p: 1 / p, "p": lambda p: p, "1 - p": lambda p: 1 - p, "1": lambda p: F(1)}


def given_z(instance):
    """Return P(x|z), P(y|z) and P(x|y,z)/P(x|z) of what is possible given z."""
    table = [row[instance.side :: instance.sides] for row in instance.joint]
    whole = sum(map(sum, table))
    prior = {x: sum(row) / whole for x, row in enumerate(table) if any(row)}
    chance = {y: sum(column) / whole for y, column in enumerate(zip(*table, strict=True))}
    chance = {y: p for y, p in chance.items() if p}
    lift = {y: {x: table[x][y] / whole / p / prior[x] for x in prior} for y, p in chance.items()}
    return prior, chance, lift


def starred(payoff, lift):
    """Return the secret of extreme lift that a payoff speaks of."""
    which = payoff.choices if isinstance(payoff, OfSecret) else payoff.secret
    return (min if which == "rarer" else max)(lift, key=lambda x: lift[x])


def pieces(broken, rest):
    """Return how many pieces are enough."""
    count = 1
    while broken / count > rest:
        count += 1
    return count


def choices_of(payoff, instance, prior, lift, is_cost):
    """Return what each choice pays at every secret."""
    if isinstance(payoff, OfSecret):
        height = {x: HEIGHTS[str(payoff.height)](p) for x, p in prior.items()}
        all_of = [{x: height[x] if x == w else F(0) for x in prior} for w in prior]
        if payoff.choices == "all":
            return all_of
        return [all_of[list(prior).index(starred(payoff, lift))]]
    if isinstance(payoff, Pieces):
        star = starred(payoff, lift)
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
