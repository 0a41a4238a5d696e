"""The pages of the ledger: checked once, written as JSON, set by Sphinx."""
