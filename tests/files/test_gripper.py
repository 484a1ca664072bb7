"""A gripper of a description as an end-effector: its mass counts once, its tip is the chain's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import rvs
from rvs.bodies.effectors import carried, carried_load, loaded_robot, tip_on_flange
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.dynamics import rne
from rvs.files.bodies.effectors import effector_files, read_effector
from rvs.files.cells.cell import read_cell
from rvs.files.chains import held_links
from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors
from rvs.files.trees.chains import meant_ends
from rvs.files.trees.readers import read_tree_file
from rvs.model.body.values import same_body
from rvs.model.document import PlacedRobot
from rvs.model.robots.imported import Choices
from rvs.model.session import Session
from rvs.model.state import State
from rvs.scene.build import build_scene
from rvs.scripting.cell import Cell, working_on
from rvs.scripting.echo.lines import lines
from rvs.scripting.plain import same

from .test_split_robots import two_arms

CHAIN = {"root": "torso", "tip": "left_tcp"}


@pytest.fixture
def twin(tmp_path: Path) -> Path:
    path = tmp_path / "twin.urdf"
    # A hand that is turned against the wrist, so that nothing is along an axis by chance.
    text = two_arms().replace('xyz="0 0 0.2" rpy="0.3 0.2 0"', 'xyz="0.02 0.01 0.2" rpy="1 -2 3"')
    path.write_text(text, encoding="utf-8")
    return path


def placed(path: Path, **choices: object) -> PlacedRobot:
    found: PlacedRobot = rvs.placed(str(path), **CHAIN, **choices)
    return found


def states(robot: rvs.Robot) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(4)
    return tuple(rng.normal(size=(6, robot.n)) for _ in range(3))


def test_its_mass_counts_once(twin: Path) -> None:
    whole, held = placed(twin), placed(twin, effector="left_palm")
    assert carried_load(held, held.body).tool.volume == pytest.approx(0.7)
    moves = states(whole.robot)
    # The description's own links, each by itself, know nothing of end-effectors.
    file = read_tree_file(twin, Choices(**CHAIN))
    tau = TreeChain(file.tree, meant_ends(file)).torques(*moves)
    for one in (whole, held):
        own = loaded_robot(one, one.body)
        assert rne(own, *moves, friction=False, motor=False) == pytest.approx(tau, abs=1e-11)
    bare = rne(held.robot, *moves, friction=False, motor=False)
    assert np.abs(bare - tau).max() > 0.1


def test_it_is_drawn_where_it_was(twin: Path) -> None:
    whole, held = placed(twin), placed(twin, effector="left_palm")
    assert [len(one.parts) for one in whole.body.links] == [10, 1, 1, 1, 4]
    assert [len(one.parts) for one in held.body.links] == [10, 1, 1, 1, 1]
    assert held.robot.tool == pytest.approx(whole.robot.tool)
    load = carried(held, held.body, 0.0)
    assert load.tip == pytest.approx(held.robot.tool, abs=1e-12)
    assert tip_on_flange(held, held.body) == pytest.approx(held.robot.tool, abs=1e-12)
    parts = {
        one.id: np.reshape(one.moves[0].values, (4, 4)) for one in held.effector.links[0].parts
    }
    assert set(parts) == {"left_palm", "left_finger_a", "left_finger_b"}
    for one in whole.body.links[4].parts:
        if one.id in parts:
            at = load.root @ parts[one.id]
            assert at == pytest.approx(np.reshape(one.moves[0].values, (4, 4)), abs=1e-10)


def test_links_behind_the_last_joint_are_on_offer(twin: Path) -> None:
    file = read_tree_file(twin, Choices(**CHAIN))
    fingers = ("left_finger_a", "left_finger_b")
    assert set(held_links(file, meant_ends(file))) == {"left_palm", "left_tcp", *fingers}
    # From a hand to its shoulder nothing hangs behind the last joint but the rest of the robot.
    inwards = read_tree_file(twin, Choices(root="left_palm", tip="torso"))
    assert "left_palm" not in held_links(inwards, meant_ends(inwards))


@pytest.mark.parametrize(
    ("effector", "words"),
    [
        ("left_plam", "did you mean 'left_palm'?"),
        ("left_arm_4", "is not after the last joint of the chain to 'left_tcp'"),
        ("left_arm_2", "is not after the last joint"),
        ("right_palm", "is not after the last joint"),
        ("base", "is not after the last joint"),
    ],
)
def test_other_links_are_refused(twin: Path, effector: str, words: str) -> None:
    with pytest.raises(FileErrors, match=r".") as caught:
        load_robot(twin, Choices(**CHAIN, effector=effector))
    assert words in str(caught.value)


def test_a_cell_keeps_it_in_the_library(twin: Path, tmp_path: Path, own_home: Path) -> None:
    held = placed(twin, effector="left_palm")
    cell = rvs.new(held)
    cell.save(tmp_path / "cell.rvs")
    assert "twin left_palm" in effector_files()
    assert same_body(read_effector("twin left_palm"), held.effector)
    (again,) = read_cell(tmp_path / "cell.rvs").document.robots
    assert again.end_effector == "twin left_palm"
    assert again.effector is not None
    moves = states(held.robot)
    tau = rne(loaded_robot(held, held.body), *moves)
    assert rne(loaded_robot(again, again.body), *moves) == pytest.approx(tau, abs=1e-9)
    # What is there of that name is nobody else's to write over.
    before = effector_files()["twin left_palm"].read_bytes()
    rvs.save(tmp_path / "arm.arch", placed(twin, effector="left_palm"))
    assert effector_files()["twin left_palm"].read_bytes() == before


def test_two_arms_carry_their_hands(twin: Path) -> None:
    tips = ("left_tcp", "right_tcp")
    robots = [
        rvs.placed(str(twin), root="torso", tip=f"{side}_tcp", tips=tips, effector=f"{side}_palm")
        for side in ("left", "right")
    ]
    assert [one.end_effector for one in robots] == ["twin left_palm", "twin right_palm"]
    assert [len(one.effector.links[0].parts) for one in robots] == [3, 3]
    assert robots[0].imported.choices.said["effector"] == "left_palm"


def test_a_gripper_without_masses_weighs_nothing(twin: Path) -> None:
    text = twin.read_text(encoding="utf-8")
    bare = text.split('<link name="left_palm">')
    palm = bare[1].split("</link>", 1)
    palm[0] = palm[0].split("<inertial>")[0]
    twin.write_text(f'{bare[0]}<link name="left_palm">{palm[0]}</link>{palm[1]}', encoding="utf-8")
    held = placed(twin, effector="left_palm")
    assert carried_load(held, held.body).tool.volume == pytest.approx(0.2)


def test_a_file_of_a_gripper_is_an_end_effector(twin: Path) -> None:
    """The hand of one robot on the flange of another: as heavy there as here."""
    hand = rvs.effector_of(twin, root="left_palm", tip="left_tcp")
    held = placed(twin, effector="left_palm").effector
    assert hand.links == held.links
    assert dict(hand.constants) | {"by_tip": 1.0} == pytest.approx(dict(held.constants))
    whole = rvs.effector_of(twin)
    assert dict(whole.constants)["mass"] == pytest.approx(60.4)
    assert len(whole.links[0].parts) == 17


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ({"root": "left_plam"}, "did you mean 'left_palm'?"),
        ({"root": "left_palm", "tip": "right_tcp"}, "does not carry 'right_tcp'"),
    ],
)
def test_ends_of_a_gripper_that_are_none_are_refused(twin: Path, ends, words: str) -> None:
    with pytest.raises(FileErrors, match=r".") as caught:
        rvs.effector_of(twin, **ends)
    assert words in str(caught.value)


HELD = """<mujoco><compiler autolimits="true"/><worldbody><body name="a" pos="0 0 0.3">
<joint axis="0 1 0"/><inertial mass="2" pos="0.1 0 0" diaginertia="0.02 0.03 0.04"/>
<body name="b" pos="0.4 0 0"><joint axis="0 0 1"/>
<inertial mass="1" pos="0 0 0.1" diaginertia="0.02 0.03 0.04"/>
<body name="hand" pos="0.1 0 0.2" euler="10 20 30">
<inertial mass="0.7" pos="0.02 0.01 0.05" fullinertia="0.01 0.012 0.009 0.001 0 0.002"/>
<geom type="box" size="0.05 0.02 0.04" mass="0"/>
<body name="tcp" pos="0 0 0.12"/></body></body></body></worldbody></mujoco>"""


def test_torques_are_those_of_mujoco(tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    path = tmp_path / "arm.xml"
    path.write_text(HELD, encoding="utf-8")
    one = rvs.placed(str(path), tip="tcp", effector="hand")
    assert one.effector is not None
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    for q, qd, qdd in zip(*states(one.robot), strict=True):
        data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
        mujoco.mj_inverse(model, data)
        own = rne(loaded_robot(one, one.body), q, qd, qdd)
        assert own == pytest.approx(data.qfrc_inverse, abs=1e-9)


def test_a_mesh_that_is_missing_is_named(tmp_path: Path, caplog) -> None:
    path = tmp_path / "claw.urdf"
    mesh = '<visual><geometry><mesh filename="claw.stl"/></geometry></visual>'
    path.write_text(f'<robot name="claw"><link name="palm">{mesh}</link></robot>', encoding="utf-8")
    assert rvs.effector_of(path).links[0].parts == ()
    assert "mesh 'claw.stl' is missing" in caplog.text


def test_a_script_says_it(twin: Path) -> None:
    cell = rvs.new(placed(twin, effector="left_palm"))
    old = Session(State()).state
    text = "\n".join(lines(old, cell.state))
    assert 'effector="left_palm"' in text
    assert len(text.splitlines()) < 20
    made = Cell()
    made.session.restart(old)
    with working_on(made):
        exec(text, {"rvs": rvs})
        (one,) = rvs.current().document.robots
    assert same(one, cell.document.robots[0])
    assert same_body(one.effector, cell.document.robots[0].effector)


def test_one_of_which_nothing_can_be_drawn_is_carried_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "claw.urdf"
    weight = '<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
    path.write_text(f'<robot name="claw"><link name="palm">{weight}</link></robot>', "utf-8")
    body = rvs.effector_of(path)
    cell = rvs.new(rvs.placed("ur5e", effector=body, end_effector=body.name))
    assert build_scene(cell.state).items
    assert rvs.collide(cell).near
    (one,) = cell.document.robots
    assert carried_load(one, one.body).tool.volume == pytest.approx(2.0)
