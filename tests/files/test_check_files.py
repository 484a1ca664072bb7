"""Any bytes in any file: errors with a place, or a value; never anything else."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs import distribution
from rvs.files.bodies.models import usable_model
from rvs.files.cells.cell import read_cell
from rvs.files.formats import FORMATS, Use, check_file, dialog_filter, format_of
from rvs.files.library import load_robot
from rvs.files.robots import readers
from rvs.files.robots.arch import parse_architecture
from rvs.files.storage.locations import bundled_folder

from . import mutants
from .mutants import survives

# How many of each suffix; ``python -m tests.files.mutants`` reads more.
MUTANTS = 8
BUNDLED = sorted(
    path
    for folder in ("arch", "jconfig", "jtraj")
    for path in (bundled_folder() / folder).iterdir()
    if format_of(path)
)


@pytest.mark.property
@pytest.mark.parametrize(
    "suffix", [*(suffix for one in FORMATS for suffix in one.suffixes), ".other"]
)
@given(data=st.binary(max_size=300))
def test_random_bytes(tmp_path, suffix, data):
    path = tmp_path / f"any{suffix}"
    path.write_bytes(data)
    survives(path)


@pytest.mark.parametrize("source", BUNDLED, ids=lambda path: path.name)
def test_truncated_files(tmp_path, source):
    data = source.read_bytes()
    path = tmp_path / source.name
    for part in range(12):
        path.write_bytes(data[: len(data) * part // 12])
        survives(path)


@pytest.mark.parametrize("suffix", mutants.SUFFIXES)
def test_files_that_are_right_are_read_and_changed_ones_are_read_or_refused(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"file{suffix}"
    for sample in mutants.samples(suffix)[:3]:
        path.write_bytes(sample)
        assert not survives(path).errors
    for number in range(MUTANTS):
        path.write_bytes(mutants.mutant(suffix, number))
        survives(path)


def test_a_robot_that_is_not_known_is_an_error(tmp_path):
    path = tmp_path / "mine.jconfig"
    path.write_text("robot = pumma560")
    assert "did you mean 'puma560'" in survives(path).errors[0].message
    path = tmp_path / "mine.jtraj"
    path.write_text("robot = nothing\n1 2\n")
    assert not survives(path).ok


def test_rows_must_fit_the_robot_that_the_head_names(tmp_path):
    path = tmp_path / "mine.jtraj"
    path.write_text("robot = scara\n1 2\n")
    assert survives(path).errors[0].line == 2


def test_warnings_are_told(tmp_path):
    path = tmp_path / "mine.arch"
    path.write_text("color = red { a=0 b=0 al=0 th=0 }")
    report = survives(path)
    assert report.ok
    assert (report.warnings[0].line, report.warnings[0].column) == (1, 1)


def test_every_format_is_checked_by_its_own_reader(tmp_path: Path) -> None:
    for one in FORMATS:
        for suffix in one.suffixes:
            path = tmp_path / f"x{suffix}"
            path.write_text("\0", encoding="utf-8")
            # Tables hold robots or motions; this one holds neither.
            assert format_of(path) is next(known for known in FORMATS if suffix in known.suffixes)
            assert not check_file(path).ok
    assert format_of(tmp_path / "x.zip") is None
    assert {one.use for one in FORMATS} == set(get_args(Use))


def test_a_step_file_without_its_reader_names_what_to_install(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(distribution, "find_spec", lambda name: None)
    path = tmp_path / "arm.step"
    path.write_text("ISO-10303-21;\nEND-ISO-10303-21;\n", encoding="utf-8")
    assert "python -m pip install cadquery-ocp-novtk" in str(check_file(path).errors)


def test_what_dialogs_offer_comes_from_the_formats() -> None:
    every = dialog_filter()
    assert all(f"*{suffix}" in every for one in FORMATS for suffix in one.suffixes)
    robots = " ".join(f"*{suffix}" for suffix in readers.ROBOTS)
    assert dialog_filter("robot") == f"Robots ({robots});;All files (*)"
    assert dialog_filter("trajectory").startswith("All formats of RVS (*.jtraj *.csv")


def test_a_further_format_of_robots_is_one_row(tmp_path: Path, monkeypatch) -> None:
    def read(path: Path):
        return replace(parse_architecture("{ a = 1 b = 0 al = 0 th = 0 }", path.stem), path=path)

    monkeypatch.setattr(readers, "ROBOTS", {**readers.ROBOTS, ".other": read})
    path = tmp_path / "arm.other"
    path.write_text("<robot/>", encoding="utf-8")
    assert load_robot(path).robot.joints[0].a == 1.0
    cell = tmp_path / "cell.rvs"
    cell.write_text('robot "a" { file = "arm.other" }', encoding="utf-8")
    assert read_cell(cell).document.robots[0].robot == load_robot(path).robot


LINK = "{ a = 1 b = 0 al = 0 th = 0 }"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "x.arch",
            '{ a = 0,3 b = "x" al = 0 th = 0 }\n{ a = 1 b = 0 al = 1e99 th = 0 }\nunit = furlong\n',
            ["'0,3'", "'b'", "'al'", "'unit'"],
        ),
        ("x.arch", f"unit =\n{LINK}\n{{ a = x b = 0 al = 0 th = 0 }}\n", ["'unit'", "'a'"]),
        ("x.arch", f"{LINK}\n{{ a = x b = 0 al = 0 th = 0\n{LINK}\n", ["this '{'"]),
        (
            "x.arch",
            f"{LINK}\n{{ a = 1 b = al = 0 th = 0 }}\n{{ a = 1 }}\n",
            ["'b'", "'b', 'al', 'th'"],
        ),
        (
            "x.env",
            'thing a { kind = box at = }\nthing b { kind = box length = "x" width = 0.1 }\n',
            ["'at'", "'length'"],
        ),
        (
            "x.jconfig",
            'robot = puma560\nposture A { q = [ 0 0 }\nposture B { q = x }\n',
            ["'q'", "'q'"],
        ),
        (
            "x.body",
            'kind =\nparameter d { default = 1 }\nconstants { e = "2 * d" }\n'
            'part "a" { shape = cylinder diameter = e }\n',
            ["'kind'"],
        ),
        ("x.jtraj", "dt = 0,1\nrepeat = x\n0 0 0\n1 x 0\n1 2\n", ["'0,1'", "'repeat'", "'x'", "2"]),
        (
            "x.ctraj",
            "speed = 0,1\npath = x\n0 0 0 0 0 0\n1 x 0 0 0 0\n",
            ["'0,1'", "'path'", "'x'"],
        ),
    ],
)  # fmt: skip
def test_a_file_that_breaks_the_grammar_tells_what_else_is_wrong(
    tmp_path: Path, name: str, text: str, said: list[str]
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    found = [error.message for error in check_file(path).errors]
    assert len(found) == len(said), found
    assert all(map(str.startswith, found, said)), found


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("flange = 0.0563", "flange = ", "can't be read, so RVS uses the automatic body: "),
        ("/** Base", "link 9 { } /** Base", "does not fit, so RVS uses the automatic body: "),
    ],
)
def test_a_full_model_that_is_not_used_is_told_wherever_it_is_asked_for(
    old: str, new: str, words: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    home = bundled_folder()
    text = (home / "links" / "puma560.body").read_text("utf-8")
    assert old in text
    (tmp_path / "arm.body").write_text(text.replace(old, new), "utf-8")
    shutil.copy(home / "arch" / "puma560.arch", tmp_path / "arm.arch")
    assert words in str(check_file(tmp_path / "arm.arch").warnings)
    usable_model(load_robot(tmp_path / "arm.arch"))
    assert words in caplog.text
