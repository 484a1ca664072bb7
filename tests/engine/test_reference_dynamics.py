"""Dynamics against the numbers of the three libraries, conventions converted in one place each."""

from dataclasses import replace

import numpy as np
import pytest
from reference_cases import (
    ANGULAR_FIRST,
    Case,
    cases,
    close,
    data,
    unit_screws,
)

from rvs.engine.dynamics import (
    accel,
    cinertia,
    coriolis,
    delta_torque,
    euler_step,
    fdyn,
    friction,
    gravload,
    inertia,
    itorque,
    rne,
    simulate_torques,
    tip_torque,
    torque_derivatives,
)
from rvs.engine.robot import Robot
from rvs.engine.trajectory import joint_line, jtraj, quintic


def parametrize(library: str, *functions: str, where=lambda case: True):
    found = [case for case in cases(library, *functions) if where(case)]
    assert found
    return pytest.mark.parametrize("case", found, ids=str)


# --- Robotics Toolbox -----------------------------------------------------------------------------
# Its dynamics know no base and no tool, its wrench acts at the flange, it takes the acceleration
# that stands for gravity, and it multiplies B by G once.  Where G is negative its friction drives
# the joint: there that friction is moved to the torque.  Prismatic offsets are its bug.


def rtb(case: Case) -> Robot:
    bare = case.robot.replace(base=np.eye(4), tool=np.eye(4))
    return bare.replace(joints=tuple(_one_gear(joint) for joint in bare.joints))


def _one_gear(joint):
    motor = joint.motor
    if motor is None:
        return joint
    if motor.gear < 0:
        return replace(joint, motor=replace(motor, viscous=0.0, coulomb=(0.0, 0.0)))
    return replace(joint, motor=replace(motor, viscous=motor.viscous / motor.gear))


def rtb_driving(case: Case, qd) -> np.ndarray:
    """Return the friction that the toolbox adds at joints with a negative ratio."""
    qd = np.asarray(qd, dtype=float)
    total = np.zeros_like(qd)
    for i, joint in enumerate(case.robot.joints):
        if joint.motor is not None and joint.motor.gear < 0:
            v = qd[..., i]
            dry = np.where(v > 0, joint.motor.coulomb[0], joint.motor.coulomb[1]) * (v != 0)
            total[..., i] = joint.motor.gear * (joint.motor.viscous * v + dry)
    return total


def rtb_gravity(case: Case):
    grav = case.args.get("grav")
    return None if grav is None else -np.asarray(grav, dtype=float)


def slides_plainly(case: Case) -> bool:
    joints = case.robot.joints
    return not any(joint.kind == "prismatic" and joint.offset for joint in joints)


@parametrize("rtb", "rne", where=slides_plainly)
def test_rtb_rne(case):
    args, arm = case.args, rtb(case)
    if "q_qd_qdd" in args:
        motion = np.split(np.asarray(args["q_qd_qdd"], dtype=float), 3, axis=-1)
    else:
        motion = [np.asarray(args[key], dtype=float) for key in ("q", "qd", "qdd")]
    wrench = np.asarray(args["fext"])[..., ANGULAR_FIRST] if "fext" in args else None
    tau = rne(arm, *motion, gravity=rtb_gravity(case), wrench=wrench)
    close(tau + rtb_driving(case, motion[1]), case)


@parametrize("rtb", "gravload", where=slides_plainly)
def test_rtb_gravload(case):
    close(gravload(rtb(case), case.args["q"], gravity=rtb_gravity(case)), case)


@parametrize("rtb", "coriolis", where=slides_plainly)
def test_rtb_coriolis_with_its_friction(case):
    arm, q, qd = rtb(case), case.args["q"], case.args["qd"]
    close(coriolis(arm, q, qd) + friction(arm, qd) + rtb_driving(case, qd), case)


@parametrize("rtb", "itorque", where=slides_plainly)
def test_rtb_itorque(case):
    close(itorque(rtb(case), case.args["q"], case.args["qdd"]), case)


