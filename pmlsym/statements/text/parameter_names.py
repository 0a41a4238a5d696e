"""Parameters whose names say that something else is meant: Euler's number, or another parameter."""

from __future__ import annotations

from collections import Counter

from pmlsym.statements.binders import UNDER_A_PRIOR
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Operation, Parameter, parameters_of, walk
from pmlsym.statements.text.tokens import ParseError, Token


def refuse_constants(said: Statement, cut: list[Token]) -> None:
    """Refuse a parameter that is meant as a number: e only as the base of powers, or pi."""
    parts = [part for term in said.terms for part in walk(term)]
    named = Counter(part.name for part in parts if isinstance(part, Parameter))
    powers = [part for part in parts if isinstance(part, Operation) and part.sign == "^"]
    bases = Counter(one.left.name for one in powers if isinstance(one.left, Parameter))
    exponent = next((one.right for one in powers if one.left == Parameter("e")), "...")
    _refuse_two_spellings(named, cut)
    _refuse_quantities(said, named, cut)
    for power in powers:
        if power.left == Parameter("e") and parameters_of(power.right):
            raise ParseError(
                next(t.column for t in cut if t.text == "e"),
                f"e is a parameter like any other, and seems to be meant as the number: write "
                f"exp({power.right}), or give the parameter another name.",
            )
    for token in cut:
        if named["e"] and token.kind == "number" and "e" in token.text.lower():
            factor, _, rest = token.text.lower().partition("e")
            raise ParseError(
                token.column,
                f"{token.text} is a number: beside a parameter e write {factor}*e {rest[:1]} "
                f"{rest[1:]}, or the number in digits.",
            )
    for name, number in (("e", f"exp({exponent})"), ("pi", "it in digits")):
        if named[name] and (name == "pi" or bases[name] == named[name]):
            meant = f"{name} is a parameter like any other, and seems to be meant as the number: "
            instead = f"write {number}, or give the parameter another name."
            raise ParseError(next(t.column for t in cut if t.text == name), meant + instead)


def _refuse_quantities(said: Statement, named: Counter[str], cut: list[Token]) -> None:
    """Refuse a parameter such as pmc_P, which is a quantity of a prior P that nothing names."""
    for name in named:
        found = UNDER_A_PRIOR.fullmatch(name)
        if found and not said.binders:
            raise ParseError(
                next((t.column for t in cut if t.text == name), 1),
                f"{name} is a quantity under a prior {found[2]}, which nothing names: write prior "
                f"{found[2]}: at the beginning, or give the parameter another name.",
            )


def _refuse_two_spellings(named: Counter[str], cut: list[Token]) -> None:
    """Refuse two names that may be meant as one, such as eps and epsilon, or eps1 and eps_1."""
    seen: dict[str, str] = {}
    for name in named:
        plain = name.replace("varepsilon", "eps").replace("epsilon", "eps").replace("_", "")
        other = seen.setdefault(plain, name)
        if other != name:
            raise ParseError(
                next((t.column for t in cut if t.text == name), 1),
                f"{other} and {name} are two parameters: write one name for one number.",
            )
