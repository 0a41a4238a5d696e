"""Mechanisms given by name instead of a kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from pmlsym.channel import Channel
from pmlsym.cli.output import read_list
from pmlsym.errors import InputError, UnknownNameError
from pmlsym.exact import Number, RowLike
from pmlsym.given import shown

if TYPE_CHECKING:
    from pmlsym.gaussian import GaussianNoise
    from pmlsym.laplace.mean.release import MeanRelease
    from pmlsym.secret import Secret

FINITE = ("randomized-response", "extremal", "retention", "clayton")
CONTINUOUS = ("laplace-mean", "gaussian")
FROM_FILE = "a KERNEL.csv"
_Option = TypeVar("_Option")
# the parameters of each mechanism; any other option is an error, as it would have no effect
_TAKEN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        FROM_FILE: ("prior", "exact"),
        "randomized-response": ("prior", "epsilon", "exact"),
        "extremal": ("prior", "epsilon", "exact"),
        "retention": ("size", "exact"),
        "clayton": ("size", "eta", "exact"),
        "laplace-mean": ("secret", "scale", "records", "at"),
        "gaussian": ("secret", "scale", "at"),
    }
)


@dataclass(frozen=True)
class Options:
    """The options of the command line for a named mechanism; None where one is missing."""

    prior: list[Fraction] | None = None
    epsilon: Fraction | None = None
    size: int | None = None
    eta: Fraction | None = None
    secret: str | None = None
    scale: Fraction | None = None
    records: int | None = None
    at: str | None = None
    exact: bool = False

    def check_all_taken(self, mechanism: str) -> None:
        """Refuse an option that a mechanism, or a file, does not use."""
        taken = _TAKEN[mechanism]
        for field in fields(self):
            if field.name not in taken and getattr(self, field.name) not in (None, False):
                listed = ", ".join(f"--{name}" for name in taken)
                raise InputError(f"{mechanism} takes no --{field.name}, but {listed}.")

    def rounded(self, value: Fraction) -> Number:
        """Return the number as a float, unless results are to be exact."""
        return value if self.exact else float(value)


def _needed(mechanism: str, name: str, value: _Option | None) -> _Option:
    """Return an option, or report that the mechanism needs it."""
    if value is None:
        raise InputError(f"{mechanism} needs --{name}.")
    return value


def read_secret(text: str) -> Secret:
    """Read a real-valued secret: ``uniform:0,1``, ``normal:0,1``, ``discrete:-1@2/3,2@1/3``.

    Examples
    --------
    >>> read_secret("uniform:0,1").mean
    0.5
    """
    from pmlsym import secret

    kind, _, rest = text.partition(":")
    if kind == "discrete":
        pairs = [part.split("@") for part in rest.split(",")]
        if any(len(pair) != 2 for pair in pairs):
            raise InputError(
                f"secret is {shown(text)}, but a discrete one is discrete:VALUE@CHANCE,..."
            )
        columns = [read_list("secret", ",".join(column)) for column in zip(*pairs, strict=True)]
        return secret.Discrete(*columns)
    if kind not in ("uniform", "normal"):
        raise InputError(f"secret is {shown(text)}, but has to be uniform:, normal: or discrete:.")
    ends = [float(number) for number in read_list("secret", rest)]
    if len(ends) != 2:
        raise InputError(f"secret is {shown(text)}, but {kind} takes two numbers.")
    return secret.Uniform(*ends) if kind == "uniform" else secret.Normal(*ends)


def finite(name: str, options: Options) -> Channel:
    """Build the channel of a named finite mechanism."""
    from pmlsym import mechanisms

    if name in ("randomized-response", "extremal"):
        prior = [options.rounded(p) for p in _needed(name, "prior", options.prior)]
        epsilon = options.rounded(_needed(name, "epsilon", options.epsilon))
        build: dict[str, Callable[[RowLike, Number], Channel]] = {
            "randomized-response": mechanisms.randomized_response,
            "extremal": mechanisms.high_privacy_extremal,
        }
        return build[name](prior, epsilon)
    size = _needed(name, "size", options.size)
    if name == "retention":
        channel = mechanisms.RetentionReplacement().truncated(size)
    else:
        eta = _needed(name, "eta", options.eta)
        channel = mechanisms.ClaytonMixture(eta).discretised(size)  # exact, rounded afterwards
    return channel if options.exact else channel.as_float()


def continuous(name: str, options: Options) -> GaussianNoise | MeanRelease:
    """Build a named release of a real number, with `pml` and `pmc` as functions of the outcome."""
    secret = read_secret(_needed(name, "secret", options.secret))
    scale = float(_needed(name, "scale", options.scale))
    if name == "gaussian":
        from pmlsym.gaussian import GaussianNoise

        return GaussianNoise(secret, scale)
    from pmlsym.laplace.mean.release import MeanRelease

    records = 1 if options.records is None else options.records
    return MeanRelease(secret, records, scale)  # type: ignore[arg-type]  # it checks the secret


def check_name(name: str) -> None:
    """Refuse the name of an unknown mechanism."""
    if name not in FINITE + CONTINUOUS:
        raise UnknownNameError("mechanism", name, FINITE + CONTINUOUS)