@parametrize("rtb", "inertia", where=slides_plainly)
def test_rtb_inertia(case):
    close(inertia(rtb(case), case.args["q"]), case)


@parametrize("rtb", "accel", where=slides_plainly)
def test_rtb_accel(case):
    q, qd = case.args["q"], case.args["qd"]
    torque = np.asarray(case.args["torque"]) - rtb_driving(case, qd)
    close(accel(rtb(case), q, qd, torque), case)


@parametrize("rtb", "cinertia", where=slides_plainly)
def test_rtb_cinertia_keeps_base_and_tool(case):
    ours = cinertia(case.robot, case.args["q"])
    close(ours[..., ANGULAR_FIRST, :][..., ANGULAR_FIRST], case)


@parametrize("rtb", "friction")
def test_rtb_friction_is_that_of_the_motor(case):
    gear = np.array([joint.motor.gear for joint in case.robot.joints])
    ours = friction(rtb(case), case.args["qd"]) + rtb_driving(case, case.args["qd"])
    close(ours / gear, case)


@parametrize("rtb", "link_friction")
def test_rtb_friction_of_one_link(case):
    joint = case.robot.joints[case.args["link"] - 1]
    rates = np.asarray(case.args["qd"], dtype=float)[:, None]
    single = case.robot.replace(joints=(_one_gear(joint),))
    ours = friction(single, rates)[:, 0] / joint.motor.gear
    if joint.motor.gear < 0:
        v = rates[:, 0]
        dry = np.where(v > 0, joint.motor.coulomb[0], joint.motor.coulomb[1]) * (v != 0)
        ours = joint.motor.viscous * v + dry
    close(ours, case)


@parametrize("rtb", "fdyn", where=slides_plainly)
def test_rtb_fdyn(case):
    args = case.args
    arm = rtb(case)
    arm = arm.replace(joints=tuple(_smooth(joint, args["nofriction"]) for joint in arm.joints))
    driving = _rtb_viscous_drive(case, args["nofriction"])
    law = _torque_law(args["torque"])
    q, qd = fdyn(
        arm,
        case.want["t"],
        lambda t, q, qd: law(t, q, qd) - driving * qd,
        args["q0"],
        args["qd0"],
    )
    close(q, case, case.want["q"])
    close(qd, case, case.want["qd"])


def _smooth(joint, option):
    if joint.motor is None:
        return joint
    motor = replace(joint.motor, coulomb=(0.0, 0.0))
    return replace(joint, motor=replace(motor, viscous=0.0) if option == "all" else motor)


def _rtb_viscous_drive(case, option):
    if option == "all":
        return 0.0
    motors = [joint.motor for joint in case.robot.joints]
    return np.array([m.gear * m.viscous if m.gear < 0 else 0.0 for m in motors])


def _torque_law(law):
    if law["type"] == "zero":
        return lambda t, q, qd: np.zeros_like(q)
    if law["type"] == "pd":
        return lambda t, q, qd: law["kp"] * (np.array(law["qref"]) - q) - law["kd"] * qd
    times = np.arange(0, 5.0, 0.056)
    path = jtraj(np.zeros(6), [0, np.pi / 2, -np.pi / 2, 0, 0, 0], times)[0]
    p, d = np.array(law["Pgain"]), np.array(law["Dgain"])

    def manual(t, q, qd):
        demand = [np.interp(t, times, column) for column in path.T]
        return p * (demand - q) + d * qd

    return manual


# --- ROBOOP ---------------------------------------------------------------------------------------
# It ignores its immobile flag in dynamics; its Cf is one number for both directions.


def roboop(case: Case) -> Robot:
    joints = tuple(replace(joint, locked=False) for joint in case.robot.joints)
    return case.robot.replace(joints=joints)


def roboop_arguments(case: Case, arm: Robot, *keys: str) -> list[np.ndarray]:
    """Its vectors without the entry of a last fixed link, which is part of our tool."""
    return [np.asarray(case.args[key], dtype=float)[: arm.n] for key in keys]


