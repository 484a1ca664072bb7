"""Edits of the table: what moves, what stays, and that postures follow their joints."""

from dataclasses import replace
from math import inf, pi, radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.dynamics import gravload
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS, Inertia, Joint, Motor
from rvs.engine.kinematics import fkine, frames
from rvs.engine.robot import Robot
from rvs.engine.screws import exp6
from rvs.model.document import Document, PlacedRobot, set_joint
from rvs.model.robots import table
from rvs.model.robots.new_robots import ARCHETYPES
from rvs.model.robots.ranges import joint_range
from rvs.model.session import Session
from rvs.model.state import State

# Steps of a thousandth: zeros and right angles turn up, meaningless tiny numbers do not.
NUMBERS = st.integers(-3000, 3000).map(lambda k: k / 1000) | st.sampled_from([0.0, pi / 2, pi])
POSES = st.lists(NUMBERS, min_size=6, max_size=6).map(exp6)
JOINTS = st.builds(
    Joint,
    a=NUMBERS,
    alpha=NUMBERS,
    d=NUMBERS,
    theta=NUMBERS,
    kind=st.sampled_from(["revolute", "prismatic", "helical"]),
    pitch=NUMBERS,
    offset=NUMBERS,
    convention=st.sampled_from(["standard", "modified"]),
    inertia=st.builds(Inertia, st.floats(0.5, 5.0), st.tuples(NUMBERS, NUMBERS, NUMBERS)),
)
TABLES = st.lists(JOINTS, min_size=1, max_size=7).map(tuple)


def general(joint: Joint, before: np.ndarray, after: np.ndarray) -> Joint:
    """Return a joint of the general convention of the same kind."""
    poses = [tuple(map(tuple, pose.tolist())) for pose in (before, after)]
    home = {"d": joint.d if joint.kind == "prismatic" else 0.0}
    home |= {"theta": joint.theta if joint.turns else 0.0}
    plain = replace(joint, a=0.0, alpha=0.0, convention="general", **home)
    return replace(plain, before=poses[0], after=poses[1])


MIXED = st.lists(JOINTS | st.builds(general, JOINTS, POSES, POSES), min_size=1, max_size=5)
ARM = Robot(
    (
        Joint(a=0.5, theta=0.25, name="waist"),
        Joint(a=0.25, d=0.1, theta=-0.5, offset=0.3, limits=(-1.0, 1.0), motor=Motor(gear=9.0)),
        Joint(kind="prismatic", d=0.1, theta=0.2, limits=(0.0, 0.4)),
    ),
    name="arm",
)


def cell(robot: Robot = ARM) -> Document:
    return Document((PlacedRobot("arm", robot), PlacedRobot("other", ARM)))


def arm(document: Document) -> Robot:
    assert document.robot("other").robot is ARM
    return document.robot("arm").robot


def session(robot: Robot = ARM, q: tuple[float, ...] = (1.0, 2.0, 3.0)) -> Session:
    return Session(State(cell(robot), {"arm": q, "other": (0.1, 0.2, 0.3)}))


@pytest.mark.parametrize("index", range(4))
def test_a_joint_comes_and_the_others_keep_their_values(index: int) -> None:
    held = session()
    held.edit("Add", lambda d: table.add_joint(d, "arm", index, Joint(a=1.0, theta=0.75)))
    joints = arm(held.state.document).joints
    assert joints[index] == Joint(a=1.0, theta=0.75)
    assert joints[:index] + joints[index + 1 :] == ARM.joints
    expected = [1.0, 2.0, 3.0]
    expected.insert(index, 0.75)
    assert held.state.postures == {"arm": tuple(expected), "other": (0.1, 0.2, 0.3)}
    held.undo()
    assert held.state.postures["arm"] == (1.0, 2.0, 3.0)


@pytest.mark.parametrize("index", range(3))
def test_a_joint_goes_and_the_others_keep_their_values(index: int) -> None:
    held = session()
    held.edit("Remove", lambda d: table.remove_joint(d, "arm", index))
    expected = [1.0, 2.0, 3.0]
    del expected[index]
    assert held.state.postures["arm"] == tuple(expected)
    held.undo()
    held.redo()
    assert held.state.postures["arm"] == tuple(expected)


def test_equal_joints_are_told_apart() -> None:
    held = session(Robot(tuple(Joint(a=1.0) for _ in range(3))))
    held.edit("Remove", lambda d: table.remove_joint(d, "arm", 1))
    assert held.state.postures["arm"] == (1.0, 3.0)


