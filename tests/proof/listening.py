"""An oracle that notes what it is asked."""

from pmlsym.proof.certificates.store import key
from pmlsym.proof.kernel.question import canonical
from pmlsym.proof.review import Oracle


class Listening(Oracle):
    """An oracle that notes the keys of what it is asked."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.keys = set()

    def __call__(self, document):
        self.keys.add(key(canonical(document)))
        return super().__call__(document)
