"""What is measured, and beside what. Every peer is asked for the same answer, and compared."""

from __future__ import annotations

from functools import partial

from channels import (
    MEASURES,
    exact_lift,
    exact_lift_flint,
    exact_pml_large,
    from_arrays,
    ldp_qif,
    measure,
    sparse,
    stacked,
    stream,
    worst_prior,
    worst_prior_large,
)
from design import conversions, design_cvxpy, design_highs, design_large, reward_highs, reward_large
from measuring import Task
from noise import (
    calibration,
    corner,
    corner_large,
    exact_leakage,
    histogram,
    noise,
    noisy_mean,
    tilted,
)
from shell import check, conjecture, starting

SQUARES = (10, 100, 1000)
WORDS = [name.replace("_", " ") for name in MEASURES]
TASKS = (
    *(
        Task(
            f"{word}, n × n",
            "numpy",
            SQUARES,
            partial(measure, name=name),
            "at most 1.2 at 1,000",
            breaks="memory: 8 n² bytes; larger kernels as a stream",
        )
        for word, name in zip(WORDS, MEASURES, strict=True)
    ),
    *(
        Task(
            f"channel and {word}, n × n",
            "numpy",
            SQUARES,
            partial(from_arrays, name=name),
            "at most 6 at 10",
            breaks="below 100 secrets, by what is checked",
        )
        for word, name in zip(WORDS, MEASURES, strict=True)
    ),
    Task(
        "stack of n channels, pml, pmc, ldp, lip",
        "numpy",
        (1_000, 10_000, 100_000),
        stacked,
        "at most 3",
        breaks="memory: copies of the stack",
    ),
    Task("ldp, n × n", "qif", (10, 30, 100), ldp_qif, "at most 1", breaks="below 30 secrets"),
    Task(
        "stream of n outcomes",
        "numpy, whole",
        (10_000, 100_000, 1_000_000),
        stream,
        breaks="pieces of few outcomes",
    ),
    Task(
        "sparse channel of n × n with 10 n entries, pml, pmc, ldp, information",
        "scipy.sparse",
        (1_000, 10_000, 100_000),
        sparse,
        "at most 1.2",
        breaks="tables of all entries, such as the lift, are refused",
    ),
    *(
        Task(
            "exact lift, n × n",
            peer,
            (4, 10, 30),
            prepare,
            goal,
            breaks="digits: denominators multiply",
        )
        for peer, prepare, goal in (
            ("Fraction loop", exact_lift, "at most 1 from 10 on"),
            ("python-flint", exact_lift_flint, "at most 3"),
        )
    ),
    Task(
        "exact pml, n × n",
        "",
        (100, 300),
        exact_pml_large,
        breaks="exact information of 300 × 300: 4 s",
    ),
    Task(
        "worst prior of a set, n × n", "HiGHS", (10, 30, 100), worst_prior, "at most 1", breaks="-"
    ),
    Task(
        "worst prior of a set, n × n",
        "",
        (300, 1000),
        worst_prior_large,
        breaks="intervals of fractions: LIP of 1,000 × 1,000 in 4 s",
    ),
    *(
        Task(
            f"design of PML({epsilon}), n secrets",
            "vertices and cvxpy",
            sizes,
            partial(design_cvxpy, epsilon=epsilon),
            goal,
            breaks="few secrets: 2 to 4 ms whatever the size",
        )
        for epsilon, sizes, goal in (
            (0.5, (6, 8, 10, 12), "at most .5, .5, .3, .2"),
            (2.0, (6, 8, 10), "at most .5, .5, .4"),
        )
    ),
    Task(
        "design of PML(0.5), n secrets",
        "vertices and HiGHS",
        (6, 8, 10, 12),
        design_highs,
        "at most 1",
        breaks="few secrets",
    ),
    Task(
        "design of PML(0.5), n secrets",
        "",
        (16, 32, 64),
        design_large,
        breaks="from 28 secrets on a gap is left: below 1e-6 in 100 random cases, after up to 10 s",
    ),
    Task("reward, n × n", "HiGHS", (65, 100), reward_highs, "at most 1.1", breaks="-"),
    Task(
        "reward, n × n",
        "",
        (200, 400),
        reward_large,
        breaks="1,000 × 1,000: a gap of 1.4e-5 after 60 s, 408 MB",
    ),
    Task("PML to PMC, n levels", "HiGHS", (5, 20), conversions, "at most 1", breaks="-"),
    Task(
        "histogram, n scales",
        "numpy",
        (1000, 100_000),
        histogram,
        breaks="few scales, by what is checked",
    ),
    Task(
        "calibrate, n levels",
        "numpy",
        (1000, 100_000),
        calibration,
        "at most 3 at 100,000",
        breaks="levels within 1.25 of log(1/alpha), each with another alpha",
    ),
    Task(
        "exact noise, n bins",
        "",
        (100, 10_000, 1_000_000),
        noise,
        breaks="scales whose terms need more than 62 bits: one draw at a time",
    ),
    Task(
        "corner, n queries",
        "numpy, all signs",
        (8, 12, 16),
        corner,
        "at most 1 from 16 on",
        breaks="few queries",
    ),
    Task(
        "corner, 64 queries, n classes",
        "",
        (256, 1024),
        corner_large,
        breaks="an interval where the time limit ends the search",
    ),
    Task(
        "tilted, n classes",
        "cvxpy",
        (3, 4, 6),
        tilted,
        "at most 1",
        breaks="an interval where the time limit ends the search",
    ),
    Task(
        "exact leakage, n records",
        "",
        (25, 50, 100),
        exact_leakage,
        breaks="grows with n^(m + 1): three queries of 100 records, 4 s",
    ),
    Task(
        "worst others, n records",
        "",
        (10, 20, 50, 100),
        partial(exact_leakage, others="worst"),
        breaks="answers without a common unit: 3 classes, 100 records, 0.1 % in 10 s",
    ),
    Task(
        "noisy mean, n records",
        "all databases",
        (4, 6, 8),
        noisy_mean,
        "at most 1",
        breaks="few records",
    ),
    Task(
        "first answer of a new process",
        "numpy",
        (1,),
        starting,
        "at most 1.5",
        inside=False,
        breaks="-",
    ),
    Task(
        "conjecture, statement n",
        "a process that loads sympy",
        (1, 2, 3, 4, 5, 6),
        conjecture,
        "at most 1.2 s",
        inside=False,
        breaks="averages and holes, by the search for a proof",
    ),
    Task(
        "check of claim n",
        "a process that loads sympy",
        (1, 2, 3),
        check,
        "at most 1.5 s",
        inside=False,
        breaks="claims with many instances",
    ),
)
