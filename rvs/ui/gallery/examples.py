"""The examples that open with one click; no Qt.

They are in ``docs/examples.md``: each heading with one sentence and a link ``rvs:…``, and a picture
if the program can't make one. Cells of the library that are not named there follow, marked by their
first comment: ``/*** Title: one sentence. ***/``.
"""

from __future__ import annotations

import re
from pathlib import Path

from rvs.files.storage.locations import bundled_folder, user_folder
from rvs.ui.help.pages import docs_folder, picture_of, pieces, plain, read_page
from rvs.value_class import dataclass
from rvs.words import begun

PAGE = "examples.md"
CELLS, SUFFIX = "work_env", ".rvs"
HEAD_SIZE = 4000
_LINK = re.compile(r"(?<!!)\[[^\[\]]*\]\((rvs:[^()\s]+)\)")
_HEAD = re.compile(r"\s*+/\*(.*?)\*/", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    """One card.

    Attributes:
        title: A few words.
        text: One sentence.
        link: Action on opening.
        picture: Its picture, or None if the program makes one.
    """

    title: str
    text: str
    link: str
    picture: Path | None = None


def examples() -> tuple[Example, ...]:
    """Return all examples, with those of the help page first."""
    listed = _listed(docs_folder() / PAGE)
    named = {example.link.partition("?")[0] for example in listed}
    others = (_of_cell(path) for path in _cells())
    return (*listed, *(example for example in others if example.link not in named))


def _listed(path: Path) -> list[Example]:
    # this page alone: the start need not read the whole help
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    found = []
    for level, head, body in pieces(read_page(PAGE, text).source):
        link = _LINK.search(body)
        if level == 2 and link:
            picture = picture_of(body)
            words = plain(re.sub(r"!\[[^\[\]]*\]\([^()]*\)", "", _LINK.sub("", body)))
            shown = path.parent / picture if picture else None
            found.append(Example(plain(head), words, link[1], shown))
    return found


def _cells() -> list[Path]:
    homes = (bundled_folder(), user_folder())
    return [path for home in homes for path in sorted((home / CELLS).glob(f"*{SUFFIX}"))]


def _of_cell(path: Path) -> Example:
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            head = _HEAD.match(stream.read(HEAD_SIZE))
    except OSError:
        head = None
    words = " ".join(head[1].strip("*").split()) if head else ""
    title, _, text = words.partition(":")
    name = path.stem.replace("-", " ").capitalize()
    if not text:
        title, text = name, title
    text = text.strip()
    return Example(title.strip(" ."), begun(text), f"rvs:cell/{path.stem}")
