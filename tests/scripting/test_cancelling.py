"""Studies end where they tell how far they are, if whoever listens raises an error."""

import numpy as np
import pytest

import rvs
from rvs.engine.kinematics import fkine
from rvs.engine.progress import progress_to
from rvs.scripting.calibrations import Calibrate
from rvs.scripting.drives import ChooseDrives
from rvs.scripting.payloads import PayloadQuestion
from rvs.scripting.reaches import ReachQuestion
from rvs.scripting.stiffness import StiffnessQuestion
from rvs.scripting.tolerances import Tolerance
from rvs.scripting.torques import Torque


class Enough(Exception):
    pass


def stop(_words: str) -> None:
    raise Enough


def cell_of(name: str):
    found = rvs.new()
    found.add_robot(rvs.placed(name))
    return found


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("ur5e", ReachQuestion()), ("ur5e", PayloadQuestion()),
        ("ur5e", StiffnessQuestion(plane="xz")), ("ur5e", Tolerance()),
        ("puma560", ChooseDrives(hold=["ready"])), ("puma560", Torque(worst=True)),
    ],
    ids=lambda one: getattr(one, "called", one),
)  # fmt: skip
def test_every_long_study_can_be_stopped(name: str, question) -> None:
    cell = cell_of(name)
    with pytest.raises(Enough), progress_to(stop):
        question.answer(cell)


def test_a_calibration_can_be_stopped(tmp_path) -> None:
    cell = cell_of("ur5e")
    robot = cell.robots[0].robot
    low, high = robot.limits.T
    q = low + np.random.default_rng(0).random((40, robot.n)) * (high - low)
    rows = np.column_stack([np.degrees(q), fkine(robot, q)[:, :3, 3]])
    heads = ",".join([*(f"q{i}" for i in range(1, robot.n + 1)), *"xyz"])
    table = tmp_path / "poses.csv"
    np.savetxt(table, rows, "%.12g", ",", header=heads, comments="")
    with pytest.raises(Enough), progress_to(stop):
        Calibrate(measured=str(table)).answer(cell)
