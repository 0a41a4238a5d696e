"""The prover: proofs and counterexamples for statements that a user types.

`conjecture` answers: `falsifier` tests instances, `deciding` reduces and proves, `holes` finds the
best level for a `?` (with `pieces` and `corners`), `repairs` the nearest true statement. Statements
with binders go through `with_binders`. `answer`, `showing` and `export` print the result.
"""
