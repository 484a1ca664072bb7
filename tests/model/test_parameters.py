from math import hypot, radians
from random import Random

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.model.document import Document, PlacedRobot, set_joint
from rvs.model.numbers.units import UNITS
from rvs.model.robots import parameter_edits as edits
from rvs.model.robots import table
from rvs.model.robots.columns import CellUnits
from rvs.model.robots.new_robots import blank
from rvs.model.robots.parameters import Parameters, RobotParameter, solved
from rvs.model.robots.placing import duplicate_robot
from rvs.model.robots.table_text import edit_cells

UNITS_SHOWN = CellUnits(UNITS["mm"], UNITS["deg"])


def started() -> Document:
    document = Document((PlacedRobot("arm", blank("3R")),))
    document = edits.add_parameter(document, "arm", "L1", 0.4, least=0.1, most=1.0)
    document = edits.add_parameter(document, "arm", "L2", "2*L1 - 100 mm")
    document = edits.add_parameter(document, "arm", "rho", 12.5, "none")
    document = edits.set_expression(document, "arm", 0, "a", "L1")
    document = edits.set_expression(document, "arm", 1, "a", "L2/2")
    return edits.set_expression(document, "arm", 1, "mass", "=rho*L2")


def lengths(document: Document) -> list[float]:
    return [joint.a for joint in document.robot("arm").robot.joints]


def cells(document: Document) -> list[tuple[int, str, str]]:
    return [(f.row, f.column, f.text) for f in document.robot("arm").parameters.formulas]


def test_the_table_follows_the_parameters() -> None:
    document = edits.set_parameter(started(), "arm", "L1", 0.5)
    assert lengths(document) == pytest.approx([0.5, 0.45, 0.0])
    robot = document.robot("arm").robot
    assert robot.joints[1].inertia is not None
    assert robot.joints[1].inertia.mass == pytest.approx(12.5 * 0.9)
    # Closed form of the planar arm: x = L1 cos q1 + (L2/2) cos (q1 + q2).
    q = [0.3, -0.8, 0.0]
    x, y = fkine(robot, q)[:2, 3]
    wanted = 0.5 * np.exp(0.3j) + 0.45 * np.exp(-0.5j)
    assert hypot(x - wanted.real, y - wanted.imag) < 1e-12


def test_a_typed_number_replaces_an_expression_even_an_equal_one() -> None:
    document, reasons = edit_cells(started(), "arm", {(0, "a"): "400"}, UNITS_SHOWN)
    assert not reasons
    assert lengths(document)[0] == 0.4
    assert cells(document) == [(1, "a", "L2/2"), (1, "mass", "rho*L2")]
    assert cells(set_joint(started(), "arm", 1, a=0.2)) == [(0, "a", "L1"), (1, "mass", "rho*L2")]


def test_expressions_are_typed_with_and_without_a_sign_of_equality() -> None:
    typed = {(2, "a"): "L1 / 4", (2, "lower"): "=-pi/2", (2, "d"): "=L7", (0, "alpha"): "L1"}
    document, reasons = edit_cells(started(), "arm", typed, UNITS_SHOWN)
    assert lengths(document)[2] == pytest.approx(0.1)
    assert document.robot("arm").robot.joints[2].limits[0] == pytest.approx(-radians(90))
    assert "there is no parameter 'L7'" in reasons[2, "d"]
    assert "expected an angle, found a length" in reasons[0, "alpha"]


def test_rows_take_their_expressions_with_them() -> None:
    assert cells(table.remove_joint(started(), "arm", 0))[0] == (0, "a", "L2/2")
    assert cells(table.move_joint(started(), "arm", 0, 2))[-1] == (2, "a", "L1")
    assert cells(table.add_joint(started(), "arm", 0))[0] == (1, "a", "L1")
    doubled = table.duplicate_joint(started(), "arm", 0)
    assert cells(doubled)[:2] == [(0, "a", "L1"), (1, "a", "L1")]
    assert lengths(edits.set_parameter(doubled, "arm", "L1", 0.2))[:2] == [0.2, 0.2]


def test_another_unit_keeps_expressions_and_another_convention_does_not() -> None:
    assert cells(table.set_unit(started(), "arm", "in")) == cells(started())
    modified = table.set_convention(started(), "arm", "modified")
    assert cells(modified) == []
    assert "L1" in modified.robot("arm").parameters
    grown = table.read_in(started(), "arm", "mm")
    assert grown.robot("arm").parameters["L1"].value == pytest.approx(0.0004)
    assert (0, "a", "L1") in cells(grown)
    # Its 100 mm did not shrink, so it is a number now.
    assert grown.robot("arm").parameters["L2"].text == ""


def test_names_change_in_all_expressions_and_leave_numbers_when_they_go() -> None:
    document = edits.rename_parameter(started(), "arm", "L1", "reach")
    assert document.robot("arm").parameters["L2"].text == "2*reach - 100 mm"
    assert cells(document)[0] == (0, "a", "reach")
    without = edits.remove_parameter(document, "arm", "reach")
    assert lengths(without) == lengths(document)
    assert without.robot("arm").parameters["L2"].text == ""
    assert cells(without) == [(1, "a", "L2/2"), (1, "mass", "rho*L2")]


