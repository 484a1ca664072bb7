"""Self-test of an installation, complete and with broken parts."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.commands import self_test
from rvs.commands.self_test import Broken, NotHere
from rvs.files import library
from rvs.scripting.showing import window_system
from rvs.version import __version__

from ..programs import python


@pytest.mark.gl
@pytest.mark.ui
def test_this_installation_works_with_its_window() -> None:
    done = python("-m", "rvs", "self-test", "--strict", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["works"]
    assert [one["part"] for one in found["parts"]] == [*self_test.PARTS]
    assert {one["result"] for one in found["parts"]} == {"works"}


def fail(_: Path) -> str:
    raise OSError("libfoo is missing")


def lack(_: Path) -> str:
    raise NotHere("there is no display")


@pytest.mark.parametrize(
    ("parts", "words", "status", "said"),
    [
        ({"a": str}, (), 0, " works (1 of 1 parts, "),
        ({"a": str, "b": lack}, (), 0, "b: not tried: there is no display\n"),
        ({"a": str, "b": lack}, ("--strict",), 1, " does not work: b (1 of 2 parts, "),
        ({"a": fail, "b": str}, (), 1, "a: failed: OSError: libfoo is missing\n"),
        ({"a": fail, "b": fail, "c": str}, (), 1, " does not work: a, b (1 of 3 parts, "),
    ],
)
def test_one_line_tells_whether_it_works_and_the_status_too(
    parts, words, status: int, said: str, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(self_test, "PARTS", parts)
    assert main(["self-test", *words]) == status
    printed = capsys.readouterr().out
    assert said in printed
    assert printed.splitlines()[-1].startswith(f"RVS {__version__} ")
    assert main(["self-test", "--json", *words]) == status
    found = json.loads(capsys.readouterr().out)
    assert found["works"] == (status == 0)
    assert len(found["parts"]) == len(parts)


def break_kinematics(monkeypatch) -> None:
    wrong = SimpleNamespace(q=np.zeros(6))
    monkeypatch.setattr("rvs.engine.inverse.ikine", lambda *_: wrong)


def break_pictures(monkeypatch) -> None:
    pixels = np.full((180, 240, 4), 7, np.uint8)
    blank = SimpleNamespace(pixels=pixels, save=lambda _: None)
    monkeypatch.setattr(rvs, "render", lambda *_, **__: blank)


def break_library(monkeypatch) -> None:
    monkeypatch.setattr(library, "entries", tuple)


def break_cells(monkeypatch) -> None:
    monkeypatch.setattr(rvs, "open", lambda _: rvs.new("planar-2r"))


def break_figures(monkeypatch) -> None:
    empty = SimpleNamespace(save=lambda path: path.write_bytes(b""))
    monkeypatch.setattr(rvs, "figure", lambda *_, **__: empty)


def break_window(monkeypatch) -> None:
    monkeypatch.setattr(window_system, "window_fault", str)
    monkeypatch.setattr(self_test, "show_window", no_window)


def no_window(folder: str):
    yield
    raise RuntimeError(folder)


@pytest.mark.parametrize(
    ("part", "spoil"),
    [
        ("library", break_library),
        ("kinematics", break_kinematics),
        ("cell files", break_cells),
        ("exchange", break_cells),
        ("figures", break_figures),
        ("pictures", break_pictures),
        ("window", break_window),
    ],
)
def test_every_part_notices_that_it_is_broken(part, spoil, monkeypatch, tmp_path: Path) -> None:
    spoil(monkeypatch)
    with pytest.raises(Broken):
        self_test.PARTS[part](tmp_path)
