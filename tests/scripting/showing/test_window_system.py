"""Machines on which windows or pictures can't be: one sentence with the cure, and exit status 1."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rvs.engine.errors import RvsError
from rvs.scripting.showing import window_system
from rvs.scripting.showing.window_system import PACKAGES, cure, window_fault

from ...programs import python

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")
WINDOW, RENDER = ("-m", "rvs", "puma560"), ("-m", "rvs", "render", "puma560", "-o", "a.png")
PLAY = ("-m", "rvs", "play", "puma560", "puma560-place", "-o", "a.gif", "--size", "64x48")
SHOW, DRAW = "import rvs; rvs.show('puma560')", "import rvs; rvs.render('puma560')"
# Refuses modules of Qt as a machine does that has none.
NO_QT = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Refuse())
"""
DEAD = {"DISPLAY": ":77", "WAYLAND_DISPLAY": None, "QT_QPA_PLATFORM": None}


def refused(folder: Path, *words: str, **changes: str | None) -> str:
    """Run a program that can't do what it should; return the one line that it says."""
    done = python(*words, folder=folder, PYOPENGL_PLATFORM=None, **changes)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    said, *places = done.stderr.splitlines()
    # Below the sentence about a script are its own lines that led there.
    assert all(line.startswith("  ") for line in places), done.stderr
    assert said.startswith("rvs: ")
    return said


def without(folder: Path, *libraries: str) -> dict[str, str | None]:
    """Return the environment of a machine on which libraries can't be loaded."""
    place = folder / "broken"
    place.mkdir()
    for library in libraries:
        (place / library).write_bytes(b"")
    return {"LD_LIBRARY_PATH": str(place)}


@pytest.fixture
def script(tmp_path: Path):
    def written(code: str) -> tuple[str, ...]:
        (tmp_path / "script.py").write_text(code, encoding="utf-8")
        return ("-m", "rvs", "run", "script.py")

    return written


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libEGL.so.1", "libegl1"),
        ("libGL.so.1", "libgl1"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libxkbcommon.so.0", "libxkbcommon0"),
    ],
)
def test_a_window_names_the_package_of_a_missing_library(tmp_path, library, package):
    assert package in refused(tmp_path, *WINDOW, **without(tmp_path, library))


def test_pictures_and_films_name_the_packages_of_opengl(tmp_path, script):
    broken = without(tmp_path, "libEGL.so.1", "libGL.so.1")
    for words in (RENDER, PLAY, script(DRAW)):
        assert "libegl1" in refused(tmp_path, *words, **broken)
    assert "libgl1" in refused(tmp_path, *script(SHOW), **broken)


def test_a_dead_display_is_named(tmp_path, script):
    for words in (WINDOW, script(SHOW)):
        assert "':77'" in refused(tmp_path, *words, **DEAD)


def test_without_qt_there_is_a_line_to_install_it(tmp_path, script):
    (tmp_path / "sitecustomize.py").write_text(NO_QT, encoding="utf-8")
    path = {"PYTHONPATH": f"{tmp_path}:{Path(__file__).parents[3]}"}
    for words in (WINDOW, script(SHOW)):
        assert "python -m pip install PySide6-Essentials" in refused(tmp_path, *words, **path)
    broken = without(tmp_path, "libEGL.so.1")
    assert "libegl1" in refused(tmp_path, *RENDER, **path, **broken)


def test_doctor_says_what_the_window_says(tmp_path):
    done = python("-m", "rvs", "doctor", folder=tmp_path, **DEAD)
    assert done.returncode == 0
    assert "':77'" in done.stdout


def test_any_of_several_ways_to_a_display_is_enough(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "nowhere;offscreen")
    assert window_fault() == ""
    monkeypatch.setenv("QT_QPA_PLATFORM", "nowhere")
    assert "there is no 'nowhere'; expected one of" in window_fault()
    for name in ("QT_QPA_PLATFORM", "DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "nobody-is-here")
    fault = window_fault()
    # Not every machine has the libraries of Wayland.
    assert "WAYLAND_DISPLAY" in fault or "libwayland" in fault
    monkeypatch.delenv("WAYLAND_DISPLAY")
    assert "no display" in window_fault()
    with pytest.raises(RvsError, match="no display"):
        window_system.expect_window_system()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert window_fault() == ""


def test_libraries_are_told_apart():
    words = "libxcb-{}.so.1: cannot open shared object file: No such file or directory"
    assert "libxcb-render-util0" in cure(words.format("render-util"))
    assert "libxcb-render0" in cure(words.format("render"))
    assert "libglib2.0-0" in cure("/usr/lib/libglib-2.0.so.0: file too short")
    assert cure("libQt6Gui.so.6: version `X' not found").startswith("the library libQt6Gui.so.6")
    assert cure("DLL load failed") == "DLL load failed"
    assert all(debian.startswith("lib") for debian, _ in PACKAGES.values())
