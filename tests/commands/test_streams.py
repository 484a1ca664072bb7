"""``-`` in place of a file: standard input and standard output."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from rvs.cli import main
from rvs.files.library import find_robot


@pytest.fixture
def given(monkeypatch):
    """Let a text be standard input."""

    class Bytes:
        def __init__(self, text: str) -> None:
            self.buffer = io.BytesIO(text.encode())

    return lambda text: monkeypatch.setattr("sys.stdin", Bytes(text))


SCARA = find_robot("scara")


@pytest.mark.parametrize(
    "words",
    [
        ["fk", "-", "--json"],
        ["ik", "-", "--xyz", "0.3", "0.3", "0.1", "--json"],
        ["torque", "-", "--json"],
        ["workspace", "-", "--levels", "1", "--json"],
        ["convert", "-", "--chains"],
        ["compare", "scara", "-", "--json"],
    ],
)
def test_a_robot_is_read_from_standard_input(words: list[str], given, capsys) -> None:
    text = SCARA.read_text(encoding="utf-8")
    given(text)
    piped = main(words), capsys.readouterr()
    named = main([str(SCARA) if word == "-" else word for word in words]), capsys.readouterr()
    assert piped[0] == named[0]
    assert piped[1].out.replace("standard input", "") == named[1].out.replace(str(SCARA), "")
    assert piped[1].err.replace("standard input", "") == named[1].err.replace(str(SCARA), "")


def test_the_format_stands_behind_it_and_errors_name_the_stream(given, capsys) -> None:
    assert main(["convert", "scara", "-o", "-.json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)
    assert "wrote standard output (" in told.err
    given(told.out)
    assert main(["fk", "-.json"]) == 0
    assert capsys.readouterr().out.startswith("SCARA")
    given("{ a = x }")
    assert main(["check", "-"]) == 1
    assert capsys.readouterr().out.startswith("standard input:1:1: ")
    given("{ a = x }")
    assert main(["fk", "-"]) == 1
    assert capsys.readouterr().err.startswith("rvs: standard input:1:1: ")


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (["export", "planar-2r", "-o", "-.svg"], b"<?xml"),
        (["report", "planar-2r", "-o", "-"], b"%PDF"),
        (["table", "scara", "-o", "-.tex"], b"\\begin"),
        (["plot", "puma560", "puma560-place", "-o", "-.csv"], b"time"),
        (["simulate", "puma560", "--duration", "0.1", "-o", "-"], b"dt = "),
    ],
)
def test_what_is_written_goes_to_standard_output_alone(
    words: list[str], begins: bytes, capfdbinary
) -> None:
    assert main(words) == 0
    told = capfdbinary.readouterr()
    assert begins in told.out[:400]
    assert b"wrote" not in told.out
    assert b"wrote standard output" in told.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["table", "scara", "-o", "-"], "-o -: expected the format, too, for example -o -.tex"),
        (["compare", "-", "-"], "-: standard input can be read only once"),
        (["convert", "puma560", "-o", "-.urdf"], "name a file"),
        (["fk", "-.nothing"], "standard input:1:1: no links"),
    ],
)
def test_streams_that_can_not_be(words: list[str], said: str, given, capsys) -> None:
    given("")
    assert main(words) == 1
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_a_script_is_read_and_its_own_words_stay(given, capsys) -> None:
    given("import sys; print(sys.argv[1:])")
    assert main(["run", "-", "--", "-", "-.x"]) == 0
    assert capsys.readouterr().out == "['-', '-.x']\n"


def test_what_a_file_takes_the_place_of_is_said(tmp_path: Path, capsys) -> None:
    path = tmp_path / "new" / "scara.csv"
    assert main(["table", "scara", "-o", str(path)]) == 0
    assert "in a new folder" in capsys.readouterr().out
    assert main(["table", "scara", "-o", str(path), "--overwrite"]) == 0
    assert "in place of the previous one" in capsys.readouterr().out
    assert main(["table", "scara", "-o", str(path.with_suffix(".md"))]) == 0
    assert capsys.readouterr().out.endswith("kB)\n")


@pytest.mark.parametrize(
    ("words", "suffix"),
    [
        (["table", "scara"], ".tex"),
        (["export", "scara"], ".svg"),
        (["export", "scara"], ".glb"),
        pytest.param(["render", "scara", "--size", "16x16"], ".png", marks=pytest.mark.gl),
        (["plot", "puma560", "puma560-place"], ".csv"),
        (["report", "planar-2r", "--without=dexterity", "--without=workspace"], ".pdf"),
    ],
)  # fmt: skip
def test_what_was_written_is_told_in_json(words, suffix, tmp_path: Path, capsys) -> None:
    path = tmp_path / f"a{suffix}"
    assert main([*words, "-o", str(path), "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["file"], told["bytes"]) == (str(path), path.stat().st_size)


def test_tables_and_names_of_figures_are_told_in_json(capsys) -> None:
    assert main(["table", "scara", "--table", "limits", "--json"]) == 0
    (table,) = json.loads(capsys.readouterr().out)
    assert len(table["rows"]) == 4
    assert main(["export", "pick-and-place", "--figures", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
