"""Frames and the floor as they are drawn."""

import numpy as np
import pytest

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Solid
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.document import PlacedRobot
from rvs.scene.annotate.floor import MINOR_ALPHA, RADIUS_PARTS, fade, floor_items, grid_spacing
from rvs.scene.annotate.frames import axis_length, frame_items, frame_points
from rvs.scene.items import Label, Line, Region, Scene


def drawn(robot, q=None, **options):
    placed = PlacedRobot("r", robot)
    posture = tuple(float(v) for v in (robot.home if q is None else q))
    settings = {"background": "light", "labels": True, "frame_size": 1.0, "first_frame": 0}
    entries = frame_items(placed, posture, *(settings | options).values())
    return placed, posture, Scene(entries, None).items


def names(items):
    return [item.text + item.subscript for item in items if isinstance(item, Label)]


def test_arrows_lie_on_the_axes_of_the_frames():
    robot = Robot.from_dh([0.5, 0.4], [0.4, -0.7], [0.3, 0.2], [0, 0])
    placed, posture, items = drawn(robot, [0.3, -0.9])
    arrows = [item for item in items if isinstance(item, Solid)]
    frames = world_frames(placed, posture)
    assert len(arrows) == 9
    for arrow, (k, axis) in zip(arrows, np.ndindex(3, 3), strict=True):
        assert arrow.pose[:3, 2] == pytest.approx(frames[k, :3, axis])
        assert arrow.pose[:3, 3] == pytest.approx(frames[k, :3, 3])
        assert np.linalg.det(arrow.pose[:3, :3]) == pytest.approx(1)
        assert arrow.owner == ("r", "frame", k)
        assert arrow.color == rgba(getattr(SCENE["light"], "xyz"[axis]))
        assert (arrow.layer, arrow.depth, arrow.material) == ("annotation", "hidden", "annotation")


def test_labels_stand_at_the_tips_and_point_along_the_axes():
    robot = Robot.from_dh([0.5], [0.4], [0.3], [0])
    placed, posture, items = drawn(robot, [0.3])
    size = axis_length(robot)
    tips = frame_points(placed, posture, 1.0)
    labels = [item for item in items if isinstance(item, Label)]
    assert [label.text + label.subscript for label in labels] == [
        "X0",
        "Y0",
        "Z0",
        "X1",
        "Y1",
        "Z1",
    ]
    for label, tip in zip(labels, tips, strict=True):
        assert label.at == pytest.approx(tip)
        assert np.linalg.norm(label.away) == pytest.approx(1)
    assert axis_length(robot, 2.0) == pytest.approx(2 * size)


def test_the_first_frame_may_count_from_one_and_labels_may_be_off():
    robot = Robot.from_dh([0.5], [0.4], [0.3], [0])
    assert names(drawn(robot, [0.3], first_frame=1)[2])[0] == "X1"
    assert names(drawn(robot, [0.3], labels=False)[2]) == []


def test_frames_of_no_size_are_not_drawn(puma):
    assert drawn(puma, frame_size=0.0)[2] == ()


def test_axes_that_coincide_are_drawn_once_with_both_numbers():
    robot = Robot.from_dh([0.4, 0], [0, np.pi / 2], [0.3, 0], [0, 0])
    assert names(drawn(robot, [0, 0])[2]) == ["X0", "Y0", "Z0", "X1,2", "Y1", "Z1", "Y2", "Z2"]
    assert "X1" in names(drawn(robot, [0, 0.3])[2])


def test_a_different_axis_on_the_same_line_is_shorter():
    robot = Robot.from_dh([0.4, 0], [0, np.pi / 2], [0.3, 0], [0, 0])
    arrows = [item for item in drawn(robot, [0, 0])[2] if isinstance(item, Solid)]
    heights = {round(float(a.mesh.bounds[1, 2] / axis_length(robot)), 2) for a in arrows}
    assert len(arrows) == 8
    assert heights == {1.0, 0.74}


