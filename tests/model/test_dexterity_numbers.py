"""Dexterity of a robot as the window shows it."""

import numpy as np
import pytest

from rvs.engine.robot import Robot
from rvs.files.library import find_robot
from rvs.files.robots.arch import read_architecture
from rvs.model.numbers.units import UNITS
from rvs.model.robots.dexterity import Dexterity, dexterity_of, rows
from rvs.study.dexterity import condition_number, maximum_reach


def numbers(robot: Robot, q) -> tuple[Dexterity, dict[str, str]]:
    found = dexterity_of(robot, tuple(map(float, q)))
    assert isinstance(found, Dexterity)
    return found, {name: text for name, text, _ in rows(found, UNITS["mm"])}


@pytest.mark.parametrize("name", ["puma560", "ur5", "abb-irb120", "scara"])
def test_a_posture_that_is_singular_to_rounding_has_no_best_length(name: str) -> None:
    robot = read_architecture(find_robot(name)).robot
    for off in (0.0, 1e-9, 1e-7):
        q = maximum_reach(robot).q + off
        found, texts = numbers(robot, q)
        if texts["Condition number κF"] == "∞":
            assert texts["Characteristic length L"] == "none"
            # With 1 m: those of a length that rounding has chosen would be thousands.
            assert found.values[0] < 20.0
            assert texts["Conditioning index"] == "0.0 %"
    assert numbers(robot, maximum_reach(robot).q)[1]["Condition number κF"] == "∞"


def test_a_posture_that_is_not_keeps_its_own() -> None:
    robot = read_architecture(find_robot("puma560")).robot
    q = np.radians([30, 45, -160, 10, -65, 0])
    found, texts = numbers(robot, q)
    assert found.frobenius == pytest.approx(condition_number(robot, q))
    assert texts["Characteristic length L"].endswith(" mm")
    assert found.values[0] / found.values[-1] < found.frobenius * 6
