"""Words and constants of joints and poses, for lists of files that do not need NumPy."""

from __future__ import annotations

from typing import Literal

Kind = Literal["revolute", "prismatic", "helical"]
Convention = Literal["standard", "modified", "general"]

KINDS: tuple[Kind, ...] = ("revolute", "prismatic", "helical")
DH_CONVENTIONS: tuple[Convention, ...] = ("standard", "modified")
CONVENTIONS: tuple[Convention, ...] = (*DH_CONVENTIONS, "general")
KIND_LETTERS: dict[str, Kind] = {"R": "revolute", "P": "prismatic", "H": "helical"}

Pose = tuple[tuple[float, ...], ...]
IDENTITY: Pose = tuple(tuple(float(i == j) for j in range(4)) for i in range(4))
ROBOT_TEXTS = ("name", "base_link", "tool_link", "manufacturer", "comment", "source")
# Joint values from here on (rad, m) leave no digits for angles and places; the kernels refuse the
# same ones (native/lanes/rows.h).
FARTHEST_JOINT = 2.0**40