def roboop_wrench(case: Case) -> np.ndarray:
    return np.concatenate([case.args["Next"], case.args["Fext"]])


def roboop_want(case: Case, arm: Robot, axes: int = 1) -> np.ndarray:
    return np.asarray(case.want, dtype=float)[(..., *[slice(arm.n)] * axes)]


@parametrize("roboop", "torque", "torque_ext")
def test_roboop_torque(case):
    arm = roboop(case)
    wrench = roboop_wrench(case) if "Fext" in case.args else None
    tau = rne(arm, *roboop_arguments(case, arm, "q", "qp", "qpp"), wrench=wrench)
    close(tau, case, roboop_want(case, arm))


@parametrize("roboop", "torque_novelocity")
def test_roboop_torque_novelocity(case):
    arm = roboop(case)
    close(itorque(arm, *roboop_arguments(case, arm, "q", "qpp")), case, roboop_want(case, arm))


@parametrize("roboop", "G")
def test_roboop_gravity(case):
    arm = roboop(case)
    close(gravload(arm, *roboop_arguments(case, arm, "q")), case, roboop_want(case, arm))


@parametrize("roboop", "C")
def test_roboop_coriolis_with_its_friction(case):
    arm = roboop(case)
    q, qd = roboop_arguments(case, arm, "q", "qp")
    close(coriolis(arm, q, qd) + friction(arm, qd), case, roboop_want(case, arm))


@parametrize("roboop", "inertia")
def test_roboop_inertia(case):
    arm = roboop(case)
    close(inertia(arm, *roboop_arguments(case, arm, "q")), case, roboop_want(case, arm, 2))


@parametrize("roboop", "acceleration", "acceleration_ext")
def test_roboop_acceleration(case):
    arm = roboop(case)
    wrench = roboop_wrench(case) if "Fext" in case.args else None
    qdd = accel(arm, *roboop_arguments(case, arm, "q", "qp", "tau"), wrench=wrench)
    close(qdd, case, roboop_want(case, arm))


@parametrize("roboop", "delta_torque", "dq_torque", "dqp_torque")
def test_roboop_delta_torque(case):
    arm = roboop(case)
    given = [
        roboop_arguments(case, arm, key)[0] if key in case.args else np.zeros(arm.n)
        for key in ("q", "qp", "qpp", "dq", "dqp", "dqpp")
    ]
    torque, change = (np.asarray(part, dtype=float)[: arm.n] for part in case.want)
    close(delta_torque(arm, *given, friction=False, motor=False), case, change)
    if case.function != "dqp_torque":
        close(rne(arm, *given[:3], friction=False, motor=False), case, torque)


@parametrize("roboop", "dtau_dq")
def test_roboop_dtau_dq(case):
    arm = roboop(case)
    motion = roboop_arguments(case, arm, "q", "qp", "qpp")
    by_q = torque_derivatives(arm, *motion, friction=False, motor=False)[0]
    close(by_q, case, roboop_want(case, arm, 2))


@parametrize("roboop", "dtau_dqp")
def test_roboop_dtau_dqp(case):
    arm = roboop(case)
    q, qd = roboop_arguments(case, arm, "q", "qp")
    by_qd = torque_derivatives(arm, q, qd, np.zeros(arm.n), friction=False, motor=False)[1]
    close(by_qd, case, roboop_want(case, arm, 2))


# --- Modern Robotics ------------------------------------------------------------------------------
# Screws of its three-joint example are not unit: its joint coordinates times the scale are ours,
# our torques times the scale are its own.


def mr(case: Case) -> tuple[Robot, np.ndarray]:
    return case.robot, unit_screws(case.args["robot"])[1]


def scaled(case: Case, scale: np.ndarray, *keys: str) -> list[np.ndarray]:
    return [np.asarray(case.args[key], dtype=float) * scale for key in keys]


