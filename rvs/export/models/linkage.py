"""Tree of nodes for a state: one for each joint, with the pieces that move with it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rvs.bodies.robot_body import handles, own_part
from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Solid, moved
from rvs.bodies.things import thing_solids
from rvs.collision.grasping import grasped_objects, with_grasped
from rvs.engine.arrays import Array
from rvs.engine.chain import joint_motions
from rvs.engine.errors import RvsError
from rvs.engine.transforms import inverse
from rvs.model.document import PlacedRobot, title
from rvs.model.state import Posture, State
from rvs.scene.build import robot_color, robot_solids
from rvs.scene.surroundings.surroundings import room_solids
from rvs.value_class import dataclass

# Another posture tells which link a solid belongs to: it keeps its place in that one alone.
ASIDE, SAME = 0.37, 1e-9
# So often one looks whether a hand moves.
LOOKS = 33
ROOM = "Surroundings"


@dataclass(frozen=True, eq=False)
class Node:
    """A part that moves as a whole.

    Attributes:
        name: Its name.
        parent: Number of the node that carries it, or -1.
        place: Its pose in its parent in the current state (4, 4).
        pieces: Its closed bodies, with their poses in the node.
        robot: Id of its robot, or empty.
        joint: Number of the joint that moves it in its parent, or -1.
        loose: Number among the solids of its robot for a solid that is not moved by joints alone,
            such as the finger of a gripper; else -1. Its parent is the base.
    """

    name: str
    parent: int
    place: Array
    pieces: tuple[Solid, ...] = ()
    robot: str = ""
    joint: int = -1
    loose: int = -1


def model_nodes(state: State) -> tuple[Node, ...]:
    """Return everything solid in a state, parents before their children.

    Raises:
        RvsError: There is nothing to see.
    """
    nodes: list[Node] = []
    for placed in state.document.robots:
        if not placed.hidden:
            nodes += _robot(state, placed, len(nodes))
    gone = {one for placed in state.document.robots for one in _hauled(state, placed)}
    things = tuple(one for one in state.document.things if one.id not in gone)
    room = room_solids(things)
    if room:
        nodes.append(Node(ROOM, -1, np.eye(4), room))
    if not any(node.pieces for node in nodes):
        raise RvsError("nothing solid to write")
    return tuple(nodes)


def piece_name(piece: Solid) -> str:
    """Return the id of the part or object of a piece, or nothing."""
    owner = piece.owner or ("",)
    return str(owner[-1 if "part" in owner else 0])


def world_places(nodes: tuple[Node, ...]) -> list[Array]:
    """Return the poses of nodes in the world (4, 4)."""
    found: list[Array] = []
    for node in nodes:
        found.append(node.place if node.parent < 0 else found[node.parent] @ node.place)
    return found


def loose_places(state: State, placed: PlacedRobot, times: Array, q: Array) -> Array:
    """Return the poses of all solids of a robot in its base at some times, (solids, m, 4, 4).

    The number of a loose node is the number of its solid.

    Args:
        state: The state, with its motion.
        placed: The robot.
        times: Times in the motion (m,), in s.
        q: Postures at these times (m, n).
    """
    to_base = inverse(_base(placed))
    pairs = zip(times.tolist(), q.tolist(), strict=True)
    shown = [_solids(state, placed, tuple(row), time) for time, row in pairs]
    places = np.array([[solid.pose for solid in solids] for solids in shown])
    return np.swapaxes(to_base @ places, 0, 1)


def joint_places(placed: PlacedRobot, joint: int, q: Array) -> Array:
    """Return the pose of a joint's node in its parent for postures (m, n), (m, 4, 4)."""
    chain = placed.robot.chain
    fixed = chain.before[joint] if joint == 0 else chain.after[joint - 1] @ chain.before[joint]
    place: Array = fixed @ joint_motions(chain, q)[:, joint]
    return place


def _base(placed: PlacedRobot) -> Array:
    base: Array = np.asarray(placed.place) @ placed.robot.base
    return base


def _robot(state: State, placed: PlacedRobot, first: int) -> Iterator[Node]:
    """Return the base, a node for each joint, the tool frame, and the loose nodes."""
    robot, posture = placed.robot, state.postures[placed.id]
    q, base = np.array([posture]), _base(placed)
    groups, loose = _groups(state, placed, posture)
    yield Node(title(placed), -1, base, groups[0], placed.id)
    for k, joint in enumerate(robot.joints):
        name = joint.name or f"joint {k + 1}"
        place = joint_places(placed, k, q)[0]
        yield Node(name, first + k, place, groups[k + 1], placed.id, k)
    yield Node("tool", first + robot.n, robot.chain.after[-1] @ robot.tool, (), placed.id)
    for number, solid in loose:
        place = inverse(base) @ solid.pose
        name = f"moving part {number + 1}"
        yield Node(name, first, place, (moved(solid, np.eye(4)),), placed.id, loose=number)


def _groups(
    state: State, placed: PlacedRobot, posture: Posture
) -> tuple[list[tuple[Solid, ...]], list[tuple[int, Solid]]]:
    """Return the pieces of the base and each joint's node, and solids not moved by one joint."""
    here = _solids(state, placed, posture, state.playhead)
    frames = inverse(world_frames(placed, posture))
    local = np.array([frames @ solid.pose for solid in here])
    still = np.ones(local.shape[:2], bool)
    for other, time in _samples(state, placed, posture):
        there = _solids(state, placed, other, time)
        frames = inverse(world_frames(placed, other))
        again = np.array([frames @ solid.pose for solid in there])
        still &= np.abs(again - local).max(axis=(2, 3), initial=0.0) <= SAME
    after = placed.robot.chain.after
    groups: list[list[Solid]] = [[] for _ in frames]
    loose: list[tuple[int, Solid]] = []
    for number, (solid, places, fits) in enumerate(zip(here, local, still, strict=True)):
        if not fits.any():
            loose.append((number, solid))
            continue
        k = int(np.argmax(fits))
        place = places[k] if k == 0 else after[k - 1] @ places[k]
        groups[k].append(moved(solid, place))
    return [tuple(group) for group in groups], loose


def _samples(
    state: State, placed: PlacedRobot, posture: Posture
) -> Iterator[tuple[Posture, float]]:
    """Return another posture, and times at which the robot opens its gripper or grips an object."""
    aside = tuple(value + ASIDE * (k + 1) for k, value in enumerate(posture))
    yield aside, state.playhead
    motion = state.motion
    if motion is not None and (handles(placed, motion) or _hauled(state, placed)):
        for time in np.linspace(0.0, motion.duration, LOOKS).tolist():
            yield aside, time


def _solids(state: State, placed: PlacedRobot, posture: Posture, time: float) -> tuple[Solid, ...]:
    index, mode = state.document.robots.index(placed), state.view.mode
    own = own_part(placed, state.motion, time)
    solids = robot_solids(placed, posture, robot_color(placed, index, mode), mode, *own)
    hauled = _hauled(state, placed)
    if not hauled:
        return solids
    cell = with_grasped(state.document, state.motion, time)
    return (*solids, *(solid for one in hauled for solid in thing_solids(cell.thing(one))))


def _hauled(state: State, placed: PlacedRobot) -> tuple[str, ...]:
    """Return the objects that move with a robot's nodes: those that it grips first."""
    first: dict[str, str] = {}
    for one in grasped_objects(state.document, state.motion).hauls:
        first.setdefault(one.thing, one.robot_id)
    hidden = {one.id for one in state.document.robots if one.hidden}
    return tuple(k for k, robot in first.items() if robot == placed.id and robot not in hidden)
