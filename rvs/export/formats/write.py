"""Drawings to files; the suffix decides the format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import Drawing
from rvs.export.formats.latex import overlay, overlay_file, without_text
from rvs.export.formats.pdf import pdf
from rvs.export.formats.ps import eps, ps
from rvs.export.formats.svg import svg
from rvs.files.storage.atomic import write_bytes, write_text
from rvs.model.figures.figure import Lettering as Lettering

FORMATS: dict[str, Callable[[Drawing], str | bytes]] = {
    ".svg": svg,
    ".pdf": pdf,
    ".eps": eps,
    ".ps": ps,
}
# Pictures that LaTeX takes in.
LATEX_FORMATS = (".pdf", ".eps")


def write(drawing: Drawing, path: Path | str, text: Lettering = "font") -> Path:
    """Write a drawing as .svg, .pdf, .eps or .ps.

    Args:
        drawing: The drawing.
        path: The file.
        text: ``"font"`` keeps texts as texts and embeds their letters, ``"paths"`` makes outlines
            of them, ``"latex"`` leaves them to a file beside it that ends in ``.tex``.

    Returns:
        The path.

    Raises:
        ArgumentError: Another suffix, or a format that LaTeX does not take.
        OSError: It can't be written, or the file of the labels holds something else.
    """
    target = Path(path)
    if text == "latex" and target.suffix.lower() not in LATEX_FORMATS:
        known = " or ".join(LATEX_FORMATS)
        raise ArgumentError(f"text: for LaTeX a figure is written as {known}")
    labels = overlay_file(target) if text == "latex" else None
    write_bytes(target, encoded(drawing, target.suffix, text))
    if labels is not None:
        write_text(labels, overlay(drawing, target.name))
    return target


def encoded(drawing: Drawing, suffix: str, text: Lettering = "font") -> bytes:
    """Return the bytes of a file of that suffix.

    Args:
        drawing: The drawing.
        suffix: Of the file's name, such as ``".svg"``.
        text: As for ``write``; of ``"latex"`` the picture without texts.

    Raises:
        ArgumentError: No format has that suffix.
    """
    writer = FORMATS.get(suffix.lower())
    if writer is None:
        known = ", ".join(FORMATS)
        raise ArgumentError(f"a figure is written as {known}, not {suffix!r}")
    content = writer(lettered(drawing, text))
    return content if isinstance(content, bytes) else content.encode("utf-8")


def lettered(drawing: Drawing, text: Lettering) -> Drawing:
    """Return a drawing with its texts as texts, as outlines, or without them for LaTeX."""
    if text == "paths":
        # here, since outlines alone need what reads fonts
        from rvs.export.formats.text_paths import in_paths

        return in_paths(drawing)
    return without_text(drawing) if text == "latex" else drawing
