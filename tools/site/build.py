"""Build the site of the project: the pages of docs/, the API from its docstrings, and a gallery.

    python -m tools.site.build [FOLDER]

Needs what ``pip install -e ".[site]"`` brings.  Every warning is an error, so that a link to a
page, a heading or a name that does not exist ends the build.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from tools.site.gallery import write_gallery
from tools.site.reference import write_reference
from tools.site.source import write_pages

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def build(folder: Path) -> int:
    """Build the site into a folder, which is emptied first.

    Args:
        folder: Where the pages go.

    Returns:
        0, or what Sphinx ended with.
    """
    source = ROOT / "build" / "site-source"
    for place in (source, folder):
        shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(ROOT / "docs", source)
    write_pages(source)
    write_reference(source / "reference")
    write_gallery(source / "gallery")
    strict = ("--fail-on-warning", "--keep-going", "--quiet")
    ended = build_main([*strict, "-c", str(HERE), "-b", "html", str(source), str(folder)])
    for page in (source / "gallery").glob("*.html"):
        shutil.copy(page, folder / "gallery")
    return int(ended)


if __name__ == "__main__":
    words = sys.argv[1:]
    sys.exit(build(Path(words[0]) if words else ROOT / "build" / "site"))
