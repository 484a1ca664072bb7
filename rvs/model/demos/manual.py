"""Demonstrations of the Robotics Toolbox: guided tools, and robots under torques."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array
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
    follow,
    simulate,
)
from rvs.engine.dynamics import energy, fdyn
from rvs.engine.joint import Joint
from rvs.engine.kinematics import fkine, frames
from rvs.engine.robot import Robot, perturb, without_friction
from rvs.engine.trajectory import jtraj
from rvs.engine.transforms import pose, rotx, roty, rotz
from rvs.model.demos.demo import Shown, Values
from rvs.model.plots.plot import Axis, Curve, Marker, Plot, curve, curves

NOMINAL = np.radians([0, 45, -180, 0, 45, 0])
# where the circle is, from the shoulder
AHEAD = np.array([0.5, 0.0, 0.0])
SIDE = 0.2
CORNERS = SIDE / 2 * np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
WIDE, HIGH = 640.0, 480.0
# how far the camera is to stand from the square, in m
DISTANCE = 0.5


def circle(robot: Robot, values: Values) -> Shown:
    """Move the tool around a circle by resolved rates, without inverse kinematics."""
    down = fkine(robot, NOMINAL)[:3, :3]
    center = frames(robot, NOMINAL)[1][:3, 3] + AHEAD
    radius, period = values["radius"], values["period"]

    def wanted(t: float) -> Array:
        angle = 2 * np.pi * t / period
        return pose(down, center + radius * np.array([np.cos(angle), np.sin(angle), 0]))

    t = np.linspace(0, 1.5 * period, 601)
    history = simulate(RatePlant(robot), ResolvedRate(robot, values["gain"]), wanted, t, NOMINAL)
    reached = fkine(robot, history.q)[:, :3, 3]
    distance = np.linalg.norm(reached - center, axis=1) - radius
    arrived = t >= t[-1] / 15
    round_ = np.array([wanted(time)[:3, 3] for time in t])
    plots = (
        Plot(
            "The tool approaches the circle and follows it",
            Axis("x", "m"),
            Axis("y", "m"),
            (
                curve(reached[:, 0], reached[:, 1], "tool", 0),
                curve(round_[:, 0], round_[:, 1], "wanted", 2, dashed=True),
            ),
            markers=(_marker(reached[0], "start"),),
            equal=True,
            tall=1.5,
        ),
        Plot(
            "Distance from the circle after the approach",
            Axis("time", "s", 0),
            Axis("distance outwards", "mm"),
            (curve(t[arrived], 1000 * distance[arrived]),),
            note="a first-order loop cuts the corner slightly",
        ),
    )
    marks = (round_[t <= period * (1 + 1e-9)],)
    return Shown(t, history.q, plots, marks, numbers={"distance": distance})


def servoing(robot: Robot, values: Values) -> Shown:
    """Let a camera on the tool find its pose in front of a square from its image alone."""
    camera = Camera(values["focal"], WIDE, HIGH)
    X_CT = pose(rotz(0.3) @ rotx(0.25) @ roty(-0.2), [0.08, -0.05, 0.65])
    X_WT = fkine(robot, NOMINAL) @ X_CT
    target = CORNERS @ X_WT[:3, :3].T + X_WT[:3, 3]
    wanted = camera.project(CORNERS + np.array([0, 0, DISTANCE]))

    def observe(q: Array) -> Array:
        return camera.view(fkine(robot, q), target)

    t = np.linspace(0, 6, 301)
    servo = ImageServo(robot, camera, observe, depth=values["depth"], gain=values["gain"])
    history = simulate(RatePlant(robot), servo, lambda _: wanted, t, NOMINAL)
    seen = np.array([observe(q) for q in history.q])
    offset = np.linalg.norm(seen - wanted, axis=2)
    plots = (
        _seen_plot(seen, wanted, seen[0]),
        Plot(
            "The error in the image decreases to zero",
            Axis("time", "s"),
            Axis("distance", "pixels"),
            tuple(curve(t, offset[:, i], f"corner {i + 1}", i) for i in range(4)),
        ),
    )

    def picture(time: float) -> Plot:
        row = int(np.clip(np.searchsorted(t, time), 0, len(t) - 1))
        return _seen_plot(seen[: row + 1], wanted, seen[row])

    error = (seen - wanted).reshape(len(t), -1)
    return Shown(t, history.q, plots, (_closed(target),), picture, {"error": error})


def _seen_plot(seen: Array, wanted: Array, now: Array) -> Plot:
    """Return a plot of the camera image: the square, the paths of its corners, and the goals."""
    ways = [curve(seen[:, i, 0], seen[:, i, 1], f"corner {i + 1}", i) for i in range(4)]
    goals = [replace(_marker(corner, "", i), shape="ring") for i, corner in enumerate(wanted)]
    dots = [_marker(corner, "", i) for i, corner in enumerate(now)]
    return Plot(
        "Camera image",
        Axis("u", "pixels", 0, WIDE),
        Axis("v", "pixels", 0, HIGH, downward=True),
        (_outline(now), _outline(wanted), *ways),
        markers=(*dots, *goals),
        note="corners (dots) and their desired positions (rings)",
        equal=True,
        tall=1.4,
    )


def _outline(corners: Array) -> Curve:
    line = _closed(corners)
    return curve(line[:, 0], line[:, 1], "", 5, dashed=True)


def _marker(point: Array, name: str, series: int = 0) -> Marker:
    return Marker(float(point[0]), float(point[1]), name, series)


def _closed(points: Array) -> Array:
    """Return points with the first one repeated at the end."""
    return np.vstack([points, points[:1]])


READY = np.radians([0, 90, -90, 0, 0, 0])
KP = np.array([800, 800, 400, 40, 40, 40.0])
KD = np.array([80, 80, 40, 4, 4, 4.0])
TIME = Axis("time", "s")


def collapse(robot: Robot, values: Values) -> Shown:
    """Let a robot without power fall from the posture with all joints at 0."""
    free = _viscous(without_friction(robot), values["friction"])
    t = np.linspace(0, values["duration"], round(50 * values["duration"]) + 1)
    start = np.zeros(robot.n)
    q, qd = fdyn(free, t, None, start, start)

    kinetic, potential = energy(free, q, qd)
    potential = potential - potential[0]
    table = np.column_stack([kinetic, potential, kinetic + potential])
    plots = (
        Plot(
            "A PUMA 560 collapses under gravity",
            TIME,
            Axis("joint angle", "°"),
            curves(t, np.degrees(q), _joints(robot.n)),
            note="no torques; viscous friction of the motors slows the fall",
        ),
        Plot(
            "Friction dissipates the energy",
            TIME,
            Axis("energy", "J"),
            curves(t, table, ["kinetic", "potential", "total"]),
        ),
    )
    return Shown(t, q, plots)


def flexible(robot: Robot, values: Values) -> Shown:
    """Step joint 1 of a two-link arm whose drives are elastic."""
    plant = FlexiblePlant(robot, values["stiffness"], values["damping"], motor_inertia=1.0)

    def step(t: float) -> JointReference:
        return JointReference(np.array([0.5 * (t >= 1), 0.0]), np.zeros(2), np.zeros(2))

    t = np.linspace(0, 10, 1001)
    history = simulate(plant, MotorPD(values["kp"], values["kd"]), step, t, [0, 0], substeps=4)

    demand = curve(t, np.degrees([want.q[0] for want in history.wanted]), "", 0, dashed=True)
    motors = history.states[:, 4:6]
    plots = (
        Plot(
            "A two-link arm with elastic drives oscillates",
            TIME,
            Axis("link angle", "°"),
            (demand, *curves(t, np.degrees(history.q), _joints(2))),
            note="step of joint 1 (dashed); it disturbs joint 2",
        ),
        Plot(
            "The springs between motors and links",
            TIME,
            Axis("twist", "°"),
            curves(t, np.degrees(motors - history.q), _joints(2)),
        ),
    )
    return Shown(t, history.q, plots)


def computed_torque(robot: Robot, values: Values) -> Shown:
    """Follow a motion by computed torque, with a correct model and with a wrong one."""
    puma = without_friction(robot)
    t, wanted = _motion(robot.n)
    off = values["model-error"]
    models = puma, perturb(puma, off, rng=round(values["seed"]))
    right, wrong = (
        simulate(
            RobotPlant(puma),
            ComputedTorque(model, values["kp"], values["kd"]),
            follow(t, *wanted),
            t,
            np.zeros(robot.n),
        ).q
        for model in models
    )
    errors = [np.degrees(wanted[0] - q) for q in (right, wrong)]
    joints, error = _joints(robot.n), Axis("error", "°")
    plots = (
        Plot(
            "Computed torque moves a PUMA 560",
            TIME,
            Axis("joint angle", "°"),
            curves(t, np.degrees(wrong), joints),
            note=f"models: {' and '.join(model.name for model in models)}",
        ),
        Plot(
            f"Masses and inertias wrong by up to {100 * off:.3g} %",
            TIME,
            error,
            curves(t, errors[1], joints),
        ),
        Plot("With the right model", TIME, error, curves(t, errors[0], joints)),
    )
    return Shown(t, wrong, plots, numbers={"right": errors[0], "wrong": errors[1]})


def feed_forward(robot: Robot, values: Values) -> Shown:
    """Follow a motion by slow torque feed-forward, and by gravity compensation."""
    puma = without_friction(robot)
    t, wanted = _motion(robot.n)
    path, plant, still = follow(t, *wanted), RobotPlant(puma), np.zeros(robot.n)
    kp, kd = values["gains"] * KP, values["gains"] * KD
    law = TorqueFeedforward(puma, kp, kd, period=values["period"])
    ahead = simulate(plant, law, path, t, still)
    plain = simulate(plant, GravityPD(puma, kp, kd), path, t, still)
    with_it, without = (np.degrees(wanted[0] - history.q) for history in (ahead, plain))
    plots = (
        Plot(
            f"Feed-forward at {1 / values['period']:.3g} Hz keeps a PUMA 560 on its path",
            TIME,
            Axis("error of joint 2", "°"),
            (
                curve(t, with_it[:, 1], "feed-forward", 0),
                curve(t, without[:, 1], "gravity only", 1),
            ),
            note="the same feedback in both; with gravity only, it must compensate for the inertia",
        ),
        Plot(
            "Torques of the motors",
            TIME,
            Axis("torque", "N m"),
            tuple(curve(t, ahead.command[:, i], f"joint {i + 1}", i) for i in range(3)),
        ),
    )
    return Shown(t, ahead.q, plots, numbers={"ahead": with_it, "plain": without})


def _motion(n: int) -> tuple[Array, tuple[Array, Array, Array]]:
    """Return a motion of two seconds from the zero to the ready posture, with its rates."""
    t = np.linspace(0, 2, 401)
    q, qd, qdd = jtraj(np.zeros(n), READY, t)
    return t, (q, qd, qdd)


def _joints(n: int) -> list[str]:
    return [f"joint {i}" for i in range(1, n + 1)]


def _viscous(robot: Robot, part: float) -> Robot:
    """Return the robot with its viscous friction multiplied."""

    def rubbing(joint: Joint) -> Joint:
        if joint.motor is None:
            return joint
        return replace(joint, motor=replace(joint.motor, viscous=part * joint.motor.viscous))

    return robot.replace(joints=tuple(map(rubbing, robot.joints)))
