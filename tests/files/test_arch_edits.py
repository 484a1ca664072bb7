"""Saving an edited architecture changes what was edited, and not one character more."""

import math
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.joint import NO_LIMITS, Inertia, Joint, Motor
from rvs.files.library import load_robot, names
from rvs.files.robots.arch import parse_architecture
from rvs.files.robots.arch_write import architecture_text

TEXT = """/*** an arm ***/
geomtype = skeleton ; unit = dm   /* as built */
strange = [ kept ]
/** Link 1 **/ {
\ta =  1.50 /* was 2 */
\tb=2
\tal = 90.000\t th = 0
\tlimits = [ -170.0, /* why */ +95 ]
}
/** Link 2 **/
{ a = 1 b = 0 al = 0 th = 10 /* all on one line */ }

/** Link 3 **/ {
\ta = 0
\tb = 1
\tal = 0
\tth = 0
\tTc = 0.5
\tI = [ 1, 2, 3 ]
}
EndEffector = hand
"""


def read(text=TEXT):
    return parse_architecture(text, "arm")


def with_joint(index, architecture=None, **changes):
    architecture = architecture or read()
    joints = list(architecture.robot.joints)
    joints[index] = replace(joints[index], **changes)
    return with_joints(joints, architecture)


def with_joints(joints, architecture=None):
    architecture = architecture or read()
    return replace(architecture, robot=architecture.robot.replace(joints=tuple(joints)))


@pytest.mark.parametrize(
    ("edited", "old", "new"),
    [
        (with_joint(0, a=0.2), "1.50", "2"),
        (with_joint(0, d=0.025), "b=2", "b=0.25"),
        (with_joint(0, alpha=math.radians(-30.5)), "90.000", "-30.5"),
        (with_joint(0, limits=(math.radians(-170), math.radians(100))), "+95", "100"),
        (with_joint(0, limits=(-math.inf, math.radians(95))), "-170.0", "none"),
        (with_joint(0, limits=NO_LIMITS), "\tlimits = [ -170.0, /* why */ +95 ]\n", ""),
        (with_joint(0, name="waist"), "\ta =  1.50", '\tname = "waist"\n\ta =  1.50'),
        (with_joint(0, locked=True), "+95 ]\n", "+95 ]\n\tlocked = yes\n"),
        (with_joint(0, offset=1.0), "th = 0\n\tl", "th = 0\n\toffset = 57.29577951308232\n\tl"),
        (with_joint(1, effort=3.0), "th = 10 /*", "th = 10 effort = 3 /*"),
        (with_joint(1, kind="prismatic"), "{ a = 1", "{ type = prismatic a = 1"),
        (with_joint(2, motor=Motor(coulomb=(0.25, -0.25))), "Tc = 0.5", "Tc = 0.25"),
        (with_joint(2, motor=Motor(coulomb=(0.5, 0.0))), "Tc = 0.5", "Tc = [ 0.5, 0 ]"),
        (with_joint(2, motor=None), "\tTc = 0.5\n", ""),
        (with_joint(2, motor=Motor(1.0, 1.0, 0.0, (0.5, -0.5))), "3 ]\n", "3 ]\n\tJm = 1\n"),
        (with_joint(2, inertia=Inertia(moments=(1, 4, 3, 0, 0, 0))), "2, 3", "4, 3"),
        (
            with_joint(2, inertia=Inertia(moments=(1, 2, 3, 4, 0, 0))),
            "[ 1, 2, 3 ]",
            "[ 1, 2, 3, 4, 0, 0 ]",
        ),
        (
            with_joint(2, inertia=Inertia(5.0, moments=(1, 2, 3, 0, 0, 0))),
            "th = 0\n\tT",
            "th = 0\n\tm = 5\n\tT",
        ),
        (replace(read(), geomtype="full"), "skeleton", "full"),
        (replace(read(), end_effector="two finger"), "hand", '"two finger"'),
        (replace(read(), confidence="high"), "as built */", "as built */\nconfidence = high"),
        (
            replace(read(), robot=read().robot.replace(gravity=(0.0, 0.0, 0.0))),
            "as built */",
            "as built */\ngravity = [ 0, 0, 0 ]",
        ),
    ],
)
def test_only_what_was_edited_changes(edited, old, new):
    text = architecture_text(edited)
    at = text.find(new) if new else TEXT.find(old)
    # Whatever stands around the first difference is the old text, to the letter.
    assert text in {TEXT[:i] + new + TEXT[i + len(old) :] for i in places(old)}, (at, text)
    assert parse_architecture(text, "arm") == edited


