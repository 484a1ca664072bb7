"""Changes of a file by another program are never overwritten unseen: bytes decide."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import rvs
from rvs.files.bodies.body import read_body
from rvs.files.bodies.write import save_body
from rvs.files.cells.cell import read_cell
from rvs.files.cells.env import read_environment, save_environment
from rvs.files.cells.write import save_cell
from rvs.files.library import load_robot
from rvs.files.motions.jtraj import read_jtraj, save_jtraj
from rvs.files.robots.arch import read_architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.files.robots.jconfig import read_postures, save_own, save_postures
from rvs.files.storage import outside_changes
from rvs.files.storage.atomic import file_transaction
from rvs.files.storage.outside_changes import note_opened, telling_kept, write_document
from rvs.files.storage.preferences_file import save_preferences
from rvs.model.document import PlacedRobot
from rvs.model.preferences import Preferences, read_preferences, write_preferences
from rvs.model.robots.named_posture import NamedPosture

PUMA = load_robot("puma560")


def cell(path: Path):
    path.write_text("things { }\nview { mode = body }\n", encoding="utf-8")
    read = read_cell(path)
    return lambda: save_cell(path, replace(read, view=replace(read.view, floor=False)))


def arch(path: Path):
    path.write_text("{ a = 1 b = 0 al = 0 th = 0 }\n", encoding="utf-8")
    read = read_architecture(path)
    return lambda: save_architecture(path, replace(read, unit="mm"))


def postures(path: Path):
    path.write_text("posture one { q = [ 0, 0, 0, 0, 0, 0 ] }\n", encoding="utf-8")
    read = read_postures(path, PUMA)
    return lambda: save_postures(path, replace(read, postures=()), PUMA)


def body(path: Path):
    path.write_text("base { }\nlink 1 { part box { shape = box x = 1 y = 1 z = 1 } }\n")
    read = read_body(path).body
    return lambda: save_body(path, replace(read, color="red"))


def environment(path: Path):
    path.write_text("target one { at = [ 0, 0, 0 ] }\n", encoding="utf-8")
    read = read_environment(path)
    return lambda: save_environment(path, replace(read, targets=(), text=""))


def trajectory(path: Path):
    path.write_text("dt = 0.1\n0 0 0 0 0 0\n1 1 1 1 1 1\n", encoding="utf-8")
    read = read_jtraj(path, PUMA)
    rows = replace(read.trajectory, rows=read.trajectory.rows.array + 0.5)
    return lambda: save_jtraj(path, replace(read, trajectory=rows), PUMA)


def tool_path(path: Path):
    path.write_text("unit = m\n", encoding="utf-8")
    note_opened(path)
    return lambda: write_document(path, "unit = mm\n")


KINDS = {
    "cell.rvs": cell,
    "mine.arch": arch,
    "mine.jconfig": postures,
    "mine.body": body,
    "room.env": environment,
    "way.jtraj": trajectory,
    "way.ctraj": tool_path,
}
THEIRS = {
    "invalid": b"view { mode = ",
    "binary": bytes(range(256)),
    "empty": b"",
    "latin": "name = Gr\xfcn".encode("latin-1"),
    "large": b"/* " + b"x" * (64 * 1024 * 1024) + b" */",
}


@pytest.fixture(autouse=True)
def told():
    found = []
    with telling_kept(lambda path, copy: found.append((path, copy))):
        yield found


@pytest.mark.parametrize("theirs", THEIRS)
@pytest.mark.parametrize("name", KINDS)
def test_any_bytes_of_another_program_are_kept(tmp_path, told, name, theirs) -> None:
    path = tmp_path / name
    save = KINDS[name](path)
    path.write_bytes(THEIRS[theirs])
    save()
    copy = path.with_name(f"{path.stem} (theirs 1){path.suffix}")
    assert copy.read_bytes() == THEIRS[theirs]
    assert told == [(path, copy)]
    write_document(path, path.read_text() + "\n")
    assert sorted(tmp_path.iterdir()) == sorted([path, copy]), "what one wrote oneself is known"


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
@pytest.mark.parametrize("name", KINDS)
def test_a_link_is_followed_and_what_it_led_to_kept(tmp_path, told, name) -> None:
    path, real = tmp_path / name, tmp_path / "real" / name
    save = KINDS[name](path)
    real.parent.mkdir()
    real.write_bytes(b"theirs {")
    real.chmod(0o640)
    path.unlink()
    path.symlink_to(real)
    save()
    assert path.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert told[0][1].read_bytes() == b"theirs {"
    assert b"theirs {" not in real.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_a_file_that_was_read_through_a_link_is_known_by_its_name(tmp_path, told) -> None:
    path, link = tmp_path / "cell.rvs", tmp_path / "link.rvs"
    link.symlink_to(path)
    save = cell(link)
    read = save()
    assert told == []
    path.write_bytes(b"theirs {")
    save_cell(path, replace(read, view=replace(read.view, shadow=False)))
    assert told[0][1].read_bytes() == b"theirs {"


def test_postures_that_could_not_be_read_are_kept_beside(tmp_path, told) -> None:
    path = tmp_path / "mine.jconfig"
    path.write_text("posture {")
    note_opened(path)
    named = (NamedPosture("one", (0.0,) * 6),)
    robot = PlacedRobot("mine", PUMA.robot, origin=str(tmp_path / "mine.arch"), named=named)
    assert save_own(robot) == path
    assert told[0][1].read_text() == "posture {"


def test_a_model_that_could_not_be_read_is_kept_beside(tmp_path, told) -> None:
    path = tmp_path / "mine.body"
    save = body(path)
    path.write_text("link 1 {")
    note_opened(path)
    save()
    assert told[0][1].read_text() == "link 1 {"


def test_a_file_that_was_named_and_never_seen_is_written_over(tmp_path, told) -> None:
    path = tmp_path / "new.ctraj"
    path.write_text("old")
    write_document(path, "new")
    assert (path.read_text(), told) == ("new", [])


def test_a_save_that_is_taken_back_is_not_known(tmp_path, told) -> None:
    path = tmp_path / "way.ctraj"
    write_document(path, "one")

    @file_transaction()
    def fail() -> None:
        write_document(path, "two")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    write_document(path, "three")
    assert (path.read_text(), told) == ("three", [])


def test_a_copy_that_can_not_be_written_refuses_the_save(tmp_path, monkeypatch) -> None:
    path = tmp_path / "cell.rvs"
    save = cell(path)
    path.write_bytes(b"theirs {")

    def full(*_):
        raise OSError("no space")

    monkeypatch.setattr(outside_changes.shutil, "copyfile", full)
    with pytest.raises(OSError, match="no space"):
        save()
    assert path.read_bytes() == b"theirs {"
    assert os.listdir(tmp_path) == ["cell.rvs"]


def test_a_script_says_what_it_keeps(tmp_path, caplog) -> None:
    path = tmp_path / "cell.rvs"
    rvs.new("puma560")
    rvs.save(path)
    rvs.open(path)
    path.write_bytes(b"theirs {")
    rvs.pose("puma560", [0.1] * 6)
    with telling_kept(outside_changes._log):
        rvs.save()
    assert "its version is now cell (theirs 1).rvs" in caplog.text
    (q,) = read_cell(path).postures.values()
    assert np.allclose(q, 0.1)


PROGRAMS_OWN = Preferences(theme="dark", angle="rad")


def test_a_choice_keeps_what_others_chose_meanwhile(tmp_path, told) -> None:
    path = tmp_path / "preferences.toml"
    write_preferences(PROGRAMS_OWN, path)
    save_preferences(Preferences(floor=False), Preferences(), path)
    assert read_preferences(path) == (replace(PROGRAMS_OWN, floor=False), ())
    assert told == []


@pytest.mark.parametrize(
    "theirs", [b"# mine\n", b"theme = \n", b"\xff\xfe", b'colour = "of a later version"\n']
)
def test_what_a_choice_would_lose_is_kept_beside(tmp_path, told, theirs) -> None:
    path = tmp_path / "preferences.toml"
    write_preferences(PROGRAMS_OWN, path)
    path.write_bytes(path.read_bytes() + theirs)
    whole = path.read_bytes()
    save_preferences(Preferences(floor=False), Preferences(), path)
    ((_, copy),) = told
    assert copy.read_bytes() == whole
    assert not read_preferences(path)[1]
    save_preferences(Preferences(floor=False, labels=False), Preferences(floor=False), path)
    assert len(list(tmp_path.iterdir())) == 2
