"""View of the cell: the camera, the drawing mode, the displayed items, and its planes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from math import radians, sqrt
from operator import lt
from typing import Literal, TypeVar, get_args

from rvs.engine.arrays import check_choice, check_flag
from rvs.engine.errors import ArgumentError
from rvs.fields.field import asked, settle
from rvs.model.bounds import ANGLE, POINT, POSITIVE, Bounds, check_fields, check_texts
from rvs.value_class import dataclass

Direction = tuple[float, float, float]

NORMALS: dict[str, Direction] = {
    "x": (1.0, 0.0, 0.0),
    "y": (0.0, 1.0, 0.0),
    "z": (0.0, 0.0, 1.0),
}
SHORTEST = 1e-9
SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane ``normal . x = offset``.

    Attributes:
        on: It is active.
        normal: Direction in the world, of any length but zero.
        offset: Distance of the plane from the world's origin along the normal, in m.
    """

    on: bool = False
    normal: Direction = (0.0, -1.0, 0.0)
    offset: float = 0.0

    def __post_init__(self) -> None:
        name = type(self).__name__.lower()
        check_fields(self, {"normal": POINT, "offset": POINT})
        if sqrt(sum(part * part for part in self.normal)) < SHORTEST:
            raise ArgumentError(f"{name}: its normal has no direction")

    @property
    def unit(self) -> Direction:
        """The normal with a length of 1."""
        length = sqrt(sum(part * part for part in self.normal))
        x, y, z = (part / length for part in self.normal)
        return x, y, z

    @property
    def axis(self) -> str:
        """The world axis normal to the plane: ``x``, ``y``, ``z``, or empty."""
        for name, way in NORMALS.items():
            if abs(abs(sum(a * b for a, b in zip(self.unit, way, strict=True))) - 1.0) < SAME:
                return name
        return ""


@dataclass(frozen=True, slots=True)
class Section(Plane):
    """A plane that cuts bodies; the side of its normal is not drawn.

    Attributes:
        hatch: Draw hatching on the cuts.
    """

    hatch: bool = True


P = TypeVar("P", bound=Plane)


def flipped_plane(plane: P) -> P:
    """Return the same plane with the normal reversed."""
    x, y, z = (0.0 - part for part in plane.normal)
    return replace(plane, normal=(x, y, z), offset=0.0 - plane.offset)


def plane_through(plane: P, normal: Direction, point: Direction) -> P:
    """Return a plane with another direction through a point (3,), m.

    Raises:
        ArgumentError: The normal has no direction.
    """
    turned = replace(plane, normal=normal)
    offset = sum(a * b for a, b in zip(turned.unit, point, strict=True))
    return replace(turned, offset=offset)


WorkspaceColors = Literal["conditioning", "manipulability", "postures", "service", "plain"]

WORKSPACE_COLORS: tuple[WorkspaceColors, ...] = get_args(WorkspaceColors)


@dataclass(frozen=True, slots=True)
class WorkspaceView:
    """Displayed parts of a workspace.

    Attributes:
        on: Show it.
        robot: Id of the robot.
        limits: Keep revolute joints within their limits.
        collisions: Exclude points that no posture reaches without collision.
        cloud: Points distributed evenly over it.
        surface: Its boundary.
        slice: A plane on which it is filled.
        colors: Quantity shown by colours: 1/condition number, manipulability, number of postures,
            share of the orientations that are reached, or none.
        legend: Explain the colours in the picture.
    """

    on: bool = False
    robot: str = ""
    limits: bool = True
    collisions: bool = False
    cloud: bool = True
    surface: bool = False
    slice: Plane = field(default_factory=Plane)
    colors: WorkspaceColors = "conditioning"
    legend: bool = True

    def __post_init__(self) -> None:
        check_choice(self.colors, "colors", WORKSPACE_COLORS)
        check_texts(self, "robot")


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


DrawnAs = Literal["view", "skeleton", "body", "full"]

DRAWN_AS: Sequence[DrawnAs] = ("view", *MODES)
# Thinner links are not seen, thicker ones hide the joints.
LINE = Bounds(0.05, 2.0)


@dataclass(frozen=True, slots=True)
class Display:
    """Display of a robot.

    Attributes:
        mode: Skeleton, automatic body or full model; ``"view"`` follows the mode of the view.
        joints: The skeleton shows the cylinders and boxes of the joints; without them the links
            are a stick figure from axis to axis.
        line: Thickness of the skeleton's links relative to the standard one.
        frames: Its frames are shown if the view shows frames.
        shadow: It casts a shadow on the floor if the view shows shadows.

    Raises:
        ArgumentError: No such mode, or a thickness that no link can have.
    """

    mode: DrawnAs = "view"
    joints: bool = True
    line: float = 1.0
    frames: bool = True
    shadow: bool = True

    def __post_init__(self) -> None:
        check_choice(self.mode, "mode", DRAWN_AS)
        for name in ("joints", "frames", "shadow"):
            check_flag(getattr(self, name), name)
        check_fields(self, {"line": LINE})

    def mode_in(self, mode: Mode) -> Mode:
        """Return the drawing mode of the robot in a view with a given mode."""
        return mode if self.mode == "view" else self.mode


LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A view with a name.

    Attributes:
        name: Displayed name; unique in a cell.
        camera: The camera.
        mode: Drawing mode of robots.
        section: Section plane.
    """

    name: str
    camera: Camera
    mode: Mode = "skeleton"
    section: Section = field(default_factory=Section)

    def __post_init__(self) -> None:
        fault = name_fault(self.name)
        if fault:
            raise ArgumentError(f"bookmark: {fault}")
        if self.mode not in MODES:
            raise ArgumentError(f"bookmark: {self.mode!r} is not one of {', '.join(MODES)}")


def name_fault(name: str) -> str:
    """Return the fault in the name of a bookmark, or an empty text."""
    if not name.strip():
        return "it needs a name"
    if len(name) > LONGEST_NAME:
        return f"{len(name)} characters are more than {LONGEST_NAME}"
    return "" if name.isprintable() else "its name must be a single line"


def bookmark_of(name: str, view: View) -> Bookmark:
    """Return a bookmark of a view."""
    return Bookmark(name, view.camera, view.mode, view.section)
