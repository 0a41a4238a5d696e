r"""Reduction of statements about closed-form mechanisms to goals about a few numbers.

**Answers that are secrets.** For every prior of n >= 2 secrets with the smallest probability pmin
and the largest pmax, the probability p of the secret y is a number with

.. math:: p_{\min} \le p \le p_{\max}, \quad p + p_{\min} \le 1,

as there is another secret, of probability pmin at least. A condition on every answer becomes a goal
for every such p. The secrets of probability pmin and pmax are answers under every prior: if no
answer leaks more than one of them, which is a goal too, its leakage is that of the worst answer.

**A few answers.** The single secret of the theorem in `columns` has the probability pmin. A
condition on every answer becomes a goal for each. That no answer leaks more than the one declared
as the worst is a goal too.

**Mechanisms.** The statement presupposes that its mechanisms are mechanisms, so this becomes goals
as well: entries are not negative, every answer has a positive probability, rows sum to one, and the
likelihood declared as the larger one is not the smaller one. If answers are secrets, and y has the
likelihood b(p_y) given another secret, then b has to be affine, which is a goal,
:math:`b(p) = b(0) + p (b(1) - b(0))`, and the row of a secret of probability p sums to
:math:`a(p) + (n - 1) b(0) + (1 - p) (b(1) - b(0))`.

The goals are **sound**: if all hold, the statement does. They may be stronger than the statement
(not every p is a probability in some prior with these n, pmin and pmax), so that only a proof of
them counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import sympy as sp

from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import MeasureName
from pmlsym.proof.goal import NotProved, read_goal
from pmlsym.proof.language import Sentence, Term as Real
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.reductions.conditions import Claimed, assumed, claims, goals_of
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    EncodedQuotient,
    NotReducible,
    parameter_ranges,
    refuse_other_measures,
    relate,
)
from pmlsym.statements.reductions.priors import PMAX, PMIN, N
from pmlsym.statements.reductions.ranges import ranges_in
from pmlsym.statements.reductions.result import Case, Reduction, case_of
from pmlsym.statements.reductions.specific.columns import (
    OF_PRIOR,
    TWO_LIKELIHOODS,
    AnswerEncoding,
    Column,
    EncodedKernel,
    of_masses,
)
from pmlsym.statements.reductions.specific.information import (
    PER_ANSWER,
    has_information,
    information_of,
)
from pmlsym.statements.reductions.specific.matrices import at_worst, known_value, theorem_of
from pmlsym.statements.reductions.specific.points import AtInstances
from pmlsym.statements.reductions.specific.whole import CLASSES, ENTROPY, Whole, of_two
from pmlsym.statements.specific.matrix import Matrix
from pmlsym.statements.specific.mechanism import Mechanism
from pmlsym.statements.specific.specific import Specific
from pmlsym.statements.terms import OfPrior, Term
from pmlsym.statements.text.vocabulary import PriorName

# --- rows -----------------------------------------------------------------------------------------

ROWS = PaperTheorem(
    "rows of answers that are secrets",
    "If y has the likelihood a(p_y) given y, and b(p_y) = b(0) + p_y (b(1) - b(0)) given any "
    "other secret, the row of a secret of probability p sums to a(p) + (n - 1) b(0) + "
    "(1 - p) (b(1) - b(0)).",
    "The probabilities of the other n - 1 secrets sum to 1 - p.",
)


def rows_sum(channel: EncodedKernel, columns: Sequence[Column]) -> Iterator[Sentence]:
    """Yield relations between entries that make the rows sum to one."""
    if not channel.mechanism.says_secrets:
        for entries in zip(*(column.entries for column in columns), strict=True):
            yield relate(sp.Add(*entries, evaluate=False), "=", ONE)
        return
    column, *constants = columns
    own, other = column.entries
    none, slope = line(column)
    beside = sum((one.entries[0] for one in constants), ZERO)
    yield relate(other, "=", none + column.mass * slope)
    yield relate(own + (N - 1) * none + (1 - column.mass) * slope + beside, "=", ONE)


def line(column: Column) -> tuple[Real, Real]:
    """Return b(0) and b(1) - b(0), for the likelihood b(p) of the answer given another secret."""
    other = column.entries[1]
    none, all_ = (other.subs(column.mass, end) for end in (ZERO, ONE))
    return none, all_ - none


# --- reduction ------------------------------------------------------------------------------------

EVERY_ANSWER = PaperTheorem(
    "answers that are secrets",
    "What is said of every answer y is said of every p = p_y with pmin <= p <= pmax and "
    "p + pmin <= 1; and if none of these leaks more than the owner of pmin, or of pmax, that is "
    "the worst answer.",
    "Every answer has such a p_y, and under every prior some have pmin and pmax.",
    symbols=(("p_y", "the prior probability of the answer y"), ("p_z", "that of the answer z")),
)
A_FEW = PaperTheorem(
    "a few answers",
    "What is said of every answer is said of each; and one that leaks no less than each is the "
    "worst.",
    "There are no others, and each has a positive probability.",
)
_Worst = Mapping[tuple[str, MeasureName], Column]


def reduce_specific(said: Specific) -> Reduction:
    """Return goals that imply a statement about closed-form mechanisms.

    Raises
    ------
    NotReducible
        If the statement cannot be written in the numbers of these goals.

    Examples
    --------
    >>> from pmlsym.statements.specific import Entries, Mechanism, about
    >>> from pmlsym.statements.specific.levels import any_levels
    >>> tell = Mechanism("the identity", (Entries("1", "0", "own"),))
    >>> case = reduce_specific(about("pmc(X->y) > c", tell, draw=any_levels("c"))).cases[-1]
    >>> print(case.meaning, "is", case.goal.conclusion)
    pmc(X->y) > c: an answer y is P_y > 0
    """
    reducer = _Reducer(said)
    return _reduction(said, reducer, reducer.cases)


def reduce_mechanism(said: Specific, possible: bool = True) -> Reduction:
    """Return the goals that the mechanisms of a statement are mechanisms.

    That every answer is possible is among them if it is asked for.
    """
    reducer = _Reducer(said)
    return _reduction(said, reducer, lambda: reducer.of_mechanisms(possible))


def encoded_kernel(said: Specific) -> EncodedKernel:
    """Return the mechanism of a statement in symbols."""
    return _Reducer(said).channel("y")


def likelihood_of_others(said: Specific) -> tuple[Real, Real]:
    """Return b(0) and b(1) - b(0), for the likelihood b(p) of an answer given another secret.

    That b(p) = b(0) + p (b(1) - b(0)) is among the goals, for answers that are secrets.
    """
    (column,) = encoded_kernel(said).anywhere()
    return line(column)


def _reduction(
    said: Specific, reducer: _Reducer, yielding: Callable[[], Iterator[Case]]
) -> Reduction:
    try:
        cases = tuple(yielding())
        for case in cases:
            read_goal(case.goal)
    except (NotProved, RecursionError, OverflowError) as why:
        raise NotReducible(f"The statement cannot be written as a goal: {why}.") from None
    return Reduction(said.statement, reducer.theorems, cases)


class _Reducer:
    """A reducer of one statement to its goals."""

    def __init__(self, said: Specific) -> None:
        self._said = said
        self._matrices = {
            letter: one
            for letter, one in zip("yz", said.mechanisms, strict=False)
            if isinstance(one, Matrix)
        }
        statement = said.statement
        for matrix in self._matrices.values():
            if matrix.level not in statement.nonnegative:
                raise NotReducible(f"The parameter of {matrix.name} has to be at least 0.")
        if self._matrices:
            statement = at_worst(statement, self._matrices)
        self._statement = statement
        least, most = statement.size
        if statement.prior is not None and statement.prior.masses:
            raise NotReducible("The statement fixes a prior, which is not reduced unless uniform.")
        if least < 2:
            raise NotReducible("A single secret has no other one, of which the entries speak.")
        refuse_other_measures(self._conditions)
        self._least, self._count = least, N if most is None else sp.Integer(least)
        self._uniform = statement.prior is not None
        self._parameters = parameter_ranges(statement.parameters, statement.nonnegative)
        self._counted = any(
            part == OfPrior("n") for clause in self._conditions for part in clause.parts
        )
        ends = (ONE / self._count,) * 2 if self._uniform else (PMIN, PMAX)
        prior: dict[PriorName, Real] = {"pmin": ends[0], "pmax": ends[1], "n": self._count}
        scene = AnswerEncoding(_no_leakage, prior, {**self._parameters, **OF_PRIOR})
        known = {**self._parameters}
        for sentence in self._of_parameters(scene):
            for symbol, interval in ranges_in([sentence]).items():
                if symbol in known:
                    known[symbol] = interval.within(known[symbol])
        scene = replace(scene, known={**known, **OF_PRIOR})
        self._encoding = scene
        self._channels = {
            letter: EncodedKernel(one, letter, scene, frozenset(statement.parameters))
            for letter, one in zip("yz", said.mechanisms, strict=False)
            if isinstance(one, Mechanism)
        }
        self._wholes = {
            letter: Whole(channel, self._uniform, self._count)
            for letter, channel in self._channels.items()
        }
        drawn = {
            letter: channel
            for letter, channel in self._channels.items()
            if not self._wholes[letter].has_information
        }
        self._information = information_of(drawn, self._conditions)

    @property
    def _conditions(self) -> tuple[Condition, ...]:
        said_of = self._statement
        return (*said_of.where, *said_of.required, *said_of.claimed)

    @property
    def theorems(self) -> tuple[PaperTheorem, ...]:
        """The theorems by which the statement reduces to the goals."""
        found = [TWO_LIKELIHOODS] if self._channels else []
        for letter, matrix in self._matrices.items():
            for kind in self._kinds_of(letter):
                found.append(theorem_of(matrix, kind))
        for channel in self._channels.values():
            found += [EVERY_ANSWER, ROWS] if channel.mechanism.says_secrets else [A_FEW]
        if self._information.columns:
            found.append(PER_ANSWER)
        overall = {
            part.kind
            for part in self._parts
            if isinstance(part, Overall) and self._matrix_of(part) is None
        }
        if overall - ({"mutual_information"} if self._information.columns else set()):
            found.append(CLASSES)
        if {"H", "mutual_information"} & overall:
            found.append(ENTROPY)
        return tuple(dict.fromkeys(found))

    def _kinds_of(self, letter: str) -> list[str]:
        """Return the measures of a mechanism that occur."""
        found = (
            part.kind
            for part in self._parts
            if isinstance(part, Leakage | Overall) and part.observed in ((letter.upper(),), ())
        )
        return list(dict.fromkeys(found))

    def _matrix_of(self, leakage: Leakage | Overall) -> Matrix | None:
        """Return the mechanism of a measure, if it is given by a matrix."""
        letter = leakage.observed[0].lower() if len(leakage.variables) == 2 else ""
        return self._matrices.get(letter) if leakage.secret == "X" else None

    @property
    def _parts(self) -> Iterator[Term]:
        """The terms in the conditions, with their subterms."""
        return (part for condition in self._conditions for part in condition.parts)

    def cases(self) -> Iterator[Case]:
        """Yield all goals: those of the mechanisms, and those of the conclusions."""
        leaves = (part for part in self._parts if not part.parts)
        at_answers = any(part.variables and not isinstance(part, Overall) for part in leaves)
        yield from self.of_mechanisms(possible=at_answers)
        for column, need in self._information.needs():
            meaning = f"mutual information is a mean: {column.meaning}"
            given = (*self._domain(self.channel(column.letter)), *column.relations)
            yield from self._case(meaning, given, need, column)
        for condition in self._statement.claimed:
            for at in self._places(condition):
                yield from self._claimed(at, condition)
        for letter, whole in self._wholes.items():
            for column, need in whole.needs():
                meaning = f"a logarithm of a likelihood has a value: {column.meaning}"
                given = (*self._domain(self.channel(letter)), *self._of_parameters())
                yield from self._case(meaning, given, need, column)

    def _of_parameters(self, scene: AnswerEncoding | None = None) -> Iterator[Sentence]:
        """Yield the conditions in `where` on the parameters and the prior."""
        for condition in self._statement.where:
            if not any(part.variables for part in condition.parts):
                with suppress(NotReducible):
                    yield from assumed(scene or self._encoding, condition)

    # --- mechanisms -------------------------------------------------------------------------------

    def of_mechanisms(self, possible: bool = True) -> Iterator[Case]:
        """Yield the goals that the mechanisms of the statement are mechanisms.

        That every answer is possible is among them, unless no single answer occurs in it.
        """
        for channel in self._channels.values():
            yield from self._is_mechanism(channel, possible)

    def _is_mechanism(self, channel: EncodedKernel, possible: bool) -> Iterator[Case]:
        columns = channel.anywhere()
        domain = self._domain(channel)
        for column in columns:
            for need in column.needs:
                meaning = f"the entries have values: {column.meaning}"
                yield from self._case(meaning, domain, need, column)
            given = (*domain, *column.relations)
            claims_of = [("no entry is negative", relate(column.low, ">=", ZERO))]
            if column.larger is not None:
                claims_of.append(("the larger entry", relate(column.low, "<=", column.high)))
            if possible:
                claims_of.append(("it is possible", relate(column.chance, ">", ZERO)))
                given = (*self._of_parameters(), *given)
            for what, claim in claims_of:
                yield from self._case(f"{what}: {column.meaning}", given, claim, column)
        for kind in channel.kinds(self._conditions):
            worst = channel.worst(kind)
            for column in columns:
                if column != worst:
                    given = (*domain, *column.relations, *worst.relations)
                    meaning = f"{kind} is largest at {worst.meaning}, not at {column.meaning}"
                    claim = column.not_worse(worst, kind)
                    yield from self._case(meaning, given, claim, column, worst)
        meaning = f"the rows of {channel.mechanism.name} sum to one"
        for sentence in rows_sum(channel, columns):
            yield from self._case(meaning, domain, sentence, *columns)

    def _domain(self, channel: EncodedKernel) -> list[Sentence]:
        """Return the conditions on the parameters of a mechanism."""
        asked = channel.mechanism.conditions
        return [
            sentence
            for condition in self._statement.where
            if condition in asked  # the statement may have more conditions
            for sentence in assumed(self._encoding, condition)
        ]

    # --- conclusions ------------------------------------------------------------------------------

    def _places(self, claimed: Condition) -> Iterator[dict[str, Column]]:
        """Yield the answers for which a conclusion has to be proved, by letter."""
        if len(claimed.outcomes) > 1:
            raise NotReducible(f"{claimed} is about two answers at once.")
        if not claimed.outcomes:
            yield {}
        for letter in claimed.outcomes:
            for column in self.channel(letter).anywhere():
                yield {letter: column}

    def _claimed(self, at: Mapping[str, Column], claimed: Condition) -> Iterator[Case]:
        given = (*self._statement.where, *self._statement.required)
        worst: _Worst = {
            (letter, kind): channel.worst(kind)
            for letter, channel in self._channels.items()
            for kind in channel.kinds((*given, claimed))
        }
        columns = (*at.values(), *worst.values())
        sentences = [relation for column in columns for relation in column.relations]
        if any(has_information(condition) for condition in (*given, claimed)):
            sentences += self._information.facts()
        for letter, whole in self._wholes.items():
            kinds = self._kinds_of(letter)
            if "H" in kinds or len(self._wholes) == 1:  # two answers are compared without
                sentences += whole.facts(kinds)
        for condition in given:
            for place in self._instances(condition, at, worst):
                sentences += assumed(self._at(place, worst), condition)
        where = ", ".join(column.meaning for column in (*at.values(), *worst.values()))
        wanted = claims(replace(self._at(at, worst), conclusion=True), claimed)
        yield from self._cases(f"{claimed}: {where}", sentences, wanted, *columns)

    def _instances(
        self, condition: Condition, at: Mapping[str, Column], worst: _Worst
    ) -> Iterator[Mapping[str, Column]]:
        """Yield the answers at which a hypothesis is used: all answers with symbols."""
        if len(condition.outcomes) > 1:
            raise NotReducible(f"{condition} is about two answers at once.")
        if not condition.outcomes:
            yield at
        for letter in condition.outcomes:
            self.channel(letter)
            named = [column for (of, _), column in worst.items() if of == letter]
            for column in [*named, *([at[letter]] if letter in at else [])]:
                yield {letter: column}

    def channel(self, letter: str) -> EncodedKernel:
        """Return the channel of an answer, by its letter."""
        if letter not in self._channels:
            raise NotReducible(f"{letter} is not an answer of any mechanism of the statement.")
        return self._channels[letter]

    def _at(self, at: Mapping[str, Column], worst: _Worst) -> AnswerEncoding:
        """Return the encoding of terms at the given answers."""
        known = {**self._encoding.known}
        for column in (*at.values(), *worst.values()):
            known |= column.known

        def measure(leakage: Leakage | Overall) -> EncodedQuotient:
            if matrix := self._matrix_of(leakage):
                return self._encoding.level(known_value(matrix, leakage))
            if isinstance(leakage, Overall):
                return self._whole(leakage).quotient(leakage)
            if leakage.secret != "X" or len(leakage.variables) > 2:
                raise NotReducible(f"{leakage} is no leakage of X at an answer or the worst one.")
            letter = leakage.observed[0].lower()
            if not leakage.outcomes:
                return worst[letter, leakage.kind].measure(leakage.kind)
            if letter not in at:
                raise NotReducible(f"{leakage} occurs where no answer {letter} is given.")
            return at[letter].measure(leakage.kind)

        answers = {f"p_{letter}": column.mass for letter, column in at.items()}
        answers |= {f"q_{letter}": column.chance for letter, column in at.items()}
        return AnswerEncoding(
            measure,
            self._encoding.prior,
            known,
            answers=answers,
            overall=self._number,
            width=self._width,
        )

    @property
    def _width(self) -> Real | None:
        """The number of answers, all of which are possible, where there is one mechanism."""
        if len(self._said.mechanisms) > 1 or not self._channels:
            return None
        (channel,) = self._channels.values()
        one = channel.mechanism
        return self._count + len(one.besides) if one.says_secrets else sp.Integer(len(one.answers))

    def _number(self, term: Overall, level: Real) -> Real:
        """Return the value of a number for a whole channel."""
        if matrix := self._matrix_of(term):
            return self._encoding.number(known_value(matrix, term))[0]
        if term.kind == "mutual_information" and self._information.columns:
            return self._information.of(term)
        return self._whole(term).number(term, level)

    def _whole(self, term: Overall) -> Whole:
        """Return the channel of a measure."""
        letters = [name.lower() for name in term.variables if name != "X"]
        if len(letters) > 1 or not ({*letters} <= self._wholes.keys()):
            raise NotReducible(f"{term} is of no channel from X to one answer.")
        if term.secret != "X" and AVERAGES[term.kind].form != "entropy":
            raise NotReducible(f"{term} is not of the secret X.")
        if not self._wholes:
            raise NotReducible(f"{term} is not reduced beside a mechanism with other columns.")
        return self._wholes[letters[0]] if letters else next(iter(self._wholes.values()))

    # --- goals ------------------------------------------------------------------------------------

    def _case(
        self, meaning: str, given: Iterable[Sentence], claim: Sentence, *columns: Column
    ) -> Iterator[Case]:
        """Yield the goals of one claim, with the facts about their symbols as hypotheses."""
        return self._cases(meaning, given, [((), claim, False)], *columns)

    def _cases(
        self, meaning: str, given: Iterable[Sentence], wanted: Iterable[Claimed], *columns: Column
    ) -> Iterator[Case]:
        """Yield the goals of several claims, with the facts about their symbols as hypotheses."""
        given = tuple(given)
        for one in wanted:
            hypotheses = [*self._known((*given, one[1])), *given]
            for goal, aside in goals_of(hypotheses, [one]).items():
                placed = AtInstances(self._said, columns, tuple(self._information.columns.values()))
                yield case_of(Case(meaning, goal, None, complete=False, placed=placed), aside)

    def _known(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """Return the facts about the parameters and probabilities in sentences."""
        used = set().union(*(sentence.free_symbols for sentence in sentences))
        masses = {s for s in used if s in OF_PRIOR or s.name.startswith("p_")}
        masses -= self._parameters.keys()
        exact = {mass for mass in masses if mass != N} if self._uniform else set()
        return [
            *(
                relate(symbol, ">=", ZERO)
                for symbol, interval in self._parameters.items()
                if symbol in used and interval.nonnegative
            ),
            *of_masses(masses, self._counted),
            *(relate(self._count * mass, "=", ONE) for mass in sorted(exact, key=str)),
            *(self._of_size(masses)),
        ]

    def _of_size(self, masses: set[Real]) -> Iterator[Sentence]:
        """Yield what the number of secrets says of probabilities."""
        if self._count == 2:
            first = next((one.single for one in self._channels.values()), PMIN)
            yield from of_two(masses, first)
        elif N in masses and (self._least > 2 or self._count != N):
            yield relate(N, ">=" if self._count == N else "=", sp.Integer(self._least))


def _no_leakage(leakage: Leakage | Overall) -> EncodedQuotient:
    raise NotReducible(f"{leakage} occurs where no answer is given.")
