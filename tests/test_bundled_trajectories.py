"""The bundled trajectories: within limits, gentle, from rest to rest, above the floor."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import rvs
from rvs.bodies.skeleton.skeleton import skeleton_solids
from rvs.engine.kinematics import fkine
from rvs.files.library import load_robot
from rvs.files.motions.jtraj import check_jtraj, read_jtraj
from rvs.files.storage.locations import bundled_folder
from rvs.model.document import PlacedRobot
from rvs.model.motions.rates import velocities, violations
from rvs.model.motions.recording import GENTLE

NAMED = ("rediestro", "puma560", "travpuma", "stanford", "rhino-xr3", "scara")
FILES = sorted((bundled_folder() / "jtraj").glob("*.jtraj"))
# Parts of a path, without rest at their ends.
CUT = ("rediestro-circle", "rediestro-thesis")
RADIUS = 0.1

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@cache
def played(path: Path):
    name = check_jtraj(path).robot
    architecture = load_robot(name)
    return architecture.robot, read_jtraj(path, architecture, name).trajectory


def bundled(name):
    return played(bundled_folder() / "jtraj" / f"{name}.jtraj")


@pytest.mark.parametrize("robot", NAMED)
def test_named_robots_have_two_trajectories(robot):
    made_for = [path for path in FILES if check_jtraj(path).robot == robot]
    assert len([path for path in made_for if path.stem != "rediestro-thesis"]) >= 2


@every_file
def test_says_what_it_shows(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith("/* ")
    assert check_jtraj(path).robot
    assert "\ndt = " in text


@every_file
def test_keeps_limits_and_gentle_rates(path):
    robot, trajectory = played(path)
    found = violations(robot, trajectory, GENTLE)
    if path.stem == "rediestro-thesis":
        # Published with four decimals, whose rounding shows in accelerations alone.
        found = [violation for violation in found if violation.quantity != "acceleration"]
    assert not found


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.stem not in CUT], ids=lambda path: path.stem
)
def test_begins_and_ends_at_rest(path):
    _, trajectory = played(path)
    _, speeds = velocities(trajectory)
    assert np.abs(speeds[[0, -1]]).max() < 0.005
    assert np.abs(speeds).max() > 0.1
    assert 5.0 < trajectory.duration < 60.0


@every_file
def test_stays_above_the_floor(path):
    robot, trajectory = played(path)
    placed = PlacedRobot("arm", robot)
    lowest = np.inf
    for row in trajectory.rows.array[::7]:
        for solid in skeleton_solids(placed, tuple(row.tolist())):
            if solid.owner[-1] != 0:
                low, high = solid.mesh.bounds
                corners = np.array(np.meshgrid(*zip(low, high, strict=True))).reshape(3, -1)
                lowest = min(lowest, (solid.pose[2, :3] @ corners + solid.pose[2, 3]).min())
    assert lowest > -1e-6


def circle():
    """Rows of the circle, the tool's places relative to its centre, and its directions."""
    robot, trajectory = bundled("rediestro-circle")
    poses = fkine(robot, trajectory.rows.array)
    places = poses[:, :3, 3]
    return trajectory, places - (places[:-1].min(axis=0) + places[:-1].max(axis=0)) / 2, poses


def test_the_circle_begins_with_the_published_rows():
    _, published = bundled("rediestro-thesis")
    rows = circle()[0].rows.array
    assert np.degrees(np.abs(rows[:4] - published.rows.array)).max() < 1e-3
    assert np.round(np.degrees(rows[0]), 4) == pytest.approx(
        np.degrees(published.rows.array[0]), abs=1e-9
    )


def test_the_circle_is_one_of_100_mm_a_degree_a_row():
    trajectory, places, _ = circle()
    assert len(trajectory.rows) == 361
    assert np.linalg.norm(places, axis=1) == pytest.approx(RADIUS, abs=1e-6)
    assert np.ptp(places[:, 2]) < 1e-6
    angles = np.unwrap(np.arctan2(places[:, 1], places[:, 0]))
    assert np.degrees(np.diff(angles)) == pytest.approx(-1.0, abs=1e-3)


def test_the_circle_keeps_the_orientation_and_closes_for_the_tool_alone():
    trajectory, places, poses = circle()
    assert np.abs(poses[:, :3, :3] - poses[0, :3, :3]).max() < 1e-6
    assert np.abs(places[-1] - places[0]).max() < 1e-6
    apart = np.degrees(np.abs(trajectory.rows.array[-1] - trajectory.rows.array[0])).max()
    assert 3.0 < apart < 3.2


def test_the_circle_has_rates_of_least_norm():
    """Self-motion of the joints is negligible beside the motion that moves the tool."""
    from rvs.engine.kinematics import jacobian

    robot, trajectory = bundled("rediestro-circle")
    middles = (trajectory.rows.array[1:] + trajectory.rows.array[:-1]) / 2
    steps = np.diff(trajectory.rows.array, axis=0)
    for q, step in zip(middles[::20], steps[::20], strict=True):
        idle = np.linalg.svd(jacobian(robot, q))[2][-1]
        assert abs(idle @ step) < 1e-3 * np.linalg.norm(step)


def test_rediestros_elbow_moves_while_the_tool_stands():
    robot, trajectory = bundled("rediestro-elbow")
    poses = fkine(robot, trajectory.rows.array)
    assert np.abs(poses - poses[0]).max() < 1e-6
    assert np.degrees(np.ptp(trajectory.rows.array[:, 1])) > 90.0


def test_travpumas_hand_stays_while_the_rail_moves():
    robot, trajectory = bundled("travpuma-still")
    rail = trajectory.rows.array[:, 0]
    middle = slice(int(np.argmax(rail)), int(np.argmin(rail[200:])) + 200)
    poses = fkine(robot, trajectory.rows.array[middle])
    assert np.ptp(rail[middle]) > 0.5
    assert np.abs(poses - poses[0]).max() < 1e-6


@pytest.mark.long
@every_file
def test_meets_neither_the_robot_itself_nor_the_floor(path):
    """As `rvs collide ROBOT --motion NAME` finds it: a second or two for each file."""
    robot = check_jtraj(path).robot
    found = rvs.collide(robot, motion=path.stem)
    assert not found.colliding
