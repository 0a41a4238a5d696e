"""Statements about several variables, true and false."""

# Lemma 1 (ii), (v), (vi), (vii) of `pmc`, its remark 2, what follows Corollary 2, and neighbours
PROVED = {
    "chains": [
        "X - Y - Z: pml(X->z) <= pml(X->Y)",
        "X - Y - Z: pmc(X->Z) <= pmc(X->Y)",
        "X - Y - Z: ldp(X->Z) <= ldp(X->Y)",
        "X - Y - Z: pmc(X->z) <= pmc(Y->z)",
        "X - Y - Z: pml(X->z) <= pml(Y->z)",
        "X - Y - Z: ldp(X->z) <= ldp(Y->z)",
        "Z - X - Y: pmc(Z->y) <= pmc(X->y)",
        "X - Y - Z: pmc(X->Z) <= pmc(X->Y) and pmc(X->Z) <= pmc(Y->Z)",
        "X - Y - Z: LIP(a) of X->Y <=> LIP(a) of X->Y,Z",
        "X - Y - Z: pml(X->y,z) = pml(X->y)",
        "X - Y - Z: pmc(X->z|y) = 0",
        "X - Y - Z: PML(a) of X->Y and PML(b) of Y->Z => PML(min(a, b)) of X->Z",
        "X - Y - Z: PML(a) of X->Y and PMC(b) of Y->Z => "
        "PML(log(1 + (exp(a) - 1)*(1 - exp(-b)))) of X->Z",
        "X - Y - Z: ALIP(a, b) of X->Y and ALIP(c, d) of Y->Z => exp(pml(X->z)) <= "
        "1 + min((1 - exp(-a))*(exp(d) - 1), (1 - exp(-c))*(exp(b) - 1))",
        "X - Y - Z: LDP(a) of X->Y and LDP(b) of Y->Z => "
        "LDP(log((exp(a + b) + 1)/(exp(a) + exp(b)))) of X->Z",
    ],
    "fork": [
        "Y - X - Z: pmc(X->z|y) <= pmc(X->z) + pml(Y->z)",
        "Y - X - Z: pml(X->z|y) <= pml(X->z) + pmc(Y->z)",
        "Y - X - Z: LDP(a) of X->Y and LDP(b) of X->Z => LDP(a + b) of X->Y,Z",
        "Y - X - Z: pml(X->y,z) <= pml(X->y) + pml(X->z) + pmc(Y->z)",
    ],
    "pairs": [
        "pmc(X->y,z) <= pmc(X->y) + pmc(X->z|y)",
        "pml(X->y,z) <= pml(X->y) + pml(X->z|y)",
        "PML(a) of X->Y => pml(X->y,z) <= a + pml(X->z|y)",
        "PML(a) of X->Y and pml(X->z|y) <= b => PML(a + b) of X->Y,Z",
        "PMC(a) of X->Y and pmc(X->z|y) <= b => PMC(a + b) of X->Y,Z",
        "PML(a) of X->Y,Z => PML(a) of X->Y",
        "PMC(a) of X->Y,Z => PMC(a) of X->Z",
        "LDP(a) of X->Y,Z => LDP(a) of X->Y",
    ],
    "independence": [
        "X, Y independent: pmc(X->y) = 0",
        "X, Y independent: PMC(0) of X->Y",
        "X, Z independent: pml(X->Z) = 0",
        "X, Y independent: pmc(X->z|y) = pmc(X->y,z)",
        "X, Y, Z independent: pml(X->y,z) = 0",
        "Y - X - Z; Y, Z independent: pmc(X->y,z) <= pmc(X->y) + pmc(X->z)",
    ],
}

# True as well, but proofs take from two to eight seconds.
SLOW = [
    "ldp(X->y,z) <= ldp(X->y) + ldp(X->z|y)",
    "Y - X - Z: LDP(e) of X->Z => pmc(X->z|y) <= e",
]

# For two and for three secrets.
BOUNDED = [
    "X - Y - Z: PML(a) of X->Y => PMC(log(pmin/(1 - exp(a)*(1 - pmin)))) of X->Z "
    "where exp(a)*(1 - pmin) < 1",
]

FALSE = [
    "X - Y - Z: PML(a) of X->Y => PML(a) of Y->Z",
    "X - Y - Z: LDP(a) of X->Y => LDP(a) of Y->Z",
    "X - Y - Z: pmc(X->z) <= pmc(X->y)",
    "X - Y - Z: pml(X->z) <= pml(X->y)",
    "X - Y - Z: pml(Y->z) <= pml(X->z)",
    "X - Z - Y: pml(X->Z) <= pml(X->Y)",
    "Y - X - Z: PMC(a) of X->Y and PMC(b) of X->Z => PMC(a + b) of X->Y,Z",
    "Y - X - Z: pml(X->z|y) <= pml(X->z)",
    "Y - X - Z: pmc(X->z|y) <= pmc(X->z)",
    "pml(X->z|y) <= pml(X->z)",
    "pmc(X->y,z) <= pmc(X->y) + pmc(X->z)",
    "pml(X->y,z) <= pml(X->y) + pml(X->z)",
    "pmc(X->z) <= pmc(X->y,z)",
    "PML(a) of X->Y => PML(a) of X->Z",
    "PML(a) of X->Y and PML(b) of X->Z => PML(a + b) of X->Y,Z",
    "X, Z independent: pml(X->y,z) <= pml(X->y)",
    "X, Y independent: pmc(X->y,z) <= pmc(X->z)",
    "pml(Y->x) <= pml(X->y)",
    "X - Y - Z: ALIP(a, b) of X->Y and ALIP(c, d) of Y->Z => exp(pml(X->z)) <= "
    "1 + min((1 - exp(-a))*(exp(d) - 1), (1 - exp(-c))*(exp(b) - 1))*9/10",
    "Y - X - Z: PML(a) of X->Y and PML(b) of X->Z => PML(a + b) of X->Y,Z",
    # only if the secret that leaks most is the one with pmin
    "|X| = 2; X - Y - Z: pml(X->z) <= log(1/(1 - pmin))",
]

NOT_REDUCED = {
    "X - Y - Z: E[exp(2*pml(X->y))] <= pml(X->Z)": "average over outcomes",
    "X - Y - Z; Y - X - Z: pml(X->Y) <= 1": "Two Markov chains",
    "pml(X->Y,Z) != 1": "no inequality",
    "|X| >= 4: pml(X->Y,Z) <= log(1/pmin)": "alone",
    "X - Y - Z: PML(a) of X->Y => PML(?) of X->Z": "hole",
    "pml(X->Z|y) <= pml(X->Y,Z)": "worst case given",
}
