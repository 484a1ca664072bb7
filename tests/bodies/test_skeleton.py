from dataclasses import replace
from itertools import pairwise
from math import pi

import numpy as np
import pytest

from rvs.bodies.skeleton.links import rail_lift
from rvs.bodies.skeleton.meshes import length, sizes
from rvs.bodies.skeleton.skeleton import skeleton_parts, skeleton_solids, world_frames
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse, pose, rotx
from rvs.geometry.surfaces import volume
from rvs.model.appearance.colors import SKELETON, rgba
from rvs.model.document import PlacedRobot
from rvs.model.robots.ranges import joint_range
from rvs.model.views.view import Display
from tests.examples import everyday

LENGTHS = [0.0, 0.0, 1e-6, 0.02, -0.1, 0.3, 1.0]


def random_robot(seed):
    """Any table: zero lengths, both conventions, every kind of joint, every twist."""
    rng = np.random.default_rng(seed)
    n = int(rng.choice([1, 2, 3, 6, 7, 12, 64], p=[0.1, 0.1, 0.2, 0.3, 0.2, 0.08, 0.02]))
    kinds = "".join(rng.choice(list("RRRPH"), n))
    scale = 10.0 ** rng.uniform(-1, 1)
    low = rng.uniform(-1, 0.5, n) * scale
    limits = np.stack([low, low + rng.uniform(0, 2, n) * scale], axis=1)
    limits[[k != "P" for k in kinds]] = (-3, 3)
    limits[rng.random(n) < 0.2] = (-np.inf, np.inf)
    robot = Robot.from_dh(
        scale * rng.choice(LENGTHS, n),
        rng.choice([0, pi / 2, -pi / 2, pi, rng.uniform(-pi, pi)], n),
        scale * rng.choice(LENGTHS, n),
        rng.uniform(-pi, pi, n),
        kinds,
        convention=str(rng.choice(["standard", "modified"])),
        limits=limits,
        base=pose(rotx(rng.choice([0, 0, rng.uniform(-pi, pi)])), rng.choice([0, 0, 0.4], 3)),
        tool=pose(p=rng.choice([0, 0, 0.2 * scale], 3)),
    )
    ends = [joint_range(robot, i) for i in range(n)]
    posture = tuple(float(rng.uniform(end.lower, end.upper)) for end in ends)
    return PlacedRobot("r", robot), posture


def boxes(solids):
    """Middles (m, 3), axes as columns (m, 3, 3) and half sizes (m, 3) of the bounding boxes."""
    bounds = np.stack([solid.mesh.bounds for solid in solids])
    turns = np.stack([solid.pose[:3, :3] for solid in solids])
    shifts = np.stack([solid.pose[:3, 3] for solid in solids])
    middles = np.einsum("mab,mb->ma", turns, bounds.mean(axis=1)) + shifts
    return middles, turns, (bounds[:, 1] - bounds[:, 0]) / 2


def gap_of_point(point, solids):
    """Distance from a point to the nearest bounding box."""
    middles, turns, halves = boxes(solids)
    local = np.einsum("mba,mb->ma", turns, point - middles)
    return np.linalg.norm(np.maximum(np.abs(local) - halves, 0), axis=1).min()


def connected(solids, tolerance):
    """Return whether bounding boxes are connected (separating axes of boxes, face normals only)."""
    middles, turns, halves = boxes(solids)
    between = middles[None] - middles[:, None]
    touching = np.ones((len(solids),) * 2, bool)
    for k in range(len(solids)):
        for axes in (np.broadcast_to(turns[k], turns.shape), turns):
            own = np.abs(np.einsum("mab,ac->mbc", axes, turns[k])) @ halves[k]
            other = np.einsum("mbc,mc->mb", np.abs(np.swapaxes(axes, 1, 2) @ turns), halves)
            apart = np.abs(np.einsum("mab,ma->mb", axes, between[k])) - own - other
            touching[k] &= (apart < tolerance).all(axis=1)
    reached = {0}
    while fresh := {j for i in reached for j in np.flatnonzero(touching[i]).tolist()} - reached:
        reached |= fresh
    return len(reached) == len(solids)


