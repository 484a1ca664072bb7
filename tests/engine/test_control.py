"""Control: laws, plants and the loop."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from heavy_robots import random_inertia, random_motion, random_robot

from rvs.engine.control import (
    Camera,
    ComputedTorque,
    FlexiblePlant,
    GravityPD,
    ImageServo,
    JointReference,
    MotorPD,
    RatePlant,
    ResolvedRate,
    RobotPlant,
    TorqueFeedforward,
    computed_torque,
    follow,
    pd_gravity,
    resolved_rate,
    simulate,
    visual_servo,
)
from rvs.engine.dynamics import energy, fdyn, gravload, inertia, rne
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.trajectory import jtraj
from rvs.engine.transforms import pose, rotx, rotz

ARM = random_robot(4, 3, "standard", motors=False)
SIX = Robot.from_dh(
    [0, 0.43, 0.02, 0, 0, 0], np.radians([90, 0, -90, 90, -90, 0]), [0, 0, 0.15, 0.43, 0, 0], 0
)
BENT = np.radians([0, 45, 180, 0, 45, 0])
T = np.linspace(0, 1, 101)


def step(q):
    return lambda t: JointReference(np.asarray(q, float), np.zeros(len(q)), np.zeros(len(q)))


def test_computed_torque_is_feedback_through_the_inertia():
    q, qd, _ = random_motion(ARM, 1)
    want = random_motion(ARM, 2)
    eint = np.array([0.1, 0.2, 0.3])
    kp, kd, ki = np.array([10, 20, 30.0]), 5.0, 2.0
    ours = computed_torque(ARM, q, qd, *want, kp, kd, ki, eint, gravity=[0, 0, -3])
    push = want[2] + kp * (want[0] - q) + ki * eint + kd * (want[1] - qd)
    rest = rne(ARM, q, qd, np.zeros(3), gravity=[0, 0, -3])
    np.testing.assert_allclose(ours, inertia(ARM, q) @ push + rest, rtol=1e-10)
    both = computed_torque(ARM, [q, q], [qd, qd], *want, kp, kd, ki, eint, gravity=[0, 0, -3])
    np.testing.assert_allclose(both, [ours, ours])


def test_the_right_model_makes_the_error_a_linear_spring():
    start, kp, kd = np.array([0.1, -0.2, 0.3]), 16.0, 8.0
    history = simulate(RobotPlant(ARM), ComputedTorque(ARM, kp, kd), step([0, 0, 0]), T, start)
    decay = (1 + 4 * T) * np.exp(-4 * T)
    np.testing.assert_allclose(history.q, np.outer(decay, start), atol=5e-3)


def test_integral_action_removes_what_a_wrong_model_leaves():
    heavy = ARM.replace(
        joints=tuple(replace(j, inertia=replace(j.inertia, mass=2.0)) for j in ARM.joints)
    )
    t = np.linspace(0, 6, 601)
    ends = [
        simulate(RobotPlant(ARM), ComputedTorque(heavy, 100, 20, ki), step([0, 0, 0]), t, [0, 0, 0])
        for ki in (0.0, 200.0)
    ]
    plain, integral = (np.abs(history.q[-1]).max() for history in ends)
    assert integral < 0.05 * plain


def test_pd_with_gravity_holds_where_it_should():
    goal = np.array([0.3, -0.4, 0.2])
    controller = GravityPD(ARM, kp=60.0, kd=30.0)
    history = simulate(RobotPlant(ARM), controller, step(goal), np.linspace(0, 5, 501), [0, 0, 0])
    np.testing.assert_allclose(history.q[-1], goal, atol=0.02)
    still = pd_gravity(ARM, goal, [0, 0, 0], goal, [0, 0, 0], 60, 30)
    np.testing.assert_allclose(still, gravload(ARM, goal))


def test_feedforward_is_computed_at_its_own_rate():
    t = np.linspace(0, 1, 201)
    motion = jtraj([0, 0, 0], [0.5, 0.5, 0.5], t)
    controller = TorqueFeedforward(ARM, kp=0.0, kd=0.0, period=0.05)
    history = simulate(RobotPlant(ARM), controller, follow(t, *motion), t, [0, 0, 0])
    changes = np.flatnonzero(np.abs(np.diff(history.command, axis=0)).max(axis=1))
    np.testing.assert_array_equal(changes % 10, 9)
    at = 40
    want = rne(ARM, *(part[at] for part in motion))
    np.testing.assert_allclose(history.command[at : at + 10], np.tile(want, (10, 1)))


def test_resolved_rates_reach_the_pose_and_leave_locked_joints():
    target = fkine(SIX, BENT) @ pose(rotz(0.1), [0.02, -0.03, 0.01])
    history = simulate(RatePlant(SIX), ResolvedRate(SIX, 5.0), lambda t: target, 4 * T, BENT)
    np.testing.assert_allclose(fkine(SIX, history.q[-1]), target, atol=1e-6)
    locked = SIX.replace(joints=tuple(replace(j, locked=i == 2) for i, j in enumerate(SIX.joints)))
    assert resolved_rate(locked, BENT, target)[2] == 0
    pushed = simulate(RatePlant(locked), lambda s: (np.ones(6), None), step([0] * 6), T, BENT)
    np.testing.assert_allclose(np.ptp(pushed.q, axis=0), [1, 1, 0, 1, 1, 1])


def test_visual_servoing_finds_the_place_with_a_mounted_camera():
    camera, mount = Camera(600, 640, 480), pose(rotx(0.3), [0.05, 0, 0.02])
    corners = 0.1 * np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
    goal = camera.project(corners + np.array([0, 0, 0.6]))
    at = fkine(SIX, BENT) @ mount @ pose(rotz(0.2) @ rotx(0.2), [0.05, -0.04, 0.7])
    target = corners @ at[:3, :3].T + at[:3, 3]

    def observe(q):
        return camera.view(fkine(SIX, q) @ mount, target)

    servo = ImageServo(SIX, camera, observe, depth=0.6, gain=2.0, mount=mount)
    history = simulate(RatePlant(SIX), servo, lambda t: goal, 6 * T, BENT)
    assert np.abs(observe(BENT) - goal).max() > 30
    assert np.abs(observe(history.q[-1]) - goal).max() < 0.1


def test_three_points_move_straight_to_their_goals():
    camera, mount = Camera(600, 640, 480), pose(rotx(0.8), [0.2, 0.1, 0.05])
    seen_from = fkine(SIX, BENT) @ mount
    points = np.array([[-0.1, 0.05, 0.7], [0.1, 0.1, 0.6], [0.0, -0.1, 0.65]])
    target = points @ seen_from[:3, :3].T + seen_from[:3, 3]
    pixels = camera.project(points)
    goal = pixels + np.array([[3, -2], [1, 4], [-5, 2]])
    rates = visual_servo(SIX, BENT, camera, pixels, goal, points[:, 2], 2.0, mount=mount)
    h = 1e-6
    moved = camera.view(fkine(SIX, BENT + h * rates) @ mount, target)
    np.testing.assert_allclose((moved - pixels) / h, 2 * (goal - pixels), atol=1e-2)


def test_image_jacobian_differentiates_the_picture():
    camera, points = Camera(500, 600, 400), np.array([[0.1, 0.2, 1.0], [-0.2, 0.1, 2.0]])
    pixels = camera.project(points)
    matrix, h = camera.image_jacobian(pixels, points[:, 2]), 1e-6
    for column, twist in zip(matrix.T, np.eye(6), strict=True):
        w, v = twist[:3], twist[3:]
        moved = points - h * (np.cross(w, points) + v)
        slope = (camera.project(moved) - pixels).ravel() / h
        np.testing.assert_allclose(column, slope, atol=1e-2)


WHEEL = Robot((Joint(inertia=random_inertia(np.random.default_rng(0))),), gravity=(0, 0, 0))


def swing(plant, t):
    """The states of a plant left alone with its spring wound by 0.3 rad."""
    state = np.array([0.3, 0.0, 0.0, 0.0])
    states = [state]
    for now, later in pairwise(t):
        h = later - now
        half = state + h / 2 * plant.slope(now, state, np.zeros(1))
        state = state + h * plant.slope(now, half, np.zeros(1))
        states.append(state)
    return np.array(states).T


def test_flexible_drives_swing_at_the_frequency_of_their_springs():
    plant = FlexiblePlant(WHEEL, stiffness=50.0, damping=0.0, motor_inertia=1e12)
    t = np.linspace(0, 2, 4001)
    rate = np.sqrt(50 / inertia(WHEEL, [0])[0, 0])
    np.testing.assert_allclose(swing(plant, t)[0], 0.3 * np.cos(rate * t), atol=2e-3)


def test_flexible_drives_keep_energy_but_for_their_dampers():
    t = np.linspace(0, 2, 4001)
    for damping in (0.0, 0.5):
        plant = FlexiblePlant(WHEEL, stiffness=50.0, damping=damping, motor_inertia=2.0)
        q, qd, angle, rate = swing(plant, t)
        total = energy(WHEEL, q[:, None], qd[:, None]).kinetic + rate**2 + 25 * (angle - q) ** 2
        assert total[0] == pytest.approx(25 * 0.3**2)
        if damping:
            assert total[-1] < 0.5 * total[0]
        else:
            np.testing.assert_allclose(total, total[0], rtol=1e-3)
    motors = FlexiblePlant(WHEEL, 50.0, 1.0, 2.0)
    history = simulate(motors, MotorPD(100.0, 30.0), step([0.5]), 5 * T, [0.0])
    np.testing.assert_allclose(history.q[-1], 0.5, atol=0.01)


def test_the_loop_agrees_with_forward_dynamics():
    q0, qd0, tau = random_motion(ARM, 3)
    constant = simulate(
        RobotPlant(ARM), lambda s: (tau, None), step([0] * 3), T, q0, qd0, substeps=10
    )
    q, qd = fdyn(ARM, T, tau, q0, qd0)
    np.testing.assert_allclose(constant.q, q, atol=1e-6)
    np.testing.assert_allclose(constant.qd, qd, atol=1e-5)
    assert constant.command.shape == (101, 3)
    coarse = simulate(
        RobotPlant(ARM), lambda s: (tau, None), step([0] * 3), T, q0, qd0, method="euler"
    )
    fine = simulate(
        RobotPlant(ARM),
        lambda s: (tau, None),
        step([0] * 3),
        T,
        q0,
        qd0,
        method="euler",
        substeps=10,
    )
    errors = [np.abs(history.q - q).max() for history in (coarse, fine)]
    assert 5 < errors[0] / errors[1] < 20


def test_memory_is_handed_on():
    def counter(sample):
        count = 0 if sample.memory is None else sample.memory
        return np.full(3, float(count)), count + 1

    history = simulate(RatePlant(ARM), counter, step([0] * 3), [0, 1, 2], [0, 0, 0])
    np.testing.assert_array_equal(history.command[:, 0], [0, 1, 2])


def test_references_are_held_beyond_their_ends():
    path = follow([1, 2], [[0], [4]], [[1], [1]], [[0], [0]])
    assert [float(path(t).q[0]) for t in (0, 1.25, 3)] == [0, 1, 4]


def run(t, q0, **options):
    return simulate(RatePlant(ARM), MotorPD(1, 1), step([0] * 3), t, q0, **options)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: run([0, 0], [0] * 3), "t:"),
        (lambda: run([0, 1], [0] * 2), "q0"),
        (
            lambda: simulate(
                RatePlant(ARM), MotorPD(1, 1), step([0] * 3), [0], [0] * 3, method="rk5"
            ),
            "method",
        ),
        (
            lambda: simulate(
                RatePlant(ARM), MotorPD(1, 1), step([0] * 3), [0], [0] * 3, substeps=0
            ),
            "substeps",
        ),
        (lambda: simulate(ARM, MotorPD(1, 1), step([0] * 3), [0], [0] * 3), "plant"),
        (lambda: simulate(RatePlant(ARM), None, step([0] * 3), [0], [0] * 3), "controller"),
        (lambda: simulate(RatePlant(ARM), MotorPD(1, 1), None, [0], [0] * 3), "reference"),
        (lambda: RobotPlant(3), "robot"),
        (lambda: RobotPlant(ARM, gravity=[0, 0]), "gravity"),
        (lambda: ComputedTorque(ARM, 1, [1, 2]), "kd"),
        (lambda: GravityPD("arm", 1, 1), "model"),
        (lambda: MotorPD(1, np.nan), "kd"),
        (lambda: ResolvedRate(ARM, "fast"), "gain"),
        (lambda: follow([0], [[0]], [[0]], [[0]]), "times"),
        (lambda: follow([0, 1], [[0], [1]], [[0]], [[0], [0]]), "qd"),
        (lambda: FlexiblePlant(ARM, [1, 2], 0, 1), "stiffness"),
        (lambda: FlexiblePlant(ARM, 1, 0, 0), "motor_inertia"),
        (lambda: TorqueFeedforward(ARM, 1, 1, period=0), "period"),
        (lambda: simulate(RatePlant(ARM), MotorPD(1, [1]), step([0] * 3), [0], [0] * 3), "kd"),
        (lambda: Camera(0), "focal"),
        (lambda: Camera().project([[0, 0, -1]]), "points"),
        (lambda: Camera().image_jacobian([[0, 0]], 0), "depth"),
        (lambda: pd_gravity(ARM, [0] * 3, [0] * 3, [0] * 3, [0] * 3, [1, 2], 0), "kp"),
        (
            lambda: visual_servo(SIX, BENT, Camera(), np.zeros((3, 2)), np.zeros((4, 2)), 1),
            "wanted",
        ),
        (lambda: resolved_rate(SIX, BENT, np.zeros((4, 4))), "T"),
    ],
)
def test_wrong_arguments_are_named(call, name):
    with pytest.raises(ArgumentError, match=name):
        call()
