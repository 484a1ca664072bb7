"""Why a tool stops on its way: true for the whole rest of the way, not for the next step alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.engine.inverse import ikine_all
from rvs.engine.kinematics import fkine
from rvs.engine.measures import singularity
from rvs.engine.robot import Robot
from rvs.engine.tracking import track
from rvs.engine.transforms import interpolate, pose
from rvs.files.library import load_robot

PUMA = load_robot("puma560").robot
READY = np.radians([30, 45, -160, 10, -65, 0])
TIMES = np.linspace(0.0, 4.0, 401)
PLANAR = Robot.from_dh([1, 1], 0, 0, 0)
IN_PLANE = [0, 0, 0, 1, 1, 0]


def line(*way, robot=PUMA, q=READY):
    """A straight way of the tool in 4 s."""
    start = fkine(robot, q)
    end = pose(start[:3, :3], start[:3, 3] + way)
    return lambda t: interpolate(start, end, np.asarray(t) / 4.0)


def reached(way, index, limits=False):
    return len(ikine_all(PUMA, way(TIMES[index : index + 1])[0], limits=limits)) > 0


WAYS = [(0.8, 0, 0), (-0.97, 0.63, 0.83), (0.27, -0.46, -0.92), (-0.79, 0.26, 0.85)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("limits", [True, False])
def test_what_is_said_of_the_rest_of_a_way_holds_for_its_rows(way, limits) -> None:
    poses = line(*way)
    stop = track(PUMA, poses, TIMES, READY, limits=limits).stop
    assert stop is not None
    assert stop.lost is not None
    lost = int(np.argmin(np.abs(TIMES - stop.lost)))
    assert TIMES[lost] == stop.lost >= stop.time
    assert "0." in stop.words
    assert not reached(poses, lost)
    assert not reached(poses, 400)
    assert reached(poses, lost - 1)
    assert not stop.others


def test_a_way_out_of_the_reach_is_no_singularity_with_another_branch() -> None:
    """The elbow is stretched where the way leaves the reach, and a step ahead is still reached."""
    poses = line(0.8, 0, 0)
    stop = track(PUMA, poses, TIMES, READY, limits=False).stop
    assert stop.kind == "reach"
    assert "leaves the arm's reach" in stop.words
    nearest = ikine_all(PUMA, poses(TIMES[-1:])[0]).reason.distance
    assert stop.distance == pytest.approx(nearest, rel=1e-3)
    assert f"{stop.distance:.3g} m" in stop.words


def test_a_branch_that_ends_where_another_goes_on_says_so() -> None:
    """The elbow of an arm with three parallel axes is stretched inside what the tool reaches."""
    arm, q = load_robot("ur5").robot, [0.78, 1.14, -1.19, 1.05, -0.32, -0.06]
    poses = line(-0.35, 0.2, -0.21, robot=arm, q=q)
    stop = track(arm, poses, TIMES, q, limits=False).stop
    assert (stop.kind, stop.others, stop.lost) == ("singularity", True, None)
    assert stop.words == (
        "an elbow singularity ends this branch: only another branch reaches the rest of the path"
    )
    last = int(np.searchsorted(TIMES, stop.time))
    assert all(len(ikine_all(arm, poses(TIMES[k : k + 1])[0])) for k in range(last, 401, 20))


def test_branches_beyond_the_limits_do_not_go_on() -> None:
    arm, q = load_robot("ur5").robot, [0.78, 1.14, -1.19, 1.05, -0.32, -0.06]
    poses = line(-0.35, 0.2, -0.21, robot=arm, q=q)
    rows = track(arm, poses, TIMES, q, limits=False).q
    # No joint can go where this branch does not lead it.
    ends = zip(arm.joints, rows.min(axis=0) - 0.1, rows.max(axis=0) + 0.1, strict=True)
    held = arm.replace(joints=tuple(replace(j, limits=(low, high)) for j, low, high in ends))
    stop = track(held, poses, TIMES, q).stop
    assert (stop.kind, stop.others, stop.lost) == ("singularity", False, None)
    assert "the others exceed the limits of joint" in stop.words


def test_a_limit_says_that_the_way_is_lost_later_anyway() -> None:
    arm = Robot.from_dh([1, 1], 0, 0, 0, limits=[[-2, 2], [-2.5, -1.0]])
    start, end = pose(p=[1, 0, 0]), pose(p=[1, 4, 0])
    found = track(
        arm,
        lambda t: interpolate(start, end, t),
        np.linspace(0, 1, 101),
        [np.pi / 3, -2 * np.pi / 3],
        mask=IN_PLANE,
    )
    assert found.stop.kind == "limit"
    assert found.stop.joint == 1
    assert found.stop.lost == pytest.approx(3**0.5 / 4, abs=0.01)
    assert "joint 2 is at its limit; from 0.44 s on no posture was found" in found.stop.words


@pytest.mark.parametrize(
    ("degrees", "words"),
    [
        ([0, 45, -170, 20, 0, 0], "a wrist singularity"),
        ([0, 45, -92.7, 20, 40, 0], "an elbow singularity"),
    ],
)
def test_a_singularity_has_its_article(degrees, words) -> None:
    assert singularity(PUMA, np.radians(degrees)).words == words
