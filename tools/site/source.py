"""The pages of docs/ as Sphinx takes them: what the window alone can do is said in words."""

from __future__ import annotations

import re
from pathlib import Path

# [Open](rvs:robot/puma560?mode=full): the window of RVS follows such links, a browser can't
IN_THE_WINDOW = re.compile(r"\[([^\]]*)\]\(rvs:[^)]*\)")
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
PAGE = re.compile(r"^- \[[^\]]*\]\(([^)#]+\.md)\)", re.MULTILINE)
MORE = {"Reference": ("reference/index",), "Begin": ("gallery/index",)}
README = Path(__file__).resolve().parents[2] / "README.md"


def write_pages(source: Path) -> None:
    """Change the copied pages in place.

    Args:
        source: The folder of the copy.
    """
    for path in source.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        path.write_text(IN_THE_WINDOW.sub(r"*\1* in the window", text), encoding="utf-8")
    index = source / "index.md"
    text = with_front(index.read_text(encoding="utf-8"), README.read_text(encoding="utf-8"))
    index.write_text(with_contents(text), encoding="utf-8")


def with_front(text: str, readme: str) -> str:
    """Return the first page under the title, the purpose and the picture of the README.

    Args:
        text: The page, whose title is the first line.
        readme: The README, which starts with them.

    Raises:
        ValueError: The README has no such start.
    """
    front, found, _ = readme.partition("\n\nYou need ")
    if not found:
        raise ValueError(
            "README.md: the paragraph after its picture does not start with 'You need'"
        )
    return front.replace("(docs/", "(") + "\n\n" + text.split("\n", 1)[1].lstrip()


def with_contents(text: str) -> str:
    """Return the first page with the tables of contents that Sphinx needs, one for each section.

    Args:
        text: The page, whose sections are lists of links to pages.

    Raises:
        ValueError: A section names no page.
    """
    parts = SECTION.split(text)
    tables = []
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        pages = [name.removesuffix(".md") for name in PAGE.findall(body)]
        if not pages:
            raise ValueError(f"docs/index.md: the section {title!r} names no page")
        rows = "\n".join((*pages, *MORE.get(title, ())))
        tables.append(f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n{rows}\n```")
    return "\n\n".join((text.rstrip(), *tables)) + "\n"
