"""The trusted part: a goal goes in with a proof, a theorem comes out or nothing does.

Read in this order: `terms` (sentences), `normal` (terms as quotients of polynomials), `question`
(what is asked, and who answers), `calculus`, `rules`. It imports the standard library and
`pmlsym.proof.checker` alone.
"""
