"""``rvs masses``: what a body weighs, printed and written."""

from __future__ import annotations

import json

import pytest

from rvs.cli import main
from rvs.files.library import load_robot


def test_a_robot_without_masses_is_written_with_them(tmp_path, capsys) -> None:
    path = tmp_path / "heavy.arch"
    assert main(["masses", "scara", "--total", "20", "--json", "-o", str(path)]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["total"] == pytest.approx(20.0)
    assert facts["base"] + sum(one["mass"] for one in facts["links"]) == pytest.approx(20.0)
    for joint, one in zip(load_robot(path).robot.joints, facts["links"], strict=True):
        assert joint.inertia is not None
        assert joint.inertia.mass == one["mass"]
        assert list(joint.inertia.com) == one["com"]
        assert list(joint.inertia.moments) == one["inertia"]


def test_densities_shares_and_single_masses(capsys) -> None:
    def masses(*words: str) -> list[float]:
        assert main(["masses", "scara", "--json", *words]) == 0
        return [one["mass"] for one in json.loads(capsys.readouterr().out)["links"]]

    plain, heavy, one = masses(), masses("--fill", "0.6"), masses("--link", "2=5")
    assert heavy == pytest.approx([2 * mass for mass in plain])
    assert one[1] == pytest.approx(5.0)
    assert one[0] == plain[0]
    assert masses("--material", "paint=steel")[0] > plain[0]
    assert masses("--body", "automatic") != plain


def test_links_with_masses_can_be_kept(capsys) -> None:
    assert main(["masses", "puma560", "--keep", "--json"]) == 0
    found = [one["mass"] for one in json.loads(capsys.readouterr().out)["links"]]
    assert found == [joint.inertia.mass for joint in load_robot("puma560").robot.joints]


def test_the_table_is_readable(capsys) -> None:
    assert main(["masses", "puma560", "--total", "54.4"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("PUMA 560: 54.4 kg from its body (puma560)")
    assert len(out.splitlines()) == 10


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--material", "paint=tin"], "'tin' is unknown; expected one of aluminium"),
        (["--link", "9=3"], "the robot has links 1 to 4"),
        (["--fill", "2"], "a fraction from 0 to 1"),
        (["-o", "robot.urdf"], "expected the name of an .arch file"),
    ],
)
def test_what_cannot_be_is_told(words, said, capsys) -> None:
    assert main(["masses", "scara", *words]) == 1
    assert said in capsys.readouterr().err


def test_words_that_are_no_masses_are_wrong_usage(capsys) -> None:
    for words in (["--link", "two=3"], ["--material", "steel"]):
        with pytest.raises(SystemExit):
            main(["masses", "scara", *words])
        assert "expected" in capsys.readouterr().err
