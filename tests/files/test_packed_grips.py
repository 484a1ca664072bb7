"""Grips of a motion outlive a crash as its rows do."""

from __future__ import annotations

from math import inf

import numpy as np

from rvs.files.storage.packed_motions import packed, unpacked
from rvs.model.block import block
from rvs.model.motions.grips import Grip
from rvs.model.motions.kept import KeptMotion
from rvs.model.motions.motion import JointTrajectory


def test_packed_motions_keep_their_grips():
    grips = (Grip(0.5, 1.0), Grip(1.5, inf))
    rows = JointTrajectory("arm", block([0.0, 2.0]), block(np.zeros((2, 3))), grips=grips)
    (back,) = unpacked(packed([KeptMotion("pick", rows, "once", (), False)]))
    assert back.trajectory.grips == grips