def test_a_joint_moves_with_its_value() -> None:
    held = session()
    held.edit("Move", lambda d: table.move_joint(d, "arm", 2, 0))
    assert arm(held.state.document).joints == (ARM.joints[2], *ARM.joints[:2])
    assert held.state.postures["arm"] == (3.0, 1.0, 2.0)
    held.edit("Back", lambda d: table.move_joint(d, "arm", 0, 2))
    assert arm(held.state.document) == ARM
    assert held.state.postures["arm"] == (1.0, 2.0, 3.0)


def test_a_copy_stands_behind_and_begins_at_home() -> None:
    held = session()
    held.edit("Copy", lambda d: table.duplicate_joint(d, "arm", 0))
    assert [joint.name for joint in arm(held.state.document).joints] == ["waist", "waist 2", "", ""]
    assert held.state.postures["arm"] == (1.0, 0.25, 2.0, 3.0)


def test_several_edits_in_one_step_carry_the_posture_too() -> None:
    held = session()
    held.edit(
        "Rebuild",
        lambda d: table.move_joint(
            table.add_joint(table.remove_joint(d, "arm", 0), "arm", 0), "arm", 2, 0
        ),
    )
    assert held.state.postures["arm"] == (3.0, 0.0, 2.0)


def test_a_changed_joint_keeps_its_value_while_it_means_the_same() -> None:
    held = session()
    held.edit("Longer", lambda d: set_joint(d, "arm", 1, offset=0.5))
    assert held.state.postures["arm"] == (1.0, 2.0, 3.0)
    held.edit("Slide", lambda d: table.set_kind(d, "arm", 1, "prismatic"))
    # Two radians are no two metres: the joint goes to its new initial value.
    assert held.state.postures["arm"] == (1.0, 0.1, 3.0)


def test_an_edit_may_say_the_posture() -> None:
    held = session()
    held.edit(
        "Home", lambda d: set_joint(d, "arm", 0, theta=0.5), postures={"arm": (0.5, 2.0, 3.0)}
    )
    assert held.state.postures["arm"] == (0.5, 2.0, 3.0)
    held.undo()
    assert held.state.postures["arm"] == (1.0, 2.0, 3.0)
    held.edit("Wrong", lambda d: table.remove_joint(d, "arm", 0), postures={"arm": (9.0,)})
    assert held.state.postures["arm"] == (-0.5, 0.1)


def test_another_robot_of_the_same_id_starts_at_home() -> None:
    held = session()
    other = Robot((Joint(theta=0.5), Joint(kind="prismatic", d=0.75)))
    held.edit("Load", lambda d: Document((replace(d.robots[0], robot=other), d.robots[1])))
    assert held.state.postures["arm"] == (0.5, 0.75)


@pytest.mark.parametrize(("unit", "length"), [("m", 0.3), ("in", 11 * 0.0254)])
def test_a_new_joint_has_a_handy_length(unit: str, length: float) -> None:
    robot = Robot((Joint(a=0.25), Joint(a=0.3, convention="modified")))
    made = table.new_joint(robot, 2, unit)
    assert made == Joint(a=made.a, convention="modified")
    assert made.a == pytest.approx(length, rel=0.1)
    assert table.new_joint(robot, 0).convention == "standard"


def test_what_can_not_be_is_said() -> None:
    one = cell(Robot((Joint(),)))
    with pytest.raises(ArgumentError, match="at least one joint"):
        table.remove_joint(one, "arm", 0)
    full = cell(Robot((Joint(),) * 64))
    with pytest.raises(ArgumentError, match="at most 64"):
        table.add_joint(full, "arm", 3)
    for wrong in (-1, 3, True, 0.5):
        with pytest.raises(ArgumentError, match="from 0 to 2"):
            table.remove_joint(cell(), "arm", wrong)
        with pytest.raises(ArgumentError, match="from 0 to 2"):
            table.move_joint(cell(), "arm", 0, wrong)
    with pytest.raises(ArgumentError, match="from 0 to 3"):
        table.add_joint(cell(), "arm", 4)
    with pytest.raises(ArgumentError, match="did you mean 'prismatic'"):
        table.set_kind(cell(), "arm", 0, "prismatik")
    with pytest.raises(ArgumentError, match="standard, modified"):
        table.set_convention(cell(), "arm", "general")
    with pytest.raises(ArgumentError, match="no robot 'x'"):
        table.set_unit(cell(), "x", "mm")
    with pytest.raises(ArgumentError, match="'mil' is not one of"):
        table.set_unit(cell(), "arm", "mil")
    with pytest.raises(ArgumentError, match="at most 200"):
        table.name_robot(cell(), "arm", "x" * 201)


