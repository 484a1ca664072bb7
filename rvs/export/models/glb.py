"""Binary glTF 2.0: a node for each joint, meshes in metres, and the motion as one animation."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.screws import rotation_quaternion
from rvs.export.models.linkage import Node, joint_places, loose_places
from rvs.files.text.letters import utf8
from rvs.geometry.mesh import Mesh
from rvs.model.appearance.colors import Rgba
from rvs.model.appearance.materials import MATERIALS
from rvs.model.motions.motion import Motion
from rvs.model.state import State
from rvs.scene.light import to_linear

MAGIC, VERSION = b"glTF", 2
FLOAT, UNSIGNED = 5126, 5125
VERTICES, INDICES = 34962, 34963
WIDTHS = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}
# glTF has y up, cells have z up; scalar last.
UPRIGHT = [-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)]
# Keys a second, and at most so many; between them joints turn evenly.
RATE, MOST_KEYS = 100.0, 20_000
OPAQUE = 0.999


def glb_bytes(nodes: tuple[Node, ...], state: State) -> bytes:
    """Return a file with everything, and with the motion of a state if there is one."""
    file = _File()
    children: list[list[int]] = [[] for _ in nodes]
    tops = [k + 1 for k, node in enumerate(nodes) if node.parent < 0]
    for k, node in enumerate(nodes):
        if node.parent >= 0:
            children[node.parent].append(k + 1)
    file.nodes.append({"name": "z up", "rotation": UPRIGHT, "children": tops})
    # The nodes of the joints come first, then those of the meshes.
    meshes = len(nodes) + 1
    for node, below in zip(nodes, children, strict=True):
        own = list(range(meshes, meshes + len(node.pieces)))
        meshes += len(node.pieces)
        file.nodes.append({"name": node.name, **_place(node.place), **_list(children=below + own)})
    for node in nodes:
        for piece in node.pieces:
            shown = {"mesh": file.mesh(piece), **_place(piece.pose)}
            file.nodes.append({"name": node.name, **shown})
    if state.motion is not None and state.motion.duration > 0:
        file.animate(nodes, state, state.motion)
    return file.packed()


class _File:
    """Content of the file, with equal meshes and looks stored once."""

    def __init__(self) -> None:
        self.nodes: list[dict[str, Any]] = []
        self.meshes: list[dict[str, Any]] = []
        self.materials: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.animations: list[dict[str, Any]] = []
        self.data = bytearray()
        self._surfaces: dict[Mesh, dict[str, Any]] = {}
        self._looks: dict[tuple[Rgba, str], int] = {}
        self._made: dict[tuple[Mesh, int], int] = {}

    def mesh(self, piece: Solid) -> int:
        """Return the number of a mesh with the colour of a piece."""
        look = self._look(piece.color, piece.material)
        key = (piece.mesh, look)
        if key not in self._made:
            surface = {**self._surface(piece.mesh), "material": look}
            self.meshes.append({"primitives": [surface]})
            self._made[key] = len(self.meshes) - 1
        return self._made[key]

    def _surface(self, mesh: Mesh) -> dict[str, Any]:
        if mesh not in self._surfaces:
            rows = np.concatenate([mesh.vertices[mesh.corners], mesh.normals], axis=1)
            rows, back = np.unique(rows.astype("<f4"), axis=0, return_inverse=True)
            points, normals = rows[:, :3], _unit(rows[:, 3:])
            indices = np.ravel(back)[mesh.triangles].astype("<u4").ravel()
            self._surfaces[mesh] = {
                "attributes": {
                    "POSITION": self._accessor(points, FLOAT, VERTICES, bounds=True),
                    "NORMAL": self._accessor(normals, FLOAT, VERTICES),
                },
                "indices": self._accessor(indices, UNSIGNED, INDICES),
            }
        return self._surfaces[mesh]

    def _look(self, color: Rgba, name: str) -> int:
        key = (color, name)
        if key not in self._looks:
            material = MATERIALS[name]
            alpha = color[3] * material.alpha
            base = [*to_linear(color[:3]).tolist(), alpha]
            said: dict[str, Any] = {
                "name": name,
                "pbrMetallicRoughness": {
                    "baseColorFactor": base,
                    "metallicFactor": material.metal,
                    "roughnessFactor": material.rough,
                },
            }
            if alpha < OPAQUE:
                said |= {"alphaMode": "BLEND", "doubleSided": True}
            self.materials.append(said)
            self._looks[key] = len(self.materials) - 1
        return self._looks[key]

    def _accessor(
        self, values: NDArray[Any], kind: int, target: int | None = None, bounds: bool = False
    ) -> int:
        rows = np.ascontiguousarray(values)
        width = 1 if rows.ndim == 1 else rows.shape[1]
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": rows.nbytes}
        self.views.append(view | ({} if target is None else {"target": target}))
        self.data += rows.tobytes()
        self.data += b"\0" * (-len(self.data) % 4)
        said: dict[str, Any] = {
            "bufferView": len(self.views) - 1, "componentType": kind,
            "count": len(rows), "type": WIDTHS[width],
        }  # fmt: skip
        if bounds:
            table = rows.reshape(len(rows), width)
            said |= {"min": table.min(axis=0).tolist(), "max": table.max(axis=0).tolist()}
        self.accessors.append(said)
        return len(self.accessors) - 1

    def animate(self, nodes: tuple[Node, ...], state: State, motion: Motion) -> None:
        """Add a motion: rotations and positions of all moving nodes."""
        times = _times(motion)
        moments = [motion.at(float(time)) for time in times]
        clock = self._accessor(times.astype("<f4"), FLOAT, bounds=True)
        channels: list[dict[str, Any]] = []
        samplers: list[dict[str, Any]] = []
        robots = {placed.id: placed for placed in state.document.robots}
        loose: dict[str, Array] = {}
        for k, node in enumerate(nodes, 1):
            if node.robot not in moments[0] or max(node.joint, node.loose) < 0:
                continue
            placed = robots[node.robot]
            q = np.array([moment[node.robot] for moment in moments])
            if node.loose < 0:
                poses = joint_places(placed, node.joint, q)
            else:
                if node.robot not in loose:
                    loose[node.robot] = loose_places(state, placed, times, q)
                poses = loose[node.robot][node.loose]
            for path, values in _tracks(poses):
                output = self._accessor(values.astype("<f4"), FLOAT)
                channels.append({"sampler": len(samplers), "target": {"node": k, "path": path}})
                samplers.append({"input": clock, "output": output, "interpolation": "LINEAR"})
        if channels:
            self.animations.append({"name": "motion", "channels": channels, "samplers": samplers})

    def packed(self) -> bytes:
        """Return the file."""
        said = {
            "asset": {"version": "2.0", "generator": "RVS"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "materials": self.materials,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.data)}],
            **_list(animations=self.animations),
        }
        head = utf8(json.dumps(said, ensure_ascii=False, separators=(",", ":")))
        head += b" " * (-len(head) % 4)
        chunks = struct.pack("<I4s", len(head), b"JSON") + head
        chunks += struct.pack("<I4s", len(self.data), b"BIN\0") + bytes(self.data)
        return struct.pack("<4sII", MAGIC, VERSION, 12 + len(chunks)) + chunks


def _tracks(poses: Array) -> list[tuple[str, Array]]:
    """Return the changing parts of poses (m, 4, 4): quaternions without jumps, positions."""
    found: list[tuple[str, Array]] = []
    if np.ptp(poses[:, :3, :3], axis=0).max() > 0:
        turns = _scalar_last(rotation_quaternion(poses[:, :3, :3]))
        back = np.einsum("ij,ij->i", turns[1:], turns[:-1]) < 0
        signs = np.cumprod(np.concatenate([[1.0], np.where(back, -1.0, 1.0)]))
        found.append(("rotation", signs[:, None] * turns))
    if np.ptp(poses[:, :3, 3], axis=0).max() > 0:
        found.append(("translation", poses[:, :3, 3]))
    return found


def _times(motion: Motion) -> Array:
    count = int(min(np.ceil(motion.duration * RATE) + 1, MOST_KEYS))
    even = np.linspace(0.0, motion.duration, max(count, 2))
    keys = motion.keys if len(motion.keys) + count <= MOST_KEYS else np.zeros(0)
    # A time that the file can't tell from the one before it would be no rising one.
    return np.unique(np.concatenate([even, keys]).astype(np.float32)).astype(float)


def _place(pose: Array) -> dict[str, Any]:
    turn = _scalar_last(rotation_quaternion(pose[:3, :3]))
    said: dict[str, Any] = {}
    if not np.array_equal(pose[:3, :3], np.eye(3)):
        said["rotation"] = turn.tolist()
    if pose[:3, 3].any():
        said["translation"] = pose[:3, 3].tolist()
    return said


def _scalar_last(quaternion: Array) -> Array:
    return np.roll(quaternion, -1, axis=-1)


def _unit(rows: NDArray[Any]) -> NDArray[Any]:
    size = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(size > 0, size, 1.0)).astype("<f4")


def _list(**values: list[Any]) -> dict[str, Any]:
    """Return the lists that are not empty, since the format forbids empty ones."""
    return {name: value for name, value in values.items() if value}
