"""How the user looks at the cell: the camera, the drawing mode and what is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from math import radians
from typing import Literal

from rvs.engine.arrays import check_choice, check_flag, check_numbers
from rvs.engine.errors import ArgumentError
from rvs.model.bounds import ANGLE, POINT, POSITIVE, Bounds, check_fields
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
WHICH_FRAMES: tuple[WhichFrames, ...] = ("all", "chosen", "ends", "wrist")
AXIS_LETTERS: tuple[AxisLetters, ...] = ("xyz", "noa")
BACKGROUNDS: tuple[Background, ...] = ("light", "dark", "paper")
ELLIPSOIDS: tuple[Ellipsoids, ...] = ("none", "velocity", "force", "both")
TRACE_COLORS: tuple[TraceColors, ...] = ("plain", "conditioning")
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
_CHOICES: Mapping[str, Sequence[str]] = {
    "mode": MODES,
    "background": BACKGROUNDS,
    "trace_colors": TRACE_COLORS,
    "ellipsoids": ELLIPSOIDS,
    "which_frames": WHICH_FRAMES,
    "axis_letters": AXIS_LETTERS,
}
_SWITCHES = (
    *("frames", "labels", "floor", "shadow", "trace", "limit_arcs", "masses", "lost_direction"),
    *("notes", "joint_axes", "names", "base_line"),
)


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that orbits a target.

    Attributes:
        target: Point looked at, in m.
        azimuth: Angle about world z from +x to the eye, in rad.
        elevation: Angle of the eye above the horizontal, in rad; +-pi/2 looks straight down or up.
        distance: From target to eye, in m; in a parallel view it sets the scale alone.
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
    """Everything that decides how the document is drawn and nothing else.

    Attributes:
        camera: From where.
        mode: Skeleton, body or full model.
        background: Colours of the scene.
        frames: Show frames of the robots and named places.
        labels: Name the axes of the shown frames.
        floor: Show the floor grid.
        shadow: Show the shadow on the floor.
        trace: Show the way of the tool through the motion that is played.
        trace_colors: One colour for all of it, or one for how well the robot moves there.
        limit_arcs: Show the range of every joint about its axis.
        ellipsoids: Ellipsoids at the tool: of the velocities that unit joint rates make, of the
            forces that unit torques hold, both or none.
        masses: Show centres of mass and inertia ellipsoids of the links.
        lost_direction: Near a singularity, show the motion of the tool that is lost or hardest.
        frame_size: Length of the frames' axes; 1 is the standard length for the robot's size.
        first_frame: Number of the base frame in labels: 0, or 1 as the thesis counts.
        notes: Show notes and measurements.
        section: Where bodies are cut.
        which_frames: Which frames of robots: of base, joints and tool; only of the chosen
            link; only of base and tool; or only of the wrist, which is the last link.
        axis_letters: What the axes of frames are called: X, Y, Z, or N, O, A for normal,
            orientation and approach.
        joint_axes: Show the axis of every joint with the number of the joint.
        names: Show the names of the robots.
        base_line: Show a line from the base of a robot straight to the floor.
        trail: How many postures of the whole motion are seen, as ghosts, once it has passed them.
        bounds: A box that is drawn, and that views are fitted to instead of all that there is;
            or None.
        workspace: What is shown of a robot's workspace.

    Raises:
        ArgumentError: A value that a field can't have, such as a trail that is too long, or a box
            of no size.
    """

    camera: Camera = Camera()
    mode: Mode = "skeleton"
    background: Background = "light"
    frames: bool = True
    labels: bool = True
    floor: bool = True
    shadow: bool = True
    trace: bool = True
    trace_colors: TraceColors = "plain"
    limit_arcs: bool = False
    ellipsoids: Ellipsoids = "none"
    masses: bool = False
    lost_direction: bool = False
    frame_size: float = 1.0
    first_frame: int = 0
    notes: bool = True
    section: Section = field(default_factory=Section)
    which_frames: WhichFrames = "all"
    axis_letters: AxisLetters = "xyz"
    joint_axes: bool = False
    names: bool = False
    base_line: bool = False
    trail: int = 0
    bounds: Box | None = None
    workspace: WorkspaceView = field(default_factory=WorkspaceView)

    def __post_init__(self) -> None:
        self._check_kinds()
        if not 0 <= self.trail <= MOST_POSTURES:
            raise ArgumentError(f"trail: expected 0 to {MOST_POSTURES} postures, got {self.trail}")
        if self.bounds is not None:
            box = check_numbers(self.bounds, "bounds")
            if box.shape != (6,) or not (box[::2] < box[1::2]).all():
                raise ArgumentError(
                    "bounds: expected six numbers, x from and to, y from and to, z from and to, "
                    "each pair rising"
                )
            object.__setattr__(self, "bounds", tuple(box.tolist()))

    def _check_kinds(self) -> None:
        for name, known in _CHOICES.items():
            check_choice(getattr(self, name), name, known)
        for name in _SWITCHES:
            check_flag(getattr(self, name), name)
        for name in ("first_frame", "trail"):
            if not isinstance(getattr(self, name), int):
                raise ArgumentError(f"{name}: expected a whole number, got {getattr(self, name)!r}")
        check_fields(self, {"frame_size": POSITIVE, "first_frame": FIRST, "bounds": POINT})
