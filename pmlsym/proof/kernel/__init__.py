"""The trusted kernel: it checks a proof of a goal and returns a theorem, or raises `NotProved`.

Read in this order: `terms` (sentences), `polynomials` and `normal` (terms as quotients of
polynomials), `question` (what is accepted as an answer), `conditions` (the format of a query),
`system` (polynomial facts), `problem` (facts, values, means), `calculus`, `rules`. It imports the
standard library and `pmlsym.proof.checker` alone.
"""