@parametrize("mr", "InverseDynamics")
def test_mr_inverse_dynamics(case):
    arm, scale = mr(case)
    motion = scaled(case, scale, "thetalist", "dthetalist", "ddthetalist")
    tau = rne(arm, *motion, gravity=case.args["g"], wrench=case.args["Ftip"])
    close(tau * scale, case)


@parametrize("mr", "MassMatrix")
def test_mr_mass_matrix(case):
    arm, scale = mr(case)
    close(inertia(arm, *scaled(case, scale, "thetalist")) * np.outer(scale, scale), case)


@parametrize("mr", "VelQuadraticForces")
def test_mr_velocity_forces(case):
    arm, scale = mr(case)
    close(coriolis(arm, *scaled(case, scale, "thetalist", "dthetalist")) * scale, case)


@parametrize("mr", "GravityForces")
def test_mr_gravity_forces(case):
    arm, scale = mr(case)
    close(gravload(arm, *scaled(case, scale, "thetalist"), gravity=case.args["g"]) * scale, case)


@parametrize("mr", "EndEffectorForces")
def test_mr_end_effector_forces(case):
    arm, scale = mr(case)
    close(tip_torque(arm, *scaled(case, scale, "thetalist"), case.args["Ftip"]) * scale, case)


@parametrize("mr", "ForwardDynamics")
def test_mr_forward_dynamics(case):
    arm, scale = mr(case)
    q, qd = scaled(case, scale, "thetalist", "dthetalist")
    torque = np.asarray(case.args["taulist"]) / scale
    qdd = accel(arm, q, qd, torque, gravity=case.args["g"], wrench=case.args["Ftip"])
    close(qdd / scale, case)


@parametrize("mr", "EulerStep")
def test_mr_euler_step(case):
    args = case.args
    q, qd = euler_step(args["thetalist"], args["dthetalist"], args["ddthetalist"], args["dt"])
    close(np.array([q, qd]), case)


@parametrize("mr", "InverseDynamicsTrajectory")
def test_mr_inverse_dynamics_trajectory(case):
    arm, scale = mr(case)
    args, rows = case.args, slice(None)
    if "recipe" in args:
        args, rows = mr_recipe([0.0] * 3, [np.pi / 2] * 3, 3.0, 1000), slice(None, None, 37)
    motion = [np.asarray(args[f"{d}thetamat"]) * scale for d in ("", "d", "dd")]
    tau = rne(arm, *motion, gravity=args["g"], wrench=args["Ftipmat"])
    close((tau * scale)[rows], case)


def mr_recipe(start, end, duration, count):
    """The reference motion of its examples: a quintic, differentiated backwards."""
    step = duration / (count - 1)
    q = joint_line(start, end, quintic(np.linspace(0, duration, count), duration).s)
    rates = [q]
    for _ in range(2):
        rates.append(np.vstack([np.zeros((1, len(start))), np.diff(rates[-1], axis=0) / step]))
    names = dict(zip(("thetamat", "dthetamat", "ddthetamat"), rates, strict=True))
    return {**names, "g": [0, 0, -9.8], "Ftipmat": np.ones((count, 6))}


@parametrize("mr", "ForwardDynamicsTrajectory")
def test_mr_forward_dynamics_trajectory(case):
    arm, scale = mr(case)
    args = case.args
    q, qd = simulate_torques(
        arm,
        *scaled(case, scale, "thetalist", "dthetalist"),
        np.asarray(args["taumat"]) / scale,
        args["dt"],
        wrenches=args["Ftipmat"],
        substeps=args["intRes"],
        gravity=args["g"],
    )
    close(np.array([q, qd]) / scale, case)


def test_the_three_joint_example_has_a_screw_that_is_not_unit():
    assert unit_screws("doc3R")[1].max() == pytest.approx(np.sqrt(2))
    assert set(data("mr")["robots"]) >= {"doc3R", "ur5", "rrprrr"}
