"""Nothing valid gives NaN, a traceback, a hang or a lack of memory, at extreme arguments either.

`PMLSYM_CALLS=100000 pytest tests/test_extremes.py` tries many more than the suite does.
"""

import os

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.extreme_calls import calls, complaint

COUNT = int(os.environ.get("PMLSYM_CALLS", "600"))
AT_ONCE = 4  # calls an example: what hypothesis does for one takes longer than most calls


def _length(found):
    return len(found[0])


def test_extreme_calls_end_in_a_number_or_in_a_sentence():
    wrong, made = {}, 0

    @settings(
        max_examples=max(COUNT // AT_ONCE, 1),
        deadline=None,
        phases=[Phase.generate],
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(calls, min_size=AT_ONCE, max_size=AT_ONCE))
    def made_of(drawn):
        nonlocal made
        for call in drawn:
            made += 1
            said = complaint(call)
            if said:  # the shortest of each kind, and no end at the first
                text, kind = str(call), (call.name, said[:60])
                wrong[kind] = min(wrong.get(kind, (text, said)), (text, said), key=_length)

    made_of()
    assert made >= COUNT - AT_ONCE
    assert not wrong, "\n" + "\n".join(f"{said}: {text}" for text, said in wrong.values())
