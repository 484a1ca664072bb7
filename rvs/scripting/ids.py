"""The robot of a cell meant by a script: by its id, whatever its case and punctuation."""

from __future__ import annotations

from rvs.files.library import letters
from rvs.model.document import Document


def meant_robot(document: Document, name: str) -> str:
    """Return the id of a robot from a similar name, such as ``puma560`` for ``PUMA 560``.

    A name that matches none, or several, stays unchanged.
    """
    known = [placed.id for placed in document.robots]
    if name in known:
        return name
    meant = [one for one in known if letters(one) == letters(str(name))]
    return meant[0] if len(meant) == 1 else name
