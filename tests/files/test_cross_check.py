"""Second opinions of other programs on what is read and written: asked, believed and required."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.descriptions.comparison import tool_poses
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.files.convert import convert
from rvs.files.cross_check import opinion as asking
from rvs.files.cross_check.opinion import Opinion, opinion_on
from rvs.files.cross_check.process import answered
from rvs.files.library import find_robot, load_robot
from rvs.files.trees.chains import chosen_ends
from rvs.files.trees.readers import read_tree_file

MUJOCO = """<mujoco><compiler angle="radian"/><worldbody><body name="a" pos="0 0 1">
 <joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/><body name="b" pos=".5 0 0">
 <joint name="k" axis="0 0 1"/><geom size=".1"/></body></body></worldbody></mujoco>"""


SCRIPT = """from roboticstoolbox import DHRobot, RevoluteDH
robot = DHRobot([RevoluteDH(a=0.4), RevoluteDH(a=0.3)], name="arm")
"""


def opinion(path: Path, **changes: object) -> Opinion:
    file = read_tree_file(path)
    chain = TreeChain(file.tree, chosen_ends(file))
    return opinion_on(file, chain, chain.robot().replace(**changes))


@pytest.fixture
def model(tmp_path: Path) -> Path:
    pytest.importorskip("mujoco")
    path = tmp_path / "arm.xml"
    path.write_text(MUJOCO, encoding="utf-8")
    return path


def test_another_program_agrees_in_a_process_of_its_own(model: Path) -> None:
    said = opinion(model)
    assert said.agrees
    assert said.by.startswith("MuJoCo 4")
    assert said.torque_error is not None
    assert said.words.startswith(f"{said.by} agrees with RVS about arm.xml: poses ")


def test_another_robot_is_noticed(model: Path) -> None:
    joints = opinion_robot(model).joints
    heavier = replace(joints[1].inertia, mass=1.001 * joints[1].inertia.mass)
    for changes in (
        {"joints": (joints[0], replace(joints[1], inertia=heavier))},
        {"joints": (joints[0], replace(joints[1], a=joints[1].a + 1e-5))},
        {"gravity": (0.0, 0.0, -9.8)},
    ):
        said = opinion(model, **changes)
        assert said.by
        assert not said.agrees
        assert "DISAGREES" in said.words


def opinion_robot(path: Path):
    file = read_tree_file(path)
    return TreeChain(file.tree, chosen_ends(file)).robot()


def test_bodies_and_joints_without_names_are_found_by_their_places(model: Path) -> None:
    plain = MUJOCO.replace(' name="b"', "").replace(' name="j"', "").replace(' name="k"', "")
    model.write_text(plain, encoding="utf-8")
    assert opinion(model).agrees


def test_what_another_program_can_not_read_is_no_agreement(model: Path) -> None:
    # It reads no body without a mass.
    model.write_text(MUJOCO.replace('size=".1"/>', 'size=".1" mass="0"/>'), encoding="utf-8")
    said = opinion(model)
    assert (said.by, said.agrees) == ("MuJoCo", False)
    assert "mass and inertia of moving bodies must be larger" in said.reason


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('axis="0 0 1"', 'axis="0 0 1" stiffness="3"', "springs"),
        ('<body name="b"', '<body name="b" gravcomp="1"', "gravity compensation"),
        ("<worldbody>", '<option density="1000" viscosity="1"/><worldbody>', "air or water"),
    ],
)
def test_what_mujoco_counts_beside_masses_is_told(
    model: Path, old: str, new: str, words: str
) -> None:
    model.write_text(MUJOCO.replace(old, new), encoding="utf-8")
    said = opinion(model)
    assert not said.agrees
    assert said.words.endswith(f"(it counts {words}, and RVS does not)")


@pytest.mark.parametrize(
    ("words", "reason"),
    [("import os; os._exit(3)", "it ended early"), ("while True: pass", "more than 1 s")],
)
def test_a_program_that_fails_fails_alone(model: Path, monkeypatch, words, reason) -> None:
    monkeypatch.setattr(asking, "ASK", words)
    monkeypatch.setattr(asking, "PATIENCE", 1.0)
    assert reason in opinion(model).reason


def test_urdf_is_held_against_pinocchio(tmp_path: Path) -> None:
    pytest.importorskip("pinocchio")
    done = convert(find_robot("scara"), tmp_path / "scara.urdf", verify=True)
    assert done.opinions[0].by.startswith("Pinocchio ")


QUATERNION = """<robot name="z" {}><link name="a"/><link name="b"><inertial><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1"/></inertial></link><joint name="j" type="continuous">
<parent link="a"/><child link="b"/><origin xyz="1 2 3" quat_xyzw="0 0 0.7 0.7"/></joint></robot>"""


@pytest.mark.parametrize(("version", "alike"), [("", False), ('version="1.1"', True)])
def test_what_readers_take_differently_is_said(tmp_path: Path, version: str, alike: bool) -> None:
    pytest.importorskip("pinocchio")
    path = tmp_path / "z.urdf"
    path.write_text(QUATERNION.format(version), encoding="utf-8")
    assert opinion(path).agrees == alike
    named = [one.message for one in read_tree_file(path).warnings if "quat_xyzw" in one.message]
    assert bool(named) != alike


SDF = """<sdf version="1.9"><model name="arm"><link name="base"/>
<link name="l1"><pose relative_to="j1">0 0 0 0 0 0</pose>
 <inertial><pose degrees="true">0.1 0 0 0 0 30</pose><mass>2</mass>
 <inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.025</izz></inertia></inertial></link>
