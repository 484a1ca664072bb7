"""Tables as spreadsheets, papers and RVS itself write them; and such as would take for ever."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from rvs.cli import main
from rvs.engine.descriptions.comparison import robot_difference
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.files.library import load_robot, names
from rvs.files.robots.arch import Architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.files.text.errors import FileErrors
from rvs.model.robots.imported import Choices

HALF = np.pi / 2
TWO = Robot((Joint(0.025, HALF, 0.4), Joint(0.56)))


def read(tmp_path: Path, name: str, text: str | bytes) -> Robot:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_robot(path).robot


def fault(tmp_path: Path, name: str, text: str) -> str:
    with pytest.raises(FileErrors) as raised:
        read(tmp_path, name, text)
    return str(raised.value)


ROWS = "theta,d,a,alpha\n0,0.4,0.025,90\n0,0,0.56,0\n"
LATEX = r"""\begin{tabular}{ccccc}
\multicolumn{5}{c}{Arm of the year}\\ \hline
$i$ & $a_i$ & $\alpha_i$ & $d_i$ & $\theta_i$ \\ \hline
1 & 0,025 & 90 & 0,4 & $\theta_1$ \\
2 & 0,56 & 0 & 0 & $\theta_2$ \\
\end{tabular}
"""


HTML = (
    "<table><tr><th>i</th><th>&theta;</th><th>d [mm]</th><th>a [mm]</th><th>&alpha;</th></tr>"
    "<tr><td>1</td><td>&theta;<sub>1</sub></td><td>400</td><td>25</td><td>90&deg;</td></tr>"
    "<tr><td>2</td><td>&theta;<sub>2</sub></td><td>0</td><td>560</td><td>0&deg;</td></tr></table>"
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", ROWS),
        ("a.csv", "\ufeff" + ROWS),
        ("a.csv", ROWS.encode("utf-16")),
        ("a.csv", ROWS.replace("theta,d,a", "θ (°),d,a").encode("gb18030")),
        ("a.csv", ROWS.replace("theta,d,a", "theta [°],d,a").encode("cp1252")),
        ("a.csv", "sep=,\r\n" + ROWS),
        ("a.csv", "sep=;\n" + ROWS.replace(",", ";").replace(".", ",")),
        ("a.csv", ROWS.replace(",", ";").replace(".", ",")),
        ("a.csv", "Arm of 2026\n" + ROWS),
        ("a.csv", "Arm of 2026,,,\n,,,\n" + ROWS),
        ("a.csv", "theta,d,a,alpha\ndeg,m,m,deg\n0,0.4,0.025,90\n0,0,0.56,0\n"),
        ("a.csv", "theta,d,a,alpha\n(°),mm,mm,rad\n0,400,25,pi/2\n0,0,560,0\n"),
        ("a.tsv", ROWS.replace(",", "\t").replace(".", ",")),
        ("a.tex", LATEX),
        ("a.tex", LATEX.replace("\\\\ ", "\\tabularnewline ")),
        ("a.tex", LATEX.replace("\\hline\n1", "\\rowcolor{red!9}1")),
        ("a.tex", LATEX.replace("90", r"\ang{90}").replace("0,4 ", r"\SI{400}{\milli\metre} ")),
        ("a.tex", "\\begin{tabular}{ll}Mass & 3 \\\\ Reach & 2 \\end{tabular}\n" + LATEX),
        ("a.html", f"<table><tr><td>Menu</td></tr></table>{HTML}"),
        ("a.html", f"<table><tr><td>Page{HTML.replace('<table>', '<table>26')}</td></tr></table>"),
        ("a.txt", "% theta d a alpha\n0 0.4 0.025 90\n0 0 0.56 0 % elbow\n"),
        ("a.tex", r"\begin{tabular}{l} lost " + LATEX.replace("tabular", "longtable")),
        ("a.md", "# Arm, of 2026\n\n| a | α | d | θ |\n|--|--|--|--|\n"
                 "| 0.025 | 90 | 0.4 | θ1 |\n| 0.56 | 0 | 0 | θ2 |\n"),
        ("a.html", "<p>1</p><table><tr><th>a<th>α<th>d<th>θ</tr><tr><td>0.025<td>90<td>0.4<td>θ1"
                   "</tr><tr><td>0.56<td>0<td>0<td>θ<sub>2</sub></tr></table><table><td>5</table>"),
    ],
)  # fmt: skip
def test_the_same_table_however_it_was_saved(tmp_path: Path, name: str, text: str | bytes) -> None:
    assert robot_difference(TWO, read(tmp_path, name, text)) < 1e-12


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "a.csv",
            "theta,d,a,alpha\n0,0.4,,90\n",
            ":2:3: a: expected a number, but the cell is empty",
        ),
        ("a.csv", "Arm\ntheta,d,a,alpha\n0,0.4,,90\n", ":3:3: a: expected a number"),
        ("a.txt", "0,0.4,,90\n", ":1:3: column 3: expected numbers, found an empty cell"),
        ("a.dat", "0 0.4 0 90\n1;;2;3\n", ":2:2: column 2: expected numbers"),
        ("a.dat", "0,5 1,2\n", "separated by both commas and blanks"),
        ("a.dat", "1_0 2 3 4\n", "column 1: expected numbers, found '1_0'"),
        ("a.csv", "a,alpha,d,theta,convention\n1,0,0,0,other\n", "neither standard nor modified"),
        ("a.json", '{"joints": [{"a": true}]}', "a: expected a number, got 'True'"),
    ],
)
def test_cells_that_say_nothing_are_errors(
    tmp_path: Path, name: str, text: str, words: str
) -> None:
    assert words in fault(tmp_path, name, text)


def test_a_table_of_a_robot_is_not_passed_over_for_another(tmp_path: Path) -> None:
    broken = LATEX.replace("0,56", "0,5x")
    assert "x is not a unit" in fault(tmp_path, "a.tex", broken + LATEX)
    numbers = r"\begin{tabular}{cccc} 1 & 2 & 3 & 4 \\ \end{tabular}"
    assert robot_difference(TWO, read(tmp_path, "a.tex", numbers + LATEX)) < 1e-12


@pytest.mark.parametrize(
    ("text", "words"), [(LATEX, ""), (LATEX + LATEX, "1 of 2"), (HTML[:7] + HTML, "")]
)
def test_the_table_that_is_read_is_named_where_there_are_others(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / f"a.{'html' if text.startswith('<') else 'tex'}"
    path.write_text(text, encoding="utf-8")
    said = [one.message for one in load_robot(path).warnings if " was read" in one.message]
    assert said == ([f"table {words} was read"] if words else [])


def test_a_json_with_a_byte_order_mark(tmp_path: Path) -> None:
    assert read(tmp_path, "a.json", '\ufeff{"joints": [{"a": 2}]}').joints[0].a == 2.0


@pytest.mark.parametrize("suffix", [".csv", ".tex", ".md", ".html"])
@pytest.mark.parametrize("name", ["puma560", "puma560-modified", "scara", "baxter-left", "mixed"])
def test_every_table_that_is_written_is_read(tmp_path: Path, name: str, suffix: str) -> None:
    if name == "mixed":
        rows = (Joint(0.1, HALF, 0.2, convention="modified"), Joint(0.3, -HALF), Joint(0.2))
        name = str(tmp_path / "mixed.arch")
        save_architecture(Path(name), Architecture(Robot(rows)))
    path = tmp_path / f"table{suffix}"
    tables = ["--table", "dh", "--table", "limits"]
    assert main(["table", name, *tables, "-o", str(path)]) == 0
    bare = load_robot(name).robot.replace(base=np.eye(4), tool=np.eye(4))
    # Tables round to what is shown.
    assert robot_difference(bare, load_robot(path).robot) < 1e-4


@pytest.mark.long
def test_every_table_of_the_library_is_read(tmp_path: Path) -> None:
    for name in names():
        path = tmp_path / "table.csv"
        main(["table", name, "-o", str(path), "--force"])
        bare = load_robot(name).robot.replace(base=np.eye(4), tool=np.eye(4))
        assert robot_difference(bare, load_robot(path).robot) < 1e-4, name


BEGIN = r"\begin{tabular}"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.tex", BEGIN * 100_000),
        ("a.tex", BEGIN + r"\frac" * 300_000 + r"& 1 & 2 \end{tabular}"),
        ("a.tex", BEGIN + r"\hline{" * 200_000 + r"& 1 & 2 \end{tabular}"),
        ("a.tex", BEGIN + r"\multicolumn{1}{" * 100_000 + r"& 1 & 2 \end{tabular}"),
        ("a.conf", "".join(f"[A{k}]\n" for k in range(60_000))),
        ("a.conf", "[A]\ndof: inf\nMotor: 1\n[A_LINK1]\na: 1\n"),
        ("a.conf", "[A]\ndof: nan\n[A_LINK1]\na: 1\n"),
        ("a.conf", "[A]\ndof: 1e9\n[A_LINK1]\na: 1\n"),
        ("a.json", json.dumps({"joints": [{}] * 200_000})),
        ("a.json", f'{{"joints": [{{"a": 1{"0" * 400}}}]}}'),
        ("a.json", f'{{"joints": [{{"a": 1{"0" * 5000}}}]}}'),
        ("a.json", '{"joints": [{"a": 1, "limits": [1, 2, 3]}]}'),
        ("a.json", '{"joints": [' + "[" * 500_000),
        ("a.csv", "," * 2_000_000),
        ("a.csv", "theta,d,a,alpha\n" + "1" * 1_900_000 + ",2,3,4"),
        ("a.csv", "theta,d,a,alpha\n" + "1,2,3,4\n" * 100),
        ("a.csv", 'theta,d,a,alpha\n"' + "1,2,3\n" * 100_000),
        ("a.txt", "1 2 3 4\n" * 100),
        ("a.txt", "1 " * 900_000),
        ("a.txt", "theta," * 300_000),
        ("a.html", "<table>" + "<tr><td>" * 200_000),
    ],
)
def test_what_would_take_for_ever_is_refused(tmp_path: Path, name: str, text: str) -> None:
    assert len(fault(tmp_path, name, text)) < 2_000


def test_a_number_with_a_comma_may_be_two(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("0,5", "-1,25", ",5"):
        with pytest.raises(SystemExit):
            main(["fk", "twolink", f"--q={words}"])
        assert "can be one number or two" in capsys.readouterr().err
    assert main(["fk", "twolink", "--q", "0, 5"]) == 0


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.csv", "theta,d,a,alpha\n0,0.4,0.025,1.5708\n", "are angles in rad?"),
        ("a.csv", "theta,d,a,alpha\n0,400,25,90\n", "are lengths in mm?"),
        ("a.json", '{"joints": [{"a": 1, "limits": [0, 0]}]}', "all limits are 0"),
        ("a.json", '{"joints": [{"a": 1, "limits": [-170, 170]}]}', "are limits in degrees?"),
        ("a.txt", "1.5708 0.1 0 0.4\n", "columns were read as alpha, a, theta, d"),
        ("a.csv", ROWS, ""),
        ("a.json", '{"joints": [{"a": 1, "limits": [-7, 7]}]}', ""),
    ],
)
def test_what_can_hardly_be_meant_is_said(tmp_path: Path, name: str, text: str, words: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    said = " ".join(one.message for one in load_robot(path).warnings)
    assert (words in said) if words else not said


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("a,alpha,d,theta,mass\n1,90,0,0,9\n1,0,0,0,8\n", ["column 5, 'mass', is ignored"]),
        ("q0,a,alpha,d,theta\n5,1,90,0,0\n0,1,0,0,0\n", ["column 1, 'q0', is ignored"]),
        ("Robot;;;;;\ni;a;alpha;d;theta;COG\n1;1;90;0;0;0,5\n2;1;0;0;0;\n", ["'COG', is ignored"]),
        ("i,a,alpha,d,theta\n1,1,90,0,0\n2,1,0,0,0\n", []),
        ("axis,a,alpha,d,theta,remark\n0,1,90,0,0,wrist\n1,1,0,0,0,\n", []),
        ("a,alpha,d,theta,mass\n1,90,0,0,\n1,0,0,0,0\n", []),
    ],
)
def test_columns_of_numbers_that_are_not_used_are_named(
    table: str, said: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "arm.csv"
    path.write_text(table, encoding="utf-8")
    found = [one.message for one in load_robot(path).warnings if "column" in one.message]
    assert len(found) == len(said)
    assert all(words in message for words, message in zip(said, found, strict=True))


def test_what_json_says_and_is_not_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "arm.json"
    first, second = {"a": 0.4, "mass": 3, "A": 1}, {"a": 0.3, "limits": [-1, 1]}
    said = {"format": "millimetres", "joints": [first, second], "payload": 7}
    path.write_text(json.dumps(said), encoding="utf-8")
    assert [one.message for one in load_robot(path).warnings] == [
        "format 'millimetres': RVS reads it as 'rvs robot, metres, radians, kilograms'",
        "'payload' is ignored",
        "joint 1: 'A' is ignored",
        "joint 1: 'mass' is ignored",
    ]


@pytest.mark.parametrize("name", ["puma560", "scara", "gen3"])
def test_all_of_json_that_is_written_is_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.json"
    assert main(["convert", name, "-o", str(path)]) == 0
    assert not [one for one in load_robot(path).warnings if "is ignored" in one.message]


def test_tags_of_web_pages_in_markdown_are_indices(tmp_path: Path) -> None:
    text = (
        "| Length (a<sub>i-1</sub>) | Twist (α<sub>i-1</sub>) | Offset (d<sub>i</sub>) | "
        "Angle (θ<sub>i</sub>) |\n|--|--|--|--|\n| 0 | 0 | 0.4 | θ<sub>1</sub> |\n"
        "| 0.1 | -π/2 | 0 | θ<sub>2</sub> + π/2 |\n"
    )
    want = Robot((Joint(0, 0, 0.4, convention="modified"),
                  Joint(0.1, -HALF, offset=HALF, convention="modified")))  # fmt: skip
    assert robot_difference(read(tmp_path, "a.md", text), want) < 1e-12


def test_a_row_without_a_variable_among_others_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("i,theta,d,a,alpha\n1,q1,0.4,0,90\n2,q2,0,0.5,0\ntool,0,0.1,0,0\n", "utf-8")
    said = " ".join(one.message for one in load_robot(path).warnings)
    assert "row 3 of the table names no variable, as others do; it was read as a joint" in said


@pytest.mark.parametrize("suffix", [".csv", ".txt"])
def test_a_table_with_a_head_is_in_degrees_whatever_its_suffix(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_text("theta d a alpha\n0 0.4 0.025 1.5708\n0 0 0.56 0\n", "utf-8")
    said = " ".join(one.message for one in load_robot(path).warnings)
    assert "α₁ would be 1.5708°; are angles in rad? (--take rad)" in said
    assert "in rad;" not in said
    turned = load_robot(path, Choices(take=("rad",))).robot.joints[0].alpha
    assert turned == pytest.approx(1.5708)


def test_the_fixed_angle_of_a_sliding_joint_has_a_plausible_unit(tmp_path: Path) -> None:
    path = tmp_path / "a.m"
    path.write_text("robot = SerialLink(Link([90 0 0.3 0 1]));\n", "utf-8")
    said = " ".join(one.message for one in load_robot(path).warnings)
    assert "θ₁ would be 90 rad; are angles in deg? (--take deg)" in said
    path = tmp_path / "a.csv"
    path.write_text("type,theta,d,a,alpha\nR,0,0.4,0,0\nP,1.5708,0,0.3,0\n", "utf-8")
    said = " ".join(one.message for one in load_robot(path).warnings)
    assert "θ₂ would be 1.5708°; are angles in rad?" in said
