"""The body file with the full model of a robot."""

from __future__ import annotations

import logging
from pathlib import Path

from rvs.files.bodies.body import BodyFile, read_body
from rvs.files.library import SUFFIXES, files_of
from rvs.files.robots.arch import Architecture
from rvs.files.text.errors import FileErrors
from rvs.model.body.fit import fit
from rvs.model.body.values import Body
from rvs.model.robots.body_parameters import bound

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
