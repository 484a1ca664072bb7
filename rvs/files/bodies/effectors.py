"""End-effectors and payload models of the library, in ``links/tools`` and ``links/payloads``."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from rvs.bodies.effectors import model_payload
from rvs.engine.errors import ArgumentError, RvsError
from rvs.files.bodies.body import read_body
from rvs.files.library import files_of, own_path
from rvs.files.text.errors import FileErrors
from rvs.model.body.values import Body
from rvs.model.document import PlacedRobot
from rvs.model.robots.payloads import KINDS, Payload

TOOLS = "links/tools"
NONE = "none"
STANDARD = "hand"


def effector_files() -> dict[str, Path]:
    """Return the files of all end-effectors by name, sorted; the user's replace bundled ones."""
    return files_of(TOOLS)


def effector_names() -> tuple[str, ...]:
    """Return the available end-effectors: none, the standard hand, then the others by name."""
    return (NONE, STANDARD, *(name for name in effector_files() if name not in (NONE, STANDARD)))


def read_effector(name: str) -> Body | None:
    """Return the body of an end-effector, or None if no file has its name.

    Raises:
        FileErrors: Everything that is wrong with its file.
    """
    path = effector_files().get(name)
    return None if path is None else stamped_body(path, path.stat().st_mtime_ns)


def effector_body(name: str) -> Body | None:
    """Return the body of an end-effector, or None if none can be read."""
    try:
        return read_effector(name)
    except (FileErrors, OSError):
        return None


def equipped(placed: PlacedRobot) -> PlacedRobot:
    """Return a robot with the body of the named end-effector."""
    body = effector_body(placed.end_effector)
    return placed if body is placed.effector else replace(placed, effector=body)


def file_effector(placed: PlacedRobot) -> None:
    """Write the end-effector of a robot to the user's library if no file has its name.

    Files of robots and cells refer to end-effectors by name: that of a description would be lost.

    Raises:
        RvsError: It holds something that a file can't.
        OSError: The file can't be written.
    """
    name = placed.end_effector
    if placed.effector is None or name == NONE or name in effector_files():
        return
    # here: who reads a robot writes none
    from rvs.files.bodies.write import save_body

    path = own_path(TOOLS, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    save_body(path, replace(placed.effector, name=name))


# A file is read again once it has changed.
@lru_cache(maxsize=64)
def stamped_body(path: Path, _stamp: int) -> Body:
    """Return the body in a file at the time of its time stamp."""
    return read_body(path).body


PAYLOADS = "links/payloads"


def payload_names() -> tuple[str, ...]:
    """Return the available payloads: the plain kinds, then the payload models by name."""
    return (*KINDS, *(name for name in files_of(PAYLOADS) if name not in KINDS))


def new_payload(name: str) -> Payload:
    """Return a payload of a plain kind or a model, with its default sizes and mass.

    Raises:
        RvsError: There is none, or its file has errors or is not a model of a payload.
        OSError: Its file can't be read.
    """
    if name in KINDS:
        return Payload.standard(name)
    path = files_of(PAYLOADS).get(name)
    if path is None:
        known = ", ".join(payload_names())
        raise ArgumentError(f"there is no payload {name!r}; expected one of {known}")
    body = stamped_body(path, path.stat().st_mtime_ns)
    if body.kind != "payload":
        raise ArgumentError(
            f"{path.name} is the model of a {body.kind}; expected the model of a payload"
        )
    return model_payload(body)


def found_payload(name: str) -> Payload | None:
    """Return a payload, or None if none with that name can be read."""
    try:
        return new_payload(name)
    except (RvsError, OSError):
        return None
