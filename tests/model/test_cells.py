"""Cells of the table: what is typed means what is shown, exactly."""

from dataclasses import replace
from math import inf, pi, radians

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import KINDS, Joint
from rvs.engine.robot import Robot
from rvs.model.document import Document, PlacedRobot, title
from rvs.model.numbers.quantities import exact_number, inside, read
from rvs.model.numbers.units import LENGTH_UNITS, UNITS
from rvs.model.robots.table import read_as, set_convention
from rvs.model.robots.table_text import (
    BY_ID,
    CellUnits,
    cell_number,
    columns_of,
    edit_cells,
    exact_cell,
    homes_of,
    is_open,
    read_kind,
    shown_cell,
    symbol,
)
from rvs.model.session import Session
from rvs.model.state import State

MM = CellUnits(UNITS["mm"], UNITS["deg"])
ARM = Robot(
    (
        Joint(a=0.4318, alpha=pi / 2, theta=0.1, limits=(-1.0, 1.0), name="waist"),
        Joint(kind="prismatic", d=0.1, theta=0.2, limits=(0.0, 0.5), rate=0.2),
    ),
    name="arm",
)
BEFORE = Document((PlacedRobot("arm", ARM),))


def typed(texts, units: CellUnits = MM):
    document, reasons = edit_cells(BEFORE, "arm", texts, units)
    return document.robots[0].robot.joints, reasons


def test_numbers_are_read_in_the_units_of_their_cells() -> None:
    cells = {(0, "a"): "500", (0, "alpha"): "-90", (0, "upper"): "pi", (1, "upper"): "600"}
    joints, reasons = typed({**cells, (1, "theta"): "30+15", (1, "rate"): "1 m"})
    assert reasons == {}
    assert (joints[0].a, joints[0].alpha) == (0.5, radians(-90))
    assert joints[0].limits == (-1.0, pi)
    assert joints[1].limits == (0.0, 0.6)
    assert joints[1].theta == pytest.approx(radians(45), abs=1e-15)
    assert joints[1].rate == 1.0


def test_what_can_not_be_read_is_told_by_cell_and_the_rest_counts() -> None:
    joints, reasons = typed({(0, "a"): "x", (0, "alpha"): "45", (1, "lower"): "900", (1, "d"): ""})
    assert joints[0].a == ARM.joints[0].a
    assert joints[0].alpha == radians(45)
    assert joints[1] == ARM.joints[1]
    assert set(reasons) == {(0, "a"), (1, "lower"), (1, "d")}
    assert "above the upper" in reasons[1, "lower"]


def test_both_limits_can_move_past_the_old_ones_at_once() -> None:
    joints, reasons = typed({(1, "lower"): "700", (1, "upper"): "900"})
    assert not reasons
    assert joints[1].limits == (0.7, 0.9)


@pytest.mark.parametrize("text", ["", "-", "—", "none", "∞"])
def test_limits_and_rates_can_be_absent(text: str) -> None:
    joints, reasons = typed({(0, "lower"): text, (0, "upper"): text, (1, "rate"): text})
    assert not reasons
    assert joints[0].limits == (-inf, inf)
    assert joints[1].rate == inf
    assert shown_cell(joints[1], BY_ID["rate"], MM) == "—"
    assert exact_cell(joints[1], BY_ID["rate"], MM) == ""


@pytest.mark.parametrize(
    ("text", "kind"), [("P", KINDS[1]), (" helical ", KINDS[2]), ("r", "revolute")]
)
def test_kinds_by_letter(text: str, kind: str) -> None:
    assert read_kind(text) == kind
    assert typed({(0, "kind"): text})[0][0].kind == kind


def test_other_kinds_and_speeds_are_refused() -> None:
    _, reasons = typed({(0, "kind"): "ball", (0, "rate"): "0", (0, "pitch"): "1"})
    assert set(reasons) == {(0, "kind"), (0, "rate"), (0, "pitch")}
    with pytest.raises(ArgumentError):
        read_kind("")


def test_a_sliding_joint_says_its_unit_where_the_heading_says_another() -> None:
    slide = ARM.joints[1]
    assert shown_cell(slide, BY_ID["upper"], MM) == "500 mm"
    assert shown_cell(slide, BY_ID["d"], MM) == "100"
    assert shown_cell(ARM.joints[0], BY_ID["a"], MM) == "431.8"
    assert symbol(slide, BY_ID["upper"], 1) == "upper limit of b₂"
    assert symbol(slide, BY_ID["theta"], 1) == "θ₂"


