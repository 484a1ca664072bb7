"""Rank of a text for a few typed letters; no Qt.

A word of the query fits a text best when it is the whole text, then when the text begins with it,
when a word of the text does, when it consists of the initials of words, when it is inside a word,
and last when its letters are scattered in order. Every word of the query has to fit; the worst one
determines the quality of the match.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rvs.value_class import dataclass

WHOLE, START, WORD, INITIALS, INSIDE, SCATTERED = range(6)
# What fits the second line of a row fits the row less well, and later than any place in a title.
ASIDE = 3
LATER = 100.0
# The window is in British English; who types otherwise finds the same.
SPELLINGS = tuple(
    (re.compile(rf"\b{american}"), british)
    for american, british in (
        (r"(milli|centi|deci|)meter(?=s?\b)", r"\1metre"),
        ("center", "centre"),
        ("color", "colour"),
        ("gray", "grey"),
        (r"catalog\b", "catalogue"),
        ("behavior", "behaviour"),
        (r"(\w+i)z(?=e|ing|ation)", r"\1s"),
    )
)
_WORDS = re.compile(r"[^\W_]+")


class Fit(NamedTuple):
    """Quality of the match of a query; smaller is better.

    Attributes:
        tier: The kind of fit of its worst word, ``WHOLE`` to ``SCATTERED``.
        cost: Penalty for a late or loose match and for a long text; compared within a kind.
        places: Indices of the matching letters.
    """

    tier: int
    cost: float
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """An entry for searches.

    Attributes:
        id: Its key among recent entries.
        title: Its name.
        aside: Additional text.
        weight: Order among equal fits; smaller is sooner, and rarely used entries are later.
        also: Other search words; a word of the query fits their beginnings.
        best: The best kind of fit that it can have, whatever its title.
        exact: A query with its whole title is nevertheless a full match.
    """

    id: str
    title: str
    aside: str = ""
    weight: float = 0.0
    also: str = ""
    best: int = WHOLE
    exact: bool = False


def fit(query: str, text: str) -> Fit | None:
    """Return the match of a query with a text, or None.

    Args:
        query: Words in any order and case; an empty query fits all.
        text: The searched text.
    """
    wanted, said = _folded(query).split(), _folded(text)
    if not wanted:
        return Fit(SCATTERED, 0.0)
    whole = _phrase(" ".join(wanted), said)
    if whole is not None:
        return whole
    fits = [_word(word, said) for word in wanted]
    good = [each for each in fits if each is not None]
    if len(good) < len(fits):
        return None
    places = sorted({place for each in good for place in each.places})
    return Fit(max(each.tier for each in good), sum(each.cost for each in good), tuple(places))


def fit_row(query: str, title: str, aside: str, also: str = "") -> Fit | None:
    """Return the match of a query with a title and additional words, or None.

    Args:
        query: Words in any order and case.
        title: Title of the row; the returned indices refer to it.
        aside: Additional text; a word must match it exactly.
        also: Other words for it; only their beginnings fit.
    """
    direct = fit(query, title)
    wanted = _folded(query).split()
    if not wanted or (direct is not None and direct.tier < SCATTERED):
        return direct
    said, others, found = _folded(aside), _folded(also).split(), []
    for word in wanted:
        if len(word) == 1 and len(wanted) > 1:
            # A letter beside a word is a word, not the beginning of any.
            if word not in (*others, *_WORDS.findall(f"{_folded(title)} {said}")):
                return direct
            found.append(Fit(ASIDE, 0.0))
            continue
        own = fit(word, title)
        if own is None or own.tier == SCATTERED:
            at = said.find(word)
            tier = ASIDE if at >= 0 and _begins_word(said, at) else SCATTERED
            own = None if at < 0 else Fit(tier, LATER + at)
        # Beside other words a short one is whole: "of" is no beginning of "offset".
        begun = others if len(word) > 2 or len(wanted) == 1 else [o for o in others if o == word]
        if (own is None or own.tier >= ASIDE) and any(o.startswith(word) for o in begun):
            known = Fit(ASIDE, 0.0 if word in others else 1.0)
            own = known if own is None else min(own, known, key=lambda fit: fit[:2])
        if own is None:
            return direct
        found.append(own)
    places = sorted({place for each in found for place in each.places})
    return Fit(max(each.tier for each in found), sum(e.cost for e in found) + 1.0, tuple(places))


def _british(query: str) -> str:
    query = query.casefold()
    for american, british in SPELLINGS:
        query = american.sub(british, query)
    return query


# By value: at each letter typed, the same titles and words are compared several times.
@lru_cache(maxsize=8192)
def _folded(text: str) -> str:
    """Return a text in one case and without hyphens, of equal length to keep indices valid."""
    folded = text.casefold().replace("-", " ")
    return folded if len(folded) == len(text) else "".join(_folded(c)[:1] for c in text)


def _phrase(wanted: str, said: str) -> Fit | None:
    """Match the query as typed, if the text contains it in this form."""
    if wanted == said:
        return _run(WHOLE, 0, wanted, said)
    if said.startswith(wanted):
        return _run(START, 0, wanted, said)
    at = _at_word(wanted, said)
    return None if at is None else _run(WORD, at, wanted, said)


def _word(wanted: str, said: str) -> Fit | None:
    for letter in wanted:
        if letter not in said:
            return None
    phrase = _phrase(wanted, said)
    if phrase is not None:
        return phrase
    initials = _initials(wanted, said)
    if initials is not None:
        return Fit(INITIALS, _length(said) + initials[0], initials)
    at = said.find(wanted)
    if at >= 0:
        return _run(INSIDE, at, wanted, said)
    return _scattered(wanted, said)


def _run(tier: int, at: int, wanted: str, said: str) -> Fit:
    return Fit(tier, at + _length(said), tuple(range(at, at + len(wanted))))


def _length(said: str) -> float:
    return len(said) / 100.0


def _at_word(wanted: str, said: str) -> int | None:
    at = said.find(wanted)
    while at >= 0:
        if _begins_word(said, at):
            return at
        at = said.find(wanted, at + 1)
    return None


def _begins_word(said: str, at: int) -> bool:
    return at == 0 or not said[at - 1].isalnum() or (said[at].isdigit() > said[at - 1].isdigit())


def _initials(wanted: str, said: str) -> tuple[int, ...] | None:
    """Return the indices if the letters are initials of consecutive words, or None."""
    starts = [match.start() for match in _WORDS.finditer(said)]
    for first in range(len(starts) - len(wanted) + 1):
        run = starts[first : first + len(wanted)]
        if len(wanted) > 1 and all(said[s] == c for s, c in zip(run, wanted, strict=True)):
            return tuple(run)
    return None


def _scattered(wanted: str, said: str) -> Fit | None:
    """Match letters in order, as close together as possible."""
    best: tuple[int, ...] | None = None
    at = said.find(wanted[0])
    while at >= 0:
        places = _follow(wanted, said, at)
        if places is None:
            break
        if best is None or places[-1] - places[0] < best[-1] - best[0]:
            best = places
        at = said.find(wanted[0], at + 1)
    if best is None:
        return None
    loose = best[-1] - best[0] + 1 - len(wanted)
    return Fit(SCATTERED, loose + best[0] / 10.0 + _length(said), best)


def _follow(wanted: str, said: str, start: int) -> tuple[int, ...] | None:
    places, at = [], start
    for letter in wanted:
        at = said.find(letter, at)
        if at < 0:
            return None
        places.append(at)
        at += 1
    return tuple(places)


def order(query: str, rows: Sequence[Row], recent: Sequence[str] = ()) -> list[tuple[int, Fit]]:
    """Return the rows that match a query, best first, as their indices and matches.

    Args:
        query: The typed text.
        rows: The available rows.
        recent: Ids of the last used entries, latest first; they precede others with the same kind
            of fit.
    """
    age = {name: i for i, name in enumerate(recent)}
    found, spelled = [], dict.fromkeys((query, _british(query)))
    for i, row in enumerate(rows):
        fits = (fit_row(each, row.title, row.aside, row.also) for each in spelled)
        how = min((one for one in fits if one is not None), default=None)
        if how is not None:
            if how.tier > WHOLE or not row.exact:
                how = how._replace(tier=max(how.tier, row.best))
            place = (how.tier, age.get(row.id, len(age)), how.cost + row.weight, i)
            found.append((place, how))
    words = _folded(query).split()
    if len(words) > 1 and not any(how.tier < SCATTERED for _, how in found):
        found = [entry for i, row in enumerate(rows) for entry in _partly(words, row, i)] or found
    return [(place[3], how) for place, how in sorted(found, key=lambda entry: entry[0])]


def _partly(
    words: Sequence[str], row: Row, index: int
) -> list[tuple[tuple[int, int, float, int], Fit]]:
    """Match a row with some of several words if no row fits them all; more words are better."""
    fits = (fit_row(word, row.title, row.aside, row.also) for word in words if len(word) > 1)
    good = [how for how in fits if how is not None and how.tier <= ASIDE]
    if not good:
        return []
    cost = sum(how.cost for how in good)
    places = tuple(sorted({place for how in good for place in how.places}))
    how = Fit(ASIDE, cost, places)
    return [((len(words) - len(good), 0, cost + row.weight, index), how)]
