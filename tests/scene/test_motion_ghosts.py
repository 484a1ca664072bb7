"""Earlier postures of a motion."""

import numpy as np

from rvs.files.library import load_robot
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import JointTrajectory
from rvs.scene.annotate.motion_ghosts import ghost_solids
from rvs.scene.build import robot_solids

ARM = PlacedRobot("arm", load_robot("scara").robot)
ROWS = np.zeros((3, 4))
ROWS[:, 0] = [0.0, 0.5, 1.0]
ROWS[:, 2] = 0.1


def ghosts(count):
    motion = JointTrajectory.evenly("arm", ROWS, 1.0)
    return ghost_solids(ARM, motion, count, "light", "skeleton")


def test_each_earlier_posture_is_a_thing_of_its_own_and_clearer_with_time():
    names = dict.fromkeys(solid.owner[0] for solid in ghosts(2))
    assert list(names) == ["arm at 0 s", "arm at 1 s"]
    early, late = ([s for s in ghosts(2) if s.owner[0] == name] for name in names)
    assert max(s.color[3] for s in early) < max(s.color[3] for s in late) < 1.0


def test_what_does_not_move_is_left_out():
    whole = robot_solids(ARM, tuple(ROWS[0].tolist()), "#888888")
    assert 0 < len(ghosts(1)) < len(whole)
    still = JointTrajectory.evenly("arm", np.zeros((3, 4)), 1.0)
    assert ghost_solids(ARM, still, 3, "light", "skeleton") == ()
