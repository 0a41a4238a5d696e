"""Numbers and powers that are too large to be evaluated."""

from __future__ import annotations

from pmlsym.proof.evaluation.balls import NoValue
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.terms import MOST_BITS, MOST_POWER


def refuse_large(term: kernel.Term) -> None:
    """Refuse a power, or a number, that is larger than the kernel's own may be."""
    match term:
        case ("number", p, q):
            bits = max(p.bit_length(), q.bit_length())
            if bits > MOST_BITS:
                raise NoValue(f"a number of {bits} bits: the most is {MOST_BITS}")
        case ("power", base, exponent):
            if abs(exponent) > MOST_POWER:
                size = exponent if exponent.bit_length() <= MOST_BITS else "a very long number"
                raise NoValue(f"a power with the exponent {size}: the most is {MOST_POWER}")
            refuse_large(base)
        case ("mean", (_, _, _, support), body):
            for part in (*support, body):
                refuse_large(part)
        case (word, *parts) if word not in kernel.LEAVES:
            for part in parts:
                refuse_large(part)
