"""All commands at home in a shell: JSON, files that are kept, progress on a terminal."""

import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from rvs.cli import COMMANDS, main, parser
from rvs.commands import answers
from rvs.commands.answers import say_live, shown_at_work

# How each command that writes is called, ahead of the file.
WRITING = {
    "render": "puma560 -o a.png",
    "play": "puma560 puma560-letters -o a.gif",
    "collide": "pick-and-place -o a.csv",
    "simulate": "puma560 -o a.jtraj",
    "demo": "collapse -o a.pdf",
    "dexterity": "puma560 -o a.csv",
    "torque": "puma560 -o a.csv",
    "design": "puma560 -o a.arch",
    "export": "puma560 -o a.pdf -o b.svg",
    "plot": "puma560 puma560-letters -o a.pdf",
    "table": "puma560 -o a.csv",
    "masses": "puma560 -o a.arch",
    "cad": "arm.step --joint R -o a.arch",
    "report": "puma560 -o a.pdf",
    "workspace": "puma560 -o a.csv",
    "convert": "puma560 -o a.urdf",
    "run": "script.py --save a.rvs",
    "place": "pick-and-place -o a.csv",
    "choose": "pick-and-place -o a.csv",
    "variants": "puma560 -o a.csv",
    "payload": "ur5e -o a.csv",
    "reach": "puma560 -o a.csv",
    "drives": "puma560 --motion puma560-place -o a.csv",
    "tolerance": "puma560 --tolerances lengths=0.1mm -o a.csv",
    "calibrate": "puma560 --measured poses.csv -o b.csv",
    "stiffness": "puma560 --stiffness 30000 -o a.csv",
    "sweep": "puma560 --vary a2=0.4:0.5:2 -o a.csv",
    "improve": "puma560 --vary a2=0.4:0.5 --better payload -o a.arch",
    "sheet": "puma560 -o a.pdf",
}


def declared(name: str):
    own = parser([name])._actions[-1].choices[name]
    return own._option_string_actions, {action.dest for action in own._actions}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_answers_in_json_and_keeps_files(name: str) -> None:
    options, places = declared(name)
    assert "--json" in options
    assert ("--overwrite" in options) is bool(places & set(answers.WRITTEN)) is (name in WRITING)


@pytest.mark.parametrize("name", WRITING)
def test_a_file_that_exists_is_kept(name: str, tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    words = [name, *WRITING[name].split()]
    kept = tmp_path / words[-1]
    kept.write_text("my work", encoding="utf-8")
    assert main(words) == 1
    said = capsys.readouterr()
    assert said.err == f"rvs: {kept.name} already exists; --overwrite replaces it\n"
    assert not said.out
    assert kept.read_text(encoding="utf-8") == "my work"
    assert [*tmp_path.iterdir()] == [kept]


@pytest.mark.parametrize("flag", ["--force", "--overwrite"])
def test_it_is_replaced_where_that_is_said(flag: str, tmp_path: Path, capsys) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old", encoding="utf-8")
    assert main(["table", "puma560", "-o", str(path), flag]) == 0
    assert "in place of the previous one" in capsys.readouterr().out
    assert "old" not in path.read_text(encoding="utf-8")


def test_the_force_of_torques_is_that_on_the_tool(tmp_path: Path, capsys) -> None:
    path = tmp_path / "a.csv"
    words = ["torque", "puma560", "--force", "1 2 3", "-o", str(path)]
    assert main(words) == 0
    assert main(words) == 1
    assert main([*words, "--overwrite"]) == 0


def test_figures_and_frames_in_a_folder_are_kept(tmp_path: Path, capsys) -> None:
    folder = tmp_path / "frames"
    folder.mkdir()
    (folder / "mine.txt").write_text("my work", encoding="utf-8")
    play = ["play", "puma560", "puma560-letters", "--fps", "1", "-o", str(folder)]
    assert main(play) == 1
    assert "frames already exists; --overwrite replaces it" in capsys.readouterr().err
    # what is not a film is kept in any case
    assert main([*play, "--overwrite"]) == 1
    assert [*folder.iterdir()] == [folder / "mine.txt"]


def test_a_script_answers_in_json(tmp_path: Path, capsys) -> None:
    script, cell = tmp_path / "script.py", tmp_path / "a.rvs"
    script.write_text("import rvs; rvs.new('scara'); print('at work')\n", encoding="utf-8")
    assert main(["run", str(script), "--json", "--save", str(cell)]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out) == {"status": 0, "saved": str(cell)}
    assert said.err == "at work\n"
    script.write_text("raise SystemExit(3)\n", encoding="utf-8")
    assert main(["run", str(script), "--json"]) == 3
    assert json.loads(capsys.readouterr().out) == {"status": 3, "saved": None}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def screen(text: str) -> list[str]:
    """Return the lines that a terminal shows for a text."""
    lines = text.replace("\x1b[K", "").split("\n")
    return [line.rpartition("\r")[2] for line in lines]


def wait_for(terminal: Terminal, words: str) -> None:
    while words not in terminal.getvalue():
        pass


def test_a_command_that_takes_a_while_shows_that_it_works(monkeypatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with redirect_stdout(terminal), shown_at_work("plot", after=0.0, every=0.0):
        wait_for(terminal, "plot (0 s)")
        say_live("half done")
        wait_for(terminal, "half done (0 s)")
    with redirect_stdout(terminal), shown_at_work("plot"):
        say_live("nearly done")
        print("the answer")
        print("goes on")
    assert screen(terminal.getvalue()) == ["the answer", "goes on", ""]


def test_nothing_is_shown_where_nobody_looks(monkeypatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    with shown_at_work("plot", after=0.0, every=0.0):
        say_live("half done")
    assert file.getvalue() == ""
