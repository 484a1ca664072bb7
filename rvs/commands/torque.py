"""``rvs torque``: what a posture or a motion asks of the drives."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rvs.bodies.counted import Counted
from rvs.bodies.dynamic import counted_of, weighed_robot
from rvs.commands.arguments import (
    add_posture,
    joint_names,
    numbers,
    posture,
    print_json,
    print_table,
    print_written,
)
from rvs.commands.motions import read_motion, rows_of
from rvs.commands.robots import add_payload, carrying
from rvs.engine.arrays import Array
from rvs.engine.dynamics import reactions
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.files.library import load_and_tell
from rvs.files.motions.jtraj import JointRows, save_jtraj
from rvs.files.robots.arch import Architecture
from rvs.model.motions.course import How, course
from rvs.model.motions.loads import load_along
from rvs.model.motions.motion import JointTrajectory
from rvs.model.numbers.quantities import metres_per
from rvs.scripting.torques import Torques, paced
from rvs.study.drives import (
    PARTS,
    Load,
    Slowing,
    largest_payload,
    load_of,
    push,
    worst_posture,
)

# Torques are sums of many products; what is left of 0 is far below this, in N m and N.
ROUNDING = 1e-9
# Where velocities and accelerations come from.
RATES: dict[How, str] = {
    "formula": "its rates are known",
    "differences": "rates by differences of its rows",
}
# A limit that is met to this part is kept.
SLACK = 1e-6
HELP = "torques of a posture or along a motion, drives that are too weak, the pace they allow"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    add_posture(parser)
    for name, words in (("qd", "velocities"), ("qdd", "accelerations")):
        parser.add_argument(
            f"--{name}", type=numbers, metavar='"V1 V2 …"',
            help=f"joint {words} there, in the same units and s; 0 if left out",
        )  # fmt: skip
    parser.add_argument(
        "--motion", metavar="NAME", help="a trajectory or path instead of a posture"
    )
    add_payload(parser)
    parser.add_argument(
        "--force", type=numbers, metavar='"FX FY FZ"',
        help="what pushes on the tool point, in N along the axes of the world; three moments in "
        "N m may follow",
    )  # fmt: skip
    parser.add_argument(
        "--worst", action="store_true",
        help="the posture within the limits in which holding asks the most of a joint",
    )  # fmt: skip
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument(
        "--fastest", action="store_true",
        help="the motion in the least time along the same way that rates, accelerations and "
        "efforts allow",
    )  # fmt: skip
    pace.add_argument(
        "--slower", type=float, metavar="FACTOR",
        help="the motion taking so many times as long; 0 for the least factor that keeps all "
        "limits",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, metavar="OUT.jtraj",
        help="write the motion at its new pace as rows of joint values",
    )  # fmt: skip
    parser.add_argument(
        "--json", action="store_true",
        help="answer in JSON: N m, N, W, J, s; speeds in rad and m; postures in ° and m",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Print what was asked for."""
    architecture = load_and_tell(options.robot, options.choices)
    placed = carrying(architecture, options.payload)
    robot, counts = weighed_robot(placed), counted_of(placed)
    if options.motion is None:
        _alone(options, "a posture; --motion goes with it", "fastest", "slower", "output")
    else:
        _alone(options, "--motion", "q", "qd", "qdd", "worst")
        return _along(robot, counts, architecture, options)
    if options.worst:
        _alone(options, "--worst", "q", "qd", "qdd", "force")
        return _worst(robot, counts, options)
    return _here(robot, counts, metres_per(architecture.unit), options)


def _alone(options: argparse.Namespace, name: str, *others: str) -> None:
    for other in others:
        if getattr(options, other):
            raise ArgumentError(f"--{other}: has no place beside {name}")


