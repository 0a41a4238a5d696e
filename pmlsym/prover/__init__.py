"""The prover: proofs and counterexamples for statements that a user types.

`conjecture` answers: `falsifier` tests instances, `deciding` reduces and proves, `holes` finds the
best level for a `?` (with `pieces` and `corners`), `repairs` the nearest true statement. Statements
with binders go through `with_binders`. `smaller` shrinks a counterexample; `tables` tries kernels
of few values, `analysis` proves by derivatives and averages; `progress` says what is going on.
`answer`, `showing` and `export` print the result; `from_sympy` accepts formulas of sympy.
"""
