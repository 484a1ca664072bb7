"""Actions for the displayed frames: their selection and size, and the tool path."""

from __future__ import annotations

from typing import get_args

from rvs.model.preferences import FramePercent
from rvs.model.views.view import WhichFrames
from rvs.ui.actions.entries import Entry, shows, view_says
from rvs.ui.commands import view as view_commands
from rvs.ui.desk import Desk
from rvs.ui.dialogs.bounds import ask_bounds

# How many postures of a motion stay.
TRAIL = 8
SIZES: tuple[FramePercent, ...] = get_args(FramePercent)


def _which(which: WhichFrames, text: str, tip: str, keys: str) -> Entry:
    return Entry(
        f"frames_{which}",
        text,
        lambda desk: view_commands.remember(desk, frames=True, which_frames=which),
        (keys,),
        tip=tip,
        checked=view_says(lambda view: view.frames and view.which_frames == which),
    )


def _mark(name: str, text: str, tip: str, also: str) -> Entry:
    return Entry(
        name,
        text,
        lambda desk: desk.session.look(**{name: not getattr(desk.session.state.view, name)}),
        tip=tip,
        checked=view_says(lambda view: getattr(view, name)),
        also=also,
    )


def percent(desk: Desk) -> float:
    """Return the length of the frames' axes, in percent of the standard length."""
    return 100.0 * desk.session.state.view.frame_size


def resize(desk: Desk, ways: int) -> None:
    """Change the length of the frames' axes by steps; 0 is the standard length."""
    now = percent(desk)
    beyond = [one for one in SIZES if (one > now if ways > 0 else one < now)]
    size: FramePercent = 100
    if ways:
        size = (beyond[0] if ways > 0 else beyond[-1]) if beyond else SIZES[-1 if ways > 0 else 0]
    desk.session.look(frames=True, frame_size=size / 100)
    desk.settings.change(frames=True, frame_percent=size)


ENTRIES = (
    _which("all", "All frames", "Show the frames of base, joints and tool", "Alt+Shift+A"),
    _which(
        "chosen", "Frame of the selected link", "Show only the frame of this link", "Alt+Shift+L"
    ),
    _which("ends", "Base and tool", "Show only the frames of base and tool", "Alt+Shift+B"),
    _which("wrist", "Wrist only", "Show only the frame of the last link", "Alt+Shift+W"),
    Entry(
        "frames_larger", "Longer axes", lambda desk: resize(desk, 1), ("Alt+Shift+Up",),
        tip="Draw the axes of frames longer",
    ),
    Entry(
        "frames_smaller", "Shorter axes", lambda desk: resize(desk, -1), ("Alt+Shift+Down",),
        tip="Draw the axes of frames shorter",
    ),
    Entry(
        "frames_standard", "Standard length", lambda desk: resize(desk, 0),
        checked=view_says(lambda view: view.frame_size == 1.0),
    ),
    Entry(
        "axis_letters", "Letters n, o, a",
        lambda desk: desk.session.look(
            axis_letters="xyz" if desk.session.state.view.axis_letters == "noa" else "noa"
        ),
        tip="Name the axes of frames normal, orientation and approach, as Paul does",
        checked=view_says(lambda view: view.axis_letters == "noa"),
        also="normal orientation approach noa xyz names",
    ),
    _mark(
        "joint_axes", "Joint axes", "Show every joint axis with its number", "line number screw"
    ),
    _mark("names", "Names of robots", "Show the name of every robot below its base", "label title"),
    _mark(
        "base_line", "Line to the floor", "Draw a line from the base down to the floor", "height"
    ),
    Entry(
        "trail",
        "Trail of postures",
        lambda desk: desk.session.look(trail=0 if desk.session.state.view.trail else TRAIL),
        tip="Show earlier postures of the motion as ghosts",
        checked=view_says(lambda view: view.trail > 0),
        also="ghosts noerase onion stroboscopic",
    ),
    Entry(
        "bounds",
        "View box…",
        ask_bounds,
        tip="Fit the view to a fixed box, independent of the robots",
        checked=view_says(lambda view: view.bounds is not None),
        also="box of the view workspace bounds limits axes plot",
    ),
    shows("trace", "Tool path", "", "Draw the path of the tool through the motion", "Alt+Shift+T",
          "trace way trail"),
)  # fmt: skip
MENU = (
    *("frames_all", "frames_chosen", "frames_ends", "frames_wrist", None),
    *("frames_larger", "frames_smaller", "frames_standard", None, "first_frame", "axis_letters"),
)
