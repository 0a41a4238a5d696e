"""The language of statements, read a second time: tuples instead of the package's objects."""

import re
from fractions import Fraction as F
from itertools import pairwise

TOKEN = re.compile(
    r"\s*(<=>|=>|->|<=|>=|!=|\d+\.?\d*(?:[eE][+-]?\d+)?|[A-Za-z][A-Za-z0-9_]*|[^\s])"
)
KINDS = {"PML", "PMC", "LDP", "LIP", "ALIP"}
MEASURES = {"pml", "pmc", "ldp"}
OVERALL = {"maximal_leakage", "maximal_cost_leakage", "mutual_information"}
OVERALL |= {"tv", "kl", "chi2", "hockey_stick", "H", "min_entropy_leakage"}
POSTERIOR = {"vulnerability", "guesswork"}
OVERALL |= POSTERIOR
SIGNS = {"<=", "<", ">=", ">", "=", "!="}


WORDS = MEASURES | OVERALL | KINDS | {"exp", "log", "max", "min", "hb"}


def knows(text):
    """Whether every measure in a text is one of this reading, which has no tv(X;Y)."""
    tokens = TOKEN.findall(text)
    words = {word for word, after in pairwise(tokens) if after == "("}
    joint = {(a, d) for a, d in zip(tokens, tokens[3:], strict=False)}
    named = {word for word in words if word.isidentifier()}
    return named <= WORDS and not joint & {("tv", ";"), ("chi2", ";")}


def split(tokens, at):
    """Split at a token outside of brackets."""
    parts, depth = [[]], 0
    for token in tokens:
        depth += (token in "([") - (token in ")]")
        if token == at and not depth:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


class Reader:
    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0

    @property
    def next(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, token):
        assert self.take() == token, (self.tokens, self.at, token)

    def sum(self):
        term = self.product()
        while self.next in ("+", "-"):
            term = (self.take(), term, self.product())
        return term

    def product(self):
        term = self.signed()
        while self.next in ("*", "/"):
            term = (self.take(), term, self.signed())
        return term

    def signed(self):
        if self.next == "-":
            self.take()
            return ("neg", self.signed())
        base = self.atom()
        if self.next == "^":
            self.take()
            return ("^", base, self.signed())
        return base

    def atom(self):
        token = self.take()
        if token == "(":
            inside = self.sum()
            self.expect(")")
            return inside
        if token[0].isdigit():
            return ("number", F(token))
        if token == "E":
            self.expect("[")
            inside = self.sum()
            self.expect("]")
            return ("mean", inside)
        if token in MEASURES | OVERALL:
            self.expect("(")
            alone = self.tokens[self.at + 1] == ")" and (self.take(), (), ())
            found = alone or self.way()
            if self.next == ";":
                self.take()
                found = (*found, self.sum())
            self.expect(")")
            return (token, *found)
        if token in ("exp", "log", "max", "min", "hb"):
            self.expect("(")
            inside = [self.sum()]
            while self.next == ",":
                self.take()
                inside.append(self.sum())
            self.expect(")")
            return (token, *inside)
        return ("name", token)

    def way(self):
        secret, _ = self.take(), self.take()
        seen, given = [self.take()], []
        while self.next == ",":
            self.take()
            seen.append(self.take())
        if self.next == "|":
            self.take()
            given.append(self.take())
            while self.next == ",":
                self.take()
                given.append(self.take())
        return secret, tuple(seen), tuple(given)


def clause(tokens):
    reader = Reader(tokens)
    if reader.next in KINDS:
        kind = reader.take()
        reader.expect("(")
        levels = [reader.sum()]
        while reader.next == ",":
            reader.take()
            levels.append(reader.sum())
        reader.expect(")")
        way = ("X", ("Y",), ())
        if reader.next == "of":
            reader.take()
            way = reader.way()
        found = ("guarantee", kind, levels, way)
    else:
        left = reader.sum()
        sign = reader.take()
        assert sign in SIGNS
        found = ("condition", left, sign, reader.sum())
    assert not reader.next, tokens
    return found


def parse(text):
    tokens = TOKEN.findall(text)
    structure, rest = [], tokens
    if ":" in tokens:
        place = tokens.index(":")
        structure, rest = split(tokens[:place], ";"), tokens[place + 1 :]
    where = []
    if "where" in rest:
        place = rest.index("where")
        where, rest = [clause(part) for part in split(rest[place + 1 :], ",")], rest[:place]
    arrow = next((token for token in rest if token in ("=>", "<=>")), "")
    sides = split(rest, arrow) if arrow else [[], rest]
    hypotheses, conclusion = (
        [clause(part) for part in split(side, "and")] if side else [] for side in sides
    )
    return {
        "structure": structure,
        "hypotheses": hypotheses,
        "conclusion": conclusion,
        "where": where,
        "both": arrow == "<=>",
    }


def term(text):
    """Read one term."""
    reader = Reader(TOKEN.findall(text))
    found = reader.sum()
    assert not reader.next, text
    return found


def condition(text):
    """Read one condition."""
    return clause(TOKEN.findall(text))
