"""Motions to the last bit, as bytes that lie beside a slot of recovery."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from typing import Any

import numpy as np

from rvs.engine.errors import RvsError
from rvs.model.block import block
from rvs.model.motions.grips import Grip
from rvs.model.motions.kept import KeptMotion
from rvs.model.motions.motion import JointTrajectory

BLOCKS = ("times", "rows", "speeds", "accelerations", "pushes")
HEAD = "motions"


def packed(motions: Sequence[KeptMotion]) -> bytes:
    """Return motions as bytes."""
    arrays: dict[str, Any] = {HEAD: np.array(json.dumps([_said(one) for one in motions]))}
    for k, motion in enumerate(motions):
        for name in BLOCKS:
            rows = getattr(motion.trajectory, name)
            if rows is not None:
                arrays[f"{k} {name}"] = rows.array
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def unpacked(data: bytes) -> tuple[KeptMotion, ...]:
    """Return the motions that bytes hold.

    Raises:
        RvsError: They are damaged.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            said = json.loads(str(arrays[HEAD]))
            return tuple(_motion(arrays, k, one) for k, one in enumerate(said))
    except (ValueError, KeyError, TypeError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise RvsError(f"the motions are damaged: {error}") from error


def _said(motion: KeptMotion) -> dict[str, Any]:
    return {
        "name": motion.name,
        "robot": motion.robot_id,
        "openings": list(motion.trajectory.openings),
        "grips": [(one.take, one.release) for one in motion.trajectory.grips],
        "assumed": motion.trajectory.assumed,
        "repeat": motion.repeat,
        "marks": list(motion.marks),
        "simulated": motion.simulated,
    }


def _motion(arrays: Any, k: int, said: dict[str, Any]) -> KeptMotion:
    found = {name: arrays[f"{k} {name}"] for name in BLOCKS if f"{k} {name}" in arrays}
    openings = tuple((float(time), float(wide)) for time, wide in said["openings"])
    grips = tuple(Grip(float(take), float(release)) for take, release in said.get("grips", ()))
    blocks: dict[str, Any] = {key: block(one) for key, one in found.items()}
    more: dict[str, Any] = {"grips": grips, "assumed": tuple(map(str, said.get("assumed", ())))}
    rows = JointTrajectory(said["robot"], openings=openings, **more, **blocks)
    marks = tuple(map(float, said["marks"]))
    return KeptMotion(said["name"], rows, said["repeat"], marks, bool(said["simulated"]))
