"""Robots that are let go or driven: other integrators, laws in closed form, limits, stops."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from rvs.engine.control import JointReference, Sample, computed_torque, pd_gravity
from rvs.engine.dynamics import accel, cinertia, energy, fdyn, gravload
from rvs.engine.errors import ArgumentError
from rvs.engine.jacobians import frames, jacobian
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot, without_friction
from rvs.engine.trajectory import jtraj
from rvs.engine.transforms import delta
from rvs.files.library import load_robot
from rvs.study.drives.load import load_of
from rvs.study.simulate.laws import LAWS, joint_inertias, suggested
from rvs.study.simulate.run import Run, along, resting, step, with_locked
from rvs.study.simulate.simulate import Simulation, simulate, simulating
from rvs.study.simulate.springs import Pull, Springs, pull_torques, pulled_point
from tests.examples import examples

PUMA = load_robot("puma560").robot
SMOOTH = without_friction(PUMA, viscous=True)
READY = np.radians([0, 90, -90, 0, 0, 0])
BENT = np.radians([20, 60, -120, 30, -60, 10])
SLIDE = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], gravity=(0, 0, -10))
DRIVEN = [name for name, law in LAWS.items() if law.driven]


def reach(times: np.ndarray, start: np.ndarray = BENT, end: np.ndarray = READY):
    return along(times, jtraj(start, end, times)[0])


def test_five_seconds_of_fall_are_those_of_another_integrator() -> None:
    """DOP853 of SciPy on Pinocchio's articulated bodies, where that is installed."""
    pin = pytest.importorskip("pinocchio")
    model = pinocchio_model(pin)
    data = model.createData()

    def slope(_: float, state: np.ndarray) -> np.ndarray:
        qdd = pin.aba(model, data, state[:6], state[6:], np.zeros(6))
        return np.concatenate([state[6:], qdd])

    outcome = simulate(Run(SMOOTH, np.zeros(6), duration=5.0))
    options = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-13}
    other = solve_ivp(slope, (0, 5), np.zeros(12), t_eval=outcome.t, **options)
    assert np.abs(outcome.q - other.y[:6].T).max() < 1e-6
    assert outcome.energy_drift < 1e-8


def pinocchio_model(pin):
    model, parent, before = pin.Model(), 0, SMOOTH.base
    for i, joint in enumerate(SMOOTH.joints):
        lead, trail = SMOOTH.chain.before[i], SMOOTH.chain.after[i]
        place = pin.SE3(before @ lead)
        parent = model.addJoint(parent, pin.JointModelRZ(), place, f"joint{i}")
        xx, yy, zz, xy, yz, xz = joint.inertia.moments
        moments = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        body = pin.Inertia(joint.inertia.mass, np.array(joint.inertia.com), moments)
        model.appendBodyToJoint(parent, body, pin.SE3(trail))
        before = trail
    model.armature = np.array([j.motor.gear**2 * j.motor.inertia for j in SMOOTH.joints])
    model.gravity.linear = np.array(SMOOTH.gravity)
    return model


def test_dry_friction_is_that_of_the_engine() -> None:
    outcome = simulate(Run(PUMA, np.zeros(6), duration=2.0))
    q, qd = fdyn(PUMA, outcome.t, None, np.zeros(6), np.zeros(6))
    assert np.abs(outcome.q - q).max() < 1e-7
    assert np.abs(outcome.qd - qd).max() < 1e-6
    assert outcome.energy_drift < 1e-9


@examples(8)
@given(st.lists(st.floats(-2.5, 2.5), min_size=6, max_size=6), st.booleans())
def test_energy_is_balanced_for_any_start_and_with_friction(start, friction) -> None:
    run = Run(PUMA, start, duration=0.5, speed=np.ones(6), friction=friction)
    outcome = simulate(run)
    kinetic, potential = energy(PUMA, outcome.q, outcome.qd)
    assert outcome.energy_drift < 1e-8
    assert outcome.kinetic == pytest.approx(kinetic)
    assert outcome.potential == pytest.approx(potential - potential[0])
    if not friction:
        assert outcome.work == pytest.approx(np.zeros(len(outcome.t)))


