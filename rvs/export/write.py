"""Drawings to files; the suffix decides the format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.export.drawing import Drawing
from rvs.export.pdf import pdf
from rvs.export.ps import eps, ps
from rvs.export.svg import svg

FORMATS: dict[str, Callable[[Drawing], str | bytes]] = {
    ".svg": svg,
    ".pdf": pdf,
    ".eps": eps,
    ".ps": ps,
}


def write(drawing: Drawing, path: Path | str) -> Path:
    """Write a drawing as .svg, .pdf, .eps or .ps.

    Returns:
        The path.

    Raises:
        ArgumentError: Another suffix.
    """
    target = Path(path)
    target.write_bytes(encoded(drawing, target.suffix))
    return target


def encoded(drawing: Drawing, suffix: str) -> bytes:
    """Return the bytes of a file of that suffix.

    Raises:
        ArgumentError: No format has that suffix.
    """
    writer = FORMATS.get(suffix.lower())
    if writer is None:
        known = ", ".join(FORMATS)
        raise ArgumentError(f"a figure is written as {known}, not {suffix!r}")
    content = writer(drawing)
    return content if isinstance(content, bytes) else content.encode("utf-8")