def test_small_edits_change_one_thing() -> None:
    assert arm(table.set_limits(cell(), "arm", 0, -1.0)).joints[0].limits == (-1.0, inf)
    assert arm(table.set_limits(cell(), "arm", 1)).joints[1].limits == NO_LIMITS
    assert arm(table.name_robot(cell(), "arm", "Émile")).name == "Émile"
    assert table.name_robot(cell(), "arm", "x").robots[0].id == "arm"
    pose = exp6([0.1, 0.2, 0.3, 1.0, 2.0, 3.0])
    assert np.array_equal(arm(table.set_base(cell(), "arm", pose)).base, pose)
    assert np.array_equal(arm(table.set_tool(cell(), "arm", pose)).tool, pose)
    scaled = table.set_unit(cell(), "arm", "mm")
    assert (scaled.robot("arm").unit, scaled.robot("arm").robot) == ("mm", ARM)


def test_a_joint_that_slides_now_keeps_nothing_of_its_angles() -> None:
    joint = arm(table.set_kind(cell(), "arm", 1, "prismatic")).joints[1]
    assert joint == Joint(a=0.25, d=0.1, theta=-0.2, kind="prismatic")
    helical = arm(table.set_kind(cell(), "arm", 1, "helical", 0.5)).joints[1]
    assert (helical.limits, helical.offset, helical.motor) == ((-1.0, 1.0), 0.3, Motor(gear=9.0))
    assert helical.d == pytest.approx(0.1 - 0.5 * -0.2)


@pytest.mark.property
@given(st.data(), MIXED, st.sampled_from(["revolute", "prismatic", "helical"]))
def test_another_kind_leaves_the_robot_at_home_as_it_is(
    data: st.DataObject, joints: list[Joint], kind: str
) -> None:
    robot = Robot(tuple(joints))
    index = data.draw(st.integers(0, robot.n - 1))
    pitch = data.draw(st.none() | NUMBERS)
    changed = arm(table.set_kind(cell(robot), "arm", index, kind, pitch))
    assert changed.joints[index].kind == kind
    assert np.allclose(frames(changed, changed.home), frames(robot, robot.home), atol=1e-9)


@pytest.mark.property
@given(MIXED, POSES, POSES, st.sampled_from(["standard", "modified"]), st.data())
def test_another_convention_is_the_same_motion(
    joints: list[Joint], base: np.ndarray, tool: np.ndarray, convention: str, data: st.DataObject
) -> None:
    robot = Robot(tuple(joints)).replace(base=base, tool=tool)
    held = session(robot, tuple(robot.home.tolist()))
    held.edit("Convention", lambda d: table.set_convention(d, "arm", convention))
    changed = arm(held.state.document)
    assert {joint.convention for joint in changed.joints} == {convention}
    assert np.array_equal(changed.home, robot.home)
    assert np.array_equal(changed.limits, robot.limits)
    q = np.array(data.draw(st.lists(NUMBERS, min_size=robot.n, max_size=robot.n)))
    # Axes that are nearly parallel put common normals far away.
    size = 1.0 + sum(joint.span for joint in (*robot.joints, *changed.joints))
    for posture in (robot.home, q):
        assert np.allclose(fkine(changed, posture), fkine(robot, posture), atol=1e-9 * size)
        assert np.allclose(gravload(changed, posture), gravload(robot, posture), atol=1e-7 * size)


@pytest.mark.property
@given(TABLES)
def test_there_and_back_is_the_same_table(joints: tuple[Joint, ...]) -> None:
    plain = tuple(replace(joint, convention="standard") for joint in joints)
    robot = Robot(plain)
    there = table.set_convention(cell(robot), "arm", "modified")
    back = arm(table.set_convention(there, "arm", "standard"))
    # Modified tables have no place for the last twist and length: they are the tool's from then on.
    assert np.allclose(fkine(back, back.home), fkine(robot, robot.home), atol=1e-9)
    for old, new in zip(plain[:-1], back.joints[:-1], strict=True):
        assert (new.kind, new.home, new.limits) == (old.kind, old.home, old.limits)
        assert [new.a, new.alpha, new.d] == pytest.approx([old.a, old.alpha, old.d], abs=1e-9)
        assert new.inertia is not None
        assert np.allclose(new.inertia.com, old.inertia.com, atol=1e-9)


