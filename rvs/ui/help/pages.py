"""The pages of the help, divided into sections; no Qt.

A page is a Markdown file of ``docs``. ``index.md`` is the first one and its lists are the table of
contents. A line ``<!-- panel: NAME -->`` below a heading assigns the section to that panel.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from rvs.engine.offset_naming import offset_letter
from rvs.files.storage.locations import bundled_folder
from rvs.value_class import dataclass

INDEX = "index.md"
OTHERS = "More"
_HEADING = re.compile(r"(#{1,3})\s++(.*)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\(([^()\s]*)\)")
_PICTURE = re.compile(r"!\[[^\[\]]*\]\(([^()\s]*)\)")
_PANEL = re.compile(r"<!--\s*+panel:([\w ]++)-->")
# A comment of its own line goes with the line, one behind words with the blanks before it.
# How pages mark the letter of the link offset, which the reader may have chosen.
OFFSET = "<!--offset-->b"
_COMMENT = re.compile(r"^<!--.*?-->\n|[ \t]*<!--.*?-->", re.DOTALL | re.MULTILINE)
_RULES = re.compile(r"^\|[-:| ]+\|$|\|", re.MULTILINE)
_MARKS = re.compile(r"\*\*|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
_FENCE = "```"


@dataclass(frozen=True, slots=True)
class Section:
    """Text below one heading.

    Attributes:
        page: Path of its page below ``docs``, with slashes.
        page_title: Title of its page.
        anchor: Name in links.
        title: The heading.
        level: 1 for the title of the page, 2 and 3 below.
        text: Its words without markup and without the headings below it.
        panels: Object names of the panels that it describes.
    """

    page: str
    page_title: str
    anchor: str
    title: str
    level: int
    text: str
    panels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One file.

    Attributes:
        name: Its path below ``docs``, with slashes.
        title: Its first heading.
        sections: Its sections in order.
        source: Its displayed Markdown.
    """

    name: str
    title: str
    sections: tuple[Section, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Library:
    """All pages.

    Attributes:
        folder: Folder of the pages.
        pages: The pages in the order of the contents.
        contents: Titles of chapters with the names of their pages.
    """

    folder: Path
    pages: tuple[Page, ...]
    contents: tuple[tuple[str, tuple[str, ...]], ...]

    def page(self, name: str) -> Page | None:
        """Return a page by its name, or None."""
        return next((page for page in self.pages if page.name == name), None)

    def about(self, panel: str) -> Section | None:
        """Return the section about a panel, or None."""
        sections = (section for page in self.pages for section in page.sections)
        return next((section for section in sections if panel in section.panels), None)


def docs_folder() -> Path:
    """Return the folder of the pages."""
    return bundled_folder() / "docs"


def library(folder: Path | None = None) -> Library:
    """Read all pages once, the bundled ones by default."""
    return _library(folder or docs_folder(), offset_letter())


# By folder and letter: the pages do not change while the program runs.
@lru_cache(maxsize=4)
def _library(home: Path, letter: str) -> Library:
    found = {}
    for path in sorted(home.rglob("*.md")):
        name = path.relative_to(home).as_posix()
        text = path.read_text(encoding="utf-8")
        found[name] = read_page(name, text.replace(OFFSET, letter))
    contents = tuple(_contents(found))
    names = [name for _, members in contents for name in members]
    first = [INDEX] if INDEX in found else []
    return Library(home, tuple(found[name] for name in dict.fromkeys(first + names)), contents)


def read_page(name: str, text: str) -> Page:
    """Divide the text of a page into its sections."""
    parts = list(pieces(text))
    title = next((head for level, head, _ in parts if level), Path(name).stem)
    taken: dict[str, int] = {}
    sections = []
    for level, head, body in parts:
        if not level:
            continue
        anchor = _fresh(slug(head), taken)
        panels = tuple(map(str.strip, _PANEL.findall(body)))
        words = plain(_COMMENT.sub("", body))
        sections.append(Section(name, title, anchor, plain(head), level, words, panels))
    return Page(name, plain(title), tuple(sections), _COMMENT.sub("", text))


def slug(title: str) -> str:
    """Return the name of a heading in links, as on the usual Markdown hosts."""
    kept = re.sub(r"[^\w\- ]", "", plain(title).casefold())
    return kept.strip().replace(" ", "-")


def plain(text: str) -> str:
    """Return Markdown as plain text: no markup, links as their text, single spaces."""
    linked = _LINK.sub(r"\1", text).replace(_FENCE, " ")
    return " ".join(_MARKS.sub("", _RULES.sub(" ", linked)).split())


def picture_of(text: str) -> str:
    """Return the path of the first picture in a Markdown text, or nothing."""
    found = _PICTURE.search(text)
    return found[1] if found else ""


def links(text: str) -> tuple[str, ...]:
    """Return the targets of the links and pictures of a page."""
    return tuple(target for _, target in _LINK.findall(text))


def pieces(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield level, heading and the text below it; level 0 is the text before the first heading."""
    level, head, body, fenced = 0, "", [], False
    for line in text.splitlines():
        if line.startswith(_FENCE):
            fenced = not fenced
        match = None if fenced else _HEADING.match(line)
        if match is None:
            body.append(line)
            continue
        yield level, head, "\n".join(body)
        level, head, body = len(match[1]), match[2].rstrip("# \t"), []
    yield level, head, "\n".join(body)


def _fresh(anchor: str, taken: dict[str, int]) -> str:
    count = taken.get(anchor, 0)
    taken[anchor] = count + 1
    return f"{anchor}-{count}" if count else anchor


def _contents(found: dict[str, Page]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield chapters from the lists of the first page, then pages missing there."""
    told: set[str] = {INDEX}
    index = found.get(INDEX)
    for level, head, body in pieces(index.source) if index else ():
        named = [target.partition("#")[0] for target in links(body)]
        members = [name for name in dict.fromkeys(named) if name in found and name not in told]
        told |= set(members)
        if level == 2 and members:
            yield plain(head), tuple(members)
    rest = tuple(name for name in found if name not in told)
    if rest:
        yield OTHERS, rest
