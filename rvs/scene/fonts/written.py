"""Words in writing order: each letter in a font that has it, also from right to left."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rvs.scene.fonts.families import family, fitting

# Letters of Europe, subscripts and signs of mathematics: both own faces have all that exist.
OWN = re.compile(r"[\x20-\u024f\u0391-\u03c9\u0410-\u044f\u2010-\u2027\u2080-\u208e\u2190-\u22ff]*")
# Scripts whose letters are joined or reordered by rules of their own, as those of India and Burma.
RULED = ((0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1780, 0x17FF), (0x1A20, 0x1AAF))
MOST_NAMED = 12
# How Unicode says that letters go from right to left.
RIGHT = ("R", "AL")
# Of what a letter of Arabic joins: its form that stands alone, at the end, at the begin, between.
FORMS = ("isolated", "final", "initial", "medial")

log = logging.getLogger(__name__)


# By value: texts are written again in every frame.
@lru_cache(maxsize=4096)
def in_fonts(words: str, bold: bool = False, name: str = "") -> tuple[tuple[str, str], ...]:
    """Return words in pieces, in order, each with the name of the family with its letters.

    A letter missing from the font is drawn in the program's own, or else in one of the system's; a
    letter found nowhere stays in the program's own, which draws a box, and is reported once.

    Args:
        words: The words.
        bold: Use the bold face.
        name: The selected family; empty is the program's own.
    """
    if not name and OWN.fullmatch(words):
        return ((words, ""),) if words else ()
    found: list[tuple[str, str]] = []
    for letter in unicodedata.normalize("NFC", words):
        before = found[-1][1] if found else name
        # a blank or a mark stays with what it stands behind
        stays = _follows(letter, found[-1][0] if found else "")
        first = (before, name, "") if stays else (name, "")
        chosen = next((one for one in first if ord(letter) in letters_of(bold, one)), None)
        if chosen is None and _is_unseen(letter):
            continue
        chosen = _elsewhere(letter, bold) or "" if chosen is None else chosen
        if found and before == chosen:
            found[-1] = found[-1][0] + letter, chosen
        else:
            found.append((letter, chosen))
    _tell(words, bold)
    return tuple(found)


def lacking(texts: Iterable[str], bold: bool = False) -> str:
    """Return a sentence on letters missing from all fonts, or joined by unsupported rules."""
    texts = [one for one in texts if not OWN.fullmatch(one)]
    letters = [letter for letter in dict.fromkeys("".join(texts)) if not _is_unseen(letter)]
    boxes = [one for one in letters if _nowhere(one, bold)]
    ruled = [one for one in letters if one not in boxes and _is_ruled(one)]
    told = []
    if boxes:
        told.append(
            f"no font of this system has the letter{'s' * (len(boxes) > 1)} {_named(boxes)}; "
            "boxes are drawn until a font that has them is installed"
        )
    if ruled:
        told.append(f"letters are drawn one by one, not joined as their script is: {_named(ruled)}")
    return "; ".join(told)


# By value: reads the whole table of a font.
@lru_cache(maxsize=64)
def letters_of(bold: bool, name: str = "") -> frozenset[int]:
    """Return the code points of a font's letters."""
    file = family(name).file(bold)
    with file.path.open("rb") as stream:
        return frozenset(file.open(stream).getBestCmap() or ())


# By value: as above.
@lru_cache(maxsize=4096)
def visual(words: str, bold: bool = False, name: str = "") -> str:
    r"""Return words as glyphs from left to right: Arabic joined, right-to-left reversed.

    Args:
        words: The words, all of one font.
        bold: Use the bold face.
        name: The font's family; empty is the program's own.

    >>> visual("arm 6"), visual("\u05d0\u05d1 6") == "6 \u05d1\u05d0"
    ('arm 6', True)
    """
    if OWN.fullmatch(words):
        return words
    kinds = [unicodedata.bidirectional(letter) for letter in words]
    if not set(RIGHT) & set(kinds):
        return words
    parts, start = [], 0
    while start < len(words):
        if kinds[start] not in RIGHT:
            parts.append(words[start])
            start += 1
            continue
        stop = next((k for k in range(start, len(words)) if kinds[k] == "L"), len(words))
        last = max(k for k in range(start, stop) if kinds[k] in (*RIGHT, "EN", "AN", "NSM"))
        # what a bracket in them opens is theirs, too
        while last + 1 < stop and words[last + 1] in _OPENED and _opens(words, start, last + 1):
            last += 1
        here = words[start : last + 1]
        joined = _joined(here)
        known = letters_of(bold, name)
        parts.append(_turned(joined if all(ord(one) in known for one in joined) else here))
        start = last + 1
    return "".join(parts)


