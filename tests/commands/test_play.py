"""``rvs play`` as its users type it."""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from rvs.cli import command_of, main, parser
from rvs.commands.asking import _given
from rvs.engine.errors import RvsError
from rvs.export.films.film import frame_times

from ..programs import python

SMALL = ("--size", "120x80", "--no-labels")


def play(folder: Path, *words: str) -> int:
    return main(["play", "scara", "scara-flower", "-o", str(folder), *SMALL, *words])


def asked(*words: str):
    """The film that ``rvs play`` makes."""
    asking = command_of("play")
    options = parser(["play"]).parse_args(["play", *words])
    cell, architecture, robot = next(asking.subjects(options))
    return asking.kind(**_given(asking.kind, options, cell, architecture)).answer(cell, robot)


def pixels(path: Path) -> np.ndarray:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"), float)


@pytest.mark.gl
def test_pictures_are_numbered_and_told(tmp_path, capsys):
    folder = tmp_path / "frames"
    assert play(folder, "--fps", "4", "--speed", "20", "--json") == 0
    said = capsys.readouterr()
    facts = json.loads(said.out)
    count = facts["frames"]
    assert count == int(np.ceil(facts["duration"] * 4 / 20)) + 1
    assert said.err.splitlines()[-1] == f"frame {count} of {count}"
    names = sorted(path.name for path in folder.iterdir())
    assert names == [*(f"frame-{k:05d}.png" for k in range(count)), "frames.json"]
    assert pixels(folder / names[0]).shape == (80, 120, 3)


@pytest.mark.gl
def test_the_robot_moves_and_comes_back(tmp_path):
    folder = tmp_path / "frames"
    assert play(folder, "--fps", "4", "--speed", "20", "--no-trace") == 0
    pictures = [pixels(path) for path in sorted(folder.glob("*.png"))]
    assert np.abs(pictures[0] - pictures[-1]).max() <= 2
    assert np.abs(pictures[0] - pictures[len(pictures) // 2]).mean() > 1


@pytest.mark.gl
def test_the_trace_shows_unless_unwanted(tmp_path):
    for name, words in (("with", []), ("without", ["--no-trace"])):
        assert play(tmp_path / name, "--fps", "0.5", "--speed", "20", *words) == 0
    first = [pixels(tmp_path / name / "frame-00000.png") for name in ("with", "without")]
    assert np.abs(first[0] - first[1]).max() > 20


@pytest.mark.gl
def test_the_trace_grows(tmp_path):
    """Back at its place the robot has its way behind it, which lay ahead before."""
    assert play(tmp_path / "out", "--fps", "1", "--speed", "20") == 0
    first, last = (pixels(sorted((tmp_path / "out").glob("*.png"))[k]) for k in (0, -1))
    assert np.abs(first - last).max() > 20


@pytest.mark.gl
def test_it_needs_no_display(tmp_path):
    words = ["play", "scara", "scara-flower", "-o", "out", *SMALL, "--fps", "0.5", "--speed", "20"]
    done = python("-m", "rvs", *words, folder=tmp_path, DISPLAY="", WAYLAND_DISPLAY="")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "wrote out (2 pictures)\n"
    assert "frame 1 of" in done.stderr


@pytest.mark.gl
def test_an_earlier_run_is_replaced_but_nothing_else(tmp_path, capsys):
    folder = tmp_path / "frames"
    few = ("--fps", "0.5", "--speed", "20")
    assert play(folder, "--fps", "2", "--speed", "20") == 0
    assert play(folder, *few) == 1
    assert "frames already exists; --overwrite replaces it" in capsys.readouterr().err
    few = (*few, "--overwrite")
    assert play(folder, *few) == 0
    kept = sorted(folder.iterdir())
    (folder / "frame-00000.txt").write_text("mine", encoding="utf-8")
    capsys.readouterr()
    assert play(folder, *few) == 1
    assert "frame-00000.txt" in capsys.readouterr().err
    assert len(list(folder.iterdir())) == len(kept) + 1


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["play", "scara", "scara-flowr", "-o", "x"], 1, "scara-flower"),
        (["play", "skara", "scara-flower", "-o", "x"], 1, "scara"),
        (["play", "puma560", "scara-flower", "-o", "x"], 1, "4 numbers in this row"),
        (["play", "scara", "scara-flower"], 2, "--output"),
        (["play", "scara", "scara-flower", "-o", "x", "--speed", "0"], 1, "--speed: expected more"),
        (["play", "scara", "scara-flower", "-o", "x", "--trail", "51"], 1, "--trail: expected 0"),
        (["play", "scara", "scara-flower", "-o", "x", "--fps", "0"], 2, "0.1 to 1000"),
        (["play", "scara", "scara-flower", "-o", "x", "--fps", "many"], 2, "expected a number"),
        (["play", "scara", "scara-flower", "-o", "x", "--fps", "1000", "--speed", ".05"], 1, "at"),
    ],
)
def test_failures_say_what_is_wrong(words, status, said, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if status == 2:
        with pytest.raises(SystemExit, match="2"):
            main(words)
    else:
        assert main(words) == status
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_trajectory_of_another_robot_is_played_with_a_word(tmp_path, caplog):
    other = tmp_path / "mine.jtraj"
    other.write_text("robot = omega\n0 0 0.1 0\n", encoding="utf-8")
    film = asked("scara", str(other), "-o", "x")
    assert film.motion.duration == 0.0
    assert "omega" in caplog.text


@pytest.mark.parametrize(
    ("duration", "fps", "speed", "count"),
    [(0.0, 30, 1, 1), (1.0, 30, 1, 31), (1.01, 30, 1, 32), (10.0, 10, 20, 6)],
)
def test_pictures_reach_from_beginning_to_end(duration, fps, speed, count):
    times = frame_times(0.0, duration, Fraction(fps), speed)
    assert len(times) == count
    assert times[-1] == duration


def test_too_many_pictures_are_refused():
    with pytest.raises(RvsError, match="100000"):
        frame_times(0.0, 1e5, Fraction(30))


@pytest.mark.gl
def test_a_cartesian_path_is_followed_and_drawn(tmp_path, capsys):
    folder = tmp_path / "frames"
    words = ["-o", str(folder), *SMALL, "--fps", "1", "--json"]
    assert main(["play", "puma560", "puma560-seam", *words]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["frames"] == 8
    pictures = [pixels(path) for path in sorted(folder.glob("*.png"))]
    assert np.abs(pictures[0] - pictures[4]).mean() > 1


def test_a_path_that_leaves_the_workspace_says_where_and_why(tmp_path, capsys):
    path = tmp_path / "far.ctraj"
    path.write_text(
        "unit = mm\nstart { at = [480 200 600 180 0 180] }\nline { to = [2480 200 600 180 0 180] }",
        encoding="utf-8",
    )
    folder = tmp_path / "frames"
    assert main(["play", "puma560", str(path), "-o", str(folder), *SMALL]) == 1
    said = capsys.readouterr().err
    assert "reach" in said
    assert "0.2, 0.6) m" in said
    assert not folder.exists()


@pytest.mark.gl
@pytest.mark.parametrize("suffix", [".gif", ".apng"])
def test_a_part_of_a_motion_becomes_a_film(tmp_path, capsys, suffix):
    film = tmp_path / f"film{suffix}"
    words = ("--fps", "10", "--from", "1", "--to", "1.5", "--transparent", "--json")
    assert play(film, *words) == 0
    told = capsys.readouterr()
    facts = json.loads(told.out)
    assert facts["frames"] == 6
    assert told.err.splitlines()[-1] == "frame 6 of 6"
    assert ("colours of frame 6 of 6" in told.err) == (suffix == ".gif")
    assert facts["film"] == str(film)
    with Image.open(film) as image:
        assert (image.n_frames, image.size) == (6, (120, 80))
        assert image.convert("RGBA").getpixel((1, 1))[3] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("film.mov",), "a film is written as .gif, .apng, .mp4"),
        (("film.gif", "--from", "3", "--to", "2"), "--from, --to"),
        (("film.mp4", "--transparent"), "can't be transparent"),
    ],
)
def test_films_that_can_not_be_are_refused(tmp_path, capsys, words, said):
    assert play(tmp_path / words[0], *words[1:]) == 1
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


