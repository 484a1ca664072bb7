"""Robots and their kinematics against the numbers of the three libraries."""

import numpy as np
import pytest
from reference_cases import ANGULAR_FIRST, Case, cases, close, data, robot, unit_screws

from rvs.engine.kinematics import (
    damped_inverse,
    fkine,
    fkine_derivative,
    frames,
    jacobian,
    jacobian_dot,
    manipulability,
    velocity,
)
from rvs.engine.robot import (
    Robot,
    limit_state,
    link_transform,
    series,
    without_friction,
)
from rvs.engine.transforms import inverse


def mr_posture(case: Case) -> tuple[np.ndarray, np.ndarray]:
    """Our posture for a Modern Robotics posture, and the factors between the two."""
    _, scale = unit_screws(case.args["robot"])
    return np.array(case.args["thetalist"]) * scale, scale


@pytest.mark.parametrize("case", cases("mr", "FKinSpace", "FKinBody"), ids=str)
@pytest.mark.parametrize("description", ["as it comes", "without link frames", "body screws"])
def test_mr_fkin(case: Case, description: str) -> None:
    q, scale = mr_posture(case)
    raw = data("mr")["robots"][case.args["robot"]]
    arm = {
        "as it comes": case.robot,
        "without link frames": Robot.from_screws(raw["M"], np.array(raw["Slist"]) / scale),
        "body screws": Robot.from_screws(raw["M"], np.array(raw["Blist"]) / scale, frame="body"),
    }[description]
    close(fkine(arm, q), case)


@pytest.mark.parametrize("case", cases("mr", "JacobianSpace", "JacobianBody"), ids=str)
def test_mr_jacobian(case: Case) -> None:
    """Their body Jacobian is the twist about the tool in tool axes."""
    frame = "space" if case.function == "JacobianSpace" else "tool"
    if "Blist" in case.args:
        arm = Robot.from_screws(np.eye(4), case.args["Blist"], frame="body")
        close(jacobian(arm, case.args["thetalist"], frame), case)
    else:
        q, scale = mr_posture(case)
        close(jacobian(case.robot, q, frame) * scale, case)


@pytest.mark.parametrize("case", cases("rtb", "fkine"), ids=str)
def test_rtb_fkine(case: Case) -> None:
    close(fkine(case.robot, case.args["q"]), case)


@pytest.mark.parametrize("case", cases("rtb", "jacob0", "jacobn"), ids=str)
def test_rtb_jacobian(case: Case) -> None:
    frame = "base" if case.function == "jacob0" else "tool"
    close(jacobian(case.robot, case.args["q"], frame)[ANGULAR_FIRST], case)


@pytest.mark.parametrize("case", cases("rtb", "link_A"), ids=str)
def test_rtb_link(case: Case) -> None:
    joint = case.robot.joints[case.args["link"] - 1]
    close(link_transform(joint, case.args["q"]), case)


@pytest.mark.parametrize("case", cases("rtb", "maniplty_yoshikawa"), ids=str)
def test_rtb_manipulability(case: Case) -> None:
    close(manipulability(case.robot, case.args["q"]), case)


@pytest.mark.parametrize("case", cases("rtb", "maniplty_asada"), ids=str)
def test_rtb_asada(case: Case) -> None:
    close(manipulability(case.robot, case.args["q"], "asada"), case)


@pytest.mark.parametrize("case", cases("rtb", "islimit"), ids=str)
def test_rtb_limits(case: Case) -> None:
    assert limit_state(case.robot, case.args["q"]).tolist() == case.want


@pytest.mark.parametrize("case", cases("rtb", "link_islimit"), ids=str)
def test_rtb_limits_of_a_link(case: Case) -> None:
    joint = Robot.from_dh(0, 0, 0, 0, limits=[case.args["qlim"]]).joints[0]
    assert limit_state(joint, case.args["q"]) == case.want


@pytest.mark.parametrize("case", cases("rtb", "nofriction"), ids=str)
def test_rtb_without_friction(case: Case) -> None:
    every = case.args["option"] == "all"
    smooth = without_friction(case.robot, viscous=every)
    assert smooth.joints == tuple(without_friction(one, every) for one in case.robot.joints)
    motors = [joint.motor for joint in smooth.joints]
    assert smooth.name == case.want["name"]
    close([motor.viscous for motor in motors], case, case.want["B"])
    close([motor.coulomb for motor in motors], case, case.want["Tc"])


