"""Payload models of the library: body files of kind ``payload`` below ``links/payloads``."""

from __future__ import annotations

from rvs.bodies.payload import model_payload
from rvs.engine.errors import ArgumentError, RvsError
from rvs.files.bodies.effectors import stamped_body
from rvs.files.library import files_of
from rvs.model.robots.payloads import KINDS, Payload

FOLDER = "links/payloads"


def payload_names() -> tuple[str, ...]:
    """Return the available payloads: the plain kinds, then the payload models by name."""
    return (*KINDS, *(name for name in files_of(FOLDER) if name not in KINDS))


def new_payload(name: str) -> Payload:
    """Return a payload of a plain kind or a model, with its default sizes and mass.

    Raises:
        RvsError: There is none, or its file has errors or is not a model of a payload.
        OSError: Its file can't be read.
    """
    if name in KINDS:
        return Payload.standard(name)
    path = files_of(FOLDER).get(name)
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
