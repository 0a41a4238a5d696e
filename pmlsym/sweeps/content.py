"""What a sweep is: a hash of its function and its grid, the same in every process."""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import sys
from collections.abc import Callable
from fractions import Fraction
from types import CodeType, FunctionType, MethodType, ModuleType

from pmlsym.sweeps.grid import Cell, Grid, plain

_DATA = (str, int, float, complex, Fraction, tuple, frozenset, bytes, type(None))


def sweep_hash(function: Callable[..., object], grid: Grid) -> str:
    """Return a hash of what a function does and of the points that it is called at.

    Of the function: its source, the values that it closes over, the numbers and texts that it takes
    from its module, the functions of that module that it calls, and the versions of the packages
    that these use. What a function reads from files is not seen.

    Examples
    --------
    >>> grid = Grid({"x": [1, 2]})
    >>> sweep_hash(abs, grid) == sweep_hash(abs, Grid({"x": [1, 2]}))
    True
    >>> sweep_hash(abs, grid) == sweep_hash(abs, Grid({"x": [1, 3]}))
    False
    """
    text = json.dumps([_described(function, _home(function), set()), grid.content()])
    return hashlib.sha256(text.encode()).hexdigest()


def _home(function: object) -> str:
    """Return the package that a function is in: what it calls there is looked into."""
    while isinstance(function, functools.partial):
        function = function.func
    return str(getattr(function, "__module__", "")).partition(".")[0]


def _described(value: object, home: str, seen: set[int]) -> Cell:
    if isinstance(value, functools.partial):
        parts = [value.func, value.args, *sorted(value.keywords.items())]
        return ["partial", *(_described(part, home, seen) for part in parts)]
    if isinstance(value, MethodType):
        return ["method", _described(value.__func__, home, seen), _own(value.__self__, home, seen)]
    if isinstance(value, FunctionType) and _home(value) == home:
        return _function(value, home, seen)
    if isinstance(value, ModuleType):
        return ["module", value.__name__, _version(value.__name__)]
    if callable(value):
        name = str(getattr(value, "__qualname__", type(value).__qualname__))
        module = str(getattr(value, "__module__", ""))
        return ["named", module, name, _version(module), _source(value), _own(value, home, seen)]
    if isinstance(value, tuple):
        return [_described(item, home, seen) for item in value]
    if isinstance(value, frozenset):
        return [*sorted(json.dumps(_described(item, home, seen)) for item in value)]
    if isinstance(value, _DATA):
        return [type(value).__name__, repr(value)]
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        return ["array", str(value.dtype), plain("array", value)]
    return ["object", type(value).__module__, type(value).__qualname__]


def _function(value: FunctionType, home: str, seen: set[int]) -> Cell:
    if id(value) in seen:  # it calls itself, perhaps by way of others
        return ["again", value.__qualname__]
    seen.add(id(value))
    used = inspect.getclosurevars(value)
    named = {**used.globals, **used.nonlocals}
    captured: list[Cell] = [
        [name, _described(item, home, seen)] for name, item in sorted(named.items())
    ]
    defaults: tuple[object, ...] = value.__defaults__ or ()
    more = tuple(sorted((value.__kwdefaults__ or {}).items()))
    code = _source(value) or _code(value.__code__)
    return ["function", code, captured, _described((*defaults, *more), home, seen)]


def _own(value: object, home: str, seen: set[int]) -> Cell:
    """Describe the data of an object that is called, or whose method is."""
    if isinstance(value, type | FunctionType) or id(value) in seen:
        return None
    seen.add(id(value))
    own = getattr(value, "__dict__", {})
    return [[name, _described(item, home, seen)] for name, item in sorted(own.items())]


def _source(value: object) -> str | None:
    try:
        return inspect.getsource(value)  # type: ignore[arg-type]  # refused where it has none
    except (OSError, TypeError):  # it was typed at a prompt, or is not written in Python
        return None


def _code(code: CodeType) -> Cell:
    constants: list[Cell] = [
        _code(item) if isinstance(item, CodeType) else repr(item) for item in code.co_consts
    ]
    return [code.co_code.hex(), constants, list(code.co_names)]


def _version(module: str) -> str:
    package = sys.modules.get(module.partition(".")[0])
    return str(getattr(package, "__version__", ""))
