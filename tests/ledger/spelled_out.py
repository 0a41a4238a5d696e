"""Find expressions in source text that are a closed form of the library, whatever their names.

Every arithmetic expression is evaluated at numbers, one for each thing in it that is not
arithmetic; so are the formulas, with the same numbers in every order. What has the same values is
the same formula: no normal form, and no way of writing, hides it.
"""

import ast
import cmath
import inspect
import pkgutil
from importlib import import_module
from itertools import permutations

import sympy as sp

from pmlsym import formulas
from pmlsym.formulas import measures
from pmlsym.guarantees import reach

POINTS = ((0.137, 0.311, 0.219, 0.523, 0.071), (0.413, 0.091, 0.277, 0.163, 0.351))
# Sums and products of two numbers, mixtures and the like are found everywhere.
SHORTEST = 3  # operations
COMMON = {"own_likelihood", "mixed_density", "retained"}
CONSTANTS = {"ONE": 1, "ZERO": 0, "HALF": 0.5, "TWO": 2}
FUNCTIONS = {"sp.exp": cmath.exp, "sp.log": cmath.log, "sp.sqrt": cmath.sqrt}
NUMBERS = {"sp.Integer", "sp.Rational"}
OPERATIONS = {
    ast.Add: lambda x, y: x + y,
    ast.Sub: lambda x, y: x - y,
    ast.Mult: lambda x, y: x * y,
    ast.Div: lambda x, y: x / y,
    ast.Pow: lambda x, y: x**y,
}


def closed_forms():
    """The formulas of the library in symbols, by name."""
    p, lower, upper = sp.symbols("p lower upper", real=True)
    found = {
        "farthest_up": reach.farthest_up(p, lower, sp.oo),
        "farthest_down": reach.farthest_down(p, sp.oo, upper),
        "cone_up": reach.cone_up(p, upper),
        "cone_down": reach.cone_down(p, upper),
        "farthest_apart": reach.farthest_apart(p, p, lower, sp.oo),
    }
    for module in pkgutil.iter_modules(formulas.__path__, "pmlsym.formulas."):
        for name, function in inspect.getmembers(import_module(module.name), inspect.isfunction):
            names = [
                parameter.name
                for parameter in inspect.signature(function).parameters.values()
                if parameter.default is inspect.Parameter.empty
            ]
            if name.startswith("_") or function.__module__ != module.name:
                continue
            if module.name == measures.__name__:  # tables, no formulas
                continue
            values = function(*sp.symbols(names, real=True))
            for number, value in enumerate(values if isinstance(values, tuple) else (values,)):
                found[f"{name}[{number}]" if isinstance(values, tuple) else name] = value
    return {
        name: form
        for name, form in found.items()
        if name not in COMMON and sp.count_ops(form) >= SHORTEST
    }


def marks():
    """What each formula is at the points, for every order of its symbols."""
    found = {}
    for name, form in closed_forms().items():
        symbols = sorted(form.free_symbols, key=str)
        value = sp.lambdify(symbols, form, modules="cmath")
        for order in permutations(range(len(symbols))):
            values = [value(*(point[place] for place in order)) for point in POINTS]
            found.setdefault((len(symbols), *map(rounded, values)), name)
    return found


def rounded(value):
    """The exponential, so that logarithms do not depend on the branch."""
    grown = cmath.exp(value)
    return round(grown.real, 9) + 0.0, round(grown.imag, 9) + 0.0


def leaves(node):
    """The texts of what is not arithmetic in an expression."""
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        return leaves(node.left) | leaves(node.right)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return leaves(node.operand)
    if isinstance(node, ast.Call) and ast.unparse(node.func) in FUNCTIONS:
        return leaves(node.args[0])
    return set() if constant(node) is not None else {ast.unparse(node)}


def constant(node):
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    if isinstance(node, ast.Name):
        return CONSTANTS.get(node.id)
    if isinstance(node, ast.Call) and ast.unparse(node.func) in NUMBERS:
        numbers = [constant(argument) for argument in node.args]
        if None not in numbers:
            return numbers[0] / (numbers[1] if len(numbers) > 1 else 1)
    return None


def evaluated(node, values):
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        return OPERATIONS[type(node.op)](
            evaluated(node.left, values), evaluated(node.right, values)
        )
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -evaluated(node.operand, values)
    if isinstance(node, ast.Call) and ast.unparse(node.func) in FUNCTIONS:
        return FUNCTIONS[ast.unparse(node.func)](evaluated(node.args[0], values))
    known = constant(node)
    return values[ast.unparse(node)] if known is None else known


def spelled_out(source, known):
    """Yield the line, the text and the formula for every expression that is one."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.BinOp | ast.UnaryOp | ast.Call):
            continue
        names = sorted(leaves(node))
        if not 0 < len(names) <= len(POINTS[0]) or names == [ast.unparse(node)]:
            continue
        try:
            values = [evaluated(node, dict(zip(names, point, strict=False))) for point in POINTS]
            mark = (len(names), *map(rounded, values))
        except (ZeroDivisionError, OverflowError, TypeError, ValueError):
            continue  # an infinity is no formula, nor is text
        if mark in known:
            yield node.lineno, ast.unparse(node), known[mark]
