"""``rvs simulate``: a robot is let go, or driven by a control law, and what comes of it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

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
from rvs.commands.pictures import placed_robot
from rvs.commands.robots import add_payload
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.files.robots.arch import Architecture
from rvs.model.document import Document, PlacedRobot
from rvs.model.numbers.quantities import metres_per
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.scripting.simulations import peak_torque, simulated, write_rows
from rvs.scripting.subjects import with_cube
from rvs.study.simulate.laws import LAWS
from rvs.study.simulate.plant import SPRING_DAMPING, Springs
from rvs.study.simulate.references import Wanted, along, step
from rvs.study.simulate.run import (
    CONTACT,
    DURATION,
    ENDS,
    LAW,
    LIMITS,
    REST,
    SEED,
    STOPS,
    Outcome,
    Push,
    Run,
    usual_duration,
)

HELP = "let a robot go, or drive it by a control law, and write the run as a trajectory"
# What ends a run, as words: all by default, ``NEVER`` none of them.
NEVER = "never"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    parser.add_argument(
        "--law", choices=tuple(LAWS), default=LAW,
        help="what drives it; none, which lets it go, if left out",
    )  # fmt: skip
    goal = parser.add_mutually_exclusive_group()
    goal.add_argument("--motion", metavar="NAME", help="trajectory or path that the law follows")
    goal.add_argument(
        "--step", type=numbers, metavar='"V1 V2 …"', help="posture that is wanted from --at on"
    )
    parser.add_argument("--at", type=float, default=0.0, metavar="S", help="when --step comes: 0")
    add_posture(parser, "posture at the start, as for fk; that of the motion, or as the file says")
    parser.add_argument(
        "--speed", type=numbers, metavar='"V1 V2 …"', help="joint velocities at the start, a second"
    )
    parser.add_argument(
        "--duration", type=float, metavar="S",
        help=f"as long as the motion and {REST:g} s more, or {DURATION:g} s, if left out",
    )  # fmt: skip
    parser.add_argument(
        "--gain", type=_gain, action="append", default=[], metavar='"KEY=V …"',
        help="a gain of the law, one number or one for each joint, in SI units; as often as wanted",
    )  # fmt: skip
    parser.add_argument(
        "--rate",
        type=float,
        metavar="HZ",
        help="samples a second: 500, or 200 rows of one that is let go",
    )
    parser.add_argument("--no-friction", dest="friction", action="store_false", help="no friction")
    parser.add_argument(
        "--effort-limits", action="store_true", help="torques end at the limits of the motors"
    )
    parser.add_argument("--delay", type=float, default=0.0, metavar="S", help="of the loop: 0")
    parser.add_argument(
        "--push", type=numbers, metavar='"X Y Z"', help="force at the tool in N, axes of the world"
    )
    parser.add_argument(
        "--push-time", type=numbers, metavar='"FROM TO"', help="when it pushes, in s; always"
    )
    parser.add_argument(
        "--model-error", type=float, default=0.0, metavar="PART",
        help="masses of the law's model are off by up to this part, 0.1 say",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=SEED, help=f"which of the wrong models: {SEED}")
    parser.add_argument(
        "--stiffness", type=numbers, metavar='"K …"', help="springs in the drives, N m/rad or N/m"
    )
    parser.add_argument(
        "--damping",
        type=numbers,
        metavar='"D …"',
        help=f"of the springs, N m s/rad or N s/m: {SPRING_DAMPING:g} s times their stiffness",
    )
    add_payload(parser)
    parser.add_argument("--lock", type=numbers, metavar='"N …"', help="joints that are held")
    parser.add_argument(
        "--stop", choices=(*ENDS, NEVER), action="append", metavar="WHERE",
        help="end where a joint reaches a limit (limits), where links touch each other or the "
        f"floor (contact), or never before the time is over ({NEVER}); {' and '.join(STOPS)} if "
        "left out",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, metavar="RUN.jtraj", help="write the motion")
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Simulate, write the motion if it is wanted, and say what happened."""
    architecture, bare = placed_robot(options.robot, None, options.choices)
    placed = with_cube(bare, options.payload, "--payload")
    asked = _asked(options, architecture, placed)
    found = simulated(placed, asked)
    outcome, counts = found.outcome, found.counted
    if options.output is not None:
        write_rows(options.output, outcome, architecture)
    if options.json:
        print_json({**_facts(architecture, asked, outcome), "counted": counts.facts})
    else:
        _print(architecture, asked, outcome)
        print(counts.words)
    if options.output is not None and not options.json:
        print_written(options.output, f"{len(outcome.t)} rows")
    return 0


