"""Where trajectories rest."""

import numpy as np

from rvs.files.library import files_of, load_robot
from rvs.files.motions.jtraj import read_jtraj
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.recording import keyframes, record

POSES = np.array([[0, 0.5, -2, 0, 0.3, 0], [1, 0.8, -2.5, 0.2, 0, 0.1], [0, 1.5, -1, 0, 0.3, 0.5]])


def test_recorded_postures_are_found_again() -> None:
    robot = load_robot("puma560").robot
    for scaling in ("cubic", "quintic", "septic", "trapezoidal"):
        made = record(robot, "arm", POSES, [0.0, 2.0, 3.4], scaling=scaling, strict=False)
        np.testing.assert_allclose(keyframes(made), [0.0, 2.0, 3.4], atol=1e-9)


def test_a_rest_has_two_ends() -> None:
    rows = np.concatenate([np.linspace(0, 1, 11), np.ones(20), np.linspace(1, 2, 11)])[:, None]
    found = keyframes(JointTrajectory.evenly("arm", rows, 0.1))
    np.testing.assert_allclose(found, [0.0, 1.0, 3.1, 4.1])


def test_one_row_and_a_circle_without_rest() -> None:
    assert keyframes(JointTrajectory.evenly("arm", [[1.0]], 0.1)).tolist() == [0.0]
    architecture = load_robot("rediestro")
    rows = read_jtraj(files_of("jtraj")["rediestro-circle"], architecture)
    found = keyframes(rows.trajectory)
    assert len(found) == 2
