"""English text of statements, with all quantifiers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from pmlsym.formulas.averages import AVERAGES, AverageName
from pmlsym.formulas.measures import GUARANTEES, MEASURES, MeasureName
from pmlsym.formulas.posteriors import POSTERIORS
from pmlsym.statements.clauses import Chance, Clause, Clauses, Condition, GuaranteeClause, Through
from pmlsym.statements.leakages import (
    Leakage,
    MeanOverOutcomes,
    NumberOfOutcomes,
    OfPosterior,
    Overall,
    PosteriorDivergence,
)
from pmlsym.statements.structures import Independent, Markov
from pmlsym.statements.terms import (
    Function,
    Hole,
    Negative,
    Number,
    OfAnswer,
    OfPrior,
    Operation,
    Term,
    negative,
    operation,
    walk,
)
from pmlsym.statements.text.vocabulary import VARIABLES
from pmlsym.statements.under_priors import UnderPriors
from pmlsym.statements.values import ONE

# --- replacement of the names of quantities in a line by mathematical notation --------------------

_FOLLOWS = re.compile(r"\^|\*|/| [-+] | \\,| \\cdot")  # the next factor, exponent or summand
_OPENS = re.compile(r"(?:^|[({\[]|(?<!\\), ?)$")  # where a minus sign is that of the whole term


def put_names(line: str, names: re.Pattern[str], written: Callable[[re.Match[str]], str]) -> str:
    r"""Return a line with the names of quantities replaced, in brackets where needed.

    Brackets keep a replacement together: in ``\max_x a(x)^{2} + b`` the power and the sum would be
    read as parts of the maximum, and in ``\log a^{2}`` the power as that of the argument.

    Examples
    --------
    >>> put_names("2*worst <= worst^2", re.compile("worst"), lambda _: "max_y l(y)")
    '2*max_y l(y) <= (max_y l(y))^2'
    """

    def put(found: re.Match[str]) -> str:
        text = written(found)
        if not _runs_on(text):
            return text
        before, after = line[: found.start()], line[found.end() :]
        signed = text.startswith("-") and not _OPENS.search(before)
        if not signed and not _FOLLOWS.match(after):
            return text
        return rf"\left({text}\right)" if "\\" in text else f"({text})"

    return names.sub(put, line)


def _runs_on(text: str) -> bool:
    """Whether a text begins with an operator that would apply to what follows it."""
    return text.startswith(("-", r"\log", r"\min", r"\max", "min_", "max_"))


# --- signs ----------------------------------------------------------------------------------------


def is_positive(term: Term) -> bool:
    """Whether a term is positive as it is built from positive numbers and quantities of the prior.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> is_positive(parse_term("2/pmin + 1")), is_positive(parse_term("a"))
    (True, False)
    """
    if isinstance(term, Number):
        return term.value > 0
    if isinstance(term, Operation) and term.sign in ("+", "*", "/"):
        return is_positive(term.left) and is_positive(term.right)
    return isinstance(term, OfPrior)


# --- words ----------------------------------------------------------------------------------------

_COMPARED = {
    "<=": "is at most",
    "<": "is below",
    ">=": "is at least",
    ">": "is above",
    "=": "equals",
    "!=": "differs from",
}
_BEST = "the best possible level"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_MEANING = {
    "pmin": "pmin is the smallest prior probability of X",
    "pmax": "pmax is the largest prior probability of X",
    "n": "n is the number of secrets",
    "|Y|": "|Y| is the number of outcomes y of positive probability",
    "|Z|": "|Z| is the number of outcomes z of positive probability",
    "E": "E is the mean over the outcomes",
    "P": "P is the probability over the outcomes",
    "hb": "hb(t) is the entropy -t log(t) - (1 - t) log(1 - t) of a bit, 0 where t is 0 or 1",
    "p_y": "p_y is the prior probability of the secret that the answer y is",
    "p_z": "p_z is the prior probability of the secret that the answer z is",
    "q_y": "q_y is the probability of the answer y",
    "q_z": "q_z is the probability of the answer z",
}


def in_words(statement: Clauses, mechanism: str = "", then: str = "") -> str:
    """Return a statement in English.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(in_words(parse("|X| = 2; prior uniform: pmc(X->y) <= a => pml(X->y) <= a")))
    For every finite alphabet of exactly two secrets, the uniform prior, every mechanism and every
    real number a >= 0: if pmc(X->y) is at most a at every outcome y of positive probability, then
    pml(X->y) is at most a at every outcome y of positive probability. Here pmc is minus the
    logarithm of the smallest lift (posterior over prior probability of a secret), infinite where a
    secret is ruled out; pml is the logarithm of the largest lift (posterior over prior probability
    of a secret); logarithms are natural.
    """
    given = " and ".join(map(_clause, statement.hypotheses))
    claim = " and ".join(map(_clause, statement.conclusion))
    if then:
        body = f"if {' and '.join(filter(None, (given, claim)))}, then {then}"
    elif statement.both_ways:
        body = f"{given}, if and only if {claim}"
    else:
        body = f"if {given}, then {claim}" if given else claim
    return f"For {_quantifiers(statement, mechanism)}: {body}. {_meanings(statement)}"


def _quantifiers(statement: Clauses, mechanism: str) -> str:
    parts = [f"every finite alphabet of {_size(statement)}", _prior(statement)]
    if mechanism:
        parts.append(mechanism)
    elif len(statement.variables) == 2:
        parts.append("every mechanism")
    else:
        parts.append("every finite joint law of X, Y and Z with that prior of X")
    parts += [_structure(part) for part in statement.structure if isinstance(part, Independent)]
    parts += [_structure(part) for part in statement.structure if isinstance(part, Markov)]
    parts += [
        f"every real number {name}" + (" >= 0" if name in statement.nonnegative else "")
        for name in statement.parameters
    ]
    text = listed(_attached(parts))
    known = {(name, ">=", "0") for name in statement.nonnegative}
    provided = [
        _condition(one)
        for one in statement.where
        if (str(one.left), one.sign, str(one.right)) not in known  # already in the quantifier
    ]
    return f"{text}, provided that {' and '.join(provided)}" if provided else text


def _attached(parts: list[str]) -> list[str]:
    """Join each part that begins with "in which" to the part before it."""
    found: list[str] = []
    for part in parts:
        if part.startswith("in which"):
            found[-1] += f" {'and ' if 'in which' in found[-1] else ''}{part}"
        else:
            found.append(part)
    return found


def listed(parts: Iterable[str]) -> str:
    """Return a list in English.

    Examples
    --------
    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _size(statement: Clauses) -> str:
    least, most = statement.size
    number = _NUMBERS[least] if least < len(_NUMBERS) else str(least)
    secrets = "secret" if least == 1 else "secrets"
    return f"{'at least' if most is None else 'exactly'} {number} {secrets}"


