"""The full models: whole, on their skeletons, following their tables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.robot_body import body_solids
from rvs.engine.kinematics import frames
from rvs.engine.robot import Robot
from rvs.files.bodies.models import full_model
from rvs.files.library import load_robot, names
from rvs.model.body.fit import fit
from rvs.model.document import PlacedRobot

FULL = [name for name in names() if load_robot(name).geomtype == "full"]
EDGES = 30


def solids(robot: Robot, body):
    return body_solids(PlacedRobot("r", robot), body, tuple(robot.home.tolist()))


def distance(parts, point: np.ndarray) -> float:
    """Distance from a point to the nearest box around a part, in the part's own axes."""
    gaps = []
    for part in parts:
        local = (point - part.pose[:3, 3]) @ part.pose[:3, :3]
        low, high = part.mesh.bounds
        gaps.append(np.linalg.norm(np.maximum(np.maximum(low - local, local - high), 0.0)))
    return float(min(gaps))


def test_the_first_two_are_there() -> None:
    assert {"puma560", "rediestro"} <= set(FULL)


@pytest.mark.parametrize("name", FULL)
def test_a_model_fits_its_robot_and_meets_every_joint(name: str) -> None:
    architecture = load_robot(name)
    body = full_model(architecture)
    fitting = fit(body, architecture.robot)
    assert fitting.ok, fitting.reason
    parts = solids(architecture.robot, body)
    links = {int(part.owner[2]) for part in parts}
    assert links == set(range(architecture.robot.n + 1))
    at = frames(architecture.robot, architecture.robot.home)
    reach = max(np.linalg.norm(frame[:3, 3]) for frame in at)
    for frame in at[:-1]:
        axis = [frame[:3, 3] + s * reach * frame[:3, 2] for s in np.linspace(-0.3, 0.3, 61)]
        assert min(distance(parts, point) for point in axis) < 0.005 * reach


@pytest.mark.parametrize("name", FULL)
def test_neighbours_of_a_model_touch(name: str) -> None:
    """No link hangs in the air: some part of each meets one of the link before."""
    architecture = load_robot(name)
    parts = solids(architecture.robot, full_model(architecture))
    size = max(np.ptp(np.array([p.pose[:3, 3] for p in parts]), axis=0))
    for link in range(1, architecture.robot.n + 1):
        own = [p for p in parts if int(p.owner[2]) == link]
        before = [p for p in parts if int(p.owner[2]) < link]
        points = (point for part in own for point in along_edges(part))
        assert any(distance(before, point) < 0.01 * size for point in points), f"link {link}"


def along_edges(part) -> np.ndarray:
    """Points on the edges of a solid, in the world."""
    mesh = part.mesh
    triangles = mesh.vertices[mesh.corners[mesh.triangles]]
    edges = np.stack([triangles, np.roll(triangles, 1, axis=1)], axis=2).reshape(-1, 2, 3)
    edges = edges[:: max(len(edges) // EDGES, 1)]
    parts = np.linspace(0.0, 1.0, 12)[None, :, None]
    points = (edges[:, :1] * (1 - parts) + edges[:, 1:] * parts).reshape(-1, 3)
    return points @ part.pose[:3, :3].T + part.pose[:3, 3]


def bare(parts, start: np.ndarray, end: np.ndarray) -> float:
    """Longest stretch between two points that lies in no part's box."""
    steps = np.linspace(0.0, 1.0, 400)
    outside = [distance(parts, start + s * (end - start)) > 1e-9 for s in steps]
    longest = run = 0
    for one in outside:
        run = run + 1 if one else 0
        longest = max(longest, run)
    return longest / len(steps) * float(np.linalg.norm(end - start))


@pytest.mark.parametrize("length", [0.28, 0.4318, 0.6, 1.0])
def test_the_forearm_of_the_puma_follows_b4(length: float) -> None:
    architecture = load_robot("puma560")
    body = full_model(architecture)
    joints = list(architecture.robot.joints)
    joints[3] = replace(joints[3], d=length)
    robot = architecture.robot.replace(joints=tuple(joints))
    fitting = fit(body, robot)
    assert fitting.ok, fitting.reason
    parts = solids(robot, body)
    forearm = next(p for p in parts if p.owner[-1] == "forearm")
    low, high = forearm.mesh.bounds
    assert (high - low)[0] == pytest.approx(length - 0.165 + 0.086 + 0.047, abs=1e-3)
    at = frames(robot, robot.home)
    chain = [p for p in parts if int(p.owner[2]) in (3, 4, 5)]
    # The fork leaves room around its eye, the same whatever the length is.
    assert bare(chain, at[3][:3, 3], at[4][:3, 3]) < 0.02


def test_a_twist_that_the_puma_was_not_drawn_for_is_told() -> None:
    architecture = load_robot("puma560")
    joints = list(architecture.robot.joints)
    joints[2] = replace(joints[2], alpha=0.4)
    fitting = fit(full_model(architecture), architecture.robot.replace(joints=tuple(joints)))
    assert not fitting.ok
    assert "link 3" in fitting.reason
