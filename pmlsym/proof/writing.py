"""Sentences of the kernel as text and as LaTeX, exactly as they were checked.

No term is simplified, and a mean is printed with its law and its support: ``E_P[w | w >=
exp(-e)]``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from pmlsym.proof.kernel.terms import NotProved, Sentence, Term, free, leaves

Scopes = tuple[tuple[str, ...], ...]

_SUM, _PRODUCT, _POWER, _ATOM = range(4)
_LATEX_SIGNS = {"<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "=": "=", "!=": r"\ne"}
_GREEK = frozenset(
    (
        *("alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "kappa", "lambda", "mu"),
        *("nu", "xi", "pi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega"),
    )
)

# LaTeX of symbols of the ledger, as in the papers
NAMES = MappingProxyType(
    {
        "alpha2": r"\alpha'",
        "b2": "b'",
        "m2": "m'",
        "eps2": r"\varepsilon'",
        "epsilon": r"\varepsilon",
    }
)


def text(term: Term, names: Mapping[str, str] | None = None) -> str:
    """Return a term as one line of text; `names` has the text of special symbols.

    Examples
    --------
    >>> from pmlsym.proof.kernel.terms import number
    >>> text(("sum", ("symbol", "x"), ("product", number(-1, 2), ("exp", ("symbol", "t")))))
    'x - exp(t)/2'
    """
    return _Text(names or {}, free(term))(term, ())


def sentence_text(sentence: Sentence) -> str:
    """Return a sentence as one line of text."""
    return _Text({}, free(sentence)).sentence(sentence, ())


def latex(term: Term, names: Mapping[str, str] | None = None) -> str:
    """Return a term as LaTeX; `names` has the LaTeX of special symbols."""
    return _Latex(names or {}, free(term))(term, ())


def sentence_latex(sentence: Sentence, names: Mapping[str, str] | None = None) -> str:
    """Return a sentence as LaTeX."""
    return _Latex(names or {}, free(sentence)).sentence(sentence, ())


def described(failure: NotProved) -> str:
    """Return the text of a failure in the user's language."""
    match failure.args:
        case (str(words), sentence):
            try:
                return f"{sentence_text(sentence)}: {words}"
            except (ValueError, IndexError):  # inside a mean its variables have no names
                return words
        case (str(words),):
            return words
    return str(failure)


@lru_cache(maxsize=4096)  # a goal is printed for each of its steps, and in several places
def goal_text(hypotheses: tuple[Sentence, ...], conclusion: Sentence) -> str:
    """Return hypotheses, an arrow and the conclusion on one line."""
    write = _Text({}, _free(hypotheses, conclusion))
    given = ", ".join(write.sentence(h, ()) for h in hypotheses)
    claim = write.sentence(conclusion, ())
    return f"{given}  =>  {claim}" if given else claim


@lru_cache(maxsize=4096)
def goal_latex(hypotheses: tuple[Sentence, ...], conclusion: Sentence) -> str:
    """Return hypotheses, an arrow and the conclusion as LaTeX, symbols named as in the papers."""
    write = _Latex(NAMES, _free(hypotheses, conclusion))
    given = r",\; ".join(write.sentence(h, ()) for h in hypotheses)
    claim = write.sentence(conclusion, ())
    return rf"{given} \;\Longrightarrow\; {claim}" if given else claim


def _free(hypotheses: tuple[Sentence, ...], conclusion: Sentence) -> frozenset[str]:
    return frozenset(name for s in (*hypotheses, conclusion) for name in free(s))


