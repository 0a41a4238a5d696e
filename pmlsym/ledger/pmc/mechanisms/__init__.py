"""Claims of `pmc` about single mechanisms: randomized response, and two without bounded PML."""
