"""Workloads of linear queries with Laplace noise: matrices, bounds on what they leak, scales."""
