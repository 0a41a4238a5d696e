"""Workloads of linear queries with Laplace noise: matrices, bounds on the leakage, scales."""
