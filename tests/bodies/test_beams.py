"""Links as beams: lines from the table, sections from the body."""

import numpy as np
import pytest

from rvs.bodies.autobody import automatic_body
from rvs.bodies.beams import LinkSection, body_beams, link_lines, read_section, replaced
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.appearance.materials import MODULI, SUBSTANCES
from rvs.model.body.values import Body, LinkBody, Move, Part
from rvs.study.stiffness.beams import Elastic, LinkBeam
from rvs.study.stiffness.deflection import ElasticRobot, deflection

ARM = Robot.from_dh([0.6, 0.4], 0, 0, 0, mass=[0, 0])
ALUMINIUM = Elastic(*MODULI["aluminium"], SUBSTANCES["aluminium"])


def bars(*radii, **facts) -> Body:
    """A bar along x in each link."""
    found = []
    for link, (radius, joint) in enumerate(zip(radii, ARM.joints, strict=True), 1):
        sizes = (("radius", radius), ("height", joint.a), ("sides", 120))
        moves = (Move("turn", (np.pi / 2,), "y"), Move("shift", (-joint.a, 0.0, 0.0)))
        part = Part("bar", "cylinder", sizes, moves[::-1], **facts)
        found.append(LinkBody(link, (part,)))
    return Body("bars", links=(LinkBody(0), *found))


def test_deflection_of_an_arm_of_bars() -> None:
    """Two bars end to end: the stepped cantilever of the textbook, hollow by the fill."""
    F, fill = 100.0, 0.3
    beams = body_beams(ARM, bars(0.05, 0.03), fill)
    moved = deflection(ElasticRobot(ARM, np.full(2, np.inf), beams), [0, 0], [0, 0, F]).tool
    near, far = (70e9 * fill * (2 - fill) * np.pi * r**4 / 4 for r in (0.05, 0.03))
    expected = F * ((1.0**3 - 0.4**3) / (3 * near) + 0.4**3 / (3 * far))
    assert moved[5] == pytest.approx(expected, rel=5e-3)
    assert beams[0].elements[0].mass * 6 == pytest.approx(
        2700 * fill * np.pi * 0.05**2 * 0.6, rel=2e-3
    )


def test_material_of_the_part_and_of_the_question() -> None:
    steel = body_beams(ARM, bars(0.05, 0.03, material="brushed"), 1.0)
    same = body_beams(ARM, bars(0.05, 0.03), 1.0, "steel")
    assert steel[0].elements[0].section == same[0].elements[0].section
    dense = body_beams(ARM, bars(0.05, 0.03, density=SUBSTANCES["titanium"]), 1.0)
    ratio = dense[1].elements[0].section.axial / same[1].elements[0].section.axial
    assert ratio == pytest.approx(110 / 200)
    # rubber bears nothing
    assert not body_beams(ARM, bars(0.05, 0.03, material="rubber"))[0].elements


def test_lines_of_both_conventions_and_of_poses() -> None:
    standard = Robot.from_dh([0.1, 0.4, 0.0], [1.5, 0.0, 0.3], [0.3, 0.0, 0.2], 0)
    lines = link_lines(standard)
    assert [len(line) for line in lines] == [3, 2, 2]
    assert lines[0][-1] == pytest.approx([0, 0, 0])
    assert np.linalg.norm(np.diff(lines[0], axis=0), axis=1) == pytest.approx([0.3, 0.1])
    modified = standard.to_dh("modified")
    assert len(link_lines(modified)) == 3
    screws = Robot.from_screws(*standard.to_screws())
    assert len(link_lines(screws)) == 3


def test_parts_of_the_link_before_serve_along_the_axis() -> None:
    """A joint far out along its axis: the body of the link before holds it."""
    arm = Robot.from_dh([0, 0.3], [np.pi / 2, 0], [0.5, 0.0], 0)
    base = Part("column", "cylinder", (("radius", 0.06), ("height", 0.45), ("sides", 60)))
    head = Part("head", "cylinder", (("radius", 0.03), ("height", 0.05), ("sides", 60)),
                (Move("shift", (0.0, -0.05, 0.0)), Move("turn", (-np.pi / 2,), "x")))  # fmt: skip
    beams = body_beams(arm, Body("b", links=(LinkBody(0, (base,)), LinkBody(1, (head,)))))
    sections = [one.section.axial for one in beams[0].elements]
    assert sections[0] == pytest.approx(4 * sections[-1], rel=5e-3)
    assert sections[1:5] == pytest.approx([sections[0]] * 4)
    assert not beams[1].elements


def test_given_section_replaces_the_body() -> None:
    given = read_section("2 box 0.05 0.03 0.002 steel")
    assert given == LinkSection(2, "box", (0.05, 0.03, 0.002), "steel")
    beams = replaced((LinkBeam(), LinkBeam()), ARM, {2: given.section})
    assert not beams[0].elements
    assert sum(one.length for one in beams[1].elements) == pytest.approx(0.4)
    assert read_section("1 tube 0.1 0.01").substance == "aluminium"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tube 0.1", "expected LINK tube DIAMETER WALL or LINK box"),
        ("", "expected LINK tube"),
        ("1 tube 0.1 0.2", "wall: expected above 0 and up to 0.05 m, got 0.2"),
        ("1 tube 0.1 0.01 wood", "no moduli of 'wood' are known; expected one of aluminium, steel"),
        ("1 cone 0.1 0.01", "expected tube DIAMETER WALL or box"),
    ],
)
def test_wrong_sections_are_refused(text: str, words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        read_section(text)


def test_links_that_a_robot_has_not_are_refused() -> None:
    section = read_section("1 tube 0.1 0.01").section
    with pytest.raises(ArgumentError, match="link 3: the robot has links 1 to 2"):
        replaced((LinkBeam(), LinkBeam()), ARM, {3: section})
    short = Robot.from_dh([0.0, 0.4], 0, 0, 0)
    with pytest.raises(ArgumentError, match="link 1 has no length"):
        replaced((LinkBeam(), LinkBeam()), short, {1: section})


def test_automatic_body_makes_beams_of_all_links_with_length() -> None:
    beams = body_beams(ARM, automatic_body(ARM))
    assert all(one.elements for one in beams)
    assert ALUMINIUM.young > 0
