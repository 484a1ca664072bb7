"""Programs for people to read: a table of poses, and a text that no controller runs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from rvs.engine.kinematics import fkine
from rvs.engine.rotations import to_rpy
from rvs.files.storage.atomic import write_text
from rvs.files.text.letters import csv_cell
from rvs.model.document import PlacedRobot, title
from rvs.model.motions.rates import on_paper
from rvs.model.motions.recording import GENTLE
from rvs.model.numbers.quantities import joint_symbol, joint_unit, short_number, shown_short
from rvs.model.numbers.units import UNITS
from rvs.model.programs.program import FINGERS, Program, Step, field_text
from rvs.model.programs.run import ProgramRun, run_program

TABLE = ".csv"
DECIMALS = 6
MOVES = {"joints": "joints", "line": "straight", "arc": "arc", "circle": "circle"}
HEAD = (
    "{name}: program of {robot}, {count} steps, {cycle} s\nLengths in {unit}, angles "
    "in degrees. Poses are those of the tool, relative to the base of the\nrobot: x, "
    "y, z, then roll about x, pitch about y, yaw about z (R = Rz Ry Rx).\nThis "
    "describes what the robot does. It is not a program for a controller: RVS "
    "writes neither KRL,\nRAPID, VAL, URScript nor G-code.\n"
)


def write_program(path: Path, program: Program, placed: PlacedRobot) -> Path:
    """Write a program in the format of its suffix, atomically: a table for ``.csv``, else a text.

    Raises:
        ArgumentError: A program without steps.
        OSError: The file can't be written.
    """
    table = path.suffix.lower() == TABLE
    write_text(path, program_csv(program, placed) if table else program_text(program, placed))
    return path


def program_csv(program: Program, placed: PlacedRobot) -> str:
    """Return a row for each step: move, pose of the tool, joint values, in the robot's units.

    Arguments and errors as for ``write_program``.
    """
    run, length = run_program(placed.robot, program, GENTLE), UNITS[placed.unit]
    units = [joint_unit(joint, "deg", placed.unit) for joint in placed.robot.joints]
    symbols = [joint_symbol(joint, k) for k, joint in enumerate(placed.robot.joints)]
    axes = [f"{axis} ({length.symbol})" for axis in "xyz"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ["step", "name", "move", "speed", "speed unit", f"blend ({length.symbol})", "wait (s)"]
        + ["action", f"opening ({length.symbol})", "reached (s)"]
        + [*axes, "roll (°)", "pitch (°)", "yaw (°)"]
        + [f"{symbol} ({unit.symbol})" for symbol, unit in zip(symbols, units, strict=True)]
        + [f"via ({length.symbol})", "note"]
    )
    for k, step in enumerate(program.steps):
        speed, speed_unit = _speed(step, placed)
        via = " ".join(repr(x / length.factor) for x in step.via)
        values = [q / unit.factor for q, unit in zip(step.q, units, strict=True)]
        writer.writerow(
            [k + 1, csv_cell(step.name), MOVES[step.by] if k else "start", speed, speed_unit]
            + [repr(step.blend / length.factor), repr(step.wait), step.action]
            + ["" if step.opening is None else repr(step.opening / length.factor), _reached(run, k)]
            + [repr(x) for x in (*_pose(step, placed), *values)]
            + [csv_cell(via), csv_cell(step.note)]
        )
    return text.getvalue()


def program_text(program: Program, placed: PlacedRobot) -> str:
    """Return the actions of a robot, step by step, in plain words.

    Arguments and errors as for ``write_program``.
    """
    run = run_program(placed.robot, program, GENTLE)
    head = HEAD.format(
        name=program.name, robot=title(placed), count=len(program.steps),
        cycle=short_number(run.cycle, 2), unit=placed.unit,
    )  # fmt: skip
    steps = (
        "\n".join(_said(k, step, placed, _reached(run, k))) for k, step in enumerate(program.steps)
    )
    found = [f"! {one.start:.2f} s: {one.words}" for one in run.findings]
    return "\n".join([head, *steps, *found, *on_paper(run.trajectory.assumed), ""])


def _said(index: int, step: Step, placed: PlacedRobot, reached: str) -> Iterator[str]:
    """Yield the lines of one step."""
    speed, unit = _speed(step, placed)
    way = f"{MOVES[step.by]}, {speed} {unit}" if index else "starts here"
    name = f" “{step.name}”" if step.name else ""
    at = f", reached at {float(reached):.2f} s" if reached else ", not reached"
    yield f"{index + 1:3d}{name}  {way}{at if index else ''}"
    if step.note:
        yield f"      # {step.note}"
    length = UNITS[placed.unit]
    for point in step.points:
        numbers = ", ".join(short_number(x / length.factor, DECIMALS) for x in point)
        yield f"      through {numbers}"
    pose = ", ".join(short_number(x, DECIMALS) for x in _pose(step, placed))
    yield f"      tool    {pose}"
    units = (joint_unit(joint, "deg", placed.unit) for joint in placed.robot.joints)
    values = (short_number(q / u.factor, DECIMALS) for q, u in zip(step.q, units, strict=True))
    yield f"      joints  {', '.join(values)}"
    if step.blend:
        yield f"      rounds the corner from {shown_short(step.blend, length)} before it"
    if step.action:
        yield f"      {'grips' if step.action == 'take' else 'releases'} the payload"
    if step.opening is not None:
        yield f"      opens the gripper to {field_text(step, 'opening', FINGERS)}"
    if step.wait:
        yield f"      waits {short_number(step.wait, 3)} s"


def _speed(step: Step, placed: PlacedRobot) -> tuple[str, str]:
    """Return a number and its unit."""
    if step.by == "joints":
        return short_number(100.0 * step.speed, 3), "% of the joint speeds"
    length = UNITS[placed.unit]
    return short_number(step.speed / length.factor, DECIMALS), f"{length.symbol}/s"


def _pose(step: Step, placed: PlacedRobot) -> tuple[float, ...]:
    """Return coordinates and angles of the tool, in the robot's unit and degrees."""
    T = fkine(placed.robot, step.q)
    places = T[:3, 3] / UNITS[placed.unit].factor
    # the engine has the turn about z first
    return (*places.tolist(), *np.degrees(to_rpy(T[:3, :3]))[::-1].tolist())


def _reached(run: ProgramRun, index: int) -> str:
    return repr(run.arrivals[index]) if index < len(run.arrivals) else ""
