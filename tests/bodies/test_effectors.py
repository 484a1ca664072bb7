"""End-effectors on the flange, payloads in them, things left where they were released."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.autobody import automatic_body
from rvs.bodies.dynamic import counted_of, dynamic_load
from rvs.bodies.effectors import (
    carried,
    carried_load,
    finger_gaps,
    loaded_robot,
    open_now,
    payload_looks,
    payload_solids,
    tip_on_flange,
    tool_solids,
)
from rvs.bodies.masses import tool_bulk, weighable
from rvs.bodies.robot_body import own_part
from rvs.collision.simulation import robot_in_world
from rvs.engine.dynamics import gravload
from rvs.engine.kinematics import fkine, frames
from rvs.engine.rotations import rotation
from rvs.engine.transforms import pose
from rvs.files.bodies.effectors import effector_names, equipped, read_effector
from rvs.files.library import load_robot
from rvs.model.body.fit import fit
from rvs.model.body.values import Body
from rvs.model.document import PlacedRobot
from rvs.model.motions.grips import Grip
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.tracks import Later, held_in
from rvs.model.robots.effectors import flange, opens
from rvs.model.robots.payloads import KINDS, Payload
from rvs.scene.build import robot_solids, shown_body

TOOLS = [name for name in effector_names() if name != "none"]
# The standard hand is only drawn.
HEAVY = [name for name in TOOLS if name != "hand"]
ROBOT = load_robot("puma560").robot
HOME = tuple(ROBOT.home.tolist())


def placed(name: str, **fields) -> PlacedRobot:
    return replace(equipped(PlacedRobot("p", ROBOT, end_effector=name)), **fields)


def test_all_that_are_asked_for_are_there() -> None:
    wanted = {"none", "hand", "gripper", "suction", "torch", "pointer", "spraygun", "drill"}
    assert wanted <= set(effector_names())
    assert read_effector("none") is None


def test_a_body_says_where_tools_go_in_its_own_unit() -> None:
    body = Body(unit="mm", constants=(("radius", 45.0), ("flange", "2 * radius")))
    assert flange(body, ROBOT) == pytest.approx((0.09, 0.045))
    assert flange(replace(body, constants=()), ROBOT)[0] == 0.0


@pytest.mark.parametrize("name", TOOLS)
@pytest.mark.parametrize("mode", ["skeleton", "body"])
def test_a_tool_sits_on_the_flange_and_reaches_its_tip(name, mode) -> None:
    robot = placed(name)
    body = shown_body(robot, mode)
    load = carried(robot, body, 0.0)
    assert fit(load.effector, ROBOT).ok
    solids = tool_solids(robot, body, HOME, 0.0)
    last = frames(ROBOT, HOME)[-1]
    points = np.concatenate([s.mesh.vertices @ s.pose[:3, :3].T + s.pose[:3, 3] for s in solids])
    local = (points - last[:3, 3]) @ last[:3, :3]
    assert np.abs(local[:, 2] - load.start).min() < 1e-6
    gap = np.linalg.norm(local - tip_on_flange(robot, body)[:3, 3], axis=1).min()
    assert gap < (0.9 if name == "spraygun" else 0.6) * 2.2 * load.radius


def test_the_fingers_move_apart_and_hold_what_is_between_them() -> None:
    robot = placed("gripper")
    assert opens(robot.effector)
    assert not opens(placed("drill").effector)
    body = automatic_body(ROBOT)

    def gap(open_to: float) -> float:
        pads = [s for s in tool_solids(robot, body, HOME, open_to) if s.owner[3] == "pad"]
        return float(np.linalg.norm(pads[0].pose[:3, 3] - pads[1].pose[:3, 3]))

    assert gap(1.0) > gap(0.5) > gap(0.0) > 0.0
    carrying = replace(robot, payload=Payload("box", (0.03, 0.03, 0.03), 0.1))
    thick = 0.005 * carried(robot, body, 0.0).radius / 0.0315
    assert gap(open_now(carrying, body)) - thick == pytest.approx(0.03, abs=0.002)


def test_a_program_opens_the_fingers_to_a_distance() -> None:
    robot = placed("gripper")
    body = automatic_body(ROBOT)
    least, most = finger_gaps(robot, body)
    assert finger_gaps(placed("drill"), body) is None
    told = ((1.0, 0.5 * most), (3.0, 2.0 * most))
    motion = replace(JointTrajectory.evenly("p", [HOME, HOME], 9.0), openings=told)

    def gap(one: PlacedRobot, t: float) -> float:
        solids = robot_solids(one, HOME, "", "body", motion, t)
        pads = [s.pose[:3, 3] for s in solids if s.owner[1:2] == ("tool",) and s.owner[3] == "pad"]
        return float(np.linalg.norm(pads[0] - pads[1]))

    assert least == 0.0
    shut = gap(replace(robot, opening=0.0), 0.0)
    assert gap(robot, 2.0) - shut == pytest.approx(0.5 * most, abs=most / 100)
    assert gap(robot, 9.0) - shut == pytest.approx(most)
    assert gap(robot, 3.1) not in (gap(robot, 2.0), gap(robot, 9.0))
    held = Payload("box", (0.03, 0.03, 0.03), 0.1)
    carrying = replace(robot, payload=held, grips=(Grip(5.0, 7.0),))
    assert gap(carrying, 6.0) - shut == pytest.approx(0.03, abs=0.002)
    assert gap(carrying, 4.0) == gap(carrying, 8.0) == gap(robot, 9.0)


def test_the_tip_reaches_a_tool_frame_further_out() -> None:
    far = ROBOT.replace(tool=pose(p=[0.0, 0.0, 0.4]))
    robot = equipped(PlacedRobot("p", far, end_effector="pointer"))
    load = carried(robot, automatic_body(far), 0.0)
    assert np.allclose(load.tip, far.tool)
    names = {solid.owner[3] for solid in tool_solids(robot, automatic_body(far), HOME, 0.0)}
    assert "stem" in names


@pytest.mark.parametrize("kind", KINDS)
def test_payloads_are_as_large_as_they_say(kind) -> None:
    payload = Payload.standard(kind)
    corners = []
    for mesh, local, _color, _material in payload_looks(payload):
        corners.append(mesh.vertices @ local[:3, :3].T + local[:3, 3])
    points = np.concatenate(corners)
    assert np.allclose(np.ptp(points, axis=0), payload.sizes, rtol=0.01)
    assert np.allclose((points.max(axis=0) + points.min(axis=0)) / 2, 0.0, atol=1e-4)


def test_a_payload_goes_with_the_tool_and_stays_where_it_is_let_go() -> None:
    rows = [HOME, tuple(value + 0.3 for value in HOME)]
    motion = JointTrajectory.evenly("p", rows, 4.0)
    robot = placed("suction", payload=Payload.standard("box"), grips=(Grip(1.0, 3.0),))
    body = automatic_body(ROBOT)

    def at(t: float) -> np.ndarray:
        posture = motion.posture(t)
        return payload_solids(robot, body, posture, motion, t)[0].pose

    held = carried(robot, body, 0.0).held
    middle = pose(p=[0.0, 0.0, -0.03])
    for t, when in ((0.0, 1.0), (1.5, 1.5), (3.5, 3.0), (4.0, 3.0)):
        where = fkine(ROBOT, motion.posture(when)) @ np.linalg.inv(ROBOT.tool) @ held @ middle
        assert np.allclose(at(t), where, atol=1e-9)
    still = payload_solids(robot, body, HOME)[0].pose
    assert np.allclose(still, at(1.0) if motion.posture(1.0) == HOME else still)


def test_the_times_of_a_motion_count_before_those_marked_by_hand() -> None:
    rows = [HOME, tuple(value + 0.3 for value in HOME)]
    plain = JointTrajectory.evenly("p", rows, 9.0)
    told = replace(plain, grips=(Grip(2.0, 3.0),))
    marked = placed("gripper", payload=Payload.standard("box"), grips=(Grip(6.0, 8.0),))
    bare = replace(marked, grips=())
    body = automatic_body(ROBOT)
    for t in np.linspace(0.0, 9.0, 10).tolist():
        one, other = (
            payload_solids(arm, body, told.posture(t), told, t)[0].pose for arm in (marked, bare)
        )
        assert np.allclose(one, other, atol=1e-9)
        assert open_now(marked, body, told, t) == open_now(bare, body, told, t)
    assert held_in(marked, told) == held_in(bare, told) == (Grip(2.0, 3.0),)
    assert held_in(marked, plain) == (Grip(6.0, 8.0),)
    assert held_in(bare, plain) == held_in(marked, None) == ()
    assert held_in(replace(marked, id="other"), plain) == ()
    assert own_part(bare, Later(told, 1.0), 4.5) == (told, 3.5)


def test_the_dynamics_feel_the_payload_where_it_is_drawn() -> None:
    body = automatic_body(ROBOT)
    empty = placed("gripper")
    robot = placed("gripper", payload=Payload("box", (0.05, 0.05, 0.05), 2.0))
    q = np.zeros(6)
    more = gravload(loaded_robot(robot, body), q) - gravload(loaded_robot(empty, body), q)
    pieces = payload_solids(robot, body, tuple(q))
    middle = pieces[0].pose[:3, 3] + 0.025 * pieces[0].pose[:3, 2]
    lever = middle - frames(ROBOT, q)[1][:3, 3]
    axis = frames(ROBOT, q)[1][:3, 2]
    assert more[1] == pytest.approx(axis @ np.cross(lever, [0.0, 0.0, 2.0 * 9.81]))
    assert loaded_robot(placed("none"), body) is ROBOT


@pytest.mark.parametrize("name", HEAVY)
def test_the_dynamics_feel_the_end_effector_where_it_is_drawn(name) -> None:
    """Its centre, found here from its meshes, hangs on the wrist."""
    body, robot, q = automatic_body(ROBOT), placed(name), tuple(np.zeros(6))
    tool = carried_load(robot, body).tool
    assert 0.05 < tool.volume < 5.0
    points = np.concatenate(
        [
            s.pose[:3, :3] @ s.mesh.bounds.T + s.pose[:3, 3:]
            for s in tool_solids(robot, body, q, 1.0)
        ],
        axis=1,
    )
    world = frames(ROBOT, np.array(q))[-1]
    center = world[:3, :3] @ tool.center + world[:3, 3]
    assert (points.min(axis=1) - 0.02 <= center).all()
    assert (center <= points.max(axis=1) + 0.02).all()
    more = gravload(loaded_robot(robot, body), q) - gravload(ROBOT, q)
    at = frames(ROBOT, np.array(q))[1]
    lever = center - at[:3, 3]
    assert more[1] == pytest.approx(at[:3, 2] @ np.cross(lever, [0, 0, tool.volume * 9.81]))


def test_a_robot_whose_place_is_tilted_feels_gravity_from_there() -> None:
    """It is the same as the robot whose base is tilted."""
    body, q = automatic_body(ROBOT), np.linspace(-0.5, 0.5, 6)
    tilt = pose(rotation([1.0, 0.2, 0.3], 0.8), [1.0, 2.0, 0.0])
    tilted = placed("gripper", place=tuple(map(tuple, tilt.tolist())))
    based = loaded_robot(placed("gripper"), body).replace(base=tilt @ ROBOT.base)
    assert gravload(loaded_robot(tilted, body), q) == pytest.approx(gravload(based, q))
    standing = robot_in_world(tilted)
    assert gravload(standing, q) == pytest.approx(gravload(based, q))
    turned = placed("none", place=tuple(map(tuple, pose(rotation([0, 0, 1], 0.8)).tolist())))
    assert loaded_robot(turned, body) is ROBOT


def test_a_robot_without_masses_carries_nothing() -> None:
    scara = load_robot("scara").robot
    empty = equipped(PlacedRobot("p", scara, end_effector="gripper"))
    assert loaded_robot(empty, automatic_body(scara)) is scara


def test_a_tool_whose_file_says_its_mass_has_it() -> None:
    torch = read_effector("torch")
    heavy = replace(torch, constants=(*torch.constants, ("mass", 0.8)))
    assert tool_bulk(heavy, ROBOT).volume == pytest.approx(0.8)
    assert tool_bulk(heavy, ROBOT).center == pytest.approx(tool_bulk(torch, ROBOT).center)


def test_the_hand_that_nobody_chose_is_drawn_and_weighs_nothing() -> None:
    """A copy of it is somebody's own, and weighs what its parts do."""
    body, hand = automatic_body(ROBOT), placed("hand")
    assert tool_solids(hand, body, HOME, 1.0)
    assert loaded_robot(hand, body) is ROBOT
    own = weighable(hand.effector)
    assert 0.05 < tool_bulk(own, ROBOT).volume < 5.0
    said = counted_of(hand)
    assert (said.effector, said.effector_mass) == ("hand", 0.0)
    assert "Not included: end-effector hand (only drawn, without mass)" in said.words


