"""Tables that leave open whether numbers of the joints' own variables are zeros or a posture."""

from math import pi
from pathlib import Path

import pytest

import rvs
from rvs.cli import main
from rvs.engine.errors import RvsError
from rvs.files.formats import check_file

ROWS = "0.4,90,0.3,0\n0.5,0,0,90\n0.1,90,0.05,-45\n"
TABLES = {
    "head.csv": "a,alpha,d,theta\n" + ROWS,
    "semicolons.csv": ("a,alpha,d,theta\n" + ROWS).replace(",", ";"),
    "tabs.tsv": ("a,alpha,d,theta\n" + ROWS).replace(",", "\t"),
    "paper.tex": "\\begin{tabular}{llll}\n$a$ & $\\alpha$ & $d$ & $\\theta$ \\\\\n"
    + ROWS.replace(",", " & ").replace("\n", " \\\\\n")
    + "\\end{tabular}\n",
}


@pytest.fixture(params=TABLES)
def table(request, tmp_path: Path) -> Path:
    path = tmp_path / request.param
    path.write_text(TABLES[request.param], encoding="utf-8")
    return path


def test_numbers_are_a_posture_and_that_is_said_or_zeros_if_asked(table: Path) -> None:
    assert rvs.load(str(table)).home.tolist() == pytest.approx([0.0, pi / 2, -pi / 4])
    (note,) = check_file(table).warnings
    assert "rows 2, 3" in note.message
    robot = rvs.load(str(table), zeros=True)
    assert robot.home.tolist() == [0.0, 0.0, 0.0]
    assert [joint.offset for joint in robot.joints] == pytest.approx([0.0, pi / 2, -pi / 4])


def test_the_option_holds_for_every_command(table: Path, capsys, caplog) -> None:
    assert main(["fk", str(table), "--zeros", "--q", "0 -90 45", "--json"]) == 0
    zeros = capsys.readouterr().out
    assert not caplog.text
    assert main(["fk", str(table), "--q", "0 0 0", "--json"]) == 0
    assert capsys.readouterr().out == zeros
    assert "--zeros" in caplog.text
    made = table.with_name("made.arch")
    assert main(["convert", str(table), "--zeros", "-o", str(made)]) == 0
    assert rvs.load(str(made)).joints[1].offset == pytest.approx(pi / 2)


@pytest.mark.parametrize(
    "text", ["a,alpha,d,theta,offset\n1,0,0,20,0\n", "a,alpha,d,theta\n1,0,0,q1\n"]
)
def test_a_table_that_says_it_leaves_nothing_open(tmp_path: Path, text: str) -> None:
    path = tmp_path / "told.csv"
    path.write_text(text, encoding="utf-8")
    report = check_file(path)
    assert report.ok
    assert not report.warnings
    with pytest.raises(RvsError, match="joint zeros"):
        rvs.load(str(path), zeros=True)


def test_what_is_no_table_has_no_zeros_to_take() -> None:
    with pytest.raises(RvsError, match="joint zeros"):
        rvs.load("puma560", zeros=True)


def test_a_copied_script_opens_the_table_likewise(table: Path) -> None:
    cell = rvs.open(str(table), zeros=True)
    assert cell.robots[0].imported.choices.said == {"zeros": True}