def test_the_tool_has_a_frame_only_where_it_differs(puma):
    assert not any(name.endswith("T") for name in names(drawn(puma, np.arange(6) / 5)[2]))
    tooled = puma.replace(tool=pose(p=[0, 0, 0.2]))
    found = names(drawn(tooled, np.arange(6) / 5)[2])
    assert {"XT", "YT", "ZT"} <= set(found)


@pytest.mark.parametrize(
    ("size", "minor", "major"),
    [(1.7, 0.1, 0.5), (3.3, 0.2, 1.0), (8, 0.5, 2.0), (0.03, 0.002, 0.01), (150, 10, 50)],
)
def test_grid_spacing_runs_through_1_2_5(size, minor, major):
    assert grid_spacing(size) == pytest.approx((minor, major))


def test_the_floor_fades_from_its_middle_to_nothing():
    radii = np.array([[0.0, 0], [0.12, 0], [0.56, 0], [1.0, 0], [1.5, 0]]) * 4
    assert fade(radii, np.zeros(2), 4.0) == pytest.approx([1, 1, 0.5, 0, 0])


def test_the_floor_is_flat_convex_and_without_overlap():
    disc = next(i for i in floor_items(1.0, 0.0, 0.0, "light") if isinstance(i, Region))
    assert (disc.points[:, 2] == 0).all()
    assert disc.starts[-1] == len(disc.points) == len(disc.alphas)
    area = 0.0
    for a, b in zip(disc.starts, disc.starts[1:], strict=False):
        x, y = disc.points[a:b, :2].T
        area += np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2
    assert area == pytest.approx(np.pi * RADIUS_PARTS**2, rel=1e-2)
    assert np.linalg.norm(disc.points, axis=1).max() == pytest.approx(RADIUS_PARTS)


def test_grid_lines_are_multiples_of_their_spacing_around_any_middle():
    _, fine, coarse, x_axis, y_axis = floor_items(1.7, 3.0, -1.0, "light")
    for grid, spacing in ((fine, 0.1), (coarse, 0.5)):
        assert grid.pairs
        steps = grid.points.reshape(-1, 2, 3)
        constant = np.where(
            np.isclose(steps[:, 0, 0], steps[:, 1, 0]), steps[:, 0, 0], steps[:, 0, 1]
        )
        assert np.allclose(constant / spacing, np.round(constant / spacing), atol=1e-6)
    assert fine.color[3] == pytest.approx(MINOR_ALPHA)
    assert np.allclose(x_axis.points[:, 1], 0)
    assert np.allclose(y_axis.points[:, 0], 0)
    assert x_axis.color[:3] == rgba(SCENE["light"].x)[:3]
    assert all(isinstance(item, Line) for item in (fine, coarse, x_axis, y_axis))


def numbers(items):
    return {item.owner[2] for item in items if isinstance(item, Solid)}


def test_only_the_wanted_frames_are_drawn(puma):
    assert numbers(drawn(puma, which="wrist")[2]) == {6}
    tool = np.eye(4)
    tool[2, 3] = 0.1
    held = Robot.from_dh([0.5, 0.4], [0.4, -0.7], [0.3, 0.2], [0, 0], tool=tool)
    assert numbers(drawn(held, which="ends")[2]) == {0, 3}
    assert numbers(drawn(held, which="wrist")[2]) == {2}
    assert numbers(drawn(puma, which="ends")[2]) == {0, 6}
    placed = drawn(puma)[0]
    for chosen, shown in (
        ((placed.id, "link", 3), {3}),
        ((placed.id, "link", 3, "part"), {3}),
        ((placed.id, "frame", 2), {2}),
        ((placed.id, "tool"), {6}),
        (("another", "link", 3), set()),
        ((), set()),
    ):
        assert numbers(drawn(puma, which="chosen", chosen=chosen)[2]) == shown, chosen
