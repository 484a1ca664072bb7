"""Drawings to files; the suffix decides the format."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import Drawing
from rvs.files.storage.atomic import write_bytes, write_text
from rvs.files.text.letters import utf8, xml_text
from rvs.model.figures.figure import Lettering as Lettering

# suffix -> module beside this one with a function of the suffix's name; only what is called for is
# imported
FORMATS = {".svg": "svg", ".pdf": "pdf", ".eps": "ps", ".ps": "ps"}
# Pictures that LaTeX takes in.
LATEX_FORMATS = (".pdf", ".eps")


def write(drawing: Drawing, path: Path | str, text: Lettering = "font") -> Path:
    """Write a drawing as .svg, .pdf, .eps or .ps.

    Args:
        drawing: The drawing.
        path: The file.
        text: ``"font"`` keeps texts as texts and embeds their letters, ``"paths"`` converts them to
            outlines, ``"latex"`` writes them to a file in the same folder that ends in ``.tex``.

    Returns:
        The path.

    Raises:
        ArgumentError: Another suffix, or a format that LaTeX can't include.
        OSError: It can't be written, or the file of the labels holds something else.
    """
    target = Path(path)
    if text == "latex" and target.suffix.lower() not in LATEX_FORMATS:
        known = " or ".join(LATEX_FORMATS)
        raise ArgumentError(f"text: LaTeX needs a figure in the format {known}")
    if text != "latex":
        write_bytes(target, encoded(drawing, target.suffix, text))
        return target
    from rvs.export.formats.latex import overlay, overlay_file

    labels = overlay_file(target)
    write_bytes(target, encoded(drawing, target.suffix, text))
    write_text(labels, overlay(drawing, target.name))
    return target


def encoded(drawing: Drawing, suffix: str, text: Lettering = "font") -> bytes:
    """Return the bytes of a file of that suffix.

    Args:
        drawing: The drawing.
        suffix: Suffix of the file's name, such as ``".svg"``.
        text: As for ``write``; with ``"latex"`` the picture without texts.

    Raises:
        ArgumentError: No format has that suffix.
    """
    content = _writer(suffix)(lettered(drawing, text))
    if isinstance(content, bytes):
        return content
    return utf8(xml_text(content) if suffix.lower() == ".svg" else content)


def lettered(drawing: Drawing, text: Lettering) -> Drawing:
    """Return a drawing with its texts as texts, as outlines, or without them for LaTeX."""
    if text == "paths":
        # here, since outlines alone need what reads fonts
        from rvs.export.formats.text_paths import in_paths

        return in_paths(drawing)
    if text == "latex":
        from rvs.export.formats.latex import without_text

        return without_text(drawing)
    return drawing


def _writer(suffix: str) -> Callable[[Drawing], str | bytes]:
    name = suffix.lower()
    if name not in FORMATS:
        known = ", ".join(FORMATS)
        raise ArgumentError(f"figure: expected one of {known}, got {suffix!r}")
    module = import_module(f"rvs.export.formats.{FORMATS[name]}")
    found: Callable[[Drawing], str | bytes] = getattr(module, name[1:])
    return found
