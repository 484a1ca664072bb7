"""Edits of the figures of a document."""

from __future__ import annotations

from dataclasses import replace

from rvs.engine.errors import ArgumentError
from rvs.fields.edit import edit
from rvs.model.document import Document, fresh_id
from rvs.model.figures.figure import NamedFigure


def find_figure(document: Document, name: str) -> NamedFigure:
    """Return the figure of that name.

    Raises:
        ArgumentError: The document has no such figure.
    """
    for figure in document.figures:
        if figure.name == name:
            return figure
    raise ArgumentError(f"name: the cell has no figure {name!r}")


@edit("Add figure {figure}", adds="figures")
def add_figure(document: Document, figure: NamedFigure) -> Document:
    """Add a figure; its name gets a number when it is taken."""
    name = fresh_id(figure.name, (other.name for other in document.figures))
    return replace(document, figures=(*document.figures, replace(figure, name=name)))


@edit("Keep figure {figure}")
def keep_figure(document: Document, figure: NamedFigure) -> Document:
    """Put a figure in the place of the one of its name, or add it."""
    if all(other.name != figure.name for other in document.figures):
        return add_figure(document, figure)
    return _change(document, find_figure(document, figure.name), figure)


@edit("Rename figure {name}")
def rename_figure(document: Document, name: str, new: str) -> Document:
    """Give a figure another name, with a number when that is taken."""
    old = find_figure(document, name)
    taken = (other.name for other in document.figures if other is not old)
    return _change(document, old, replace(old, name=fresh_id(new, taken)))


@edit("Delete figure {name}")
def remove_figure(document: Document, name: str) -> Document:
    """Take a figure away."""
    gone = find_figure(document, name)
    return replace(document, figures=tuple(one for one in document.figures if one is not gone))


@edit("Move figure {name}")
def move_figure(document: Document, name: str, to: int) -> Document:
    """Move a figure to another place of the list; before its beginning and behind its end too."""
    moved = find_figure(document, name)
    others = [one for one in document.figures if one is not moved]
    others.insert(max(0, min(to, len(others))), moved)
    return replace(document, figures=tuple(others))


def _change(document: Document, old: NamedFigure, new: NamedFigure) -> Document:
    return replace(document, figures=tuple(new if one is old else one for one in document.figures))
