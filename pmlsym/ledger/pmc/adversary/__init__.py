"""Claims of `pmc` about adversaries: guesses, costs, gains, densities, and their lemmas."""
