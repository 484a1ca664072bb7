"""The example scripts do what they say, as ``rvs run`` runs them, but small."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import rvs
from rvs.cli import main
from rvs.engine import fkine
from rvs.export.report.values import PART_NAMES
from rvs.files.cells.cell import read_cell
from rvs.files.library import files_of
from rvs.scripting.cell import Cell, working_on
from rvs.study.dexterity import optimum_posture

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "scripts"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


@pytest.fixture
def run(tmp_path):
    """Run the ``main`` of a script with a cell of its own, and return what it returns."""

    def outcome(name: str, *arguments, **options):
        spec = importlib.util.spec_from_file_location(f"script_{name}", FOLDER / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        with working_on(options.pop("cell", None) or Cell()):
            return module.main(tmp_path, *arguments, **options)

    return outcome


def test_every_script_has_a_test_and_a_line_in_the_list():
    source = Path(__file__).read_text(encoding="utf-8")
    listed = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    assert len(NAMES) >= 10
    assert [name for name in NAMES if f'run("{name}"' not in source] == []
    assert [name for name in NAMES if f"`{name}`" not in listed] == []


def test_family(run, tmp_path: Path):
    cell = run("family", 2)
    assert [one.robot.joints[3].d for one in cell.robots] == [0.25, 0.37]
    assert (tmp_path / "family.pdf").stat().st_size > 5000


def test_sweep(run, tmp_path: Path):
    found = run("sweep", 3)
    assert found[:, 1] == pytest.approx(2.0 + found[:, 0])
    # the bundled arm itself is in the middle
    own = optimum_posture(rvs.load("planar-3r"), task="planar")
    assert found[1, 2] == pytest.approx(own.condition)
    lines = (tmp_path / "sweep.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("second link (m),reach (m)")
    assert len(lines) == 4
    assert "toprule" in (tmp_path / "sweep.tex").read_text(encoding="utf-8")


def test_palletise(run, tmp_path: Path):
    table = tmp_path / "mine.csv"
    table.write_text("x,y,z\n0.45,-0.3,0.45\n0.55,-0.1,0.45\n", encoding="utf-8")
    cell = run("palletise", table)
    (program,) = read_cell(tmp_path / "palletise.rvs").document.programs
    assert len(program.steps) == 2 + 2 * 6
    placed = [step for step in program.steps if step.action == "release"]
    ends = [fkine(cell.robots[0].robot, step.q)[:3, 3] for step in placed]
    np.testing.assert_allclose(ends, [[0.45, -0.3, 0.45], [0.55, -0.1, 0.45]], atol=1e-6)
    assert [one.id for one in cell.document.things][-2:] == ["part 1", "part 2"]


def test_folder_figures(run, tmp_path: Path):
    robots = tmp_path / "robots"
    robots.mkdir()
    for name in ("planar-2r", "planar-3r"):
        (robots / f"{name}.arch").write_bytes(files_of("arch")[name].read_bytes())
    (robots / "broken.arch").write_text("nothing =", encoding="utf-8")
    assert run("folder_figures", robots) == ["Planar 2R", "Planar 3R"]
    assert sorted(path.stem for path in tmp_path.glob("*.svg")) == ["planar-2r", "planar-3r"]


def test_controllers(run, tmp_path: Path):
    errors = run("controllers", 0.5)
    assert errors["Computed torque"] < errors["PD and gravity"]
    assert (tmp_path / "laws.pdf").stat().st_size > 3000


def test_slowest_drive(run, tmp_path: Path):
    light, heavy = run("slowest_drive", (0.0, 2.0))
    assert heavy[2] > light[2]
    assert heavy[3] > light[3]
    assert (tmp_path / "drives.csv").is_file()


def test_cell_report(run, tmp_path: Path):
    with working_on(Cell()):
        cell = rvs.new("planar-2r")
        steps = rvs.Step((0.0, 0.0)), rvs.Step((0.5, 0.5))
        rvs.add_program(rvs.Program("wave", "Planar 2R", steps))
    assert run("cell_report", PART_NAMES[1:], cell=cell) == {"wave": False}
    assert (tmp_path / "collisions of wave.csv").is_file()
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


def test_urdf_table(run, tmp_path: Path):
    description = rvs.save(tmp_path / "arm.urdf", rvs.load("scara"))
    assert run("urdf_table", description) < 1e-9
    assert "tabular" in (tmp_path / "arm-dh.tex").read_text(encoding="utf-8")


def test_clutter(run, tmp_path: Path):
    found = run("clutter", 8, 4)
    assert found[0, 1] >= found[1, 1]
    assert found[:, 0].tolist() == [0, 4]


@pytest.mark.gl
def test_web_page(run, tmp_path: Path):
    page, picture = run("web_page", 2, (80, 60))
    assert page.read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html")
    with Image.open(picture) as image:
        assert image.size == (160, 60)


def test_a_script_runs_by_the_command(tmp_path: Path, capsys):
    before = list(sys.path)
    assert main(["run", str(FOLDER / "sweep.py"), str(tmp_path), "2"]) == 0
    assert "least κF" in capsys.readouterr().out
    assert sys.path == before
