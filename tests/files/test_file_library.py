"""The library: names find files, the user's win, no name leaves the folders."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.files import library
from rvs.files.library import (
    LibraryError,
    entries,
    find_file,
    find_robot,
    load_robot,
    names,
    own_path,
)
from rvs.files.storage.locations import bundled_folder, user_folder
from rvs.files.text.errors import FileErrors

TEXT = 'name = "My Own Arm" { a = 1 b = 0 al = 0 th = 0 } { type=prismatic a=0 b=0 al=0 th=0 }'


def put(home, name, text=TEXT):
    path = home / "arch" / f"{name}.arch"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def entry(name):
    return next(entry for entry in entries() if entry.name == name)


def test_the_bundled_data_are_found():
    assert (bundled_folder() / "arch" / "puma560.arch").is_file()


def test_the_users_folder_is_where_it_is_said(own_home, monkeypatch):
    assert user_folder() == own_home
    monkeypatch.delenv("RVS_HOME")
    assert user_folder().is_absolute()


def test_an_entry_tells_what_the_list_shows():
    puma = entry("puma560")
    assert (puma.title, puma.joints, puma.kind) == ("PUMA 560", 6, "RRRRRR")
    assert (puma.convention, puma.unit, puma.confidence) == ("standard", "m", "high")
    assert puma.bundled
    assert puma.source
    assert not puma.fault
    assert entry("stanford").kind == "RRPRRR"
    assert entry("rediestro").unit == "dm"
    assert entry("puma560-modified").convention == "modified"


def test_the_users_robots_win(own_home):
    path = put(own_home, "puma560")
    assert find_robot("puma560") == path
    assert load_robot("PUMA 560").robot.name == "My Own Arm"
    mine = entry("puma560")
    assert (mine.bundled, mine.kind) == (False, "RP")
    assert len(names()) == len(set(names()))


def test_titles_tell_robots_apart_and_come_in_their_order(own_home):
    text = (bundled_folder() / "arch" / "scara.arch").read_text(encoding="utf-8")
    (own_home / "arch").mkdir(parents=True, exist_ok=True)
    (own_home / "arch" / "mine.arch").write_text(text, encoding="utf-8")
    found = library.titles()
    assert [title for title, path in found if path.stem in ("scara", "mine")] == [
        "SCARA (mine)",
        "SCARA (scara)",
    ]
    assert dict(found)["PUMA 560"].stem == "puma560"
    names = [title for title, _ in found]
    assert len(set(names)) == len(names) == len(library.entries())
    assert names == sorted(names, key=str.casefold)


def test_a_changed_file_is_read_again(own_home):
    path = put(own_home, "mine")
    assert entry("mine").joints == 2
    before = path.stat().st_mtime_ns
    path.write_text(TEXT + "{ a = 1 b = 0 al = 0 th = 0 }")
    # Not every file system tells moments apart that are as near as these two.
    os.utime(path, ns=(before + 1_000_000_000,) * 2)
    assert entry("mine").joints == 3


def test_a_broken_file_stays_in_the_list(own_home):
    put(own_home, "broken", "a = %")
    assert "'%'" in entry("broken").fault
    with pytest.raises(FileErrors):
        load_robot("broken")


def test_full_needs_the_word_and_the_model(own_home):
    put(own_home, "mine", "geomtype = full " + TEXT)
    assert not entry("mine").full
    (own_home / "links").mkdir()
    (own_home / "links" / "mine.body").write_text("")
    assert entry("mine").full
    put(own_home, "mine")
    assert not entry("mine").full


@pytest.mark.parametrize("name", ["puma560", "PUMA 560", "Puma-560", "puma560.arch", "p u m a 560"])
def test_names_are_read_generously(name):
    assert find_robot(name).stem == "puma560"


def test_titles_are_names_too():
    assert find_robot("KUKA LBR iiwa 14 R820").stem == "iiwa14"


def test_any_path_and_suffix_is_a_file(tmp_path, monkeypatch):
    path = tmp_path / "arm.txt"
    path.write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    for given_name in (path, str(path), "arm.txt", f".{'/'}arm.txt"):
        assert load_robot(given_name).robot.name == "My Own Arm"
    (tmp_path / "bare").write_text(TEXT)
    assert load_robot("bare").robot.n == 2


def test_an_unknown_name_gets_the_nearest():
    with pytest.raises(LibraryError, match="did you mean 'puma560'"):
        find_robot("pumma560")
    with pytest.raises(LibraryError):
        find_robot("")
    with pytest.raises(FileErrors, match="the file does not exist"):
        load_robot("no/such/file.arch")


def test_other_folders():
    assert find_file("jtraj", "REDIESTRO thesis").name == "rediestro-thesis.jtraj"
    with pytest.raises(LibraryError, match="no list of postures"):
        find_file("jconfig", "nothing at all")


@pytest.mark.property
@given(st.text(alphabet="./\\:~a \0*?con", max_size=12))
def test_no_name_leaves_the_users_folder(own_home, name):
    try:
        path = own_path("arch", name)
    except LibraryError:
        return
    assert path.parent == own_home / "arch"
    assert Path(path.name).name == f"{name}.arch"


@pytest.mark.parametrize(
    "name", ["../x", "a/b", "a\\b", "", ".", "con", "NUL.x", "a.", "x" * 81, "a\n"]
)
def test_names_that_no_system_takes(name):
    with pytest.raises(LibraryError, match="can't be a file name"):
        own_path("arch", name)


def test_the_list_of_files_is_only_what_it_names():
    plain = {"arch", "jtraj", "jconfig", "ctraj", "work_env", "links"}
    assert set(library.SUFFIXES) == plain | {
        f"links/{kind}" for kind in ("parts", "payloads", "tools")
    }
    assert all(path.suffix == ".arch" for path in library.files_of("arch").values())


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("cup.STL", "mesh"), ("arm.gltf", "mesh"), ("line.rvs", "cell"), ("seam.ctraj", "path"),
        ("home.jconfig", "list of postures"), ("hall.env", "work environment"),
        ("arm.body", "full model"), ("pick.jtraj", "trajectory"),
    ],
)  # fmt: skip
def test_a_file_of_something_else_is_named_as_that(name: str, word: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with pytest.raises(FileErrors, match="the file does not exist"):
        load_robot(path)
    path.write_bytes(b"\x00solid")
    with pytest.raises(FileErrors, match=f"is a {word}; expected a robot file"):
        load_robot(path)
