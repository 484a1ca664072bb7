"""The shapes for selection, with pictures, by family."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rvs.bodies.editing import sample_solids
from rvs.files.bodies.composites import composites
from rvs.geometry.shape import MESH_SHAPE, Shape
from rvs.geometry.shapes import PART_SHAPES
from rvs.model.body.values import Composite
from rvs.ui.desk import Desk
from rvs.ui.pictures.picture_gallery import PictureGallery, Sample


class ShapeGallery(PictureGallery):
    """Reports ``take``, the selected shape or library part."""

    def __init__(self, desk: Desk, take: Callable[[Shape | Composite], object]) -> None:
        super().__init__(desk, "shape_gallery", "Add a part", _samples(), take)
        self.search.setPlaceholderText("Search shapes")
        self.search.setAccessibleName("Search shapes")
        self.list.setAccessibleName("Shapes")


def _samples() -> Sequence[Sample]:
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
