"""Figures and pictures on the clipboard, in every form that other programs take."""

from __future__ import annotations

from collections.abc import Generator

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication, QImage

from rvs.export.formats.drawing import Drawing
from rvs.export.formats.write import encoded
from rvs.export.progress import Progress
from rvs.model.figures.figure import Lettering
from rvs.ui.figures.paint import Painted, pixels_of
from rvs.value_class import dataclass

SVG, PDF = "image/svg+xml", "application/pdf"
# A PNG for programs that take nothing else.
DPI = 300.0


@dataclass(frozen=True)
class Forms:
    """A figure in three forms."""

    svg: bytes
    pdf: bytes
    picture: QImage


def forms(shown: Painted, text: Lettering) -> Generator[Progress, None, Forms]:
    """Encode a figure in all of them.

    Yields:
        How far it is.
    """
    drawing: Drawing = shown.drawing
    # Nobody can paste the file that LaTeX would read beside it.
    letters: Lettering = "font" if text == "latex" else text
    yield Progress(0.1, "copying")
    svg = encoded(drawing, ".svg", letters)
    yield Progress(0.4, "copying")
    pdf = encoded(drawing, ".pdf", letters)
    yield Progress(0.7, "copying")
    return Forms(svg, pdf, shown.image(*pixels_of(drawing, DPI)))


def put(found: Forms) -> None:
    """Put a figure on the clipboard."""
    data = QMimeData()
    data.setData(SVG, QByteArray(found.svg))
    data.setData(PDF, QByteArray(found.pdf))
    data.setImageData(found.picture)
    QGuiApplication.clipboard().setMimeData(data)
