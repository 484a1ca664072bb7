"""Items for selection with their pictures, by family: shapes of parts, and objects of the cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import radians
from typing import Any

import numpy as np
from PySide6.QtCore import QByteArray, QMimeData, QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton

from rvs.bodies.editing import sample_solids
from rvs.bodies.solid import Solid
from rvs.bodies.things import thing_solids
from rvs.files.bodies.composites import composites
from rvs.geometry.shape import MESH_SHAPE, Shape
from rvs.geometry.shapes import PART_SHAPES
from rvs.geometry.things import KINDS, MESH
from rvs.geometry.things.kind import ThingKind
from rvs.gl.frame import Shot
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.body.values import Composite
from rvs.model.things.thing import Thing
from rvs.model.views.view import Camera
from rvs.scene.camera import fit
from rvs.scene.items import Backdrop, Scene
from rvs.ui.desk import Desk
from rvs.ui.pictures.offscreen import ContextOnDemand
from rvs.ui.pictures.picture_queue import Parts, PictureQueue
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.text_field import SearchField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.screen_fit import resize_on_screen
from rvs.value_class import dataclass
from rvs.words import tr

WIDE, HIGH, SCALE, SAMPLES = 104, 84, 2, 8
LOOK = Camera(azimuth=radians(-52), elevation=radians(27), field_of_view=radians(24))
SAMPLE = Qt.ItemDataRole.UserRole
DIALOG = QSize(760, 560)


@dataclass(frozen=True)
class Sample:
    """One item of a gallery.

    Attributes:
        name: Its name in a drag out of the gallery.
        title: Displayed name.
        summary: Description in one sentence.
        tip: Additional information.
        value: The value of the selection.
        solids: Returns the content of its picture; None for no picture.
    """

    name: str
    title: str
    summary: str
    tip: str
    value: Any
    solids: Callable[[], Sequence[Solid]] | None


class PictureList(QListWidget):
    """Pictures in rows, which can be dragged out as ``mime``."""

    def __init__(self, mime: str) -> None:
        super().__init__()
        self.setObjectName("Gallery")
        self.setViewMode(QListWidget.ViewMode.IconMode)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setMovement(QListWidget.Movement.Static)
        self.setIconSize(QSize(WIDE, HIGH))
        self.setGridSize(QSize(WIDE + 28, HIGH + 44))
        self._mime = mime
        self.setDragEnabled(bool(mime))

    def mimeData(self, items: Sequence[QListWidgetItem]) -> QMimeData:
        data = QMimeData()
        if self._mime and items:
            name = items[0].data(SAMPLE).name
            data.setData(self._mime, QByteArray(name.encode("utf-8")))
        return data


class PictureGallery(AskDialog):
    """Reports ``take``, the selected value; the pictures appear one after another."""

    def __init__(
        self,
        desk: Desk,
        name: str,
        title: str,
        samples: Sequence[Sample],
        take: Callable[[Any], object],
        mime: str = "",
    ) -> None:
        """Make the dialog.

        Args:
            desk: The desk.
            name: Name of the dialog for styles and tests.
            title: Its title.
            samples: The samples for selection.
            take: Called with the value of the selection.
            mime: Data type of drags out of it, or none.
        """
        super().__init__(desk.window, desk.theme, name, title, "Add")
        resize_on_screen(self, DIALOG)
        self.desk, self._take = desk, take
        self._queue = PictureQueue[int, Callable[[], Sequence[Solid]]](
            lambda: False, self._draw, self._show
        )
        self.search = SearchField("Search")
        self.list = PictureList(mime)
        self.list.setAccessibleName(title)
        self.words = named_label("Secondary", "Choose one.")
        self._fill(samples)
        self._arrange()

    def accept(self) -> None:
        """Accept the selected item."""
        item = self.list.currentItem()
        if item is not None:
            super().accept()
            self._take(item.data(SAMPLE).value)

    def done(self, result: int) -> None:
        self._queue.release()
        super().done(result)

    def _fill(self, samples: Sequence[Sample]) -> None:
        empty = QPixmap(WIDE, HIGH)
        empty.fill(Qt.GlobalColor.transparent)
        for row, sample in enumerate(samples):
            item = QListWidgetItem(QIcon(empty), tr(sample.title))
            item.setData(SAMPLE, sample)
            item.setToolTip(sample.tip)
            self.list.addItem(item)
            if sample.solids is not None:
                self._queue.picture(row, sample.solids)

    def _arrange(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.list.currentItemChanged.connect(self._describe)
        self.list.itemActivated.connect(lambda: self.accept())
        self.button.setEnabled(False)
        self.ask(self.search, self.list, foot=self.words)

    def _filter(self, text: str) -> None:
        wanted = text.casefold().split()
        for row in range(self.list.count()):
            item = self.list.item(row)
            sample = item.data(SAMPLE)
            said = f"{sample.name} {sample.title} {sample.summary}".casefold()
            item.setHidden(not all(word in said for word in wanted))
        self._choose_found(text.strip().casefold())

    def _choose_found(self, text: str) -> None:
        """Select the best match of the typed text, so that Enter accepts it."""
        rows = [self.list.item(row) for row in range(self.list.count())]
        found = [item for item in rows if text and not item.isHidden()]
        best = min(found, key=lambda one: _misfit(text, one.data(SAMPLE)), default=None)
        self.list.setCurrentItem(best)  # type: ignore[arg-type]

    def _describe(self, item: QListWidgetItem | None) -> None:
        self.button.setEnabled(item is not None)
        self.words.setText(item.data(SAMPLE).summary if item else "Choose one.")

    def _show(self, row: int) -> None:
        sample = self.list.item(row).data(SAMPLE)
        picture = self._queue.picture(row, sample.solids)
        # Without pictures the names still tell them apart.
        if picture is not None and not picture.isNull():
            self.list.item(row).setIcon(QIcon(picture))

    def _draw(
        self, hidden: ContextOnDemand, _row: int, make: Callable[[], Sequence[Solid]]
    ) -> Parts:
        solids = make()
        yield
        corners = [
            solid.mesh.vertices @ solid.pose[:3, :3].T + solid.pose[:3, 3] for solid in solids
        ]
        camera = fit(LOOK, np.concatenate(corners), WIDE / HIGH, margin=1.1)
        colors = SCENE[self.desk.session.state.view.background]
        scene = Scene(tuple(solids), Backdrop(rgba(colors.sky), rgba(colors.horizon)))
        shot = Shot(scene, camera, WIDE, HIGH, samples=SAMPLES, scale=SCALE)
        picture = QPixmap.fromImage(hidden().picture(shot))
        picture.setDevicePixelRatio(SCALE)
        return picture


def _misfit(text: str, sample: Sample) -> tuple[bool, ...]:
    """Return the difference of a sample from the typed one; smaller is nearer."""
    names = (sample.name.casefold(), sample.title.casefold())
    return (
        text not in names,
        not any(name.startswith(text) for name in names),
        not all(word in names[1] for word in text.split()),
    )


class ShapeGallery(PictureGallery):
    """Reports ``take``, the selected shape or library part."""

    def __init__(self, desk: Desk, take: Callable[[Shape | Composite], object]) -> None:
        super().__init__(desk, "shape_gallery", "Add a part", _shape_samples(), take)
        self.search.setPlaceholderText("Search shapes")
        self.search.setAccessibleName("Search shapes")
        self.list.setAccessibleName("Shapes")


def _shape_samples() -> Sequence[Sample]:
    library = tuple(composites().values())
    shapes: list[Shape | Composite] = [*PART_SHAPES.values(), *library]
    return [
        Sample(
            shape.name,
            shape.title or shape.name,
            shape.summary,
            f"{shape.summary} {shape.place}",
            shape,
            None if shape is MESH_SHAPE else partial(sample_solids, shape, library),
        )
        for shape in shapes
    ]


# What a drag out of the gallery carries: the name of a kind.
MIME = "application/x-rvs-thing"


class ThingGallery(PictureGallery):
    """Reports ``take``, the name of the selected kind; stays open next to the window."""

    def __init__(
        self, desk: Desk, take: Callable[[str], object], import_mesh: Callable[[], object]
    ) -> None:
        super().__init__(desk, "thing_gallery", "Add an object", _thing_samples(), take, MIME)
        self.search.setPlaceholderText("Search objects")
        self.search.setAccessibleName("Search objects")
        self.list.setAccessibleName("Objects; drag one into the view to place it there")
        load = QPushButton("Mesh file…")
        load.setToolTip("Add an STL, OBJ or glTF file")
        load.setAutoDefault(False)
        load.clicked.connect(self.reject)
        load.clicked.connect(lambda: import_mesh())
        self.row.insertWidget(1, load)
        self.words.setText("Choose one, or drag it into the view.")


def _thing_samples() -> Sequence[Sample]:
    return [
        Sample(kind.name, kind.title, kind.summary, kind.summary, kind.name, partial(_solids, kind))
        for kind in KINDS.values()
        if kind.name != MESH
    ]


def _solids(kind: ThingKind) -> tuple[Solid, ...]:
    return thing_solids(Thing(kind.name, kind.name))
