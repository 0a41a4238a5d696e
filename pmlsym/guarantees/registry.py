"""The registry of guarantees by name, and parsing of guarantees such as ``pml:0.2``."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pmlsym.errors import ParameterError
from pmlsym.exact import for_its_size, read_number
from pmlsym.formulas.measures import Bounds, add_guarantee
from pmlsym.given import brief, refused
from pmlsym.guarantees.conversion import Conversion
from pmlsym.guarantees.guarantee import Guarantee
from pmlsym.guarantees.kinds import ALIP, LDP, LIP, PMC, PML

OF_THE_PAPERS: tuple[type[Guarantee], ...] = (PML, PMC, LIP, ALIP, LDP)
KINDS: list[type[Guarantee]] = [*OF_THE_PAPERS]


def register_kind(kind: type[Guarantee]) -> type[Guarantee]:
    """Register a kind under its name; also usable as a decorator of its class.

    A class that is defined again replaces the earlier one. A class that lists the measures it
    bounds, as in ``bounded = (("ldp", 0), ("pml", 1))`` with the indices of their levels, can also
    be used in statements.

    Raises
    ------
    ParameterError
        If it is no class of guarantees, the name is taken, or it bounds an unknown measure.

    Examples
    --------
    >>> register_kind(PML).__name__
    'PML'
    """
    if not (isinstance(kind, type) and issubclass(kind, Guarantee) and hasattr(kind, "name")):
        raise ParameterError(f"kind is {kind!r}, but has to be a class of guarantees with a name.")
    for known in KINDS:
        if known is kind or known.name.upper() != kind.name.upper():
            continue
        if (known.__module__, known.__qualname__) != (kind.__module__, kind.__qualname__):
            raise ParameterError(f"kind is {kind.name!r}, but another one has that name.")
        if known.bounded != kind.bounded:
            raise ParameterError(
                f"{kind.name} is registered with the bounds {known.bounded}, by which statements "
                "are read: start Python anew to give it others."
            )
        KINDS.remove(known)  # a notebook's cell was run again
        break
    if kind.bounded:
        row = Bounds(kind.name, kind.bounded)
        if row.levels != len(kind.parameters()):
            raise ParameterError(
                f"{kind.name} has the parameters {', '.join(kind.parameters())}, but bounds "
                f"measures by {row.levels} levels."
            )
        add_guarantee(row)
    if kind not in KINDS:
        KINDS.append(kind)
    return kind


def kind_of(name: str) -> type[Guarantee]:
    """Return the kind with a name, case-insensitively.

    Raises
    ------
    ParameterError
        If there is none.

    Examples
    --------
    >>> kind_of("pmc").__name__
    'PMC'
    """
    if not isinstance(name, str):
        raise refused("name", name, "a text such as 'pml'")
    for kind in KINDS:
        if kind.name.upper() == name.strip().upper():
            return kind
    known = ", ".join(kind.name.lower() for kind in KINDS)
    raise ParameterError(f"kind is {brief(name)}, but the guarantees are {known}.")


def read_guarantee(text: str) -> Guarantee:
    """Parse a guarantee such as ``pml:0.2`` or ``alip:0.5,0.2``.

    Numbers are read exactly, decimals included.

    Raises
    ------
    ParameterError
        If it is no guarantee.

    Examples
    --------
    >>> read_guarantee("alip:1/2,0.2")
    ALIP(1/2, 1/5)
    """
    if not isinstance(text, str):
        raise refused("text", text, "a guarantee such as 'pml:0.2'")
    name, _, rest = text.partition(":")
    kind = kind_of(name)
    words = [word.strip() for word in rest.split(",")] if rest.strip() else []
    if len(words) != len(kind.parameters()):
        raise ParameterError(
            f"guarantee is {brief(text)}, which gives {len(words)} numbers, but {kind.name} is "
            f"written {kind.name.lower()}:{','.join(kind.parameters())}."
        )
    try:
        return kind(*(math.inf if word == "inf" else read_number(word) for word in words))
    except ParameterError:
        raise
    except ValueError:
        raise ParameterError(
            f"guarantee is {brief(text)}, which holds {brief(rest)}, but numbers of nats"
            f"{for_its_size(*words)} are needed."
        ) from None


def every_conversion(
    kinds: Sequence[type[Guarantee]] = OF_THE_PAPERS,
) -> dict[tuple[str, str], Conversion[Guarantee]]:
    """Return the conversion between every two kinds, for a known p_min, in symbols.

    Examples
    --------
    >>> every_conversion()["LDP", "PMC"].formula
    'log(p_min + (1 - p_min)*exp(epsilon))'
    """
    import sympy as sp

    p = sp.Symbol("p_min")
    return {
        (one.name, other.name): one(*map(sp.Symbol, one.parameters())).conversion(other, p)
        for one in kinds
        for other in kinds
        if one is not other
    }
