"""The command line as its users type it."""

import json
import math
import re
import struct
import subprocess
import sys
import tomllib
from errno import EINVAL
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from rvs import cli
from rvs.cli import main
from rvs.distribution import EXTRAS
from rvs.engine import kernels
from rvs.engine.errors import RvsError
from rvs.scripting.showing import installation

from ..programs import python


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_list_names_every_robot_with_its_source(capsys: pytest.CaptureFixture[str]) -> None:
    robots = {robot["name"]: robot for robot in json.loads(answer(capsys, "list", "--json"))}
    puma = robots["puma560"]
    assert puma["joints"] == 6
    assert puma["kind"] == "RRRRRR"
    assert puma["convention"] == "standard"
    assert all(robot["source"] and robot["confidence"] for robot in robots.values())
    assert {"rediestro", "travpuma", "canadarm2"} <= set(robots)
    table = answer(capsys, "list").splitlines()
    assert len(table) == len(robots) + 1


def test_fk_answers_in_the_units_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    """The wrist of REDIESTRO's first published row, whose file counts in decimetres."""
    row = "-101.7014 -17.6766 98.9590 88.8606 -25.0257 119.4901 -113.3444"
    result = json.loads(answer(capsys, "fk", "rediestro", "--q", row, "--json"))
    pose, frames = np.array(result["pose"]), np.array(result["frames"])
    assert frames.shape == (8, 4, 4)
    assert np.allclose(frames[-1], pose)
    assert frames[1][2, 3] == pytest.approx(9.5229)


def test_fk_without_values_shows_the_initial_posture(capsys: pytest.CaptureFixture[str]) -> None:
    assert "pose of the tool" in answer(capsys, "fk", "planar-2r")


def test_fk_prints_every_frame_and_no_negative_zero(capsys: pytest.CaptureFixture[str]) -> None:
    said = answer(capsys, "fk", "puma560", "--q", "0", "90", "-90", "0", "0", "0")
    assert [line for line in said.splitlines() if line.startswith("frame")] == [
        f"frame {number}" for number in range(7)
    ]
    assert "-0.000000" not in said
    matrix = said.split("frame 1\n")[1].split("\n\n")[0]
    assert np.allclose(np.fromstring(matrix, sep=" ").reshape(4, 4)[:3, 3], [0, 0, 0.67183])


def test_q_beginning_with_a_minus_is_a_value(capsys: pytest.CaptureFixture[str]) -> None:
    spaced = answer(capsys, "fk", "puma560", "--q", "-10 20 -30 0 0 0", "--json")
    joined = answer(capsys, "fk", "puma560", "--q=-10,20,-30,0,0,0", "--json")
    assert spaced == joined
    bare = answer(capsys, "fk", "--q", "-10", "20", "-3e1", "0", "0", "0", "puma560", "--json")
    assert bare == spaced


def test_the_window_opens_robots_cells_and_files_by_name() -> None:
    for name in ("puma560", "PUMA 560", "welding-cell", "two pumas"):
        cli._expect_something_to_open(name)
    with pytest.raises(RvsError, match="the file does not exist"):
        cli._expect_something_to_open("nowhere/cell.rvs")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["fk", "puma56"], 1, "puma560"),
        (["fk", "puma560", "--q", "1 2 3"], 1, "6 joints"),
        (["fk", "puma560", "--q", "1 2 three"], 2, "expected numbers"),
        (["fk", "puma560", "--q", "0,5 90 0 0 0 0"], 2, "decimal points, as in 0.5"),
        (["fk", "puma560", "--q", "nan 0 0 0 0 0"], 2, "finite"),
        (["render", "puma560", "-o", "x.png", "--size", "0x10"], 2, "each side"),
        (["render", "puma560", "-o", "x.png", "--size", "30000x30000"], 2, "million pixels"),
        (["render", "cobra600", "-o", "x.png", "--mode", "full"], 1, "no full model"),
        (["render", "no such robot", "-o", "x.png"], 1, "no such robot"),
        (["plot", "puma560", "nope", "-o", "x.pdf"], 1, "there is no trajectory 'nope'"),
        (["frobnicate", "--now"], 2, "frobnicate"),
        (
            ["weldingcel"],
            2,
            "not a command, a robot, a cell or a file (did you mean 'welding-",
        ),
        (["run"], 2, "the following arguments are required: SCRIPT.py\n"),
        (["--frobnicate"], 2, "COMMAND"),
    ],
)
def test_failures_say_what_is_wrong_in_one_line(
    words: list[str], status: int, said: str, tmp_path: Path
) -> None:
    done = python("-m", "rvs", *words, folder=tmp_path)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout
    if status == 1:
        assert len(done.stderr.strip().splitlines()) == 1


