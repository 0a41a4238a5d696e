"""How Sphinx builds the site, from the sources that `build_site.py` puts together."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from ledger_site.reference import source_of

import pmlsym

project = "pmlsym"
author = "The pmlsym developers"
version = release = pmlsym.__version__
copyright = author

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.linkcode",
    "sphinx_design",
    "ledger_site.extension",
]
exclude_patterns = ["ledger.json", "code.json"]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb", ".rst": "restructuredtext"}
root_doc = "index"
nitpicky = True
default_role = "py:obj"
smartquotes = False  # what stands on a page is what was said

# notebooks are shown as they are stored; `make test` runs them and compares
nb_execution_mode = "off"
nb_ipywidgets_js = {}
myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence"]
myst_heading_anchors = 3
myst_update_mathjax = False
myst_url_schemes = {
    "http": None,
    "https": None,
    "mailto": None,
    "code": {"url": "{{path}}"},  # a page of source code, written by `ledger_site.sources`
}

autodoc_typehints = "none"  # the docstrings say it in words
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"pmlsym {release}"
html_favicon = "static/favicon.svg"  # without one, browsers ask for it and are told of none
html_math_renderer = "katex"
html_static_path = ["static", "../build/site-formulas"]
html_css_files = ["katex/katex.min.css", "site.css"]
html_js_files = [
    ("katex/katex.min.js", {"defer": "defer"}),
    ("katex/contrib/copy-tex.min.js", {"defer": "defer"}),
    ("katex/contrib/auto-render.min.js", {"defer": "defer"}),
    ("formulas.js", {"defer": "defer"}),
    ("ledger.js", {"defer": "defer"}),
    ("copy.js", {"defer": "defer"}),
]
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/prover.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_domain_indices = False  # the reference lists the modules
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": False, "footer_icons": []}


def linkcode_resolve(domain, info):
    """Return the page and the line in which a name of the reference is written."""
    if domain != "py" or not info["module"]:
        return None
    found = source_of(f"{info['module']}.{info['fullname']}")
    return f"../source/{found[0]}.html#line-{found[1]}" if found else None
