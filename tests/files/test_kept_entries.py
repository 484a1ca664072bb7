"""Entries of the list of robots are read from few files once an earlier run has kept them."""

import os

import pytest

from rvs.files import library
from rvs.files.library import entries
from rvs.files.storage import disk_cache
from rvs.model.folders import cache_folder

TEXT = 'name = "{}" {{ a = 1 b = 0 al = 0 th = 0 }}'


@pytest.fixture
def read_files(monkeypatch, own_home):
    """Names of the files that are read, by a program that has just begun."""
    names: list[str] = []
    read_tree = library.read_tree

    def noted(path):
        names.append(path.stem)
        return read_tree(path)

    monkeypatch.setattr(library, "read_tree", noted)
    monkeypatch.setattr(library, "_known", {})
    return names


def begin_again(monkeypatch, names):
    monkeypatch.setattr(library, "_known", {})
    names.clear()


def write(home, text):
    path = home / "arch" / "own.arch"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def test_the_next_run_reads_only_what_has_changed(read_files, own_home, monkeypatch):
    path = write(own_home, TEXT.format("One"))
    first = entries()
    assert len(read_files) == len(first) > 70
    begin_again(monkeypatch, read_files)
    assert entries() == first
    assert read_files == []
    begin_again(monkeypatch, read_files)
    path.write_text(TEXT.format("Another"))
    changed = [one for one in entries() if one not in first]
    assert [one.title for one in changed] == ["Another"]
    assert read_files == ["own"]
    entries()
    assert read_files == ["own"]


def test_a_file_of_the_same_size_and_another_time_is_read_again(read_files, own_home):
    path = write(own_home, TEXT.format("One"))
    entries()
    path.write_text(TEXT.format("Two"))
    os.utime(path, ns=(1, 1))
    assert "Two" in [one.title for one in entries()]


def test_faults_are_looked_for_again_by_the_next_run(read_files, own_home, monkeypatch):
    path = write(own_home, "name = {")
    assert next(one for one in entries() if one.name == "own").fault
    entries()
    assert read_files.count("own") == 1
    begin_again(monkeypatch, read_files)
    kept = cache_folder() / library.PLACE
    written = kept.stat().st_mtime_ns
    assert next(one for one in entries() if one.path == path).fault
    assert read_files == ["own"]
    assert kept.stat().st_mtime_ns == written


def test_a_file_that_is_gone_meanwhile_is_a_fault(own_home):
    if not hasattr(os, "symlink"):
        pytest.skip("no links here")
    (own_home / "arch").mkdir(exist_ok=True)
    (own_home / "arch" / "lost.arch").symlink_to(own_home / "nowhere.arch")
    assert next(one for one in entries() if one.name == "lost").fault


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[1, 2]", b'["PROGRAM", [[1, 2]]]', b'["PROGRAM", [[[1], [2]]]]']
)
def test_what_is_damaged_is_read_again(data, read_files, monkeypatch):
    first = entries()
    program = library._program().encode()
    disk_cache.store(cache_folder() / library.PLACE, data.replace(b"PROGRAM", program))
    begin_again(monkeypatch, read_files)
    assert entries() == first
    assert len(read_files) == len(first)


def test_what_another_program_kept_counts_for_nothing(read_files, monkeypatch):
    entries()
    begin_again(monkeypatch, read_files)
    monkeypatch.setattr(disk_cache, "__version__", "0.0")
    entries()
    assert len(read_files) > 70


def test_only_so_many_are_remembered(read_files, monkeypatch):
    monkeypatch.setattr(library, "MOST", 10)
    assert len(entries()) > 10
    assert not library._known