@pytest.mark.parametrize(
    ("edit", "arguments", "words"),
    [
        (edits.set_parameter, ("L1", 2.0), "2 m is not between its bounds 0.1 m and 1 m"),
        (edits.set_parameter, ("L1", "L2/2"), "depends on itself: L1 → L2 → L1"),
        (edits.set_parameter, ("L1", "L1/2"), "depends on itself: L1 → L1"),
        (edits.set_parameter, ("rho", -1.0), "mass: expected 0 or more"),
        (edits.add_parameter, ("L1", 1.0), "already has a parameter 'L1'"),
        (edits.add_parameter, ("mm", 1.0), "this name is a unit"),
        (edits.add_parameter, ("a2", 1.0), "already has a meaning"),
        (edits.add_parameter, ("L3", "0.5"), "expected a length, found a number without a unit"),
        (edits.rename_parameter, ("L1", "L2"), "already has a parameter 'L2'"),
        (edits.set_expression, (0, "a", "L1 + 50"), "give the number its unit, as in 50 mm"),
        (edits.set_expression, (0, "a", "50 mm"), "uses no parameter"),
        (edits.set_expression, (0, "a", "L9"), "there is no parameter 'L9'; the robot has L1, L2"),
        (edits.set_expression, (0, "pitch", "L1"), "no such number"),
        (edits.set_expression, (0, "name", "L1"), "column: expected one of a, alpha"),
        (edits.set_expression, (7, "a", "L1"), "has joints 0 to 2"),
        (edits.use_variant, ("none",), "there is no variant 'none'"),
        (edits.set_parameters, ({"L2": 1.0},), "follows from '2\\*L1 - 100 mm'"),
    ],
)
def test_what_can_not_be_is_refused(edit, arguments: tuple[object, ...], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        edit(started(), "arm", *arguments)


def test_a_variant_gives_the_robot_its_values_back() -> None:
    document = edits.keep_variant(started(), "arm", "short")
    document = edits.set_parameter(document, "arm", "L1", 0.8)
    document = edits.keep_variant(document, "arm", "long", table=True)
    document = set_joint(document, "arm", 2, a=0.05)
    short = edits.use_variant(document, "arm", "short")
    assert lengths(short) == [*lengths(started())[:2], 0.05]
    assert lengths(edits.use_variant(short, "arm", "long")) == pytest.approx([0.8, 0.75, 0.0])
    assert cells(edits.use_variant(short, "arm", "long")) == cells(started())
    again = edits.rename_variant(document, "arm", "short", "long")
    assert [one.name for one in again.robot("arm").parameters.variants] == ["long 2", "long"]
    left = edits.remove_variant(again, "arm", "long")
    assert [one.name for one in left.robot("arm").parameters.variants] == ["long 2"]


def test_a_value_out_of_its_new_bounds_is_refused_when_a_variant_is_used() -> None:
    document = edits.keep_variant(started(), "arm", "short")
    document = edits.set_parameter(document, "arm", "L1", 0.8)
    document = edits.set_parameter(document, "arm", "L1", least=0.6)
    with pytest.raises(ArgumentError, match="not between its bounds"):
        edits.use_variant(document, "arm", "short")


def test_a_robot_without_parameters_keeps_its_whole_table() -> None:
    document = Document((PlacedRobot("arm", blank("3R")),))
    document = edits.keep_variant(document, "arm", "first")
    first = lengths(document)
    document = set_joint(document, "arm", 0, a=0.123)
    assert lengths(edits.use_variant(document, "arm", "first")) == first


def test_a_copy_has_parameters_of_its_own() -> None:
    place = np.eye(4)
    document = duplicate_robot(started(), "arm", place)
    copy = document.robots[1].id
    document = edits.set_parameter(document, copy, "L1", 0.9)
    assert lengths(document)[0] == 0.4
    assert document.robot(copy).robot.joints[0].a == 0.9


@pytest.mark.parametrize("seed", range(20))
def test_the_numbers_are_always_those_of_the_expressions(seed: int) -> None:
    rng = Random(seed)
    document = started()
    for _ in range(30):
        if rng.random() < 0.3:
            document = set_joint(document, "arm", rng.randrange(3), a=rng.choice([0.4, 0.35, 0.1]))
        elif rng.random() < 0.5:
            document = edits.set_parameter(document, "arm", "L1", rng.uniform(0.2, 1.0))
        else:
            text = rng.choice(["L1", "L2/2", "L1 - L2/4", "sqrt(L1*L2)"])
            document = edits.set_expression(document, "arm", rng.randrange(3), "a", text)
        values = {one.name: one.value for one in document.robot("arm").parameters}
        for row, column, text in cells(document):
            held = document.robot("arm").robot.joints[row]
            number = held.a if column == "a" else held.inertia.mass  # type: ignore[union-attr]
            python = eval(text, {"sqrt": lambda x: x**0.5}, values)
            assert number == pytest.approx(python, rel=1e-14)


def test_the_parameter_behind_a_length_is_solved_for():
    every = (
        RobotParameter("L1", 0.4, least=0.1, most=0.9),
        RobotParameter("half", text="L1/2"),
        RobotParameter("A1", radians(30.0), "angle"),
    )
    parameters = Parameters(every)
    assert solved(parameters, "L1", 0.55, "a") == ("L1", 0.55)
    assert solved(parameters, "2*half + 50 mm", 0.55, "a") == ("L1", pytest.approx(0.5))
    # √(L² + 0.3²) = 0.5 of the right triangle 3, 4, 5
    name, value = solved(parameters, "sqrt(L1*L1 + 0.3 m * 0.3 m)", 0.5, "a")
    assert (name, value) == ("L1", pytest.approx(0.4))
    name, value = solved(parameters, "sqrt(L1*L1 + 0.3 m * 0.3 m)", 0.65, "a")
    assert value == pytest.approx(np.sqrt(0.65**2 - 0.09), rel=1e-8)
    assert solved(parameters, "L1", 5.0, "a") == ("L1", 0.9)
    assert solved(parameters, "1 m * sin(A1)", 0.6, "a") == ("A1", pytest.approx(np.arcsin(0.6)))
    with pytest.raises(ArgumentError, match="no value of A1 gives"):
        solved(parameters, "1 m * sin(A1)", 1.5, "a")
