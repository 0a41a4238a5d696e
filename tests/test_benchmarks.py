"""The benchmarks measure what they say, and every peer gives our answer."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))
import measuring  # noqa: E402
import run  # noqa: E402
import tasks  # noqa: E402

sys.path.remove(str(ROOT / "benchmarks"))


@pytest.mark.parametrize("task", tasks.TASKS, ids=lambda task: f"{task.name} / {task.peer}")
def test_the_peer_gives_the_same_answer(task):
    pair = task.prepare(task.sizes[0])
    found = pair.ours()
    assert (pair.peer is None) == (task.peer == "")
    if pair.peer is not None:
        assert pair.agree(found, pair.peer())


def test_rounds_take_turns_and_are_as_many():
    calls = []
    pair = measuring.Pair(lambda: calls.append("o"), lambda: calls.append("p"))
    ours, peer = measuring.interleaved(pair, 0.0, least=4)
    assert len(ours) == len(peer) == 4
    assert "".join(calls) == "op" + "po" + "op" + "po" + "op"


def test_wrong_answers_are_not_timed():
    pair = measuring.Pair(lambda: 1, lambda: 2, lambda one, other: one == other)
    with pytest.raises(AssertionError, match="ours is 1, the peer's 2"):
        measuring.interleaved(pair, 0.0)


def test_growth_is_the_exponent():
    found = [measuring.Measured(n, [3.0 * n**2.5, 9e9]) for n in (10, 20, 70)]
    assert measuring.growth(found) == pytest.approx(2.5)
    assert measuring.growth(found[:1]) is None


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux says so")
def test_memory_is_that_of_the_work_alone(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))  # for the new process as well
    task = next(task for task in tasks.TASKS if task.name == "mutual information, n × n")
    found = measuring.peak_memory(task, 1000, "peer")
    table = 8 * 1000 * 1000  # k log k; kernel and numpy were there before
    assert 0.9 * table < found < 4 * table


def test_the_page_has_versions_and_every_row(tmp_path):
    task = measuring.Task("a task", "a peer", (1, 10), tasks.histogram, "at most 2", breaks="at 10")
    found = [
        measuring.Measured(1, [1e-6, 2e-6], [2e-6]),
        measuring.Measured(10, [1.0], [4.0], 3_000_000, 5_000_000),
    ]
    text = run.page([(task, found)], 0.5)
    row = next(line for line in text.splitlines() if line.startswith("| a task"))
    cells = "1: 1 µs, **0.5**; 10: 1 s, **0.25** | 6.0 | 3.0 MB / 5.0 MB"
    assert row == f"| a task | a peer | {cells} | at most 2 | at 10 |"
    assert "numpy 2" in text
    assert run.ratios(text) == {"a task / a peer": [0.5, 0.25]}
    run.plot(text, tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
