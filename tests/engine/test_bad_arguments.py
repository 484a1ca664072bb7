"""Whatever is wrong with an argument, the error is ours and names it before any computing."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rvs.engine import control, dynamics, inverse, kinematics, trajectory, transforms
from rvs.engine import quaternion as quaternions
from rvs.engine import robot as robots
from rvs.engine import screws as twists
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import ikine, ikine_config
from rvs.engine.quaternion import Quaternion, slerp
from rvs.engine.robot import Inertia, Joint, Motor, Robot

Q = np.array([0.1, 0.2, 0.3])
W = np.arange(6.0)
X = transforms.pose(transforms.rotx(0.1), [1, 2, 3])
ARM = Robot.from_dh([0.3, 0.4, 0.2], [1.5, 0, 0.3], 0.1, 0, "RRP", mass=[3, 2, 1], com=[Q] * 3)
# An arm that shoulder, elbow and wrist can be named of.
PUMA = Robot.from_dh(
    [0, 1, 0, 0, 0, 0], [1.5707963267948966, 0, 1, -1, 1, 0], [1, 0, 0, 1, 0, 1], 0
)
TABLE = np.ones((2, 3))

# A good value of each name of an argument; some functions have names of their own for a thing.
GOOD: dict[str, Any] = {
    **dict.fromkeys(("robot", "model"), ARM),
    **dict.fromkeys(("q", "qd", "qdd", "tau", "q0", "q1", "qd0", "qd1", "dq", "dqd", "dqdd"), Q),
    **dict.fromkeys(("q_ref", "qd_ref", "qdd_ref", "gravity", "kp", "kd", "ki", "eint"), Q),
    **dict.fromkeys(("angles", "w", "v", "axis", "o", "p", "point", "direction"), Q),
    **dict.fromkeys(("V", "d", "wrench"), W),
    **dict.fromkeys(("T", "T0", "T1", "M", "matrix", "base", "tool", "mount", "X_WC"), X),
    **dict.fromkeys(("R", "W"), X[:3, :3]),
    **dict.fromkeys(("angle", "pitch", "tol", "gain", "dt", "depth", "epsilon", "lambda_max"), 0.1),
    **dict.fromkeys(("s", "x", "y", "z", "t", "duration", "blend", "jerk", "period", "focal"), 0.4),
    **dict.fromkeys(("width", "height", "stiffness", "damping", "motor_inertia"), 1.0),
    **dict.fromkeys(("alpha", "theta", "offset", "mass", "gear", "viscous", "rate", "effort"), 0.1),
    **dict.fromkeys(("velocity", "acceleration", "distance"), 2.0),
    **dict.fromkeys(("friction", "motor", "limits", "active", "shortest"), True),
    "a": [0, 0, 1.0],
    "pixels": [[1, 2.0]] * 3,
    "wanted": [[1, 2.0]] * 3,
    "points": [[0, 0, 9.0]],
    "J": np.eye(6),
    "camera": control.Camera(),
}
# Where a name means something else.
OTHER: dict[Callable[..., Any], dict[str, Any]] = {
    transforms.transform_wrench: {"w": W},
    robots.series: {"a": ARM, "b": ARM},
    robots.without_friction: {"viscous": False},
    robots.perturb: {"p": 0.1, "rng": 3},
    robots.describe: {"thing": ARM},
    robots.link_transform: {"joint": ARM.joints[0], "q": 0.1},
    ikine: {"T": kinematics.fkine(ARM, Q), "mask": W, "tolerance": 1e-6, "starts": 1},
    ikine_config: {"robot": PUMA, "T": kinematics.fkine(PUMA, W / 10)},
    kinematics.fkine_derivative: {"i": 1},
    kinematics.jacobian: {"frame": "tool", "link": 1},
    kinematics.jacobian_dot: {"frame": 1, "link": 1},
    kinematics.velocity: {"link": 1},
    kinematics.hessian: {"link": 1},
    kinematics.damped_inverse: {"rule": "roboop"},
    kinematics.manipulability: {"measure": "asada"},
    dynamics.simulate_torques: {"torques": TABLE, "wrenches": np.ones((2, 6)), "substeps": 1},
    dynamics.fdyn: {"t": [0, 0.01], "torque": Q},
    trajectory.jtraj: {"t": [0, 0.5]},
    trajectory.ctraj: {"s": [0, 0.5]},
    trajectory.screw_trajectory: {"s": 3},
    trajectory.joint_line: {"s": [0, 0.5]},
    trajectory.spline: {"points": TABLE, "times": [0, 1], "t": [0.5]},
    trajectory.duration: {"scaling": "cubic"},
    trajectory.peaks: {"scaling": "cubic"},
    slerp: {"q0": Quaternion(1, 0, 0, 0), "q1": Quaternion(0, 1, 0, 0)},
    control.follow: {"times": [0, 1], "q": TABLE, "qd": TABLE, "qdd": TABLE},
    Robot.from_dh: {"a": Q, "kind": "RRP", "limits": [[-1, 1]] * 3, "locked": [0, 1, 0],
        "home": Q, "com": [Q] * 3, "inertia": [np.eye(3)] * 3, "coulomb": [[1, -1]] * 3,
        "d": 0.1, "convention": "modified", "name": "arm"},
    Robot.from_screws: {"screws": np.eye(6)[:, :3], "link_frames": [np.eye(4)] * 3 + [X],
        "inertias": [np.eye(6)] * 3, "frame": "space", "limits": [[-1, 1]] * 3, "locked": 0,
        "home": Q, "coulomb": [[1, -1]] * 3, "name": "arm"},
    Robot.from_dyn: {"matrix": np.ones((2, 20)), "convention": "standard", "name": "arm"},
    Robot.from_roboop: {"initrobot": np.zeros((2, 19)), "initmotor": np.zeros((2, 4)),
        "convention": "standard", "name": "arm"},
    Robot.from_roboop_file: {"text": "[a]\ndof: 1\n[a_LINK1]\na: 1", "section": "a",
        "convention": "standard"},
    Joint: {"a": 0.1, "d": 0.1, "kind": "revolute", "limits": (-1, 1), "locked": False,
        "convention": "standard", "inertia": Inertia(), "motor": Motor(), "name": "waist"},
    Inertia: {"com": Q, "moments": W},
    Motor: {"inertia": 0.1, "coulomb": (1, -1)},
    control.RobotPlant: {"wrench": lambda _: W},
    control.MotorPD: {"kp": 1.0, "kd": 1.0},
}  # fmt: skip
ROOMS = (transforms, quaternions, twists, robots, kinematics, inverse, dynamics, trajectory)
METHODS = [
    *(Robot.from_dh, Robot.from_screws, Robot.from_dyn, Robot.from_roboop, Robot.from_roboop_file),
    *(Quaternion.from_rotation, Quaternion.from_axis_angle, Quaternion, Joint, Inertia, Motor),
    *(control.computed_torque, control.pd_gravity, control.resolved_rate, control.visual_servo),
    *(control.follow, control.Camera, control.RobotPlant, control.RatePlant, control.FlexiblePlant),
    *(control.ComputedTorque, control.GravityPD, control.TorqueFeedforward, control.MotorPD),
    *(control.ResolvedRate, control.Camera().project, control.Camera().view),
    control.Camera().image_jacobian,
]
FUNCTIONS = [
    *(getattr(room, name) for room in ROOMS for name in room.__all__),
    *METHODS,
]
# They answer False for whatever is no rotation or pose.
ANSWER_ALL = {transforms.is_rotation, transforms.is_pose}
CALLS = {
    f.__qualname__: f
    for f in FUNCTIONS
    if (inspect.isroutine(f) or f in METHODS) and f not in ANSWER_ALL
}  # the classes of results are made by the engine alone
BAD = {"text": "zzz", "NaN": np.nan, "object": object(), "complex": 1j, "ragged": [[1, 2], [3]]}
# A name may be any text.
TAKEN = {("name", "text")}


def arguments(call: Callable[..., Any]) -> dict[str, Any]:
    known = {**GOOD, **OTHER.get(call, {})}
    return {name: known[name] for name in inspect.signature(call).parameters if name in known}


@pytest.mark.parametrize("name", CALLS)
def test_good_arguments_are_taken(name: str) -> None:
    CALLS[name](**arguments(CALLS[name]))


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("name", CALLS)
def test_bad_arguments_are_named(name: str, kind: str) -> None:
    call = CALLS[name]
    good = arguments(call)
    for argument in good:
        if (argument, kind) in TAKEN:
            continue
        with pytest.raises(ArgumentError, match=rf"\b{argument}\b"):
            call(**{**good, argument: BAD[kind]})


@pytest.mark.parametrize("name", CALLS)
def test_numbers_inside_have_to_be_finite(name: str) -> None:
    call = CALLS[name]
    good = arguments(call)
    for argument, value in good.items():
        if isinstance(value, np.ndarray):
            spoiled = value.astype(float)
            spoiled.flat[-1] = np.nan
            with pytest.raises(ArgumentError, match=rf"\b{argument}\b"):
                call(**{**good, argument: spoiled})


@pytest.mark.parametrize(
    ("argument", "call"),
    [
        ("o", lambda: transforms.from_oa(np.eye(3)[:2], np.eye(3))),
        ("R", lambda: transforms.pose(np.stack([np.eye(3)] * 2), np.eye(3))),
        ("s", lambda: transforms.interpolate(np.stack([X] * 2), X, [0.1, 0.2, 0.3])),
        ("T0", lambda: transforms.delta(np.stack([X] * 2), np.stack([X] * 3))),
        ("w", lambda: transforms.transform_wrench(np.stack([X] * 2), np.ones((3, 6)))),
        ("angle", lambda: transforms.rotation(np.eye(3), [0.1, 0.2])),
        ("s", lambda: trajectory.ctraj(X, X, 50.0)),
        ("s", lambda: trajectory.joint_line(Q, Q, [-0.1])),
        ("locked", lambda: Robot.from_dh([1, 1], 0, 0, 0, locked=[0, 0.5])),
        ("a", lambda: Robot.from_dh([1], [1, 1], [1, 1], [1, 1])),
        ("friction", lambda: dynamics.rne(ARM, Q, Q, Q, friction="all")),
        ("viscous", lambda: robots.without_friction(ARM, "all")),
        ("eint", lambda: control.computed_torque(ARM, Q, Q, Q, Q, Q, 1, 1, 1, [1, 2])),
    ],
)
def test_what_does_not_fit_together_is_named(argument: str, call: Any) -> None:
    with pytest.raises(ArgumentError, match=rf"\b{argument}\b"):
        call()


def test_one_direction_serves_a_batch() -> None:
    turns = transforms.from_oa([[0, 1, 0], [1, 0, 0]], [0, 0, 1])
    np.testing.assert_allclose(turns[0], np.eye(3))
    np.testing.assert_allclose(turns[1], transforms.rotz(-np.pi / 2), atol=1e-15)
