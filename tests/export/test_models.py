"""Models for other programs and for printing, read back by other code than wrote them."""

from __future__ import annotations

import json
import struct
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.joint import Joint
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.rotations import rotation
from rvs.export.models.linkage import model_nodes, world_places
from rvs.export.models.surfaces import united
from rvs.export.models.write import write_model
from rvs.files.bodies.effectors import equipped
from rvs.files.library import load_robot
from rvs.files.meshes.meshes import read_mesh
from rvs.files.placed_robot import bare_robot
from rvs.geometry.mesh import Mesh
from rvs.model.array_value import block
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.state import State
from rvs.model.things.thing import Thing
from rvs.model.views.view import View
from rvs.scene.build import robot_solids, solid_corners
from rvs.scene.surroundings.surroundings import room_solids

UP = np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
PLACE = ((0.0, -1.0, 0.0, 0.4), (1.0, 0.0, 0.0, -0.3), (0.0, 0.0, 1.0, 0.1), (0.0, 0.0, 0.0, 1.0))


def state_of(robot: Robot, q=None, mode="body", **changes) -> State:
    placed = PlacedRobot("arm", robot, PLACE, end_effector="none")
    posture = tuple(robot.home.tolist() if q is None else q)
    return State(
        Document((placed,)), MappingProxyType({"arm": posture}), View(mode=mode), **changes
    )


def solids_of(state: State):
    (placed,) = state.document.robots
    return robot_solids(placed, state.postures["arm"], "#808080", state.view.mode)


def parts(path: Path) -> tuple[dict, bytes]:
    data = path.read_bytes()
    magic, version, length = struct.unpack_from("<4sII", data)
    assert (magic, version, length) == (b"glTF", 2, len(data))
    head = struct.unpack_from("<I", data, 12)[0]
    (size, kind) = struct.unpack_from("<I4s", data, 20 + head)
    assert kind == b"BIN\0"
    assert head % 4 == size % 4 == 0
    return json.loads(data[20 : 20 + head]), data[28 + head :]


def rows(said: dict, data: bytes, number: int) -> np.ndarray:
    one = said["accessors"][number]
    at = said["bufferViews"][one["bufferView"]]["byteOffset"]
    width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[one["type"]]
    kind = {5126: "<f4", 5125: "<u4"}[one["componentType"]]
    return np.frombuffer(data, kind, one["count"] * width, at).reshape(-1, width).astype(float)


def turned(quaternion) -> np.ndarray:
    *axis, scalar = quaternion
    size = np.linalg.norm(axis)
    if size == 0:
        return np.eye(3)
    return rotation(np.array(axis) / size, 2 * np.arctan2(size, scalar))


def node_places(said: dict, moved: dict[int, dict]) -> dict[int, np.ndarray]:
    found: dict[int, np.ndarray] = {}

    def walk(number: int, above: np.ndarray) -> None:
        node = {**said["nodes"][number], **moved.get(number, {})}
        local = np.eye(4)
        local[:3, :3] = turned(node.get("rotation", [0, 0, 0, 1]))
        local[:3, 3] = node.get("translation", [0, 0, 0])
        found[number] = above @ local
        for child in node.get("children", ()):
            walk(child, found[number])

    for top in said["scenes"][0]["nodes"]:
        walk(top, UP)
    return found


def at_time(said: dict, data: bytes, time: float) -> dict[int, dict]:
    """Rotations by slerp, places by straight lines, as the format defines LINEAR."""
    (animation,) = said["animations"]
    moved: dict[int, dict] = {}
    for channel in animation["channels"]:
        sampler = animation["samplers"][channel["sampler"]]
        times = rows(said, data, sampler["input"])[:, 0]
        values = rows(said, data, sampler["output"])
        k = int(np.clip(np.searchsorted(times, time) - 1, 0, len(times) - 2))
        part = (time - times[k]) / (times[k + 1] - times[k])
        a, b = values[k], values[k + 1]
        path = channel["target"]["path"]
        if path == "rotation":
            angle = np.arccos(np.clip(a @ b, -1.0, 1.0))
            assert a @ b > 0.9
            between = (1 - part) * a + part * b
            if angle > 1e-6:
                sides = np.sin([(1 - part) * angle, part * angle])
                between = (sides[0] * a + sides[1] * b) / np.sin(angle)
            moved.setdefault(channel["target"]["node"], {})[path] = between
        else:
            moved.setdefault(channel["target"]["node"], {})[path] = (1 - part) * a + part * b
    return moved


MIXED = Robot(
    (
        Joint(0.2, 0.5, 0.4, offset=0.3),
        Joint(0.1, -1.2, 0.3, 0.7, "prismatic", offset=0.1),
        Joint(0.3, 0.4, 0.1, kind="helical", pitch=0.05),
        Joint(0.2, 0.0, 0.1, convention="standard"),
    ),
    base_rows=((1, 0, 0, 0.1), (0, 0, -1, 0), (0, 1, 0, 0.2), (0, 0, 0, 1)),
    tool_rows=((0, 0, 1, 0.1), (0, 1, 0, 0), (-1, 0, 0, 0.2), (0, 0, 0, 1)),
)


