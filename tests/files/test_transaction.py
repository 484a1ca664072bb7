"""Files that belong together are all written, or all are as they were."""

import pytest

from rvs.engine.errors import RvsError
from rvs.files.convert import convert_robot
from rvs.files.library import load_robot
from rvs.files.storage.atomic import file_transaction, write_text


def write_some(folder):
    write_text(folder / "old", "new")
    write_text(folder / "old", "newer")
    write_text(folder / "a" / "b" / "fresh", "new")


@file_transaction()
def fail(folder, write=write_some):
    write(folder)
    write_text(folder / "kept" / "c" / "fresh", "new")
    raise RvsError("no")


def everything(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_text() if path.is_file() else ""
        for path in folder.rglob("*")
    }


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "old").write_text("old")
    (tmp_path / "kept").mkdir()
    return tmp_path


def test_a_block_that_fails_leaves_all_as_it_was(folder):
    before = everything(folder)
    with pytest.raises(RvsError):
        fail(folder)
    assert everything(folder) == before


def test_a_block_that_ends_well_leaves_nothing_beside(folder):
    with file_transaction():
        write_some(folder)
    files = {name for name, text in everything(folder).items() if text}
    assert files == {"old", "a/b/fresh"}
    assert (folder / "old").read_text() == "newer"


def test_what_an_inner_block_wrote_goes_with_the_outer_one(folder):
    before = everything(folder)
    with pytest.raises(RvsError):
        file_transaction()(fail)(folder, file_transaction()(write_some))
    assert everything(folder) == before


def test_a_conversion_that_fails_leaves_nothing(tmp_path, monkeypatch):
    source = load_robot("rediestro")

    def refused(*_):
        raise RvsError("no")

    (tmp_path / "mine.urdf").write_text("mine")
    monkeypatch.setattr("rvs.files.convert.read_robot_file", refused)
    for name in ("x.urdf", "x.xml", "x.arch", "a/b/x.json", "mine.urdf"):
        with pytest.raises(RvsError, match="no"):
            convert_robot(source, tmp_path / name)
    assert everything(tmp_path) == {"mine.urdf": "mine"}