def places(part):
    return [i for i in range(len(TEXT)) if TEXT.startswith(part, i)]


def test_unchanged_is_unchanged():
    assert architecture_text(read()) == TEXT


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_and_mark_are_kept(end):
    text = "\ufeff" + TEXT.replace("\n", end)
    edited = with_joint(0, read(text), locked=True)
    new = architecture_text(edited)
    assert new == text.replace(f"+95 ]{end}", f"+95 ]{end}\tlocked = yes{end}")


def test_another_unit_rewrites_the_lengths_alone():
    edited = replace(read(), unit="cm")
    text = architecture_text(edited)
    assert parse_architecture(text, "arm") == edited
    assert "al = 90.000" in text
    assert "strange = [ kept ]" in text
    assert "a =  15 /* was 2 */" in text


def test_a_link_comes():
    joints = [*read().robot.joints]
    joints.insert(2, Joint(a=0.3))
    text = architecture_text(with_joints(joints))
    new = "\n/** Link 3 **/ {\n a = 3\n b = 0\n al = 0\n th = 0\n}"
    assert text == TEXT.replace("line */ }", "line */ }" + new)


@pytest.mark.parametrize("place", range(4))
def test_links_come_and_go_anywhere(place):
    joints = [*read().robot.joints]
    joints.insert(place, Joint(a=0.3))
    more = with_joints(joints)
    assert parse_architecture(architecture_text(more), "arm") == more
    if place < 3:
        fewer = with_joints([joint for i, joint in enumerate(read().robot.joints) if i != place])
        text = architecture_text(fewer)
        assert parse_architecture(text, "arm") == fewer
        assert f"Link {place + 1} " not in text
        assert len(TEXT) - len(text) > 40


def test_mixed_conventions():
    text = "{ convention = modified a=0 b=0 al=0 th=0 } { a=0 b=0 al=0 th=0 }"
    assert architecture_text(read(text)) == text
    edited = with_joint(1, read(text), convention="modified")
    assert parse_architecture(architecture_text(edited), "arm") == edited


finite = st.floats(-100, 100)
ANGLE = st.floats(-6.0, 6.0)
CHANGES = st.one_of(
    st.tuples(st.sampled_from(["a", "d", "alpha", "theta", "pitch", "offset"]), ANGLE),
    st.tuples(st.just("limits"), st.tuples(st.floats(-9, 0), st.floats(0, 9))),
    st.tuples(st.just("limits"), st.just(NO_LIMITS)),
    st.tuples(st.sampled_from(["rate", "acceleration", "effort"]), st.floats(1e-3, 1e3)),
    st.tuples(st.sampled_from(["rate", "acceleration", "effort"]), st.just(math.inf)),
    st.tuples(st.just("kind"), st.sampled_from(["revolute", "prismatic", "helical"])),
    st.tuples(st.just("convention"), st.sampled_from(["standard", "modified"])),
    st.tuples(st.just("locked"), st.booleans()),
    st.tuples(st.just("name"), st.text(max_size=10)),
    st.tuples(st.just("inertia"), st.none() | st.builds(Inertia, st.floats(0, 9))),
    st.tuples(
        st.just("motor"),
        st.none() | st.builds(Motor, st.floats(0, 9), finite, st.floats(0, 9)),
    ),
)


@pytest.mark.property
@given(st.data())
def test_any_edits_of_any_robot_read_back(data):
    architecture = load_robot(data.draw(st.sampled_from(names())))
    if data.draw(st.booleans()):
        architecture = replace(architecture, unit=data.draw(st.sampled_from(["m", "in", "mm"])))
    joints = list(architecture.robot.joints)
    touched = set()
    for _ in range(data.draw(st.integers(1, 4))):
        index = data.draw(st.integers(0, len(joints) - 1))
        key, value = data.draw(CHANGES)
        joints[index] = replace(joints[index], **{key: value})
        touched.add(key)
    if data.draw(st.booleans()):
        joints.insert(data.draw(st.integers(0, len(joints))), data.draw(st.sampled_from(joints)))
    if len(joints) > 1 and data.draw(st.booleans()):
        del joints[data.draw(st.integers(0, len(joints) - 1))]
    edited = with_joints(joints, architecture)
    assert parse_architecture(architecture_text(edited), architecture.name) == replace(
        edited, path=None
    )
    assert touched <= {field.name for field in fields(Joint)}
