"""The ledger as one table that a reader can filter, complete without JavaScript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from typing import Any

from pmlsym.ledger import claims
from pmlsym.ledger.checking.kinds import KINDS
from pmlsym.ledger.wording import PAPERS
from pmlsym.proof.verdict import VERDICTS


def table(pages: Iterable[dict[str, Any]]) -> str:
    """Return the form and the table as HTML; `static/ledger.js` makes the form work.

    Parameters
    ----------
    pages : the pages of the claims, repairs left out.
    """
    rows = [page for page in pages if page["repairs"] is None]
    verdicts = Counter(page["row"]["verdict"] for page in rows)
    kinds = Counter(page["row"]["kind"] for page in rows)
    papers = Counter(page["row"]["paper"] for page in rows)
    form = (
        _choice("paper", "Paper", [(key, papers[key]) for key in PAPERS]),
        _choice("verdict", "Verdict", [(one, verdicts[one]) for one in VERDICTS if verdicts[one]]),
        _choice("kind", "Kind of mistake", [(one, kinds[one]) for one in KINDS if kinds[one]]),
        '<label class="wide">Text <input type="search" name="text" '
        'placeholder="words, an id, a place"></label>',
        '<button type="reset">All</button>',
    )
    said = "".join(f"<p>{escape(line)}</p>" for line in claims().summary)
    return (
        f'<div class="summary">{said}</div>'
        '<form class="ledger-filter" role="search" aria-label="Filter the ledger" hidden>'
        f'{"".join(form)}<output aria-live="polite">{len(rows)} claims</output></form>'
        '<div class="table-wrapper"><table class="ledger"><thead><tr><th scope="col">claim</th>'
        '<th scope="col">what is claimed</th><th scope="col">verdict</th></tr></thead>'
        f"<tbody>{''.join(map(_row, rows))}</tbody></table></div>"
    )


def _choice(name: str, label: str, options: Iterable[tuple[str, int]]) -> str:
    inside = "".join(
        f'<option value="{escape(value)}">{escape(value)} ({number})</option>'
        for value, number in options
    )
    every = '<option value="">all</option>'
    return f'<label>{label} <select name="{name}">{every}{inside}</select></label>'


def _row(page: dict[str, Any]) -> str:
    row = page["row"]
    verdict = row["verdict"] or "no verdict"
    kind = row["kind"] or ""
    repair = page["repair"]
    mended = ""
    if repair is not None:
        mended = (
            f'<p class="faint">true instead: <a href="{escape(repair["id"])}.html">'
            f"{escape(repair['says'])}</a></p>"
        )
    shown = f'<span class="kind">{kind}</span>' if kind else ""
    return (
        f'<tr data-paper="{escape(row["paper"])}" data-verdict="{escape(verdict)}" '
        f'data-kind="{kind}"><th scope="row"><a href="{escape(row["id"])}.html">'
        f'{escape(row["id"])}</a><span class="where">{escape(row["where"])}</span></th>'
        f"<td>{escape(row['says'])}{mended}</td>"
        f'<td><span class="verdict verdict-{escape(verdict)}">{escape(verdict)}</span> '
        f"{shown}</td></tr>"
    )
