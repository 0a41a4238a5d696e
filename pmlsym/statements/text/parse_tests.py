"""Parser of errors of tests: `test T: type1(T) + exp(e)*type2(T) >= 1 - d`.

A test T decides for a secret x against another one, x', at a set S of outcomes. It errs with the
probabilities type1(T) = 1 - P(S|x) and type2(T) = P(S|x'). For every two secrets and every S,

    type1(T) + exp(t) type2(T) >= l  if and only if  P(S|x) - exp(t) P(S|x') <= 1 - l,

and the largest of the left sides is the hockey-stick divergence at the level t. So a condition on
all tests is read, and printed, as one on this divergence. (Wasserman and Zhou, 2010)
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Overall
from pmlsym.statements.terms import Function, Number, OfBound, Operation, Term, operation
from pmlsym.statements.text.parse_terms import TermReader
from pmlsym.statements.text.tokens import ParseError, Token
from pmlsym.statements.text.vocabulary import TURNED

ERRORS = ("type1", "type2")
_FORM = "type1(T) + exp(t)*type2(T) >= a level, of the same test T"
_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))


class TestReader(TermReader):
    """Parser of conditions on the errors of every test."""

    __test__ = False  # no class of tests for pytest
    _unbracketed_test: Token | None = None
    _of_a_test = False  # whether a condition on the errors of a test is read

    def _is_test(self) -> bool:
        """Whether `test T:` begins here, perhaps in brackets."""
        start = self._place + self._is("(")
        here = [token.text for token in self._tokens[start : start + 3]]
        return len(here) == 3 and here[0] == "test" and here[1].isupper() and here[2] == ":"

    def _of_test(self) -> list[Condition]:
        """Parse a condition on the errors of a test, as one on a hockey-stick divergence."""
        opened = self._now
        bracket = self._skip("(")
        if not bracket:
            self._unbracketed_test = opened
        self._take()
        name = self._capital()
        self._need(":")
        first = self._now
        self._of_a_test = True
        found = self._conditions()
        self._of_a_test = False
        if bracket:
            self._close(opened, ")")
        conditions = [of_every_test(one, name) for one in found]
        if None in conditions:
            raise ParseError(first.column, f"what is said of a test {name} has the form {_FORM}.")
        with self.blamed(first):
            return [one for one in conditions if one is not None]

    def _of_bound(self, word: str) -> OfBound:
        if word in ERRORS and not self._of_a_test:
            raise ParseError(
                self._now.column, f"{word}(T) stands behind `test T:`, as in test T: {_FORM}."
            )
        return super()._of_bound(word)

    def _refuse_reach_of_test(self) -> None:
        """Refuse a test before an implication, which may be meant of a side or of both."""
        if self._unbracketed_test is not None:
            raise ParseError(
                self._unbracketed_test.column,
                "`test T:` before an implication needs brackets: (test T: ...) => ...",
            )


def of_every_test(condition: Condition, name: str) -> Condition | None:
    """Return the condition on a channel that says a condition on the errors of every test.

    None is returned for a condition of another form than type1(T) + exp(t)*type2(T) >= l.

    Examples
    --------
    >>> from pmlsym.statements.terms import Parameter
    >>> errors = Operation("+", OfBound("type1", "T"), OfBound("type2", "T"))
    >>> print(of_every_test(Condition(errors, ">=", Parameter("a")), "T"))
    hockey_stick(X->Y; 0) <= 1 - a
    """
    errors, sign, level = condition.left, condition.sign, condition.right
    if sign in ("<=", "<"):
        errors, sign, level = level, TURNED[sign], errors
    if sign not in (">=", ">") or not isinstance(errors, Operation) or errors.sign != "+":
        return None
    for one, other in (errors.parts, errors.parts[::-1]):
        rate = _rate(other, name)
        if one == OfBound("type1", name) and rate is not None:
            most = operation("-", _ONE, level)
            if isinstance(level, Operation) and level.sign == "-" and level.left == _ONE:
                most = level.right
            return Condition(Overall("hockey_stick", "X", ("Y",), rate), TURNED[sign], most)
    return None


def _rate(term: Term, name: str) -> Term | None:
    """Return t for exp(t)*type2(T), 0 for type2(T) alone."""
    of_test = OfBound("type2", name)
    if term == of_test:
        return _ZERO
    if isinstance(term, Operation) and term.sign == "*" and of_test in term.parts:
        (factor,) = (part for part in term.parts if part != of_test)
        if isinstance(factor, Function) and factor.name == "exp":
            return factor.arguments[0]
        if isinstance(factor, Number) and factor.value > 0:
            return Function("log", (factor,))
    return None
