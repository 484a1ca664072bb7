"""Motions of a cell: by name, at the same time, and their files next to the cell."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.budget import within_budget
from rvs.files.cells.cell import Cell, TrajectoryLink
from rvs.files.library import SUFFIXES, LibraryError, files_of, reference_fault, resolve
from rvs.files.motions.ctraj import read_ctraj
from rvs.files.motions.jtraj import file_stem, motion_text, read_jtraj
from rvs.files.robots.arch import Architecture
from rvs.files.storage.atomic import write_bytes
from rvs.files.text.errors import nearest
from rvs.model.document import PlacedRobot
from rvs.model.members import fresh_id
from rvs.model.motions.cartesian import follow
from rvs.model.motions.kept import KeptMotion, kept_motion
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import on_one_line
from rvs.model.programs.program import Program
from rvs.model.programs.run import run_program
from rvs.value_class import dataclass

FOLDER, KIND, SUFFIX = "motions", "jtraj", ".jtraj"


def reference_to(path: Path, folder: Path) -> str:
    """Return the name of a file in the library, or its path below a folder, or nothing."""
    for name, file in files_of(KIND).items():
        if file == path:
            return name
    below = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else ""
    return "" if reference_fault(below) else below


class MotionPlan:
    """Plan of the files of a cell's motions.

    Attributes:
        links: The trajectories of the cell, including those of its motions.
        motions: The motions with their files.
    """

    def __init__(self, cell: Cell, target: Path, gone: Collection[str] = ()) -> None:
        """Plan the files; nothing is written yet.

        Args:
            cell: The cell.
            target: The file to which it will be written.
            gone: Files of motions removed from the cell; their links are removed.

        Raises:
            RvsError: A motion has properties that a file can't store.
            OSError: A file that the cell refers to can't be read.
        """
        self._folder = target.parent
        self._files: dict[Path, bytes] = {}
        old = cell.path.parent if cell.path else None
        kept = [one for one in cell.trajectories if str(_found(one, old)) not in gone]
        self.links = tuple(self._along(one, old) for one in kept)
        self.motions = tuple(self._kept(cell, one) for one in cell.document.motions)

    def lead(self, played: Sequence[tuple[str, str]]) -> None:
        """Put the links of some motions before the others of the same robot.

        Args:
            played: Ids of robots, each with the name of a motion.
        """
        files = {(one.robot_id, one.name): one.file for one in self.motions}
        for robot, name in played:
            links, file = list(self.links), files.get((robot, name), "")
            own = next((one for one in links if self._is(one, robot, file)), None)
            if own is not None:
                first = next(i for i, one in enumerate(links) if one.robot == robot)
                links.remove(own)
                links.insert(first, own)
                self.links = tuple(links)

    def write(self) -> None:
        """Write the missing files.

        Raises:
            OSError: One can't be written.
        """
        for path, data in self._files.items():
            write_bytes(path, data)

    def _kept(self, cell: Cell, motion: KeptMotion) -> KeptMotion:
        path = Path(motion.file) if motion.file else None
        reference = reference_to(path, self._folder) if path and path.is_file() else ""
        if not reference:
            text = motion_text(motion, cell.document.robot(motion.robot_id))
            wanted = f"{FOLDER}/{file_stem(motion.name)}{SUFFIX}"
            reference = self._place(wanted, text.encode("utf-8"))
            path = self._folder / reference
        if not any(self._is(one, motion.robot_id, str(path)) for one in self.links):
            name = fresh_id(motion.name, (one.name for one in self.links))
            self.links = (*self.links, TrajectoryLink(name, reference, motion.robot_id))
        return replace(motion, file=str(path))

    def _along(self, link: TrajectoryLink, old: Path | None) -> TrajectoryLink:
        """Return a link that is also valid in the new folder."""
        found = _found(link, old)
        if found is None or old is None or not found.is_relative_to(old):
            return link
        there = _found(link, self._folder)
        data = found.read_bytes()
        if there is not None and there.read_bytes() == data:
            return link
        return replace(link, file=self._place(link.file, data))

    def _place(self, wanted: str, data: bytes) -> str:
        """Return the first free path below the folder for a file, or its existing path."""
        stem, dot, suffix = wanted.rpartition(".")
        taken: list[str] = []
        while True:
            name = fresh_id(stem, taken) + dot + suffix
            path = self._folder / name
            if path not in self._files and not path.exists():
                self._files[path] = data
                return name
            if self._files.get(path) == data or (path.is_file() and path.read_bytes() == data):
                return name
            taken.append(name.rpartition(".")[0])

    def _is(self, link: TrajectoryLink, robot: str, file: str) -> bool:
        place = _found(link, self._folder) or self._folder / link.file
        return link.robot == robot and place == Path(file)


def _found(link: TrajectoryLink, folder: Path | None) -> Path | None:
    try:
        return resolve(link.file, KIND, folder)
    except LibraryError:
        return None


FOLDERS = ("jtraj", "ctraj")


def cell_motion(
    cell: Cell, name: str, robot_id: str = "", damping: float = 0.0
) -> tuple[PlacedRobot, Motion]:
    """Return a motion by name, and its robot.

    Args:
        cell: The cell.
        name: A program or a trajectory of the cell, a trajectory of the library, or a file below
            the cell's folder.
        robot_id: The robot for a file that names none; the first one if omitted.
        damping: Permitted deviation of the tool from the path of a file near singularities.

    Raises:
        RvsError: There is no such motion, its file has errors, or the robot can't follow it.
    """
    robots = cell.document.robots
    if not robots:
        raise RvsError(f"{name}: the cell has no robot to move")
    placed = next((one for one in robots if one.id == robot_id), robots[0])
    for program in cell.document.programs:
        if program.name == name:
            taught = cell.document.robot(program.robot_id)
            return taught, run_program(taught.robot, program).trajectory
    made = kept_motion(cell.document, name)
    if made is not None:
        return cell.document.robot(made.robot_id), made.trajectory
    for link in cell.trajectories:
        if link.name == name:
            named = next((one for one in robots if one.id == link.robot), placed)
            return named, link_motion(cell, link, named)
    known = [
        *(one.name for one in cell.document.programs),
        *(one.name for one in cell.document.motions),
        *(one.name for one in cell.trajectories),
    ]
    return placed, read_motion(_resolved(name, cell.path, known), placed, damping)


def motion_of(cell: Cell, name: str, robot_id: str = "", damping: float = 0.0) -> Motion:
    """Return the motion given in a script; arguments and errors as for ``cell_motion``.

    A cell names only files below its folder; a script may name any file.
    """
    path = Path(name)
    suffixes = [SUFFIXES[kind] for kind in FOLDERS]
    if not cell.document.robots or path.suffix.lower() not in suffixes or not path.is_file():
        return cell_motion(cell, name, robot_id, damping)[1]
    robots = cell.document.robots
    placed = next((one for one in robots if one.id == robot_id), robots[0])
    return read_motion(path, placed, damping)


def link_motion(cell: Cell, link: TrajectoryLink, placed: PlacedRobot) -> Motion:
    """Return a trajectory of a cell as the motion of a robot.

    Raises:
        RvsError: There is no such file, it has errors, or the robot can't follow it.
    """
    return read_motion(_resolved(link.file, cell.path, ()), placed)


def motion_name(cell: Cell, path: Path) -> str:
    """Return the name by which a cell finds the file of a trajectory, or nothing."""
    folder = cell.path.parent if cell.path else None
    for link in cell.trajectories:
        try:
            if _resolved(link.file, cell.path, ()).samefile(path):
                return link.name
        except (RvsError, OSError):
            continue
    for kind in FOLDERS:
        for name, file in files_of(kind).items():
            if file == path:
                return name + (SUFFIXES[kind] if kind == "ctraj" else "")
    if folder is not None and path.is_relative_to(folder):
        below = path.relative_to(folder).as_posix()
        return "" if reference_fault(below) else below
    return ""


def _resolved(name: str, path: Path | None, known: Sequence[str]) -> Path:
    folder = path.parent if path else None
    wants_path = name.lower().endswith(SUFFIXES["ctraj"])
    for kind in ("ctraj",) if wants_path else FOLDERS:
        try:
            return resolve(name, kind, folder)
        except LibraryError:
            continue
    everything = [*known, *(one for kind in FOLDERS for one in files_of(kind))]
    raise RvsError(f"there is no motion {name[:80]!r}{nearest(name, everything)}")


@within_budget()
def read_motion(path: Path, placed: PlacedRobot, damping: float = 0.0) -> Motion:
    """Read the file of a joint trajectory, or of a tool path, as the motion of a robot.

    Args:
        path: The file.
        placed: The robot.
        damping: Permitted deviation of the tool from a path near singularities.

    Raises:
        RvsError: The file has errors, or the robot can't follow it.
    """
    architecture = Architecture(placed.robot, placed.unit)
    if path.suffix.lower() != SUFFIXES["ctraj"]:
        return read_jtraj(path, architecture, placed.id).trajectory
    plan = follow(placed.robot, placed.id, read_ctraj(path).motion, damping=damping)
    if not plan.complete or plan.trajectory is None:
        stop = next(finding for finding in plan.findings if finding.stops)
        raise RvsError(f"{path.name}: {placed.id} can't follow it: {stop.words}")
    return plan.trajectory


LEAST_STEPS = 2


@dataclass(frozen=True, slots=True)
class CellTrack:
    """The motion of one robot.

    Attributes:
        robot_id: The robot.
        source: The trajectory or the program that is played.
    """

    robot_id: str
    source: TrajectoryLink | Program


def cell_tracks(cell: Cell) -> tuple[CellTrack, ...]:
    """Return the track of each robot of a cell, in the order of the robots.

    It is the first trajectory of the cell for the robot, else its first program that moves it.  A
    trajectory without a robot is for the first robot.
    """
    return tuple(_tracks(cell))


def cell_timeline(cell: Cell) -> Motion:
    """Return the motions of all robots of a cell, on one time line.

    Raises:
        RvsError: None moves, a file has errors, or a robot can't follow its path or program.
    """
    motions = []
    for track in cell_tracks(cell):
        placed = cell.document.robot(track.robot_id)
        motions.append((track_motion(cell, track, placed), placed.start))
    motion = on_one_line(motions)
    if motion is None:
        raise RvsError("no robot of the cell moves; give one of them a trajectory or a program")
    return motion


def track_motion(cell: Cell, track: CellTrack, placed: PlacedRobot) -> Motion:
    """Return the motion of a track, in its own time.

    Raises:
        RvsError: Its file has errors, or the robot can't follow it.
    """
    if isinstance(track.source, TrajectoryLink):
        return link_motion(cell, track.source, placed)
    run = run_program(placed.robot, track.source)
    if not run.complete:
        stop = next(one for one in run.findings if one.stops)
        raise RvsError(f"{track.source.name}: {placed.id} can't follow it: {stop.words}")
    return run.trajectory


def _tracks(cell: Cell) -> Iterator[CellTrack]:
    for index, placed in enumerate(cell.document.robots):
        names = (placed.id, "") if index == 0 else (placed.id,)
        link = next((one for one in cell.trajectories if one.robot in names), None)
        if link is not None:
            yield CellTrack(placed.id, link)
            continue
        taught = next(
            (
                one
                for one in cell.document.programs
                if one.robot_id == placed.id and len(one.steps) >= LEAST_STEPS
            ),
            None,
        )
        if taught is not None:
            yield CellTrack(placed.id, taught)
