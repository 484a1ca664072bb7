"""Full-text search over the sections of the help; no Qt.

A section scores by Okapi's BM25 over its text, its heading and its page's title, the last two with
more weight (Robertson and Zaragoza, 2009). The last word may be unfinished.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import log

from rvs.ui.help.pages import Section, library
from rvs.value_class import dataclass

SATURATION, LENGTH_WEIGHT = 1.2, 0.6
HEADING_WEIGHT, PAGE_WEIGHT = 6, 3
# A word that only begins with what was typed says less than the word itself.
BEGUN_WEIGHT = 0.6
AROUND = 70
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
    """A section that was found.

    Attributes:
        section: The section.
        score: How well it fits; more is better.
        snippet: Some words around the first place that fits.
    """

    section: Section
    score: float
    snippet: str


class Index:
    """The words of all sections, counted once."""

    def __init__(self, sections: Iterable[Section], later: Iterable[str] = ()) -> None:
        """Take the sections; hits on the pages called ``later`` come after others."""
        self.sections, self._later = tuple(sections), frozenset(later)

    @cached_property
    def _counts(self) -> tuple[Counter[str], ...]:
        return tuple(_count(section) for section in self.sections)

    @cached_property
    def _among(self) -> Counter[str]:
        return Counter(word for counts in self._counts for word in counts)

    @cached_property
    def _mean(self) -> float:
        return sum(map(sum, (c.values() for c in self._counts))) / max(len(self.sections), 1)

    def find(self, query: str, most: int = 40) -> tuple[Hit, ...]:
        """Return the sections that have every word of a query, best first.

        Args:
            query: Words in any order and case; the beginning of a word will do.
            most: How many to return.
        """
        wanted = asked(query)
        if not wanted:
            return ()
        variants = [self._variants(word) for word in wanted]
        found = []
        for i, counts in enumerate(self._counts):
            parts = [self._part(counts, each) for each in variants]
            if all(parts):
                weight = LATER if self.sections[i].page in self._later else 1.0
                found.append((-weight * sum(parts), i))
        hits = sorted(found)[:most]
        return tuple(Hit(self.sections[i], -s, _snippet(self.sections[i], wanted)) for s, i in hits)

    def _variants(self, word: str) -> dict[str, float]:
        """Return the words that begin so, with how rare they are."""
        count = len(self.sections)
        return {
            known: (1.0 if known == word else BEGUN_WEIGHT)
            * log(1 + (count - seen + 0.5) / (seen + 0.5))
            for known, seen in self._among.items()
            if known.startswith(word)
        }

    def _part(self, counts: Counter[str], variants: dict[str, float]) -> float:
        length = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * sum(counts.values()) / self._mean
        return sum(
            weight * counts[word] * (SATURATION + 1) / (counts[word] + SATURATION * length)
            for word, weight in variants.items()
            if word in counts
        )


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text in one case."""
    return tuple(_WORD.findall(text.casefold()))


def asked(query: str) -> tuple[str, ...]:
    """Return the words of a query that say what is looked for; all of them if none does."""
    every = words(query)
    return tuple(word for word in every if word not in EMPTY) or every


# Takes nothing: the pages do not change while the program runs.
@lru_cache(maxsize=1)
def whole_index() -> Index:
    """Return the index of all pages, those of the reference after the others."""
    pages = library()
    later = (name for chapter, names in pages.contents if chapter == REFERENCE for name in names)
    return Index((section for page in pages.pages for section in page.sections), later)


def _count(section: Section) -> Counter[str]:
    counts = Counter(words(section.text))
    for word in words(section.title):
        counts[word] += HEADING_WEIGHT
    for word in words(section.page_title):
        counts[word] += PAGE_WEIGHT
    return counts


def _snippet(section: Section, wanted: Sequence[str]) -> str:
    folded = section.text.casefold()
    places = [match.start() for word in wanted for match in re.finditer(rf"\b{word}", folded)]
    if not places or len(folded) != len(section.text):
        return _cut(section.text, 0)
    # The window that holds most of the words.
    best = max(places, key=lambda at: (_held(folded[at : at + 2 * AROUND], wanted), -at))
    return _cut(section.text, max(best - AROUND // 2, 0))


def _held(part: str, wanted: Sequence[str]) -> int:
    return sum(word in part for word in wanted)


def _cut(text: str, start: int) -> str:
    """Return part of a text that begins and ends at blanks."""
    start = text.rfind(" ", 0, start + 1) + 1
    end = start + 2 * AROUND
    if end < len(text):
        end = max(text.rfind(" ", start, end), start + AROUND)
    return f"{'… ' if start else ''}{text[start:end].strip()}{' …' if end < len(text) else ''}"