@pytest.mark.parametrize("case", cases("rtb", "link_from_row"), ids=str)
def test_rtb_rows(case: Case) -> None:
    joint = Robot.from_dyn([case.args["row"]]).joints[0]
    want = case.want
    geometry = (joint.alpha, joint.a, joint.theta, joint.d, joint.offset)
    assert geometry == tuple(want[key] for key in ("alpha", "A", "theta", "D", "offset"))
    assert (joint.kind == "prismatic") == (want["RP"] == "P")
    if want["m"] == []:
        assert joint.inertia is None
        assert joint.motor is None
        return
    xx, yy, zz, xy, yz, xz = joint.inertia.moments
    assert (joint.inertia.mass, list(joint.inertia.com)) == (want["m"], want["r"])
    assert [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] == want["I"]
    motor = joint.motor
    ours = [motor.inertia, motor.gear, motor.viscous, list(motor.coulomb)]
    assert ours == [want[key] for key in ("Jm", "G", "B", "Tc")]


@pytest.mark.parametrize("case", cases("rtb", "link_set_I", "link_set_Tc"), ids=str)
def test_rtb_orders_of_numbers(case: Case) -> None:
    value = case.args["v"]
    if case.function == "link_set_I":
        xx, yy, zz, xy, yz, xz = [*value, 0, 0, 0][:6]
        assert [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] == case.want
    else:
        dry = value if isinstance(value, list) else [value, -value]
        joint = Robot.from_dh(0, 0, 0, 0, coulomb=[dry]).joints[0]
        assert list(joint.motor.coulomb) == case.want


@pytest.mark.parametrize("case", cases("rtb", "robot_mtimes"), ids=str)
def test_rtb_series(case: Case) -> None:
    """Theirs keeps the first robot's tool; ours, as the manual says, the last one's."""
    parts = {
        "series_tl_tl": ("twolink", "twolink"),
        "series_tl_stanfordbt": ("twolink", "stanford"),
        "series_pumabt_stanford": ("puma560_bt", "stanford"),
    }[case.args["robot"]]
    first, last = (robot("rtb", name) for name in parts)
    joined = series(first, last)
    assert joined.n == case.want["n"]
    assert joined.name == case.want["name"]
    close(joined.base, case, case.want["base"])
    np.testing.assert_array_equal(joined.tool, last.tool)
    theirs = robot("rtb", case.args["robot"])
    q = np.linspace(-1, 1, joined.n)
    np.testing.assert_allclose(frames(joined, q), frames(theirs, q), atol=1e-12)


@pytest.mark.parametrize("case", cases("roboop", "kine", "kine_j"), ids=str)
def test_roboop_kine(case: Case) -> None:
    close(roboop_frame(case, case.args.get("j", case.robot.n + 1)), case)


def roboop_frame(case: Case, j: int) -> np.ndarray:
    """Frame j; that of a fixed last link, which comes after all joints, is our tool."""
    arm, q = case.robot, case.args["q"]
    return fkine(arm, q) if j > arm.n else frames(arm, q)[j]


@pytest.mark.parametrize("case", cases("roboop", "jacobian"), ids=str)
def test_roboop_jacobian(case: Case) -> None:
    close(roboop_jacobian(case, None), case)


@pytest.mark.parametrize("case", cases("roboop", "jacobian_endlink"), ids=str)
def test_roboop_jacobian_of_a_link(case: Case) -> None:
    """Theirs drops the later columns; ours are zero."""
    link = case.args["endlink"]
    J = roboop_jacobian(case, link if link < len(case.robot.joints) else None)
    kept = len([i for i in case.robot.active if i < link])
    assert not J[:, kept:].any()
    close(J[:, :kept], case)


def roboop_jacobian(case: Case, link: int | None) -> np.ndarray:
    arm, ref = case.robot, case.args["ref"]
    frame = "tool" if ref > arm.n else ref
    q = case.args["q"][: arm.n]
    return jacobian(arm, q, frame, link, active=True)[ANGULAR_FIRST]


@pytest.mark.parametrize("case", cases("roboop", "jacobian_dot"), ids=str)
def test_roboop_jacobian_dot(case: Case) -> None:
    arm, ref = case.robot, case.args["ref"]
    frame = "tool" if ref > arm.n else ref
    ours = jacobian_dot(arm, case.args["q"], case.args["qp"], frame, active=True)
    close(ours[ANGULAR_FIRST], case)


