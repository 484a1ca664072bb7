"""Trajectories and control against the numbers of the three libraries."""

import numpy as np
from reference_cases import cases, close, data, unit_screws
from test_reference_dynamics import mr_recipe, parametrize, scaled

from rvs.engine.control import JointReference, RobotPlant, computed_torque, simulate
from rvs.engine.robot import Robot
from rvs.engine.trajectory import ctraj, cubic, joint_line, jtraj, quintic, screw_trajectory


@parametrize("rtb", "jtraj")
def test_rtb_jtraj(case):
    args = case.args
    motion = jtraj(args["q0"], args["q1"], args.get("t", args.get("n")), *_ends(args))
    for ours, theirs in zip(motion, case.want, strict=True):
        close(ours, case, theirs)


def _ends(args):
    return [args.get("qd0"), args.get("qd1")]


@parametrize("rtb", "ctraj")
def test_rtb_ctraj(case):
    close(ctraj(case.args["T0"], case.args["T1"], case.args.get("n", case.args.get("r"))), case)


def scaling(method):
    return cubic if method == 3 else quintic


def mr_parts(args):
    times = np.linspace(0, args["Tf"], args["N"])
    return scaling(args["method"])(times, args["Tf"]).s


@parametrize("mr", "CubicTimeScaling", "QuinticTimeScaling")
def test_mr_time_scaling(case):
    law = {"CubicTimeScaling": cubic, "QuinticTimeScaling": quintic}[case.function]
    close(law(case.args["t"], case.args["Tf"]).s, case)


@parametrize("mr", "JointTrajectory")
def test_mr_joint_trajectory(case):
    args = case.args
    close(joint_line(args["thetastart"], args["thetaend"], mr_parts(args)), case)


@parametrize("mr", "ScrewTrajectory")
def test_mr_screw_trajectory(case):
    close(screw_trajectory(case.args["Xstart"], case.args["Xend"], mr_parts(case.args)), case)


@parametrize("mr", "CartesianTrajectory")
def test_mr_cartesian_trajectory(case):
    close(ctraj(case.args["Xstart"], case.args["Xend"], mr_parts(case.args)), case)


# Its controller adds Ki (eint + e); ours integrates, so the term is added here.  Each law acts on
# its own joint coordinates; the gains of a joint are the same.


@parametrize("mr", "ComputedTorque")
def test_mr_computed_torque(case):
    arm, scale = case.robot, unit_screws(case.args["robot"])[1]
    args = case.args
    q, qd, eint = scaled(case, scale, "thetalist", "dthetalist", "eint")
    want = scaled(case, scale, "thetalistd", "dthetalistd", "ddthetalistd")
    tau = computed_torque(
        arm,
        q,
        qd,
        *want,
        args["Kp"],
        args["Kd"],
        args["Ki"],
        eint + want[0] - q,
        gravity=args["g"],
    )
    close(tau * scale, case)


@parametrize("mr", "SimulateControl")
def test_mr_simulate_control(case):
    args, rows = case.args, slice(None)
    if "recipe" in args:
        args, rows = {**args, **example()}, slice(None, None, 3)
    robot, scale = case.robot, unit_screws(args["robot"])[1]
    model = believed(args)
    table = [np.asarray(args[key]) * scale for key in ("thetamatd", "dthetamatd", "ddthetamatd")]
    dt, count = args["dt"], len(table[0])
    loads = np.asarray(args["Ftipmat"], dtype=float)

    def row(t):
        return min(int(t / dt + 1e-6), count - 1)

    def controller(sample):
        # the error is integrated by what the last step has reached, then once more as Ki e
        total, before = (np.zeros(robot.n), None) if sample.memory is None else sample.memory
        total = total if before is None else total + dt * (before - sample.q)
        want = sample.wanted
        gains = args["Kp"], args["Kd"], args["Ki"], total + want.q - sample.q
        tau = computed_torque(model, sample.q, sample.qd, *want, *gains, gravity=args["gtilde"])
        return tau, (total, want.q)

    history = simulate(
        RobotPlant(robot, wrench=lambda t: loads[row(t)], gravity=args["g"]),
        controller,
        lambda t: JointReference(*(part[row(t)] for part in table)),
        dt * np.arange(count + 1),
        np.asarray(args["thetalist"]) * scale,
        np.asarray(args["dthetalist"]) * scale,
        method="euler",
        substeps=args["intRes"],
    )
    close((history.command[:-1] * scale)[rows], case, case.want[0])
    close((history.q[1:] / scale)[rows], case, case.want[1])


def example():
    start = [0.1, 0.1, 0.1]
    motion = mr_recipe(start, [np.pi / 2, np.pi, 1.5 * np.pi], 1.0, 100)
    wanted = {f"{d}thetamatd": motion[f"{d}thetamat"] for d in ("", "d", "dd")}
    gains = {"Kp": 20.0, "Ki": 10.0, "Kd": 18.0, "dt": 1.0 / 99, "intRes": 8}
    start = {"thetalist": start, "dthetalist": [0.1, 0.2, 0.3]}
    gravity = {"g": [0, 0, -9.8], "gtilde": [0.8, 0.2, -8.8]}
    return {**wanted, **gains, **start, **gravity, "Ftipmat": motion["Ftipmat"]}


def believed(args) -> Robot:
    """The robot as the case's controller believes it to be."""
    raw = data("mr")["robots"][args["robot"]]
    inertias = args.get("Gtildelist")
    if inertias is None:
        inertias = np.asarray(raw["Glist"]) * args["Gtilde_scale"]
    screws = unit_screws(args["robot"])[0]
    frames = np.asarray(args["Mtildelist"])
    # where it believes the links to be wrong, it believes the tool to be elsewhere too
    return Robot.from_screws(
        np.linalg.multi_dot(frames), screws, link_frames=frames, inertias=inertias
    )


def test_every_case_of_control_is_here():
    assert len(cases("mr", "SimulateControl")) >= 6
