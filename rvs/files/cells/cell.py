"""Cell files: robots at their bases, their current postures, and the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from rvs.engine.errors import ArgumentError
from rvs.files.budget import within_budget
from rvs.files.cells.collision import COLLISION, read_collision
from rvs.files.cells.marks import FIGURE, MARKS, Holders, read_figure, read_marks
from rvs.files.cells.programs import PROGRAM, read_program
from rvs.files.cells.robots import ROBOT, read_robot_block
from rvs.files.cells.things import TARGET, THING, read_around
from rvs.files.cells.view import VIEW, VIEWPORTS, read_panes, read_view
from rvs.files.library import LibraryError, reference_fault, resolve
from rvs.files.meshes.mesh_plan import MeshFolder
from rvs.files.text.blocks import named_groups, single_group
from rvs.files.text.errors import FileError
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.findings import Findings, findings_of
from rvs.files.text.keys import Key, Text, names, read_keys
from rvs.files.text.source import Source, read_source
from rvs.files.text.syntax import Group, Tree, read_with
from rvs.model.document import MOST_ROBOTS, Document, PlacedRobot
from rvs.model.state import NO_POSTURES, Posture, Postures, State, fit_postures
from rvs.model.views.panes import Panes
from rvs.model.views.view import View
from rvs.value_class import dataclass

TRAJECTORY = "trajectory"
TRAJECTORY_KEYS = (
    Key("robot", Text(), "id of the robot", "robot = right", ""),
    Key(
        "file", Text(), "name in the library, or file", 'file = "rows/circle.jtraj"', required=True
    ),
)
T = TypeVar("T")
BLOCKS = (VIEW, ROBOT, TRAJECTORY, PROGRAM, THING, TARGET, FIGURE, VIEWPORTS, COLLISION, *MARKS)


@dataclass(frozen=True, slots=True)
class TrajectoryLink:
    """A joint trajectory that belongs to a cell.

    Attributes:
        name: Its name in the cell.
        file: Name in the library, or path below the cell's folder.
        robot: Id of its robot, or empty.

    Raises:
        ArgumentError: The file is neither.
    """

    name: str
    file: str
    robot: str = ""

    def __post_init__(self) -> None:
        fault = reference_fault(self.file)
        if fault:
            raise ArgumentError(f"file: {self.file[:80]!r}: {fault}")


@dataclass(frozen=True)
class Cell:
    """Contents of a cell file.

    Attributes:
        document: The content created by the user.
        postures: Current joint values of every robot, rad and m.
        view: The view.
        trajectories: Trajectories that belong to it, with unique names.
        panes: The viewports side by side.
        path: File it was read from, or None.
        text: Text it was read from; saving keeps everything in it that is still true.
        warnings: Warnings about the file.
        theirs: Location of the version of the file written by another program in the meantime, kept
            by a save, or None.
    """

    document: Document = field(default_factory=Document)
    postures: Postures = field(default_factory=lambda: NO_POSTURES)
    view: View = field(default_factory=View)
    trajectories: tuple[TrajectoryLink, ...] = ()
    panes: Panes = field(default_factory=Panes)
    path: Path | None = None
    text: str = field(default="", repr=False, compare=False)
    warnings: tuple[FileError, ...] = field(default=(), repr=False, compare=False)
    theirs: Path | None = field(default=None, repr=False, compare=False)

    @property
    def state(self) -> State:
        """The initial state of a session."""
        postures = fit_postures(self.document, self.postures)
        return State(self.document, postures, self.view, panes=self.panes)

    def holding(self, state: State) -> Cell:
        """Return the cell with its current state instead of that of the file.

        Trajectories of removed robots are omitted.
        """
        now = {name: getattr(state, name) for name in ("document", "postures", "view", "panes")}
        there = {"", *(placed.id for placed in state.document.robots)}
        links = tuple(link for link in self.trajectories if link.robot in there)
        return replace(self, trajectories=links, **now)


@within_budget()
def read_cell(path: Path) -> Cell:
    """Read a cell file and its robots.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    return read_with(read_source(path), partial(cell_of, path=path))