class _Text:
    """A printer of terms; `scopes` has the names of the bound variables, innermost binder first.

    A bound variable with the name of a free symbol, or of one bound further out, gets a prime. (In
    LaTeX the symbol b2 may be set as b' itself.)
    """

    times, signs = "*", {sign: sign for sign in _LATEX_SIGNS}
    exponential = _ATOM  # the precedence of exp(x)

    def __init__(self, names: Mapping[str, str], taken: frozenset[str]) -> None:
        self._names = names
        self._taken = frozenset(map(self.name, taken))

    def _inside(self, hints: tuple[str, ...], scopes: Scopes) -> Scopes:
        """Return the scopes within a binder, with names for its variables that are not taken."""
        taken = self._taken.union(map(self.name, (name for scope in scopes for name in scope)))
        own: list[str] = []
        for hint in hints:
            name = hint
            while self.name(name) in taken.union(map(self.name, own)):
                name += "'"
            own.append(name)
        return (tuple(own), *scopes)

    def __call__(self, term: Term, scopes: Scopes) -> str:
        return self._term(term, scopes)[0]

    def sentence(self, sentence: Sentence, scopes: Scopes) -> str:
        match sentence:
            case ("defined", term):
                return f"{self(term, scopes)} {self.word('has a value')}"
            case ("finite", mean):
                return f"{self(mean, scopes)} {self.word('is finite')}"
            case ("exists", hints, relations):
                inside = self._inside(hints, scopes)
                conditions = ", ".join(self.sentence(part, inside) for part in relations)
                return self.existence(", ".join(map(self.name, inside[0])), conditions)
            case (sign, left, right) if sign in self.signs:
                return f"{self(left, scopes)} {self.signs[sign]} {self(right, scopes)}"
        return self(sentence, scopes)

    def _term(self, term: Term, scopes: Scopes) -> tuple[str, int]:
        """Return the text and its precedence."""
        match term:
            case ("number", p, q):
                return self.fraction(
                    p, q
                ), _ATOM if q == 1 and p >= 0 else _SUM if p < 0 else _PRODUCT
            case ("symbol", name):
                return self._symbol(name, scopes), _ATOM
            case ("bound", depth, index):
                return self._symbol(scopes[depth][index], scopes), _ATOM
            case ("sum", *parts):
                written = [self._term(part, scopes)[0] for part in parts]
                line = written[0]
                for part in written[1:]:
                    line += f" - {part[1:]}" if part.startswith("-") else f" + {part}"
                return line, _SUM
            case ("product", *parts):
                return self._product(parts, scopes)
            case ("power", base, exponent) if exponent < 0:
                return self._product([term], scopes)
            case ("power", base, exponent):
                return self.power(self._tight(base, scopes, _ATOM), exponent), _POWER
            case ("mean", law, body):
                return self._mean(law, body, scopes), _ATOM
            case ("indicator", *relations):
                event = ", ".join(self.sentence(part, scopes) for part in relations)
                return self.call("1", event), _ATOM
            case (word, *parts):
                line = self.call(word, ", ".join(self(part, scopes) for part in parts))
                return line, self.exponential if word == "exp" else _ATOM
        raise ValueError(f"{term!r} is not a term")

    def _symbol(self, name: str, scopes: Scopes) -> str:
        """Return a symbol; within a mean a name with a bar is put in brackets."""
        return self.bracket(self.name(name)) if "|" in name and scopes else self.name(name)

    def _mean(self, law: Term, body: Term, scopes: Scopes) -> str:
        """Return a mean, with its variables named where they would be ambiguous."""
        _, name, hints, support = law
        inside = self._inside(hints, scopes)
        sure = ", ".join(self.sentence(part, inside) for part in support)
        used = {leaf for part in (body, *support) for leaf, _ in leaves(part)}
        clear = all(("bound", 0, place) in used for place in range(len(hints)))
        clear = clear and all(leaf[0] == "number" or leaf[:2] == ("bound", 0) for leaf in used)
        called = self.name(name)
        if called in self._taken.union(map(self.name, (own for scope in scopes for own in scope))):
            clear, called = False, self.law(called)  # else it would read as a mean over that symbol
        under = self.under("" if clear else ", ".join(map(self.name, inside[0])), called)
        if body[0] == "indicator":
            event = ", ".join(self.sentence(part, inside) for part in body[1:])
            return self.average("P", under, event, sure)
        return self.average("E", under, self(body, inside), sure)

    def _tight(self, term: Term, scopes: Scopes, least: int) -> str:
        line, holds = self._term(term, scopes)
        return line if holds >= least else self.bracket(line)

    def _product(self, parts: list[Term], scopes: Scopes) -> tuple[str, int]:
        top: list[str] = []
        bottom: list[str] = []
        sign = ""
        for place, part in enumerate(parts):
            match part:
                case ("number", p, q) if place == 0 and len(parts) > 1:
                    sign = "-" if p < 0 else ""
                    top += [str(abs(p))] if abs(p) != 1 else []
                    bottom += [str(q)] if q != 1 else []
                case ("power", base, exponent) if exponent < 0:
                    tight = self._tight(base, scopes, _ATOM)
                    bottom.append(tight if exponent == -1 else self.power(tight, -exponent))
                case _:
                    top.append(self._tight(part, scopes, _POWER))
        return sign + self.quotient(top, bottom), _SUM if sign else _PRODUCT

    # the parts that differ between text and LaTeX

    def word(self, words: str) -> str:
        return words

    def name(self, name: str) -> str:
        return self._names.get(name, name)

    def law(self, name: str) -> str:
        return f"law {name}"

    def fraction(self, p: int, q: int) -> str:
        return str(Fraction(p, q))

    def bracket(self, line: str) -> str:
        return f"({line})"

    def power(self, base: str, exponent: int) -> str:
        return f"{base}^{exponent}"

    def quotient(self, top: list[str], bottom: list[str]) -> str:
        line = self.times.join(top) or "1"
        if not bottom:
            return line
        return f"{line}/{bottom[0]}" if len(bottom) == 1 else f"{line}/({self.times.join(bottom)})"

    def call(self, word: str, arguments: str) -> str:
        return f"{word}({arguments})"

    def under(self, variables: str, law: str) -> str:
        return f"{{{variables} ~ {law}}}" if variables else law

    def average(self, kind: str, under: str, inside: str, support: str) -> str:
        return f"{kind}_{under}[{inside}{' | ' + support if support else ''}]"

    def existence(self, names: str, conditions: str) -> str:
        return f"there is {names} with {conditions}"