def test_columns_and_closed_cells() -> None:
    assert "pitch" not in [column.id for column in columns_of(ARM)]
    screw = replace(ARM.joints[0], kind="helical", pitch=0.01)
    assert "pitch" in [column.id for column in columns_of(Robot((screw,)))]
    posed = Joint(convention="general", theta=0.3)
    assert not is_open(posed, BY_ID["a"])
    assert is_open(posed, BY_ID["theta"])


@given(
    st.floats(-1e4, 1e4).filter(lambda v: v == 0 or abs(v) > 1e-9),
    st.sampled_from(["a", "alpha"]),
    st.sampled_from(LENGTH_UNITS),
    st.sampled_from(["deg", "rad"]),
)
def test_the_exact_text_of_a_cell_changes_nothing(value, name, length, angle) -> None:
    units = CellUnits(UNITS[length], UNITS[angle])
    joint = Joint(**{name: value})
    before = Document((PlacedRobot("one", Robot((joint,))),))
    text = exact_cell(joint, BY_ID[name], units)
    after, reasons = edit_cells(before, "one", {(0, name): text}, units)
    assert not reasons
    got = cell_number(after.robots[0].robot.joints[0], BY_ID[name])
    assert got == pytest.approx(value, rel=4e-16)


@pytest.mark.parametrize("unit", LENGTH_UNITS)
def test_lengths_are_read_as_in_files(unit: str) -> None:
    from rvs.files.text.scale import length_scale

    for text in ("3", "431.8", "0.1", "7", "12.7"):
        value = read(text, UNITS[unit])
        assert value == length_scale(unit).read(text) == inside(float(text), UNITS[unit])
        assert exact_number(value, UNITS[unit]) == text


def test_joints_go_to_an_initial_value_that_is_typed() -> None:
    joints, _ = typed({(0, "theta"): "10", (1, "theta"): "20"})
    new = ARM.replace(joints=joints)
    assert homes_of(ARM, new, (0.5, 0.6)) == (radians(10), 0.6)
    assert homes_of(ARM, ARM, (0.5, 0.6)) is None
    assert homes_of(ARM, ARM.replace(joints=joints[:1]), (0.5, 0.6)) is None


def test_the_same_numbers_read_in_another_convention_are_another_robot() -> None:
    other = read_as(BEFORE, "arm", "modified").robots[0].robot
    assert [(j.a, j.alpha, j.d, j.theta) for j in other.joints] == [
        (j.a, j.alpha, j.d, j.theta) for j in ARM.joints
    ]
    assert {joint.convention for joint in other.joints} == {"modified"}
    assert other != set_convention(BEFORE, "arm", "modified").robots[0].robot


def test_a_running_step_can_be_abandoned() -> None:
    session = Session(State(BEFORE))
    session.edit("a", lambda d: edit_cells(d, "arm", {(0, "a"): "1"}, MM)[0], merge="cell")
    session.edit("a", lambda d: edit_cells(d, "arm", {(0, "a"): "12"}, MM)[0], merge="cell")
    session.abandon("other")
    assert session.history == ["a"]
    session.abandon("cell")
    assert session.state.document is BEFORE
    assert session.undo_label is None
    assert session.redo_label is None
    session.abandon("cell")
    assert session.state.document is BEFORE


def test_an_amendment_is_no_step_and_holds_in_all_of_them() -> None:
    session = Session(State(BEFORE))
    session.edit("a", lambda d: edit_cells(d, "arm", {(0, "a"): "1"}, MM)[0])
    session.mark_saved()
    session.edit("b", lambda d: edit_cells(d, "arm", {(0, "a"): "2"}, MM)[0])

    def move(document: Document) -> Document:
        return replace(document, robots=tuple(replace(r, origin="x") for r in document.robots))

    session.amend(move)
    assert session.dirty
    session.undo()
    assert not session.dirty
    assert session.state.document.robots[0].origin == "x"
    session.undo()
    assert session.state.document.robots[0].origin == "x"
    assert not session.history


def test_words_about_a_robot_are_edited_too() -> None:
    session = Session(State(BEFORE))
    noted = replace(BEFORE.robots[0], robot=ARM.replace(source="a book"))
    session.edit("Note", lambda d: replace(d, robots=(noted,)))
    assert session.state.document.robots[0].robot.source == "a book"
    assert session.dirty


def test_titles() -> None:
    assert title(PlacedRobot("arm", ARM)) == "arm"
    assert title(PlacedRobot("arm 2", ARM)) == "arm 2"
    assert title(PlacedRobot("old", ARM)) == "arm"
    assert title(PlacedRobot("old", ARM.replace(name=""))) == "old"


@pytest.mark.parametrize("cell", [(9, "a"), (-1, "a"), (0, "joint"), (0, "kinds")])
def test_a_cell_that_the_table_has_not_is_refused(cell) -> None:
    with pytest.raises(ArgumentError, match="no cell"):
        typed({cell: "1"})
