"""Tests of the theorems by which statements are reduced to goals by hand, on instances.

A theorem leads from statements on mechanisms, releases or adversaries to goals about laws. Its test
computes both sides by counting or enumerating the objects of its words: databases, individuals,
choices, orders. The formulas that the goals use stand on one side only.
"""