def _here(robot: Robot, counts: Counted, metres: float, options: argparse.Namespace) -> int:
    q = posture(robot, options.q, metres)
    rest = np.zeros(robot.n)
    qd, qdd = (
        rest if given is None else posture(robot, given, metres, name)
        for given, name in ((options.qd, "qd"), (options.qdd, "qdd"))
    )
    load = load_of(robot, [0.0], q[None], qd[None], qdd[None], options.force)
    payload = largest_payload(robot, q)
    wrench = None if options.force is None else push(robot, q, options.force)
    joints = reactions(robot, q, qd, qdd, wrench=wrench)
    if options.json:
        print_json({
            "torque": load.torques[0].tolist(),
            "gravity": load.parts["gravity"][0].tolist(),
            "peak": load.peaks.tolist(),
            "rms": load.rms.tolist(),
            "parts": {key: part[0].tolist() for key, part in load.parts.items()},
            "effort": _efforts(robot),
            "reactions": {"force": joints.force.tolist(), "moment": joints.moment.tolist()},
            "largest_payload": _finite(payload.mass),
            "counted": counts.facts,
        })  # fmt: skip
        return 0
    print(f"{robot.name}: what the joints give")
    rows: list[Sequence[str]] = [("joint", "torque", "effort", "use", *_named(load))]
    for i, name in enumerate(joint_names(robot)):
        effort = robot.joints[i].effort
        rows.append((
            name, _torque(robot, i, load.torques[0, i]), *_share(robot, i, load.peaks[i], effort),
            *(_number(load.parts[key][0, i]) for key in _parts(load)),
        ))  # fmt: skip
    print_table(rows)
    if math.isfinite(payload.mass):
        print(f"largest payload at the tool here {payload.mass:.4g} kg{_bound(robot, payload)}")
    print(counts.words)
    return 0


def _along(
    robot: Robot, counts: Counted, architecture: Architecture, options: argparse.Namespace
) -> int:
    name = robot.name or "robot"
    rows = rows_of(read_motion(options.motion, architecture, name), name)
    force = None if options.force is None else tuple(options.force)
    rows = paced(robot, rows, force, options.slower, options.fastest)
    if options.output is not None:
        _write(rows, architecture, options)
    told = Torques(robot, counts, load_along(robot, rows, force), rows, force, options.motion)
    load, found, slower, needs = told.load, told.beyond, told.slower, told.needs
    how = course(rows, name).how
    if options.json:
        print_json({
            "times": load.times.tolist(),
            "rates": how,
            "torque": load.torques.tolist(),
            "gravity": load.parts["gravity"].tolist(),
            "peak": load.peaks.tolist(),
            "rms": load.rms.tolist(),
            "parts": {key: part.tolist() for key, part in load.parts.items()},
            "effort": _efforts(robot),
            "speed": [need.speed for need in needs],
            "power": [need.power for need in needs],
            "braking": [need.braking for need in needs],
            "peak_power": [need.peak_power for need in needs],
            "mean_power": [need.mean_power for need in needs],
            "energy": [need.energy for need in needs],
            "beyond": [
                {"joint": one.joint + 1, "start": one.start, "end": one.end, "worst": one.worst,
                 "effort": one.limit}
                for one in found
            ],
            "slower": _finite(slower.factor),
            "counted": counts.facts,
        })  # fmt: skip
        return 0
    print(f"{robot.name}, {options.motion}: {load.times[-1]:.4g} s, {RATES[how]}")
    table: list[Sequence[str]] = [
        ("joint", "peak", "effort", "use", "rms", "speed", "peak power", "mean power",
         "motor peak", "motor rms", "motor speed"),
    ]  # fmt: skip
    for i, (words, need) in enumerate(zip(joint_names(robot), needs, strict=True)):
        turns = robot.joints[i].turns
        table.append((
            words, _torque(robot, i, need.peak), *_share(robot, i, need.peak, need.effort),
            _torque(robot, i, need.rms), _speed(need.speed, turns),
            f"{need.peak_power:.4g} W", f"{need.mean_power:.4g} W",
            _torque(robot, i, need.motor_peak), _torque(robot, i, need.motor_rms),
            f"{need.motor_speed * 30 / math.pi:.4g} rpm" if turns
            else f"{need.motor_speed:.4g} m/s",
        ))  # fmt: skip
    print_table(table)
    for one in found:
        print(
            f"joint {one.joint + 1} needs {_torque(robot, one.joint, one.worst)} from "
            f"{one.start:.3g} to {one.end:.3g} s, more than its "
            f"{_torque(robot, one.joint, abs(one.limit))}"
        )
    print(advice(robot, load, slower))
    print(counts.words)
    return 0


