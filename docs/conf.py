"""How Sphinx builds the documentation: ``make docs``."""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import lesson_figures  # noqa: E402
import mathml  # noqa: E402
import methods_pages  # noqa: E402

from ergodoku import __version__  # noqa: E402
from ergodoku.methods.parameters import flatten  # noqa: E402

project = "Ergodoku"
author = "The Ergodoku developers"
copyright = "The Ergodoku developers"  # noqa: A001
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = [
    "_build",
    "notes",
    "examples",
    "images",
    "sg_execution_times.rst",
    "gallery/sg_execution_times.rst",
]
templates_path = ["_templates"]
default_role = "py:obj"
language = "en_GB"
smartquotes = False  # keep options and names exactly as users type them

myst_enable_extensions = ["colon_fence", "attrs_block", "attrs_inline", "deflist", "dollarmath"]
myst_heading_anchors = 3

autosummary_generate = True
autodoc_typehints = "none"  # the docstrings describe the types
autodoc_member_order = "bysource"
numpydoc_show_class_members = False

sphinx_gallery_conf = {
    "examples_dirs": "examples",
    "gallery_dirs": "gallery",
    "download_all_examples": False,
    "show_memory": False,
    "show_signature": False,
    "capture_repr": (),
    "min_reported_time": 1e9,
    "within_subsection_order": "FileNameSortKey",
    "abort_on_example_error": True,
}

html_theme = "pydata_sphinx_theme"
html_math_renderer = "mathml"
html_title = "Ergodoku"
html_static_path = ["_static", "images"]
html_css_files = ["site.css"]
html_favicon = "_static/mark.svg"
html_show_sourcelink = False
html_copy_source = False
html_sidebars = {"index": [], "api": [], "faq": [], "benchmarks": [], "hard": [], "glossary": []}
html_context = {"default_mode": "auto"}
html_theme_options = {
    "logo": {"text": "Ergodoku", "image_light": "_static/mark.svg", "image_dark": "_static/mark.svg"},
    "header_links_before_dropdown": 7,
    "navbar_align": "left",
    "navbar_persistent": ["search-button"],
    "navbar_end": ["theme-switcher"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "primary_sidebar_end": [],
    "secondary_sidebar_items": {"**": ["page-toc"], "index": []},
    "show_toc_level": 2,
    "check_switcher": False,
}


def setup(app: Sphinx) -> None:
    mathml.setup(app)
    app.connect("builder-inited", lambda app: methods_pages.write(Path(app.srcdir)))
    app.connect("builder-inited", lambda app: lesson_figures.write(Path(app.srcdir)))
    app.connect("autodoc-process-docstring", _formulas)
    app.connect("autodoc-process-docstring", _parameters, priority=400)  # before numpydoc


def _formulas(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Escape the asterisk in a formula such as T *= 2, so that it does not start emphasis."""
    lines[:] = [line.replace(" *= ", r" \*= ") for line in lines]


def _parameters(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """List the parameters that methods and schedules declare with a help text and a range."""
    declared = [item for item in getattr(obj, "__dataclass_fields__", {}).values() if "help" in item.metadata]
    if what != "class" or not declared:
        return
    listed = ["", "Parameters", "----------"]
    for parameter in flatten(obj()):  # type: ignore[operator]
        if "." not in parameter.name:
            listed.append(f"{parameter.name} : {parameter.kind}, default {parameter.value}")
            listed.append(f"    {parameter.help}{f' ({parameter.range})' if parameter.range else ''}.")
    end = lines.index("References") if "References" in lines else len(lines)
    lines[end:end] = [*listed, ""]
