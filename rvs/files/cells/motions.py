"""The files of a cell's motions: written next to it, or copied when it is saved elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from rvs.files.cells.cell import Cell, TrajectoryLink
from rvs.files.library import LibraryError, files_of
from rvs.files.motions.kept import file_stem, motion_text
from rvs.files.storage.atomic import write_bytes
from rvs.files.storage.references import reference_fault, resolve
from rvs.model.members import fresh_id
from rvs.model.motions.kept import KeptMotion

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
