"""The body file with the full model of a robot, and its check against the robot."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from rvs.engine.robot import Robot
from rvs.files.bodies.body import BodyFile, link_blocks, read_body
from rvs.files.bodies.parts import PART, named_blocks
from rvs.files.library import SUFFIXES, files_of
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.robots.readers import read_robot_file
from rvs.files.text.errors import FileErrors
from rvs.files.text.findings import findings_of
from rvs.files.text.source import Source
from rvs.files.text.syntax import parse
from rvs.model.body.fit import fit
from rvs.model.body.values import Body
from rvs.model.robots.body_parameters import bound
from rvs.model.robots.imported import USUAL, Choices

log = logging.getLogger(__name__)

ARCH, LINKS = "arch", "links"


def model_path(architecture: Architecture) -> Path | None:
    """Return the body file of a robot whose file requires a full model, or None.

    It has the robot's name and is in the folder ``links`` next to the robot's folder ``arch``, in
    the robot's own folder, or in the library.
    """
    if architecture.geomtype != "full" or not architecture.name:
        return None
    name = architecture.name + SUFFIXES[LINKS]
    if architecture.path is not None:
        folder = architecture.path.parent
        beside = [folder.parent / LINKS / name] if folder.name == ARCH else []
        for path in (*beside, folder / name):
            if path.is_file():
                return path
    return files_of(LINKS).get(architecture.name)


def model_target(robot_file: Path) -> Path:
    """Return the location to which the full model of a robot's file is written."""
    name = robot_file.stem + SUFFIXES[LINKS]
    folder = robot_file.parent
    return folder.parent / LINKS / name if folder.name == ARCH else folder / name


def usable_model(architecture: Architecture) -> Body | None:
    """Return the body of a robot's full model, or None if none can be read.

    If it can't be read, the automatic body replaces it and a message reports this.
    """
    body, fault = model_and_fault(architecture)
    if fault:
        log.warning("%s", fault)
    return body


def model_and_fault(architecture: Architecture) -> tuple[Body | None, str]:
    """Return the body of a robot's full model, if any, and the reason for a substitute."""
    try:
        body = full_model(architecture)
    except FileErrors as error:
        said = error.errors[0]
        return None, f"the full model can't be read, so RVS uses the automatic body: {said}"
    reason = "" if body is None else fit(body, architecture.robot).reason
    fault = reason and f"the full model does not fit, so RVS uses the automatic body: {reason}"
    return body, fault


def read_model(architecture: Architecture) -> BodyFile | None:
    """Return the full model of a robot whose file requires one, or None.

    Raises:
        FileErrors: Everything that is wrong with its file.
    """
    path = model_path(architecture)
    return None if path is None else read_body(path)


def full_model(architecture: Architecture) -> Body | None:
    """Return the body of the full model of a robot whose file requires one, or None.

    Raises:
        FileErrors: Everything that is wrong with its file.
    """
    body = architecture.body
    if body is None and (read := read_model(architecture)) is not None:
        body = read.body
    if body is None or not architecture.parameters.every:
        return body
    return bound(body, architecture.parameters, architecture.robot)


# Library parts and tools stand on any robot.
STAND = Robot.from_dh([0.0], [0.0], [0.0], [0.0])


def read_fitting_body(path: Path) -> BodyFile:
    """Read a body file and fit it to its robot, if a robot has its name.

    Raises:
        FileErrors: Everything that is wrong with it, or does not fit.
    """
    read = read_body(path)
    if read.body.kind != "robot":
        check_fit(read, STAND)
    elif (found := _architecture(path)) is not None:
        body = bound(read.body, found.parameters, found.robot)
        check_fit(replace(read, body=body), found.robot)
    return read


def read_fitting_robot(path: Path, choices: Choices = USUAL) -> Architecture:
    """Read a robot of any format; warn if its full model is not the drawn model.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    read = read_robot_file(path, choices)
    _, odd = model_and_fault(read)
    if not odd:
        return read
    pairs = parse(Source(str(path), read.text)).root.pairs if read.text else ()
    start = next((pair.start for pair in pairs if pair.key == "geomtype"), 0)
    return replace(read, warnings=(*read.warnings, Source(str(path), read.text).error(start, odd)))


def check_fit(read: BodyFile, robot: Robot) -> None:
    """Raise an error unless a body fits a robot.

    Raises:
        FileErrors: All misfits, at the locations of the parts.
    """
    source = Source(str(read.path or read.body.name), read.text)
    blocks = link_blocks(parse(source).root)
    with findings_of(source) as findings:
        for misfit in fit(read.body, robot).misfits:
            block = blocks.get(str(misfit.place))
            start = block.start if block else 0
            for one in named_blocks(block) if block else ():
                if (one.kind, one.name) == (PART, misfit.part):
                    start = one.block.start
            findings.error(start, str(misfit))


def _architecture(path: Path) -> Architecture | None:
    """Return the robot named by a body file: from the same folder, or from the library."""
    name = path.stem + SUFFIXES["arch"]
    beside = [path.parent.parent / "arch" / name, path.parent / name]
    found = [place for place in beside if place.is_file()]
    known = files_of("arch").get(path.stem)
    for place in (*found, *([known] if known else [])):
        try:
            return read_architecture(place)
        except FileErrors:
            continue
    return None
