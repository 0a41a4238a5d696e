"""No attack may lean on solvers that agree: everything is asked of a search for certificates."""

import pytest

from pmlsym.proof.review import asking
from tests.proof.kernel_terms import ORACLE


@pytest.fixture(autouse=True)
def _certificates_only():
    with asking(ORACLE):
        yield
