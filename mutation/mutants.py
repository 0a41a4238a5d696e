"""Which mutants of a module count: by rule, never by hand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import parso.python.tree
from cosmic_ray import plugins
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.work_item import MutationSpec
from parso.tree import NodeOrLeaf

# of the many replacements of an operator those that a person could have typed by mistake
_OPERATORS = re.compile(
    r"""
      ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Div|Mod_FloorDiv|Pow_Mul
        |BitOr_BitAnd|BitAnd_BitOr|BitXor_BitOr|LShift_RShift|RShift_LShift)
      |ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot|IsNot_Is
        |Lt_GtE|LtE_Gt|Gt_LtE|GtE_Lt)
      |ReplaceUnaryOperator_(USub_UAdd|UAdd_USub|Delete_Not)
      |AddNot|ReplaceTrueWithFalse|ReplaceFalseWithTrue|ReplaceAndWithOr|ReplaceOrWithAnd
      |ReplaceBreakWithContinue|ReplaceContinueWithBreak|NumberReplacer
      |ZeroIterationForLoop
    """,
    re.VERBOSE,
)
Place: TypeAlias = tuple[int, int]  # line from 1, column from 0
Span: TypeAlias = tuple[Place, Place]
_SWAPPED = dict(
    pair
    for one, other in (
        ("min", "max"),
        ("minimum", "maximum"),
        ("argmin", "argmax"),
        ("any", "all"),
        ("floor", "ceil"),
        ("lower", "upper"),
        ("ge", "le"),
        ("gt", "lt"),
    )
    for pair in ((one, other), (other, one))
)
_BOUNDARY = re.compile("_(Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt)$")
_DRAWS = ("choice", "choices", "randint", "randrange", "random", "sample", "shuffle")
_WORDS = ("__repr__", "__str__", "__dir__")  # and _repr_latex_ and its like


class SwapExtremes(Operator):
    """Take the other extreme: min for max, any for all, floor for ceil, where it is called."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[tuple[Place, Place]]:
        """Yield where."""
        if isinstance(node, parso.python.tree.Name) and node.value in _SWAPPED:
            following = node.get_next_leaf()
            if following is not None and following.value == "(":
                before = node.get_previous_leaf()
                if before is None or before.value != "def":
                    yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """Change it."""
        node.value = _SWAPPED[node.value]
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Return what it does."""
        return (Example("y = min(x)", "y = max(x)"),)


class NotIn(Operator):
    """Turn `in` round where something is compared."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[tuple[Place, Place]]:
        """Yield where."""
        compared = ("comparison", "comp_op")  # the latter: not in
        is_in = isinstance(node, parso.python.tree.Keyword) and node.value == "in"
        if is_in and node.parent.type in compared:
            yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """Change it."""
        if node.parent.type == "comp_op":
            node.parent.children[0].value = ""
        else:
            node.value = "not in"
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Return what it does."""
        return (Example("y = x in z", "y = x not in z"),)


plugins.OPERATOR_PROVIDERS["core"] = {
    name: operator
    for name in plugins.OPERATOR_PROVIDERS["core"]
    if _OPERATORS.fullmatch(name)
    for operator in [plugins.OPERATOR_PROVIDERS["core"][name]]
}
plugins.OPERATOR_PROVIDERS["extremes"] = {"SwapExtremes": SwapExtremes, "NotIn": NotIn}


def _span(node: ast.AST) -> Span:
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]


def _is_drawn(node: ast.AST) -> bool:
    """Return whether a random generator of the standard library is asked."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    owner = node.func.value
    name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
    return node.func.attr in _DRAWS and name in ("random", "_random")


def _drawn(tree: ast.Module) -> Iterator[Span]:
    """Yield where something is drawn at random: how often which case is tried is chance."""
    for node in ast.walk(tree):
        compared = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        if _is_drawn(node) or any(map(_is_drawn, compared)):
            yield _span(node)


