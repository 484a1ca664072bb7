"""``rvs run``: scripts on cells, and what is said where they fail."""

import sys
from pathlib import Path

import pytest

from rvs.cli import main
from rvs.files.cells.cell import read_cell
from rvs.scripting.cell import current

from ..programs import python


@pytest.fixture
def script(tmp_path):
    """Write a script and return its path."""

    def write(text: str, name: str = "work.py") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_a_script_works_on_the_cell_and_it_is_saved(script, tmp_path: Path, capsys):
    before = current()
    path, out = (
        script("import rvs, sys\nrvs.paint('PUMA 560', '#102030')\nprint(sys.argv[1:])\n"),
        tmp_path / "o.rvs",
    )
    assert main(["run", path, "puma560", "5", "a.csv", "--save", str(out)]) == 0
    assert read_cell(out).document.robots[0].color == "#102030"
    said = capsys.readouterr().out
    assert "['5', 'a.csv']" in said
    assert "wrote" in said
    assert main(["run", path, str(out)]) == 0
    assert current() is before


def test_without_a_cell_it_begins_with_an_empty_one(script, capsys):
    path = script("import rvs, sys\nprint(rvs.current(), sys.argv[1:], __name__)\n")
    assert main(["run", path, "--", "--count", "5"]) == 0
    assert capsys.readouterr().out == ("<Cell (not saved): no robot> ['--count', '5'] __main__\n")


def test_what_lies_beside_it_can_be_imported(script, capsys):
    script("NUMBER = 7\n", "beside_it.py")
    assert main(["run", script("import beside_it\nprint(beside_it.NUMBER)\n")]) == 0
    assert capsys.readouterr().out == "7\n"
    assert not any("beside_it" in one for one in sys.path)


def test_a_failure_names_the_line_and_those_that_called_it(script, capsys):
    path = script(
        "import rvs\n\ndef build():\n    rvs.set_joint('PUMA 560', 2, b=0.5)\n\nbuild()\n"
    )
    assert main(["run", path, "puma560"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"rvs: {path}, line 4: rvs.set_joint: there is no 'b' to set",
        "  line 4 in build: rvs.set_joint('PUMA 560', 2, b=0.5)",
        "  called from line 6: build()",
    ]


def test_a_mistake_that_shows_in_a_package_is_named_where_the_script_made_it(script, capsys):
    path = script(
        "import numpy as np\n\ndef turn(m):\n    return np.linalg.inv(m)\n\nturn([[1, 2]])\n"
    )
    assert main(["run", path]) == 1
    first, *lines = capsys.readouterr().err.splitlines()
    assert first.startswith(f"rvs: {path}, line 4: numpy.linalg.LinAlgError: ")
    assert lines[:2] == [
        "  line 4 in turn: return np.linalg.inv(m)",
        "  called from line 6: turn([[1, 2]])",
    ]
    assert len(lines) == 3
    assert lines[2].startswith("  raised in ")
    assert "numpy" in lines[2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = (1,\n", "line 1: this is not Python: '(' was never closed"),
        ("1 / 0\n", "line 1: ZeroDivisionError: division by zero"),
        ("open('nothing.txt')\n", "line 1: [Errno 2]"),
        ("import sys\nsys.exit('no table')\n", "rvs: no table"),
        (
            "import rvs\nwith rvs.step('a'):\n    rvs.undo_all()\n",
            "line 3: AttributeError: module 'rvs' has no",
        ),
    ],
)
def test_what_was_wrong_is_told(script, capsys, text, words):
    assert main(["run", script(text)]) == 1
    said = capsys.readouterr().err
    assert words in said
    assert "scripting" not in said


def test_its_own_exit_code_counts_and_nothing_is_saved(script, tmp_path: Path):
    path = script("import sys\nsys.exit(3)\n")
    assert main(["run", path, "--save", str(tmp_path / "o.rvs")]) == 3
    assert not (tmp_path / "o.rvs").exists()
    assert main(["run", script("import sys\nsys.exit()\n")]) == 0


def test_a_script_that_is_not_there_is_told(tmp_path: Path, capsys):
    assert main(["run", str(tmp_path / "nothing.py")]) == 1
    assert "the script does not exist" in capsys.readouterr().err
    (tmp_path / "bytes.py").write_bytes(b"x = '\xff'\n")
    assert main(["run", str(tmp_path / "bytes.py")]) == 1
    assert "expected text in UTF-8" in capsys.readouterr().err


def test_a_word_like_the_name_of_a_cell_is_asked_about(script, capsys):
    path = script("import sys\nprint(sys.argv[1:])\n")
    assert main(["run", path, "puma561"]) == 1
    said = capsys.readouterr()
    assert not said.out
    assert "there is no cell or robot 'puma561' (did you mean 'puma560'?); if it is" in said.err
    assert main(["run", path, "--", "puma561", "--"]) == 0
    assert capsys.readouterr().out == "['puma561', '--']\n"


def test_after_two_dashes_nothing_is_the_cell(script, capsys):
    path = script("import rvs, sys\nprint(rvs.current().robots, sys.argv[1:])\n")
    assert main(["run", path, "--", "puma560"]) == 0
    assert capsys.readouterr().out == "() ['puma560']\n"


def test_an_option_of_the_script_is_refused_with_its_cure(script, capsys):
    with pytest.raises(SystemExit):
        main(["run", script("\n"), "puma560", "--count", "5"])
    said = capsys.readouterr().err
    assert "[-- ARGUMENT ...]" in said
    assert "unrecognized arguments: --count 5; write -- before the arguments of the script" in said
    with pytest.raises(SystemExit):
        main(["fk", "puma560", "--count"])
    assert "script" not in capsys.readouterr().err


def test_where_the_cell_is_saved_is_looked_at_first(script, tmp_path: Path, capsys):
    path = script("print('worked')\n")
    assert main(["run", path, "--save", str(tmp_path / "o.foo")]) == 1
    said = capsys.readouterr()
    assert not said.out
    assert "--save: a cell is saved as .rvs, not as '.foo'" in said.err


def test_the_cell_that_is_current_in_the_end_is_saved(script, tmp_path: Path):
    path = script("import rvs, sys\nrvs.open('puma560')\nrvs.paint('PUMA 560', '#102030')\n")
    for number, end in enumerate(("", "sys.exit()\n")):
        with open(path, "a", encoding="utf-8") as file:
            file.write(end)
        out, before = tmp_path / f"{number}.rvs", current()
        assert main(["run", path, "scara", "--save", str(out)]) == 0
        assert [one.color for one in read_cell(out).document.robots] == ["#102030"]
        assert current() is before


def test_what_a_script_leaves_open_is_written_out(script, tmp_path):
    rows = (tmp_path / "rows.csv").as_posix()
    path = script(f"f = open('{rows}', 'w')\ndef add(row):\n    f.write(row)\nadd('1;2')\n")
    assert python("-m", "rvs", "run", path).returncode == 0
    assert (tmp_path / "rows.csv").read_text() == "1;2"
