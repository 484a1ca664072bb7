"""The tour of the Robotics Toolbox (``rtdemo``): six stops, from rotations to torques."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.dynamics import gravload, inertia, rne
from rvs.engine.inverse import ikine
from rvs.engine.kinematics import fkine, jacobian, manipulability, singularity
from rvs.engine.quaternion import Quaternion, slerp
from rvs.engine.robot import Robot
from rvs.engine.screws import axis_angle3, log3
from rvs.engine.trajectory import SCALINGS, ctraj, duration, jtraj, spline
from rvs.engine.transforms import from_rpy, pose, to_rpy
from rvs.model.demos.demo import Shown, Values
from rvs.model.plots.plot import Axis, Band, Marker, Plot, curve, curves

READY = np.radians([0, 90, -90, 0, 0, 0])
NOMINAL = np.radians([0, 45, -180, 0, 45, 0])
TIME = Axis("time", "s")
# the joints of the wrist at both ends of the turn
WRISTS = np.radians([[-15, 88, -60], [105, 68, -40]])
# how long the tool turns, and the wrist passes its singularity, in s
TURNING, PASSING = 4.0, 6.0


def transforms(robot: Robot, _values: Values) -> Shown:
    """Turn the tool from one orientation to another by a quaternion, and by three angles."""
    ends = np.array([[*NOMINAL[:3], *wrist] for wrist in WRISTS])
    first, last = fkine(robot, ends)[:, :3, :3]
    s = np.linspace(0, 1, 101)
    q0, q1 = Quaternion.from_rotation(first), Quaternion.from_rotation(last)
    by_quaternion = [slerp(q0, q1, part).rotation() for part in s]
    by_angles = [from_rpy((1 - part) * to_rpy(first) + part * to_rpy(last)) for part in s]
    angles = np.column_stack([_turned(by_quaternion), _turned(by_angles)])
    plot = Plot(
        "A quaternion turns along the shortest path at constant speed",
        Axis("fraction of the path"),
        Axis("total angle turned", "°"),
        (
            curve(s, angles[:, 0], "quaternion", 0),
            curve(s, angles[:, 1], "roll, pitch, yaw", 1),
        ),
        note="the same two orientations, interpolated in two ways",
    )
    place = fkine(robot, NOMINAL)[:3, 3]
    poses = np.array([pose(rotation, place) for rotation in by_quaternion])
    q = ikine(robot, poses, ends[0]).q
    return Shown(TURNING * s, q, (plot,), numbers={"angles": angles})


def _turned(rotations: list[Array]) -> Array:
    """Return the angle turned up to each rotation, in degrees."""
    steps = [log3(a.T @ b) for a, b in pairwise(rotations)]
    return np.degrees([0.0, *np.cumsum([axis_angle3(step)[1] for step in steps])])


def trajectories(robot: Robot, _values: Values) -> Shown:
    """Show time scalings, a joint motion, and a spline through via points."""
    t = np.linspace(0, 1, 201)
    speeds = [
        curve(t, scaling(t, 1.0).ds, name, i) for i, (name, scaling) in enumerate(SCALINGS.items())
    ]
    q, _, _ = jtraj(np.zeros(robot.n), np.radians([90, -45]), t)
    via = np.radians([[0], [60], [20], [90]])
    times = [0, 0.4, 0.7, 1.0]
    passed, _, _ = spline(via, times, t)
    points = tuple(
        Marker(when, float(angle), series=2)
        for when, angle in zip(times, np.degrees(via[:, 0]), strict=True)
    )
    plots = (
        Plot(
            "Six motions from rest to rest",
            Axis("fraction of the duration"),
            Axis("velocity, mean = 1"),
            tuple(speeds),
        ),
        Plot(
            "A joint motion, and a spline through via points",
            TIME,
            Axis("joint angle", "°"),
            (
                *curves(t, np.degrees(q), ["joint 1", "joint 2"]),
                curve(t, np.degrees(passed[:, 0]), "spline", 2),
            ),
            markers=points,
        ),
    )
    needed = {
        name: np.array(duration([np.pi / 2], velocity=1.0, acceleration=2.0, scaling=name))
        for name in SCALINGS
    }
    return Shown(t, q, plots, numbers=needed)


def forward(robot: Robot, _values: Values) -> Shown:
    """Show the motion of the tool while the joints move."""
    t = np.linspace(0, 2, 101)
    q, _, _ = jtraj(np.zeros(robot.n), READY, t)
    place = fkine(robot, q)[:, :3, 3]
    ends = [(float(row[0]), float(row[2])) for row in place[[0, -1]]]
    plots = (
        Plot(
            "The tool of a PUMA 560 on its way to the ready posture",
            TIME,
            Axis("position", "m"),
            curves(t, place, "xyz"),
        ),
        Plot(
            "The same motion seen from the side",
            Axis("x", "m"),
            Axis("z", "m"),
            (curve(place[:, 0], place[:, 2]),),
            markers=(Marker(*ends[0], "all 0"), Marker(*ends[1], "ready", shape="ring")),
            equal=True,
        ),
    )
    return Shown(t, q, plots, numbers={"place": place})


def inverse(robot: Robot, _values: Values) -> Shown:
    """Let the tool follow a straight line."""
    start = fkine(robot, NOMINAL)
    end = start.copy()
    end[:3, 3] += [-0.15, 0.35, 0.25]
    t = np.linspace(0, 2, 101)
    line = ctraj(start, end, jtraj([0.0], [1.0], t)[0][:, 0])
    q = ikine(robot, line, NOMINAL).q
    error = np.linalg.norm(fkine(robot, q)[:, :3, 3] - line[:, :3, 3], axis=1)
    plot = Plot(
        "The joints of a PUMA 560 while its tool follows a straight line",
        TIME,
        Axis("joint angle", "°"),
        curves(t, np.degrees(q), [f"joint {i}" for i in range(1, robot.n + 1)]),
        note="each pose starts from the previous solution",
    )
    return Shown(t, q, (plot,), (line[:, :3, 3],), numbers={"error": error})


def jacobians(robot: Robot, _values: Values) -> Shown:
    """Show the dexterity of a robot near the singularity of its wrist."""
    wrist = np.linspace(-60, 60, 121)
    q = np.tile(NOMINAL, (len(wrist), 1))
    q[:, 4] = np.radians(wrist)
    measure = manipulability(robot, q)
    found = singularity(robot, np.append(NOMINAL[:4], [0.0, 0.0]))
    kind = found[0].kind if isinstance(found, tuple) else found.kind
    needed = np.linalg.solve(jacobian(robot, q + 1e-6), np.array([0.1, 0, 0, 0, 0, 0]))
    hurry = np.where(np.abs(wrist) < 1, np.nan, np.degrees(needed[:, 3]))
    plots = (
        Plot(
            f"A straight {kind} is singular",
            Axis("joint 5", "°"),
            Axis("manipulability"),
            (curve(wrist, measure),),
            bands=(Band(-5, 5, name="5°"),),
            note="Yoshikawa's measure",
        ),
        Plot(
            "Joint 4 must move very fast near the singularity",
            Axis("joint 5", "°"),
            Axis("rate of joint 4", "°/s", -120, 120),
            (curve(wrist, hurry),),
            bands=(Band(-5, 5),),
            note="to turn the tool at 0.1 rad/s about x",
        ),
    )
    t = np.linspace(0, PASSING, len(wrist))
    return Shown(t, q, plots, numbers={"measure": np.asarray(measure)})


def dynamics(robot: Robot, _values: Values) -> Shown:
    """Show the torques of a motion, the part due to gravity, and the inertia along the path."""
    t = np.linspace(0, 1.5, 151)
    q, qd, qdd = jtraj(np.zeros(robot.n), READY, t)
    torque, gravity = rne(robot, q, qd, qdd), gravload(robot, q)
    plots = (
        Plot(
            "Torques of a PUMA 560 on its way to the ready posture",
            TIME,
            Axis("torque", "N m"),
            (
                *(curve(t, gravity[:, i], "", i, dashed=True) for i in (1, 2)),
                *(curve(t, torque[:, i], f"joint {i + 1}", i) for i in range(3)),
            ),
            note="gravity alone (dashed); dry friction causes the jumps at the ends",
        ),
        Plot(
            "Inertia about the waist",
            TIME,
            Axis("inertia of joint 1", "kg m²", 0),
            (curve(t, inertia(robot, q)[:, 0, 0]),),
        ),
    )
    return Shown(t, q, plots, numbers={"torque": np.asarray(torque)})
