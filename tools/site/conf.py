"""Configuration of Sphinx for the site."""

import re

from sphinx.application import Sphinx

from rvs.version import __version__

# what reStructuredText would take for a substitution or a link
SPECIAL = re.compile(r"(\||(?<=\w)_(?=[\s,.;:)-]))")

project = "RVS"
copyright = "The RVS developers"  # noqa: A001
author = "The RVS developers"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.mathjax"]

# headings are linked by the names that Markdown pages give them
myst_heading_anchors = 4
myst_enable_extensions = ["dollarmath"]
# Docstrings are Google's; types are in the signatures.
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
napoleon_use_rtype = False
napoleon_use_ivar = True
python_use_unqualified_type_names = True
# a name such as n is an attribute of several classes; it is no link then
suppress_warnings = ["ref.python"]

html_theme = "furo"
html_title = f"RVS {__version__}"
html_static_path: list[str] = []


def setup(app: Sphinx) -> None:
    """Let docstrings, which are plain text, keep bars of absolute values and low lines."""
    app.connect("autodoc-process-docstring", _as_plain_text)


def _as_plain_text(*given: object) -> None:
    lines = given[-1]
    assert isinstance(lines, list)
    lines[:] = [line if ">>>" in line else SPECIAL.sub(r"\\\1", line) for line in lines]
