"""Groups of a drawing by the items they show: robot, link, part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rvs.export.formats.drawing import Group, Mark
from rvs.model.refs import NOTHING, Ref

Entry = tuple[Ref, Sequence[Mark]]


def nested(entries: Iterable[Entry], others: str = "scene") -> tuple[Group, ...]:
    """Return groups within groups, in the order in which items first appear.

    Args:
        entries: Marks and the object of each.
        others: Name of the group of marks without an object.
    """
    root = _Node(NOTHING, "")
    for ref, marks in entries:
        if marks:
            root.at(ref, others).marks.extend(marks)
    return tuple(child.group() for child in root.children.values())


class _Node:
    def __init__(self, ref: Ref, name: str) -> None:
        self.ref = ref
        self.name = name
        self.marks: list[Mark] = []
        self.children: dict[str, _Node] = {}

    def at(self, ref: Ref, others: str) -> _Node:
        node = self
        for path, name in _path(ref, others):
            node = node.children.setdefault(name, _Node(path, name))
        return node

    def group(self) -> Group:
        inner = tuple(child.group() for child in self.children.values())
        return Group(self.name, (*self.marks, *inner), self.ref)


def _path(ref: Ref, others: str) -> list[tuple[Ref, str]]:
    """Return an object's name, then kind and name of each of its parts.

    >>> [name for _, name in _path(("puma", "link", 3, "part", "motor"), "scene")]
    ['puma', 'link 3', 'part motor']
    """
    if not ref:
        return [(NOTHING, others)]
    steps = [(ref[:1], str(ref[0]))]
    for k in range(1, len(ref), 2):
        steps.append((ref[: k + 2], " ".join(map(str, ref[k : k + 2]))))
    return steps
