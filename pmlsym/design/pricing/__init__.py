"""The engine room of `design`: which lift vectors are worth having, and programs over them."""
