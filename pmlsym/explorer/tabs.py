"""The explorer: one tab for each panel, drawn when it is first opened."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from pmlsym.explorer.conversion import ConversionPanel
from pmlsym.explorer.design import DesignPanel
from pmlsym.explorer.histogram import HistogramPanel
from pmlsym.explorer.panel import Panel
from pmlsym.explorer.response import ResponsePanel
from pmlsym.explorer.workload import WorkloadPanel

# Style and labels that the widgets lack: names for screen readers, tabs that fit a phone.

STYLE = """
<style>
.pmlsym .lm-TabBar { max-height: none; overflow: visible; }
.pmlsym .lm-TabBar-content { flex-wrap: wrap; }
.pmlsym .lm-TabBar .lm-TabBar-tab {
  flex: 0 0 auto !important; max-width: none !important;
}
.pmlsym .noUi-handle:focus-visible { outline: 3px solid #0072B2; outline-offset: 2px; }
.pmlsym .widget-html-content p { line-height: 1.5; margin: 0.4em 0; }
.pmlsym .pmlsym-figure { width: 30em; max-width: 100%; height: auto; }
</style>
"""

# A slider's handle has no name of its own, and a logarithmic one reports its exponent: give it the
# text of its label and its number. A sentence whose text changes is read out.
LABELS = """
<script>
(() => {
  if (window.pmlsymLabels) return;
  const give = (node, name, value) => {
    if (node && node.getAttribute(name) !== value) node.setAttribute(name, value);
  };
  const label = () => {
    for (const slider of document.querySelectorAll(".pmlsym .widget-slider")) {
      const words = slider.querySelector(".widget-label");
      const number = slider.querySelector(".widget-readout");
      if (!words || !number) continue;
      const handle = slider.querySelector('[role="slider"]');
      give(handle, "aria-label", words.textContent);
      give(handle, "aria-description", words.title);
      give(handle, "aria-valuetext", number.textContent);
      give(number, "role", "textbox");
      give(number, "aria-label", words.textContent);
    }
    for (const sentence of document.querySelectorAll(".pmlsym-said")) {
      give(sentence, "role", "status");
      give(sentence, "aria-live", "polite");
    }
  };
  window.pmlsymLabels = new MutationObserver(label);
  window.pmlsymLabels.observe(document.body, {
    subtree: true, childList: true, characterData: true,
    attributes: true, attributeFilter: ["aria-valuetext"],
  });
  label();
})();
</script>
"""


PANELS: tuple[type[Panel], ...] = (
    HistogramPanel,
    ResponsePanel,
    WorkloadPanel,
    ConversionPanel,
    DesignPanel,
)


def explorer() -> Any:
    """Return the tabs, as an ipywidgets widget.

    Examples
    --------
    >>> [explorer().get_title(place) for place in (0, 4)]
    ['Histogram', 'Best mechanism']
    """
    panels = [panel() for panel in PANELS]
    tabs = widgets.Tab(
        children=[panel.widget for panel in panels], titles=[panel.title for panel in panels]
    )

    def look(_change: object = None) -> None:
        panels[tabs.selected_index or 0].start()

    tabs.add_class("pmlsym")
    look()
    tabs.observe(look, names="selected_index")
    return tabs


def show() -> None:
    """Show the explorer in a notebook or on a page."""
    from IPython.display import HTML, display

    display(HTML(STYLE + LABELS), explorer())  # type: ignore[no-untyped-call]
