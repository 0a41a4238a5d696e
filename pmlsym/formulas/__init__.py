"""Closed-form formulas, which the library evaluates and the ledger proves.

The formulas are plain arithmetic on rationals, floats, arrays, or symbols. A function with a
logarithm is for exact numbers and symbols; where floats need another form to keep their digits,
that form is next to the code that uses it, and a test compares the two. The bounds of one lift by
another are in `guarantees.reach`. The table of the measures and guarantees in statements is
`measures`. No module here imports numpy.
"""
