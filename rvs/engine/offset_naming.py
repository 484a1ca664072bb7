"""The letter of the offset along a joint's axis: b as in Angeles, d as in most other textbooks.

A single setting for the whole process, for all text for people: tables, figures, reports, the
window.  Fields of joints, keys of files and of JSON keep their names.
"""

from __future__ import annotations

import os
from typing import Literal, get_args

from rvs.engine.errors import ArgumentError

OffsetLetter = Literal["b", "d"]
LETTERS: tuple[OffsetLetter, ...] = get_args(OffsetLetter)
# In the environment, so that processes which are started write the same.
VARIABLE = "RVS_OFFSET_LETTER"
# What whoever started the program has said.
_GIVEN = os.environ.get(VARIABLE, "")


def offset_letter() -> str:
    """Return the letter of the offset along a joint's axis, ``"b"`` by default."""
    chosen = os.environ.get(VARIABLE, "")
    return chosen if chosen in LETTERS else LETTERS[0]


def use_offset_letter(letter: str) -> None:
    """Set the letter of the offset along a joint's axis for the whole process.

    Args:
        letter: ``"b"`` as in Angeles, or ``"d"`` as in Craig, Siciliano, Spong and Corke.

    Raises:
        ArgumentError: Another letter.

    >>> use_offset_letter("b")
    >>> offset_letter()
    'b'
    """
    if letter not in LETTERS:
        raise ArgumentError(f"letter: expected {' or '.join(LETTERS)}, got {letter!r:.40}")
    os.environ[VARIABLE] = letter


def prefer_offset_letter(letter: str) -> None:
    """Use the user's letter, unless the environment defined one at the start."""
    use_offset_letter(_GIVEN if _GIVEN in LETTERS else letter)
