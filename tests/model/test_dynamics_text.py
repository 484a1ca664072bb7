"""Masses and drives as cells: what they show, what typing into them means."""

from __future__ import annotations

from math import inf, pi

import pytest

from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.robot import Robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.numbers.units import UNITS
from rvs.model.robots.columns import MASSES
from rvs.model.robots.masses import about_frame
from rvs.model.robots.table_text import BY_ID, CellUnits, edit_cells, exact_cell, shown_cell

MM = CellUnits(UNITS["mm"], UNITS["deg"])
FRAME = CellUnits(UNITS["mm"], UNITS["deg"], frame=True)
LINK = Inertia(2.0, (0.1, 0.0, -0.05), (0.02, 0.03, 0.04, 0.001, 0.0, 0.0))
ROBOT = Robot(
    (
        Joint(a=1.0, inertia=LINK, motor=Motor(0.0002, -60.0, 0.001, (0.4, -0.3)), effort=50.0),
        Joint(kind="prismatic"),
    )
)
CELL = Document((PlacedRobot("r", ROBOT),))


def typed(units=MM, row=0, document=CELL, **texts):
    cells = {(row, name): text for name, text in texts.items()}
    after, reasons = edit_cells(document, "r", cells, units)
    return after.robot("r").robot.joints[row], {column: why for (_, column), why in reasons.items()}


def test_cells_show_four_digits_and_edit_all_of_them():
    joint = ROBOT.joints[0]
    assert shown_cell(joint, BY_ID["x"], MM) == "100"
    assert exact_cell(joint, BY_ID["z"], MM) == "-50"
    assert shown_cell(joint, BY_ID["gear"], MM) == "−60"
    assert shown_cell(joint, BY_ID["rotor"], MM) == "0.0002"
    assert shown_cell(joint, BY_ID["acceleration"], MM) == "—"
    assert shown_cell(ROBOT.joints[1], BY_ID["mass"], MM) == "—"
    assert exact_cell(ROBOT.joints[1], BY_ID["gear"], MM) == ""
    assert float(exact_cell(joint, BY_ID["Ixx"], FRAME)) == about_frame(LINK)[0]


def test_what_is_typed_is_taken_in_its_unit():
    joint, reasons = typed(x="150", mass="3 kg", Iyy="0.05", gear="-62.6111", effort="2*30")
    assert not reasons
    assert joint.inertia == Inertia(3.0, (0.15, 0.0, -0.05), (0.02, 0.05, 0.04, 0.001, 0, 0))
    assert joint.motor == Motor(0.0002, -62.6111, 0.001, (0.4, -0.3))
    assert joint.effort == 60.0
    joint, _ = typed(acceleration="180", row=0)
    assert joint.acceleration == pytest.approx(pi)
    joint, _ = typed(acceleration="250", row=1)
    assert joint.acceleration == pytest.approx(0.25)


def test_empty_cells_mean_that_nothing_is_known():
    joint, reasons = typed(mass="", effort="")
    assert not reasons
    assert joint.inertia is None
    assert joint.effort == inf
    joint, _ = typed(gear="1", rotor="0", viscous="0", forwards="0", backwards="0")
    assert joint.motor is None


def test_the_mass_comes_first():
    joint, reasons = typed(row=1, x="10")
    assert joint.inertia is None
    assert "mass of the link first" in reasons["x"]
    joint, reasons = typed(row=1, mass="1.5", x="10", Ixx="0.1", Iyy="0.1", Izz="0.1")
    assert not reasons
    assert joint.inertia == Inertia(1.5, (0.01, 0, 0), (0.1, 0.1, 0.1, 0, 0, 0))


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({"mass": "-1"}, "0 or more"),
        ({"Ixx": "0.5"}, "no body has these moments"),
        ({"Ixy": "0.5"}, "products"),
        ({"gear": "0"}, "other than 0"),
        ({"forwards": "-0.1"}, "0 or more"),
        ({"backwards": "0.1"}, "0 or less"),
        ({"viscous": "-1"}, "0 or more"),
        ({"effort": "0"}, "above 0"),
        ({"acceleration": "-5"}, "above 0"),
        ({"mass": "heavy"}, "heavy"),
    ],
)
def test_what_no_body_or_motor_can_have_is_refused(texts, words):
    joint, reasons = typed(**texts)
    assert joint == ROBOT.joints[0]
    assert words in reasons[next(iter(texts))]


def test_moments_about_the_link_frame_are_taken_about_the_centre():
    same, _ = typed(FRAME, Iyy=exact_cell(ROBOT.joints[0], BY_ID["Iyy"], FRAME))
    assert same.inertia.moments == pytest.approx(LINK.moments)
    joint, _ = typed(FRAME, x="200")
    # A centre that moves leaves the moments about it alone.
    assert joint.inertia.moments == LINK.moments
    joint, _ = typed(FRAME, Iyy="0.06")
    assert joint.inertia.moments[1] == pytest.approx(0.06 - 2.0 * (0.01 + 0.0025))


def test_published_links_that_leave_moments_out_can_be_worked_on():
    corke = Joint(inertia=Inertia(0.0, (0, 0, 0), (0, 0.35, 0, 0, 0, 0)))
    document = Document((PlacedRobot("r", Robot((corke,))),))
    joint, reasons = typed(document=document, mass="13")
    assert not reasons
    assert joint.inertia.mass == 13.0


def test_what_is_mere_rounding_is_shown_as_0_and_kept_exactly() -> None:
    units = CellUnits(UNITS["m"], UNITS["deg"])
    inertia = Inertia(2.0, (0.1, -7.526e-12, 0.0), (0.02, 0.03, 0.04, 3.376e-8, 1e-5, 0.0))
    joint = Joint(inertia=inertia)
    told = {one.id: shown_cell(joint, one, units) for one in MASSES}
    assert (told["y"], told["Ixy"], told["Iyz"], told["x"]) == ("0", "0", "1e−5", "0.1")
    assert float(exact_cell(joint, BY_ID["y"], units)) == -7.526e-12
    alone = Joint(inertia=Inertia(1e-6, (0.0, 0.0, 0.0), (1e-9, 1e-9, 1e-9, 0.0, 0.0, 0.0)))
    assert shown_cell(alone, BY_ID["Ixx"], units) == "1e−9"
