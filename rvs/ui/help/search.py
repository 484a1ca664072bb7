"""Full-text search over the sections of the help, by SQLite's FTS5; no Qt.

A section scores by Okapi's BM25 over its text, its heading and its page's title, the last two with
more weight (Robertson and Zaragoza, 2009). Every word may be incomplete.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from rvs.ui.help.pages import Section, library
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from sqlite3 import Connection

# How much a word in a heading, in the title of the page and in the text counts.
WEIGHTS = 6.0, 3.0, 1.0
# About how many words of a section are shown around those that were looked for.
AROUND = 22
# Pages of this chapter come after those that say how something is done.
REFERENCE, LATER = "Reference", 0.1
# Words that are in every text say nothing of what is looked for.
EMPTY = frozenset(
    word
    for line in (
        "a an and are at be by can do does for from how i in is it",
        "my of on or the to what where which with you",
    )
    for word in line.split()
)
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Hit:
    """A found section.

    Attributes:
        section: The section.
        score: Quality of the match; higher is better.
        snippet: Some words around the first match.
    """

    section: Section
    score: float
    snippet: str


class Index:
    """The words of all sections."""

    def __init__(self, sections: Iterable[Section], later: Iterable[str] = ()) -> None:
        """Store the sections; hits on the pages called ``later`` are listed after others."""
        self.sections, self._later = tuple(sections), frozenset(later)

    @cached_property
    def _table(self) -> Connection:
        from sqlite3 import connect

        table = connect(":memory:")
        table.execute(
            "CREATE VIRTUAL TABLE help USING fts5"
            "(title, page, text, weight UNINDEXED, tokenize = \"unicode61 tokenchars '_'\")"
        )
        table.executemany(
            "INSERT INTO help(rowid, title, page, text, weight) VALUES (?, ?, ?, ?, ?)",
            (
                (i, one.title, one.page_title, one.text, LATER if one.page in self._later else 1.0)
                for i, one in enumerate(self.sections)
            ),
        )
        return table

    def find(self, query: str, most: int = 40) -> tuple[Hit, ...]:
        """Return the sections with every word of a query, best first.

        Args:
            query: Words in any order and case; the beginning of a word is enough.
            most: Maximum number of results.
        """
        match = " ".join(f'"{word}"*' for word in asked(query))
        if not match:
            return ()
        rows = self._table.execute(
            f"SELECT rowid, weight * bm25(help, {', '.join(map(str, WEIGHTS))}) AS score, "
            f"snippet(help, 2, '', '', ' … ', {AROUND}) FROM help WHERE help MATCH ? "
            "ORDER BY score, rowid LIMIT ?",
            (match, most),
        )
        return tuple(Hit(self.sections[i], -score, text.strip()) for i, score, text in rows)


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case."""
    return tuple(_WORD.findall(text.casefold()))


def asked(query: str) -> tuple[str, ...]:
    """Return the significant words of a query; all of them if none is significant."""
    every = words(query)
    return tuple(word for word in every if word not in EMPTY) or every


# Takes nothing: the pages do not change while the program runs.
@lru_cache(maxsize=1)
def whole_index() -> Index:
    """Return the index of all pages, with those of the reference last."""
    pages = library()
    later = (name for chapter, names in pages.contents if chapter == REFERENCE for name in names)
    return Index((section for page in pages.pages for section in page.sections), later)