def test_a_dropped_mass_falls_as_galileo_says() -> None:
    outcome = simulate(Run(SLIDE, [0.0], duration=2.0, speed=[3.0]))
    assert outcome.q[:, 0] == pytest.approx(3 * outcome.t - 5 * outcome.t**2)
    assert outcome.stopped == ""


def test_a_locked_joint_stays_while_others_fall() -> None:
    outcome = simulate(Run(with_locked(PUMA, [1]), BENT, duration=1.0, friction=False))
    assert (outcome.q[:, 1] == BENT[1]).all()
    assert np.ptp(outcome.q[:, 2]) > 0.5
    locked = with_locked(SMOOTH, [1])
    q, _ = fdyn(locked, outcome.t, None, BENT, np.zeros(6))
    assert outcome.q == pytest.approx(q, abs=1e-8)


@pytest.mark.parametrize("law", DRIVEN)
def test_every_law_brings_the_robot_to_the_end_of_a_motion(law) -> None:
    times = np.linspace(0, 2, 101)
    goal = np.radians([-20, 70, -100, -20, 50, 0])
    outcome = simulate(Run(SMOOTH, BENT, law=law, duration=3.0, wanted=reach(times, BENT, goal)))
    far = np.abs(fkine(SMOOTH, outcome.q[-1]) - fkine(SMOOTH, goal)).max()
    assert far < (0.1 if law == "pd" else 2e-3)
    assert outcome.energy_drift < 1e-6
    assert outcome.error_rms is not None
    assert outcome.error_rms.max() < 0.25


@pytest.mark.parametrize("name", ["puma560", "twolink", "panda", "ur5e", "iiwa7"])
@pytest.mark.parametrize("law", DRIVEN)
def test_suggested_gains_hold_any_robot_with_masses(name, law) -> None:
    robot = load_robot(name).robot
    outcome = simulate(Run(robot, robot.home, law=law, duration=1.0))
    assert outcome.stopped == ""
    assert np.abs(outcome.error).max() < 0.5


def test_laws_are_those_of_the_engine() -> None:
    rng = np.random.default_rng(2)
    q, qd, *wanted = rng.uniform(-1, 1, (5, 6))
    seen = Sample(0.0, 0.002, q, qd, JointReference(*wanted))
    gains = {"kp": np.array(90.0), "kd": np.array(15.0), "ki": np.array(7.0)}
    given = LAWS["computed-torque"].make(PUMA, gains)
    first, memory = given(seen)
    assert first == pytest.approx(computed_torque(PUMA, q, qd, *wanted, 90.0, 15.0))
    second, _ = given(Sample(0.002, 0.002, q, qd, seen.wanted, memory))
    error = 0.002 * (wanted[0] - q)
    assert second == pytest.approx(computed_torque(PUMA, q, qd, *wanted, 90.0, 15.0, 7.0, error))
    stiff = {key: gains[key] for key in ("kp", "kd")}
    held, _ = LAWS["pd-gravity"].make(PUMA, stiff)(seen)
    assert held == pytest.approx(pd_gravity(PUMA, q, qd, wanted[0], wanted[1], 90.0, 15.0))


def test_the_operational_space_moves_the_tool_as_a_unit_mass_would() -> None:
    """The torques answer an error of the tool with its Cartesian inertia (Khatib 1987)."""
    still = np.zeros(6)
    goal = BENT + 1e-4 * np.array([1, -1, 1, 1, 1, -1])
    gains = {key: np.array(value) for key, value in (("kp", 100.0), ("kd", 0.0), ("kn", 0.0))}
    robot = SMOOTH.replace(gravity=(0, 0, 0))
    torque = LAWS["operational-space"].make(robot, gains)
    push, _ = torque(Sample(0.0, 0.002, BENT, still, JointReference(goal, still, still)))
    J = jacobian(robot, BENT)
    error = delta(fkine(robot, BENT), fkine(robot, goal))
    assert push == pytest.approx(J.T @ cinertia(robot, BENT) @ (100.0 * error), rel=2e-3)
    assert J @ accel(robot, BENT, still, push) == pytest.approx(100.0 * error, rel=2e-3, abs=1e-5)


