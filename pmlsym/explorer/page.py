"""What the widgets lack for a page: names that screen readers say, and tabs that fit a phone."""

from __future__ import annotations

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

# A slider's handle has no name of its own, and one with factors as steps says its exponent: it is
# told what its label and its number say. A sentence whose text changes is read out.
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
