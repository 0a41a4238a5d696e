r"""Closed-form mechanisms, whose likelihoods at an answer are equal for all secrets but one.

There are two kinds. Either the answers are the secrets: then the answer y distinguishes the secret
y, and its entries may depend on the prior probability p_y; beside them there may be answers that
are equally likely given every secret. Or there are a fixed number of answers: then each of them
distinguishes the same secret, which is the rarest one, of probability pmin, or the first one, of
any probability.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Literal, Protocol, cast

from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.given import brief
from pmlsym.statements.arithmetic import add
from pmlsym.statements.clauses import Condition
from pmlsym.statements.definitions import OF_ANSWER
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.law import Law
from pmlsym.statements.specific.levels import Masses
from pmlsym.statements.terms import Number, OfAnswer, Parameter, Term, parameters_of, replaced, walk
from pmlsym.statements.text.latex import term_latex
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.vocabulary import StatementError, refuse_other_texts
from pmlsym.statements.values import ONE, ZERO, Infinite, Undefined, Unseparated, Value, holds

Apart = Literal["own", "other", "either"]
Single = Literal["rarest", "first"]
Worst = Literal["pmin", "pmax"] | int


def of_answers(term: Term) -> Term:
    """Return a term with ``p_y`` as the probability of the secret y rather than a parameter."""
    return _put(term, {name: OfAnswer(name) for name in OF_ANSWER})


def _put(term: Term, named: Mapping[str, Term]) -> Term:
    """Return a term with some names replaced by other terms."""
    return replaced(
        term,
        lambda one: named.get(one.name, one) if isinstance(one, Parameter | OfAnswer) else one,
    )


@dataclass(frozen=True)
class Entries:
    """The probabilities of an answer, given the secret that it distinguishes, and any other one.

    Parameters
    ----------
    own, other : the two probabilities, in the language of statements.
    larger : ``"own"`` or ``"other"``, the larger or equal one, which the proof checks; or
        ``"either"`` if that depends on the parameters.

    Raises
    ------
    StatementError
        If an entry is no term, or `larger` is none of the three words.

    Examples
    --------
    >>> print(Entries("exp(r)/(n - 1 + exp(r))", "1/(n - 1 + exp(r))", "own").own)
    exp(r)/(n - 1 + exp(r))
    """

    own: Term
    other: Term
    larger: Apart

    def __init__(self, own: str | Term, other: str | Term, larger: Apart) -> None:
        if type(larger) is not str or larger not in ("own", "other", "either"):
            raise StatementError(
                f"larger is {brief(larger)}, but has to be 'own', 'other' or 'either'."
            )
        object.__setattr__(self, "own", _entry("own", own))
        object.__setattr__(self, "other", _entry("other", other))
        object.__setattr__(self, "larger", larger)

    @property
    def entries(self) -> tuple[Term, Term]:
        """The entries `own` and `other`."""
        return self.own, self.other


def _entry(name: str, given: object) -> Term:
    # parsed from the text, so that a subclass of Term cannot print one entry and mean another
    text = str(given) if isinstance(given, Term) else given
    if type(text) is not str:
        raise StatementError(f"{name} is {brief(given)}, but has to be a text such as '1/n'.")
    return of_answers(parse_term(text))


@dataclass(frozen=True)
class Mechanism:
    """A mechanism given by closed forms of its entries, for every prior and all parameter values.

    Parameters
    ----------
    name : the name in a sentence, with its article if it needs one.
    answers : one `Entries` if the answers are the secrets; else one for each answer, two or more.
    worst : the answer at which a leakage measure is largest: ``"pmin"`` or ``"pmax"`` for the
        rarest or the likeliest secret, or the index of an answer. The proof checks it.
    where : conditions on the parameters, in the language of statements.
    besides : the probabilities of further answers, each the same given every secret; only where
        the other answers are the secrets.
    numbers : the parameters that are numbers, as a probability is, and not levels.
    secrets : the number of secrets; 0 if it is any number.
    single : the secret that a fixed number of answers distinguishes, the rarest or the first.

    Raises
    ------
    StatementError
        If an entry depends on anything but n, pmin, pmax, parameters and, where answers are
        secrets, p_y.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> tell = Mechanism("the identity", (Entries("1", "0", "own"),))
    >>> tell.rows((half, half), {})
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """

    name: str
    answers: tuple[Entries, ...]
    worst: tuple[tuple[MeasureName, Worst], ...] = ()
    where: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    secrets: int = 0
    single: Single = "rarest"

    def __post_init__(self) -> None:
        refuse_other_texts("a mechanism", name=self.name)
        if not self.name.isprintable() or not self.name.strip():
            raise StatementError(f"A mechanism is called {self.name!r}, which cannot be printed.")
        if not _is_tuple_of(self.answers, Entries) or not self.answers:
            raise StatementError("The answers of a mechanism have to be a tuple of Answer(...).")
        self._check_worst()
        if not _is_tuple_of(self.where, str):
            raise StatementError("`where` of a mechanism has to be a tuple of texts.")
        for text in self.where:
            _check_condition(text)
        self._check_besides()
        named = {OfAnswer("p_y")} if self.says_secrets else set()
        for term, known in (
            *((entry, named) for answer in self.answers for entry in answer.entries),
            *((entry, set()) for entry in self.constants),
        ):
            if any(part.variables and part not in known for part in walk(term) if not part.parts):
                raise StatementError(
                    f"The entry {term} of {self.name} is no number of its own: it needs "
                    "more than the parameters and the prior."
                )

    def _check_worst(self) -> None:
        if not _is_tuple_of(self.worst, tuple):
            raise StatementError(_WORST)
        places = ("pmin", "pmax") if self.says_secrets else range(len(self.answers))
        for found in self.worst:
            if len(found) != 2 or type(found[0]) is not str or found[0] not in MEASURES:
                raise StatementError(_WORST)
            if type(found[1]) not in (str, int) or found[1] not in places:
                raise StatementError(f"The worst answer of {self.name} is none of {list(places)}.")
        if len(dict(self.worst)) < len(self.worst):
            raise StatementError(f"`worst` of {self.name} has a leakage twice.")

    def _check_besides(self) -> None:
        if not _is_tuple_of(self.besides, str) or not _is_tuple_of(self.numbers, str):
            raise StatementError("`besides` and `numbers` have to be tuples of texts.")
        if self.besides and not self.says_secrets:
            raise StatementError("Answers stand `besides` answers that are secrets.")
        if type(self.secrets) is not int or self.secrets < 0 or self.secrets == 1:
            raise StatementError("`secrets` has to be a whole number above 1, or 0 for any number.")
        if self.single not in ("rarest", "first"):
            raise StatementError("`single` has to be 'rarest' or 'first'.")

    @property
    def says_secrets(self) -> bool:
        """Whether the answers are the secrets, apart from those `besides`."""
        return len(self.answers) == 1

    @property
    def says_only_secrets(self) -> bool:
        """Whether every answer is a secret."""
        return self.says_secrets and not self.besides

    @property
    def constants(self) -> tuple[Term, ...]:
        """The probabilities of the answers that are equally likely given every secret."""
        return tuple(_entry("besides", text) for text in self.besides)

    @property
    def entries(self) -> tuple[Term, ...]:
        """All entries."""
        return (*(entry for answer in self.answers for entry in answer.entries), *self.constants)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions on the parameters."""
        return tuple(condition for text in self.where for condition in parse(text).claimed)

    @property
    def parameters(self) -> frozenset[str]:
        """The names of the parameters."""
        return frozenset().union(*map(parameters_of, self.entries))

    def rows(
        self, prior: Masses, parameters: Mapping[str, Value]
    ) -> tuple[tuple[Fraction, ...], ...]:
        """Return the kernel, one row for each secret.

        Raises
        ------
        Undefined
            If an entry has no value, or the rows are no distributions.
        Unseparated
            If an entry is irrational, as joint laws hold rational numbers only.
        """
        here = AtAnswers(Law.of_fractions((len(prior), 1), prior), parameters)
        apart = prior.index(min(prior)) if self.single == "rarest" else 0
        columns = []
        for y in range(len(prior) if self.says_secrets else len(self.answers)):
            answer = self.answers[0 if self.says_secrets else y]
            own, other = (here.value(entry, {"y": y}) for entry in answer.entries)
            single = y if self.says_secrets else apart
            columns.append([own if x == single else other for x in range(len(prior))])
        columns += [[here.value(entry)] * len(prior) for entry in self.constants]
        rows = tuple(zip(*columns, strict=True))
        for row in rows:
            if any(isinstance(entry, Infinite) or holds(entry, "<", ZERO) for entry in row) or (
                holds(_total(row), "=", ONE) is False
            ):
                raise Undefined(f"a row of {self.name} that is no probability distribution")
        # this may be a mechanism, but joint laws hold rational numbers only
        if not all(type(entry) is Fraction for row in rows for entry in row):
            raise Unseparated(f"an entry of {self.name} that is no rational number")
        return cast("tuple[tuple[Fraction, ...], ...]", rows)

    def words(self, variable: str) -> str:
        """Return the mechanism in English; its answer is the variable Y or Z."""
        lower = variable.lower()
        if self.says_secrets:
            own, other = (str(_called(entry, lower)) for entry in self.answers[0].entries)
            what = (
                f"the answer {lower} has the probability {own} if the secret is {lower}, and "
                f"{other} otherwise"
            )
            for entry in self.constants:
                what += f"; another answer has the probability {entry} given every secret"
        else:
            one = "a certain one of probability pmin" if self.single == "rarest" else "the first"
            what = "; ".join(
                f"the answer {number} has the probability {answer.own} if the secret is {one}, "
                f"and {answer.other} otherwise"
                for number, answer in enumerate(self.answers)
            )
        return f"{self.name} from X to {variable} ({what})"

    def latex(self, variable: str) -> str:
        """Return the entries for math mode."""
        lower = variable.lower()
        found = []
        for number, answer in enumerate(self.answers):
            said = lower if self.says_secrets else str(number)
            one = lower if self.says_secrets else r"x^*"
            own, other = (term_latex(_called(entry, lower)) for entry in answer.entries)
            found.append(
                rf"P_{{{variable} \mid X}}({said} \mid {one}) = {own},\; "
                rf"P_{{{variable} \mid X}}({said} \mid x) = {other} \text{{ else}}"
            )
        found += [
            rf"P_{{{variable} \mid X}}(?_{{{number}}} \mid x) = {term_latex(entry)}"
            for number, entry in enumerate(self.constants, 1)
        ]
        if not self.says_secrets and self.single == "rarest":
            found += [r"P_{X}(x^*) = p_{\min}"]
        return r",\; ".join(found)


