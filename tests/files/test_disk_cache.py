"""Contents of the user's cache: made once, again when damaged or when a fact has changed."""

import os

import pytest

from rvs.files.storage import disk_cache as module
from rvs.files.storage.disk_cache import cached_result
from rvs.model.folders import cache_folder


class Maker:
    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> bytes:
        self.calls += 1
        return b"made" + bytes([self.calls])


def test_is_made_once_for_the_same_facts():
    make = Maker()
    first = cached_result("things", ["a", 1], make)
    assert cached_result("things", ["a", 1], make) == first == b"made\x01"
    assert cached_result("things", ["a", 2], make) == b"made\x02"
    assert cached_result("others", ["a", 1], make) == b"made\x03"


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 40])
def test_what_is_damaged_is_made_again(damage):
    make = Maker()
    cached_result("things", ["a"], make)
    (file,) = (cache_folder() / "things").iterdir()
    file.write_bytes(damage)
    assert cached_result("things", ["a"], make) == b"made\x02"
    assert cached_result("things", ["a"], make) == b"made\x02"


def test_nothing_is_kept_where_nothing_can_be_written():
    cache_folder().parent.mkdir(parents=True, exist_ok=True)
    cache_folder().write_text("a file where the folder would be")
    make = Maker()
    assert cached_result("things", ["a"], make) == b"made\x01"
    assert cached_result("things", ["a"], make) == b"made\x02"


def test_the_oldest_go(monkeypatch):
    monkeypatch.setattr(module, "MOST", 3)
    make = Maker()
    for number in range(3):
        cached_result("things", [number], make)
        for file in (cache_folder() / "things").iterdir():
            os.utime(file, (file.stat().st_atime, file.stat().st_mtime - 100))
    cached_result("things", [3], make)
    cached_result("things", [4], make)
    assert len(list((cache_folder() / "things").iterdir())) == 3
    calls = make.calls
    cached_result("things", [2], make)
    assert make.calls == calls
    cached_result("things", [0], make)
    assert make.calls == calls + 1