def _turned(words: str) -> str:
    """Return words from right to left, with numbers unchanged and marks after their letters."""
    clusters: list[str] = []
    for part in _PARTS.findall(words):
        if clusters and unicodedata.bidirectional(part[0]) == "NSM":
            clusters[-1] += part
        else:
            clusters.append(_MIRRORED.get(part, part))
    return "".join(reversed(clusters))


# Numbers, or single letters.
_PARTS = re.compile(r"\d+(?:[.,:/]\d+)*|.", re.DOTALL)


_OPENED = {")": "(", "]": "[", "}": "{", "»": "«"}


def _opens(words: str, start: int, end: int) -> bool:
    """Return whether a bracket at the end is opened in the words after the start."""
    here, opening = words[start:end], _OPENED[words[end]]
    return here.count(opening) > here.count(words[end])


_MIRRORED = dict(zip("()[]{}<>«»", ")(][}{><»«", strict=True))


# Takes nothing: made of the tables of Unicode once it is needed.
@lru_cache(maxsize=1)
def _forms() -> dict[str, dict[str, str]]:
    """Return the forms of each Arabic letter, and of two letters that become one."""
    found: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD)):
        form, *parts = unicodedata.decomposition(chr(code)).split() or [""]
        letters = "".join(chr(int(part, 16)) for part in parts)
        one = len(letters) == 1 or (letters[:1] == "\u0644" and letters[1:] in _ALEFS)
        if form.strip("<>") in FORMS and one:
            found.setdefault(letters, {})[form.strip("<>")] = chr(code)
    return found


# Letters that become one with the lam before them.
_ALEFS = ("\u0622", "\u0623", "\u0625", "\u0627")


def _joined(words: str) -> str:
    """Return Arabic letters in their contextual forms."""
    forms, made, before = _forms(), "", False
    letters = _clusters(words)
    for k, letter in enumerate(letters):
        known = forms.get(letter)
        if known is None:
            made += letter
            # marks are passed over
            before = before and unicodedata.combining(letter[0]) > 0
            continue
        following = next((one for one in letters[k + 1 :] if not unicodedata.combining(one[0])), "")
        after = "initial" in known and "final" in forms.get(following, {})
        form = {(0, 0): "isolated", (1, 0): "final", (0, 1): "initial", (1, 1): "medial"}[
            before and "final" in known, after
        ]
        made += known.get(form, letter)
        before = "initial" in known
    return made


def _clusters(words: str) -> Sequence[str]:
    """Return letters, joined in pairs where two become one."""
    found: list[str] = []
    for letter in words:
        if found and found[-1] == "\u0644" and letter in _ALEFS:
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _follows(letter: str, before: str) -> bool:
    """Return whether a letter stays in the font of the previous ones: spaces, marks, joiners."""
    if letter.isspace() or unicodedata.combining(letter):
        return True
    kinds = (unicodedata.bidirectional(one) for one in before)
    return unicodedata.bidirectional(letter) != "L" and any(kind in RIGHT for kind in kinds)


def _is_unseen(letter: str) -> bool:
    """Return whether a sign only controls the drawing of others, such as an emoji joiner."""
    return unicodedata.category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f"


def _is_ruled(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in RULED)


def _nowhere(letter: str, bold: bool) -> bool:
    return ord(letter) not in letters_of(bold, "") and _elsewhere(letter, bold) is None


# By value: looks through the fonts of the system.
@lru_cache(maxsize=4096)
def _elsewhere(letter: str, bold: bool) -> str | None:
    """Return the family of the system with a letter, or None if there is none."""
    fit = (one for one in fitting(letter) if ord(letter) in letters_of(bold, one))
    return next(fit, None)


def _named(letters: Sequence[str]) -> str:
    some = ", ".join(f"{letter} (U+{ord(letter):04X})" for letter in letters[:MOST_NAMED])
    more = len(letters) - MOST_NAMED
    return f"{some} and {more} more" if more > 0 else some


# Letters of which it was told.
_told: set[str] = set()


def _tell(words: str, bold: bool) -> None:
    new = "".join(letter for letter in words if letter not in _told)
    _told.update(new)
    if sentence := lacking((new,), bold):
        log.warning("%s", sentence)
