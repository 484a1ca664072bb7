"""Names for figures, tables and reports, robust against any names from users."""

from __future__ import annotations

import unicodedata

# Line ends and other control characters, line and paragraph separators.
_BLANK = ("Cc", "Zl", "Zp")
REPLACEMENT = "\ufffd"


def legible(text: str) -> str:
    r"""Return a text on one line that every file format can hold.

    Control characters and line ends become spaces; unpaired surrogates and unassigned code points
    become the replacement character.

    >>> legible("the left\narm"), legible("a < b")
    ('the left arm', 'a < b')
    """
    return text if text.isprintable() else "".join(map(_legible, text))


def _legible(letter: str) -> str:
    kind = unicodedata.category(letter)
    if kind in _BLANK:
        return " "
    nothing = kind == "Cs" or ord(letter) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(letter) <= 0xFDEF
    return REPLACEMENT if nothing else letter
