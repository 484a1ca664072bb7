import numpy as np
import pytest

from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot, set_joint
from rvs.scene.gizmos.arrow_gizmos import length_grips

TURN = ((0.0, -1.0, 0.0, 0.4), (1.0, 0.0, 0.0, -0.2), (0.0, 0.0, 1.0, 0.3), (0.0, 0.0, 0.0, 1.0))


@pytest.mark.parametrize("name", ["puma560", "puma560-modified", "scara", "stanford"])
def test_an_end_moves_along_its_arrow_by_what_its_length_grows(name: str) -> None:
    placed = PlacedRobot("arm", load_robot(name).robot, place=TURN)
    posture = tuple(0.1 + 0.2 * k for k in range(placed.robot.n))
    grips = length_grips(placed, posture)
    assert grips
    for grip in grips:
        assert grip.end - grip.start == pytest.approx(grip.value * grip.axis, abs=1e-12)
        value = getattr(placed.robot.joints[grip.row], grip.column)
        assert grip.value == pytest.approx(value)
        longer = set_joint(Document((placed,)), "arm", grip.row, **{grip.column: value + 0.05})
        now = {one.ref: one for one in length_grips(longer.robots[0], posture)}[grip.ref]
        assert now.end == pytest.approx(grip.end + 0.05 * grip.axis, abs=1e-12)
        assert np.allclose(now.start, grip.start)


def test_the_variable_of_a_prismatic_joint_has_no_grip() -> None:
    robot = load_robot("stanford").robot
    slides = [row for row, joint in enumerate(robot.joints) if not joint.turns]
    grips = length_grips(PlacedRobot("arm", robot), tuple(robot.home.tolist()))
    assert slides
    assert not [one for one in grips if one.row in slides and one.column == "d"]
