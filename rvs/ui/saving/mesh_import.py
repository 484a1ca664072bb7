"""Import of mesh files: read in the background, with a question about their unit."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
)

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.files.meshes.meshes import MeshRead, read_mesh
from rvs.files.storage.locations import whole_path
from rvs.files.suffixes import SUFFIXES
from rvs.files.text.errors import FileErrors
from rvs.geometry.things import MESH
from rvs.model.mesh_file import MeshFile, mesh_id
from rvs.model.numbers.quantities import metres_per, short_number
from rvs.model.numbers.units import UNITS as ALL_UNITS
from rvs.model.things.thing import Thing
from rvs.ui import file_dialogs
from rvs.ui.commands import things as thing_commands
from rvs.ui.desk import Desk
from rvs.ui.messages import file_message
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.labels import named_label
from rvs.ui.work.jobs import Latest
from rvs.words import tr

UNITS = ("mm", "cm", "m", "in", "ft")
WIDTH = 420
# Of the longest edge of what people put into a cell, m.
PLAUSIBLE = (0.02, 20.0)
# Takes a mesh, the metres of its unit, and where it goes.
Take = Callable[[MeshFile, float, str], str]
ORIGINS = ("On the surface in the middle of the view", "With its origin at the origin of the cell")


def file_types() -> str:
    """Return the types of mesh files for a file dialog."""
    return tr("Mesh files (*{suffixes});;All files (*)", " *".join(SUFFIXES))


def ask(desk: Desk) -> None:
    """Ask for mesh files and add them."""
    for path in file_dialogs.open_several(desk.window, "Add mesh files", "", file_types()):
        open_mesh(desk, path)


def open_mesh(desk: Desk, path: Path) -> MeshDialog:
    """Read a mesh file in the background, then ask for its unit and add it as an object."""
    return take_in(desk, path, partial(_add_thing, desk), ORIGINS)


def take_in(desk: Desk, path: Path, take: Take, origins: Sequence[str] = ()) -> MeshDialog:
    """Read a mesh file in the background, then ask for its unit and pass it on."""
    dialog = MeshDialog(desk, path, take, origins)
    dialog.open()
    return dialog


def _add_thing(desk: Desk, mesh: MeshFile, scale: float, origin: str) -> str:
    """Add a mesh to the cell; return the reason for a failure."""
    try:
        thing = Thing(mesh_id(mesh.path), MESH, (("scale", scale),), mesh=mesh)
    except RvsError as error:
        return str(error)
    put = thing_commands.put if origin == ORIGINS[0] else thing_commands.put_at
    put(desk, thing)
    return ""


class MeshDialog(AskDialog):
    """Shows the contents of a mesh file and its size in a unit."""

    last = ""

    def __init__(self, desk: Desk, path: Path, take: Take, origins: Sequence[str]) -> None:
        """Start reading.

        Args:
            desk: The desk of the window.
            path: The file.
            take: Called with the mesh, the metres of its unit and the selected origin; returns the
                error, or nothing.
            origins: Possible origins of the mesh; none if the origin is known.
        """
        super().__init__(desk.window, desk.theme, "mesh_dialog", tr("Add {name}", path.name), "Add")
        self.setMinimumWidth(WIDTH)
        self._desk, self._path, self._take = desk, path, take
        self._read: MeshRead | None = None
        self._reading = Latest()
        self.facts = named_label("Secondary", "Reading…")
        self.facts.setWordWrap(True)
        self.unit = Combo("Unit of the file")
        self.unit.addItems(UNITS)
        self.measures = QLabel()
        self.origin = Combo("Location")
        self.origin.addItems(origins)
        self._arrange()
        self._reading.start(self._work, self._arrived, self._failed)

    def accept(self) -> None:
        """Pass on the mesh with its surface as read."""
        if self._read is None:
            return
        read, scale = self._read, metres_per(self.unit.currentText())
        file = MeshFile(str(whole_path(self._path)), read.box, read.surface)
        reason = self._take(file, scale, self.origin.currentText())
        if reason:
            self.facts.setText(reason)
            return
        MeshDialog.last = self.unit.currentText()
        super().accept()

    def done(self, result: int) -> None:
        self._reading.close()
        super().done(result)

    def _work(self) -> Generator[None, None, MeshRead]:
        yield
        return read_mesh(self._path)

    def _arrived(self, read: MeshRead) -> None:
        self._read = read
        count = len(read.surface.triangles)
        said = "{count:,} triangles; the mesh is open, so both sides are drawn."
        self.facts.setText(tr("{count:,} triangles." if read.surface.closed else said, count))
        self.unit.setCurrentText(likely_unit(read, MeshDialog.last))
        self.unit.setEnabled(True)
        self.button.setEnabled(True)
        self._tell_size()

    def _failed(self, error: Exception) -> None:
        known = error.errors if isinstance(error, FileErrors) else ()
        self._desk.messages.add(file_message("error", one) for one in known)
        if not known:
            self._desk.messages.fail(str(error), self._path)
        self.facts.setText(str(known[0].message if known else error))

    def _tell_size(self) -> None:
        if self._read is None:
            return
        box = np.reshape(self._read.box, (2, 3)) * metres_per(self.unit.currentText())
        self.measures.setText(size_text(box[1] - box[0]))

    def _arrange(self) -> None:
        self.unit.setEnabled(False)
        self.button.setEnabled(False)
        self.unit.currentTextChanged.connect(lambda _: self._tell_size())
        form = QFormLayout()
        form.addRow("Unit of the file", self.unit)
        form.addRow("Resulting size", self.measures)
        if self.origin.count():
            form.addRow("Location", self.origin)
        self.ask(self.facts, form)


def likely_unit(read: MeshRead, last: str = "") -> str:
    """Return the unit in which a mesh has a plausible size for a work cell.

    Args:
        read: The mesh.
        last: The unit of the previous file, which is also that of another file from the same
            source.
    """
    if read.scale == 1.0:
        return "m"
    box = np.reshape(read.box, (2, 3))
    largest = float((box[1] - box[0]).max())
    order = [*([last] if last else []), "mm", "m", "in", "cm", "ft"]
    least, most = PLAUSIBLE
    found = (one for one in order if least <= largest * metres_per(one) <= most)
    return next(found, "mm" if largest > most else "m")


def size_text(size: Array) -> str:
    """Return the edges of a box (3,), m, in a suitable unit."""
    unit = ALL_UNITS["m" if float(np.max(size)) >= 1.0 else "mm"]
    return f"{' × '.join(short_number(one / unit.factor, 3) for one in size)} {unit.symbol}"
