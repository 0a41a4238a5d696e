"""Pages of the reference: one for each public module, with everything in its `__all__`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pmlsym

ROOT = Path(__file__).parents[2]
_OF_OTHERS = "set"  # matplotlib gives it to every class of artists


def modules() -> list[str]:
    """Return the public modules: the package, the modules in its `__all__`, those in theirs.

    Examples
    --------
    >>> modules()[:2], "pmlsym.proof.checker" in modules()
    (['pmlsym', 'pmlsym.adversary'], True)
    """
    return list(_with_inner(pmlsym))


def _with_inner(module: ModuleType) -> Iterator[str]:
    yield module.__name__
    for one in getattr(module, "__all__", []):
        inner = getattr(module, one)
        if inspect.ismodule(inner) and inner.__name__ == f"{module.__name__}.{one}":
            yield from _with_inner(inner)


def pages() -> dict[str, str]:
    """Return the source of each page by the name of its module, as reStructuredText.

    What two modules export is described once, in the first, and linked from the other.
    """
    described: dict[int, str] = {}
    return {name: _page(name, described) for name in modules()}


def _page(name: str, described: dict[int, str]) -> str:
    module = import_module(name)
    names = [one for one in _exported(module) if not inspect.ismodule(getattr(module, one))]
    lines = [name, "=" * len(name), "", f".. automodule:: {name}", "   :no-members:", ""]
    lines += [f".. currentmodule:: {name}", ""]
    lines += [".. list-table::", "   :widths: 1 3", ""] if names else []
    for one in names:
        found = getattr(module, one)
        first = (inspect.getdoc(found) or "").split("\n")[0] if _has_docstring(found) else ""
        link = described.get(id(found), f"{name}.{one}")
        lines += [f"   * - :py:obj:`{one} <{link}>`", f"     - {first}"]
    for one in names:
        found = getattr(module, one)
        if id(found) in described:
            continue
        described[id(found)] = f"{name}.{one}"
        lines += ["", f".. auto{_kind(found)}:: {name}.{one}"]
        if inspect.isclass(found):
            lines += ["   :members:", f"   :exclude-members: {_OF_OTHERS}"]
    return "\n".join([*lines, ""])


def _exported(module: ModuleType) -> list[str]:
    return list(getattr(module, "__all__", [])) or [
        name
        for name, found in vars(module).items()
        if not name.startswith("_") and getattr(found, "__module__", "") == module.__name__
    ]


def _kind(found: object) -> str:
    if inspect.isclass(found):
        return "exception" if issubclass(found, BaseException) else "class"
    return "function" if callable(found) and _has_docstring(found) else "data"


def _has_docstring(found: object) -> bool:
    return inspect.isclass(found) or inspect.isroutine(found)


def source_of(name: str) -> tuple[str, int] | None:
    """Return the file, from the root of the project, and the line in which something is written.

    Parameters
    ----------
    name : such as ``pmlsym.pml`` or ``pmlsym.Channel.lift``.
    """
    found: object = pmlsym
    for one in name.split(".")[1:]:
        found = inspect.getattr_static(found, one, None) or getattr(found, one, None)
    found = found.fget if isinstance(found, property) else found
    found = getattr(found, "__func__", found)
    try:
        unwrapped = inspect.unwrap(found)  # type: ignore[arg-type]
        file, (_, line) = inspect.getsourcefile(unwrapped), inspect.getsourcelines(unwrapped)
    except TypeError:
        return None
    path = Path(file or "")
    return (path.relative_to(ROOT).as_posix(), line) if path.is_relative_to(ROOT) else None