def _prior(statement: Clauses) -> str:
    if statement.prior is None:
        return "every prior with positive entries"
    if statement.prior.masses:
        return f"the prior ({', '.join(map(str, statement.prior.masses))})"
    return "the uniform prior"


def _structure(part: Markov | Independent) -> str:
    if isinstance(part, Independent):
        return f"in which {listed(part.names)} are independent"
    first, middle, last = part.chain
    return f"in which {first} and {last} are independent given {middle}"


def _clause(clause: Clause) -> str:
    if isinstance(clause, UnderPriors):
        return _under_priors(clause)
    return _guarantee(clause) if isinstance(clause, GuaranteeClause) else _condition(clause)


def _under_priors(clause: UnderPriors) -> str:
    """Describe a clause about other priors; square brackets show its scope."""
    prior = {
        "every": "every prior with positive entries",
        "some": "some prior with positive entries",
        "uniform": "the uniform prior",
    }[clause.of.quantifier]
    provided = "".join(f" and {one}" for one in clause.of.provided)
    said = " and ".join(map(_clause, clause.of.clauses))
    return f"[for the same kernel and {prior}{provided}: {said}]"


def _condition(condition: Condition) -> str:
    if condition.has_hole:
        asked = condition.asked
        bound = "at most the smallest" if asked.sign == "<=" else "at least the largest"
        return f"{asked.left} is {bound} number that follows{_at_outcomes(condition.outcomes)}"
    text = f"{condition.left} {_COMPARED[condition.sign]} {condition.right}"
    return f"{text}{_at_outcomes(condition.outcomes)}"


def _at_outcomes(names: Sequence[str], denied: bool = False) -> str:
    """Name the outcomes: "any" outcome in a negation, where "every" would change the meaning."""
    if not names:
        return ""
    if len(names) == 1:
        return f" at {'any' if denied else 'every'} outcome {names[0]} of positive probability"
    chosen = "any" if denied else "all"
    return f" at {chosen} outcomes ({', '.join(names)}) of positive probability together"