def test_computed_torque_is_a_linear_oscillator() -> None:
    """With the right model the error of a step dies away as e'' + kd e' + kp e = 0."""
    goal = BENT + 0.3
    run = Run(
        SMOOTH,
        BENT,
        law="computed-torque",
        gains={"kp": 100.0, "kd": 20.0},
        duration=1.0,
        rate=2000.0,
    )
    outcome = simulate(replace(run, wanted=resting(goal)))
    t = outcome.t[:, None]
    decay = 0.3 * (1 + 10 * t) * np.exp(-10 * t)
    assert np.abs(outcome.error - decay).max() < 2e-3


def test_a_wrong_model_leaves_an_error_that_the_integral_removes() -> None:
    times = np.linspace(0, 1, 51)
    run = Run(
        SMOOTH,
        READY,
        law="computed-torque",
        gains={"kp": 100.0, "kd": 20.0},
        duration=6.0,
        wanted=reach(times, READY, BENT),
    )
    right, wrong = simulate(run), simulate(replace(run, model_error=0.1))
    mended = simulate(replace(run, model_error=0.1, gains={**run.gains, "ki": 500.0}))
    rest = [np.abs(one.error[-1]).max() for one in (right, wrong, mended)]
    assert rest[0] < 1e-9 < 1e-4 < rest[1]
    assert rest[2] < 0.1 * rest[1]
    assert simulate(replace(run, model_error=0.1, seed=2)).error[-1] != pytest.approx(
        wrong.error[-1]
    )


def test_a_delay_is_exact_and_makes_a_loop_swing() -> None:
    """A force that is late by 15 ms begins to move a mass 15 ms later, between two samples."""
    light = SLIDE.replace(gravity=(0, 0, 0))
    jump = step([0.0], [1.0], 0.1)
    gains = {"kp": 2.0, "kd": 0.0}
    late = simulate(
        Run(light, [0.0], law="pd", gains=gains, duration=0.2, rate=100.0, wanted=jump, delay=0.015)
    )
    assert late.q[:, 0] == pytest.approx(0.5 * np.maximum(late.t - 0.115, 0) ** 2, abs=1e-4)
    quick = Run(SMOOTH, BENT, law="pd-gravity", wanted=resting(BENT + 0.1), duration=2.0)
    swings = [np.ptp(simulate(replace(quick, delay=d)).q[-500:, 0]) for d in (0.0, 0.08)]
    assert swings[1] > 20 * swings[0]


def test_torques_end_at_the_limits_of_the_motors() -> None:
    weak = SMOOTH.replace(joints=tuple(replace(joint, effort=30.0) for joint in SMOOTH.joints))
    run = Run(weak, BENT, law="pd-gravity", duration=1.0, wanted=resting(READY), effort_limits=True)
    outcome = simulate(run)
    assert np.abs(outcome.torque).max() == 30.0
    assert outcome.clipped[1] > 0.3
    assert np.abs(simulate(replace(run, effort_limits=False)).torque).max() > 30.0


def test_a_push_at_the_tool_counts_while_it_lasts() -> None:
    light = SLIDE.replace(gravity=(0, 0, 0))
    outcome = simulate(Run(light, [0.0], duration=1.0, push=(0, 0, 6.0), push_time=(0.2, 0.4)))
    assert outcome.qd[-1, 0] == pytest.approx(6.0 / 2 * 0.2)
    assert outcome.work[-1] == pytest.approx(outcome.kinetic[-1])


