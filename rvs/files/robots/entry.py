"""Entry of a robot in a list, derived only from the syntax of its file."""

from __future__ import annotations

from pathlib import Path

from rvs.engine.words import KINDS
from rvs.files.text.syntax import Group, Tree
from rvs.value_class import dataclass

# What the block of a link is called.
LINK_BLOCKS = ("", "link")


@dataclass(frozen=True, slots=True)
class Entry:
    """Entry of a robot in the list of robots.

    Attributes:
        name: Name of the file without suffix; used in commands.
        title: Name of the robot in the file.
        path: The file.
        bundled: It came with the program.
        joints: Number of joints.
        kind: One letter per joint, such as ``"RRPRRR"``.
        convention: ``"standard"`` or ``"modified"``.
        unit: Unit of length of the file.
        source: Origin of its numbers.
        confidence: Reliability of its numbers.
        full: It has a full model.
        own_frame: Its maker measures from another base frame.
        fault: Reason why it can't be loaded, or empty.
    """

    name: str
    title: str
    path: Path
    bundled: bool
    joints: int = 0
    kind: str = ""
    convention: str = "standard"
    unit: str = "m"
    source: str = ""
    confidence: str = ""
    full: bool = False
    own_frame: bool = False
    fault: str = ""


def filled(entry: Entry, tree: Tree) -> Entry:
    """Return an entry with the contents of its file.

    Args:
        entry: The name, the path and the location.
        tree: The file.
    """
    words = _words(tree.root)
    links = [group for group in tree.root.groups if group.key in LINK_BLOCKS]
    kinds = [_words(link).get("type", KINDS[0]) for link in links]
    return Entry(
        entry.name,
        words.get("name", entry.name),
        entry.path,
        entry.bundled,
        len(links),
        "".join(kind[:1].upper() for kind in kinds),
        words.get("convention", "standard"),
        words.get("unit", "m"),
        words.get("source", ""),
        words.get("confidence", ""),
        entry.full and words.get("geomtype") == "full",
        "maker" in words,
    )


def _words(group: Group) -> dict[str, str]:
    return {pair.key: pair.value.text for pair in group.pairs}
