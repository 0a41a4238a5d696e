"""The limit of the worst leakage for many records: goals, what joins them, and the claim."""

from pmlsym.ledger.linear.limit.claim import converges

__all__ = ["converges"]
