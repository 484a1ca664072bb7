"""The base of ``Cell`` that represents its edits.

``edited.pyi`` in the same folder, which ``tools/stub.py`` writes from the table of edits, declares
their signatures for type checkers; the edits themselves are methods that ``cell.py`` makes from
that table.
"""

from __future__ import annotations


class Edited:
    """Base of classes with the edits of the document as methods."""
