"""Grips of a motion outlive a crash as its rows do."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from rvs.engine.robot import Robot
from rvs.files.motions.jtraj import JointRows, check_jtraj, motion_text, read_jtraj, save_jtraj
from rvs.files.robots.arch import Architecture
from rvs.files.storage.recovery import packed, unpacked
from rvs.files.text.errors import FileErrors
from rvs.model.array_value import block
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.grips import Grip
from rvs.model.motions.kept import KeptMotion, filed
from rvs.model.motions.motion import JointTrajectory


def test_packed_motions_keep_their_grips():
    grips = (Grip(0.5, 1.0), Grip(1.5, inf))
    rows = JointTrajectory("arm", block([0.0, 2.0]), block(np.zeros((2, 3))), grips=grips)
    (back,) = unpacked(packed([KeptMotion("pick", rows, "once", (), False)]))
    assert back.trajectory.grips == grips


def test_files_of_motions_keep_their_grips(tmp_path):
    arm = Robot.from_dh([0.3, 0.2], 0, 0, [0, 0])
    grips = (Grip(0.5, 1.0), Grip(1.5, inf))
    rows = JointTrajectory.evenly("arm", np.zeros((3, 2)), 1.0)
    path = tmp_path / "pick.jtraj"
    said = JointRows.of(replace(rows, grips=grips), "arm", "m")
    save_jtraj(path, said, Architecture(arm, "m"))
    assert read_jtraj(path, Architecture(arm, "m")).trajectory.grips == grips


def test_grips_out_of_order_are_named(tmp_path):
    path = tmp_path / "pick.jtraj"
    path.write_text("grips = [ 2, 1 ]\n0 0\n")
    with pytest.raises(FileErrors, match="grips"):
        check_jtraj(path)


def test_packed_motions_keep_what_they_assume():
    rows = JointTrajectory.evenly("arm", np.zeros((2, 3)), 1.0)
    rows = replace(rows, assumed=("joint 1 has no limit of its speed",))
    (back,) = unpacked(packed([KeptMotion("pick", rows)]))
    assert back.trajectory.assumed == rows.assumed


def test_the_file_of_a_single_row_says_all_of_it(tmp_path):
    """Such as a posture that a simulation ended in at once."""
    ones = block(np.ones((1, 2)))
    rows = JointTrajectory.evenly("arm", np.zeros((1, 2)), 1.0)
    rows = replace(rows, speeds=ones, accelerations=ones, pushes=ones, openings=((0.0, 0.05),))
    arm = PlacedRobot("arm", Robot.from_dh([0.3, 0.2], 0, 0, [0, 0]))
    path = tmp_path / "rest.jtraj"
    path.write_text(motion_text(KeptMotion("rest", rows, "loop"), arm), encoding="utf-8")
    back = read_jtraj(path, Architecture(arm.robot, "m"))
    assert (back.trajectory.openings, back.repeat) == (rows.openings, "loop")
    for name in ("speeds", "accelerations", "pushes"):
        assert np.allclose(getattr(back.trajectory, name).array, 1.0), name


@pytest.mark.parametrize("change", ["openings", "repeat", "speeds"])
def test_a_motion_that_says_something_else_is_not_in_the_file_of_another(change):
    rows = JointTrajectory.evenly("arm", np.zeros((2, 1)), 1.0)
    saved = KeptMotion("pick", rows, file="pick.jtraj")
    ones = block(np.ones((2, 1)))
    other = {
        "openings": KeptMotion("pick", replace(rows, openings=((0.0, 0.05),))),
        "repeat": KeptMotion("pick", rows, "loop"),
        "speeds": KeptMotion("pick", replace(rows, speeds=ones, accelerations=ones)),
    }[change]
    arm = PlacedRobot("arm", Robot.from_dh([0.3], 0, 0, [0]))
    assert filed([saved], [arm], Document((arm,), motions=(other,))).motions[0].file == ""
    assert filed([saved], [arm], Document((arm,), motions=(replace(saved, file=""),))).motions == (
        saved,
    )
