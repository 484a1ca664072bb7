"""Folders that appear whole or not at all."""

import json

import pytest

from rvs.engine.errors import RvsError
from rvs.files.storage.atomic import fresh_folder


def write(path, *names, fail=False):
    with fresh_folder(path, "list.json", {"of": "a test"}) as folder:
        for name in names:
            (folder / name).write_text(name, encoding="utf-8")
        if fail:
            raise OSError("disk full")


def names(path):
    return sorted(file.name for file in path.iterdir())


def test_a_folder_holds_what_was_written_and_a_listing(tmp_path):
    write(tmp_path / "deep" / "out", "a", "b")
    assert names(tmp_path / "deep" / "out") == ["a", "b", "list.json"]
    told = json.loads((tmp_path / "deep" / "out" / "list.json").read_text(encoding="utf-8"))
    assert told["of"] == "a test"
    assert told["files"] == ["a", "b"]
    assert names(tmp_path / "deep") == ["out"]


def test_an_earlier_run_is_replaced_whole(tmp_path):
    write(tmp_path / "out", "a", "b", "c")
    write(tmp_path / "out", "a")
    assert names(tmp_path / "out") == ["a", "list.json"]
    assert names(tmp_path) == ["out"]


def test_an_empty_folder_may_be_filled(tmp_path):
    (tmp_path / "out").mkdir()
    write(tmp_path / "out", "a")
    assert names(tmp_path / "out") == ["a", "list.json"]


def test_after_an_error_everything_is_as_it_was(tmp_path):
    write(tmp_path / "out", "a")
    with pytest.raises(OSError, match="disk full"):
        write(tmp_path / "out", "b", fail=True)
    with pytest.raises(OSError, match="disk full"):
        write(tmp_path / "other", "b", fail=True)
    assert names(tmp_path / "out") == ["a", "list.json"]
    assert names(tmp_path) == ["out"]


def test_a_foreign_file_is_never_touched(tmp_path):
    write(tmp_path / "out", "a")
    (tmp_path / "out" / "diary").write_text("mine", encoding="utf-8")
    with pytest.raises(RvsError, match="'diary'"):
        write(tmp_path / "out", "a")
    assert (tmp_path / "out" / "diary").read_text(encoding="utf-8") == "mine"


def write_slowly(path):
    with fresh_folder(path, "list.json", {}):
        path.mkdir()
        (path / "diary").write_text("mine", encoding="utf-8")


def test_a_file_that_comes_while_it_is_written_is_not_touched(tmp_path):
    with pytest.raises(RvsError, match="'diary'"):
        write_slowly(tmp_path / "out")
    assert names(tmp_path / "out") == ["diary"]
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize(
    "listing",
    ["", "[]", "null", '{"files": ["a"]}', '{"written by": "rvs"}',
     '{"written by": "rvs", "files": 3}', "\x00\xff"],
)  # fmt: skip
def test_a_listing_of_something_else_proves_nothing(tmp_path, listing):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a").write_text("mine", encoding="utf-8")
    (tmp_path / "out" / "list.json").write_text(listing, encoding="utf-8")
    with pytest.raises(RvsError, match="'a'"):
        write(tmp_path / "out", "a")
    assert (tmp_path / "out" / "a").read_text(encoding="utf-8") == "mine"


def test_a_foreign_file_of_the_listings_name_is_not_touched(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "list.json").write_text('{"my": "own"}', encoding="utf-8")
    with pytest.raises(RvsError, match=r"'list\.json'"):
        write(tmp_path / "out", "a")


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    with pytest.raises(RvsError, match="expected a folder"):
        write(tmp_path / "out", "a")