def test_things_stand_where_they_are_in_the_cell():
    table = Thing("table", "table", place=PLACE)
    state = State(Document(things=(table,)))
    nodes = model_nodes(state)
    places = [
        place @ piece.pose
        for node, place in zip(nodes, world_places(nodes), strict=True)
        for piece in node.pieces
    ]
    wanted = [solid.pose for solid in room_solids(state.document.things)]
    assert places
    assert np.allclose(places, wanted)
    assert not np.allclose(wanted, np.eye(4))


@pytest.mark.parametrize("mode", ["skeleton", "body"])
def test_each_solid_is_in_its_place(mode) -> None:
    state = state_of(MIXED, [0.4, 0.2, -0.7, 1.1], mode)
    nodes = model_nodes(state)
    assert [node.name for node in nodes[1:6]] == [*(f"joint {k}" for k in range(1, 5)), "tool"]
    places = world_places(nodes)
    np.testing.assert_allclose(places[5], PLACE @ fkine(MIXED, state.postures["arm"]), atol=1e-14)
    # In another posture each is still where its joint takes it.
    for q in ([0.4, 0.2, -0.7, 1.1], [-1.0, 0.5, 0.3, 2.0]):
        other = state_of(MIXED, q, mode)
        made = model_nodes(other)
        assert [len(node.pieces) for node in made] == [len(node.pieces) for node in nodes]
        pairs = zip(nodes, made, world_places(made), strict=True)
        found = [
            place @ piece.pose
            for node, own, place in pairs
            for piece in (own if node.loose >= 0 else node).pieces
        ]
        for solid in solids_of(other):
            assert min(np.abs(solid.pose - one).max() for one in found) <= 1e-9


def test_a_posture_as_gltf(tmp_path: Path) -> None:
    state = state_of(load_robot("puma560").robot)
    written = write_model(tmp_path / "p.glb", state)
    corners = np.concatenate([solid_corners(one) for one in solids_of(state)])
    box = np.reshape(read_mesh(written.path).box, (2, 3))
    assert written.unit == "m"
    np.testing.assert_allclose(np.ptp(box, axis=0), written.size, atol=1e-6)
    assert (box[0] >= corners.min(axis=0) - 1e-6).all()
    assert (box[1] <= corners.max(axis=0) + 1e-6).all()
    said, data = parts(written.path)
    normals = [rows(said, data, one["primitives"][0]["attributes"]["NORMAL"])
               for one in said["meshes"]]  # fmt: skip
    np.testing.assert_allclose(np.linalg.norm(np.concatenate(normals), axis=1), 1.0, atol=1e-6)
    assert "animations" not in said
    names = [node["name"] for node in said["nodes"]]
    assert {"waist", "elbow", "tool"} <= set(names)


def test_a_motion_as_gltf(tmp_path: Path) -> None:
    table = np.random.default_rng(3).uniform(-3, 3, (6, 4))
    motion = JointTrajectory.evenly("arm", table, 0.237)
    state = state_of(MIXED, table[2], motion=motion)
    written = write_model(tmp_path / "m.glb", state)
    assert written.moves
    said, data = parts(written.path)
    (tool,) = (k for k, node in enumerate(said["nodes"]) if node["name"] == "tool")
    here = node_places(said, {})[tool]
    np.testing.assert_allclose(here, PLACE @ fkine(MIXED, table[2]), atol=1e-12)
    for time in np.linspace(0.0, motion.duration, 57):
        pose = node_places(said, at_time(said, data, time))[tool]
        q = motion.at(float(time))["arm"]
        np.testing.assert_allclose(pose, PLACE @ fkine(MIXED, q), atol=2e-6)
    (animation,) = said["animations"]
    clock = said["accessors"][animation["samplers"][0]["input"]]
    assert clock["min"] == [0.0]
    assert clock["max"] == pytest.approx([motion.duration])


@pytest.mark.parametrize("shrink", [1.0, 10.0])
def test_stl_is_one_closed_body_in_millimetres(tmp_path: Path, shrink: float) -> None:
    state = state_of(load_robot("scara").robot)
    written = write_model(tmp_path / "s.stl", state, shrink)
    read = read_mesh(written.path)
    assert written.closed
    triangles = read.surface.triangles.array.astype(int)
    edges = Counter((row[i], row[i - 2]) for row in triangles.tolist() for i in range(3))
    assert all(edges[b, a] == count for (a, b), count in edges.items())
    corners = 1000 / shrink * np.concatenate([solid_corners(one) for one in solids_of(state)])
    box = np.reshape(read.box, (2, 3))
    assert (box[0] >= corners.min(axis=0) - 1e-3).all()
    assert (box[1] <= corners.max(axis=0) + 1e-3).all()
    np.testing.assert_allclose(np.ptp(box, axis=0), written.size, atol=1e-3)
    assert written.unit == "mm"
    assert len(read.surface.triangles.array) == written.triangles


