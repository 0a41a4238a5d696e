"""Inequalities with exp and log of parameters: proofs by rules of the kernel, found by search."""
