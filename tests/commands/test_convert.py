"""``rvs convert``: what it writes, what it prints, and what it lists."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from rvs.cli import main
from rvs.engine.jacobians import fkine
from rvs.files.library import load_robot

ARM = """<robot name="forked">
 <link name="base"/>
 <joint name="waist" type="revolute"><parent link="base"/><child link="body"/>
  <origin xyz="0 0 0.5"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="2" effort="40" velocity="3"/></joint>
 <link name="body"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
 <joint name="left" type="continuous"><parent link="body"/><child link="l"/>
  <origin xyz="0.3 0 0" rpy="1.570796326794 0 0"/><axis xyz="0 0 1"/></joint>
 <link name="l"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
 <joint name="right" type="prismatic"><parent link="body"/><child link="r"/>
  <origin xyz="0 0.2 0"/><axis xyz="0 1 0"/><limit lower="0" upper="0.5"/></joint>
 <link name="r"/>
</robot>
"""


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    path = tmp_path / "forked.urdf"
    path.write_text(ARM, encoding="utf-8")
    return path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["convert", *words]) == 0
    return capsys.readouterr().out


def test_it_proves_what_it_wrote(arm: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.arch"
    facts = json.loads(said(capsys, str(arm), "-o", str(out), "--tip", "r", "--json"))
    assert (facts["root"], facts["tip"], facts["joints"]) == ("base", "r", ["waist", "right"])
    assert facts["error"] <= 1e-12
    assert facts["torque_error"] <= 1e-12
    robot = load_robot(out).robot
    assert robot.joints[0].limits == pytest.approx((-1.0, 2.0), abs=0)
    pose = fkine(robot, [0.7, 0.3])
    place = [-np.sin(0.7) * 0.5, np.cos(0.7) * 0.5, 0.5]
    np.testing.assert_allclose(pose[:3, 3], place, atol=1e-15)


def test_it_tells_people(arm: Path, tmp_path: Path, capsys) -> None:
    text = said(capsys, str(arm), "-o", str(tmp_path / "out.arch"), "--convention", "modified")
    assert "forked: 2 joints from base to l" in text
    assert "the longest of 2 chains" in text
    assert "fixed at zero: right" in text
    assert "largest difference of poses over 1,000 random postures" in text
    assert "convention = modified" in (tmp_path / "out.arch").read_text(encoding="utf-8")


def test_it_lists_chains(arm: Path, capsys) -> None:
    rows = json.loads(said(capsys, str(arm), "--chains", "--json"))
    left, right = ["waist", "left"], ["waist", "right"]
    assert [(one["root"], one["tip"], one["joints"], one["follows"]) for one in rows] == [
        ("base", "l", left, {}),
        ("base", "r", right, {}),
    ]
    assert [one["arm"] for one in rows] == [
        {"tip": "l", "joints": left},
        {"tip": "r", "joints": right},
    ]
    assert [one["usual"] for one in rows] == [True, False]
    assert "base to l: 2 joints: waist, left" in said(capsys, str(arm), "--chains")


GRIPPER = """<robot name="hand">
 <link name="a"/><link name="b"/><link name="c"/><link name="palm"/><link name="f"/><link name="g"/>
 <joint name="j1" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
 <joint name="j2" type="continuous"><parent link="b"/><child link="c"/>
  <origin xyz="0.4 0 0"/><axis xyz="0 0 1"/></joint>
 <joint name="j3" type="continuous"><parent link="c"/><child link="palm"/>
  <origin xyz="0.4 0 0"/><axis xyz="0 0 1"/></joint>
 <joint name="left" type="prismatic"><parent link="palm"/><child link="f"/>
  <axis xyz="0 1 0"/><limit lower="0" upper="0.1"/></joint>
 <joint name="right" type="prismatic"><parent link="palm"/><child link="g"/>
  <axis xyz="0 -1 0"/><mimic joint="left"/><limit lower="0" upper="0.1"/></joint>
</robot>
"""


def test_the_list_holds_the_chain_that_is_taken(tmp_path: Path, capsys) -> None:
    path = tmp_path / "hand.urdf"
    path.write_text(GRIPPER, encoding="utf-8")
    chains = json.loads(said(capsys, str(path), "--chains", "--json"))
    assert [(one["tip"], one["usual"]) for one in chains] == [("f", True), ("g", True)]
    for one in chains:
        assert one["arm"] == {"tip": "palm", "joints": ["j1", "j2", "j3"]}
    assert [one["follows"] for one in chains if one["tip"] == "g"] == [{"right": "left"}]
    assert "right (follows left)" in said(capsys, str(path), "--chains")
    out = str(tmp_path / "out.arch")
    alone = said(capsys, str(path), "-o", out)
    assert "the longest of 3 chains of joints, up to its gripper" in alone
    assert "from 'a' to 'palm'" in alone
    assert "the longest of" not in said(
        capsys, str(path), "-o", out, "--tip", "palm", "--overwrite"
    )


def test_every_chain_to_a_leaf_is_listed(tmp_path: Path, capsys) -> None:
    """A cover and a sensor on one link end two chains of the same joints."""
    path = tmp_path / "hand.urdf"
    fixed = (
        '<link name="{0}"/><joint name="to_{0}" type="fixed"><parent link="{1}"/>'
        '<child link="{0}"/></joint>'
    )
    ends = (("cover", "b"), ("sensor", "b"), ("stand", "a"), ("nail", "f"))
    more = "".join(fixed.format(*one) for one in ends)
    path.write_text(GRIPPER.replace("</robot>", more + "</robot>"), encoding="utf-8")
    rows = json.loads(said(capsys, str(path), "--chains", "--json"))
    assert {one["tip"]: len(one["joints"]) for one in rows} == {
        "cover": 1, "sensor": 1, "nail": 4, "g": 4,
    }  # fmt: skip


def test_robots_of_the_library_too(tmp_path: Path, capsys) -> None:
    out = tmp_path / "p.arch"
    facts = json.loads(said(capsys, "puma560", "-o", str(out), "--json"))
    assert (facts["error"], facts["torque_error"], facts["root"]) == (0.0, 0.0, None)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "x.arch", "--tip", "body "], "there is no link 'body ' (did you mean 'body'?)"),
        (["-o", "x.arch", "--root", "l", "--tip", "l"], "no joint moves"),
        (["-o", "x.iges"], "expected one of .arch"),
        ([], "name the output"),
        (["-o", "x.arch", "--snap", "9"], "from 0 to 1"),
    ],
)
def test_what_can_not_be(arm: Path, tmp_path: Path, capsys, words, message, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["convert", str(arm), *words]) == 1
    assert message in capsys.readouterr().err
    assert not list(tmp_path.glob("x.*"))


def test_a_table_has_no_chains_to_list(capsys) -> None:
    assert main(["convert", "puma560", "--chains"]) == 1
    assert "has one chain" in capsys.readouterr().err


@pytest.mark.parametrize("suffix", [".glb", ".stl", ".3mf"])
def test_a_robot_as_a_model(arm: Path, tmp_path: Path, capsys, suffix: str) -> None:
    out = tmp_path / f"arm{suffix}"
    facts = json.loads(said(capsys, str(arm), "-o", str(out), "--tip", "r", "--json"))
    assert facts["joints"] == ["waist", "right"]
    assert facts["unit"] == ("m" if suffix == ".glb" else "mm")
    assert facts["triangles"] > 100
    assert facts["error"] is None if suffix == ".3mf" else facts["error"] <= 1e-6
    assert out.stat().st_size > 1000
    assert "triangles" in said(capsys, str(arm), "-o", str(out), "--overwrite")
