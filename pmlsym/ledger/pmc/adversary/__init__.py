"""What adversaries gain by an outcome: guesses, costs, gains, densities, and what they rest on."""
