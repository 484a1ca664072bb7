"""Edits of the figures of a document."""

from __future__ import annotations

from dataclasses import replace

from rvs.fields.edit import edit
from rvs.model.document import Document
from rvs.model.figures.figure import NamedFigure
from rvs.model.members import added, find, renamed, swapped, without


def find_figure(document: Document, name: str) -> NamedFigure:
    """Return the figure with this name.

    Raises:
        ArgumentError: The document has no such figure.
    """
    figure: NamedFigure = find(document, "figures", name)
    return figure


@edit("Add figure {figure}", adds="figures")
def add_figure(document: Document, figure: NamedFigure) -> Document:
    """Add a figure; its name gets a number if it is taken."""
    return added(document, "figures", figure)


@edit("Store figure {figure}")
def keep_figure(document: Document, figure: NamedFigure) -> Document:
    """Replace the figure with the same name, or add it."""
    if all(other.name != figure.name for other in document.figures):
        return add_figure(document, figure)
    return swapped(document, "figures", find_figure(document, figure.name), figure)


@edit("Rename figure {name}")
def rename_figure(document: Document, name: str, new: str) -> Document:
    """Rename a figure, with a number if the name is taken."""
    return renamed(document, "figures", name, new)


@edit("Delete figure {name}")
def remove_figure(document: Document, name: str) -> Document:
    """Remove a figure."""
    return without(document, "figures", name)


@edit("Move figure {name}")
def move_figure(document: Document, name: str, to: int) -> Document:
    """Move a figure to another position in the list, or beyond its ends."""
    moved = find_figure(document, name)
    others = [one for one in document.figures if one is not moved]
    others.insert(max(0, min(to, len(others))), moved)
    return replace(document, figures=tuple(others))
