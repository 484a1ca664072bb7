"""View of the cell: the camera, the drawing mode, and the displayed items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from math import radians
from operator import lt
from typing import Literal

from rvs.engine.errors import ArgumentError
from rvs.fields.field import asked, settle
from rvs.model.bounds import ANGLE, POINT, POSITIVE, Bounds, check_fields, check_texts
from rvs.model.views.section import Section
from rvs.model.views.workspace import WorkspaceView
from rvs.value_class import dataclass

Mode = Literal["skeleton", "body", "full"]
Background = Literal["light", "dark", "paper"]
EllipsoidKind = Literal["velocity", "force"]
Ellipsoids = Literal["none", "velocity", "force", "both"]
TraceColors = Literal["plain", "conditioning"]
WhichFrames = Literal["all", "chosen", "ends", "wrist"]
AxisLetters = Literal["xyz", "noa"]
# Least and largest x, y and z of a box: x from, x to, y from, and so on, in m.
Box = tuple[float, float, float, float, float, float]

MODES: tuple[Mode, ...] = ("skeleton", "body", "full")
# How people call them.
MODE_WORDS: Mapping[str, str] = dict(zip(MODES, ("Skeleton", "Body", "Full model"), strict=True))
MOST_POSTURES = 50
ELEVATION = Bounds(radians(-90.0), radians(90.0))
FIELD_OF_VIEW = Bounds(radians(1e-3), radians(179.999))
FIRST = Bounds(-1e6, 1e6)
CAMERA_FIELDS: Mapping[str, Bounds] = {
    "target": POINT,
    "azimuth": ANGLE,
    "elevation": ELEVATION,
    "distance": POSITIVE,
    "field_of_view": FIELD_OF_VIEW,
}


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that orbits a target.

    Attributes:
        target: Point at the centre of the view, in m.
        azimuth: Angle about world z from +x to the eye, in rad.
        elevation: Angle of the eye above the horizontal, in rad; +-pi/2 looks straight down or up.
        distance: Distance from target to eye, in m; in a parallel view it sets only the scale.
        field_of_view: Vertical opening angle, in rad.
        parallel: Parallel (orthographic) projection instead of perspective.
    """

    target: tuple[float, float, float] = (0.0, 0.0, 0.5)
    azimuth: float = radians(-60.0)
    elevation: float = radians(18.0)
    distance: float = 4.0
    field_of_view: float = radians(30.0)
    parallel: bool = False

    def __post_init__(self) -> None:
        check_fields(self, CAMERA_FIELDS)


@dataclass(frozen=True, slots=True)
class View:
    """All settings of the display of the document.

    Attributes:
        camera: The camera.
        section: Section plane of bodies.
        workspace: Display of a robot's workspace.

    Raises:
        ArgumentError: A value that a field can't have, such as a trail that is too long, or a box
            of no size.
    """

    camera: Camera = Camera()
    mode: Mode = asked("skeleton", "Draw robots in this mode", choices=MODE_WORDS)
    variant: str = asked(
        "", "Show robots in the variant with this name; other robots, and all if empty, as they "
            "are", usual="the current state", example="long",
    )  # fmt: skip
    background: Background = asked(
        "light", "Draw on this background",
        choices={"light": "Light", "dark": "Dark", "paper": "Paper"},
    )  # fmt: skip
    frames: bool = asked(True, "Show frames of the robots and named places")
    which_frames: WhichFrames = asked(
        "all", "Show these frames of robots: all, of the selected link, of base and tool "
            "(ends), or of the last link (wrist)",
        choices={"all": "All", "chosen": "Selected link", "ends": "Base and tool",
                 "wrist": "Wrist"},
    )  # fmt: skip
    labels: bool = asked(True, "Name the axes of the shown frames")
    axis_letters: AxisLetters = asked(
        "xyz", "Label the axes of frames X, Y, Z, or N, O, A for normal, orientation and approach",
        choices={"xyz": "X, Y, Z", "noa": "N, O, A"},
    )  # fmt: skip
    joint_axes: bool = asked(False, "Show the axis of every joint with the number of the joint")
    names: bool = asked(False, "Show the names of the robots")
    base_line: bool = asked(False, "Show a vertical line from the base of a robot to the floor")
    floor: bool = asked(True, "Show the floor with its grid")
    shadow: bool = asked(True, "Show the shadow on the floor")
    trace: bool = asked(True, "Show the path of the tool during the motion")
    trace_colors: TraceColors = asked(
        "plain", "Use one colour for the path of the tool, or colour it by the conditioning of "
        "the robot",
        choices={"plain": "One colour", "conditioning": "Conditioning index"},
    )  # fmt: skip
    limit_arcs: bool = asked(False, "Show the range of every joint about its axis")
    ellipsoids: Ellipsoids = asked(
        "none", "Show ellipsoids at the tool: velocities for unit joint rates, forces for unit "
        "torques",
        choices={"none": "None", "velocity": "Velocity", "force": "Force", "both": "Both"},
    )  # fmt: skip
    masses: bool = asked(False, "Show centres of mass and inertia ellipsoids of the links")
    lost_direction: bool = asked(
        False, "Show the tool motion that is lost or hardest near a singularity"
    )
    frame_size: float = asked(
        1.0, "Draw the axes of frames at this length; 1 is the standard for the size of the robot",
        above=0.0, most=POSITIVE.most, example=0.5,
    )  # fmt: skip
    first_frame: int = asked(
        0,
        "Number the frames in labels from this number",
        least=FIRST.least,
        most=FIRST.most,
        example=1,
    )
    trail: int = asked(
        0, "Show this many past postures of the motion as ghosts",
        least=0, most=MOST_POSTURES, example=8,
    )  # fmt: skip
    bounds: Box | None = asked(
        None, "Draw this box and fit views to it: least and greatest x, y, z, in pairs",
        kind="numbers", unit="m", size=6, least=POINT.least, most=POINT.most,
        example="[ -1, 1, -1, 1, 0, 1.5 ]",
    )  # fmt: skip
    notes: bool = asked(True, "Show notes and measurements")
    section: Section = field(default_factory=Section)
    workspace: WorkspaceView = field(default_factory=WorkspaceView)

    def __post_init__(self) -> None:
        settle(self)
        check_texts(self, "variant")
        if self.bounds is not None:
            low, high = self.bounds[::2], self.bounds[1::2]
            if not all(map(lt, low, high)):
                raise ArgumentError(
                    "bounds: expected six numbers in increasing pairs: least and greatest x, y "
                    "and z"
                )