@pytest.mark.property
@pytest.mark.parametrize("seed", range(everyday(200)))
def test_any_table_gives_a_finite_connected_skeleton_that_touches_every_origin(seed):
    placed, posture = random_robot(seed)
    solids = skeleton_solids(placed, posture)
    size = sizes(placed.robot)
    lift = float(np.linalg.norm(rail_lift(placed.robot, size)))
    assert all(np.isfinite(solid.pose).all() for solid in solids)
    assert all(np.isfinite(solid.mesh.vertices).all() for solid in solids)
    for frame in world_frames(placed, posture):
        assert gap_of_point(frame[:3, 3], solids) <= 1e-6 * length(placed.robot) + lift
    assert connected(solids, 1e-6 * length(placed.robot) + lift)


@pytest.mark.property
@pytest.mark.parametrize("seed", range(0, 200, 7))
def test_any_joint_motion_moves_the_same_meshes(seed):
    placed, posture = random_robot(seed)
    home = skeleton_solids(placed, tuple(placed.robot.home.tolist()))
    moved = skeleton_solids(placed, posture)
    assert all(a.mesh is b.mesh for a, b in zip(home, moved, strict=True))
    assert all(np.allclose(s.pose[:3, :3] @ s.pose[:3, :3].T, np.eye(3)) for s in moved)


@pytest.mark.property
@pytest.mark.parametrize("seed", range(0, 200, 5))
def test_the_links_alone_hang_together_and_touch_every_origin(seed):
    placed, posture = random_robot(seed)
    placed = replace(placed, display=Display(joints=False, line=0.3))
    solids = skeleton_solids(placed, posture)
    colors = {rgba(SKELETON[role][0]) for role in ("joint", "prism")}
    assert not colors & {solid.color for solid in solids}
    for frame in world_frames(placed, posture):
        assert gap_of_point(frame[:3, 3], solids) <= 1e-6 * length(placed.robot)
    arm = [s for s in solids if s.color == rgba(SKELETON["tube"][0])]
    assert connected(arm, 1e-6 * length(placed.robot))


def test_thin_links_keep_the_joints(puma):
    def thickest(line, role):
        parts = skeleton_parts(puma, PlacedRobot("r", puma).place, "none", line=line)
        return max(np.ptp(part.mesh.vertices[:, 0]) for part in parts if part.role == role)

    assert thickest(0.5, "tube") == pytest.approx(0.5 * thickest(1.0, "tube"))
    assert thickest(0.5, "joint") == thickest(1.0, "joint")


def test_parts_are_rigid_with_the_frames_of_their_links(robot):
    placed = PlacedRobot("r", robot)
    parts = skeleton_parts(robot, placed.place, "hand")
    first = tuple(robot.home.tolist())
    second = tuple((robot.home + 0.1).tolist())
    frames = [world_frames(placed, q) for q in (first, second)]
    solids = [skeleton_solids(placed, q) for q in (first, second)]
    for part, one, other in zip(parts, *solids, strict=True):
        carrier = part.link + 1 if part.slide == 1.0 else part.link
        if 0.0 < part.slide < 1.0 or (part.slide == 1.0 and robot.joints[part.link].turns):
            continue
        local = [inverse(f[carrier]) @ s.pose for f, s in zip(frames, (one, other), strict=True)]
        assert np.allclose(*local)


def roles(robot, link):
    parts = skeleton_parts(robot, PlacedRobot("r", robot).place, "none")
    return [part.role for part in parts if part.owner == link]