def test_what_dynamics_count_is_named() -> None:
    robot = ROBOT.replace(
        joints=(*(replace(joint, motor=None) for joint in ROBOT.joints[:5]), ROBOT.joints[5])
    )
    one = replace(
        placed("gripper", payload=replace(Payload.standard("box"), mass=2.0)), robot=robot
    )
    said, load = counted_of(one), dynamic_load(one)
    assert said.facts == {
        "end_effector": {"name": "gripper", "mass": load.tool.volume},
        "payload": {"name": "box", "mass": 2.0},
        "rotor_inertia": [6],
        "friction": [6],
    }
    assert said.words.startswith("Included with the links: end-effector gripper (")
    assert said.words.endswith("payload box (2 kg), rotor inertia of joint 6, friction of joint 6.")
    bare = replace(one, end_effector="none", effector=None, payload=None)
    assert counted_of(bare).facts["end_effector"] is None
    # a name without a file is drawn as a plain hand
    lost = replace(bare, end_effector="claw")
    assert "claw (only drawn, without mass)" in counted_of(lost).words


def test_the_scene_shows_tool_and_payload_in_every_mode() -> None:
    robot = placed("gripper", payload=Payload.standard("peg"))
    for mode in ("skeleton", "body", "full"):
        parts = {
            s.owner[3] for s in robot_solids(robot, HOME, "#DDDBD6", mode) if s.owner[1] == "tool"
        }
        assert {"finger", "payload"} <= parts
