"""Pages whose blocks a test follows from top to bottom: what they show is what happens."""

import doctest
import re


def blocks(page):
    """Return the fenced blocks of a page, each with its language."""
    return re.findall(r"```(\w+)\n(.*?)```", page.read_text(encoding="utf-8"), re.S)


def commands(block):
    """Yield the commands of a console block, each with what it is shown to print."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def shown(output, printed):
    """Whether a command printed what a page shows; `...` stands for what it leaves out."""
    printed = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
    wanted = "".join(f"{line.rstrip()}\n" for line in output.splitlines())
    wanted = re.sub(r"^\.\.\.\n", "...", wanted, flags=re.M)  # also no line at all
    return doctest.OutputChecker().check_output(wanted, printed, doctest.ELLIPSIS)


def run(block, session, name):
    """Run a Python session; return what it knows afterwards, and how many examples it had."""
    test = doctest.DocTestParser().get_doctest(block, session, name, name, 0)
    assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
    return test.globs, len(test.examples)