class _Latex(_Text):
    times, signs = r"\,", _LATEX_SIGNS
    exponential = _POWER

    def __init__(self, names: Mapping[str, str], taken: frozenset[str]) -> None:
        if "e" in taken:  # which is set as \varepsilon, so that epsilon has to be set as \epsilon
            names = {name: line for name, line in names.items() if name != "epsilon"}
        super().__init__(names, taken)

    def word(self, words: str) -> str:
        return rf"\text{{ {words}}}"

    def name(self, name: str) -> str:
        if name in self._names:
            return self._names[name]
        name, primes = name.rstrip("'"), name[len(name.rstrip("'")) :]
        base, _, index = name.partition("_")
        line = f"\\{base}" if base in _GREEK else base if len(base) == 1 else rf"\mathrm{{{base}}}"
        if base == "e":  # beside Euler's number an e would be read as that
            line = r"\varepsilon"
        index = index.replace("_", ",")
        if len(index) > 1 and re.fullmatch("[A-Za-z]+", index):
            index = rf"\mathrm{{{index}}}"
        return (f"{line}_{{{index}}}" if index else line) + primes

    def fraction(self, p: int, q: int) -> str:
        sign = "-" if p < 0 else ""
        return str(p) if q == 1 else rf"{sign}\frac{{{abs(p)}}}{{{q}}}"

    def bracket(self, line: str) -> str:
        return rf"\left({line}\right)"

    def power(self, base: str, exponent: int) -> str:
        return f"{base}^{{{exponent}}}"

    def quotient(self, top: list[str], bottom: list[str]) -> str:
        line, below = self._times(top), self._times(bottom)
        return rf"\frac{{{line}}}{{{below}}}" if bottom else line

    def _times(self, factors: list[str]) -> str:
        """Return factors side by side, with a dot between two numbers."""
        line = factors[0] if factors else "1"
        for factor in factors[1:]:
            runs_on = factor[0].isdigit() or factor.startswith(r"\frac")
            line += (r" \cdot " if runs_on else self.times) + factor
        return line

    def call(self, word: str, arguments: str) -> str:
        if word == "exp":
            return rf"\mathrm{{e}}^{{{arguments}}}"
        if word == "abs":
            return rf"\left|{arguments}\right|"
        if word == "round":
            return rf"\left[{arguments}\right]_{{\mathrm{{round}}}}"
        if word == "1":
            return rf"\mathbf{{1}}\{{{arguments}\}}"
        return rf"\{word}\left({arguments}\right)"

    def under(self, variables: str, law: str) -> str:
        return rf"{variables} \sim {law}" if variables else law

    def law(self, name: str) -> str:
        return rf"\text{{law }}{name}"

    def average(self, kind: str, under: str, inside: str, support: str) -> str:
        given = rf"\,\middle|\,{support}" if support else ""
        return rf"\mathbb{{{kind}}}_{{{under}}}\!\left[{inside}{given}\right]"

    def existence(self, names: str, conditions: str) -> str:
        return rf"\exists\, {names}:\; {conditions}"
