"""The formulas of the papers that claims refer to by number or name, as text and as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pmlsym.pages import Formula, Words
from pmlsym.statements.releases.quantities import MEANINGS

# In LaTeX the Haar workload is that of eight classes, as the paper prints it.
_HAAR = r" \\ ".join(
    (
        "1&1&1&1&1&1&1&1",
        "1&1&1&1&-1&-1&-1&-1",
        "1&1&-1&-1&0&0&0&0",
        "0&0&0&0&1&1&-1&-1",
        "1&-1&0&0&0&0&0&0",
        "0&0&1&-1&0&0&0&0",
        "0&0&0&0&1&-1&0&0",
        "0&0&0&0&0&0&1&-1",
    )
)
_OVER = r"\max_{s\in\{-1,1\}^m}\max_{r,c}"
_LIFTED = (
    r"-\log\Bigl(\alpha\sum_{j=1}^k e^{\langle s,w_r-w_j\rangle/b}"
    r"+(1-k\alpha)e^{\langle s,w_r-w_c\rangle/b}\Bigr)"
)
_DISTANT = (
    r"-\log\Bigl(\alpha\sum_{j=1}^k e^{-\|w_r-w_j\|_1/b}+(1-k\alpha)e^{-\|w_r-w_c\|_1/b}\Bigr)"
)
_COST = r"\inf_{P_W}\mathbb E[c(X,W)]", r"\inf_{P_{\hat W\mid Y}}\mathbb E[c(X,\hat W)\mid Y=y]"

# of each paper, by the word by which a text refers to a formula
_NAMED = {
    "linear": {
        "(5)": Formula(MEANINGS["corner"], rf"(5)\colon\ {_OVER}{_LIFTED}"),
        "(7)": Formula(MEANINGS["triangle"], rf"(7)\colon\ \max_{{r,c}}{_DISTANT}"),
        "eq. (2)": Formula(
            "(2) is: l(X -> y) is the log of the largest f(y|x)/f(y)",
            r"(2)\colon\ \ell(X\to y)=\log\max_x\frac{f_{Y\mid X=x}(y)}{f_Y(y)}",
        ),
        "(4)": Formula(
            "eps_DP of (4) is the largest ||w_r - w_j||_1/b over classes r and j",
            r"(4)\colon\ \varepsilon_{\mathrm{DP}}=\max_{r,j}\|w_r-w_j\|_1/b",
        ),
        "(6)": Formula(
            "(6) is the lift of class r of a record, E prod_l e^(-|y_l - w_l x - w_lr|/b) over "
            "sum_j p_j E prod_l e^(-|y_l - w_l x - w_lj|/b), x the counts of the other records",
            r"(6)\colon\ \frac{\mathbb E_{X^-}\prod_l e^{-|y_l-w_{l,:}X^--w_{lr}|/b}}"
            r"{\sum_j p_j\,\mathbb E_{X^-}\prod_l e^{-|y_l-w_{l,:}X^--w_{lj}|/b}}",
        ),
        "(8)": Formula(
            "(8) is: the largest (c_{j^*} - c_{j_*})/b over the sign sets is the largest "
            "||w_j - w_j'||_1/b, which is eps_DP",
            r"(8)\colon\ \max_{\mathcal I}\frac{c_{j^*}-c_{j_*}}{b}"
            r"=\max_{j,j'}\frac{\|w_j-w_{j'}\|_1}{b}=\varepsilon_{\mathrm{DP}}",
        ),
        "(9)": Formula(
            "the Haar workload (9) is the count of all classes, and then the differences "
            "between the two halves, between the two quarters of each half, and so on",
            rf"(9)\colon\ k=8,\ W=\begin{{bmatrix}}{_HAAR}\end{{bmatrix}}",
        ),
        "tilted": Formula(
            "the tilted bound is (5) with all slopes s in [-1, 1]^m in the place of signs",
            rf"\text{{tilted}}\colon\ \max_{{s\in[-1,1]^m}}\max_{{r,c}}{_LIFTED}",
        ),
    },
    "histogram": {
        "formula (2)": Formula(
            "(2) is: l(X -> y) is the log of the largest P(y|x)/P(y)",
            r"(2)\colon\ \ell(X\to y)=\log\sup_x\frac{P(y\mid x)}{P(y)}",
        ),
        "(3)": Formula(
            "(3) is the bound of Theorem 4, 2/b - log(1 - alpha + alpha*exp(2/b))",
            r"(3)\colon\ \tfrac 2b-\log\bigl(1-\alpha+\alpha e^{2/b}\bigr)",
        ),
        "(4)": Formula(
            "(4) is the bound 2(1 - alpha)/b + 2 alpha^2/b^2",
            r"(4)\colon\ \frac{2(1-\alpha)}b+\frac{2\alpha^2}{b^2}",
        ),
        "composed number": Formula(
            "the composed number is (k - 1)((1 - alpha)/b + alpha^2/(2b^2))",
            r"\text{the composed number}\colon\ "
            r"(k-1)\Bigl(\frac{1-\alpha}b+\frac{\alpha^2}{2b^2}\Bigr)",
        ),
    },
    "pmc": {
        "(7)": Formula(
            "(7) is the log of the least expected cost before y over the least after it, of one "
            "cost c(x, w)",
            rf"(7)\colon\ \Lambda_c(X\to y)=\log\frac{{{_COST[0]}}}{{{_COST[1]}}}",
        ),
        "(11)": Formula(
            "(11) is the largest (7) over all costs whose least expected value is finite",
            rf"(11)\colon\ \Lambda(X\to y)=\log\sup_{{(\mathcal W,\mathcal S_W),\,c}}"
            rf"\frac{{{_COST[0]}}}{{{_COST[1]}}}",
        ),
        "(13)": Formula(
            "(13) is (mu - c)/(n b) + K(1/(n b)), with K(s) = log E[e^(s (X - mu))]",
            r"(13)\colon\ \frac{\mu-c}{nb}+K\Bigl(\frac1{nb}\Bigr),"
            r"\quad K(s)=\log\mathbb E\bigl[e^{s(X_1-\mu)}\bigr]",
        ),
        "(14)": Formula(
            "(14) is (d - mu)/(n b) + K(-1/(n b))",
            r"(14)\colon\ \frac{d-\mu}{nb}+K\Bigl(-\frac1{nb}\Bigr)",
        ),
        "(17)": Formula(
            "(17) is A|y|/s^2 <= PMC <= A(A + 4|y|)/(2 s^2)",
            r"(17)\colon\ \frac{A|y|}{\sigma^2}\le\Lambda(X\to y)\le\frac{A(A+4|y|)}{2\sigma^2}",
        ),
        "(18)": Formula(
            "(18) is P(PMC >= beta + A^2/(2 s^2)) <= 2 exp(-beta^2 s^4/(8 A^2 (A^2 + s^2)))",
            r"(18)\colon\ \mathbb P\Bigl\{\Lambda(X\to Y)\ge\beta+\frac{A^2}{2\sigma^2}\Bigr\}"
            r"\le 2\exp\Bigl(-\frac{\beta^2\sigma^4}{8A^2(A^2+\sigma^2)}\Bigr)",
        ),
        "(19)": Formula(
            "(19) is: the leakage is the initial uncertainty less the remaining one",
            r"(19)\colon\ \text{information leakage}=\text{initial uncertainty}"
            r"-\text{remaining uncertainty}",
        ),
        "(20a)": Formula(
            "(20a) is: the essential supremum of f under P_X|Y=y is that under P_X, and the "
            "exponential of D_inf(P_X || P_X|Y=y)",
            r"(20a)\colon\ \operatorname*{ess\,sup}_{P_{X\mid Y=y}}f"
            r"=\operatorname*{ess\,sup}_{P_X}f=e^{D_\infty(P_X\|P_{X\mid Y=y})}",
        ),
    },
}
_NUMBER = re.compile(r"(?<![\w)^])\(\d{1,2}[ab]?\)")
_OUTLINE = re.compile(r"Outline: .*", re.S)
_ITEM = re.compile(r"(?<=[.:] )\(\d\) ")  # in an outline: a step, and no equation


def equations_in(*texts: str) -> set[str]:
    """Return the numbers of equations that texts cite, such as ``(5)``.

    The numbers of the parts of an outline are left out.

    Examples
    --------
    >>> sorted(equations_in("(5) <= (7) and f(2) = 0", "Outline: (1) a prior. (2) A marked record"))
    ['(5)', '(7)']
    """
    without = (_OUTLINE.sub(lambda found: _ITEM.sub("", found[0]), text) for text in texts)
    return {found for text in without for found in _NUMBER.findall(text)}


def named_formulas(paper: str, *texts: str) -> Iterator[Words]:
    """Yield the formulas of a paper that texts refer to by number or name.

    Parameters
    ----------
    paper : its key.
    texts : what is said.

    Examples
    --------
    >>> [words.line.text for words in named_formulas("histogram", "sharper than (4)")]
    ['(4) is the bound 2(1 - alpha)/b + 2 alpha^2/b^2']
    """
    cited = equations_in(*texts)
    for name, formula in _NAMED.get(paper, {}).items():
        named = name in cited if name.startswith("(") else any(name in text for text in texts)
        if named:
            yield Words(formula, "where")
