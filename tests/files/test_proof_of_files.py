"""A text that could not be read back is not written: the old file stays as it was."""

from dataclasses import replace
from pathlib import Path

import pytest

from rvs.engine.errors import RvsError
from rvs.engine.joint import Joint
from rvs.files.motions.jtraj import JointRows, save_jtraj
from rvs.files.robots.arch import parse_architecture, read_architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.files.robots.jconfig import PostureFile, read_postures, save_postures
from rvs.model.motions.motion import JointTrajectory
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


def rows_of(values):
    return JointRows(trajectory=JointTrajectory.evenly("", values, 0.02))


def test_postures_and_rows_that_no_file_holds_leave_the_old_ones(tmp_path: Path) -> None:
    postures, rows = tmp_path / "arm.jconfig", tmp_path / "arm.jtraj"
    save_postures(postures, PostureFile((NamedPosture("up", (1.0,)),)), ARM)
    save_jtraj(rows, rows_of([[1.0], [2.0]]), ARM)
    before = postures.read_bytes(), rows.read_bytes()
    twice = PostureFile((NamedPosture("up", (1.0,)), NamedPosture("up", (2.0,))))
    with pytest.raises(RvsError, match="can't be saved"):
        save_postures(postures, twice, ARM)
    with pytest.raises(RvsError, match="can't be saved"):
        save_jtraj(rows, rows_of([[1e99], [2.0]]), ARM)
    assert (postures.read_bytes(), rows.read_bytes()) == before


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "\u2028*/", "\x1b[31m", "\ufffe"])
def test_names_of_any_letters_come_back_from_the_bytes(tmp_path: Path, name: str) -> None:
    path = tmp_path / "arm.arch"
    robot = ARM.robot.replace(name=name, joints=(Joint(name=name),))
    save_architecture(path, replace(ARM, robot=robot, text="", name=""))
    assert read_architecture(path).robot == robot
    postures = PostureFile((NamedPosture(name, (1.0,), name),), robot=name)
    saved = save_postures(tmp_path / "arm.jconfig", postures, ARM)
    assert read_postures(tmp_path / "arm.jconfig", ARM).postures == saved.postures


def test_what_the_bytes_of_a_file_can_not_say_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "arm.arch"
    for words in ("/* \0 */", "/* \ud800 */"):
        with pytest.raises(RvsError, match="can't be saved"):
            save_architecture(path, replace(ARM, text=f"{words} {ARM.text}", path=path))
        assert not path.exists()
