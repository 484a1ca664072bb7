"""Gallery of objects with pictures; a click adds one, a drag places it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QPushButton

from rvs.bodies.solid import Solid
from rvs.bodies.things import thing_solids
from rvs.geometry.things import KINDS, MESH
from rvs.geometry.things.kind import ThingKind
from rvs.model.things.thing import Thing
from rvs.ui.desk import Desk
from rvs.ui.pictures.picture_gallery import PictureGallery, Sample

# What a drag out of the gallery carries: the name of a kind.
MIME = "application/x-rvs-thing"


class ThingGallery(PictureGallery):
    """Reports ``take``, the name of the selected kind; stays open next to the window."""

    def __init__(
        self, desk: Desk, take: Callable[[str], object], import_mesh: Callable[[], object]
    ) -> None:
        super().__init__(desk, "thing_gallery", "Add an object", _samples(), take, MIME)
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


def _samples() -> Sequence[Sample]:
    return [
        Sample(kind.name, kind.title, kind.summary, kind.summary, kind.name, partial(_solids, kind))
        for kind in KINDS.values()
        if kind.name != MESH
    ]


def _solids(kind: ThingKind) -> tuple[Solid, ...]:
    return thing_solids(Thing(kind.name, kind.name))
