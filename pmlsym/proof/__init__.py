"""The proof kernel: a goal goes in, evidence comes out. Nothing here knows about privacy.

Read in this order: `terms` (what a statement is made of), `goal`, `reals` and `enclosure` (how
a sentence is decided), `steps` and `rules` (what a proof is made of), `witness` (what a
refutation is made of), `verdict`, `printing`, `perturb`.
"""