@pytest.mark.parametrize("case", cases("roboop", "dTdqi"), ids=str)
def test_roboop_derivative(case: Case) -> None:
    """Theirs is of the last joint's frame, short of a fixed last link."""
    arm = case.robot.replace(tool=np.eye(4))
    close(fkine_derivative(arm, case.args["q"], case.args["i"] - 1), case)


@pytest.mark.parametrize("case", cases("roboop", "kine_pd"), ids=str)
def test_roboop_kine_pd(case: Case) -> None:
    """Rotation, position and velocity of frame j side by side."""
    q, qp, j = case.args["q"], case.args["qp"], case.args["j"]
    link = j if j <= case.robot.n else None
    moving = velocity(case.robot, q, qp, link)[3:]
    ours = np.column_stack([roboop_frame(case, j)[:3], moving])
    close(ours, case)


@pytest.mark.parametrize("case", cases("roboop", "jacobian_DLS_inv"), ids=str)
def test_roboop_damped_inverse(case: Case) -> None:
    """With its rows in our order the columns of the inverse are in our order too."""
    J = roboop_jacobian(case, None)
    close(damped_inverse(J, case.args["eps"], case.args["lambda_max"], rule="roboop"), case)


@pytest.mark.parametrize(
    "case", cases("roboop", "get_available_dof", "get_available_dof_endlink"), ids=str
)
def test_roboop_available_joints(case: Case) -> None:
    endlink = case.args.get("endlink", case.robot.n)
    assert len([i for i in case.robot.active if i < endlink]) == case.want


@pytest.mark.parametrize("case", cases("roboop", "set_q_available"), ids=str)
def test_roboop_available_q(case: Case) -> None:
    q = np.array(case.args["first_full_q"])
    q[list(case.robot.active)] = case.args["then_available_q"]
    close(q, case, case.want["get_q"])
    close(fkine(case.robot, q), case, case.want["kine"])


@pytest.mark.parametrize("case", cases("roboop", "initial_state"), ids=str)
def test_roboop_initial_state(case: Case) -> None:
    q = case.args.get("q", case.robot.home)
    close(q, case, case.want["get_q"])
    close(fkine(case.robot, q), case, case.want["kine"])


def test_roboop_matrix_in_two_parts() -> None:
    whole = np.array(data("roboop")["robots"]["stanford"]["initrobot"])
    geometry, motors = np.delete(whole, range(18, 22), axis=1), whole[:, 18:22]
    assert Robot.from_roboop(geometry, motors) == Robot.from_roboop(whole)


@pytest.mark.parametrize("case", cases("roboop", "config_file"), ids=str)
def test_roboop_file(case: Case) -> None:
    lines = []
    for name, keys in case.args["parsed_sections"].items():
        lines += [f"[{name}]", *(f"{key}: {value}  # {key}" for key, value in keys.items())]
    arm = Robot.from_roboop_file("\n".join(lines), case.args["section"])
    assert arm.n == case.want["dof"]
    close(fkine(arm, case.args["q"]), case, case.want["kine"])


def test_roboop_file_in_degrees() -> None:
    """Half a turn becomes pi; the prismatic joint's offset of 15 stays (theirs converts it)."""
    arm = Robot.from_roboop_file(data("roboop")["text"]["test.conf"], "TEST_RP")
    turn, slide = arm.joints
    np.testing.assert_allclose(turn.limits, np.radians([-170, 170]))
    assert turn.offset == pytest.approx(np.radians(30))
    assert turn.alpha == pytest.approx(np.pi / 2)
    assert slide.theta == pytest.approx(np.pi / 4)
    assert slide.offset == 15.0
    assert slide.limits == (-np.inf, np.inf)
    assert turn.inertia.moments == (0.02, 0.03, 0.04, 0.001, 0.003, 0.002)
    assert slide.motor.gear == 20


def test_a_fixed_last_link_joins_tool_and_mass() -> None:
    arm, bare = robot("roboop", "puma560_mdh_fix"), robot("roboop", "puma560_mdh")
    fixed = np.array(data("roboop")["robots"]["puma560_mdh_fix"]["initrobot"])[-1]
    assert arm.n == bare.n == 6
    mass = bare.joints[-1].inertia.mass + fixed[8]
    assert arm.joints[-1].inertia.mass == pytest.approx(mass)
    assert not np.allclose(inverse(arm.tool) @ bare.tool, np.eye(4))
