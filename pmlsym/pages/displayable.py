"""A base class of objects that a page displays: as text, and as HTML and LaTeX in notebooks."""

from __future__ import annotations

from pmlsym.pages.html import as_html
from pmlsym.pages.latex import as_latex
from pmlsym.pages.markdown import as_markdown
from pmlsym.pages.page import Page
from pmlsym.pages.text import as_text


class Displayable:
    """An object with a page.

    Examples
    --------
    >>> class Note(Displayable):
    ...     def page(self):
    ...         return Page("a note")
    >>> print(Note())
    a note
    """

    __slots__ = ()

    def page(self) -> Page:
        """Return the page that displays the object."""
        raise NotImplementedError(f"a {type(self).__name__} has to say what it shows")

    def __str__(self) -> str:
        return as_text(self.page())

    def to_latex(self) -> str:
        """Return the page as LaTeX for a paper that uses amsmath."""
        return as_latex(self.page())

    def to_markdown(self) -> str:
        """Return the page as Markdown, with formulas between dollar signs."""
        return as_markdown(self.page())

    def _repr_html_(self) -> str:
        return as_html(self.page())

    def _repr_latex_(self) -> str:
        return as_latex(self.page())
