"""Statements: hypotheses, a conclusion, and the mechanisms and parameters quantified over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pmlsym.statements.binders import PAYOFFS, Binder, NamedMechanism, RealNumbers, check_binders
from pmlsym.statements.clauses import Clause, Condition, GuaranteeClause
from pmlsym.statements.signs import may_be_negative
from pmlsym.statements.structures import CHAIN, Alphabet, Independent, Markov, Prior, Structure
from pmlsym.statements.terms import OfBound, Term, parameters_of, walk
from pmlsym.statements.text import latex, words
from pmlsym.statements.text.vocabulary import StatementError, check_part
from pmlsym.statements.under_priors import UnderPriors


@dataclass(frozen=True)
class Statement:
    r"""A claim about every finite mechanism, every prior, and every value of the parameters.

    Unless the structure restricts them, a statement ranges over every finite alphabet of at least
    two secrets, every prior with positive entries and every kernel; parameters are nonnegative
    reals unless `where` says otherwise.

    Parameters
    ----------
    conclusion : conditions and guarantees that are claimed, all of them.
    hypotheses : conditions and guarantees that are assumed.
    structure : Markov chains, independence, the number of secrets, the prior.
    where : conditions on the parameters.
    both_ways : whether hypotheses and conclusion are claimed to be equivalent (``<=>``).
    binders : costs, gains, guesses, priors or a release; then the statement is about these, and
        `pmlsym.statements.from_text` gives it with its instances.

    Raises
    ------
    StatementError
        If the parts do not fit together.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(parse("PML(e)=>PMC( e )where n=2 , pmin=1/2"))
    PML(e) => PMC(e) where n = 2, pmin = 1/2
    """

    conclusion: tuple[Clause, ...]
    hypotheses: tuple[Clause, ...] = ()
    structure: tuple[Structure, ...] = ()
    where: tuple[Condition, ...] = ()
    both_ways: bool = False
    binders: tuple[Binder, ...] = ()

    def __post_init__(self) -> None:
        self._check_parts()
        check_binders(self.binders)
        if self.structure and not (
            all(isinstance(one, NamedMechanism) for one in self.binders)
            or (
                self.structure == (CHAIN,) and all(isinstance(one, PAYOFFS) for one in self.binders)
            )
        ):
            raise StatementError(
                f"`{self.binders[0]}` and `{self.structure[0]}` cannot stand in one statement."
            )
        if not self.conclusion:
            raise StatementError("A statement needs a conclusion.")
        if self.both_ways and not self.hypotheses:
            raise StatementError("An equivalence needs something on the left of <=>.")
        self._check_holes()
        self._check_channels()
        self._check_other_priors()
        self._check_structure()
        self._check_signs()

    def _check_parts(self) -> None:
        clause, structural = (Condition, GuaranteeClause), (Markov, Independent, Alphabet, Prior)
        for name, kinds, wanted in (
            ("conclusion", clause, "a tuple of Conditions and Guarantees"),
            ("hypotheses", clause, "a tuple of Conditions and Guarantees"),
            ("structure", structural, "a tuple of Markov, Independent, Alphabet and Prior"),
            ("where", (Condition,), "a tuple of Conditions"),
        ):
            parts = getattr(self, name)
            check_part(name, parts, tuple, wanted)
            for part in parts:
                check_part(name, part, kinds, wanted)
        check_part("both_ways", self.both_ways, bool, "True or False")

    def _check_holes(self) -> None:
        for name, clauses in (("in a hypothesis", self.hypotheses), ("behind where", self.where)):
            if any(clause.has_hole for clause in clauses):
                raise StatementError(
                    f"A hole ? stands {name}, but only a conclusion has one: ask for what "
                    "follows, as in PMC(e) => PML(?)."
                )
        if self.binders and self.has_holes:
            raise StatementError(
                f"A hole ? beside `{self.binders[0]}` is not supported: only a statement about any "
                "mechanism has one."
            )
        if self.both_ways and self.has_holes:
            raise StatementError("A hole ? cannot stand in an equivalence: write => instead.")

    def _check_channels(self) -> None:
        if "Z" not in self.variables:
            return
        for clause in (*self.hypotheses, *self.conclusion):
            if isinstance(clause, GuaranteeClause) and clause.of is None:
                raise StatementError(
                    f"The statement has several channels, so {clause} has to say of which it is: "
                    f"{clause} of X->Y."
                )

    def _check_other_priors(self) -> None:
        others = [one for one in self.clauses if isinstance(one, UnderPriors)]
        if others and (self.binders or "Z" in self.variables):
            beside = "Z" if "Z" in self.variables else f"`{self.binders[0]}`"
            raise StatementError(
                f"{others[0]} beside {beside} is not supported: of other priors only a kernel from "
                "X to Y is told."
            )
        if any(isinstance(one, UnderPriors) for one in self.where):
            raise StatementError("Behind where stand conditions on parameters, not on priors.")

    def _check_signs(self) -> None:
        """Refuse a parameter below 0 beside binders of which every parameter is at least 0."""
        below = sorted({*self.parameters} - self.nonnegative)
        others = [one for one in self.binders if not isinstance(one, NamedMechanism | RealNumbers)]
        if below and others:
            raise StatementError(
                f"`where` allows {below[0]} to be below 0, but beside `{others[0]}` a parameter is "
                f"a number from 0 on: write -{below[0]} in its place, and bound that from above."
            )

    def _check_structure(self) -> None:
        priors = [part for part in self.structure if isinstance(part, Prior)]
        if len(priors) > 1:
            raise StatementError("The structure names two priors, but at most one can be given.")
        sizes = set(self._exact_sizes)
        if len(sizes) > 1:
            found = " and ".join(map(str, sorted(sizes)))
            raise StatementError(f"The structure asks for {found} secrets at once.")
        least = max((p.size for p in self.structure if isinstance(p, Alphabet)), default=1)
        if sizes and min(sizes) < least:
            raise StatementError(f"The structure asks for {min(sizes)} secrets and for >= {least}.")

    @property
    def _exact_sizes(self) -> list[int]:
        """The numbers of secrets that the structure fixes."""
        asked = [p.size for p in self.structure if isinstance(p, Alphabet) and p.sign == "="]
        return asked + [len(p.masses) for p in self.structure if isinstance(p, Prior) and p.masses]

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """Hypotheses, conclusion and `where` in the order of the text."""
        return (*self.hypotheses, *self.conclusion, *self.where)

    @property
    def implications(self) -> tuple[tuple[tuple[Condition, ...], tuple[Condition, ...]], ...]:
        """The assumptions, `where` included, with the claims; two pairs for ``<=>``."""
        found = (((*self.where, *self.required), self.claimed),)
        return (*found, ((*self.where, *self.claimed), self.required)) if self.both_ways else found

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """All terms that are compared, and all levels."""
        return tuple(term for clause in self.clauses for term in clause.terms)

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in alphabetical order."""
        return tuple(sorted({name for term in self.terms for name in parameters_of(term)}))

    @cached_property
    def nonnegative(self) -> frozenset[str]:
        """The parameters that are at least 0: those that `where` does not allow to be negative."""
        return frozenset(self.parameters) - may_be_negative(self.where)

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """X and Y, and Z if the statement uses it."""
        names = {name for term in self.terms for name in term.variables}
        for clause in self.clauses:
            if isinstance(clause, GuaranteeClause) and clause.of:
                names |= {clause.of.secret, *clause.of.observed}
        for part in self.structure:
            names |= set(part.names if isinstance(part, Independent) else ())
            names |= set(part.chain if isinstance(part, Markov) else ())
        if other := names - {"X", "Y", "Z"}:
            raise StatementError(f"{min(other)} is no variable of a law of X, Y and perhaps Z.")
        return ("X", "Y", "Z") if "Z" in names else ("X", "Y")

    @cached_property
    def size(self) -> tuple[int, int | None]:
        """The smallest and the largest number of secrets; None if there is no largest."""
        if self._exact_sizes:
            return self._exact_sizes[0], self._exact_sizes[0]
        asked = [part.size for part in self.structure if isinstance(part, Alphabet)]
        return max(asked, default=2), None

    @cached_property
    def prior(self) -> Prior | None:
        """The prior of the structure, if it names one."""
        return next((part for part in self.structure if isinstance(part, Prior)), None)

    @cached_property
    def required(self) -> tuple[Condition, ...]:
        """The hypotheses as conditions, guarantees included."""
        return tuple(part for clause in self.hypotheses for part in _meant(clause))

    @cached_property
    def claimed(self) -> tuple[Condition, ...]:
        """The conclusion as conditions, guarantees included; a level that is a hole gives none."""
        return tuple(part for clause in self.conclusion for part in _meant(clause))

    @property
    def has_holes(self) -> bool:
        """Whether the conclusion has a hole ?, which asks for the best level."""
        return any(clause.has_hole for clause in self.conclusion)

    @cached_property
    def is_bound(self) -> bool:
        """Whether it has binders, or quantities that only statements with binders have.

        Examples
        --------
        >>> from pmlsym.statements.text.parse import parse
        >>> parse("PML(e) => PMC(e)").is_bound, parse("least_lift(X->y) <= 1").is_bound
        (False, True)
        """
        return bool(self.binders) or any(
            isinstance(part, OfBound) for term in self.terms for part in walk(term)
        )

    def __str__(self) -> str:
        text = " and ".join(map(str, self.conclusion))
        if self.hypotheses:
            arrow = "<=>" if self.both_ways else "=>"
            text = f"{' and '.join(map(str, self.hypotheses))} {arrow} {text}"
        if self.structure or self.binders:
            text = f"{'; '.join(map(str, (*self.binders, *self.structure)))}: {text}"
        return f"{text} where {', '.join(map(str, self.where))}" if self.where else text

    def words(self) -> str:
        """Return the statement in English, with all quantifiers.

        Examples
        --------
        >>> from pmlsym.statements.text.parse import parse
        >>> print(parse("n >= 2").words())
        For every finite alphabet of at least two secrets, every prior with positive entries and
        every mechanism: n is at least 2. Here n is the number of secrets; logarithms are natural.
        """
        self._refuse_binders()
        return words.in_words(self)

    def latex(self) -> str:
        r"""Return the statement as LaTeX for math mode.

        Examples
        --------
        >>> from pmlsym.statements.text.parse import parse
        >>> print(parse("pml(X->y) <= log(1/pmin)").latex())
        \ell(X \to y) \le \log\left(\frac{1}{p_{\min}}\right)
        """
        self._refuse_binders()
        return latex.in_latex(self)

    def _refuse_binders(self) -> None:
        """Refuse to describe a statement with binders as one about a finite mechanism."""
        if self.binders:
            raise StatementError(f"`{self}` has binders: said(text) describes it.")

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"


def _meant(clause: Clause) -> tuple[Condition, ...]:
    if isinstance(clause, GuaranteeClause):
        return clause.conditions
    return () if clause.has_hole else (clause,)