def _asked(options: argparse.Namespace, architecture: Architecture, placed: PlacedRobot) -> Run:
    from rvs.collision.simulating import Wish, run_of

    robot = placed.robot
    metres = metres_per(architecture.unit)
    start, wanted, duration = _goal(options, architecture, robot, metres)
    stops = STOPS if options.stop is None else options.stop
    wish = Wish(
        options.law,
        {key: value[0] if len(value) == 1 else value for key, value in options.gain},
        duration if options.duration is None else options.duration,
        start,
        wanted,
        speed=None if options.speed is None else _row("--speed", robot, options.speed, metres),
        friction=options.friction,
        limited=options.effort_limits,
        ends_at_limits=LIMITS in stops,
        ends_in_contact=CONTACT in stops,
        locked=_locked(robot, options.lock),
        delay=options.delay,
        model_error=options.model_error,
        springs=_springs(options),
        push=_push(options),
        rate=options.rate,
        seed=options.seed,
    )
    document = Document((placed,))
    postures = MappingProxyType({placed.id: tuple(start.tolist())})
    return run_of(State(document, postures, View(mode="full")), placed, wish)


def _goal(
    options: argparse.Namespace, architecture: Architecture, robot: Robot, metres: float
) -> tuple[Array, Wanted | None, float]:
    """Posture at the start, what the law follows, and how long that usually takes."""
    given = None if options.q is None else posture(robot, options.q, metres)
    if options.motion is not None:
        name = robot.name or "robot"
        rows = rows_of(read_motion(options.motion, architecture, name), name)
        table = rows.rows.array
        start = table[0] if given is None else given
        return start, along(rows.times.array, table), usual_duration(rows.duration)
    start = robot.home if given is None else given
    if options.step is None:
        return start, None, usual_duration(None)
    goal = _row("--step", robot, options.step, metres)
    return start, step(start, goal, options.at), usual_duration(None)


def _row(option: str, robot: Robot, values: Sequence[float], metres: float) -> Array:
    if len(values) != robot.n:
        raise ArgumentError(
            f"{option}: {robot.name} has {robot.n} joints, got {len(values)} values"
        )
    return posture(robot, values, metres)


def _locked(robot: Robot, joints: Sequence[float] | None) -> frozenset[int]:
    if not all(number in range(1, robot.n + 1) for number in joints or ()):
        raise ArgumentError(f"--lock: expected numbers of joints, 1 to {robot.n}")
    return frozenset(int(number) - 1 for number in joints or ())


def _push(options: argparse.Namespace) -> Push | None:
    if options.push is None:
        return None
    if len(options.push) != 3:
        raise ArgumentError(f"--push: expected 3 numbers, got {len(options.push)}")
    times = options.push_time or (0.0, float("inf"))
    if len(times) != 2 or not times[0] < times[1]:
        raise ArgumentError("--push-time: expected two times, the first one first")
    return Push(tuple(options.push), *times)


def _springs(options: argparse.Namespace) -> Springs | None:
    if options.stiffness is None:
        if options.damping is not None:
            raise ArgumentError("--damping: it belongs to --stiffness")
        return None
    damping = None if options.damping is None else _one_or_all(options.damping)
    return Springs(_one_or_all(options.stiffness), damping)


def _one_or_all(values: Sequence[float]) -> ArrayLike:
    return values[0] if len(values) == 1 else values


def _gain(text: str) -> tuple[str, tuple[float, ...]]:
    key, equals, values = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected KEY=NUMBERS, got {text!r}")
    return key.strip(), numbers(values)


def _facts(architecture: Architecture, asked: Run, outcome: Outcome) -> dict[str, Any]:
    scales = _scales(architecture)
    rms = outcome.error_rms
    return {
        "robot": architecture.robot.name,
        "law": asked.law,
        "gains": {key: value.tolist() for key, value in asked.numbers.items()},
        "duration": float(outcome.t[-1]),
        "rate": asked.samples,
        "stopped": outcome.stopped or None,
        "energy_drift": outcome.energy_drift,
        "error_rms": None if rms is None else (rms / scales).tolist(),
        "peak_torque": peak_torque(outcome).tolist(),
        "at_effort_limit": outcome.clipped.tolist(),
        "q": (outcome.q[-1] / scales).tolist(),
        "unit": architecture.unit,
    }


def _print(architecture: Architecture, asked: Run, outcome: Outcome) -> None:
    law = LAWS[asked.law]
    print(f"{law.words}, {outcome.t[-1]:.3g} s in {len(outcome.t)} rows")
    if outcome.stopped:
        print(outcome.stopped)
    print(f"energy drift {outcome.energy_drift:.1e} of the energy that moved")
    rms, peaks = outcome.error_rms, peak_torque(outcome)
    rows = [["joint", "at the end", "error, rms", "peak torque"]]
    scales = _scales(architecture)
    for i, joint in enumerate(architecture.robot.joints):
        unit = "°" if joint.turns else f" {architecture.unit}"
        error = "" if rms is None else f"{rms[i] / scales[i]:.3g}{unit}"
        pull = f"{peaks[i]:.4g} {'N m' if joint.turns else 'N'}" if law.driven else ""
        end = f"{outcome.q[-1, i] / scales[i]:.4g}{unit}"
        rows.append([joint_names(architecture.robot)[i], end, error, pull])
    print_table(rows)


def _scales(architecture: Architecture) -> Array:
    metres = metres_per(architecture.unit)
    return np.array([np.radians(1.0) if j.turns else metres for j in architecture.robot.joints])
