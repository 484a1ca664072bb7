"""Workspaces against closed forms, against inverse kinematics, and wherever they are computed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import ikine
from rvs.engine.joint import Joint
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.files.library import load_robot
from rvs.study.dexterity import (
    condition_number,
    optimum_posture,
    singular_values,
    usual_task,
)
from rvs.study.workspace.clearing import clear, service, turns
from rvs.study.workspace.cloud import POSITION, cells_at, cloud, posture_at, section
from rvs.study.workspace.gather import Cells, Frame
from rvs.study.workspace.workspace import Workspace, workspace


def planar(*lengths: float) -> Robot:
    return Robot.from_dh(a=list(lengths), alpha=0, d=0, theta=0)


# Several tests ask for the same one.
@cache
def found(robot: Robot, level: int = 0, **options) -> Workspace:
    *_, last = workspace(robot, levels=level + 1, **options)
    return last


def sector(robot: Robot, turn: float) -> Robot:
    """The robot with its first joint limited to a part of a turn."""
    first = robot.joints[0]
    limited = Joint(a=first.a, limits=(-0.3, turn - 0.3))
    return Robot((limited, *robot.joints[1:]))


def test_planar_arms_have_their_known_area():
    two, three = found(planar(1.0, 0.5)), found(planar(1.0, 0.7, 0.4))
    assert two.planar
    assert two.measure == pytest.approx(np.pi * (1.5**2 - 0.5**2), rel=1e-3)
    assert three.measure == pytest.approx(np.pi * 2.1**2, rel=1e-3)
    assert two.reach == pytest.approx(1.5)


def test_a_limited_first_joint_keeps_its_part_of_the_area():
    """The other joint reaches the whole ring from any angle, so only the way there counts."""
    elbow = Joint(a=0.5, limits=(0.0, np.pi))
    robot = sector(Robot((Joint(a=1.0), elbow)), 1.0)
    # a 2R arm with its elbow on one side: a ring's part of 1 rad at every radius
    assert found(robot, 1).measure == pytest.approx((1.5**2 - 0.5**2) / 2, rel=5e-3)


def test_postures_beside_each_other_are_one_interval():
    cells = Cells(Frame(np.zeros(2), np.ones(2), (1, 2), (0.0, 2 * np.pi)), 2)
    s = np.array([*np.linspace(0.1, 0.5, 9), 3.0, 5.9, 6.0])
    cells.add(np.zeros((12, 2)), np.column_stack([np.full((12, 2), 0.5), s]))
    near, nothing = cells.intervals(np.arange(2), 1.0, turns=False)
    assert near == [(0.1, 1.5), (3.0, 4.0), (5.9, 7.0)]
    assert nothing == []
    (turned,) = cells.intervals(np.array([0]), 1.0, turns=True)
    np.testing.assert_allclose(turned, [(0.0, 1.5), (3.0, 4.0), (5.9, 2 * np.pi)])


def test_the_puma_has_its_closed_volume():
    """Its wrist centre fills a shell between two spheres, for the shoulder offset keeps areas."""
    robot = load_robot("puma560").robot
    a2, forearm = robot.joints[1].a, np.hypot(robot.joints[2].a, robot.joints[3].d)
    exact = 4 / 3 * np.pi * ((a2 + forearm) ** 3 - abs(a2 - forearm) ** 3)
    coarse, fine = workspace(robot, limits=False, levels=2)
    assert coarse.measure == pytest.approx(exact, rel=1e-2)
    assert fine.measure == pytest.approx(exact, rel=1e-3)
    assert abs(fine.measure - exact) < 3 * fine.error
    assert (coarse.last, fine.last) == (False, True)


def test_sliding_joints_make_a_box():
    turn = np.pi / 2
    robot = Robot(
        (
            Joint(alpha=-turn, kind="prismatic", limits=(0.0, 1.0)),
            Joint(alpha=-turn, theta=-turn, kind="prismatic", limits=(0.2, 0.9)),
            Joint(kind="prismatic", limits=(0.0, 0.5)),
        )
    )
    assert found(robot).measure == pytest.approx(1.0 * 0.7 * 0.5, rel=1e-6)


@pytest.mark.parametrize("name", ["puma560", "ur5e", "scara"])
def test_membership_agrees_with_inverse_kinematics(name):
    """Random points of the box around: inside or outside, as one posture after another says."""
    robot = load_robot(name).robot
    area = found(robot, 1, judge=False)
    rng = np.random.default_rng(3)
    reached, _ = cloud(area, 2000)
    points = rng.uniform(reached.min(axis=0), reached.max(axis=0), (60, 3))
    told = cells_at(area, points) >= 0
    T = np.eye(4)
    wrong = 0
    for point, inside in zip(points, told, strict=True):
        T[:3, 3] = point
        wrong += ikine(area.sweep.limited, T, mask=POSITION, starts=12).success != inside
    assert wrong <= 2  # beside the border, within a cell


def test_points_of_the_cloud_are_reached():
    robot = load_robot("puma560").robot
    area = found(robot)
    points, cells = cloud(area, 40)
    assert (area.share[cells] > 0).all()
    missed = 0
    for point in points:
        q = posture_at(area, point)
        if q is None:
            missed += 1
            continue
        assert np.allclose(fkine(area.sweep.robot, q)[:3, 3], point, atol=1e-5)
        low, high = robot.limits.T
        assert ((low - 1e-9 <= q) & (q <= high + 1e-9)).all()
    assert missed <= 2
    assert posture_at(area, [9.0, 0.0, 0.0]) is None


def test_a_section_is_a_picture_of_cells():
    area = found(planar(1.0, 0.5))
    picture = section(area, [-2, -2, 0], [4, 0, 0], [0, 4, 0], (40, 40)) >= 0
    share = np.pi * (1.5**2 - 0.5**2) / 16
    assert picture.mean() == pytest.approx(share, abs=0.03)
    assert not picture[20, 20]


def test_the_numbers_are_the_same_in_threads():
    robot = load_robot("scara").robot
    alone = found(robot)
    with ThreadPoolExecutor(2) as pool:
        beside = found(robot, executor=pool)
    for name in ("measure", "gci", "samples", "error", "reach"):
        assert getattr(alone, name) == getattr(beside, name)
    assert np.array_equal(alone.postures, beside.postures)


@pytest.mark.long
def test_the_numbers_are_the_same_on_a_cluster():
    """Two workers in processes of their own: starting them takes seconds."""
    distributed = pytest.importorskip("distributed")
    robot = planar(1.0, 0.5)
    alone = found(robot)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        beside = found(robot, executor=client.get_executor())
    assert (alone.measure, alone.gci) == (beside.measure, beside.gci)


def test_conditioning_is_best_where_it_is_known_to_be():
    """A 2R arm of 1 and sqrt(1/2) is isotropic at a distance of sqrt(1/2) from its first axis."""
    area = found(planar(1.0, np.sqrt(0.5)), 1)
    best = int(np.argmax(area.conditioning))
    assert area.conditioning[best] == pytest.approx(1.0, abs=1e-3)
    assert area.frame.centres(np.array([best]))[0, 0] == pytest.approx(np.sqrt(0.5), abs=0.03)
    assert 0.0 < area.gci < 1.0


ROLL = Robot.from_dh(
    a=[0.4, 0, 0], alpha=[0, np.pi / 2, 0], d=[0, 0, 0.3], theta=0, offset=[0, np.pi / 2, 0]
)
# Three joints turn about parallel axes and one slides along them; a fifth one turns the tool too.
FLAT = Robot(
    tuple(
        Joint(a=a, kind=kind, limits=(0.0, 0.2) if kind == "prismatic" else (-2.0, 2.0))
        for a, kind in zip(
            [0.3, 0.3, 0.2, 0.0, 0.0],
            ["revolute", "revolute", "revolute", "prismatic", "revolute"],
            strict=True,
        )
    )
)


@pytest.mark.parametrize(
    "robot",
    [
        ROLL,
        planar(1.0, 0.5),
        planar(1.0, 0.7, 0.4, 0.3),
        load_robot("scara").robot,
        load_robot("rhino-xr3").robot,
        FLAT,
    ],
    ids=["roll in a plane", "2R", "4R", "4 joints", "5 joints", "5 joints, rank 4"],
)
def test_the_indices_are_those_of_dexterity(robot):
    """Indices of every posture agree, and no cell is better than the best posture of all."""
    area = found(robot)
    task = usual_task(robot)
    assert area.task == task
    sweep = area.sweep
    q = np.random.default_rng(5).uniform(sweep.low, sweep.high, (4000, robot.n))
    index = 1.0 / np.asarray(condition_number(robot, q, area.length, task=task))
    volume = np.asarray(singular_values(robot, q, area.length, task)).prod(axis=1)
    mean = float((index * volume).sum() / volume.sum())
    assert mean > 0.05
    assert area.gci == pytest.approx(mean, abs=0.02)
    best = optimum_posture(robot, task=task, limits=True)
    assert area.gci < area.conditioning.max() <= 1.0 / best.condition + 1e-9
    assert area.conditioning.max() > 0.9 / best.condition


def test_another_task_gives_other_indices():
    robot = load_robot("scara").robot
    pose, position = found(robot), found(robot, task="position")
    assert (pose.task, position.task) == ("pose", "position")
    assert abs(pose.gci - position.gci) > 0.01
    assert pose.measure == position.measure


def test_cube_turns_are_rotations_and_differ():
    R = turns()
    assert R.shape == (24, 3, 3)
    assert np.allclose(np.linalg.det(R), 1.0)
    assert len({tuple(each.ravel()) for each in R}) == 24


def test_the_middle_of_a_workspace_is_dexterous():
    area = found(load_robot("puma560").robot, limits=False)
    answer = service(area, 12)
    assert answer.share.min() > 0.0
    # with its tool point at the wrist centre the arm turns it in every way, everywhere
    assert answer.dexterous == pytest.approx(1.0, abs=0.1)
    assert 1.0 < answer.postures.mean() <= 8.0
    with pytest.raises(ArgumentError, match="at least six"):
        service(found(load_robot("scara").robot, judge=False), 5)


def test_bodies_take_their_share():
    area = found(planar(1.0, 0.5))
    answer = clear(area, lambda q: fkine(area.sweep.robot, q)[0, 3] > 0, count=300)
    assert answer.share == pytest.approx(0.5, abs=4 * answer.error)
    assert (answer.points[answer.free, 0] <= 1e-6).all()


@pytest.mark.parametrize(
    ("robot", "message"),
    [
        (Robot((Joint(a=1.0), Joint(kind="prismatic"))), "joint 2 has no limits"),
        (Robot((Joint(kind="helical", pitch=0.1), Joint(a=1.0))), "helical first joint"),
        (Robot((Joint(), Joint())), "can reach only a line or a point"),
    ],
)
def test_what_has_no_workspace_says_why(robot, message):
    with pytest.raises(ArgumentError, match=message):
        next(workspace(robot))


def test_levels_are_counted():
    with pytest.raises(ArgumentError, match="levels: expected 1 to 3"):
        next(workspace(planar(1.0, 0.5), levels=9))
