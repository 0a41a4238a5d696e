"""The ledger: every published statement with its formal parts, its evidence and its verdict."""
