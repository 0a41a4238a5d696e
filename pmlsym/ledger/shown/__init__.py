"""How claims show themselves: a page for one, a table for many, and the names that are near one."""
