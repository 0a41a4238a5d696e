"""Statements of `pmc` about one mechanism, with false neighbours of each."""

HIGH_PRIVACY = "exp(e)*(1 - pmin) < 1"
DOWN = "log(pmin/(1 - exp(e)*(1 - pmin)))"  # PML(e) gives PMC of this
UP = "log((1 - exp(-e)*(1 - pmin))/pmin)"  # PMC(e) gives PML of this
COIN_DOWN, COIN_UP = "log(1/(2 - exp(e)))", "log(2 - exp(-e))"
COIN = "|X| = 2; prior uniform"

PROVED = {
    # Theorem 6, Propositions 1 and 3, Table II
    f"PML(e) => PMC({DOWN}) where {HIGH_PRIVACY}": (
        f"PML(e) => PMC({DOWN})",
        f"PML(e) => PMC({DOWN}) where exp(e)*(1 - pmin) <= 1",
        f"PML(e) => PMC({DOWN}/2) where {HIGH_PRIVACY}",
        f"PML(e) => pmc(X->y) < {DOWN} where {HIGH_PRIVACY}",
        f"PML(e) => PMC({DOWN.replace('pmin', 'pmax')}) where exp(e)*(1 - pmax) < 1",
    ),
    f"PMC(e) => PML({UP})": (
        f"PMC(e) => PML({UP.replace('pmin', 'pmax')})",
        f"PMC(e) => pml(X->y) < {UP}",
        f"PMC(2*e) => PML({UP})",
        f"PML({UP})",
        "PMC(e) => PML(e)",
    ),
    "LDP(e) => PMC(log(pmin + exp(e)*(1 - pmin)))": (
        "LDP(e) => PMC(log(pmax + exp(e)*(1 - pmax)))",
        "LDP(e) => pmc(X->y) < log(pmin + exp(e)*(1 - pmin))",
        "LDP(e) => PMC(log(pmin + exp(e)*(1 - pmin))/2)",
        "PML(e) => PMC(log(pmin + exp(e)*(1 - pmin)))",
    ),
    "LDP(e) => PML(-log(pmin + exp(-e)*(1 - pmin)))": (
        "LDP(e) => PML(-log(pmax + exp(-e)*(1 - pmax)))",
        "LDP(e) => pml(X->y) < -log(pmin + exp(-e)*(1 - pmin))",
        "PML(-log(pmin + exp(-e)*(1 - pmin)))",
    ),
    "LDP(e) => LIP(log(pmin + exp(e)*(1 - pmin)))": (
        "LDP(e) => LIP(-log(pmin + exp(-e)*(1 - pmin)))",
        "LDP(e) => LIP(log(pmax + exp(e)*(1 - pmax)))",
    ),
    "LDP(e) => ALIP(log(pmin + exp(e)*(1 - pmin)), -log(pmin + exp(-e)*(1 - pmin)))": (
        "LDP(e) => ALIP(-log(pmin + exp(-e)*(1 - pmin)), log(pmin + exp(e)*(1 - pmin)))",
    ),
    "LDP(e) => PML(e) and PMC(e)": ("LDP(e) => PML(e/2)", "LDP(e) => pml(X->y) < e"),
    "LIP(e) => LDP(2*e)": ("LIP(e) => LDP(e)", "LIP(e) => LDP(3*e/2)", "PML(e) => LDP(2*e)"),
    "ALIP(a, b) => LDP(a + b)": (
        "ALIP(a, b) => LDP(max(a, b))",
        "ALIP(a, b) => LDP((a + b)/2)",
        "ALIP(a, b) => ldp(X->y) < a + b",
    ),
    "LIP(e) <=> PMC(e) and PML(e)": ("LIP(e) <=> PMC(e)", "LIP(e) <=> LDP(e)"),
    "ALIP(a, b) <=> PMC(a) and PML(b)": ("ALIP(a, b) <=> PMC(b) and PML(a)",),
    # Corollary 3
    f"PML(e) => ALIP({DOWN}, e) where {HIGH_PRIVACY}": (
        f"PML(e) => ALIP(e, {DOWN}) where {HIGH_PRIVACY}",
    ),
    f"PML(e) => LIP(max({DOWN}, e)) where {HIGH_PRIVACY}": (
        f"PML(e) => LIP(min({DOWN}, e)) where {HIGH_PRIVACY}",
    ),
    f"PML(e) => LDP({DOWN} + e) where {HIGH_PRIVACY}": (
        f"PML(e) => LDP({DOWN}) where {HIGH_PRIVACY}",
        f"PML(e) => LDP({DOWN} + e/2) where {HIGH_PRIVACY}",
    ),
    f"PMC(e) => ALIP(e, {UP})": (f"PMC(e) => ALIP({UP}, e)",),
    f"PMC(e) => LIP(max(e, {UP}))": ("PMC(e) => LIP(e)", f"PMC(e) => LIP({UP})"),
    f"PMC(e) => LDP(e + {UP})": (f"PMC(e) => LDP({UP})", "PMC(e) => LDP(2*e)"),
    # Corollary 4
    f"{COIN}: PML(e) <=> PMC({COIN_DOWN}) where exp(e) < 2": (
        f"{COIN}: PML(e) <=> PMC({COIN_DOWN})",
        f"PML(e) <=> PMC({COIN_DOWN}) where exp(e) < 2",
    ),
    f"{COIN}: PML(e) <=> ALIP({COIN_DOWN}, e) where exp(e) < 2": (),
    f"{COIN}: PML(e) <=> LIP({COIN_DOWN}) where exp(e) < 2": (
        f"{COIN}: PML(e) <=> LIP(e) where exp(e) < 2",
    ),
    f"{COIN}: PML(e) <=> LDP({COIN_DOWN} + e) where exp(e) < 2": (
        f"prior uniform: PML(e) <=> LDP({COIN_DOWN} + e) where exp(e) < 2",
    ),
    f"{COIN}: PMC(e) <=> PML({COIN_UP})": (f"|X| = 2: PMC(e) <=> PML({COIN_UP})",),
    # Lemma 1 (i), and what a lift can be
    "pmc(X->y) >= 0 and pml(X->y) >= 0": ("pmc(X->y) > 0", "pml(X->y) > 0"),
    "pml(X->y) <= log(1/pmin)": ("pml(X->y) < log(1/pmin)", "pml(X->y) <= log(1/pmax)"),
    "pml(X->y) + pmc(X->y) = ldp(X->y)": ("ldp(X->y) - pmc(X->y) = pml(X->y)",),
    "pml(X->Y) <= ldp(X->Y) and pmc(X->Y) <= ldp(X->Y)": ("ldp(X->Y) <= pml(X->Y) + 1",),
    "ldp(X->Y) <= pml(X->Y) + pmc(X->Y)": ("ldp(X->Y) = pml(X->Y) + pmc(X->Y)",),
    "pml(X->y) = pml(X->Y) => pml(X->y) <= pml(X->Y)": (),
    "pmc(X->y)*a >= 0 where a > 0": ("pmc(X->y)*a >= 0",),
    "pml(X->Y) = a => pml(X->y) <= a": ("pml(X->Y) = a => pml(X->y) = a",),
    # what has no value
    "log(pmin - 1/4) <= 0 => pmin >= 1/4": ("log(pmin - 1/4) <= 0 => pmin > 1/4",),
    "pmin >= 1/4 => log(pmin - 1/8) <= 0": ("pmin >= 1/9 => log(pmin - 1/8) <= 0",),
    "PMC(b) => a*ldp(X->y) - a*pmc(X->y) = a*pml(X->y)": (
        "a*ldp(X->y) - a*pmc(X->y) >= a*pml(X->y) where a > 0",
    ),
    # structures and priors
    "prior (1/2, 1/3, 1/6): PML(e) => PMC(log(1/(6 - 5*exp(e)))) where exp(e) < 6/5": (
        "prior (1/2, 5/12, 1/12): PML(e) => PMC(log(1/(6 - 5*exp(e)))) where exp(e) < 6/5",
    ),
    "prior uniform: LDP(e) => PML(log(n/(1 + (n - 1)*exp(-e))))": (
        "LDP(e) => PML(log(n/(1 + (n - 1)*exp(-e))))",
    ),
    "|X| = 3: pmin <= 1/3 and pmax >= 1/3": ("|X| = 3: pmin <= 1/4", "|X| = 3: pmax > 1/3"),
    "pmin <= 1/n and pmax >= 1/n": ("pmax > 1/n", "pmin <= 1/(n + 1)"),
    "n = 2 => pmin + pmax = 1": ("n = 3 => pmin + pmax = 1",),
    "X, Y independent: PMC(0) of X->Y": ("PMC(0)",),
    # averages as hypotheses
    "maximal_leakage(X->Y) <= 0 => LDP(0)": ("maximal_leakage(X->Y) <= a => LDP(0)",),
    "mutual_information(X;Y) = 0 => PML(0)": ("mutual_information(X;Y) <= a => PML(0)",),
    "0 = E[pmc(X->y)] => LIP(0)": ("maximal_leakage(X->Y) <= a => LIP(0)",),
    "maximal_leakage(X->Y) <= a => PML(log(1/pmin))": ("mutual_information(X;Y) <= a => PML(a)",),
    "E[pmc(X->y)] <= a => ldp(X->y) - pmc(X->y) = pml(X->y)": (
        "E[pml(X->y)] <= a => ldp(X->y) - pmc(X->y) = pml(X->y)",
    ),
}
# conclusions about averages: proved, but no instance comes out of what fails
AVERAGES = {
    "maximal_leakage(X->Y) <= pml(X->Y)": ("maximal_leakage(X->Y) < pml(X->Y)",),
    "maximal_cost_leakage(X->Y) <= pmc(X->Y)": ("maximal_cost_leakage(X->Y) <= pml(X->Y)",),
    "maximal_cost_leakage(X->Y) = -log(E[exp(-pmc(X->y))])": (
        "maximal_cost_leakage(X->Y) = -log(E[exp(-pml(X->y))])",
    ),
    "maximal_cost_leakage(X->Y) <= E[pmc(X->y)]": ("maximal_cost_leakage(X->Y) < E[pmc(X->y)]",),
    "E[pml(X->y)] <= maximal_leakage(X->Y)": ("E[pml(X->y)] >= maximal_leakage(X->Y)",),
    "mutual_information(X;Y) <= maximal_leakage(X->Y)": (
        "mutual_information(X;Y) >= maximal_leakage(X->Y)",
    ),
    "maximal_leakage(X->Y) <= log(n)": (
        "maximal_leakage(X->Y) < log(n)",
        "|X| >= 3: exp(maximal_leakage(X->Y)) <= 2",
    ),
    "LDP(e) => maximal_leakage(X->Y) <= log(n/(1 + (n - 1)*exp(-e)))": (
        "LDP(e) => maximal_leakage(X->Y) < log(n/(1 + (n - 1)*exp(-e)))",
        "LDP(e) => maximal_leakage(X->Y) <= log(n/(1 + (n - 1)*exp(-e)))/2",
        "PML(e) => maximal_leakage(X->Y) <= log(n/(1 + (n - 1)*exp(-e)))",
        "LDP(e) => maximal_leakage(X->Y) <= log(n/(n + (n - 1)*exp(-e)))",
    ),
    "PML(e) => maximal_leakage(X->Y) <= e": ("PMC(e) => maximal_leakage(X->Y) <= e",),
    "PMC(e) => E[pmc(X->y)] <= e": ("PML(e) => E[pmc(X->y)] <= e",),
    "LDP(e) => mutual_information(X;Y) <= e": ("LDP(e) => mutual_information(X;Y) <= e - 1",),
    # the worst outcome is one of those that are averaged
    "exp(-pmc(X->Y)) < E[exp(-pmc(X->y))] => maximal_cost_leakage(X->Y) < E[pmc(X->y)]": (
        "maximal_cost_leakage(X->Y) < E[pmc(X->y)]",
        "exp(-pmc(X->Y)) <= E[exp(-pmc(X->y))] => maximal_cost_leakage(X->Y) < E[pmc(X->y)]",
        "exp(-pmc(X->Y)) < E[exp(-pmc(X->y))] => maximal_cost_leakage(X->Y) = E[pmc(X->y)]",
    ),
    "exp(-pmc(X->Y)) = E[exp(-pmc(X->y))] => maximal_cost_leakage(X->Y) = E[pmc(X->y)]": (
        "maximal_cost_leakage(X->Y) = E[pmc(X->y)]",
        "exp(-pmc(X->Y)) = E[exp(-pmc(X->y))] => maximal_leakage(X->Y) = E[pml(X->y)]",
    ),
    "E[exp(pml(X->y))] < exp(pml(X->Y)) => E[pml(X->y)] < maximal_leakage(X->Y)": (
        "E[exp(pml(X->y))] <= exp(pml(X->Y)) => E[pml(X->y)] < maximal_leakage(X->Y)",
        "E[exp(pml(X->y))] < exp(pml(X->Y)) => E[pml(X->y)] < mutual_information(X;Y)",
    ),
    "pmc(X->Y) > 0 => E[pmc(X->y)] > 0 and maximal_cost_leakage(X->Y) > 0": (
        "pmc(X->Y) > 0 => E[pmc(X->y)] > 1",
        "pmc(X->Y) >= 0 => E[pmc(X->y)] > 0",
        "pmc(X->Y) > 0 => maximal_cost_leakage(X->Y) > 1",
    ),
    "pml(X->Y) > 0 => E[pml(X->y)] > 0 and maximal_leakage(X->Y) > 0": (
        "pml(X->Y) > a => E[pml(X->y)] > a",
        "pml(X->Y) > a => maximal_leakage(X->Y) > a",
    ),
}