def test_what_a_push_does_is_not_asked_of_the_drives() -> None:
    robot = without_friction(load_robot("puma560").robot)
    start = np.radians([0, 45, -160, 0, 30, 0])
    run = simulate(Run(robot, start, law="pd-gravity", push=(0.0, 30.0, -40.0), duration=6.0))
    rates = np.gradient(run.qd, run.t, axis=0, edge_order=2)
    alone = load_of(robot, run.t, run.q, run.qd, rates).torques
    told = load_of(robot, run.t, run.q, run.qd, rates, pushes=run.push)
    assert np.abs(alone[-5] - run.torque[-5]).max() > 10.0
    # At rest, when the robot has given way, the drives bear weight and push.
    np.testing.assert_allclose(told.torques[-5], run.torque[-5], atol=1e-3)
    np.testing.assert_allclose(sum(told.parts.values()), told.torques, atol=1e-9)
    with pytest.raises(ArgumentError, match="pushes"):
        load_of(robot, run.t, run.q, run.qd, rates, pushes=run.push[:-1])


def test_springs_in_the_drives_swing_at_their_frequency() -> None:
    """Two masses and a spring: w^2 = k (1/m + 1/J)."""
    free = SLIDE.replace(gravity=(0, 0, 0))
    springs = Springs(200.0, 0.0, rotors=1.0)
    outcome = simulate(Run(free, [0.0], duration=2.0, rate=1000.0, speed=[1.0], springs=springs))
    assert outcome.energy_drift < 1e-6
    assert outcome.qd[:, 0] == pytest.approx(np.ones(len(outcome.t)))
    pushed = simulate(
        Run(free, [0.0], law="pd", gains={"kp": 0.0, "kd": 0.0}, duration=0.5, rate=1000.0,
            springs=springs, push=(0, 0, 8.0), push_time=(0.0, 0.001))
    )  # fmt: skip
    speed = pushed.qd[1:, 0]
    swing = speed - speed.mean()
    turns = np.flatnonzero(np.diff(np.sign(swing)))
    period = 2 * np.diff(turns).mean() * 0.001
    assert 2 * np.pi / period == pytest.approx(np.sqrt(200.0 * (1 / 2 + 1 / 1)), rel=0.03)


def test_a_run_ends_at_a_limit_and_where_it_is_stopped_with_a_sentence() -> None:
    limited = SLIDE.replace(joints=(replace(SLIDE.joints[0], limits=(-1.0, 1.0), name="lift"),))
    run = Run(limited, [0.0], duration=5.0, ends_at_limits=True)
    outcome = simulate(run)
    assert outcome.stopped == "Joint 1 (lift) reached its lower limit of -1 m after 0.45 s."
    assert outcome.t[-1] == pytest.approx(np.sqrt(0.2), abs=0.006)
    assert -1.0 <= outcome.q[-1, 0] < -0.95
    touched = lambda q: "The box touched the floor" if q[0] < -0.2 else ""  # noqa: E731
    contact = simulate(replace(run, stop=touched, stop_period=0.1))
    assert contact.stopped == "The box touched the floor after 0.20 s."
    assert -0.2 <= contact.q[-1, 0] < -0.18
    assert contact.t[-1] == pytest.approx(0.2, abs=0.006)
    assert simulate(replace(run, ends_at_limits=False)).stopped == ""


def test_gains_that_are_too_high_are_told() -> None:
    run = Run(
        SLIDE,
        [0.0],
        law="pd",
        gains={"kp": 1e7, "kd": 1e6},
        duration=5.0,
        rate=100.0,
        wanted=resting([0.1]),
    )
    outcome = simulate(run)
    assert "diverges" in outcome.stopped
    assert "gains are too high" in outcome.stopped
    assert np.isfinite(outcome.q).all()


def test_a_run_tells_how_far_it_is() -> None:
    parts = list(simulating(Run(SMOOTH, BENT, law="pd", duration=1.0)))
    assert parts == sorted(parts)
    assert parts[0] == 0.0
    assert 0.8 < parts[-1] < 1.0


