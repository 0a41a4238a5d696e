"""A report of a wrong formula or verdict, filled in as far as the library knows.

Its headings are those of ``.github/ISSUE_TEMPLATE/wrong-formula.md``.
"""

from __future__ import annotations


def installed_version() -> str:
    """Return the installed version of the package."""
    from importlib.metadata import PackageNotFoundError, version  # loads the parsers of e-mail

    try:
        return version("pmlsym")
    except PackageNotFoundError:
        return "of a working copy"


def report(where: str, verdict: str, printed: str) -> str:
    """Return a report in Markdown, to be copied and completed.

    Parameters
    ----------
    where : the statement, or the id of the claim.
    verdict : the verdict on it.
    printed : what the library prints about it.

    Examples
    --------
    >>> print(report("statement `PML(e) => LDP(e)`", "refuted", "refuted: ...").splitlines()[0])
    **Where it stands here.** statement `PML(e) => LDP(e)`: refuted
    """
    return f"""\
**Where it stands here.** {where}: {verdict}

**Source.** (paper and version, number of the equation, theorem or example)

**What it should say.** (the formula, with the direction of the inequality)

**Numbers at which it fails.** (exact if you can: kernel, prior, parameters, both sides)

**What the library printed.** pmlsym {installed_version()}

```text
{printed}
```

**Which of the two do you believe, and why?**"""