def test_3mf_has_a_closed_body_for_each_link_and_colour(tmp_path: Path) -> None:
    state = state_of(load_robot("scara").robot)
    written = write_model(tmp_path / "s.3mf", state, 2.0)
    with zipfile.ZipFile(written.path) as package:
        assert package.testzip() is None
        model = ElementTree.fromstring(package.read("3D/3dmodel.model"))
    space = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
    assert model.get("unit") == "millimeter"
    points = []
    for one in model.iter(f"{space}object"):
        table = np.array([[float(v.get(k)) for k in "xyz"] for v in one.iter(f"{space}vertex")])
        faces = [[int(t.get(k)) for k in ("v1", "v2", "v3")] for t in one.iter(f"{space}triangle")]
        edges = [(row[i], row[i - 2]) for row in faces for i in range(3)]
        assert len(set(edges)) == len(edges)
        assert {(b, a) for a, b in edges} == set(edges)
        a, b, c = np.moveaxis(table[faces], 1, 0)
        assert np.einsum("ij,ij->", a, np.cross(b, c)) > 0
        points.append(table)
    assert len(points) == len(list(model.iter(f"{space}item")))
    np.testing.assert_allclose(np.ptp(np.concatenate(points), axis=0), written.size, atol=1e-4)
    names = {one.get("name") for one in model.iter(f"{space}object")}
    assert len(names) > 3


def test_a_shell_that_is_not_closed_goes_along(tmp_path: Path) -> None:
    state = state_of(load_robot("scara").robot)
    shell = np.array([[0.0, 0, 2], [1, 0, 2], [0, 1, 2]])
    # Seen from both sides, as shells of mesh files are.
    both = Mesh(shell, [0, 1, 2, 0, 2, 1], [0, 3, 6], [[0, 0, 1]] * 3 + [[0, 0, -1]] * 3, [0, 1])
    whole = united([(piece, np.eye(4)) for piece in model_nodes(state)[1].pieces], 1.0)
    extra = Solid(both, np.eye(4), (1.0, 0.0, 0.0, 1.0), "paint")
    pieces = [(piece, np.eye(4)) for piece in (*model_nodes(state)[1].pieces, extra)]
    more = united(pieces, 1.0)
    assert (whole.closed, more.closed) == (True, False)
    assert len(more.triangles) == len(whole.triangles) + 2
    assert more.points[:, 2].max() == 2.0


def test_what_can_not_be_written(tmp_path: Path) -> None:
    state = state_of(MIXED)
    with pytest.raises(ArgumentError, match="keeps its size"):
        write_model(tmp_path / "x.glb", state, 10.0)
    with pytest.raises(ArgumentError, match=r"\.glb, \.html, \.stl, \.3mf, \.step, got '\.ply'"):
        write_model(tmp_path / "x.ply", state)
    (placed,) = state.document.robots
    hidden = replace(state, document=Document((replace(placed, hidden=True),)))
    with pytest.raises(RvsError, match="nothing solid"):
        write_model(tmp_path / "x.stl", hidden)
    assert not list(tmp_path.iterdir())


def test_a_hand_opens_in_the_animation(tmp_path: Path) -> None:
    architecture = load_robot("puma560")
    bare = replace(bare_robot(architecture, "arm", ""), place=PLACE, end_effector="gripper")
    placed = equipped(bare)
    q = placed.robot.home
    motion = JointTrajectory(
        "arm", block([0.0, 2.0]), block([q, q + 0.3]), openings=((0.0, 0.0), (1.0, 0.05))
    )
    postures = MappingProxyType({"arm": tuple(q.tolist())})
    state = State(Document((placed,)), postures, View(mode="body"), motion=motion)
    nodes = model_nodes(state)
    loose = [k for k, node in enumerate(nodes) if node.loose >= 0]
    assert len(loose) >= 2
    said, data = parts(write_model(tmp_path / "h.glb", state).path)
    for time in (0.0, 1.5, 2.0):
        places = node_places(said, at_time(said, data, time))
        own = motion.at(time)["arm"]
        shown = robot_solids(placed, own, "#808080", "body", motion, time)
        for k in loose:
            pose = shown[nodes[k].loose].pose
            np.testing.assert_allclose(places[k + 1], pose, atol=2e-6)


def test_sliders_of_a_skeleton_follow(tmp_path: Path) -> None:
    robot = load_robot("stanford").robot
    table = np.array([robot.home, robot.home + 0.2])
    motion = JointTrajectory.evenly("arm", table, 1.0)
    state = state_of(robot, mode="skeleton", motion=motion)
    said, data = parts(write_model(tmp_path / "s.glb", state).path)
    nodes, (placed,) = model_nodes(state), state.document.robots
    places = node_places(said, at_time(said, data, 0.7))
    q = motion.at(0.7)["arm"]
    shown = robot_solids(placed, q, "#808080", "skeleton")
    found = [places[k + 1] @ piece.pose for k, node in enumerate(nodes) for piece in node.pieces]
    assert any(node.loose >= 0 for node in nodes)
    for solid in shown:
        assert min(np.abs(solid.pose - pose).max() for pose in found) <= 1e-5
