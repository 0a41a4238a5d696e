"""Every formula that the ledger prints is read by a TeX parser and names known commands."""

import functools
from collections.abc import Iterator

import pytest
from pylatexenc.latexwalker import (
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexNode,
    LatexWalker,
    LatexWalkerParseError,
)

from pmlsym.ledger import catalogue
from pmlsym.ledger.claim import Claim
from pmlsym.proof.printing import goal_latex

# What MathJax and KaTeX know, as far as the ledger uses it.
_NAMED = """
    Big Bigl Bigm Bigr Delta Gamma Lambda Leftarrow Leftrightarrow Longleftarrow
    Longleftrightarrow Longrightarrow Omega Phi Pr Rightarrow Sigma Theta alpha approx ast
    bar beta big bigl bigm bigr binom cdot cdots cup cap delta dfrac displaystyle dots ell
    emptyset epsilon equiv eta exists exp forall frac gamma ge geq hat iff implies in inf
    infty int kappa lVert rVert lvert rvert lambda langle lceil ldots le left leftrightarrow
    leq lfloor lim limits ln log mapsto mathbb mathbf mathcal mathit mathrm max mid middle
    min mp mu nabla ne neg neq notin nu omega operatorname otimes overline partial perp phi pi pm
    prec preceq prime prod propto psi qquad quad rangle rceil rfloor rho right rightarrow
    setminus sigma sim sqrt star subset subseteq sum sup supseteq tau text textbf textstyle
    arg xrightarrow
    tfrac theta tilde times to top varepsilon varphi vec vee wedge widehat widetilde xi zeta
"""
COMMANDS = {*_NAMED.split(), *",;:!{}|&%_# \\"}
ENVIRONMENTS = {"aligned", "gathered", "cases", "pmatrix", "array"}


def nodes(found: list[LatexNode] | None) -> Iterator[LatexNode]:
    for node in found or []:
        if node is None:
            continue
        yield node
        if isinstance(node, LatexMacroNode) and node.nodeargd is not None:
            yield from nodes(node.nodeargd.argnlist)
        if isinstance(node, LatexGroupNode | LatexEnvironmentNode | LatexMathNode):
            yield from nodes(node.nodelist)


def unknown(formula: str) -> list[str]:
    """Parse a formula for math mode and return the commands in it that do not exist."""
    walker = LatexWalker(f"${formula}$", tolerant_parsing=False)
    found, _, length = walker.get_latex_nodes()
    assert length == len(formula) + 2
    assert len(found) == 1, "a dollar sign ends the formula early"
    every = list(nodes(found))
    commands = [node.macroname for node in every if isinstance(node, LatexMacroNode)]
    environments = [n.environmentname for n in every if isinstance(n, LatexEnvironmentNode)]
    return [name for name in commands if name not in COMMANDS] + [
        name for name in environments if name not in ENVIRONMENTS
    ]


@functools.cache
def claims() -> list[Claim]:
    return list(catalogue.with_repairs(catalogue.claims()))


def test_what_does_not_exist_is_seen():
    assert unknown(r"a\quadb") == ["quadb"]
    assert unknown(r"\text{a } \frac{\foo}{2}") == ["foo"]
    with pytest.raises(LatexWalkerParseError):
        unknown(r"\begin{aligned} a")
    with pytest.raises(LatexWalkerParseError):
        unknown("a$b")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_statements_and_goals_are_tex(claim):
    assert claim.latex
    assert unknown(claim.latex) == []
    for part in claim.parts:
        assert unknown(goal_latex(part.goal)) == []
