"""Preferences of a user, in one TOML file for the window and the command line."""

from __future__ import annotations

import json
import os
import tempfile
import tomllib
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from rvs.engine.offset_naming import OffsetLetter
from rvs.model.folders import config_folder
from rvs.model.numbers.orientations import OrientationName, RollAxis
from rvs.model.views.panes import Arrangement
from rvs.model.views.view import Background, Mode, View, WhichFrames
from rvs.value_class import dataclass

Theme = Literal["system", "light", "dark", "contrast"]
AngleUnit = Literal["deg", "rad"]
LengthUnit = Literal["robot", "m", "dm", "cm", "mm", "in", "ft"]
NavigationName = Literal["rvs", "blender", "cad"]
Ground = Literal["theme", "light", "dark", "paper"]


FOLDERS = tuple[str, ...]
FramePercent = Literal[25, 50, 75, 100, 150, 200, 300]
WindowPercent = Literal[100, 125, 150, 200]


@dataclass(frozen=True, slots=True)
class Preferences:
    """Choices that persist between sessions.

    Attributes:
        language: Language of the window, such as ``"de"``; ``"system"`` is the language of the
            desktop.
        theme: Colours of the window; ``"system"`` follows the desktop.
        window_percent: Size of everything in the window, in percent, such as 150 for lecture rooms.
        reduced_motion: Let views and robots jump instead of gliding.
        background: Colours of the scene; ``"theme"`` follows the window.
        angle: Unit of displayed angles.
        length: Unit in which lengths are shown; ``"robot"`` is that of the robot's file.
        navigation: Mouse controls of the viewport.
        parallel: Show robots in parallel projection.
        mode: Drawing mode of robots; ``"full"`` is the automatic body if there is no model.
        frames: Show frames.
        which_frames: Visible frames of robots.
        frame_percent: Length of their axes, in percent of the standard length.
        trace: Show the tool path of a motion.
        labels: Show the names of axes.
        floor: Show the floor.
        shadow: Show the shadow.
        limit_arcs: Show the range of every joint.
        first_frame: Number of the base frame, 0 or 1.
        ignore_limits: Let joints be posed beyond their limits.
        joint_torques: Show the holding torques next to the joints.
        orientation: Notation of the tool's orientation.
        roll_axis: Axis of a roll: ``"x"`` as in ROS, URDF and Craig, where a yaw is about z;
            ``"z"`` as in Paul, where a yaw is about x.
        offset_letter: The letter of the offset along a joint's axis: ``"b"`` as in Angeles, ``"d"``
            as in most other textbooks.
        makers_frame: Show the pose of the tool in the base frame of the robot's maker, if that is a
            different frame.
        examples: Offer examples at startup.
        arrangement: Number and order of adjacent views.
        tool_axes: Move and turn the tool along its own axes instead of the world's.
        collisions: Check the cell for collisions while it changes.
        mesh_folders: Folders to search for meshes of robots from other programs.
    """

    language: str = "system"
    theme: Theme = "system"
    window_percent: WindowPercent = 100
    reduced_motion: bool = False
    background: Ground = "theme"
    angle: AngleUnit = "deg"
    length: LengthUnit = "robot"
    navigation: NavigationName = "rvs"
    parallel: bool = False
    mode: Mode = "full"
    frames: bool = True
    which_frames: WhichFrames = "all"
    frame_percent: FramePercent = 100
    trace: bool = True
    labels: bool = True
    floor: bool = True
    shadow: bool = True
    limit_arcs: bool = False
    first_frame: Literal[0, 1] = 0
    ignore_limits: bool = False
    joint_torques: bool = False
    orientation: OrientationName = "rpy"
    roll_axis: RollAxis = "x"
    offset_letter: OffsetLetter = "b"
    makers_frame: bool = False
    tool_axes: bool = False
    collisions: bool = True
    arrangement: Arrangement = "one"
    examples: bool = True
    mesh_folders: tuple[str, ...] = ()


# What each of them may be.
KINDS: dict[str, Any] = get_type_hints(Preferences)


def preferences_file() -> Path:
    """Return the path of the preferences."""
    return config_folder() / "preferences.toml"


def read_preferences(path: Path | None = None) -> tuple[Preferences, tuple[str, ...]]:
    """Return the preferences, and one sentence about all unusable entries of the file.

    A missing file gives the defaults, as does every value that is missing or not allowed.
    """
    file = path or preferences_file()
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Preferences(), ()
    except (OSError, ValueError) as error:
        return Preferences(), (f"{file}: not readable, so the defaults are used: {error}",)
    known = {field.name for field in fields(Preferences)}
    problems: list[str] = []
    good: dict[str, Any] = {}
    for name, value in values.items():
        if name not in known:
            problems.append(f"{file}: unknown preference {name!r}")
        elif not _allowed(name, value):
            problems.append(f"{file}: {name} = {value!r} is not {_expected(name)}")
        else:
            good[name] = tuple(value) if isinstance(value, list) else value
    return replace(Preferences(), **good), tuple(problems)


def write_preferences(preferences: Preferences, path: Path | None = None) -> None:
    """Write the preferences so that a crash leaves either the old file or the new one.

    Raises:
        OSError: The folder cannot be written.
    """
    file = path or preferences_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    text = preferences_text(preferences)
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=file.name, suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def preferences_text(preferences: Preferences) -> str:
    """Return the contents of the file, one preference per line."""
    return "".join(f"{name} = {_toml(value)}\n" for name, value in asdict(preferences).items())


def preferred_view(preferences: Preferences, dark: bool) -> View:
    """Return the view of a new session in a dark or a light window."""
    view = View()
    return replace(
        view,
        camera=replace(view.camera, parallel=preferences.parallel),
        mode=preferences.mode,
        background=preferred_background(preferences, dark),
        frames=preferences.frames,
        which_frames=preferences.which_frames,
        frame_size=preferences.frame_percent / 100,
        trace=preferences.trace,
        labels=preferences.labels,
        floor=preferences.floor,
        shadow=preferences.shadow,
        limit_arcs=preferences.limit_arcs,
        first_frame=preferences.first_frame,
    )


def preferred_background(preferences: Preferences, dark: bool) -> Background:
    """Return the colours of the scene in a window that is dark or not."""
    if preferences.background == "theme":
        return "dark" if dark else "light"
    return preferences.background


def _allowed(name: str, value: Any) -> bool:
    kind = KINDS[name]
    if kind in (bool, str):
        return isinstance(value, kind)
    if kind == FOLDERS:
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    return any(value == choice and type(value) is type(choice) for choice in get_args(kind))


def _expected(name: str) -> str:
    kind = KINDS[name]
    if kind == FOLDERS:
        return "a list of texts"
    if kind is str:
        return "a text"
    return "true or false" if kind is bool else f"one of {', '.join(map(str, get_args(kind)))}"


def _toml(value: bool | int | str | tuple[str, ...]) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    # A text of JSON is one of TOML.
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
