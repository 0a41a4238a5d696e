"""Other spellings of the language: Unicode, LaTeX and English, and words that it does not have.

What a table of this file translates is printed in the language itself, so that a reader sees what
was understood. A spelling that could mean something else is refused with a sentence instead: `e` as
the base of a power is no parameter of the statement that was meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

_GREEK = MappingProxyType(
    {
        "\u03b1": "alpha",
        "\u03b2": "beta",
        "\u03b3": "gamma",
        "\u03b4": "delta",
        "\u03b5": "eps",
        "\u03f5": "eps",
        "\u03b7": "eta",
        "\u03b8": "theta",
        "\u03ba": "kappa",
        "\u03bb": "lam",
        "\u03bc": "mu",
        "\u03c1": "rho",
        "\u03c3": "sigma",
        "\u03c4": "tau",
    }
)
_DIGITS = {ord(digit): str(value) for value, digit in enumerate("₀₁₂₃₄₅₆₇₈₉")}
# a Greek letter, perhaps with an index: a name of its own
GREEK_NAME = rf"[{''.join(_GREEK)}](?:_?[0-9₀-₉]+|_[A-Za-z0-9]+)?"
_POWERS = {ord(digit): str(value) for value, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_POWER = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_CHARACTERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys("≤⩽", ("<=",)),
        **dict.fromkeys("≥⩾", (">=",)),
        "\u2260": ("!=",),
        **dict.fromkeys("→⟶", ("->",)),
        **dict.fromkeys("⇒⟹", ("=>",)),
        **dict.fromkeys("⇔⟺", ("<=>",)),
        **dict.fromkeys("−–—", ("-",)),
        **dict.fromkeys("·×⋅", ("*",)),
        "\u2227": ("and",),
        "{": ("(",),
        "}": (")",),
        "&": ("and",),
        "\u2228": ("or",),
        "\u00ac": ("not",),
        "\u2113": ("pml",),
        "\u2200": ("forall",),
    }
)
_LONG = MappingProxyType(
    {
        **{"&&": "and", "**": "^", "==>": "=>", "-->": "=>", "<==>": "<=>", "<-->": "<=>"},
        **dict.fromkeys((r"p_{\min}", r"p_{min}", r"p_\min"), "pmin"),
        **dict.fromkeys((r"p_{\max}", r"p_{max}", r"p_\max"), "pmax"),
        "log\u2082": "log2",
    }
)
_COMMANDS = MappingProxyType(
    {
        **dict.fromkeys(("le", "leq", "leqslant"), "<="),
        **dict.fromkeys(("ge", "geq", "geqslant"), ">="),
        **dict.fromkeys(("ne", "neq"), "!="),
        **dict.fromkeys(("to", "rightarrow"), "->"),
        **dict.fromkeys(("Rightarrow", "implies"), "=>"),
        **dict.fromkeys(("Leftrightarrow", "iff"), "<=>"),
        **dict.fromkeys(("cdot", "times"), "*"),
        **dict.fromkeys(("land", "wedge"), "and"),
        **dict.fromkeys(("varepsilon", "epsilon"), "eps"),
        **{name: name for name in ("alpha", "beta", "gamma", "delta", "theta", "frac")},
        **{name: name for name in ("exp", "max", "min", "sqrt")},
        **dict.fromkeys(("ln", "log"), "log"),
        "forall": "forall",
        "ell": "pml",
        "Lambda": "pmc",
    }
)
WORDS: Mapping[str, str] = MappingProxyType(
    {
        "implies": "=>",
        "iff": "<=>",
        "ln": "log",
        "p_min": "pmin",
        "p_max": "pmax",
    }
)
# names of measures, where a bracket follows
MEASURED: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("I", "MI"), "mutual_information"),
        **dict.fromkeys(("L", "ML", "MaxL"), "maximal_leakage"),
    }
)
_COMMAND = re.compile(r"\\(?P<word>[A-Za-z]+)")
_NO_COMMANDS = MappingProxyType({"mathbb": "E[...]", "left": "(", "right": ")"})
_NO_CHARACTERS = MappingProxyType(
    {
        "\u221e": "infinity has no name; a leakage that is finite is at most some parameter, as in "
        "pmc(X->y) <= e.",
        "\u2203": "a statement is about every mechanism; that one exists is shown by refuting the "
        "opposite.",
        "\u22a5": "write X, Y independent: at the beginning, or maximal_leakage(X->Y) = 0.",
        "\u03c0": "write the number in digits.",
        "\u00bd": "write 1/2.",
        "'": "a name is letters, digits and _, as in eps_1.",
        "~": "write the law of the secret as prior (1/2, 1/2): or prior uniform:.",
        **dict.fromkeys(
            "₀₁₂₃₄₅₆₇₈₉", "the variables are X, Y and Z, and a name has its index as eps_1."
        ),
        "\u03c7": "write chi2(X->Y) for the chi-squared divergence of two rows.",
        "!": "it stands only in !=.",
        ".": "a number does not end with a point; write 5 or 5.0.",
    }
)


def name_of_greek(letters: str) -> str:
    """Return the name of a parameter that is written as a Greek letter, perhaps with an index.

    Examples
    --------
    >>> name_of_greek("ε₁"), name_of_greek("δ")
    ('eps_1', 'delta')
    """
    index = letters[1:].translate(_DIGITS).lstrip("_")
    return f"{_GREEK[letters[0]]}{'_' * bool(index)}{index}"


def signs_at(text: str, place: int) -> tuple[tuple[str, ...], int]:
    r"""Return the tokens that a sign or a LaTeX command stands for, and the length of the spelling.

    Examples
    --------
    >>> signs_at("a ≤ b", 2), signs_at(r"a \leq b", 2), signs_at("e²", 1), signs_at("a", 0)
    ((('<=',), 1), (('<=',), 4), (('^', '2'), 1), ((), 0))
    """
    for sign, instead in _LONG.items():
        if text.startswith(sign, place):
            return (instead,), len(sign)
    if power := _POWER.match(text, place):
        return ("^", power[0].translate(_POWERS)), len(power[0])
    if command := _COMMAND.match(text, place):
        found = _COMMANDS.get(command["word"])
        return ((found,), len(command[0])) if found else ((), 0)
    found_signs = _CHARACTERS.get(text[place : place + 1], ())
    return found_signs, len(found_signs) and 1


def no_meaning(text: str, place: int) -> str:
    """Say why a character has no meaning in the language, and what to write instead."""
    character = text[place]
    if command := _COMMAND.match(text, place):
        instead = _NO_COMMANDS.get(command["word"])
        hint = f"write {instead} instead" if instead else "names are letters without it"
        return f"{command[0]!r} is LaTeX, not part of the language; {hint}."
    if character in _NO_CHARACTERS:
        return f"{character!r} is not part of the language: {_NO_CHARACTERS[character]}"
    return f"{character!r} has no meaning here."


# --- words that the language does not have --------------------------------------------------------

_GUESSED = (
    "is not in the language: the best guess is right with the probability vulnerability(X|Y), and "
    "guess G: gain(G) is what guessing gains, any gain G: gain(G)"
)
_DENSITY = (
    "is no quantity of the language: the largest lift P(y|x)/P(y) is exp(pml(X->y)), "
    "the smallest exp(-pmc(X->y))"
)
_WORST = "is not in the language: a capital is the worst outcome, as in pml(X->Y)"
_ORDERS = (
    "is not in the language: of a channel there are sibson(X->Y; a) and alpha_leakage(X->Y; a), "
    "of a variable renyi_entropy(X; a); of order infinity, pml(X->y) at an outcome, and "
    "maximal_leakage(X->Y)"
)
_DIVERGENCES = (
    "is not in the language: the divergences of two rows are tv(X->Y), kl(X->Y), chi2(X->Y), "
    "hellinger(X->Y) and hockey_stick(X->Y; e)"
)
_PYTHON = "is a guarantee in Python alone (pmlsym.DPrivacy), and cannot be typed"
_ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("g_leakage", "V", "V_g", "bayes", "bayes_error", "P_e"), _GUESSED),
        **dict.fromkeys(("P", "p", "P_X", "P_Y", "Pr", "i", "iota"), _DENSITY),
        **dict.fromkeys(("JS", "js", "TVD", "wasserstein", "f_divergence"), _DIVERGENCES),
        "loss": "is not in the language: at an outcome the largest privacy loss is ldp(X->y), and "
        "hockey_stick(X->Y; e) is what a mechanism lacks for LDP(e)",
        "capacity": "is not in the language: mutual_information(X;Y) is that under any prior",
        **dict.fromkeys(("max_x", "max_y", "min_x", "min_y", "sup", "sup_y", "sum_y"), _WORST),
        **dict.fromkeys(("renyi", "arimoto", "D_inf", "D_alpha", "I_alpha"), _ORDERS),
        **dict.fromkeys(
            ("RR", "krr", "rr", "extremal"),
            "is a mechanism: X->Y is rr(r): or X->Y is extremal(u): stands before a statement",
        ),
        **dict.fromkeys(("d_privacy", "DPrivacy", "R2"), _PYTHON),
        **dict.fromkeys(
            ("exists", "there"),
            "begins no statement: each is about every mechanism, and that one exists is shown by "
            "refuting the opposite; of priors write there is a prior: PML(e)",
        ),
    }
)
INSTEAD: Mapping[str, str] = MappingProxyType(
    {
        "Log": "log",
        "Exp": "exp",
        **dict.fromkeys(("inf", "infinity", "oo", "Infinity", "nan", "NaN"), "a number"),
        **dict.fromkeys(("MCL", "MaximalCost"), "maximal_cost_leakage(X->Y)"),
        **dict.fromkeys(("E_Y", "E_y", "mean"), "E[...]"),
        **dict.fromkeys(("entropy", "Entropy", "H_X", "H_Y"), "H(X)"),
        **dict.fromkeys(("TV", "total_variation", "d_TV", "D_TV"), "tv(X->Y)"),
        **dict.fromkeys(("KL", "D_KL", "D", "kl_divergence"), "kl(X->Y)"),
        **dict.fromkeys(("chi_squared", "chi_2", "D_chi2"), "chi2(X->Y)"),
        **dict.fromkeys(("h", "h_b", "H_b", "binary_entropy"), "hb(1/2)"),
        **dict.fromkeys(("H_inf", "I_inf", "min_entropy"), "min_entropy_leakage(X->Y)"),
    }
)


def elsewhere(word: str) -> str:
    """Say what to write for a quantity that the language has by another name; empty if unknown.

    Examples
    --------
    >>> elsewhere("R2")
    "'R2' is a guarantee in Python alone (pmlsym.DPrivacy), and cannot be typed."
    """
    found = _ELSEWHERE.get(word)
    return f"{word!r} {found}." if found else ""