def parse_cell(text: str, name: str = "cell") -> Cell:
    """Read the text of a cell file; it can refer only to robots of the library.

    Args:
        text: The text.
        name: Name of the file in errors.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    return read_with(Source(name, text), partial(cell_of, path=None))


def cell_of(
    tree: Tree, path: Path | None, blocks: Sequence[str] = (), trusted: bool = False
) -> Cell:
    """Return the contents of a parsed cell file.

    Args:
        tree: The file.
        path: Its location, or None.
        blocks: Keys of blocks that are read elsewhere.
        trusted: The file belongs to the program and may name mesh files anywhere.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    known = (*BLOCKS, *blocks)
    meshes = MeshFolder(path.parent if path else None, trusted)
    with findings_of(tree.source) as findings:
        if path is not None and not any(group.key in known for group in tree.root.groups):
            what = "not a block of a cell" if tree.root.entries else "the file is empty"
            findings.error(tree.root.start, f"{what}; expected {', '.join(BLOCKS)}")
        cell = _read(findings, tree.root, meshes, blocks)
    warnings = (*tree.warnings, *findings.warnings)
    return replace(cell, path=path, text=tree.source.text, warnings=warnings)


def _read(findings: Findings, root: Group, meshes: MeshFolder, blocks: Sequence[str]) -> Cell:
    Fields(findings, root, (), (*BLOCKS, *blocks))
    robots: list[PlacedRobot] = []
    postures: dict[str, Posture] = {}
    groups = named_groups(findings, root, ROBOT)
    labels = [group.label for group in groups]
    if len(groups) > MOST_ROBOTS:
        findings.stop(groups[MOST_ROBOTS].start, f"more than {MOST_ROBOTS:,} robots")
    for group in groups:
        read = read_robot_block(findings, group, meshes)
        if read is not None:
            robots.append(read[0])
            postures[group.label] = read[1]
    by_id = {placed.id: placed for placed in robots}

    def every(key: str, read: Callable[[Group], T | None]) -> tuple[T, ...]:
        values = [read(group) for group in named_groups(findings, root, key)]
        return tuple(value for value in values if value is not None)

    trajectories = every(TRAJECTORY, lambda at: _trajectory(findings, at, labels, meshes.folder))
    programs = every(PROGRAM, lambda at: read_program(findings, at, by_id, labels))
    figures = every(FIGURE, lambda at: read_figure(findings, at, by_id, labels))
    taken = set(labels)
    around = read_around(findings, root, taken, meshes)
    document = Document(tuple(robots), programs, figures, around.things, around.targets)
    marks = read_marks(findings, root, _holders(document, labels), taken)
    view = read_view(findings, single_group(findings, root, VIEW))
    panes, rules = read_panes(findings, root), read_collision(findings, root)
    return Cell(replace(document, **marks, collision=rules), postures, view, trajectories, panes)


def _holders(document: Document, labels: Sequence[str]) -> Holders:
    joints = {placed.id: placed.robot.n for placed in document.robots}
    things = frozenset(thing.id for thing in document.things)
    return Holders(joints, things, frozenset(labels) | things)


def _trajectory(
    findings: Findings, group: Group, robots: Sequence[str], folder: Path | None
) -> TrajectoryLink | None:
    fields = Fields(findings, group, names(TRAJECTORY_KEYS))
    said = read_keys(fields, TRAJECTORY_KEYS)
    robot, file = said["robot"], said["file"]
    if robot and robot not in robots:
        fields.error("robot", f"'robot': the cell has no robot {shorten(robot)}")
    if "file" not in fields:
        return None
    fault = reference_fault(file)
    if fault:
        fields.error("file", f"'file': {fault}")
        return None
    try:
        resolve(file, "jtraj", folder)
    except LibraryError as error:
        # The cell is usable without it.
        fields.warn("file", f"'file': {error}")
    return TrajectoryLink(group.label, file, robot)
