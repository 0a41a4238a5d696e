"""The engine room of `design`: which lift vectors are worth having, and programs over them.

`problem` states the pricing problem, `program` solves the linear program over lift vectors, by
column generation where there are many. The pricing problem is solved in

==================  ==============================================================
`program`           for a reward: sorting, decision by decision
`enumeration`       all vertices are compared: small alphabets, or few at a bound;
                    for a prior of counts by dynamic programming, between bounds
`knapsack`          between bounds, any prior: `cheapest_vertices`, branch and bound
`staircase`         under local differential privacy: branch and bound
==================  ==============================================================

`interior_point` solves the program in the kernel for a large reward at once, and `merging` solves
for groups of secrets where these are many.
"""
