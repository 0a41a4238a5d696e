"""What the theorems say by which statements are reduced by hand, on concrete worlds.

A theorem leads from what is said of mechanisms, releases or adversaries to goals about laws. Its
test has both sides, each computed by counting or enumerating what the words name: databases,
individuals, choices, orders. The formulas that the goals use stand on one side only.
"""
