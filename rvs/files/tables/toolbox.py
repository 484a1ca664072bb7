"""Links of the Robotics Toolbox, for Python and MATLAB, out of what their calls are given."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS, Convention, Inertia, Joint, Kind, Motor
from rvs.engine.robot import Robot
from rvs.files.tables.script import Pose4, Script, ScriptError
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class LinkCall:
    """What the name of a call says of a link; None where its arguments do."""

    kind: Kind | None = None
    convention: Convention | None = None


LINKS: Mapping[str, LinkCall] = {
    "RevoluteDH": LinkCall("revolute", "standard"),
    "PrismaticDH": LinkCall("prismatic", "standard"),
    "RevoluteMDH": LinkCall("revolute", "modified"),
    "PrismaticMDH": LinkCall("prismatic", "modified"),
    "Revolute": LinkCall("revolute", "standard"),
    "Prismatic": LinkCall("prismatic", "standard"),
    "DHLink": LinkCall(),
    "Link": LinkCall(),
}
Call = tuple[str, int, list[Any], dict[str, Any]]
ROBOTS = ("DHRobot", "SerialLink", "__init__")
CALLS = frozenset((*LINKS, *ROBOTS))
# Words in the arguments of MATLAB that stand alone.
FLAGS = ("standard", "modified", "revolute", "prismatic", "sym")
# Order of a row: theta, d, a, alpha, then sigma and offset.
ROW = ("theta", "d", "a", "alpha", "sigma", "offset")


# Members that count when they are given later.
OF_ROBOTS = ("base", "tool", "name", "gravity")
OF_LINKS = (*ROW, "qlim", "m", "r", "I", "Jm", "G", "B", "Tc", "flip", "mdh")


def toolbox_robot(script: Script, name: str) -> Robot:
    """Return the robot whose links a script makes; it has the name if the script gives it none.

    Raises:
        ScriptError: There are no links, or one can't be made of what it is given.
    """
    calls = _links(script) or _rows_of(script)
    said = _with_members(script, calls)
    joints = [_made(call) for call in calls]
    if not joints:
        known = ", ".join(LINKS)
        raise ScriptError(0, f"no links of the Robotics Toolbox in it; expected calls of {known}")
    poses = {key: _pose(said[key]) for key in ("base", "tool") if said.get(key) is not None}
    title = said.get("name")
    gravity = _gravity(said, any(call[0] == "SerialLink" for call in script.calls))
    robot = Robot(tuple(joints), name=title if isinstance(title, str) and title else name)
    maker = said.get("manufacturer", said.get("manuf"))
    maker = maker if isinstance(maker, str) else ""
    return robot.replace(manufacturer=maker, **poses, **gravity)


def _links(script: Script) -> list[Call]:
    """Calls of links, in the order of their list where each has a place of its own there."""
    found = [k for k, call in enumerate(script.calls) if call[0] in LINKS]
    places = [script.places.get(k) for k in found]
    if None not in places and len(set(places)) == len(places):
        found.sort(key=script.places.__getitem__)
    return [script.calls[k] for k in found]


def _rows_of(script: Script) -> list[Call]:
    """Links out of the rows of a matrix, as ``SerialLink`` takes them in their place."""
    for name, line, values, _ in script.calls:
        rows = values[0] if name in ROBOTS and values else None
        if isinstance(rows, np.ndarray) and rows.ndim == 2 and rows.shape[1] in (4, 5, 6):
            form = {"modified": True} if "modified" in _pairs(values) else {}
            return [("Link", line, [row], form) for row in rows]
    return []


def _with_members(script: Script, calls: list[Call]) -> dict[str, Any]:
    """What the robot is given; robot and links get what is said after they were made.

    Raises:
        ScriptError: A value of a robot or a link that can't be worked out, or of no link there is.
    """
    said: dict[str, Any] = {}
    for call, _, values, named in script.calls:
        if call in ROBOTS:
            said |= {**_pairs(values), **named}
    for member in script.members:
        maker = None if member.maker is None else script.calls[member.maker]
        is_link = member.place is not None or (maker is not None and maker[0] in LINKS)
        if member.name not in (OF_LINKS if is_link else OF_ROBOTS):
            continue
        if isinstance(member.value, ScriptError):
            raise member.value
        if not is_link:
            said[member.name] = member.value
        elif maker is not None:
            maker[3][member.name] = member.value
        elif member.place is not None and -len(calls) <= member.place < len(calls):
            calls[member.place][3][member.name] = member.value
        else:
            raise ScriptError(member.line, f"{member.name}: there are {len(calls)} links")
    return said


def _gravity(said: Mapping[str, Any], upwards: bool) -> dict[str, Any]:
    """The toolbox for Python says how things fall, that for MATLAB what holds against it."""
    value = said.get("gravity")
    if value is None or np.size(value) != 3:
        return {}
    return {"gravity": -np.ravel(value) if upwards else np.ravel(value)}


def _pose(value: Any) -> Array:
    matrix = value.matrix if isinstance(value, Pose4) else np.array(value, float)
    return np.asarray(matrix)


def _made(call: Call) -> Joint:
    name, line, values, named = call
    try:
        return _joint(LINKS[name], {**_row(values), **_pairs(values), **named})
    except (ArgumentError, TypeError, ValueError, KeyError) as error:
        raise ScriptError(line, f"{name}: {error}") from error


def _row(values: list[Any]) -> dict[str, Any]:
    """A row of numbers as the first argument."""
    if not values or isinstance(values[0], str):
        return {}
    row = [float(one) for one in np.ravel(values[0])] if np.ndim(values[0]) else []
    if not row:
        row = [float(one) for one in values if isinstance(one, float)]
    return dict(zip(ROW, row, strict=False))


def _pairs(values: list[Any]) -> dict[str, Any]:
    """Names and values one after the other, as MATLAB has them."""
    found: dict[str, Any] = {}
    waiting = list(values)
    while waiting:
        word = waiting.pop(0)
        if not isinstance(word, str):
            continue
        if word in FLAGS:
            found[word] = True
        elif waiting:
            found[word] = waiting.pop(0)
    return found


def _joint(link: LinkCall, said: Mapping[str, Any]) -> Joint:
    if said.get("flip"):
        raise ArgumentError("flip: a joint that turns the other way can't be read")
    slides = bool(said.get("sigma") or said.get("jointtype") == "P" or said.get("prismatic"))
    kind: Kind = link.kind or ("prismatic" if slides else "revolute")
    modified = bool(said.get("mdh") or said.get("modified"))
    convention: Convention = link.convention or ("modified" if modified else "standard")
    if modified:
        convention = "modified"
    a, alpha, d, theta = (float(said.get(key) or 0.0) for key in ("a", "alpha", "d", "theta"))
    limits = said.get("qlim")
    lower, upper = NO_LIMITS if limits is None or not np.size(limits) else np.ravel(limits)
    return Joint(
        a,
        alpha,
        0.0 if kind == "prismatic" else d,
        theta if kind == "prismatic" else 0.0,
        kind=kind,
        convention=convention,
        offset=float(said.get("offset") or 0.0),
        limits=(_bound(lower, -inf), _bound(upper, inf)),
        inertia=_inertia(said),
        motor=_motor(said),
    )


def _bound(value: Any, free: float) -> float:
    return free if value is None or np.isnan(value) else float(value)


def _inertia(said: Mapping[str, Any]) -> Inertia | None:
    if said.get("m") is None and said.get("I") is None:
        return None
    rows = np.array(said.get("I") if said.get("I") is not None else [0.0] * 6, float)
    if rows.shape == (3, 3):
        moments = [rows[0, 0], rows[1, 1], rows[2, 2], rows[0, 1], rows[1, 2], rows[0, 2]]
    else:
        moments = [*np.ravel(rows).tolist(), 0.0, 0.0, 0.0][:6]
    centre = said.get("r") if said.get("r") is not None else [0.0] * 3
    x, y, z = np.ravel(np.array(centre, float)).tolist()
    xx, yy, zz, xy, yz, xz = map(float, moments)
    return Inertia(float(said.get("m") or 0.0), (x, y, z), (xx, yy, zz, xy, yz, xz))


def _motor(said: Mapping[str, Any]) -> Motor | None:
    if not {"Jm", "G", "B", "Tc"} & {key for key, value in said.items() if value is not None}:
        return None
    dry = np.ravel(said["Tc"]).tolist() if said.get("Tc") is not None else [0.0]
    forward, backward = dry if len(dry) == 2 else (dry[0], -dry[0])
    gear = said.get("G")
    return Motor(
        float(said.get("Jm") or 0.0),
        1.0 if gear is None else float(gear),
        float(said.get("B") or 0.0),
        (float(forward), float(backward)),
    )
