"""The trusted part: a goal goes in with a proof, a theorem comes out or nothing does.

Read in this order: `terms` (sentences), `polynomials` and `normal` (terms as quotients of
polynomials), `question` (who is believed), `conditions` (how a question is written), `system`
(polynomial facts), `problem` (facts, values, means), `calculus`, `rules`. It imports the standard
library and `pmlsym.proof.checker` alone.
"""
