"""A file is written whole or not at all."""

import errno
import os
import sys

import pytest

from rvs.files.storage import atomic
from rvs.files.storage.atomic import write_bytes, write_text
from rvs.files.storage.recent import add_recent
from rvs.files.storage.recovery import remove_leftovers

from ..programs import started


def test_text_and_folders(tmp_path):
    path = tmp_path / "a" / "b.txt"
    write_text(path, "é\r\n\n")
    assert path.read_bytes() == b"\xc3\xa9\r\n\n"
    assert [child.name for child in path.parent.iterdir()] == ["b.txt"]


@pytest.mark.parametrize("broken", ["replace", "fsync"])
def test_a_failure_leaves_the_old_file(tmp_path, monkeypatch, broken):
    path = tmp_path / "a"
    path.write_text("old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(atomic.os, broken, fail)
    with pytest.raises(OSError, match="disk full"):
        write_bytes(path, b"new")
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such permissions")
def test_permissions_are_kept(tmp_path):
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o640)
    write_text(path, "new")
    assert path.stat().st_mode & 0o777 == 0o640
    fresh, plain = tmp_path / "b", tmp_path / "c"
    write_text(fresh, "")
    plain.write_text("")
    assert fresh.stat().st_mode == plain.stat().st_mode


@pytest.mark.skipif(not hasattr(os, "symlink") or sys.platform == "win32", reason="needs links")
def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


KILLED = """
import os, pathlib, sys
from rvs.files.storage.atomic import replacing
with replacing(pathlib.Path(sys.argv[1])) as fresh:
    fresh.write_text("half")
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def writer(own_home, project_root):
    """A program in the middle of saving a file of the user's."""
    path = own_home / "arch" / "arm.arch"
    path.parent.mkdir()
    path.write_text("old")
    with started("-c", KILLED, str(path), folder=project_root) as process:
        assert process.stdout.readline() == "ready\n"
        yield process, path


def test_what_a_killed_save_leaves_goes_at_the_next_start(writer):
    process, path = writer
    others = [path.with_name(name) for name in (".mine.new", "arm.0123456789ab.new")]
    for other in others:
        other.write_text("not ours")
    remove_leftovers()
    assert len(list(path.parent.iterdir())) == 4, "what is being written stays"
    process.kill()
    process.wait()
    assert path.read_text() == "old"
    remove_leftovers()
    assert sorted(path.parent.iterdir()) == sorted([path, *others])


def test_a_start_clears_the_folders_of_recent_files(own_home, tmp_path):
    left = tmp_path / ".work.rvs.0123456789ab.new"
    left.write_text("half")
    (tmp_path / "work.rvs").write_text("")
    add_recent(tmp_path / "work.rvs")
    add_recent(tmp_path / "gone" / "work.rvs")
    remove_leftovers()
    assert [child.name for child in tmp_path.iterdir()] == ["work.rvs"]


@pytest.mark.parametrize("named", [False, True])
def test_a_full_disk_names_the_file_that_was_to_be_written(tmp_path, monkeypatch, named):
    path = tmp_path / "a" / "figure.png"

    def full(*_):
        (fresh,) = path.parent.iterdir()
        raise OSError(errno.ENOSPC, "No space left on device", *([str(fresh)] if named else []))

    monkeypatch.setattr(atomic.os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as raised:
        write_bytes(path, b"new")
    assert raised.value.filename == str(path)


def test_a_folder_that_can_not_be_written_names_the_file(tmp_path, monkeypatch):
    def forbidden(fresh, *_):
        raise PermissionError(errno.EACCES, "Permission denied", str(fresh))

    monkeypatch.setattr(atomic.os, "open", forbidden)
    with pytest.raises(PermissionError) as raised:
        write_bytes(tmp_path / "a.png", b"new")
    assert raised.value.filename == str(tmp_path / "a.png")
