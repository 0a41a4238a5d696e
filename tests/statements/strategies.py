"""Statements for property tests, built as objects."""

from fractions import Fraction

from hypothesis import strategies as st

from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import MEASURES
from pmlsym.statements.clauses import Condition, GuaranteeClause, Through
from pmlsym.statements.definitions import OF_DISTRIBUTION
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, OfPosterior, Overall
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet, Independent, Markov, Prior
from pmlsym.statements.terms import Function, Hole, Number, OfPrior, Parameter, negative, operation
from pmlsym.statements.text.vocabulary import OF_PRIOR, SIGNS

numbers = st.builds(lambda p, q: Number(Fraction(p, q)), st.integers(-30, 30), st.integers(1, 12))
parameters = st.sampled_from(("a", "b", "eps", "alpha_1", "e_", "Eps", "x1")).map(Parameter)


@st.composite
def channels(draw, most=2):
    secret = draw(st.sampled_from("XYZ"))
    others = [name for name in "XYZ" if name != secret]
    return secret, tuple(draw(st.permutations(others))[: draw(st.integers(1, most))])


@st.composite
def leakages(draw, lower=None):
    kind = draw(st.sampled_from(list(MEASURES)))
    secret, seen = draw(channels())
    given = ()
    if len(seen) == 2 and draw(st.booleans()):
        seen, given = seen[:1], (seen[1].lower(),)
    if draw(st.booleans()) if lower is None else lower:
        seen = tuple(name.lower() for name in seen)
    return Leakage(kind, secret, seen, given)


@st.composite
def overall(draw):
    row = AVERAGES[draw(st.sampled_from(list(AVERAGES)))]
    secret, seen = draw(channels())
    if row.may_be_alone and (not row.arrow or draw(st.booleans())):
        seen = ()
    if row.name in OF_DISTRIBUTION and seen and draw(st.booleans()):
        return OfPosterior(row.name, secret, tuple(map(str.lower, seen)))
    return Overall(row.name, secret, seen, Parameter("a") if row.has_level else None)


def terms(leaves):
    def grown(inside):
        signs = st.sampled_from(("+", "-", "*", "/", "^"))
        return st.one_of(
            st.builds(operation, signs, inside, inside),
            st.builds(negative, inside),
            st.builds(
                lambda name, t: Function(name, (t,)), st.sampled_from(("exp", "log", "hb")), inside
            ),
            st.builds(
                lambda name, parts: Function(name, tuple(parts)),
                st.sampled_from(("max", "min")),
                st.lists(inside, min_size=2, max_size=3),
            ),
        )

    return st.recursive(leaves, grown, max_leaves=8)


_plain = st.one_of(
    numbers, parameters, st.sampled_from(OF_PRIOR).map(OfPrior), overall(), leakages(lower=False)
).filter(lambda term: not term.outcomes)
levels = terms(_plain)
_means = st.builds(
    lambda leakage, term: MeanOverOutcomes(operation("+", leakage, term)),
    leakages(lower=True),
    terms(st.one_of(numbers, parameters)),
)
any_terms = terms(st.one_of(numbers, parameters, leakages(), overall(), _means))
conditions = st.builds(Condition, any_terms, st.sampled_from(SIGNS), any_terms)


@st.composite
def guarantees(draw, holes=False):
    kind = draw(st.sampled_from(("PML", "PMC", "LDP", "LIP", "ALIP")))
    level = st.one_of(levels, st.just(Hole())) if holes else levels
    way = draw(channels())
    found = tuple(draw(level) for _ in range(2 if kind == "ALIP" else 1))
    return GuaranteeClause(kind, found, Through(*way))


@st.composite
def statements(draw):
    structure = []
    if draw(st.booleans()):
        structure.append(Markov(tuple(draw(st.permutations(("X", "Y", "Z"))))))
    if draw(st.booleans()):
        structure.append(
            Independent(tuple(draw(st.permutations("XYZ"))[: draw(st.integers(2, 3))]))
        )
    structure += draw(
        st.sampled_from(
            (
                (),
                (Alphabet("=", 3),),
                (Alphabet(">=", 2), Prior()),
                (Prior((Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))),),
            )
        )
    )
    both = draw(st.booleans())
    clause = st.one_of(conditions, guarantees())
    hypotheses = draw(st.lists(clause, min_size=int(both), max_size=2))
    last = clause if both else st.one_of(conditions, guarantees(holes=True))
    conclusion = draw(st.lists(last, min_size=1, max_size=2))
    where = draw(st.lists(conditions, max_size=2))
    return Statement(tuple(conclusion), tuple(hypotheses), tuple(structure), tuple(where), both)
