"""The Denavit-Hartenberg table as arrays, and the tool motion due to each of its numbers.

A link is ``Z(theta, b) X(alpha, a) Y(beta)`` in the standard convention, ``X(alpha, a) Y(beta)
Z(theta, b)`` in the modified one.  The rotation beta about y was introduced by Hayati: the tilt
between axes that are nearly parallel, for which b and alpha are ill-conditioned (Hayati 1983,
"Robot arm geometric link parameter estimation").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array, Integers
from rvs.engine.errors import ArgumentError
from rvs.engine.offset_naming import LETTERS, offset_letter
from rvs.engine.robot import Robot
from rvs.engine.screws import exp3, log3
from rvs.value_class import dataclass

# Columns of the numbers of a link; base and tool follow with six numbers each, angles first.
COLUMNS = ("theta", "b", "a", "alpha", "beta")
THETA, B, A, ALPHA, BETA = range(len(COLUMNS))
SYMBOLS = {"theta": "θ", "a": "a", "alpha": "α", "beta": "β"}
LINK = len(COLUMNS)
ENDS = ("base", "tool")
ENDWAYS = ("rx", "ry", "rz", "x", "y", "z")
LENGTHS = (B, A)


@dataclass(frozen=True, eq=False)
class Table:
    """A table of one Denavit-Hartenberg convention.

    Attributes:
        links: Numbers of each link (n, 5): theta, b, a, alpha, beta in rad and m.  The number of
            the joint variable is its value at q = 0.
        turn: Rotation in rad per unit of q (n,).
        slide: Translation in m per unit of q (n,).
        modified: The convention is the modified one.
        base: Pose of frame 0 in the world (4, 4).
        tool: Pose of the tool in the last frame (4, 4).
    """

    links: Array
    turn: Array
    slide: Array
    modified: bool
    base: Array
    tool: Array

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.links)

    @property
    def size(self) -> int:
        """Number of parameters: five for each link, six for the base, six for the tool."""
        return LINK * self.n + 2 * len(ENDWAYS)


def same_convention(robot: Robot) -> bool:
    """Return whether all rows of a robot have one Denavit-Hartenberg convention."""
    found = {joint.convention for joint in robot.joints}
    return len(found) == 1 and found != {"general"}


def table_of(robot: Robot) -> Table:
    """Return the table of a robot; mixed or general rows are written in the standard form."""
    arm = robot if same_convention(robot) else robot.to_dh("standard")
    links = np.zeros((arm.n, LINK))
    chain = arm.chain
    for row, joint in zip(links, arm.joints, strict=True):
        turning = joint.kind != "prismatic"
        row[THETA] = joint.offset if turning else joint.theta
        row[B] = joint.d if turning else joint.offset
        row[A], row[ALPHA] = joint.a, joint.alpha
    links[:, B] += np.where(chain.turn > 0, chain.slide * chain.offset, 0.0)
    modified = arm.joints[0].convention == "modified"
    return Table(links, chain.turn, chain.slide, modified, arm.base, arm.tool)


def index_of(name: str, joint: int) -> int:
    """Return the index of a number of a link, with its joint from 0, among the parameters."""
    return LINK * joint + COLUMNS.index(name)


def end_index(table: Table, end: str) -> range:
    """Return the indices of the six numbers of the base or the tool among the parameters."""
    start = LINK * table.n + len(ENDWAYS) * ENDS.index(end)
    return range(start, start + len(ENDWAYS))


def is_length(table: Table, index: int) -> bool:
    """Return whether a parameter is in m; else it is in rad."""
    if index < LINK * table.n:
        return index % LINK in LENGTHS
    return (index - LINK * table.n) % 6 >= 3


def name_of(table: Table, index: int) -> str:
    """Return the name of a parameter, such as ``"alpha3"`` or ``"tool z"``."""
    if index < LINK * table.n:
        column = COLUMNS[index % LINK]
        return f"{offset_letter() if column in LETTERS else column}{index // LINK + 1}"
    end, way = divmod(index - LINK * table.n, 6)
    return f"{ENDS[end]} {ENDWAYS[way]}"


def places(table: Table, names: Iterable[str]) -> Integers:
    """Return the indices of numbers by name: a column, or one number of it such as ``"a3"``.

    Raises:
        ArgumentError: No column of this name, or no such joint.
    """
    found: list[int] = []
    for name in names:
        column = name.rstrip("0123456789")
        number = name.removeprefix(column)
        written = "b" if column in LETTERS else column
        if written not in COLUMNS:
            known = ", ".join(offset_letter() if one == "b" else one for one in COLUMNS)
            raise ArgumentError(
                f"{name!r} is not one of {known}, alone or followed by the number of a joint"
            )
        if number and not 1 <= int(number) <= table.n:
            raise ArgumentError(f"{name!r}: the robot has joints 1 to {table.n}")
        joints = [int(number) - 1] if number else range(table.n)
        found += [index_of(written, joint) for joint in joints]
    return np.array(sorted(set(found)), dtype=int)


def moved(table: Table, change: Array) -> Table:
    """Return a table with changed parameters.

    The base is rotated about its origin and translated along world axes, the tool is rotated about
    the axes of the tool and translated along those of the last frame.

    Args:
        table: The table.
        change: The changes (p,), rad and m, in the order of the parameters.
    """
    n = LINK * table.n
    by_base, by_tool = change[n : n + 6], change[n + 6 : n + 12]
    base, tool = table.base.copy(), table.tool.copy()
    base[:3, :3] = exp3(by_base[:3]) @ base[:3, :3]
    base[:3, 3] += by_base[3:]
    tool[:3, 3] += by_tool[3:]
    tool[:3, :3] = tool[:3, :3] @ exp3(by_tool[:3])
    links = table.links + change[:n].reshape(-1, LINK)
    return replace(table, links=links, base=base, tool=tool)


def change_of(table: Table, other: Table) -> Array:
    """Return the changes (p,) that turn a table into another one, as in ``moved``."""
    rotation, tool = other.base[:3, :3] @ table.base[:3, :3].T, table.tool[:3, :3].T
    ends = (
        log3(rotation), other.base[:3, 3] - table.base[:3, 3],
        log3(tool @ other.tool[:3, :3]), other.tool[:3, 3] - table.tool[:3, 3],
    )  # fmt: skip
    return np.concatenate([(other.links - table.links).ravel(), *ends])


def poses_and_screws(table: Table, q: Array) -> tuple[Array, Array]:
    """Return the tool poses and their parameter derivatives: the identification Jacobian.

    A small change of a parameter moves all later links as a joint there would (Mooring, Roth and
    Driels 1991, "Fundamentals of Manipulator Calibration", ch. 3).

    Args:
        table: The table.
        q: Postures (m, n), rad and m.

    Returns:
        Poses (m, 4, 4), and twists of the tool point per unit of each parameter (m, 6, p), angular
        first, in world axes.
    """
    theta = table.links[:, THETA] + q * table.turn
    b = table.links[:, B] + q * table.slide
    X = _x_screws(table)
    pose = np.broadcast_to(table.base, (len(q), 4, 4))
    axes = np.empty((len(q), table.size, 3))
    points = np.empty_like(axes)
    for i in range(table.n):
        first, k = pose, LINK * i
        if table.modified:
            x_side = first
            z_side = first @ X[i]
            y_side = z_side
            pose = z_side @ _z_screws(theta[:, i], b[:, i])
        else:
            z_side = first
            x_side = first @ _z_screws(theta[:, i], b[:, i])
            pose = x_side @ X[i]
            y_side = pose
        for column, side, row in (
            (THETA, z_side, 2), (B, z_side, 2), (A, x_side, 0), (ALPHA, x_side, 0),
            (BETA, y_side, 1),
        ):  # fmt: skip
            axes[:, k + column] = side[:, :3, row]
            points[:, k + column] = side[:, :3, 3]
    T = pose @ table.tool
    tip = T[:, :3, 3]
    n = LINK * table.n
    axes[:, n : n + 6] = np.tile(np.eye(3), (2, 1))
    points[:, n : n + 6] = table.base[:3, 3]
    axes[:, n + 6 : n + 9] = np.swapaxes(T[:, :3, :3], 1, 2)
    axes[:, n + 9 :] = np.swapaxes(pose[:, :3, :3], 1, 2)
    points[:, n + 6 :] = tip[:, None]
    turning = np.array([not is_length(table, index) for index in range(table.size)])[:, None]
    screws = np.concatenate(
        [
            np.where(turning, axes, 0.0),
            np.where(turning, np.cross(axes, tip[:, None] - points), axes),
        ],
        axis=-1,
    )
    return T, np.swapaxes(screws, 1, 2)


def _x_screws(table: Table) -> Array:
    """Return the constant part of each link (n, 4, 4): about and along x, then about y."""
    a, alpha, beta = table.links[:, A], table.links[:, ALPHA], table.links[:, BETA]
    c, s, cb, sb = np.cos(alpha), np.sin(alpha), np.cos(beta), np.sin(beta)
    X = np.zeros((table.n, 4, 4))
    X[:, 0, 0], X[:, 0, 2], X[:, 0, 3] = cb, sb, a
    X[:, 1, 0], X[:, 1, 1], X[:, 1, 2] = s * sb, c, -s * cb
    X[:, 2, 0], X[:, 2, 1], X[:, 2, 2] = -c * sb, s, c * cb
    X[:, 3, 3] = 1.0
    return X


def _z_screws(theta: Array, b: Array) -> Array:
    Z = np.zeros((len(theta), 4, 4))
    Z[:, 0, 0] = Z[:, 1, 1] = np.cos(theta)
    Z[:, 1, 0] = np.sin(theta)
    Z[:, 0, 1] = -Z[:, 1, 0]
    Z[:, 2, 2] = Z[:, 3, 3] = 1.0
    Z[:, 2, 3] = b
    return Z
