"""Every message that a check gives in these tests is read: it names nothing internal."""

import re

import pytest

from pmlsym.exercises import NotRight

# modules of the library, dunder and private names, scopes, and addresses of objects
INTERNAL = re.compile(
    r"\bpmlsym\.|__\w|\b_[a-z]\w*|<locals>|<lambda>| at 0x|Traceback|site-packages"
)


@pytest.fixture(autouse=True)
def messages(monkeypatch):
    """Collect the messages of the checks in a test, and look for internals at its end."""
    said = []

    def note(mine, text):
        AssertionError.__init__(mine, text)
        said.append(text)

    monkeypatch.setattr(NotRight, "__init__", note)
    yield said
    # a line that is quoted is the student's own
    kept = [re.sub(r"`[^`]*`", "", text) for text in said]
    assert [text for text in kept if INTERNAL.search(text)] == []


@pytest.fixture(scope="session")
def internal():
    """Return the pattern of what no message may contain."""
    return INTERNAL
