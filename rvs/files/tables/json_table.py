"""A robot as JSON: the rows of its table with base, tool, limits, masses and motors in SI units."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import DH_CONVENTIONS, Inertia, Joint, Motor
from rvs.engine.robot import Robot
from rvs.files.robots.arch import Architecture
from rvs.files.text.errors import FileError, FileErrors, whole_file
from rvs.files.text.fields import shorten
from rvs.files.text.source import MEGABYTE, plain_text
from rvs.model.numbers.quantities import MAX_JOINTS
from rvs.model.robots.imported import Imported

LARGEST = 2 * MEGABYTE
SIZES = ("a", "alpha", "d", "theta", "offset")
BOUNDS = ("rate", "acceleration", "effort", "stiffness")
FORM = "rvs robot, metres, radians, kilograms"
# What a robot and a joint may say; all else is named.
OF_ROBOT = ("format", "name", "convention", "base", "tool", "gravity", "base_link", "tool_link",
            "base_inertia", "joints")  # fmt: skip
OF_JOINT = ("name", "kind", "link", *SIZES, "limits", *BOUNDS, "inertia", "motor")
MOST_NAMED = 30


def read_json(path: Path) -> Architecture:
    """Read a robot from JSON.

    Raises:
        FileErrors: Not JSON, or something in it is missing or wrong.
    """
    try:
        said = json.loads(plain_text(path, LARGEST), parse_int=float)
    except json.JSONDecodeError as error:
        raise FileErrors([FileError(str(path), error.lineno, error.colno, error.msg)]) from error
    except RecursionError as error:
        raise whole_file(path, "is nested too deeply") from error
    if not isinstance(said, dict) or not isinstance(said.get("joints"), list):
        raise whole_file(path, "expected a robot: an object with a list of joints")
    if len(said["joints"]) > MAX_JOINTS:
        count = len(said["joints"])
        raise whole_file(path, f"has {count:,} joints; RVS reads at most {MAX_JOINTS}")
    try:
        robot, words = _robot(said, path.stem), islice(_unread(said), MOST_NAMED)
        notes = tuple(FileError(str(path), 0, 0, one) for one in words)
        return Architecture(robot, end_effector="none", imported=Imported.of(path), warnings=notes)
    except (ArgumentError, TypeError, ValueError, KeyError, AttributeError) as error:
        raise whole_file(path, f"is not a robot: {error}") from error


def _unread(said: dict[str, Any]) -> Iterator[str]:
    """Yield the parts of a robot that are not read."""
    if said.get("format", FORM) != FORM:
        yield f"format {shorten(str(said['format']))}: RVS reads it as {FORM!r}"
    for key in sorted(said.keys() - set(OF_ROBOT)):
        yield f"{shorten(key)} is ignored"
    for number, joint in enumerate(said["joints"], 1):
        for key in sorted(joint.keys() - set(OF_JOINT)):
            yield f"joint {number}: {shorten(key)} is ignored"


def _robot(said: dict[str, Any], stem: str) -> Robot:
    convention = said.get("convention", DH_CONVENTIONS[0])
    joints = tuple(_joint(one, number, convention) for number, one in enumerate(said["joints"], 1))
    robot = Robot(joints, name=str(said.get("name") or stem))
    given = {key: said[key] for key in ("base", "tool", "gravity") if said.get(key) is not None}
    given |= {key: str(said[key]) for key in ("base_link", "tool_link") if said.get(key)}
    if said.get("base_inertia") is not None:
        given["base_inertia"] = Inertia(**said["base_inertia"])
    return robot.replace(**given)


def _joint(said: Any, number: int, convention: Any) -> Joint:
    try:
        lower, upper = said.get("limits") or (None, None)
        inertia, motor = said.get("inertia"), said.get("motor")
        a, alpha, d, theta, offset = (_number(said, key, 0.0) for key in SIZES)
        rate, acceleration, effort, stiffness = (_number(said, key, inf) for key in BOUNDS)
        return Joint(
            a,
            alpha,
            d,
            theta,
            offset=offset,
            kind=said.get("kind", "revolute"),
            convention=convention,
            limits=(-inf if lower is None else lower, inf if upper is None else upper),
            rate=rate,
            acceleration=acceleration,
            effort=effort,
            stiffness=stiffness,
            inertia=None if inertia is None else Inertia(**inertia),
            motor=None if motor is None else Motor(**motor),
            name=str(said.get("name", "")),
            link=str(said.get("link", "")),
        )
    except (ArgumentError, TypeError, ValueError, AttributeError) as error:
        raise ArgumentError(f"joint {number}: {error}") from error


def _number(said: dict[str, Any], key: str, usual: float) -> float:
    value = said.get(key)
    if value is None:
        return usual
    if not isinstance(value, float):
        raise ArgumentError(f"{key}: expected a number, got {shorten(str(value))}")
    return value