def _guarantee(guarantee: GuaranteeClause) -> str:
    through = guarantee.of or Through("X", ("Y",))
    seen = [name.lower() for name in through.observed]
    levels = [_BEST if isinstance(level, Hole) else str(level) for level in guarantee.levels]
    row = GUARANTEES[guarantee.kind]
    words = row.words or " and ".join(map(str, guarantee.conditions))
    meaning = words.format(
        low=_exponential(guarantee.levels[0], -1),
        high=_exponential(guarantee.levels[row.levels - 1], 1, exact=not guarantee.is_approximate),
        s=through.secret.lower(),
        o=",".join(seen),
    )
    under = " under every prior with positive entries" if guarantee.every_prior else ""
    if guarantee.is_approximate and row.approximate == "hockey_stick":
        factor, more = _exponential(guarantee.levels[0], 1), levels[-1]
        rows = f"P(S|{through.secret.lower()})"
        meaning = f"{rows} is at most {factor} times that of any other secret plus {more}"
        where = " for every set S of outcomes"
    elif guarantee.is_approximate:
        chance = _one_minus(guarantee.levels[-1])
        meaning = f"with a probability of at least {chance} over the outcomes, {meaning}"
        where = ""
    else:
        where = _at_outcomes(seen, denied=meaning.startswith("no "))
    return (
        f"the channel {through} satisfies {guarantee.kind}({', '.join(levels)}){under} "
        f"({meaning}{where})"
    )


def _one_minus(level: Term) -> str:
    return f"1 - ({_BEST})" if isinstance(level, Hole) else str(operation("-", Number(ONE), level))


def _exponential(level: Term, sign: Literal[1, -1], exact: bool = True) -> str:
    """Return e^level or e^-level as text, simplified for logarithms.

    At a level without a value the guarantee fails. No lift is at most a negative number, so
    e^log(t) may be written as t for every t, unless the guarantee may fail at some outcomes; but
    every lift is above a negative number, so e^-log(t) may be written as 1/t for t > 0 only.
    """
    if isinstance(level, Hole):
        return f"exp({_BEST})" if sign > 0 else f"exp(-({_BEST}))"
    if sign < 0 and isinstance(level, Negative):
        return str(Function("exp", (level.term,)))
    if isinstance(level, Function) and level.name == "log":
        (inside,) = level.arguments
        if sign > 0 and (exact or is_positive(inside)):
            return str(inside)
        if sign < 0 and is_positive(inside):
            is_quotient = isinstance(inside, Operation) and inside.sign == "/"
            top, bottom = inside.parts if is_quotient else (inside, Number(ONE))
            return str(operation("/", bottom, top))
    return str(Function("exp", (level if sign > 0 else negative(level),)))


def _meanings(statement: Clauses) -> str:
    used: list[str] = []
    largest: list[str] = []
    for term in statement.terms:
        for part in walk(term):
            match part:
                case Leakage():
                    used.append(part.kind)
                    largest += [_largest(part)] if part.observed[0] in VARIABLES else []
                case Overall() if AVERAGES[part.kind].text:
                    largest.append(f"{part} is {AVERAGES[part.kind].meaning}")
                case PosteriorDivergence():
                    largest.append(f"{part} is {POSTERIORS[part.kind].meaning}")
                case Overall() | OfPosterior():
                    used.append(part.kind)
                case Function("hb"):
                    used.append("hb")
                case OfPrior():
                    used.append(part.name)
                case OfAnswer():
                    used.append(part.name)
                case NumberOfOutcomes():
                    used.append(str(part))
                case Chance():
                    used.append("P")
                case MeanOverOutcomes():
                    used.append("E")
    meanings = [
        measure_words(name, "a secret")
        if name in MEASURES
        else f"{_channel_word(name)} is {AVERAGES[name].meaning}"
        if name in AVERAGES
        else _MEANING[name]
        for name in dict.fromkeys(used)
    ]
    return f"Here {'; '.join([*meanings, *dict.fromkeys(largest), 'logarithms are natural'])}."


def _channel_word(name: AverageName) -> str:
    """Return the word of a measure, with the variables where another measure has the same word."""
    row = AVERAGES[name]
    return f"{row.word}(X{row.arrow}Y)" if row.text else name


def measure_words(name: MeasureName, secret: str) -> str:
    """Describe a measure, as an extreme over certain secrets.

    Examples
    --------
    >>> measure_words("pml", "a secret")
    'pml is the logarithm of the largest lift (posterior over prior probability of a secret)'
    """
    return f"{name} is {MEASURES[name].meaning.format(secret=secret)}"


def _largest(worst: Leakage) -> str:
    """Describe a measure in capitals as the largest over its outcomes."""
    seen = tuple(name.lower() for name in worst.observed)
    each = Leakage(worst.kind, worst.secret, seen, worst.given)
    outcomes = f"outcomes {seen[0]}" if len(seen) == 1 else f"outcomes ({', '.join(seen)})"
    known = f" given {' and '.join(worst.given)}" if worst.given else ""
    return f"{worst} is the largest {each} of all {outcomes} of positive probability{known}"
