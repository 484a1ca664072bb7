"""Contents of a state as values for a web page.

Numbers for a browser: mesh corners of ten bytes, tables of single precision, base64.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rvs.bodies.robot_body import handles
from rvs.bodies.skeleton.meshes import length
from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.transforms import inverse
from rvs.export.models.linkage import Node, loose_places, model_nodes
from rvs.export.named import title_of
from rvs.geometry.coarse import coarser
from rvs.geometry.mesh import Mesh
from rvs.model.appearance.colors import SCENE, WINDOW, SceneColors, rgba
from rvs.model.appearance.materials import MATERIALS, Material
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, called
from rvs.model.motions.motion import Motion
from rvs.model.numbers.units import UNITS
from rvs.model.robots.ranges import joint_range, reach
from rvs.model.state import State
from rvs.scene.annotate.floor import RADIUS_PARTS, grid_spacing
from rvs.scene.annotate.frames import LETTERS, axis_length, frame_arrow, shown_frames
from rvs.scene.build import FLOOR_STEP, SHADOW_SIZE, floor_extent
from rvs.scene.light import to_linear
from rvs.scene.shadow import LIGHT, SMALLEST, SPREAD
from rvs.scene.surroundings.surroundings import room_points
from rvs.value_class import dataclass

# Rows per second, and their largest number.
RATE, MOST_ROWS = 30.0, 4000
# Two other postures tell which joint a stage of a telescope slides with.
TRIAL = (0.013, 0.029)
SAME = 1e-7


@dataclass(frozen=True, eq=False)
class Drift:
    """A body that moves by a fraction of a joint's value.

    Attributes:
        joint: Number of the joint; the body is carried by the link before it.
        place: Its initial pose in the frame of that link (4, 4).
        along: Its displacement in that frame per unit of the joint (3,).
    """

    joint: int
    place: Array
    along: Array


@dataclass(frozen=True, eq=False)
class Track:
    """Poses of a body during a motion.

    Attributes:
        times: The times (m,), in s.
        carried: It then moves with the last link, else it stays with the base (m,).
        poses: Its poses in the frame of the last link or the base (m, 4, 4).
    """

    times: Array
    carried: NDArray[np.bool_]
    poses: Array


Way = Drift | Track | None


def sample_times(motion: Motion) -> Array:
    """Return the sample times of a motion (m,), in s; it is linear between them."""
    count = int(min(np.ceil(motion.duration * RATE) + 1, MOST_ROWS))
    even = np.linspace(0.0, motion.duration, max(count, 2))
    # More of them than even times say no more than those.
    keys = motion.keys if len(motion.keys) <= len(even) else np.zeros(0)
    # A time that the page can't tell from the one before it would be no rising one.
    return np.unique(np.concatenate([even, keys]).astype(np.float32)).astype(float)


def loose_ways(
    state: State, placed: PlacedRobot, nodes: list[Node], times: Array, q: Array | None
) -> list[Way]:
    """Return the motion of each body that no single joint moves, or None if it does not move.

    Args:
        state: The state.
        placed: The robot of the nodes.
        nodes: Its loose nodes.
        times: Times of the motion (m,).
        q: Postures of the robot at these times (m, n), or None if it does not move.
    """
    if not nodes:
        return []
    numbers = [node.loose for node in nodes]
    if q is not None and state.motion is not None and handles(placed, state.motion):
        last = inverse(_links(placed, q)[:, -1])
        every = loose_places(state, placed, times, q)[numbers]
        return [_track_of(times, last @ poses, poses) for poses in every]
    posture = np.array(state.postures[placed.id])
    n = len(posture)
    moved = posture + np.array([np.zeros(n), TRIAL[0] * np.arange(1, n + 1), np.full(n, TRIAL[1])])
    every = loose_places(state, placed, np.full(3, state.playhead), moved)[numbers]
    links = inverse(_links(placed, moved))
    return [_drift(links, poses, moved) for poses in every]


def _drift(links: Array, poses: Array, q: Array) -> Drift | None:
    """Return the joint whose value a body follows in the frame of the previous link."""
    for joint in range(q.shape[1]):
        local = links[:, joint] @ poses
        steps = (local[1:, :3, 3] - local[0, :3, 3]) / (q[1:, joint] - q[0, joint])[:, None]
        turned = np.abs(local[1:, :3, :3] - local[0, :3, :3]).max()
        if turned < SAME and np.abs(steps[1] - steps[0]).max() < SAME / TRIAL[0]:
            return Drift(joint, local[0], steps[0])
    return None


def _track_of(times: Array, with_link: Array, with_base: Array) -> Track:
    """Return a body's poses relative to the last link or base, where it moves less."""
    steps = [np.abs(np.diff(one, axis=0)).max(axis=(1, 2)) for one in (with_link, with_base)]
    in_link, in_base = (np.append(one, one[-1:]) for one in steps)
    told = np.abs(in_link - in_base) > SAME
    first = int(np.argmax(told))
    # Where both rest it is carried as before, and at the start as it will be.
    latest = np.maximum.accumulate(np.where(told, np.arange(len(times)), first))
    carried = (in_link <= in_base)[latest]
    seen = np.where(carried[:, None, None], with_link, with_base)
    changes = (np.abs(np.diff(seen, axis=0)).max(axis=(1, 2)) > SAME) | np.diff(carried)
    kept = np.append(changes, True) | np.insert(changes, 0, True)
    return Track(times[kept], carried[kept], seen[kept])


