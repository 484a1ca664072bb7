"""Numbers that can hardly be meant, units that a file does not say, and their cures."""

from math import inf, pi, radians

import numpy as np
import pytest

from rvs.engine.joint import Inertia, Joint
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.files.library import load_robot
from rvs.model.robots.imported import Imported
from rvs.model.robots.plausibility import oddities

LENGTHS, ANGLES = "lengths were taken in m", "angles were taken in °"
UNSAID = "the file does not give the unit"
OTHER = Imported("/arm")
TABLE = Imported("/arm.csv", angle="deg", assumed=("length", "angle"))


def cured(robot: Robot, label: str, imported: Imported = OTHER) -> Robot:
    """A robot after the cure of a label; nothing is doubtful of it then."""
    (cure,) = (one.cure for one in oddities(robot, imported) if one.cure.label == label)
    said = {name: cure.said.get(name, getattr(imported, name)) for name in ("length", "angle")}
    changed = cure.change(robot)
    after = oddities(changed, Imported("/arm", **said))
    assert label not in [one.cure.label for one in after]
    return changed


def test_lengths_in_another_unit_take_all_that_is_measured_with_them_along() -> None:
    mass = Inertia(2.0, (100.0, 0.0, 50.0), (2e6, 2e6, 1e6, 0.0, 0.0, 0.0))
    robot = Robot(
        (
            Joint(a=400.0, d=20.0, inertia=mass),
            Joint(d=0.0, kind="prismatic", limits=(0.0, 300.0), offset=10.0),
        )
    )
    robot = robot.replace(maker=pose(np.eye(3), (0.0, 0.0, 300.0)))
    arm = cured(robot, "Read lengths in mm")
    assert arm.maker[2, 3] == pytest.approx(0.3)
    first, second = arm.joints
    assert (first.a, first.d) == pytest.approx((0.4, 0.02))
    assert first.inertia.com == pytest.approx((0.1, 0.0, 0.05))
    assert first.inertia.moments[:3] == pytest.approx((2.0, 2.0, 1.0))
    assert (second.offset, *second.limits) == pytest.approx((0.01, 0.0, 0.3))


@pytest.mark.parametrize(
    ("limits", "wanted"),
    [
        # radians as the angles are, degrees that were right, and none
        ((radians(-3.0), radians(2.0)), (-3.0, 2.0)),
        ((radians(-170.0), radians(90.0)), (radians(-170.0), radians(90.0))),
        ((-inf, inf), (-inf, inf)),
    ],
)
def test_angles_of_a_table_are_taken_in_radians(limits, wanted) -> None:
    joint = Joint(a=0.4, alpha=radians(pi / 2), offset=radians(-pi / 2), limits=limits)
    (arm,) = cured(Robot((joint,)), "Read angles in rad", TABLE).joints
    assert (arm.alpha, arm.offset) == pytest.approx((pi / 2, -pi / 2))
    assert arm.limits == pytest.approx(wanted)


def test_angles_and_limits_of_radians_are_taken_in_degrees() -> None:
    (arm,) = cured(
        Robot((Joint(a=0.4, alpha=90.0, limits=(-170.0, 10.0)),)), "Read angles in deg"
    ).joints
    assert arm.alpha == pytest.approx(pi / 2)
    assert arm.limits == pytest.approx((radians(-170.0), radians(10.0)))
    robot = Robot((Joint(a=0.4, limits=(-170.0, 170.0)), Joint(a=0.2, kind="prismatic")))
    arm = cured(robot, "Read limits in degrees")
    assert arm.joints[0].limits == pytest.approx((radians(-170.0), radians(170.0)))
    assert arm.joints[1] == robot.joints[1]


def test_limits_that_are_all_zero_are_taken_off() -> None:
    robot = Robot((Joint(a=0.4, limits=(0.0, 0.0)),) * 2)
    assert {joint.limits for joint in cured(robot, "Remove the limits").joints} == {(-inf, inf)}


def test_bare_columns_are_taken_in_the_new_order(tmp_path) -> None:
    path = tmp_path / "arm.txt"
    # theta, d, a, alpha as a newer release writes them
    path.write_text("0.1 0.3 0.4 1.5708\n0 0 0.2 0\n", encoding="utf-8")
    read = load_robot(path)
    (odd,) = oddities(read.robot, read.imported)
    assert read.warnings[-1].message == f"{odd.sentence} (--take new-order)"
    first = odd.cure.change(read.robot).joints[0]
    assert (first.theta, first.d, first.a, first.alpha) == pytest.approx((0.1, 0.3, 0.4, 1.5708))
    assert odd.cure.said == {"old_order": False}


@pytest.mark.parametrize(
    ("table", "assumed", "words"),
    [
        # nobody means an arm of 0.4 mm, nor an angle of 90 rad
        ("a,alpha,d,theta\n0.4,90,0,0\n", ("length", "angle"), ""),
        (
            "a,alpha,d,theta\n30,2,0,0\n",
            ("length", "angle"),
            f"{LENGTHS}; {UNSAID} (--take mm)\n{ANGLES}; {UNSAID} (--take rad)",
        ),
        ("a (mm),alpha,d (mm),theta\n400,2,0,0\n", ("angle",), f"{ANGLES}; {UNSAID} (--take rad)"),
        ("a,alpha,d,theta\n30,90 deg,0,0\n", ("length",), f"{LENGTHS}; {UNSAID} (--take mm)"),
        ("a [m],alpha [rad],d [m],theta [rad]\n30,1.5,0,0\n", (), ""),
        ("a,alpha,d,theta\n30 m,pi/2,0,0\n", (), ""),
    ],
)
def test_units_that_a_table_does_not_say_are_named(tmp_path, table, assumed, words) -> None:
    path = tmp_path / "arm.csv"
    path.write_text(table, encoding="utf-8")
    read = load_robot(path)
    assert read.imported.assumed == assumed
    assert "\n".join(one.message for one in read.warnings) == words


def test_other_units_are_offered_only_where_they_can_be_meant() -> None:
    assert oddities(Robot((Joint(a=0.4, alpha=pi / 2),)), TABLE) == ()
    # 30 m, or 30 mm; 2 degrees, or 2 radians
    odd = Robot((Joint(a=30.0, alpha=radians(2.0)),))
    found = oddities(odd, TABLE)
    assert not any(one.doubtful for one in found)
    assert [one.cure.label for one in found] == ["Read lengths in mm", "Read angles in rad"]


def test_lengths_at_base_and_tool_count_as_those_of_the_table() -> None:
    """A joint between two links of a description may have all its length there."""
    far = pose(np.eye(3), (500.0, 0.0, 300.0))
    arm = cured(Robot((Joint(),), base_rows=far, tool_rows=far), "Read lengths in mm")
    assert arm.base[:3, 3] == pytest.approx((0.5, 0.0, 0.3))
    joint = Joint(convention="general", before=far)
    (arm,) = cured(Robot((joint,)), "Read lengths in mm").joints
    assert [row[3] for row in arm.before] == pytest.approx([0.5, 0.0, 0.3, 1.0])


def test_numbers_stand_as_they_do_in_the_file() -> None:
    joint = Joint(a=0.4, alpha=radians(1.5708), limits=(radians(-3.1), radians(2.9)))
    (arm,) = cured(Robot((joint,)), "Read angles in rad", TABLE).joints
    assert (arm.alpha, *arm.limits) == (1.5708, -3.1, 2.9)
