"""The named postures of a robot in a cell: those of its file, or blocks if they differ.

A robot defined in the cell itself has all of them there.
"""

from __future__ import annotations

from rvs.files.robots.arch import Architecture
from rvs.files.robots.jconfig import BLOCK, posture_forms, posture_keys, read_posture_blocks
from rvs.files.robots.own_postures import own_postures, read_own
from rvs.files.text.blocks import BlockForm
from rvs.files.text.errors import FileErrors
from rvs.files.text.fields import Fields
from rvs.files.text.forms import Want
from rvs.files.text.keys import Choice, Key
from rvs.model.document import PlacedRobot
from rvs.model.robots.named_posture import NamedPostures

NO_POSTURES = "none"
POSTURES_KEY = Key(
    "postures",
    Choice((NO_POSTURES,)),
    '`none`: no named postures; otherwise blocks `posture "NAME" { … }` as in posture files',
    "postures = none",
    "",
    usual="postures of the robot's file",
)


def read_cell_postures(fields: Fields, placed: PlacedRobot, referred: bool) -> NamedPostures:
    """Return the named postures in a robot's block.

    Args:
        fields: The keys of the block.
        placed: The robot.
        referred: The block refers to the robot's own file.
    """
    none = POSTURES_KEY.kind.read(fields, POSTURES_KEY.name, "")
    if any(inner.key == BLOCK for inner in fields.group.groups):
        keys = posture_keys(Architecture(placed.robot, placed.unit), placed.unit)
        return read_posture_blocks(fields.findings, fields.group, keys)
    if none or not referred:
        return ()
    try:
        return read_own(placed).postures
    except FileErrors as failure:
        fields.warn("file", f"'file': its postures can't be used: {failure.errors[0]}")
        return ()


def cell_posture_entries(placed: PlacedRobot, refers: bool) -> list[Want | BlockForm]:
    """Return the contents of a robot's block about its named postures.

    Args:
        placed: The robot.
        refers: The block refers to the robot's own file, whose contents need not be repeated.
    """
    own = own_postures(placed) if refers else ()
    said = () if placed.named == own else placed.named
    keys = posture_keys(Architecture(placed.robot, placed.unit), placed.unit)
    key = POSTURES_KEY.want(NO_POSTURES if own and not placed.named else "")
    return [key, *posture_forms(said, keys)]
