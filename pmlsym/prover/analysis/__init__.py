"""Inequalities with exp and log of parameters: a search for proofs from rules of the kernel."""
