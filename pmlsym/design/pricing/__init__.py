"""The engine room of `design`: which lift vectors are worth having, and programs over them.

`problem` states the pricing problem, `column_generation` and `program` solve the linear program
over lift vectors. The pricing problem is solved in

==================  ==============================================================
`program`           for a reward: sorting, decision by decision
`enumeration`       all vertices are compared: small alphabets, or few at a bound
`count_knapsack`    between bounds, for a prior of counts: dynamic programming
`knapsack`          between bounds, any prior: `cheapest_vertices`, branch and bound
`staircase`         under local differential privacy: branch and bound
==================  ==============================================================
"""
