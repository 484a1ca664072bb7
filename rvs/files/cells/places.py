"""Poses of objects and targets: ``at`` and ``rpy``, or all sixteen numbers as ``place``."""

from __future__ import annotations

from math import degrees

import numpy as np

from rvs.engine.arrays import IDENTITY, Pose
from rvs.engine.rotations import from_rpy, to_rpy
from rvs.files.text.fields import Fields
from rvs.files.text.forms import Want
from rvs.files.text.keys import Key, Numbers, names, read_keys
from rvs.files.text.poses import Matrix
from rvs.files.text.scale import DEGREES
from rvs.model.bounds import ANGLE, LENGTH

AT, RPY, PLACE = "at", "rpy", "place"
NOWHERE = (0.0, 0.0, 0.0)
ANGLE_DECIMALS = 9
AT_KEY = Key(AT, Numbers(3, "m", LENGTH), "position of its origin in the world",
             "at = [ 1, 0.5, 0 ]", NOWHERE)  # fmt: skip
RPY_KEY = Key(RPY, Numbers(3, "degrees", ANGLE, (DEGREES,) * 3),
              "rotations about z, y and x, in this order: Rz(first) Ry(second) Rx(third), "
              "independent of the preference for roll, pitch and yaw in the window",
              "rpy = [ 90, 0, 0 ]", NOWHERE)  # fmt: skip
PLACE_KEY = Key(PLACE, Matrix(), "position and orientation together, in place of `at` and `rpy`",
                "place = [[1 0 0 1] [0 1 0 0] [0 0 1 0] [0 0 0 1]]", IDENTITY)  # fmt: skip
PLACE_KEYS = (AT_KEY, RPY_KEY, PLACE_KEY)


def read_place(fields: Fields) -> Pose:
    """Return the pose in ``place``, or in ``at`` and ``rpy``; the identity by default."""
    said = read_keys(fields, PLACE_KEYS)
    if PLACE in fields:
        for key in names((AT_KEY, RPY_KEY)):
            if key in fields:
                fields.error(
                    key, f"'{key}': the pose is also given by '{PLACE}'; expected only one of them"
                )
        return said[PLACE]  # type: ignore[no-any-return]
    turn = from_rpy(said[RPY]) if any(said[RPY]) else np.eye(3)
    rows = [(*row, x) for row, x in zip(turn.tolist(), said[AT], strict=True)]
    pose = (*rows, (0.0, 0.0, 0.0, 1.0))
    return IDENTITY if pose == IDENTITY else pose


def place_wants(place: Pose) -> list[Want]:
    """Return the entries of a pose: position and angles if they are exact, else all numbers."""
    turns = _turns(place)
    matrix = PLACE_KEY.kind.form(place)
    if turns is None:
        return [Want(AT, None), Want(RPY, None), Want(PLACE, matrix)]
    at = tuple(row[3] for row in place[:3])
    return [
        Want(AT, AT_KEY.kind.form(at), not any(at), unless=PLACE),
        Want(RPY, RPY_KEY.kind.form(turns), not any(turns), unless=PLACE),
        Want(PLACE, matrix, default=True),
    ]


def _turns(place: Pose) -> tuple[float, ...] | None:
    """Return the exact roll, pitch and yaw of a pose, rad; None if there are none."""
    turn = np.array([row[:3] for row in place[:3]])
    if np.array_equal(turn, np.eye(3)):
        return NOWHERE
    for decimals in (6, ANGLE_DECIMALS):
        rounded = (round(degrees(angle), decimals) + 0.0 for angle in to_rpy(turn))
        turns = tuple(DEGREES.read(repr(angle)) for angle in rounded)
        if np.array_equal(from_rpy(turns), turn):
            return turns
    return None
