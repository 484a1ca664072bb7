"""``rvs dexterity``: numbers of a posture, the best posture, the reach."""

import itertools
import json

import numpy as np
import pytest

from rvs.cli import main
from rvs.files.library import load_robot
from rvs.scripting import dexterity


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert main(["dexterity", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["dexterity", *words]) == 0
    return capsys.readouterr().out


def test_a_posture(capsys):
    found = answer(capsys, "diestro", "--q", "0 90 -90 90 -90 180")
    assert found["condition"] == pytest.approx(1.0, abs=1e-12)
    assert found["length"] == pytest.approx(0.05)
    assert found["singular_values"] == pytest.approx([np.sqrt(2)] * 6)
    assert found["manipulability"] == pytest.approx(0.05**3 * np.sqrt(2) ** 6)
    assert set(found["singularity"]) == {"kind", "words", "distance", "direction"}
    assert found["singularity"]["distance"] == pytest.approx(np.sqrt(2))


def test_norm_task_and_length(capsys):
    q = ("--q", "0 30 40 20 50 10")
    frobenius = answer(capsys, "puma560", *q, "--length", "0.3")
    two = answer(capsys, "puma560", *q, "--length", "0.3", "--norm", "2")
    assert frobenius["length"] == two["length"] == 0.3
    assert frobenius["singular_values"] == two["singular_values"]
    sigma = np.array(two["singular_values"])
    assert two["condition"] == pytest.approx(sigma[0] / sigma[-1])
    wanted = np.sqrt(np.sum(sigma**2) * np.sum(sigma**-2)) / 6
    assert frobenius["condition"] == pytest.approx(wanted)
    place = answer(capsys, "puma560", *q, "--task", "position")
    assert place["length"] is None
    assert len(place["singular_values"]) == 3


def test_the_best_posture_comes_back(capsys):
    best = answer(capsys, "puma560", "--best", "--no-limits")
    assert best["condition"] == pytest.approx(1.438079, abs=1e-6)
    assert best["kci"] == pytest.approx(100 / best["condition"])
    again = answer(capsys, "puma560", "--q", " ".join(map(str, best["q"])))
    assert again["condition"] == pytest.approx(best["condition"], rel=1e-9)
    assert again["length"] == pytest.approx(best["length"], rel=1e-6)


def test_the_reach(capsys):
    found = answer(capsys, "planar-2r", "--reach")
    assert found["reach"] == pytest.approx(2.0)
    assert found["q"][1] == pytest.approx(0.0, abs=1e-5)


def test_a_singular_posture_is_null_in_json(capsys):
    found = answer(capsys, "puma560", "--q", "0 30 40 20 0 10")
    assert found["condition"] is None
    assert found["singularity"]["kind"] == "wrist"
    text = said(capsys, "puma560", "--q", "0 30 40 20 0 10")
    assert "infinite: the posture is singular" in text
    assert "at a wrist singularity" in text


def test_what_people_read(capsys):
    assert "condition number (2-norm, task pose)" in said(capsys, "puma560", "--norm", "2")
    text = said(capsys, "planar-2r-isotropic", "--best", "--task", "position")
    assert "weighted Frobenius norm, task position) 1\n" in text
    assert "no length is better than another" in text
    assert "as L approaches 0" in said(capsys, "planar-2r", "--best", "--task", "pose")
    assert "task position" in said(capsys, "planar-2r")
    assert "reaches 3 m" in said(capsys, "planar-3r", "--reach")


def once(search):
    """Return a search that remembers what it found for a robot of a name."""
    known = {}

    def found(robot, *words, **named):
        key = robot.name, *words, *named.items()
        if key not in known:
            known[key] = search(robot, *words, **named)
        return known[key]

    return found


def test_joints_beyond_their_limits_are_named(capsys, monkeypatch):
    # The two forms of an answer tell of one search.
    for name in ("optimum_posture", "maximum_reach"):
        monkeypatch.setattr(dexterity, name, once(getattr(dexterity, name)))
    told = []
    # Of postures that are equally good, which one is found depends on how a processor rounds.
    for name, search in itertools.product(("puma560", "ur5e", "rediestro"), ("--best", "--reach")):
        for words in ([], ["--no-limits"], ["--no-limits", "--norm", "2"]):
            found = answer(capsys, name, search, *words)
            low, high = np.degrees(load_robot(name).robot.limits.T)
            outside = (np.array(found["q"]) < low - 1e-6) | (np.array(found["q"]) > high + 1e-6)
            assert found["beyond"] == [i for i, one in enumerate(outside, 1) if one]
            text = said(capsys, name, search, *words)
            assert ("beyond limits of joint" in text) == bool(found["beyond"])
            told.append("without --no-limits" in text)
    assert any(told)


def test_a_task_that_the_robot_cannot_do(capsys):
    assert main(["dexterity", "cartesian", "--task", "orientation"]) == 1
    assert "orientation" in capsys.readouterr().err


def test_a_posture_that_collides_says_so(capsys) -> None:
    """All best postures of the Panda fold its hand into link 5; that of the PUMA is clear."""
    assert main(["dexterity", "panda", "--best", "--json"]) == 0
    assert "link 5 – hand" in json.loads(capsys.readouterr().out)["collides"]
    assert main(["dexterity", "panda", "--best"]) == 0
    assert "collides with itself or the floor in this posture: " in capsys.readouterr().out
    assert main(["dexterity", "puma560", "--best", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["collides"] is None


def test_the_reach_says_from_where(capsys) -> None:
    assert main(["dexterity", "puma560", "--reach", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    robot = load_robot("puma560").robot
    # the arm stretched out level, beside the shoulder's offset
    upper, fore = robot.joints[1].a, np.hypot(robot.joints[2].a, robot.joints[3].d)
    offset = sum(joint.d for joint in robot.joints[1:3])
    level = np.hypot(upper + fore, offset)
    assert found["reach_from_axis_1"] == pytest.approx(level, abs=1e-6)
    assert found["from"] == "the origin of the base"
    assert found["reach"] > found["reach_from_axis_1"]
    assert main(["dexterity", "puma560", "--reach", "--limits"]) == 0
    said = capsys.readouterr().out
    assert "m from the origin of the base, and at most 0.877009 m from axis 1" in said
    assert main(["dexterity", "cartesian", "--reach"]) == 0
    assert "axis 1" not in capsys.readouterr().out


def test_the_manipulability_has_its_unit(capsys) -> None:
    units = {"puma560": "m³", "stanford": "m²", "planar-3r": "m, rad"}
    for name, unit in units.items():
        assert main(["dexterity", name, "--json", "--task", "pose"]) == 0
        assert json.loads(capsys.readouterr().out)["manipulability_unit"] == unit