@pytest.mark.property
@given(st.data())
def test_values_go_with_their_joints_whatever_is_done(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 6))
    serial = iter(range(100))
    robot = Robot(tuple(Joint(a=next(serial), theta=0.5) for _ in range(count)))
    values = [float(i + 1) for i in range(count)]
    held = session(robot, tuple(values))
    for _ in range(data.draw(st.integers(1, 6))):
        last = len(values) - 1
        at, to = data.draw(st.integers(0, last)), data.draw(st.integers(0, last))
        what = data.draw(st.sampled_from(["add", "remove", "move", "copy", "change"]))
        if what == "add":
            new = Joint(a=next(serial), theta=0.5)
            held.edit("Add", lambda d, at=at, new=new: table.add_joint(d, "arm", at, new))
            values.insert(at, 0.5)
        elif what == "copy":
            held.edit("Copy", lambda d, at=at: table.duplicate_joint(d, "arm", at))
            values.insert(at + 1, 0.5)
        elif what == "remove" and last:
            held.edit("Remove", lambda d, at=at: table.remove_joint(d, "arm", at))
            del values[at]
        elif what == "move":
            equal = held.state.document
            held.edit("Move", lambda d, at=at, to=to: table.move_joint(d, "arm", at, to))
            # Places of equal joints exchanged are no change at all.
            if held.state.document is not equal:
                values.insert(to, values.pop(at))
        else:
            held.edit("Change", lambda d, at=at: set_joint(d, "arm", at, offset=0.25))
        assert held.state.postures["arm"] == tuple(values)


def test_archetypes_are_ready_to_use() -> None:
    assert len({one.id for one in ARCHETYPES}) == len(ARCHETYPES) >= 7
    for one in ARCHETYPES:
        assert one.comment.endswith(".")
        assert np.isfinite(one.robot.limits).all()
        assert (one.robot.limits[:, 0] <= one.robot.home).all()
        assert (one.robot.home <= one.robot.limits[:, 1]).all()
        assert not any(joint_range(one.robot, i).assumed for i in range(one.robot.n))
        assert len({id(joint) for joint in one.robot.joints}) == one.robot.n
        poses = frames(one.robot, one.robot.home)
        assert poses[:, 2, 3].min() >= 0.0, "below the floor"


def test_the_wrist_of_the_6r_is_spherical() -> None:
    robot = next(one.robot for one in ARCHETYPES if one.id == "articulated-6r")
    for q in (robot.home, np.radians([10.0, 20.0, 30.0, 40.0, 50.0, 60.0])):
        poses = frames(robot, q)
        assert np.allclose(poses[4][:3, 3], poses[5][:3, 3], atol=1e-12)
    assert radians(90.0) == robot.joints[1].theta


@pytest.mark.parametrize(
    ("text", "kinds"), [("6", "RRRRRR"), ("2rp", "RRP"), ("2RP3R", "RRPRRR"), (" R H ", "RH")]
)
def test_blank_robots_have_the_joints_that_were_asked_for(text: str, kinds: str) -> None:
    from rvs.model.robots.new_robots import blank

    robot = blank(text, "modified", "mine")
    assert "".join(joint.kind[0].upper() for joint in robot.joints) == kinds
    assert {joint.convention for joint in robot.joints} == {"modified"}
    assert robot.name == "mine"
    assert not any(joint.a or joint.alpha or joint.d or joint.theta for joint in robot.joints)


@pytest.mark.parametrize("text", ["", "0", "R7", "65R", "32R33P", "R,P", "-3", "999999R"])
def test_blank_robots_that_can_not_be(text: str) -> None:
    from rvs.model.robots.new_robots import blank

    with pytest.raises(ArgumentError):
        blank(text)


def test_lengths_read_in_another_unit_make_a_robot_of_another_size():
    slide = Joint(a=2.0, d=3.0, kind="prismatic", limits=(0.5, 1.5), offset=0.25, rate=2.0)
    robot = Robot((Joint(a=1.0, alpha=0.3, limits=(-1.0, 2.0)), slide))
    base = np.eye(4)
    base[:3, 3] = [1.0, 2.0, 3.0]
    document = Document((PlacedRobot("r", robot.replace(base=base)),))
    placed = table.read_in(document, "r", "mm").robot("r")
    assert placed.unit == "mm"
    turning, sliding = placed.robot.joints
    assert (turning.a, turning.alpha, turning.limits) == (0.001, 0.3, (-1.0, 2.0))
    lengths = (sliding.a, sliding.d, *sliding.limits, sliding.offset, sliding.rate)
    assert lengths == pytest.approx((0.002, 0.003, 0.0005, 0.0015, 0.00025, 0.002))
    assert np.array(placed.robot.base)[:3, 3] == pytest.approx([0.001, 0.002, 0.003])
    assert table.read_in(document, "r", "m").robot("r").robot == document.robot("r").robot


def test_a_joint_can_be_added_to_the_largest_robot():
    assert table.new_joint(Robot((Joint(a=1e308),)), 0).a == 1e6