def test_a_link_is_an_l_of_two_bars_and_an_elbow():
    robot = Robot.from_dh([0.3, 0.3, 0, 0], [0, 0, 0, 0], [0.2, 0, 0.2, 0], np.zeros(4))
    assert roles(robot, 1) == ["joint", "cap", "tube", "elbow", "tube"]
    assert roles(robot, 2) == ["joint", "cap", "tube"]
    assert roles(robot, 3) == ["joint", "cap", "tube"]
    assert roles(robot, 4) == ["joint", "cap"]


def test_a_prismatic_link_is_made_of_prisms():
    robot = Robot.from_dh([0, 0], [0, 0], [0, 0], [0, 0], "RP", limits=[[-1, 1], [0.1, 1]])
    assert set(roles(robot, 2)) == {"prism"}
    track = Robot.from_dh([0, 0.5], [0, 0], [0, 0], [0, 0], "PR", limits=[[0, 1], [-1, 1]])
    assert roles(track, 0)[:2] == ["base", "prism"]
    assert roles(track, 1) == ["joint"]


def test_modified_and_standard_tables_of_one_arm_look_alike():
    standard = Robot.from_dh([0.5, 0.4], [0, 0], [0.3, 0], [0, 0])
    modified = Robot.from_dh(
        [0, 0.5], [0, 0], [0.3, 0], [0, 0], convention="modified",
        tool=[[1, 0, 0, 0.4], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
    )  # fmt: skip
    first = [roles(robot, 1) for robot in (standard, modified)]
    assert first[0] == first[1]


def test_the_elbow_of_the_standard_robot_sits_at_the_corner():
    robot = Robot.from_dh([0.3], [0.0], [0.4], [0.0])
    (elbow,) = [
        solid
        for part, solid in zip(
            skeleton_parts(robot, PlacedRobot("r", robot).place, "hand"),
            skeleton_solids(PlacedRobot("r", robot), (0.0,)),
            strict=True,
        )
        if part.role == "elbow"
    ]
    points = elbow.mesh.vertices @ elbow.pose[:3, :3].T + elbow.pose[:3, 3]
    radius = sizes(robot).tube
    assert points.max(axis=0)[2] == pytest.approx(0.4 + radius, abs=0.1 * radius)
    assert points.min(axis=0)[0] == pytest.approx(-radius, abs=0.1 * radius)


def test_a_telescope_joins_its_ends_over_the_whole_travel():
    robot = Robot.from_dh([0, 0], [0, 0], [0, 0], [0, 0], "RP", limits=[[-1, 1], [0.1, 1.2]])
    placed = PlacedRobot("r", robot)
    for q in np.linspace(0.1, 1.2, 12):
        solids = [
            s for s in skeleton_solids(placed, (0.0, float(q))) if s.owner == ("r", "link", 2)
        ]
        spans = sorted(
            (s.pose[2, 3] + s.mesh.bounds[0, 2], s.pose[2, 3] + s.mesh.bounds[1, 2])
            for s in solids
            if s.color == rgba(SKELETON["prism"][0])
        )
        assert spans[0][0] <= 0.0
        assert spans[-1][1] == pytest.approx(q)
        assert all(after[0] < before[1] for before, after in pairwise(spans))


def test_thickness_follows_the_size_of_the_robot(puma):
    big = Robot.from_dh(
        [10 * j.a for j in puma.joints], [j.alpha for j in puma.joints],
        [10 * j.d for j in puma.joints], np.zeros(6),
    )  # fmt: skip
    assert sizes(big).joint == pytest.approx(10 * sizes(puma).joint, rel=0.07)
    snake = Robot.from_dh(np.full(40, 0.05), np.zeros(40), np.zeros(40), np.zeros(40))
    assert sizes(snake).joint < 0.2 * 0.05


def test_editing_one_length_keeps_the_other_meshes(puma):
    changed = puma.replace(
        joints=(*puma.joints[:5], Robot.from_dh([0.001], [0], [0], [0]).joints[0])
    )
    place = PlacedRobot("r", puma).place
    kept = [
        a.mesh is b.mesh
        for a, b in zip(
            skeleton_parts(puma, place, ""), skeleton_parts(changed, place, ""), strict=False
        )
    ]
    assert sum(kept) > 10


def test_colors_and_owners(puma):
    placed = PlacedRobot("arm", puma, color="#FF0000")
    solids = skeleton_solids(placed, tuple(puma.home.tolist()))
    red = [s for s in solids if s.color == (1.0, 0.0, 0.0, 1.0)]
    assert 0 < len(red) < len(solids)
    assert {s.owner for s in solids} == {("arm", "link", i) for i in range(7)}
    assert {s.layer for s in solids} == {"body"}


def test_the_base_stands_on_the_floor(puma):
    def lowest(placed):
        solids = skeleton_solids(placed, tuple(puma.home.tolist()))
        base = [s for s in solids if s.owner == ("r", "link", 0)]
        points = [s.mesh.vertices @ s.pose[:3, :3].T + s.pose[:3, 3] for s in base]
        return np.concatenate(points)[:, 2].min()

    assert lowest(PlacedRobot("r", puma)) == pytest.approx(0.0, abs=1e-9)
    raised = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0.5), (0, 0, 0, 1))
    assert lowest(PlacedRobot("r", puma, raised)) == pytest.approx(0.0, abs=1e-9)
    hanging = ((1, 0, 0, 0), (0, -1, 0, 0), (0, 0, -1, 2.5), (0, 0, 0, 1))
    assert lowest(PlacedRobot("r", puma, hanging)) > 2.0