def _links(placed: PlacedRobot, q: Array) -> Array:
    """Return frames 0 to n in the base for postures (m, n), (m, n + 1, 4, 4)."""
    frames = np.array([world_frames(placed, tuple(row)) for row in q.tolist()])
    found: Array = inverse(frames[:, :1]) @ frames
    return found


# The size of the cell is rounded; shadows fall aside by such a part of the height, and grow by it.
ROUNDED = FLOOR_STEP**0.5
ASIDE = float(np.linalg.norm(LIGHT)) + SPREAD
PAGE = (
    *("window", "panel", "raised", "line", "line_strong", "text", "text_2", "hover"),
    *("accent", "accent_text", "accent_soft", "limit"),
)

# Steps of a corner's coordinates on each side of the middle of its mesh.
STEPS = 32767
FEW = 65536
# So many bytes all meshes may have; of more, each is made coarser by parts of the size of all.
MOST = 1_350_000
TOLERANCES = (0.0, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3)


def viewer_content(state: State) -> dict[str, Any]:
    """Return the content of a state for the viewer, as JSON values.

    Raises:
        RvsError: There is nothing solid to see.
    """
    return _Content(state).said()


class _Content:
    """Collects nodes, pieces and meshes; equal meshes are stored once."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._nodes = model_nodes(state)
        self._size, self._x, self._y = floor_extent(state.document)
        self._robots = [placed for placed in state.document.robots if not placed.hidden]
        self._first = {placed.id: self._base(placed) for placed in self._robots}
        self._meshes: dict[Mesh, int] = {}
        self._tracks: list[Track] = []
        motion = state.motion
        self._motion = motion if motion is not None and motion.duration > 0.0 else None
        self._times = np.zeros(1) if self._motion is None else sample_times(self._motion)
        self._rows = self._sampled()
        self._ways = self._loose_ways()

    def said(self) -> dict[str, Any]:
        """Return everything."""
        state, view = self._state, self._state.view
        nodes = [self._node(k, node) for k, node in enumerate(self._nodes)]
        robots = [self._robot(placed) for placed in self._robots]
        pieces = [
            self._piece(k, piece) for k, node in enumerate(self._nodes) for piece in node.pieces
        ]
        packed, meshes = packed_meshes(tuple(self._meshes), self._size)
        current = current_robot(state)
        shows = ("frames", "labels", "floor", "shadow", "trace")
        camera = asdict(view.camera)
        camera["fieldOfView"] = camera.pop("field_of_view")
        return {
            "title": title_of(state) or "Cell",
            "robots": robots,
            "nodes": nodes,
            "pieces": pieces,
            "meshes": meshes,
            "tracks": [_track_values(track, packed) for track in self._tracks],
            "motion": self._motion_said(packed),
            # Where it has come to its end it begins again, as the window does.
            "time": state.playhead if self._motion and state.playhead < self._times[-1] else 0.0,
            "active": self._robots.index(current) if current in self._robots else 0,
            "camera": camera,
            "background": view.background,
            "shows": {name: getattr(view, name) for name in shows},
            "floor": self._floor(),
            "colors": _colors(),
            "data": packed.text(),
        }

    def _base(self, placed: PlacedRobot) -> int:
        own = (k for k, node in enumerate(self._nodes) if node.robot == placed.id)
        return next(own)

    def _sampled(self) -> dict[str, Array]:
        """Return postures of the moving robots, at all times."""
        if self._motion is None:
            return {}
        moments = [self._motion.at(float(time)) for time in self._times]
        return {
            placed.id: np.array([moment[placed.id] for moment in moments])
            for placed in self._robots
            if len(moments[0].get(placed.id, ())) == placed.robot.n
        }

    def _loose_ways(self) -> dict[int, Way]:
        """Return the motions of nodes that are not carried by a single joint, by their numbers."""
        found: dict[int, Way] = {}
        for placed in self._robots:
            own = {
                k: node
                for k, node in enumerate(self._nodes)
                if node.robot == placed.id and node.loose >= 0
            }
            rows = self._rows.get(placed.id)
            ways = loose_ways(self._state, placed, list(own.values()), self._times, rows)
            found |= zip(own, ways, strict=True)
        return found

    def _node(self, number: int, node: Node) -> dict[str, Any]:
        plain = {"parent": node.parent, "place": _rows(node.place), "joint": -1}
        placed = next((one for one in self._robots if one.id == node.robot), None)
        if placed is None:
            return plain
        if node.loose >= 0:
            return plain | self._loose(placed, self._ways[number])
        if node.joint < 0:
            return plain
        chain, k = placed.robot.chain, node.joint
        fixed = chain.before[k] if k == 0 else chain.after[k - 1] @ chain.before[k]
        return plain | {
            "place": _rows(fixed), "robot": self._robots.index(placed), "joint": k,
            "turn": float(chain.turn[k]), "slide": float(chain.slide[k]),
            "offset": float(chain.offset[k]),
        }  # fmt: skip

    def _loose(self, placed: PlacedRobot, way: Way) -> dict[str, Any]:
        first, after = self._first[placed.id], placed.robot.chain.after
        if isinstance(way, Track):
            poses = np.where(way.carried[:, None, None], after[-1] @ way.poses, way.poses)
            self._tracks.append(Track(way.times, way.carried, poses))
            return {"track": len(self._tracks) - 1, "carrier": first + placed.robot.n}
        if isinstance(way, Drift):
            before = np.eye(4) if way.joint == 0 else after[way.joint - 1]
            return {
                "parent": first + way.joint, "place": _rows(before @ way.place),
                "drift": (before[:3, :3] @ way.along).tolist(), "joint": way.joint,
                "robot": self._robots.index(placed),
                "from": self._state.postures[placed.id][way.joint],
            }  # fmt: skip
        return {}

    def _piece(self, node: int, piece: Solid) -> dict[str, Any]:
        look = MATERIALS[piece.material]
        size = float(np.linalg.norm(np.diff(piece.mesh.bounds, axis=0)))
        return {
            "node": node,
            "mesh": self._mesh(piece.mesh),
            "place": _rows(np.round(piece.pose, 9)),
            "color": [*_linear(piece.color[:3]), piece.color[3] * look.alpha],
            "material": _material(look),
            "casts": size > 2.0 * SMALLEST * self._penumbra,
        }

    def _mesh(self, mesh: Mesh) -> int:
        return self._meshes.setdefault(mesh, len(self._meshes))

    def _robot(self, placed: PlacedRobot) -> dict[str, Any]:
        robot, view, unit = placed.robot, self._state.view, UNITS[placed.unit]
        size = axis_length(robot, view.frame_size or 1.0)
        named = [{"name": "Initial posture", "q": robot.home.tolist()}]
        named += [{"name": one.name, "q": list(one.q)} for one in placed.named]
        return {
            "id": placed.id,
            "name": called(self._state.document, placed),
            "first": self._first[placed.id],
            "q": list(self._state.postures[placed.id]),
            "joints": list(_joints(placed)),
            "named": named,
            "unit": {"symbol": unit.symbol, "size": unit.factor, "decimals": unit.decimals},
            "after": [_rows(one) for one in robot.chain.after],
            "tool": _rows(robot.chain.tool),
            "hasTool": not np.array_equal(robot.tool, np.eye(4)),
            "axis": size,
            "arrow": self._mesh(frame_arrow(size)),
            "shown": shown_frames(placed, view.which_frames, self._state.chosen),
            "firstFrame": view.first_frame,
            "letters": LETTERS[view.axis_letters],
        }

    def _motion_said(self, packed: Packed) -> dict[str, Any] | None:
        if self._motion is None:
            return None
        rows = [self._rows.get(placed.id) for placed in self._robots]
        return {
            "duration": float(self._motion.duration),
            "times": packed.table(self._times),
            "rows": [None if one is None else packed.table(one) for one in rows],
        }

    @property
    def _penumbra(self) -> float:
        sizes = [length(placed.robot) / SHADOW_SIZE for placed in self._robots]
        return max(sizes, default=1.0)

    @property
    def _height(self) -> float:
        """Greatest height of objects and robots, m."""
        tops = [placed.place[2][3] + reach(placed.robot) for placed in self._robots]
        things = room_points(self._state.document.things)[:, 2]
        return max([*tops, float(things.max(initial=0.0))])

    def _floor(self) -> dict[str, Any]:
        middle = [self._x, self._y]
        return {
            "middle": middle,
            "radius": RADIUS_PARTS * self._size,
            "spacing": grid_spacing(self._size),
            "ground": [*middle, ROUNDED * self._size + ASIDE * self._height, self._penumbra],
        }


def _joints(placed: PlacedRobot) -> Iterator[dict[str, Any]]:
    for k, joint in enumerate(placed.robot.joints):
        ends = joint_range(placed.robot, k)
        yield {
            "name": joint.name or f"Joint {k + 1}", "turns": joint.turns, "locked": joint.locked,
            "lower": ends.lower, "upper": ends.upper, "assumed": ends.assumed,
        }  # fmt: skip


def _track_values(track: Track, packed: Packed) -> dict[str, Any]:
    return {
        "times": packed.table(track.times),
        "carried": track.carried.tolist(),
        "poses": packed.table(track.poses[:, :3].reshape(-1, 12)),
    }


def _colors() -> dict[str, Any]:
    return {
        "scenes": {name: _scene(colors) for name, colors in SCENE.items()},
        "page": {look: {key: getattr(one, key) for key in PAGE} for look, one in WINDOW.items()},
    }


def _scene(colors: SceneColors) -> dict[str, Any]:
    names = {"sky": "sky", "horizon": "horizon", "floor": "floor", "grid": "grid"}
    names |= {"gridMajor": "grid_major", "shadow": "shadow", "trace": "trace", "x": "x", "y": "y"}
    axes = (colors.x, colors.y, colors.z)
    return {
        **{key: rgba(getattr(colors, name))[:3] for key, name in names.items()},
        "shadowAlpha": colors.shadow_alpha,
        "axes": [_linear(rgba(one)[:3]) for one in axes],
        "css": {"axes": axes, "halo": colors.halo},
    }


def _material(look: Material) -> tuple[float, float, float]:
    return look.metal, look.rough, look.spec


def _linear(color: tuple[float, ...]) -> list[float]:
    linear: list[float] = to_linear(color).tolist()
    return linear


def _rows(pose: Array) -> list[float]:
    rows: list[float] = np.asarray(pose, float)[:3].ravel().tolist()
    return rows


class Packed:
    """Collects bytes, and the positions of values in them."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def table(self, values: ArrayLike) -> dict[str, int]:
        """Add rows of single precision; return their position, number and width."""
        rows = np.asarray(values, "<f4")
        rows = rows.reshape(len(rows), -1)
        return {"at": self._add(rows), "count": len(rows), "width": rows.shape[1]}

    def mesh(self, mesh: Mesh) -> dict[str, Any]:
        """Add a mesh: quantised coordinates and folded normals, and the triangles."""
        low, high = mesh.bounds
        middle, half = (low + high) / 2, np.maximum((high - low) / 2, 1e-9)
        places = np.rint((mesh.vertices - middle) / half * STEPS)[mesh.corners]
        rows = np.concatenate([places, np.rint(folded(mesh.normals) * STEPS)], axis=1)
        rows, back = np.unique(rows.astype("<i2"), axis=0, return_inverse=True)
        corners = np.ravel(back)[mesh.triangles]
        at = self._add(rows)
        indices = self._add(corners.astype("<u4" if len(rows) > FEW else "<u2"))
        return {
            "corners": at, "indices": indices, "count": corners.size, "wide": len(rows) > FEW,
            "middle": middle.tolist(), "half": half.tolist(),
        }  # fmt: skip

    def text(self) -> str:
        """Return everything as base64."""
        return base64.b64encode(self._bytes).decode("ascii")

    @property
    def size(self) -> int:
        """Number of bytes so far."""
        return len(self._bytes)

    def _add(self, values: NDArray[Any]) -> int:
        self._bytes += b"\0" * (-len(self._bytes) % 4)
        at = len(self._bytes)
        self._bytes += np.ascontiguousarray(values).tobytes()
        return at


def folded(normals: Array) -> Array:
    """Return unit vectors (c, 3) as points of the square from -1 to 1 (c, 2).

    The sphere is projected onto an octahedron, whose lower half is folded outwards (Meyer et al.,
    On Floating-Point Normal Vectors, 2010).
    """
    flat = normals / np.abs(normals).sum(axis=1, keepdims=True)
    signs = np.where(flat[:, :2] < 0.0, -1.0, 1.0)
    lower = (1.0 - np.abs(flat[:, 1::-1])) * signs
    found: Array = np.where(flat[:, 2:] < 0.0, lower, flat[:, :2])
    return found


def packed_meshes(meshes: Sequence[Mesh], size: float) -> tuple[Packed, list[dict[str, Any]]]:
    """Return meshes packed at the best possible resolution, and the location of each.

    Args:
        meshes: The meshes.
        size: Size of the whole scene, m.
    """
    for tolerance in TOLERANCES:
        packed = Packed()
        said = [packed.mesh(coarser(one, tolerance * size) if tolerance else one) for one in meshes]
        if packed.size <= MOST:
            break
    return packed, said
