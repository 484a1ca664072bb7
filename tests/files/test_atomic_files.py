"""A file is written whole or not at all."""

import os
import sys

import pytest

from rvs.files.storage import atomic
from rvs.files.storage.atomic import write_bytes, write_text


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
