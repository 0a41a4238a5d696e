"""The papers by their keys."""

PAPERS = {
    "linear": "Context-aware Privacy Bounds for Linear Queries",
    "histogram": "A Tight Context-aware Privacy Bound for Histogram Publication",
    "pmc": "Information Density Bounds for Privacy",
    "extremal": "Extremal Mechanisms for Pointwise Maximal Leakage",
}
