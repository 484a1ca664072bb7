"""The blocks of a file or a block, by their keys and names."""

from __future__ import annotations

from collections.abc import Iterator

from rvs.files.text.fields import shorten
from rvs.files.text.findings import Findings
from rvs.files.text.syntax import Group


def named_groups(findings: Findings, root: Group, key: str) -> list[Group]:
    """Return the blocks of a key by unique name; record those without one."""
    found: dict[str, Group] = {}
    for group in root.groups:
        if group.key != key:
            continue
        if not group.label:
            findings.error(group.start, f'a {key} needs a name; expected {key} "NAME" {{ … }}')
        elif found.setdefault(group.label, group) is not group:
            findings.error(group.start, f"a second {key} is named {shorten(group.label)}")
    return list(found.values())


def free_groups(findings: Findings, root: Group, key: str, taken: set[str]) -> Iterator[Group]:
    """Yield the blocks of a key with free names, and reserve these; record the others."""
    for group in named_groups(findings, root, key):
        if group.label in taken:
            findings.error(
                group.start, f"the id {shorten(group.label)} is already used in this cell"
            )
        else:
            taken.add(group.label)
            yield group


def single_group(findings: Findings, root: Group, key: str, holder: str = "a cell") -> Group | None:
    """Return the one block of a key, or None; record further ones."""
    groups = [group for group in root.groups if group.key == key]
    for second in groups[1:]:
        findings.error(second.start, f"a second {key} block; {holder} can have only one")
    return groups[0] if groups else None
