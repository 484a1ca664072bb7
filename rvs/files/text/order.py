"""The order of the blocks of a text that is edited by spans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher

from rvs.files.text.edit import Editor
from rvs.files.text.syntax import Group

Lines = Callable[[str], list[str]]


def staying(groups: Iterable[str], wanted: Iterable[str]) -> list[str]:
    """Return the names of blocks that keep their place; others are written anew elsewhere."""
    old, new = list(groups), list(wanted)
    return [
        old[match.a + i]
        for match in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
        for i in range(match.size)
    ]


def arrange(
    editor: Editor,
    groups: Mapping[str, Group],
    wanted: Mapping[str, object],
    lines: Lines,
    inside: Group | None = None,
) -> None:
    """Take blocks out and put new ones in, so that they stand in the wanted order.

    Args:
        editor: Takes the edits.
        groups: The blocks there are, by name.
        wanted: The names that are wanted, in order.
        lines: Returns the lines of a new block.
        inside: The block that they stand in, or None for the whole file.
    """
    stay, new = staying(groups, wanted), list(wanted)
    for name in groups:
        if name not in stay:
            editor.remove(groups[name])
    before: Group | None = None
    for i, name in enumerate(new):
        if name in stay:
            before = groups[name]
        elif before is not None:
            editor.add_block(before, lines(name))
        else:
            after = next((other for other in new[i:] if other in stay), None)
            if after is not None:
                editor.add_block_before(groups[after], lines(name))
            elif inside is not None:
                editor.append(inside, lines(name))
            else:
                editor.add_block(None, lines(name))
