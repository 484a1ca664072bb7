"""The automatic body of any table: closed, finite, touching every origin, rigid."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.bodies.autobody import automatic_body
from rvs.bodies.robot_body import body_solids
from rvs.bodies.skeleton.meshes import length
from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.joint import Joint
from rvs.engine.kinematics import frames
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose, rotx
from rvs.geometry.mesh import Mesh
from rvs.model.body.fit import fit
from rvs.model.document import PlacedRobot
from rvs.model.robots.ranges import joint_range
from tests.examples import examples

TABLES = 200
RIGHT = np.pi / 2
lengths = st.one_of(st.just(0.0), st.floats(-1.5, 1.5), st.floats(-0.02, 0.02)).map(
    lambda x: round(x, 5)
)
angles = st.one_of(st.sampled_from([0.0, RIGHT, -RIGHT, np.pi]), st.floats(-3.1, 3.1))


@st.composite
def joints(draw: st.DrawFn, convention: str) -> Joint:
    kind = draw(st.sampled_from(["revolute"] * 4 + ["prismatic", "helical"]))
    limits = (-0.3, 0.6) if kind == "prismatic" and draw(st.booleans()) else (-np.inf, np.inf)
    return Joint(
        a=draw(lengths),
        alpha=draw(angles),
        d=draw(lengths),
        theta=draw(angles),
        kind=kind,
        pitch=0.05 if kind == "helical" else 0.0,
        limits=limits,
        convention=convention,
    )


@st.composite
def robots(draw: st.DrawFn) -> Robot:
    convention = draw(st.sampled_from(["standard", "modified"]))
    chain = draw(st.lists(joints(convention), min_size=1, max_size=8))
    base = pose(rotx(draw(st.sampled_from([0.0, RIGHT, np.pi]))), [0.1, 0.0, draw(lengths)])
    return Robot(tuple(chain)).replace(base=base)


def posture(robot: Robot, part: float) -> tuple[float, ...]:
    ends = [joint_range(robot, i) for i in range(robot.n)]
    return tuple(one.lower + part * (one.upper - one.lower) for one in ends)


def solids_of(robot: Robot, q: tuple[float, ...]) -> tuple[Solid, ...]:
    return body_solids(PlacedRobot("r", robot), automatic_body(robot), q)


def is_closed(mesh: Mesh) -> bool:
    """Every edge is met once in each direction."""
    edges: Counter[tuple[int, int]] = Counter()
    for start, stop in zip(mesh.starts[:-1], mesh.starts[1:], strict=True):
        face = mesh.corners[start:stop].tolist()
        edges.update(zip(face, face[1:] + face[:1], strict=True))
    return all(count == 1 and edges[b, a] == 1 for (a, b), count in edges.items())


def winding(mesh: Mesh, point: Array) -> float:
    """Return the winding number of the surface: 1 inside, 0 outside, 1/2 on a face."""
    a, b, c = np.moveaxis(mesh.vertices[mesh.corners[mesh.triangles]] - point, 1, 0)
    la, lb, lc = (np.linalg.norm(v, axis=1) for v in (a, b, c))
    top = np.einsum("ij,ij->i", a, np.cross(b, c))
    dots = [np.einsum("ij,ij->i", *pair) for pair in ((a, b), (b, c), (c, a))]
    below = la * lb * lc + dots[0] * lc + dots[1] * la + dots[2] * lb
    return float(np.arctan2(top, below).sum() / (2 * np.pi))


def touches(solids: tuple[Solid, ...], point: Array, slack: float) -> bool:
    for solid in solids:
        local = (point - solid.pose[:3, 3]) @ solid.pose[:3, :3]
        low, high = solid.mesh.bounds
        if (local < low - slack).any() or (local > high + slack).any():
            continue
        toward = (low + high) / 2 - local
        step = slack * toward / (np.linalg.norm(toward) or 1.0)
        if winding(solid.mesh, local + step) > 0.25:
            return True
    return False


@pytest.mark.property
@examples(TABLES)
@given(robot=robots(), parts=st.tuples(st.floats(0.05, 0.95), st.floats(0.05, 0.95)))
def test_any_table_has_a_whole_body(robot: Robot, parts: tuple[float, float]) -> None:
    body = automatic_body(robot)
    fitting = fit(body, robot)
    assert fitting.ok, fitting.reason
    one, other = (posture(robot, part) for part in parts)
    here, there = solids_of(robot, one), solids_of(robot, other)
    first, second = frames(robot, one), frames(robot, other)
    size = length(robot)
    for a, b in zip(here, there, strict=True):
        link = int(a.owner[2])
        assert np.isfinite(a.pose).all()
        held = [np.linalg.inv(f[link]) @ s.pose for f, s in ((first, a), (second, b))]
        assert np.abs(held[0] - held[1]).max() < 1e-9 * max(size, 1.0)
        assert a.mesh is b.mesh
    for origin in first[:, :3, 3]:
        assert touches(here, origin, 1e-5 * size), f"nothing at {origin}"


def test_every_mesh_is_closed() -> None:
    robot = Robot(
        (
            Joint(d=0.4, alpha=RIGHT),
            Joint(a=0.5),
            Joint(kind="prismatic", d=0.2, alpha=0.7),
            Joint(d=0.3, a=0.2, alpha=-RIGHT),
            Joint(alpha=RIGHT),
            Joint(d=0.1),
        )
    )
    for solid in solids_of(robot, tuple(robot.home.tolist())):
        assert is_closed(solid.mesh), solid.owner


@pytest.mark.parametrize("count", [1, 64])
def test_one_joint_and_many(count: int) -> None:
    robot = Robot(tuple(Joint(a=0.1, alpha=RIGHT * (i % 2)) for i in range(count)))
    solids = solids_of(robot, (0.1,) * count)
    assert {int(solid.owner[2]) for solid in solids} == set(range(count + 1))


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_the_longest_robot_has_a_body(kind: str, convention: str) -> None:
    """Where lengths add up to more than one may be."""
    far = {"limits": (-1e6, 1e6)} if kind == "prismatic" else {"d": 1e6}
    joint = Joint(kind=kind, a=-1e6, alpha=RIGHT, convention=convention, **far)
    robot = Robot((joint,) * 8)
    assert all(np.isfinite(solid.pose).all() for solid in solids_of(robot, (0.0,) * 8))


def test_a_robot_of_zero_lengths_has_a_body() -> None:
    robot = Robot(tuple(Joint(alpha=RIGHT) for _ in range(4)))
    assert fit(automatic_body(robot), robot).ok


def test_a_robot_of_screws_carries_the_body_of_its_table() -> None:
    zero = frames(Robot((Joint(d=0.4, alpha=RIGHT), Joint(a=0.5), Joint(a=0.3))), np.zeros(3))
    axes = [np.r_[f[:3, 2], np.cross(f[:3, 3], f[:3, 2])] for f in zero[:3]]
    general = Robot.from_screws(zero[-1], np.transpose(axes))
    table, q = general.to_dh("standard"), (0.3, -0.4, 0.8)
    pairs = list(zip(solids_of(table, q), solids_of(general, q), strict=True))
    assert len(pairs) > 20
    for one, other in pairs:
        assert np.abs(one.pose - other.pose).max() < 1e-9


def test_an_arm_of_a_torso_stands_on_a_column() -> None:
    lifted = pose(rotx(-np.pi / 2), [0.0, 0.3, 1.0])
    arm = Robot.from_dh([0.4, 0.3], [0, np.pi / 2], 0, 0, base=lifted)
    solids = body_solids(PlacedRobot("arm", arm), automatic_body(arm), (0.0, 0.0))
    lowest = min(
        float((solid.mesh.bounds @ solid.pose[:3, :3].T + solid.pose[:3, 3])[:, 2].min())
        for solid in solids
    )
    assert lowest == pytest.approx(0.0, abs=1e-9)


def test_the_body_is_made_once_for_a_robot() -> None:
    robot = Robot((Joint(a=0.4), Joint(a=0.3)))
    assert automatic_body(robot) is automatic_body(robot)
