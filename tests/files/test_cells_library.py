"""Cells of the library are found by name, the user's own before those that came with RVS."""

from pathlib import Path

from rvs.files.library import cells, find_cell
from rvs.files.storage.locations import bundled_folder


def test_cells_are_listed_by_name_and_the_user_s_own_win(own_home: Path) -> None:
    bundled = cells()
    folder = bundled_folder() / "work_env"
    assert set(bundled) == {path.stem for path in folder.glob("*.rvs")}
    assert list(bundled) == sorted(bundled, key=str.casefold)
    mine = own_home / "work_env"
    mine.mkdir()
    for name in ("two-pumas.rvs", "Mine.rvs", "table.env"):
        (mine / name).write_text("", encoding="utf-8")
    found = cells()
    assert set(found) == {*bundled, "Mine"}
    assert found["two-pumas"] == mine / "two-pumas.rvs"
    assert bundled["two-pumas"] == folder / "two-pumas.rvs"


def test_a_cell_is_found_by_its_path_or_in_any_spelling_of_its_name(tmp_path: Path) -> None:
    bundled = cells()["two-pumas"]
    for words in ("two-pumas", "Two Pumas", "two_pumas.rvs", "TWOPUMAS"):
        assert find_cell(words) == bundled
    assert find_cell("no such cell") is None
    assert find_cell("nowhere.rvs") == Path("nowhere.rvs"), "what is missing is said by its reader"
    path = tmp_path / "two-pumas.RVS"
    assert find_cell(str(path)) == path