def test_a_simulation_goes_step_by_step_with_a_hand_that_pulls() -> None:
    simulation = Simulation(Run(SLIDE.replace(gravity=(0, 0, 0)), [0.0], rate=100.0))
    want = JointReference(*np.zeros((3, 1)))
    for _ in range(50):
        simulation.sample(want)
        simulation.advance(np.array([4.0]))
    assert simulation.time == pytest.approx(0.5)
    assert simulation.plant.q[0] == pytest.approx(0.5 * 2 * 0.25)


def test_a_hand_holds_a_robot_by_a_spring_and_its_damper_calms_it() -> None:
    """At rest the spring's torques are those that gravity asks for, at the joints that move."""
    robot = with_locked(PUMA, [0, 3, 4, 5]).replace(base=PUMA.base)
    simulation = Simulation(Run(robot, BENT, rate=500.0))
    point = frames(robot, BENT)[3][:3, 3]
    pull = Pull(3, np.zeros(3), point + np.array([0.0, 0.0, 0.1]))
    assert pulled_point(robot, BENT, pull) == pytest.approx(point)
    want = JointReference(*np.zeros((3, 6)))
    for _ in range(3000):
        simulation.sample(want)
        plant = simulation.plant
        simulation.advance(pull_torques(robot, plant.q, plant.qd, pull))
    q, qd = simulation.plant.q, simulation.plant.qd
    assert np.abs(qd).max() < 1e-3
    held = pull_torques(robot, q, qd, pull) - gravload(robot, q)
    rubbing = np.array([abs(joint.friction(1.0)) for joint in robot.joints])
    assert (np.abs(held[1:3]) <= rubbing[1:3] + 1e-6).all()
    assert np.linalg.norm(pulled_point(robot, q, pull) - pull.goal) < 0.25


def test_suggested_gains_follow_the_inertia() -> None:
    double = SMOOTH.replace(
        joints=tuple(
            replace(
                joint,
                inertia=replace(
                    joint.inertia,
                    mass=2 * joint.inertia.mass,
                    moments=tuple(2 * x for x in joint.inertia.moments),
                ),
                motor=replace(joint.motor, inertia=2 * joint.motor.inertia),
            )
            for joint in SMOOTH.joints
        )
    )
    once, twice = (suggested("pd", robot, BENT)["kp"] for robot in (SMOOTH, double))
    assert twice == pytest.approx(2 * once, rel=0.01)
    assert (joint_inertias(SMOOTH, BENT) > 0).all()


def test_what_cannot_be_is_refused() -> None:
    for wrong, word in (
        ({"law": "magic"}, "law"),
        ({"law": "pd", "gains": {"ki": 1.0}}, "its gains: kp, kd"),
        ({"law": "pd", "gains": {"kp": [1.0, 2.0]}}, "kp"),
        ({"law": "pd", "gains": {"kp": -1.0}}, "0 or more"),
        ({"rate": 1e6}, "rate"),
        ({"delay": -1.0}, "delay"),
        ({"model_error": 1.0}, "model_error"),
        ({"duration": 1e6}, "samples"),
        ({"start": [0.0]}, "start"),
    ):
        with pytest.raises(ArgumentError, match=word):
            Run(**{"robot": PUMA, "start": BENT, **wrong})
    with pytest.raises(ArgumentError, match="reference"):
        simulate(Run(PUMA, BENT, law="pd", wanted=resting([0.0])))
    with pytest.raises(ArgumentError, match="rotor inertia"):
        simulate(Run(SLIDE, [0.0], springs=Springs(100.0)))
    with pytest.raises(ArgumentError, match="mass"):
        simulate(Run(load_robot("rediestro").robot, np.zeros(7)))


def test_the_manual_tells_of_every_law_as_the_table_does(project_root) -> None:
    page = (project_root / "docs/guide/simulate.md").read_text(encoding="utf-8")
    laws = page.partition("<!-- options")[0]
    rows = [line for line in laws.splitlines() if line.startswith("|")][2:]
    told = [
        [law.words, f"`{key}`", law.says, " ".join(f"`{gain.key}`" for gain in law.gains)]
        for key, law in LAWS.items()
    ]
    assert [[cell.strip() for cell in row.strip("|").split("|")] for row in rows] == told
