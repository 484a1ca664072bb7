"""What could not be read back is not written: the old file stays as it was."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rvs.engine.errors import RvsError
from rvs.engine.joint import Joint
from rvs.files.motions.jtraj import JointRows, save_jtraj
from rvs.files.robots.arch import parse_architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.files.robots.jconfig import PostureFile, save_postures
from rvs.model.robots.named_posture import NamedPosture

ARM = parse_architecture("{ a = 1 b = 0 al = 0 th = 0 }", "arm")


def test_a_robot_that_no_file_holds_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "arm.arch"
    save_architecture(path, ARM)
    before = path.read_bytes()
    for change in ({"joints": (Joint(a=1e99),)}, {"comment": "x" * 30_000}):
        with pytest.raises(RvsError, match="can't be saved"):
            save_architecture(path, replace(ARM, robot=ARM.robot.replace(**change)))
        assert path.read_bytes() == before


def test_postures_and_rows_that_no_file_holds_leave_the_old_ones(tmp_path: Path) -> None:
    postures, rows = tmp_path / "arm.jconfig", tmp_path / "arm.jtraj"
    save_postures(postures, PostureFile((NamedPosture("up", (1.0,)),)), ARM)
    save_jtraj(rows, JointRows(np.array([[1.0], [2.0]])), ARM)
    before = postures.read_bytes(), rows.read_bytes()
    with pytest.raises(RvsError, match="can't be saved"):
        save_postures(postures, PostureFile((NamedPosture("far", (1e99,)),)), ARM)
    with pytest.raises(RvsError, match="can't be saved"):
        save_jtraj(rows, JointRows(np.array([[1e99], [2.0]])), ARM)
    assert (postures.read_bytes(), rows.read_bytes()) == before