def _write(rows: JointTrajectory, architecture: Architecture, options: argparse.Namespace) -> None:
    if rows.dt is None:
        raise ArgumentError("-o: the rows of the motion do not follow each other evenly")
    made = JointRows.of(rows, architecture.name, architecture.unit)
    save_jtraj(options.output, made, architecture)
    if not options.json:
        print_written(options.output, f"{rows.duration:.4g} s")


def _worst(robot: Robot, counts: Counted, options: argparse.Namespace) -> int:
    worst = worst_posture(robot)
    if options.json:
        print_json({
            "q": _shown(robot, worst.q),
            "torque": worst.torques.tolist(),
            "joint": worst.joint + 1,
            "share": worst.share or None,
            "largest": worst.largest.tolist(),
            "postures": [_shown(robot, q) for q in worst.postures],
            "effort": _efforts(robot),
            "counted": counts.facts,
        })  # fmt: skip
        return 0
    carries = f" with {options.payload:g} kg" if options.payload else ""
    print(f"{robot.name}{carries}: the most that holding a posture asks of each joint")
    rows: list[Sequence[str]] = [("joint", "torque", "effort", "use", "at")]
    for i, name in enumerate(joint_names(robot)):
        at = " ".join(f"{value:.4g}" for value in np.round(_shown(robot, worst.postures[i]), 4))
        share = _share(robot, i, worst.largest[i], robot.joints[i].effort)
        rows.append((name, _torque(robot, i, worst.largest[i]), *share, at))
    print_table(rows)
    words = f"{worst.share:.0%} of its effort" if worst.share else "the most of all"
    print(f"worst is the posture of joint {worst.joint + 1}: {words}")
    print(counts.words)
    return 0


def advice(robot: Robot, load: Load, slower: Slowing) -> str:
    """Return in a sentence what pace the drives allow."""
    if slower.joint is None or slower.factor <= 1.0 + SLACK:
        known = any(math.isfinite(joint.effort) for joint in robot.joints)
        return "all limits are kept" if known else "no effort is known that could be broken"
    joint, row = slower.joint, slower.row or 0
    when = f"at {load.times[row]:.3g} s"
    if math.isinf(slower.factor):
        held = load.torques[row, joint] - sum(
            load.parts[key][row, joint] for key in ("inertia", "coriolis", "rotor")
        )
        return (
            f"slower does not help: {when} joint {joint + 1} needs {_torque(robot, joint, held)} "
            "against gravity, friction and the force at the tool alone, more than its "
            f"{_torque(robot, joint, robot.joints[joint].effort)}"
        )
    limit = "effort" if slower.limit == "torque" else slower.limit
    return (
        f"{slower.factor:.4g} times as slow keeps all limits; "
        f"the {limit} of joint {joint + 1} {when} asks for it"
    )


def _parts(load: Load) -> list[str]:
    """The parts of a torque that are not 0 for every joint."""
    return [key for key, part in load.parts.items() if np.any(part)]


def _named(load: Load) -> list[str]:
    return [PARTS[key] for key in _parts(load)]


def _torque(robot: Robot, joint: int, value: float) -> str:
    return f"{_number(value)} {'N m' if robot.joints[joint].turns else 'N'}"


def _number(value: float) -> str:
    """A torque with four digits; what is less than rounding leaves is 0."""
    return f"{value:.4g}" if abs(value) > ROUNDING else "0"


def _speed(value: float, turns: bool) -> str:
    return f"{math.degrees(value):.4g}°/s" if turns else f"{value:.4g} m/s"


def _share(robot: Robot, joint: int, value: float, effort: float) -> tuple[str, str]:
    if math.isinf(effort):
        return "–", "–"
    return _torque(robot, joint, effort), f"{value / effort:.0%}"


def _bound(robot: Robot, payload: Any) -> str:
    return f", bounded by joint {payload.joint + 1} of {robot.n}"


def _efforts(robot: Robot) -> list[float | None]:
    return [_finite(joint.effort) for joint in robot.joints]


def _finite(value: float) -> float | None:
    """A number as JSON knows it: null where it is infinite."""
    return value if math.isfinite(value) else None


def _shown(robot: Robot, q: Array) -> list[float]:
    """A posture in degrees and metres."""
    return [
        math.degrees(value) if joint.turns else value
        for value, joint in zip(q.tolist(), robot.joints, strict=True)
    ]
