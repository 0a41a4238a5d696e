"""Statements of which the truth is known."""

# Table II of `pmc`, with the exact formulas; its rows that speak of all priors at once (LDP) as
# far as they are about one prior. The second entry says whether equality is reached.
TABLE_2 = (
    ("LDP(e) => PML(-log(pmin + exp(-e)*(1 - pmin)))", True),
    ("LDP(e) => PMC(log(pmin + exp(e)*(1 - pmin)))", True),
    ("PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin)))) where e < log(1/(1 - pmin))", True),
    ("PMC(e) => PML(log((1 - exp(-e)*(1 - pmin))/pmin))", True),
    ("LIP(e) <=> PMC(e) and PML(e)", True),
    ("ALIP(a, b) <=> PMC(a) and PML(b)", True),
    ("LDP(e) => PML(e)", False),
    ("LDP(e) => PMC(e)", False),
    ("PMC(a) and PML(b) => LDP(a + b)", True),
)

TRUE = (
    "pml(X->y) >= 0",
    "pmc(X->y) >= 0",
    "pml(X->Y) <= log(1/pmin)",
    "|X| = 2; prior uniform: PML(e) => PMC(log(1/(2 - exp(e)))) where exp(e) < 2",
    "maximal_leakage(X->Y) <= pml(X->Y)",
    "maximal_leakage(X->Y) <= log(n)",
    "maximal_cost_leakage(X->Y) <= E[pmc(X->y)]",
    "E[pml(X->y)] <= maximal_leakage(X->Y)",
    "maximal_cost_leakage(X->Y) = -log(E[exp(-pmc(X->y))])",
    "mutual_information(X;Y) <= maximal_leakage(X->Y)",
    "LDP(e) => maximal_leakage(X->Y) <= log(n/(1 + (n - 1)*exp(-e)))",
    "pmc(X->y,z) <= pmc(X->y) + pmc(X->z|y)",
    "pml(X->y,z) <= pml(X->y) + pml(X->z|y)",
    "X - Y - Z: PML(a) of X->Y => PML(a) of X->Z",
    "X - Y - Z: pmc(X->Z) <= pmc(X->Y) and pmc(X->Z) <= pmc(Y->Z)",
    "X - Y - Z: LDP(a) of X->Y and LDP(b) of Y->Z => "
    "LDP(log((exp(a + b) + 1)/(exp(a) + exp(b)))) of X->Z",
    "Y - X - Z: LDP(a) of X->Y and LDP(b) of X->Z => LDP(a + b) of X->Y,Z",
    "X, Z independent: pml(X->Z) = 0",
    "X, Y independent: PMC(0) of X->Y",
    "|X| = 2: Y - X - Z: PML(a) of X->Y and PML(b) of X->Z => PML(a + b) of X->Y,Z",
    "pmin <= 1/n and pmax >= 1/n",
    "prior (1/2, 1/3, 1/6): PML(e) => PMC(log(1/(6 - 5*exp(e)))) where exp(e) < 6/5",
)
TRUE = tuple(text.replace("|X| = 2: Y - X - Z:", "|X| = 2; Y - X - Z:") for text in TRUE)

FALSE = (
    # smallest and largest swapped
    "LDP(e) => PML(-log(pmax + exp(-e)*(1 - pmax)))",
    "LDP(e) => PMC(log(pmax + exp(e)*(1 - pmax)))",
    "PML(e) => PMC(log(pmax/(1 - exp(e)*(1 - pmax)))) where e < log(1/(1 - pmax))",
    "PMC(e) => PML(log((1 - exp(-e)*(1 - pmax))/pmax))",
    # a hypothesis dropped
    "PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin))))",
    "PML(e) => PMC(e)",
    "PMC(a) => LDP(a + b)",
    "PML(a) of X->Y => PML(a) of X->Z",
    "pml(X->Y) <= log(2)",
    # an end of a range
    "PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin)))) where e <= log(1/(1 - pmin))",
    "PML(e) => pmc(X->y) < log(pmin/(1 - exp(e)*(1 - pmin))) where e < log(1/(1 - pmin))",
    "pml(X->y) < log(1/pmin)",
    "LDP(e) => pml(X->y) < e",
    "maximal_cost_leakage(X->Y) < E[pmc(X->y)]",
    # a factor
    "LDP(2*e) => PML(e)",
    "PMC(a) and PML(b) => LDP((a + b)/2)",
    "LIP(e) => LDP(e)",
    "LDP(e) => maximal_leakage(X->Y) <= log(n/(1 + (n - 1)*exp(-e)))/2",
    # directions
    "LIP(e) <=> LDP(e)",
    "PML(e) <=> PMC(e)",
    "E[pml(X->y)] >= maximal_leakage(X->Y)",
    "X - Y - Z: pml(X->Z) >= pml(X->Y)",
    # two releases
    "Y - X - Z: PML(a) of X->Y and PML(b) of X->Z => PML(a + b) of X->Y,Z",
    "Y - X - Z: PMC(a) of X->Y and PMC(b) of X->Z => PMC(a + b) of X->Y,Z",
    "pml(X->z|y) <= pml(X->z)",
    "Y - X - Z: pml(X->z|y) <= pml(X->z)",
    "|X| >= 3: exp(maximal_leakage(X->Y)) <= 2",
    "pml(Y->x) <= pml(X->y)",
    "n = 4 => pmin = 1/4",
    "pmin = 1/5 and LDP(1) => PML(1/2)",
)
