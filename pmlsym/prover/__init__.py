"""The prover: proofs and counterexamples for statements that a user types."""