def _no_code(tree: ast.Module) -> Iterator[Span]:
    """Yield where words and types stand: messages, annotations, decorators, what is printed."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise | ast.JoinedStr):
            yield _span(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            known = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            many = [one for one in (node.args.vararg, node.args.kwarg) if one]
            notes = [one.annotation for one in (*known, *many)]
            yield from (_span(note) for note in (*notes, node.returns) if note)
            yield from map(_span, node.decorator_list)
            if node.name in _WORDS or node.name.startswith("_repr_"):
                yield _span(node)
        elif isinstance(node, ast.ClassDef):
            yield from map(_span, node.decorator_list)
        elif isinstance(node, ast.keyword) and node.arg == "strict":  # zip: a guard, of no effect
            yield _span(node)
        elif isinstance(node, ast.AnnAssign):
            yield _span(node.annotation)
            if "TypeAlias" in ast.dump(node.annotation):
                yield _span(node)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            yield _span(node)


def _limits(tree: ast.Module) -> Iterator[Span]:
    """Yield the numbers of constants: up to where something is tried, how near is near enough."""
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(target, ast.Name) and target.id.isupper():
            names = {part.id for part in ast.walk(node.value) if isinstance(part, ast.Name)}
            kinds = {
                type(part.value) for part in ast.walk(node.value) if isinstance(part, ast.Constant)
            }
            if names <= {"Fraction"} and kinds <= {int, float}:
                yield _span(node)


def _at_a_limit(tree: ast.Module) -> set[Place]:
    """Return where something is compared with a constant: how much exactly is allowed is chance."""
    compared = (node for node in ast.walk(tree) if isinstance(node, ast.Compare))
    return {
        (part.end_lineno or 0, part.end_col_offset or 0)
        for node in compared
        for part in (node.left, *node.comparators[:-1])
        if any(isinstance(one, ast.Name) and one.id.isupper() for one in ast.walk(node))
    }


def _sure(tree: ast.Module) -> set[tuple[int, int]]:
    """Return where a condition is one (in)equality, which has a mutant of its own already."""
    conditions = (node.test for node in ast.walk(tree) if isinstance(node, ast.If | ast.IfExp))
    return {
        _span(test)[0]
        for test in conditions
        if isinstance(test, ast.Compare | ast.UnaryOp)
        and isinstance(
            test.ops[0] if isinstance(test, ast.Compare) else test.op,
            ast.Eq | ast.NotEq | ast.Is | ast.IsNot | ast.In | ast.NotIn | ast.Not,
        )
    }


class Source:
    """A module as text, and what of it counts.

    Parameters
    ----------
    path : of the module.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text()
        self.lines = self.text.splitlines()
        self.tree = ast.parse(self.text)
        self._no_code = [*_no_code(self.tree), *_limits(self.tree), *_drawn(self.tree)]
        self._sure = _sure(self.tree)
        self._at_a_limit = _at_a_limit(self.tree)

    def _bytes(self, place: tuple[int, int]) -> tuple[int, int]:
        line, column = place
        return line, len(self.lines[line - 1][:column].encode())

    def counts(self, mutation: MutationSpec) -> bool:
        """Return whether it changes what is computed."""
        start = self._bytes(mutation.start_pos)
        if mutation.operator_name.endswith("AddNot") and start in self._sure:
            return False
        if _BOUNDARY.search(mutation.operator_name):
            before = self.lines[start[0] - 1].encode()[: start[1]].rstrip()
            if (start[0], len(before)) in self._at_a_limit:
                return False
        return not any(one <= start < other for one, other in self._no_code)

    def mutated(self, mutation: MutationSpec) -> str:
        """Return the text of the module with the mutation."""
        operator = plugins.get_operator(mutation.operator_name)(**mutation.operator_args)
        return mutate_code(self.text, operator, mutation.occurrence) or self.text

    def is_within_a_function(self, line: int) -> bool:
        """Return whether a line is run when something is called, not when the module is loaded."""
        functions = (node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef))
        return any(node.body[0].lineno <= line <= (node.end_lineno or line) for node in functions)

    def statement(self, line: int) -> range:
        """Return the lines of the innermost statement around a line, of a compound one its head."""
        best = range(line, line + 1)
        shortest = len(self.lines) + 1
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.stmt):
                continue
            last = node.end_lineno or node.lineno
            if isinstance(body := getattr(node, "body", None), list):
                last = max(node.lineno, body[0].lineno - 1)
            if node.lineno <= line <= last and last - node.lineno < shortest:
                best, shortest = range(node.lineno, last + 1), last - node.lineno
        return best