def test_check_lists_all_errors_with_their_places(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.arch"
    bad.write_text("{\n a = 1..2\n}\n{\n a = [\n}\n", encoding="utf-8")
    assert main(["check", str(bad), "--json"]) == 1
    (report,) = json.loads(capsys.readouterr().out)
    assert report["file"] == str(bad)
    assert not report["ok"]
    assert {error["line"] for error in report["errors"]} >= {2}
    assert all(error["column"] >= 1 and error["message"] for error in report["errors"])


def test_check_is_content_with_the_library(
    project_root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = sorted(str(path) for path in (project_root / "arch").glob("*.arch"))
    assert main(["check", *files]) == 0
    assert capsys.readouterr().out.count(": ok") == len(files)


@pytest.mark.parametrize("text", ["", "\x00\x01\x02", "{" * 10_000, "a = nan", "\ufeff{ a = 1 }"])
def test_check_survives_any_text(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "any.arch"
    path.write_text(text, encoding="utf-8")
    assert main(["check", str(path)]) in (0, 1)
    assert "Traceback" not in capsys.readouterr().out


def png_size(path: Path) -> tuple[int, int]:
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    return struct.unpack(">II", data[16:24])


@pytest.mark.gl
def test_render_writes_a_picture_of_any_size_without_a_display(tmp_path: Path) -> None:
    path = tmp_path / "puma.png"
    words = ["render", "puma560", "-o", str(path), "--size", "333x217", "--view", "front"]
    done = python("-m", "rvs", *words, DISPLAY="", WAYLAND_DISPLAY="")
    assert done.returncode == 0, done.stderr
    assert png_size(path) == (333, 217)


@pytest.mark.gl
def test_transparent_pictures_have_no_ground(tmp_path: Path) -> None:
    from PIL import Image

    path = tmp_path / "scara.png"
    assert main(["render", "scara", "-o", str(path), "--size", "200x160", "--transparent"]) == 0
    alpha = np.asarray(Image.open(path).convert("RGBA"))[..., 3]
    assert alpha[0].max() == 0
    assert 0.02 < (alpha == 255).mean() < 0.6


@pytest.mark.gl
def test_a_cell_is_rendered_with_its_things(tmp_path: Path) -> None:
    from PIL import Image

    cell, pictures = tmp_path / "cell.rvs", []
    robot = 'robot "arm" { file = planar2r }\nview { distance = 5 }\n'
    for thing in ("", 'thing "block" { kind = box }\n'):
        cell.write_text(robot + thing, encoding="utf-8")
        path = tmp_path / "cell.png"
        assert main(["render", str(cell), "-o", str(path), "--size", "200x160", "--force"]) == 0
        pictures.append(np.asarray(Image.open(path).convert("RGB"), float))
    assert pictures[0].shape == (160, 200, 3)
    assert math.sqrt(((pictures[0] - pictures[1]) ** 2).mean()) > 5


@pytest.mark.gl
def test_the_posture_shows_in_the_picture(tmp_path: Path) -> None:
    from PIL import Image

    pictures = []
    for name, angle in (("a", 0), ("b", 40)):
        path = tmp_path / f"{name}.png"
        q = f"{angle} 90 -90 0 0 0"
        assert main(["render", "puma560", "-o", str(path), "--size", "300x200", "--q", q]) == 0
        pictures.append(np.asarray(Image.open(path).convert("RGB"), float))
    assert math.sqrt(((pictures[0] - pictures[1]) ** 2).mean()) > 2


def test_doctor_names_versions_and_folders(capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(answer(capsys, "doctor", "--json"))
    assert facts["numpy"] == np.__version__
    assert Path(facts["bundled robots"]).is_dir()
    assert facts["rendering without a display"]


def test_the_facts_of_an_open_window_try_no_other_rendering() -> None:
    """OpenGL of a window system can't be loaded for another one: that would look like a fault."""
    seen = installation.facts({"rendering in the window": "llvmpipe"})
    assert seen["rendering in the window"] == "llvmpipe"
    assert "rendering without a display" not in seen


def test_doctor_names_all_that_a_report_of_a_fault_needs(
    capsys: pytest.CaptureFixture[str], project_root: Path, monkeypatch, tmp_path: Path
) -> None:
    project = tomllib.loads((project_root / "pyproject.toml").read_text(encoding="utf-8"))
    needs = {re.split(r"[<>=;\s]", one)[0] for one in project["project"]["dependencies"]}
    monkeypatch.setenv("RVS_HOME", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":12345")
    facts = json.loads(answer(capsys, "doctor", "--json"))
    assert needs <= set(facts)
    assert "not installed" not in [facts[name] for name in needs]
    assert set(EXTRAS.values()) <= set(facts)
    assert "DISPLAY=:12345" in facts["desktop"]
    assert facts["can't be written"] == "none of these folders"
    monkeypatch.setattr(installation.os, "access", lambda *_: False)
    monkeypatch.setattr(installation, "state", lambda: "NumPy (not built)")
    monkeypatch.setattr(installation.shutil, "which", lambda _: None)
    facts = json.loads(answer(capsys, "doctor", "--json"))
    assert str(tmp_path) in facts["can't be written"]
    assert "C++ compiler" in facts["engine"]


def test_a_report_of_doctor_has_no_names_and_no_long_paths(monkeypatch, tmp_path: Path) -> None:
    home = tmp_path / "Jane (Doe), secret: 2" / "secret"
    monkeypatch.setenv("RVS_HOME", str(home / "rvs"))
    monkeypatch.setenv("DISPLAY", "office-of-jane:3.0")
    monkeypatch.setenv("WAYLAND_DISPLAY", str(home / "wayland-0"))
    monkeypatch.setattr(installation.platform, "node", lambda: "office-of-jane.example.org")
    monkeypatch.setattr(installation.getpass, "getuser", lambda: "jdoe")
    monkeypatch.setattr(installation, "state", lambda: "NumPy (can't read /home/jdoe/x.so: jdoe)")
    plain = installation.facts()
    assert "Jane (Doe), secret: 2" in plain["your robots"]
    assert "jdoe" in plain["engine"]
    assert "office-of-jane" in plain["desktop"]
    said = installation.as_lines(installation.nameless(plain))
    assert not re.search(r"jane|jdoe|secret|doe", said, re.IGNORECASE)
    for kept in ("…/rvs", "DISPLAY=…:3.0", "…/x.so: …", np.__version__):
        assert kept in said


@pytest.mark.parametrize(
    ("path", "short"),
    [
        (r"C:\Users\Jane Doe\AppData\Local\rvs", "…\\rvs"),
        ("/Users/Jané Doe/Library/rvs", "…/rvs"),
        ("and/or, 1/2 of https", "and/or, 1/2 of https"),
        ("a: /x/y/z, b: /u/v", "a: …/z, b: …/v"),
    ],
)
def test_paths_are_shortened_to_their_ends(path: str, short: str) -> None:
    assert installation.anonymous(path) == short


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (ModuleNotFoundError("no"), "not built"),
        (ImportError("GLIBC_2.38 not found"), "the kernels can't be loaded: GLIBC_2.38 not found"),
        (None, "the kernels were built from other sources; reinstall RVS"),
    ],
)
def test_why_there_are_no_kernels_is_known(fault: Exception | None, why: str, monkeypatch) -> None:
    def load(_: str) -> SimpleNamespace:
        if fault:
            raise fault
        return SimpleNamespace(INTERFACE=-1)

    monkeypatch.delenv(kernels.SWITCH, raising=False)
    monkeypatch.setattr(kernels.importlib, "import_module", load)
    assert kernels._load() == (None, why)
    monkeypatch.setenv(kernels.SWITCH, "0")
    assert kernels._load() == (None, "turned off by RVS_NATIVE")


def test_doctor_names_the_licence_of_every_package(capsys: pytest.CaptureFixture[str]) -> None:
    notices = json.loads(answer(capsys, "doctor", "--licences", "--json"))
    names = {one["package"].lower().replace("_", "-") for one in notices}
    assert {name.lower() for name in installation.PACKAGES} <= names
    assert {"shiboken6", "charset-normalizer"} <= names
    assert all(one["licence"] and one["text"] for one in notices)
    said = answer(capsys, "doctor", "--licences").splitlines()
    assert [line.split(":")[0] for line in said[: len(notices)]] == [
        f"{one['package']} {one['version']}".strip() for one in notices
    ]
    assert "SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007" in said


@pytest.mark.parametrize("words", [("fk", "puma560"), ("list", "--json"), ("--help",)])
def test_a_reader_that_has_enough_ends_a_command_quietly(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "rvs", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_windows_calls_a_closed_pipe_an_invalid_argument(monkeypatch) -> None:
    gone, file = OSError(EINVAL, "Invalid argument"), OSError(EINVAL, "Invalid argument", "x.arch")
    assert not cli._reader_is_gone(gone)
    monkeypatch.setattr(cli.os, "name", "nt")
    assert cli._reader_is_gone(gone)
    assert not cli._reader_is_gone(file)