CELL = """
robot "a" { file = planar-2r }
robot "b" { file = planar-2r  place = [[1 0 0 3] [0 1 0 0] [0 0 1 0] [0 0 0 1]]  start = 1 }
robot "c" { file = planar-2r  place = [[1 0 0 6] [0 1 0 0] [0 0 1 0] [0 0 0 1]] }
trajectory "rows" { robot = "a"  file = "rows.jtraj" }
program "wave" { robot = "b"  step { q = [ 0, 0 ] } step { q = [ 90, 0 ] } }
"""


def test_one_motion_of_a_cell_can_be_filmed(tmp_path):
    cell = tmp_path / "cell.rvs"
    cell.write_text(CELL, encoding="utf-8")
    (tmp_path / "rows.jtraj").write_text("dt = 1\n0 0\n60 60\n", encoding="utf-8")
    both = asked(str(cell), "-o", "x")
    alone = asked(str(cell), "rows", "-o", "x", "--view", "top", "--no-trace")
    assert (alone.motion.duration, both.motion.duration > 2.0) == (1.0, True)
    assert not alone.state.view.trace
    assert alone.state.view.camera.elevation > 1.5
    assert alone.about == {"robot": str(cell), "trajectory": "rows"} if alone.about else True


def test_a_path_is_passed_calmly_where_that_is_asked_for():
    exact, calm = (
        asked("puma560", "puma560-seam", "-o", "x", *words) for words in ((), ("--damping", "0.05"))
    )
    assert exact.motion.at(1.0) != calm.motion.at(1.0)


@pytest.mark.gl
def test_all_robots_of_a_cell_play(tmp_path, capsys):
    cell, folder = tmp_path / "cell.rvs", tmp_path / "frames"
    cell.write_text(CELL, encoding="utf-8")
    (tmp_path / "rows.jtraj").write_text("dt = 1\n0 0\n60 60\n", encoding="utf-8")
    words = ["play", str(cell), "-o", str(folder), *SMALL, "--fps", "1", "--json"]
    assert main(words) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["duration"] > 2.0
    (assumed,) = facts["assumed"]
    assert "an assumed 90°/s" in assumed
    assert facts["frames"] == int(np.ceil(facts["duration"])) + 1
    # At first a moves alone, behind its second b.
    frames = [pixels(folder / f"frame-{k:05d}.png") for k in range(3)]
    half = frames[0].shape[1] // 3
    moved = [np.abs(b - a).max(axis=(0, 2)) > 30 for a, b in pairwise(frames)]
    assert moved[0][:half].any()
    assert not moved[0][2 * half :].any()
    assert moved[1].any()


def test_a_cell_has_its_own_motions_and_a_robot_has_none(tmp_path, capsys):
    cell = tmp_path / "cell.rvs"
    cell.write_text('robot "a" { file = planar-2r }', encoding="utf-8")
    for words, said in (
        ([str(cell)], "no robot of the cell moves"),
        ([str(cell), "scara-flower"], "more than 2 numbers in this row"),
        (["scara"], "expected a motion; the robot has none"),
    ):
        assert main(["play", *words, "-o", str(tmp_path / "frames")]) == 1
        assert said in capsys.readouterr().err