def test_the_hand_points_along_z_of_the_tool(puma):
    def far(name):
        parts = skeleton_parts(puma, PlacedRobot("r", puma).place, name)
        return [
            part for part in parts if part.role == "tool" or (part.link == 6 and part.role == "cap")
        ]

    hand = far("hand")
    assert any(part.role == "tool" for part in hand)
    assert not any(part.role == "tool" for part in far("none"))
    assert any(part.role == "tool" for part in far("a name nobody knows"))
    fingers = [p for p in hand if p.role == "cap"][-1]
    assert fingers.pose[:3, 2] == pytest.approx([0, 0, 1])
    assert volume(fingers.mesh) > 0


def test_finger_tips_reach_a_tool_frame_further_out():
    tool = pose(rotx(0.4), [0.0, 0.1, 0.5])
    robot = Robot.from_dh([0.5, 0.4], [0, 0], [0.3, 0], [0, 0], tool=tool)
    parts = skeleton_parts(robot, PlacedRobot("r", robot).place, "hand")
    (fingers,) = [p for p in parts if p.role == "cap" and p.mesh.bounds[0, 0] < 0 and p.owner == 2][
        -1:
    ]
    ends = fingers.mesh.vertices @ fingers.pose[:3, :3].T + fingers.pose[:3, 3]
    local = (ends - tool[:3, 3]) @ tool[:3, :3]
    assert local[:, 2].max() == pytest.approx(0.0, abs=1e-9)


def test_a_robot_of_screws_is_drawn_as_the_table_of_its_axes(puma):
    placed, posture = PlacedRobot("puma", puma), (0.3, 0.8, -2.0, 0.4, -0.9, 0.2)
    M, screws = placed.robot.to_screws()
    frames = [np.eye(4)] * (placed.robot.n + 1)
    frames[-1] = M
    general = replace(placed, robot=Robot.from_screws(M, screws, link_frames=frames))
    assert {joint.convention for joint in general.robot.joints} == {"general"}
    solids = skeleton_solids(general, posture)
    # every joint's axis still has a body on it
    for i in range(1, placed.robot.n):
        origin = world_frames(placed, posture)[i, :3, 3]
        assert gap_of_point(origin, solids) < 1e-6
    assert max(np.abs(solid.pose[:3, 3]).max() for solid in solids) < 2
