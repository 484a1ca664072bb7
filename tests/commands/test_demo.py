"""``rvs demo``: the list, and what it writes of a demonstration."""

import json

import numpy as np
import pytest

from rvs.cli import main
from rvs.files.library import load_robot
from rvs.files.motions.jtraj import read_jtraj
from rvs.model.demos.table import DEMOS


def test_all_are_listed(capsys) -> None:
    assert main(["demo", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in listed] == list(DEMOS)
    assert main(["demo"]) == 0
    assert "servoing" in capsys.readouterr().out


def test_plots_and_motion_are_written(capsys, tmp_path) -> None:
    pdf, rows = tmp_path / "circle.pdf", tmp_path / "circle.jtraj"
    words = ["demo", "circle", "--set", "gain=5", "-o", str(pdf), "-o", str(rows), "--json"]
    assert main(words) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["values"]["gain"] == 5.0
    assert pdf.read_bytes().startswith(b"%PDF")
    motion = read_jtraj(rows, load_robot("puma560"))
    assert np.degrees(motion.trajectory.rows.array[-1]) == pytest.approx(answer["q"])
    assert motion.dt * (len(motion.trajectory.rows.array) - 1) == pytest.approx(answer["duration"])


def test_mistakes_are_told(capsys) -> None:
    assert main(["demo", "circle", "--set", "gain=0"]) == 1
    assert "expected a number from 0.5 to 90" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["demo", "circle", "--set", "gain"])
    assert "expected KEY=VALUE" in capsys.readouterr().err