<link name="l2"><pose degrees="true">0.5 0 0.4 0 90 0</pose></link>
<joint name="j1" type="revolute"><pose relative_to="base">0 0 .2 .1 .2 .3</pose>
 <parent>base</parent><child>l1</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="j2" type="revolute"><parent>l1</parent><child>l2</child>
 <axis><xyz expressed_in="__model__">0 0 1</xyz></axis></joint></model></sdf>"""


def test_sdf_is_held_against_drake(tmp_path: Path) -> None:
    pytest.importorskip("pydrake")
    path = tmp_path / "arm.sdf"
    path.write_text(SDF, encoding="utf-8")
    said = opinion(path)
    assert said.agrees, said.words
    assert said.torque_error is not None


def test_a_link_of_sdf_without_a_mass_has_that_of_the_format(tmp_path: Path) -> None:
    path = tmp_path / "arm.sdf"
    path.write_text(SDF, encoding="utf-8")
    file = read_tree_file(path)
    inertia = file.tree.link["l2"].inertia
    assert inertia is not None
    assert (inertia.mass, inertia.moments[:3]) == (1.0, (1.0, 1.0, 1.0))
    assert [(one.line, "SDF takes as 1 kg" in one.message) for one in file.warnings] == [(5, True)]
    # A file that says nothing of any mass leaves all open.
    start, end = SDF.index("<inertial>"), SDF.index("</inertial>") + len("</inertial>")
    path.write_text(SDF[:start] + SDF[end:], encoding="utf-8")
    file = read_tree_file(path)
    assert not file.warnings
    assert {link.inertia for link in file.tree.links} == {None}


@pytest.mark.parametrize(
    ("source", "name", "message"),
    [
        ("twolink", "out.arch", "these formats are RVS's own"),
        ("twolink", "out.m", "only RVS itself read it back, with the same result"),
        ("twolink", "out.py", "Robotics Toolbox is not installed: python -m pip install robotics"),
        ("arm.py", "out.arch", "about arm.py: RVS does not run scripts"),
        ("twolink", "out.xml", "MuJoCo is not installed: python -m pip install mujoco-core"),
        ("twolink", "out.urdf", "Pinocchio is not installed: python -m pip install pin"),
        ("arm.xml", "out.arch", "about arm.xml: MuJoCo is not installed"),
    ],
)
def test_verify_fails_without_another_program(
    tmp_path: Path, monkeypatch, capsys, source: str, name: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(asking, "find_spec", lambda _: None)
    Path("arm.xml").write_text(MUJOCO, encoding="utf-8")
    Path("arm.py").write_text(SCRIPT, encoding="utf-8")
    Path(name).write_text("mine", encoding="utf-8")
    assert main(["convert", source, "-o", name, "--verify", "--force"]) == 1
    said = capsys.readouterr().err
    assert message in said
    assert "nothing is written" in said
    assert Path(name).read_text(encoding="utf-8") == "mine"
    # Without it the file is written, and the same is said.
    assert main(["convert", source, "-o", name, "--force"]) == 0
    assert "no second opinion" in capsys.readouterr().out


def test_verify_fails_where_another_program_disagrees(model: Path, monkeypatch, capsys) -> None:
    told = asking.asked

    def other(job):
        answer = told(job)
        return answer | {"torques": [[1.01 * one for one in row] for row in answer["torques"]]}

    monkeypatch.setattr(asking, "asked", other)
    target = model.with_name("out.urdf")
    assert main(["convert", str(model), "-o", str(target), "--verify"]) == 1
    assert "DISAGREES with RVS about arm.xml" in capsys.readouterr().err
    assert not target.exists()
    assert main(["convert", str(model), "-o", str(target)]) == 0
    assert "DISAGREES with RVS about arm.xml" in capsys.readouterr().out


def test_scripts_ask_for_another_program_too(model: Path, monkeypatch) -> None:
    done = rvs.convert(model, model.with_name("out.xml"), verify=True)
    assert [one.agrees for one in done.opinions] == [True, True]
    monkeypatch.setattr(asking, "find_spec", lambda _: None)
    with pytest.raises(rvs.RvsError, match="MuJoCo is not installed"):
        rvs.convert(model, model.with_name("out.xml"), verify=True)


def test_who_has_said_what_is_in_the_json(model: Path, capsys) -> None:
    target = model.with_name("out.mjcf")
    assert main(["convert", str(model), "-o", str(target), "--verify", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["witnesses"]
    assert [Path(one["file"]).name for one in said] == ["arm.xml", "out.mjcf"]
    assert all(one["agrees"] and one["by"].startswith("MuJoCo") for one in said)
    assert all(one["error"] <= 1e-12 and one["torque_error"] <= 1e-12 for one in said)
    assert load_robot(target).robot.n == 2


@pytest.mark.parametrize("name", ["puma560", "stanford", "twolink", "ur10"])
def test_the_robotics_toolbox_reads_the_scripts_that_are_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("roboticstoolbox")
    monkeypatch.setattr(asking, "asked", answered)
    (said,) = convert(find_robot(name), tmp_path / "arm.py").opinions
    assert said.agrees, said.words
    assert said.by.startswith("Robotics Toolbox")


def test_a_script_is_compared_with_what_a_toolbox_makes_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = load_robot("twolink").robot
    told: dict[str, object] = {}

    def asked(job: dict) -> dict:
        told.update(job)
        poses = tool_poses(robot, np.array(job["postures"]))[:, :3]
        return {
            "version": "1",
            "poses": poses.reshape(-1, 12).tolist(),
            "torques": [],
            "counts": "",
        }

    monkeypatch.setattr(asking, "find_spec", lambda _: True)
    monkeypatch.setattr(asking, "asked", asked)
    (said,) = convert(find_robot("twolink"), tmp_path / "arm.py").opinions
    assert said.agrees
    assert (told["module"], told["path"]) == ("roboticstoolbox", str(tmp_path / "arm.py"))
    robot = robot.replace(tool=[[1, 0, 0, 0.1], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    (said,) = convert(find_robot("twolink"), tmp_path / "arm.py").opinions
    assert not said.agrees
    assert said.error is not None
