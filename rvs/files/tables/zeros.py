"""Tables that leave open whether the numbers of joint variables are zeros or a posture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rvs.files.robots.arch import Architecture
from rvs.files.text.errors import FileError
from rvs.model.pasting.meaning import with_zeros

# How the note begins that says how they were taken.
TAKEN = "where the robot stands"


def with_open_zeros(read: Architecture, given: Sequence[int]) -> Architecture:
    """Return a robot with a note on the open question of its table.

    Args:
        read: The robot, these numbers taken as a posture.
        given: Rows, from 0, whose number for the joint's own variable may be its zero.
    """
    rows = f"row{'s' * (len(given) > 1)} {', '.join(str(i + 1) for i in given)}"
    words = (
        f"{TAKEN} is taken from {rows} of the table; --zeros uses these numbers as joint "
        "zeros (offsets)"
    )
    note = FileError(str(read.path or (read.imported and read.imported.path)), 0, 0, words)
    return replace(read, given=tuple(given), warnings=(*read.warnings, note))


def without_note(read: Architecture) -> Architecture:
    """Return a robot without the note on the open question of its table, once answered."""
    told = tuple(one for one in read.warnings if not one.message.startswith(TAKEN))
    return replace(read, warnings=told)


def as_zeros(read: Architecture) -> Architecture:
    """Return a robot whose table gives the zeros of its joints, not a posture.

    Raises:
        FileErrors: Its table leaves nothing open.
    """
    assert read.imported is not None
    robot = read.robot.replace(joints=with_zeros(read.robot.joints, read.given))
    choices = replace(read.imported.choices, zeros=True)
    imported = replace(read.imported, choices=choices)
    return without_note(replace(read, robot=robot, imported=imported, given=()))
