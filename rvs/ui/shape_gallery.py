"""The shapes to choose from, with pictures, by family."""

from __future__ import annotations

from collections.abc import Callable
from math import radians

import numpy as np
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
)

from rvs.engine.errors import RvsError
from rvs.files.composites import composites
from rvs.model.body.shape_table import SHAPES
from rvs.model.body.shapes import Shape
from rvs.model.body.values import Composite
from rvs.model.colors import SCENE, rgba
from rvs.model.view import Camera
from rvs.scene.camera import fit
from rvs.scene.items import Backdrop, Scene
from rvs.scene.sample import sample_solids
from rvs.ui.desk import Desk
from rvs.ui.offscreen import HiddenContext
from rvs.ui.widgets.labels import named_label

WIDE, HIGH, SCALE, SAMPLES = 104, 84, 2, 8
LOOK = Camera(azimuth=radians(-52), elevation=radians(27), field_of_view=radians(24))
SHAPE = Qt.ItemDataRole.UserRole
DIALOG = QSize(760, 560)


class ShapeGallery(QDialog):
    """Tells ``take`` the shape that was chosen; the pictures come one after another."""

    def __init__(self, desk: Desk, take: Callable[[Shape | Composite], object]) -> None:
        super().__init__(desk.window)
        self.setObjectName("shape_gallery")
        self.setWindowTitle("Add a part")
        self.resize(DIALOG)
        self._desk, self._take = desk, take
        self._library = tuple(composites().values())
        self._hidden: HiddenContext | None = None
        self._drawn = 0
        self.search = QLineEdit(placeholderText="Search shapes")
        self.search.setFixedHeight(32)
        self.search.setAccessibleName("Search shapes")
        self.list = QListWidget()
        self.list.setObjectName("Gallery")
        self.list.setViewMode(QListWidget.ViewMode.IconMode)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setMovement(QListWidget.Movement.Static)
        self.list.setIconSize(QSize(WIDE, HIGH))
        self.list.setGridSize(QSize(WIDE + 28, HIGH + 44))
        self.list.setAccessibleName("Shapes")
        self.words = named_label("Secondary", "Choose a shape.")
        self.add = QPushButton("Add")
        self.add.setProperty("filled", True)
        self.add.setDefault(True)
        self._fill()
        self._arrange()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._draw_next)
        self._timer.start()

    def accept(self) -> None:
        """Take the chosen shape."""
        item = self.list.currentItem()
        if item is not None:
            super().accept()
            self._take(item.data(SHAPE))

    def done(self, result: int) -> None:
        self._timer.stop()
        if self._hidden is not None:
            self._hidden.release()
            self._hidden = None
        super().done(result)

    def _fill(self) -> None:
        empty = QPixmap(WIDE, HIGH)
        empty.fill(Qt.GlobalColor.transparent)
        shapes: list[Shape | Composite] = [*SHAPES.values(), *self._library]
        for shape in shapes:
            item = QListWidgetItem(QIcon(empty), shape.title or shape.name)
            item.setData(SHAPE, shape)
            item.setToolTip(f"{shape.summary} {shape.place}")
            self.list.addItem(item)

    def _arrange(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.list.currentItemChanged.connect(self._describe)
        self.list.itemActivated.connect(lambda: self.accept())
        self.add.clicked.connect(self.accept)
        self.add.setEnabled(False)
        cancel = QPushButton("Cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.words, 1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addLayout(buttons)

    def _filter(self, text: str) -> None:
        wanted = text.casefold().split()
        for row in range(self.list.count()):
            item = self.list.item(row)
            shape = item.data(SHAPE)
            said = f"{shape.name} {shape.title} {shape.summary}".casefold()
            item.setHidden(not all(word in said for word in wanted))

    def _describe(self, item: QListWidgetItem | None) -> None:
        self.add.setEnabled(item is not None)
        self.words.setText(item.data(SHAPE).summary if item else "Choose a shape.")

    def _draw_next(self) -> None:
        """Draw one picture whenever there is nothing else to do."""
        if self._drawn >= self.list.count():
            self._timer.stop()
            return
        item = self.list.item(self._drawn)
        self._drawn += 1
        try:
            item.setIcon(QIcon(self._picture(item.data(SHAPE))))
        except RvsError:
            # Without pictures the names still tell the shapes.
            self._timer.stop()

    def _picture(self, shape: Shape | Composite) -> QPixmap:
        if self._hidden is None:
            self._hidden = HiddenContext()
        solids = sample_solids(shape, self._library)
        corners = [
            solid.mesh.vertices @ solid.pose[:3, :3].T + solid.pose[:3, 3] for solid in solids
        ]
        camera = fit(LOOK, np.concatenate(corners), WIDE / HIGH, margin=1.1)
        colors = SCENE[self._desk.session.state.view.background]
        scene = Scene(solids, Backdrop(rgba(colors.sky), rgba(colors.horizon)))
        pixels = self._hidden.render(scene, camera, WIDE, HIGH, samples=SAMPLES, scale=SCALE)
        rows = np.ascontiguousarray(pixels)
        high, wide = rows.shape[:2]
        image = QImage(rows.data, wide, high, 4 * wide, QImage.Format.Format_RGBA8888).copy()
        picture = QPixmap.fromImage(image)
        picture.setDevicePixelRatio(SCALE)
        return picture
