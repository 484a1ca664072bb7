"""Bodies as values: edits, names of expressions, and what fits a robot."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.appearance.colors import COLOR_NAMES, hex_color
from rvs.model.body.edits import (
    add_group,
    add_part,
    change_group,
    change_part,
    duplicate_part,
    mirror_part,
    remove_group,
    remove_part,
    resized,
    set_constant,
)
from rvs.model.body.fit import fit
from rvs.model.body.names import body_names, constant_fault, entry_of, followed
from rvs.model.body.sizes import Scope, poses_of
from rvs.model.body.values import (
    TOOL,
    Body,
    LinkBody,
    Move,
    Part,
    PartGroup,
    Repeat,
    part_ref,
    place_words,
    ref_part,
)
from rvs.model.refs import belongs, whole

ROBOT = Robot.from_dh(
    [0.4, 0.3, 0.0],
    [pi / 2, 0.0, -pi / 2],
    [0.6, 0.1, 0.2],
    [0.0, 0.5, 0.0],
    "RRP",
    limits=[[-1.0, 1.0], [-np.inf, np.inf], [0.2, 0.9]],
    tool=[[1, 0, 0, 0.1], [0, 1, 0, 0], [0, 0, 1, 0.25], [0, 0, 0, 1]],
)
BALL = Part("ball", "sphere", (("radius", 0.1),))


def body(*parts: Part, place=1, **more) -> Body:
    return Body(links=(LinkBody(place, parts), *([LinkBody(3)] if place != 3 else [])), **more)


def scope(**names) -> Scope:
    return Scope(names, 1.0)


def test_edits_leave_alone_what_they_do_not_touch():
    start = Body(links=(LinkBody(0, (BALL,)), LinkBody(2, (BALL,))))
    grown = add_part(start, 2, BALL)
    assert [part.id for part in grown.link(2).parts] == ["ball", "ball 2"]
    assert grown.link(0) is start.link(0)
    assert add_part(start, 1, BALL).links[1].link == 1
    assert add_part(start, TOOL, BALL).links[-1].link == TOOL
    assert remove_part(grown, 2, "ball 2") == start
    twice, name = duplicate_part(grown, 2, "ball")
    assert name == "ball 3"
    assert [part.id for part in twice.link(2).parts] == ["ball", "ball 3", "ball 2"]
    assert mirror_part(mirror_part(start, 0, "ball", "x"), 0, "ball", "x") == start
    assert change_part(start, 0, "ball", sizes=BALL.sizes) is start
    bigger = resized(BALL, radius="a1 / 4", sides=12.0)
    assert dict(bigger.sizes) == {"radius": "a1 / 4", "sides": 12.0}
    assert dict(resized(bigger, sides=None).sizes) == {"radius": "a1 / 4"}
    assert change_part(start, 0, "ball", color="red").part(0, "ball").material == ""
    assert set_constant(set_constant(start, "r", 1.0), "r", "2").constants == (("r", "2"),)


def test_edits_of_groups_take_their_parts_along():
    start = add_group(body(BALL), 1, PartGroup("wrist"))
    start = change_part(start, 1, "ball", group="wrist")
    renamed = change_group(start, 1, "wrist", id="hand", mirror="y")
    assert renamed.part(1, "ball").group == "hand"
    assert remove_group(renamed, 1, "hand").link(1).parts == ()
    with pytest.raises(ArgumentError, match="no group 'arm'"):
        change_group(start, 1, "arm", mirror="x")


@pytest.mark.parametrize(
    "make",
    [
        lambda: LinkBody(-1),
        lambda: LinkBody("wrist"),
        lambda: LinkBody(0, (BALL, BALL)),
        lambda: LinkBody(0, (Part("a", "box", group="none"),)),
        lambda: LinkBody(0, (Part("", "box"),)),
        lambda: LinkBody(0, (Part("a\nb", "box"),)),
        lambda: LinkBody(0, (Part("a", "box", mirror="xx"),)),
        lambda: LinkBody(0, (Part("a", "box", moves=(Move("flip"),) * 17),)),
        lambda: Body(links=(LinkBody(1), LinkBody(1))),
        lambda: Body(constants=(("a", 1.0), ("a", 2.0))),
        lambda: body().part(1, "nobody"),
        lambda: Body(links=(LinkBody(0, tuple(Part(str(k), "box") for k in range(2001))),)),
    ],
)
def test_what_can_not_be_is_refused(make):
    with pytest.raises(ArgumentError):
        make()


def test_names_mean_rows_of_the_table():
    names = body_names(Body(unit="dm", constants=(("r", "a1 / 2"),)), ROBOT, 2)
    assert names["a"] == pytest.approx(3.0)
    assert names["b"] == names["d"] == names["d2"] == pytest.approx(1.0)
    assert names["prev_a"] == names["a1"] == pytest.approx(4.0)
    assert names["next_al"] == names["alpha3"] == pytest.approx(-90.0)
    assert names["th"] == pytest.approx(np.degrees(0.5))
    assert names["n"] == 3
    assert names["r"] == pytest.approx(2.0)
    assert names["tool_z"] == pytest.approx(2.5)
    assert "lower" not in names
    assert body_names(Body(), ROBOT, 3)["lower"] == pytest.approx(0.2)
    assert body_names(Body(), ROBOT, 1)["upper"] == pytest.approx(np.degrees(1.0))
    assert "a" not in body_names(Body(), ROBOT, 0)
    assert body_names(Body(), ROBOT, 0)["next_a"] == pytest.approx(0.4)
    assert body_names(Body(), ROBOT, TOOL)["prev_d"] == pytest.approx(0.2)


def test_reserved_names_and_entries():
    assert constant_fault("wall") == ""
    for name in ("a", "d7", "alpha12", "prev_b", "pi", "sqrt", "n", "tool_x", "1st", "x" * 41):
        assert constant_fault(name), name
    assert entry_of("b4", 1, 6) == (4, "d")
    assert entry_of("al", 2, 6) == (2, "alpha")
    assert entry_of("next_th", 2, 6) == (3, "theta")
    assert entry_of("prev_a", TOOL, 6) == (6, "a")
    assert entry_of("wall", 2, 6) is None


def test_expressions_follow_the_table():
    made = body(Part("bar", "cylinder", (("radius", "a / 10"), ("height", "d - 0.1"))))
    part = fit(made, ROBOT).parts[0]
    assert dict(part.sizes)["radius"] == pytest.approx(0.04)
    assert dict(part.sizes)["height"] == pytest.approx(0.5)
    angle = body(Part("e", "elbow", (("radius", 0.01), ("bend", 0.1), ("angle", "alpha"))))
    assert dict(fit(angle, ROBOT).parts[0].sizes)["angle"] == pytest.approx(pi / 2)
    tool = Body(
        links=(LinkBody(3), LinkBody(TOOL, (Part("t", "sphere", (("radius", "tool_z"),)),)))
    )
    assert dict(fit(tool, ROBOT).parts[0].sizes)["radius"] == pytest.approx(0.25)


def test_misfits_say_which_part_and_why():
    made = body(Part("bar", "cylinder", (("radius", 0.1), ("height", "d - 1"))), BALL)
    fitting = fit(made, ROBOT)
    assert not fitting.ok
    assert fitting.reason == "link 1, part bar: height: -0.4 must be above 0"
    assert [part.id for part in fitting.parts] == ["ball"]
    odd = body(Part("odd", "sphere", (("radius", "lower"),)), place=2)
    assert "unknown name 'lower'" in fit(odd, ROBOT).reason
    assert "no size 'length'" in fit(body(Part("p", "sphere", (("length", 1.0),))), ROBOT).reason
    assert "no colour 'pinkish'" in fit(body(Part("p", "sphere", (("radius", 1.0),),
                                             color="pinkish")), ROBOT).reason  # fmt: skip
    assert "no material" in fit(body(BALL, material="cheese"), ROBOT).reason
    assert "no shape 'blob'" in fit(body(Part("p", "blob")), ROBOT).reason
    two = Body(links=(LinkBody(2),))
    assert fit(two, ROBOT).reason == "link 3: the model has 2 links, the robot has 3"
    wrong = body(BALL, constants=(("r", "1 / 0"),))
    assert "constant 'r'" in fit(wrong, ROBOT).reason


def test_a_link_of_fixed_sizes_fits_the_table_it_was_drawn_for():
    def drawn(*parts):
        return Body(links=(LinkBody(1, parts, drawn_for=(("a", 0.4),)), LinkBody(3)))

    first = replace(ROBOT.joints[0], a=0.5)
    longer = ROBOT.replace(joints=(first, *ROBOT.joints[1:]))
    assert fit(drawn(BALL), ROBOT).ok
    reason = fit(drawn(BALL), longer).reason
    assert reason == (
        "link 1: made for a1 = 0.4 m, which is now 0.5 m, and no size of the model follows a1"
    )
    follows = drawn(Part("bar", "box", (("x", "a"), ("y", 0.1), ("z", 0.1))))
    assert fit(follows, longer).ok
    assert (1, "a") in followed(follows, 3)
    elsewhere = Body(
        links=(*drawn(BALL).links[:1], LinkBody(3, (Part("b", "sphere", (("radius", "a1"),)),)))
    )
    assert fit(elsewhere, longer).ok


def test_moves_are_made_one_after_another():
    part = Part("p", "box", moves=(Move("turn", (pi / 2,), "z"), Move("shift", ("k", 0.0, 0.5))))
    pose = poses_of(part, scope(k=2.0))[0]
    assert pose[:3, 3].tolist() == [0.0, 2.0, 0.5]
    assert pose[:3, 0].tolist() == [0.0, 1.0, 0.0]
    rows = (0.0, -1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0, 3.0, 0.0, 0.0, 0.0, 1.0)
    given = poses_of(Part("p", "box", moves=(Move("pose", rows),)), scope())[0]
    assert given.reshape(-1).tolist() == list(rows)
    with pytest.raises(ArgumentError, match="pose"):
        poses_of(Part("p", "box", moves=(Move("pose", (2.0,) * 16),)), scope())


def test_copies_are_mirrored_then_repeated():
    part = Part(
        "p", "box", moves=(Move("shift", (1.0, 0.0, 0.0)),), mirror="x",
        repeats=(Repeat("row", 3, (0.0, 0.0, 0.1)),),
    )  # fmt: skip
    poses = poses_of(part, scope())
    assert len(poses) == 6
    assert sorted(set(poses[:, 0, 3])) == [-1.0, 1.0]
    assert np.allclose(sorted(set(np.round(poses[:, 2, 3], 9))), [0.0, 0.1, 0.2])
    assert (np.linalg.det(poses[:, :3, :3]) < 0).sum() == 3
    ring = poses_of(Part("p", "box", moves=part.moves, repeats=(Repeat("ring", 4),)), scope())
    assert np.allclose(ring[:, :2, 3], [[1, 0], [0, 1], [-1, 0], [0, -1]])
    arc = poses_of(
        Part("p", "box", moves=part.moves, repeats=(Repeat("ring", 3, (pi / 2,)),)), scope()
    )
    assert np.allclose(arc[2, :2, 3], [np.cos(pi / 3), np.sin(pi / 3)])


def test_mirrored_copies_are_rigid_with_a_flipped_shape():
    made = body(Part("w", "wedge", (("x", 1.0), ("y", 1.0), ("z", 1.0)), mirror="y"))
    parts = fit(made, ROBOT).parts
    assert [part.flipped for part in parts] == [False, True]
    for part in parts:
        assert np.allclose(np.linalg.det(part.poses[:, :3, :3]), 1.0)


def test_groups_carry_their_parts():
    link = LinkBody(
        1,
        (Part("p", "sphere", (("radius", 0.1),), (Move("shift", (1.0, 0.0, 0.0)),), group="g"),),
        (PartGroup("g", (Move("shift", (0.0, 0.0, 2.0)),), repeats=(Repeat("ring", 2),),
                   color="red", material="metal"),),
    )  # fmt: skip
    (part,) = fit(Body(links=(link, LinkBody(3))), ROBOT).parts
    assert np.allclose(part.poses[:, :3, 3], [[1, 0, 2], [-1, 0, 2]])
    assert (part.color, part.material) == ("#FF0000", "metal")


def test_refs_of_parts():
    ref = part_ref("puma", 3, "motor")
    assert ref == ("puma", "link", 3, "part", "motor")
    assert ref_part(ref) == (3, "motor")
    assert ref_part(part_ref("puma", TOOL, "finger")) == (TOOL, "finger")
    assert ref_part(("puma", "link", 3)) is None
    assert whole(ref) == ("puma", "link", 3)
    assert whole(("puma", "frame", 3)) == ("puma", "frame", 3)
    assert belongs(ref, ("puma", "link", 3))
    assert not belongs(("puma", "link", 3), ref)
    assert [place_words(place) for place in (0, 2, TOOL)] == ["base", "link 2", "tool"]


def test_colors_have_names():
    assert hex_color("SeaGreen") == hex_color("sea_green") == "#2E8B57"
    assert hex_color("warm-grey") == COLOR_NAMES["warmgrey"]
    assert hex_color("#AbC") == "#AABBCC"
    assert hex_color("#11223344") == "#11223344"
    assert len(COLOR_NAMES) > 148
    with pytest.raises(ArgumentError, match="did you mean 'seagreen'"):
        hex_color("SeeGreen")
    with pytest.raises(ArgumentError, match="form"):
        hex_color("#12")


@pytest.mark.property
@given(st.floats(0.05, 2.0), st.floats(-3.0, 3.0), st.floats(0.05, 1.0))
def test_a_bar_that_follows_its_link_always_fits(a, alpha, d):
    robot = Robot.from_dh([a], [alpha], [d], [0.0])
    bar = Part(
        "bar", "capsule",
        (("radius", "min(a, b) / 4"), ("height", "sqrt(a ** 2 + b ** 2)")),
        (Move("turn", ("atan2(a, b)",), "y"),),
    )  # fmt: skip
    fitting = fit(Body(links=(LinkBody(1, (bar,)),)), robot)
    assert fitting.ok
    assert dict(fitting.parts[0].sizes)["height"] == pytest.approx(np.hypot(a, d))
    tip = fitting.parts[0].poses[0] @ [0.0, 0.0, np.hypot(a, d), 1.0]
    assert tip[:3] == pytest.approx([a, 0.0, d], abs=1e-9)
