"""Sentences of the window in the language of the user.

The English sentence is the key of its translation, which the catalogues of gettext contain. The
window chooses one at its start; commands and scripts are in English, and load none.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

log = logging.getLogger(__name__)

ENGLISH = "en"
# A language with its country, as files of catalogues are called.
LANGUAGE = re.compile(r"[a-z]{2,3}(?:_[A-Z]{2})?")
FIELD = re.compile(r"(?<!\{)\{(\w+)")

# Those of a catalogue; None in English.
_translated: Callable[[str], str] | None = None
_counted: Callable[[str, str, int], str] | None = None


class Verbatim(str):
    """A text from a user, such as the name of a robot: widgets do not translate it."""

    __slots__ = ()


def tr(text: str, /, *values: object) -> str:
    """Return a sentence in the language of the window.

    Args:
        text: The English sentence, with names of its values in braces.
        values: Values of the names, in the order of the English sentence.

    >>> tr("{robot} to {place}", "puma", "table")
    'puma to table'
    """
    said = text if _translated is None else _translated(text)
    return _filled(said, text, values) if values else said


def begun(text: str, /) -> str:
    """Return a text of the program, in the window's language, as the beginning of a sentence.

    >>> begun("no robot is open")
    'No robot is open'
    """
    said = tr(text)
    return said[:1].upper() + said[1:]


def plural(one: str, several: str, n: int, /, *values: object) -> str:
    """Return the sentence for a number of items, which is its field ``n``, and other values.

    >>> plural("{n} robot", "{n} robots", 2)
    '2 robots'
    """
    english = one if n == 1 else several
    said = english if _counted is None else _counted(one, several, n)
    return _filled(said, english, values, n=n)


# Few sentences have values, and labels that follow the mouse need theirs in each picture.
@lru_cache(maxsize=1024)
def fields(text: str) -> tuple[str, ...]:
    """Return the names of the values of a sentence, in its order.

    >>> fields("{robot} to {place}: {part:.0%}")
    ('robot', 'place', 'part')
    """
    return tuple(dict.fromkeys(FIELD.findall(text)))


def _filled(said: str, english: str, values: Sequence[object], **counted: object) -> str:
    """Return a sentence with its values, in English if its translation has other fields."""
    names = (name for name in fields(english) if name not in counted)
    named = dict(zip(names, values, strict=True)) | counted
    try:
        return said.format(**named)
    except (KeyError, IndexError, ValueError):
        if said == english:
            raise
        log.warning("the translation of %r has other fields: %r", english, said)
        return english.format(**named)


def catalogues(folders: Sequence[Path]) -> dict[str, Path]:
    """Return the catalogues in some folders by language; the first for each language is used."""
    files = [path for folder in folders for path in sorted(folder.glob("*.mo"))]
    return {path.stem: path for path in reversed(files) if LANGUAGE.fullmatch(path.stem)}


def use_catalogue(path: Path | None) -> None:
    """Use the sentences of a catalogue, or English.

    Raises:
        OSError: The file can't be read, or is not a catalogue.
    """
    global _translated, _counted
    if path is None:
        _translated = _counted = None
        return
    # Nobody who reads English loads it.
    from gettext import GNUTranslations
    from struct import error as cut_off

    try:
        with path.open("rb") as stream:
            found = GNUTranslations(stream)
    except (ValueError, LookupError, OSError, cut_off) as error:
        raise OSError(f"{path}: expected a catalogue of gettext: {error}") from error
    # A key without a sentence has the facts of the catalogue.
    _translated = lambda text: found.gettext(text) if text else ""  # noqa: E731
    _counted = found.ngettext
