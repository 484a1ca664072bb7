"""Architecture files: the thesis's own loads, every key means what the manual says."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.robot import Robot
from rvs.files.robots.arch import Architecture, parse_architecture
from rvs.files.robots.arch_write import architecture_text, save_architecture
from rvs.files.text.errors import FileErrors

# As printed in Appendix A of the thesis, where the opening of the first comment is lost.
APPENDIX_A = """REDIESTRO
********************/
geomtype = full
/** Link 1 **/ {
 a = 0.0
 b = 9.5229
 al = -58.3127
 th = 0.0
 limits = [ -170.0, +95.0 ]
}
/** Link 2 **/
{
 a = 2.311300
 b = -0.2291
 al = -20.0289
 th = 20.0
 /** limits = [ -210.0, +45.0 ] **/
}
/** Link 6 **/
{
 a = 1.35589
 b = 5.78206
  al =-75.4715
 th = 10.0
}
/** Link 7 **/
{
 a = 1.7835 /* 2.3445 */
 b = -1.4505
 al = 0
 th = 210.0
}
EndEffector = hand
"""
LINK = "a = 1 b = 2 al = 90 th = 30"


def read(text):
    return parse_architecture(text, "arm")


def joint(keys, head=""):
    return read(f"{head} {{ {LINK} {keys} }}").robot.joints[0]


def faults(text):
    with pytest.raises(FileErrors) as caught:
        read(text)
    return [(error.line, error.column, error.message) for error in caught.value.errors]


def test_the_thesis_file_loads_as_printed():
    architecture = read(APPENDIX_A)
    robot = architecture.robot
    assert robot.n == 4
    assert (architecture.geomtype, architecture.end_effector, architecture.unit) == (
        *("full", "hand", "m"),
    )
    assert robot.joints[0].limits == (math.radians(-170), math.radians(95))
    assert robot.joints[1].limits == (-math.inf, math.inf)
    assert robot.joints[3].a == 1.7835
    assert robot.joints[2].alpha == math.radians(-75.4715)
    assert robot.home == pytest.approx(np.radians([0, 20, 10, 210]), abs=0)
    assert not any(link.offset for link in robot.joints)
    assert [warning.line for warning in architecture.warnings] == [2]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace(" ", "\t"),
        lambda text: text.replace("\n a", "; a").replace("\n b", " ; b"),
    ],
)
def test_layout_means_nothing(change):
    assert read(change(APPENDIX_A)).robot == read(APPENDIX_A).robot


def test_defaults():
    architecture = read(f"{{ {LINK} }}")
    expected = Joint(a=1.0, d=2.0, alpha=math.radians(90), theta=math.radians(30))
    assert architecture.robot.joints == (expected,)
    assert architecture.robot.name == "arm"
    assert architecture.robot.gravity == (0.0, 0.0, -9.81)
    assert architecture.geomtype == "skeleton"
    assert architecture.end_effector == "hand"
    assert architecture.confidence == ""


def test_the_unit_holds_for_lengths_and_only_for_them():
    link = joint(
        "type = prismatic offset = 5 limits = [ 1, none ] rate = 7 effort = 8 r = [ 1, 2, 3 ]",
        "unit = mm tool = [1 0 0 10  0 1 0 20  0 0 1 30  0 0 0 1]",
    )
    assert (link.a, link.d, link.offset) == (0.001, 0.002, 0.005)
    assert link.limits == (0.001, math.inf)
    assert (link.rate, link.effort) == (0.007, 8.0)
    assert link.inertia == Inertia(com=(1.0, 2.0, 3.0))
    assert link.home == 0.002


def test_poses_take_rows_or_sixteen_numbers():
    flat = read(f"unit = cm base = [0 -1 0 1 1 0 0 2 0 0 1 3 0 0 0 1] {{ {LINK} }}").robot
    rows = read(f"unit = cm base = [[0 -1 0 1][1 0 0 2][0 0 1 3][0 0 0 1]] {{ {LINK} }}").robot
    assert flat.base_rows == rows.base_rows
    assert flat.base[:3, 3] == pytest.approx([0.01, 0.02, 0.03])


@pytest.mark.parametrize(
    ("keys", "field", "value"),
    [
        ("offset = -90", "offset", math.radians(-90)),
        ("limits = [ none, 90 ]", "limits", (-math.inf, math.radians(90))),
        ("locked = yes", "locked", True),
        ("locked = false", "locked", False),
        ("rate = 180", "rate", math.radians(180)),
        ("acceleration = 90", "acceleration", math.radians(90)),
        ("effort = 56", "effort", 56.0),
        ("type = helical pitch = 0.01", "pitch", 0.01),
        ("convention = modified", "convention", "modified"),
        ("name = waist", "name", "waist"),
        ('name = "wrist roll"', "name", "wrist roll"),
        ("m = 2", "inertia", Inertia(2.0)),
        ("I = [1 2 3]", "inertia", Inertia(moments=(1, 2, 3, 0, 0, 0))),
        ("I = [1 2 3 4 5 6]", "inertia", Inertia(moments=(1, 2, 3, 4, 5, 6))),
        ("G = -62", "motor", Motor(gear=-62.0)),
        ("Jm = 1 B = 2 Tc = 3", "motor", Motor(1.0, 1.0, 2.0, (3.0, -3.0))),
        ("Tc = [3, -2]", "motor", Motor(coulomb=(3.0, -2.0))),
    ],
)
def test_keys_of_a_link(keys, field, value):
    assert getattr(joint(keys), field) == value


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "no links"),
        ("{ a = 1 b = 2 }", "'al', 'th' missing"),
        (f"{{ {LINK} a = 2 }}", "'a' is given twice"),
        (f"{{ {LINK} limits = [ 90, -90 ] }}", "above the upper"),
        (f"{{ {LINK} limits = [ 1, 2, 3 ] }}", "[ lower, upper ]"),
        (f"{{ {LINK} rate = 0 }}", "above 0"),
        (f"{{ {LINK} m = -1 }}", "not between"),
        (f"{{ {LINK} r = [ 1, 2 ] }}", "3 numbers"),
        (f"{{ {LINK} type = sliding }}", "'sliding' is not one of"),
        (f"{{ {LINK} type = prismatik }}", "did you mean 'prismatic'?"),
        (f"{{ {LINK} locked = maybe }}", "'maybe' is not one of"),
        (f"{{ {LINK.replace('30', 'nan')} }}", "expected a number, found 'nan'"),
        (f"{{ {LINK.replace('30', '[ 30 ]')} }}", "found a list"),
        (f"{{ {LINK.replace('30', '1e7')} }}", "not between"),
        (f"unit = km {{ {LINK} }}", "'km' is not one of"),
        (f"base = [ 1, 2 ] {{ {LINK} }}", "16 numbers"),
        (f"tool = [2 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1] {{ {LINK} }}", "rotation"),
        (f"confidence = sure {{ {LINK} }}", "'sure' is not one of"),
        (f"{{ {LINK} }}" * 65, "more than 64 links"),
    ],
)
def test_what_is_wrong_is_said(text, part):
    assert part in faults(text)[0][2]


def test_all_errors_of_a_file_come_at_once():
    text = "unit = km\n{ a = x b = 1 al = 0 th = 0 }\n{ a = 1 b = 1 al = 0 }"
    assert [(line, column) for line, column, _ in faults(text)] == [(1, 8), (2, 7), (3, 1)]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (f"geomtyp = full {{ {LINK} }}", "unknown key 'geomtyp' (did you mean 'geomtype'?)"),
        (f"{{ {LINK} limit = [ 0, 1 ] }}", "(did you mean 'limits'?)"),
        (f"{{ {LINK} }} links {{ }}", "unknown block 'links' (did you mean 'link'?)"),
        (f"{{ {LINK} limits = [ 0, 10 ] }}", "is outside the limits"),
        (f"{{ {LINK} Tc = [ -1, 1 ] }}", "forwards, backwards"),
    ],
)
def test_what_is_odd_is_warned_about(text, part):
    (warning,) = read(text).warnings
    assert part in warning.message


ROBOT = Robot(
    (
        Joint(0.1, 0.2, 0.3, 0.4, limits=(-1.0, 2.0), rate=3.0, name="waist"),
        Joint(0.5, -0.6, 0.7, 0.8, "prismatic", offset=0.01, motor=Motor(1.0, 2.0, 3.0, (4, -5))),
        Joint(d=0.1, kind="helical", pitch=0.002, locked=True, convention="modified"),
        Joint(inertia=Inertia(), motor=Motor(), effort=7.0, acceleration=0.1),
        Joint(inertia=Inertia(1.0, (1, 2, 3), (1, 2, 3, 4, 5, 6)), limits=(-math.inf, 1.0)),
    ),
    gravity=(0.0, 1.0, 2.0),
    name='a "good" arm */',
    manufacturer="us",
    comment="line\nand line",
    source="nowhere",
).replace(base=[[0, -1, 0, 0.1], [1, 0, 0, 0.2], [0, 0, 1, 0.3], [0, 0, 0, 1]])


@pytest.mark.parametrize("unit", ["m", "mm", "dm", "in"])
def test_a_new_file_says_what_it_was_given(tmp_path, unit):
    wanted = Architecture(ROBOT, unit, "full", "gripper", "medium")
    saved = save_architecture(tmp_path / "new.arch", wanted)
    assert replace(saved, name="", path=None) == wanted
    assert (saved.robot.comment, saved.robot.source) == (ROBOT.comment, ROBOT.source)
    assert not saved.warnings


def test_a_robot_named_after_its_file_stays_so(tmp_path):
    architecture = save_architecture(tmp_path / "one.arch", read(f"{{ {LINK} }}"))
    assert architecture.robot.name == architecture.name == "one"
    other = save_architecture(tmp_path / "two.arch", architecture)
    assert other.robot.name == "two"
    assert "name" not in architecture_text(other)


def test_saving_keeps_what_somebody_else_wrote_meanwhile(tmp_path):
    path = tmp_path / "arm.arch"
    path.write_text(f"{{ {LINK} }}")
    architecture = read_back(path)
    path.write_text(f"/* mine */ {{ {LINK} }} /* and this */")
    save_architecture(path, with_joint(architecture, 0, a=5.0))
    assert path.read_text() == f"/* mine */ {{ {LINK.replace('a = 1', 'a = 5')} }} /* and this */"


def read_back(path):
    return save_architecture(path, replace(read(path.read_text()), path=path, name=path.stem))


def with_joint(architecture, index, **changes):
    joints = list(architecture.robot.joints)
    joints[index] = replace(joints[index], **changes)
    return replace(architecture, robot=architecture.robot.replace(joints=tuple(joints)))


def test_a_zero_has_no_sign_before_and_after_a_save(tmp_path) -> None:
    # Found by seed 491 of the random actions: -0 was written as 0.
    joint = Joint(a=-0.0, d=-0.0, offset=-0.0, inertia=Inertia(-0.0, (-0.0, 0.1, 0.0)))
    arm = Architecture(Robot((joint,)), name="arm")
    assert "-0.0" not in repr(joint)
    saved = save_architecture(tmp_path / "arm.arch", arm)
    assert repr(saved.robot.joints) == repr(arm.robot.joints)


def test_stiffness_of_a_joint_is_kept_and_has_to_be_above_0(tmp_path) -> None:
    architecture = save_architecture(tmp_path / "one.arch", read(f"{{ {LINK} }}"))
    assert architecture.robot.joints[0].stiffness == math.inf
    stiff = save_architecture(tmp_path / "two.arch", with_joint(architecture, 0, stiffness=31000.0))
    assert stiff.robot.joints[0].stiffness == 31000.0
    assert "stiffness = 31000" in (tmp_path / "two.arch").read_text("utf-8")
    with pytest.raises(ArgumentError, match=r"stiffness: 0\.0 is not a positive number"):
        with_joint(architecture, 0, stiffness=0.0)
