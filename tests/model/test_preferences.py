from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.model import preferences as module
from rvs.model.folders import config_folder
from rvs.model.preferences import (
    Preferences,
    preferences_file,
    preferred_background,
    preferred_view,
    read_preferences,
    write_preferences,
)

CHOICES = Preferences(
    theme="dark",
    background="paper",
    angle="rad",
    length="in",
    navigation="cad",
    parallel=True,
    frames=False,
    first_frame=1,
)


def test_a_missing_file_gives_the_defaults(tmp_path: Path) -> None:
    assert read_preferences(tmp_path / "none.toml") == (Preferences(), ())


def test_written_and_read(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "preferences.toml"
    write_preferences(CHOICES, file)
    assert read_preferences(file) == (CHOICES, ())
    assert [path.name for path in file.parent.iterdir()] == ["preferences.toml"]


def test_the_home_of_rvs_is_used(own_home: Path) -> None:
    assert config_folder() == own_home
    write_preferences(CHOICES)
    assert preferences_file().is_file()
    assert read_preferences()[0] == CHOICES


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('theme = "pink"', "theme = 'pink' is not one of system, light, dark"),
        ("frames = 1", "frames = 1 is not true or false"),
        ("first_frame = true", "first_frame = True is not one of 0, 1"),
        ("color = 3", "unknown preference 'color'"),
        ("theme = ", "not readable"),
        ("theme = ['dark']", "is not one of"),
    ],
)
def test_bad_values_are_named_and_the_others_kept(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "preferences.toml"
    file.write_text(f'angle = "rad"\n{text}\n', encoding="utf-8")
    found, problems = read_preferences(file)
    assert len(problems) == 1
    assert words in problems[0]
    assert found == (Preferences() if "not readable" in words else Preferences(angle="rad"))


@pytest.mark.property
@given(st.binary(max_size=60))
def test_any_bytes_give_preferences(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "preferences.toml"
    file.write_bytes(data)
    found, _ = read_preferences(file)
    assert {field.name for field in fields(found)} == {f.name for f in fields(Preferences)}


def test_a_crash_while_writing_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "preferences.toml"
    write_preferences(CHOICES, file)

    def crash(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(module.os, "replace", crash)
    with pytest.raises(OSError, match="disk full"):
        write_preferences(Preferences(), file)
    assert read_preferences(file)[0] == CHOICES
    assert len(list(tmp_path.iterdir())) == 1


def test_the_first_view_follows_the_preferences() -> None:
    view = preferred_view(CHOICES, dark=False)
    assert (view.background, view.camera.parallel) == ("paper", True)
    assert (view.frames, view.first_frame) == (False, 1)


def test_the_background_follows_the_window_unless_chosen() -> None:
    assert preferred_background(Preferences(), dark=True) == "dark"
    assert preferred_background(Preferences(), dark=False) == "light"
    assert preferred_background(replace(Preferences(), background="light"), dark=True) == "light"
