"""Closed forms that the library computes with and the ledger proves, each in one place.

They are plain arithmetic in what they are given: rationals, floats, arrays, or symbols. A function
that takes a logarithm is for exact numbers and symbols; where floats need another form to keep
their digits, that form stands beside the code that uses it, and a test compares the two. What a
bound of one lift by another is stands in `guarantees.reach`. Beside them stands the table of the
measures and guarantees that statements are about (`measures`). Nothing here imports numpy.
"""
