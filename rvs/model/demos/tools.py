"""Demonstrations of guided tools: around a circle, and by a camera."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.control import Camera, ImageServo, RatePlant, ResolvedRate, simulate
from rvs.engine.kinematics import fkine, frames
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose, rotx, roty, rotz
from rvs.model.demos.demo import Shown, Values
from rvs.model.plots.plot import Axis, Curve, Marker, Plot, curve

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
