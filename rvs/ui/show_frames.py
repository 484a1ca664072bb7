"""Poses, rotations and quaternions from Python, drawn as frames in a window of their own."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.quaternion import Quaternion
from rvs.engine.robot import pose_rows
from rvs.model.document import Document
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.things.thing import TargetFrame
from rvs.ui import app
from rvs.ui.application import close_all

MOST = 1000
EXPECTED = "frames: expected quaternions, rotations (3, 3) or poses (4, 4), one or several"


class Frames:
    """Frames in a window; set ``poses`` to move them."""

    def __init__(self, application: Any, poses: Array, options: Any) -> None:
        self._application = application
        state = State(Document(targets=_targets(poses)), MappingProxyType({}))
        self._session = Session(replace(state, view=app.first_view(state)))
        self._session.look(**options)
        window = app.make_window([], self._session)
        self._windows = [window]
        window.desk.closing.connect(self._windows.clear)
        window.show()
        window.viewport.fit()
        application.processEvents()

    @property
    def poses(self) -> Array:
        """The poses shown (m, 4, 4)."""
        self._application.processEvents()
        return np.array([target.place for target in self._session.state.document.targets])

    @poses.setter
    def poses(self, poses: Any) -> None:
        targets = _targets(poses_of(poses))
        self._session.edit(
            "Move the frames", lambda cell: replace(cell, targets=targets), merge="frames"
        )
        # What a program moves is nothing to ask about when the window closes.
        self._session.mark_saved()
        self._application.processEvents()

    @property
    def open(self) -> bool:
        """Whether the window still shows them."""
        self._application.processEvents()
        return bool(self._windows)

    def close(self) -> None:
        """Close the window."""
        close_all(self._windows)


def is_frames(value: Any) -> bool:
    """Tell whether a value is meant as frames: quaternions, rotations or poses."""
    first = value[0] if isinstance(value, list | tuple) and value else value
    return bool(first is not value or isinstance(value, Quaternion | np.ndarray)) and isinstance(
        first, Quaternion | np.ndarray | list | tuple
    )


def poses_of(value: Any) -> Array:
    """Return the poses (m, 4, 4) that quaternions, rotations or poses stand for.

    Raises:
        ArgumentError: They are something else, or too many.
    """
    if isinstance(value, Quaternion):
        return _pose(value)[None]
    single = isinstance(value, np.ndarray) and value.ndim == 2
    found = np.array([_pose(one) for one in ((value,) if single else value)])
    if not 1 <= len(found) <= MOST:
        raise ArgumentError(f"frames: expected 1 to {MOST}, got {len(found)}")
    return found


def _pose(value: Quaternion | ArrayLike) -> Array:
    if isinstance(value, Quaternion):
        return value.unit().pose()
    try:
        matrix = np.asarray(value, float)
    except (TypeError, ValueError) as error:
        raise ArgumentError(EXPECTED) from error
    if matrix.shape == (3, 3):
        pose = np.eye(4)
        pose[:3, :3] = matrix
        matrix = pose
    if matrix.shape != (4, 4):
        raise ArgumentError(f"{EXPECTED}, got shape {matrix.shape}")
    return np.array(pose_rows(matrix, "frames"))


def _targets(poses: Array) -> tuple[TargetFrame, ...]:
    return tuple(
        TargetFrame(str(number), pose_rows(pose, "frames")) for number, pose in enumerate(poses, 1)
    )