_WORST = "`worst` of a mechanism has to be a tuple of pairs such as ('pml', 'pmin')."


def _is_tuple_of(given: object, kind: type) -> bool:
    """Whether an object is a tuple of objects of a type."""
    return isinstance(given, tuple) and all(isinstance(one, kind) for one in given)


def _check_condition(text: str) -> None:
    """Refuse a text that is not a conjunction of conditions on the parameters and the prior."""
    said = parse(text)
    more = said.hypotheses or said.where or said.structure or said.both_ways or said.has_holes
    if more or not all(isinstance(clause, Condition) for clause in said.conclusion):
        raise StatementError(f"{text} has to be made of conditions, and of nothing else.")
    if any(of_answers(term).variables for term in said.terms):
        raise StatementError(
            f"{text} has to be about the parameters of a mechanism, and the prior."
        )


def _total(row: Iterable[Value]) -> Value:
    return reduce(add, row)


def _called(term: Term, outcome: str) -> Term:
    """Return an entry with the answer renamed to `outcome`."""
    return _put(term, {"p_y": OfAnswer("p_z" if outcome == "z" else "p_y")})


class HasParameters(Protocol):
    """A mechanism with parameters."""

    @property
    def parameters(self) -> frozenset[str]:
        """The names of the parameters."""


class AtAnswers(Evaluation):
    """Values of terms on a law whose outcomes name secrets, with p_y, q_y, p_z, q_z.

    Examples
    --------
    >>> here = AtAnswers(Law((2, 2), (3, 1, 2, 2)), {})
    >>> [str(here.value(OfAnswer(name), {"y": 0})) for name in ("p_y", "q_y")]
    ['1/2', '5/8']
    """

    def _of_answer(self, term: OfAnswer, at: Mapping[str, int]) -> Value:
        return OF_ANSWER[term.name](self.law, term.outcome.upper(), at[term.outcome])


def not_negative(mechanisms: Iterable[HasParameters], spoken: Iterable[str]) -> list[Condition]:
    """Return ``parameter >= 0`` for the mechanisms' parameters that a statement does not mention.

    Examples
    --------
    >>> half = Mechanism("it", (Entries("c*p_y + 1/2", "c*p_y", "own"),))
    >>> print(*not_negative([half], ["e"]))
    c >= 0
    """
    beside = {name for one in mechanisms for name in one.parameters} - {*spoken}
    return [Condition(Parameter(name), ">=", Number(ZERO)) for name in sorted(beside)]
