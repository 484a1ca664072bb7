"""The list of recent files keeps its order, its length, and quiet when it is damaged."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.files.storage.recent import (
    add_recent,
    clear_recent,
    forget_recent,
    recent_file,
    recent_files,
)


def made(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("", encoding="utf-8")
    return path


def test_the_latest_stands_first_and_once(tmp_path: Path) -> None:
    a, b = made(tmp_path, "a.rvs"), made(tmp_path, "b é.arch")
    for path in (a, b, a):
        add_recent(path)
    assert recent_files() == (a, b)
    forget_recent(a)
    assert recent_files() == (b,)
    clear_recent()
    assert recent_files() == ()


def test_at_most_twelve(tmp_path: Path) -> None:
    paths = [made(tmp_path, f"{i}.rvs") for i in range(15)]
    for path in paths:
        add_recent(path)
    assert recent_files() == tuple(paths[:2:-1])


def test_files_that_are_gone_stand_behind(tmp_path: Path) -> None:
    kept = made(tmp_path, "kept.rvs")
    gone = made(tmp_path, "gone.rvs")
    for path in (kept, gone):
        add_recent(path)
    gone.unlink()
    assert recent_files() == (kept, gone)
    made(tmp_path, "gone.rvs")
    assert recent_files() == (gone, kept)


def test_a_path_is_remembered_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made(tmp_path, "a.rvs")
    add_recent(Path("a.rvs"))
    add_recent(tmp_path / "x" / ".." / "a.rvs")
    assert recent_files() == (tmp_path / "a.rvs",)


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"null", b'{"a": 1}', b"[1, null, [], {}]", b"\xff\xfe", b'["rel", "a\\u0000b"]'],
)
def test_a_damaged_list_is_empty_and_works_again(tmp_path: Path, damage: bytes) -> None:
    recent_file().parent.mkdir(parents=True, exist_ok=True)
    recent_file().write_bytes(damage)
    assert recent_files() == ()
    path = made(tmp_path, "a.rvs")
    add_recent(path)
    assert recent_files() == (path,)


def test_deep_nonsense_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "recent.json"
    file.write_text("[" * 200_000, encoding="utf-8")
    assert recent_files(file) == ()


@pytest.mark.property
@given(st.binary(max_size=200))
def test_any_bytes_are_a_list(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "recent.json"
    file.write_bytes(raw)
    assert all(path.is_absolute() for path in recent_files(file))


def test_a_folder_that_can_not_be_written_changes_nothing(tmp_path: Path) -> None:
    blocked = made(tmp_path, "file") / "recent.json"
    add_recent(tmp_path / "a.rvs", blocked)
    assert recent_files(blocked) == ()
