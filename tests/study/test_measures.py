"""Measures of robots against closed forms, other searches of RVS and published isotropic arms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.engine.dynamics import gravload
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia, Joint
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.files.library import load_robot
from rvs.scripting.measuring import broken_words, read_requirement
from rvs.study.dexterity import condition_number, maximum_reach
from rvs.study.drives import largest_payload, load_of
from rvs.study.measures.cells import cell_of, changed, lengths_of
from rvs.study.measures.measures import (
    MEASURES,
    Course,
    Setting,
    measured,
    measures_of,
)
from rvs.study.measures.reach import boxed, farthest

ARMS = ("puma560", "ur5e", "scara", "iiwa7", "meca500", "cartesian", "canadarm2")


def planar(*lengths: float, **named) -> Robot:
    return Robot.from_dh(a=list(lengths), alpha=0, d=0, theta=0, **named)


def of(robot: Robot, name: str, q=None, **named) -> float:
    setting = Setting(np.zeros(robot.n) if q is None else np.array(q, dtype=float), **named)
    values, reasons = measured([robot], [MEASURES[name]], setting)
    assert not reasons[0], reasons
    return float(values[0, 0])


@pytest.mark.parametrize("name", ARMS)
def test_reach_is_that_of_another_search(name):
    robot = load_robot(name).robot
    assert farthest([robot])[0] == pytest.approx(maximum_reach(robot, True).distance, abs=1e-9)
    if robot.joints[0].turns:
        across = maximum_reach(robot, True, axis=True).distance
        assert farthest([robot], "across")[0] == pytest.approx(across, abs=1e-9)


def test_reach_of_robots_together_is_that_of_each():
    arms = [planar(1.0, 0.5 + 0.1 * k, limits=[(-3, 3), (0.3 + 0.1 * k, 2)]) for k in range(5)]
    together = farthest(arms)
    for arm, found in zip(arms, together, strict=True):
        (a, b), bent = (joint.a for joint in arm.joints), arm.limits[1, 0]
        assert found == pytest.approx(np.sqrt(a * a + b * b + 2 * a * b * np.cos(bent)))


def test_height_and_flange():
    arm = Robot.from_dh([0, 0.6], [np.pi / 2, 0], [0.4, 0], 0, limits=[(-3, 3), (0, 0.5)])
    arm = arm.replace(tool=[[1, 0, 0, 0.2], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    assert of(arm, "reach-up") == pytest.approx(0.4 + 0.8 * np.sin(0.5))
    assert of(arm, "flange-reach-up") == pytest.approx(0.4 + 0.6 * np.sin(0.5))
    assert of(arm, "reach-across") == pytest.approx(0.8)
    assert of(arm, "flange-reach-across") == pytest.approx(0.6)
    assert of(arm, "length") == pytest.approx(1.0)


def test_height_along_another_direction():
    """A planar arm that may turn by 30° to 40° reaches up to its end along y, and 0 along z."""
    arm = planar(1.0, limits=[np.radians([30, 40])])
    assert farthest([arm], "up")[0] == pytest.approx(0.0, abs=1e-12)
    assert farthest([arm], "up", up=[0, 1, 0])[0] == pytest.approx(np.sin(np.radians(40)))
    assert farthest([arm], "up", up=[1, 0, 0])[0] == pytest.approx(np.cos(np.radians(30)))
    slanted = np.sqrt([0.5, 0.5, 0.0])
    assert farthest([arm], "up", up=slanted)[0] == pytest.approx(np.cos(np.radians(5)))
    robot = load_robot("ur5e").robot
    tilted = robot.replace(
        base=np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
    )
    assert farthest([tilted], "up")[0] == pytest.approx(farthest([robot], "up", up=[0, 1, 0])[0])


def test_condition_number_of_a_planar_arm_in_closed_form():
    """J J^T has the trace l1² + 2 l2² + 2 l1 l2 c and the determinant (l1 l2 s)²."""
    l1, l2, q2 = 0.8, 0.5, 1.1
    trace = l1**2 + 2 * l2**2 + 2 * l1 * l2 * np.cos(q2)
    exact = trace / (2 * l1 * l2 * np.sin(q2))
    assert of(planar(l1, l2), "kappa", [0.3, q2]) == pytest.approx(exact)


def test_isotropic_two_link_arm_of_the_literature():
    """Salisbury and Craig (1982): l1 = √2 l2, elbow at 135°."""
    assert of(planar(np.sqrt(2), 1.0), "best-kappa") == pytest.approx(1.0, abs=1e-9)
    # of equal links (3 + 2 c) / (2 s) is least at c = -2/3
    assert of(planar(1.0, 1.0), "best-kappa") == pytest.approx(np.sqrt(5) / 2, abs=1e-9)


def test_size_of_the_workspace_of_a_planar_arm():
    exact = np.pi * (1.5**2 - 0.5**2)
    assert of(planar(1.0, 0.5), "volume") == pytest.approx(exact, rel=1e-2)


def horizontal() -> Robot:
    """Two links that lift against gravity; each has its mass at its middle."""
    return Robot.from_dh(
        [1.0, 0.5], 0, 0, 0, mass=[4, 2], com=[[-0.5, 0, 0], [-0.25, 0, 0]], effort=[100, 40],
        gravity=(0, -10, 0), limits=[(-3, 3), (0.0, 2.0)],
    )  # fmt: skip


def test_strength_of_an_arm_against_gravity_by_hand():
    arm = horizontal()
    # stretched: 4 kg at 0.5 m and 2 kg at 1.25 m about joint 1, 2 kg at 0.25 m about joint 2
    assert of(arm, "torque") == pytest.approx(45.0)
    assert of(arm, "worst-torque", [1.5, 1.0]) == pytest.approx(45.0)
    assert of(arm, "effort") == pytest.approx(0.45)
    assert of(arm, "worst-effort", [1.5, 1.0]) == pytest.approx(0.45)
    # joint 1 holds (100 - 45) / 15 kg, joint 2 (40 - 5) / 5 kg
    assert of(arm, "payload") == pytest.approx(55 / 15)
    assert of(arm, "worst-payload", [1.5, 1.0]) == pytest.approx(55 / 15)
    assert of(arm, "mass") == pytest.approx(6.0)


def test_the_worst_payload_is_held_everywhere_and_no_more_is():
    robot = load_robot("ur5e").robot
    mass = of(robot, "worst-payload", robot.home)
    low, high = np.maximum(robot.limits.T[0], -np.pi), np.minimum(robot.limits.T[1], np.pi)
    q = low + np.random.default_rng(3).random((500, robot.n)) * (high - low)
    least = min(largest_payload(robot, one).mass for one in q)
    assert mass <= least * (1 + 1e-9)
    assert least < 1.3 * mass
    assert np.abs(gravload(robot, q)).max() <= of(robot, "worst-torque", robot.home) * (1 + 1e-9)


def test_a_box_of_a_planar_arm():
    arm = planar(1.0, 1.0)
    # kappa is the same on a circle about the base; the elbow is at 2 acos(r / 2)
    found = boxed(arm, (1.2, 0.0, 0.0, 1.2, 0.0, 0.0), "position")
    elbow = 2 * np.arccos(0.6)
    exact = condition_number(arm, [0.0, elbow], task="position")
    assert (found.share, found.condition) == (1.0, pytest.approx(exact, rel=1e-4))
    assert boxed(arm, (1.5, -0.5, 0.0, 2.5, 0.5, 0.0), "position").share == pytest.approx(4 / 9)
    assert boxed(arm, (1.5, -0.5, 0.0, 2.5, 0.5, 0.0), "position").condition == np.inf
    with pytest.raises(ArgumentError, match="lower corner"):
        boxed(arm, (1.0, 0, 0, 0.5, 0, 0), "position")


def test_least_time_of_a_motion_by_hand():
    """A joint of 2 rad/s² turns by 2 rad from rest to rest in 2 s."""
    arm = Robot((Joint(a=1.0, acceleration=2.0, inertia=Inertia(1.0)),), gravity=(0.0, 0.0, 0.0))
    times = np.linspace(0.0, 5.0, 51)
    course = Course(times, np.linspace(0.0, 2.0, 51)[:, None], np.array([0.0, 5.0]))
    assert of(arm, "time", course=course) == pytest.approx(2.0, rel=1e-4)


def test_loads_on_the_joints_of_a_motion_are_not_for_its_drives() -> None:
    """A push of 3 N m against a weight of 2 kg at 1 m, at rest."""
    arm = planar(1.0, mass=[2.0], gravity=(0.0, -10.0, 0.0))
    rows, pushes = np.zeros((3, 1)), np.full((3, 1), 3.0)
    course = Course(np.arange(3.0), rows, np.array([0.0, 2.0]), pushes=pushes)
    assert of(arm, "motion-torque", course=course) == pytest.approx(20.0 - 3.0)
    course = replace(course, poses=fkine(arm, rows))
    (reason,) = measured([arm], [MEASURES["motion-torque"]], Setting(np.zeros(1), course=course))[1]
    assert reason.endswith("follow the joint values")


def test_a_design_that_cannot_follow_the_tool_is_told():
    robot = load_robot("puma560").robot
    # nearly stretched, where only a long arm reaches
    rows = np.array([0.1, 0.2, -1.4, 0.3, 0.4, 0.5]) + np.linspace(0.0, 0.1, 5)[:, None]
    course = Course(np.arange(5.0), rows, np.array([0.0, 4.0]), fkine(robot, rows))
    short = changed(robot, [cell_of(robot, "a2"), cell_of(robot, "d4")], [0.1, 0.1])
    setting = Setting(np.zeros(6), course=course)
    measure = MEASURES["motion-torque"]
    values, reasons = measured([robot, short], [measure], setting)
    speeds = np.full((5, 6), 0.025)
    load = load_of(robot, course.times, rows, speeds, 0 * rows)
    assert values[0, 0] == pytest.approx(load.peaks.max())
    assert (reasons[0], np.isnan(values[1, 0])) == ("", True)
    assert reasons[1] == "motion-torque: the tool can't follow the motion at 0 s"


def test_cells_are_those_of_the_own_table():
    robot = load_robot("ur5e").robot
    names = lengths_of(robot)
    assert names[:3] == ("d1", "a2", "a3")
    cells = [cell_of(robot, name) for name in ("a2", "alpha1", "upper3", "mass4", "tool_z")]
    values = [0.5, 0.1, 1.0, 9.0, 0.25]
    made = changed(robot, cells, values)
    assert [cell.value(made) for cell in cells] == values
    assert made.joints[4:] == robot.joints[4:]
    assert made.joints[1] == robot.joints[1].__class__(
        **{name: getattr(robot.joints[1], name) for name in robot.joints[1].__dataclass_fields__}
        | {"a": 0.5}
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a9", "the robot has joints 1 to 6"),
        ("width2", "is not a cell"),
        ("theta2", "take offset2"),
    ],
)
def test_what_is_no_cell_is_refused(name, words):
    with pytest.raises(ArgumentError, match=words):
        cell_of(load_robot("ur5e").robot, name)


def test_what_a_measure_lacks_is_named():
    setting = Setting(np.zeros(2))
    with pytest.raises(ArgumentError, match="'weight' is not one of kappa"):
        measures_of(["weight"], setting)
    with pytest.raises(ArgumentError, match="box needs more; give box"):
        measures_of(["box"], setting)
    with pytest.raises(ArgumentError, match="time needs more; name a motion"):
        measures_of(["time"], setting)
    values, reasons = measured([planar(1.0, 1.0)], [MEASURES["payload"]], setting)
    assert np.isnan(values).all()
    assert reasons[0].startswith("payload: ")


def test_requirements():
    least = read_requirement("reach>=0.9", "m")
    assert (least.excess(1.0), least.excess(0.45)) == (0.0, pytest.approx(0.5))
    assert broken_words(least, 0.45, "m") == "reach 0.45 is below 0.9 m"
    assert broken_words(least, 0.45, "mm") == "reach 450 is below 900 mm"
    assert read_requirement("kappa <= 3", "m").excess(np.nan) == np.inf
    assert read_requirement("stiffness>=5e6", "mm").bound == 5e6
    for text in ("reach>=900", "reach>=90 cm", "reach >= 0.9m"):
        assert read_requirement(text, "mm").bound == 0.9
    for text in ("reach", "reach>0.9", "reach>=far", "beauty>=1"):
        with pytest.raises(ArgumentError, match="require: "):
            read_requirement(text, "m")
