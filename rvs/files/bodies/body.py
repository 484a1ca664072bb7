"""Body files: full models of robots, end-effectors, payloads and library parts as data."""

from __future__ import annotations

from dataclasses import field, replace
from functools import partial
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.files.bodies.composites import PART_BLOCKS, PART_KEYS, Library, read_composite
from rvs.files.bodies.head import (
    CONSTANTS,
    FILE_KEYS,
    body_context,
    check_count,
    read_constants,
    read_kind,
    read_unit,
)
from rvs.files.bodies.parts import read_link, read_look
from rvs.files.bodies.values import Context
from rvs.files.budget import read_once
from rvs.files.meshes.mesh_plan import NO_FOLDER, MeshFolder
from rvs.files.text.errors import FileError
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.findings import Findings, findings_of
from rvs.files.text.source import MEGABYTE, Source, read_source
from rvs.files.text.syntax import Group, Tree, read_with
from rvs.model.body.values import ROBOT_COLOR, TOOL, Body, LinkBody, Part, Place
from rvs.model.numbers.quantities import MAX_JOINTS
from rvs.value_class import dataclass

MAX_BODY_FILE = 2 * MEGABYTE
MAX_BODY_TOKENS = 200_000
BASE, LINK = "base", "link"
BLOCKS = (CONSTANTS, BASE, LINK, TOOL)
PAINT = "paint"


@dataclass(frozen=True)
class BodyFile:
    """Contents of a body file.

    Attributes:
        body: The body; a library part is the only part in it, at its default sizes.
        path: File it was read from, or None.
        text: Text it was read from; saving keeps everything in it that is still true.
        warnings: Warnings about the file.
    """

    body: Body
    path: Path | None = None
    text: str = field(default="", repr=False, compare=False)
    warnings: tuple[FileError, ...] = field(default=(), repr=False, compare=False)


@read_once
def read_body(path: Path) -> BodyFile:
    """Read a body file.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    return read_with(read_source(path, MAX_BODY_FILE), partial(body_of, path=path), MAX_BODY_TOKENS)


def parse_body(text: str, name: str = "body", trusted: bool = False) -> BodyFile:
    """Read the text of a body file.

    Args:
        text: The text.
        name: Name of the body, and of the file in errors.
        trusted: The file belongs to the program and may name mesh files anywhere.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    meshes = MeshFolder(trusted=trusted)
    return read_with(
        Source(name, text), partial(body_of, path=None, meshes=meshes), MAX_BODY_TOKENS
    )


def body_of(tree: Tree, path: Path | None, meshes: MeshFolder | None = None) -> BodyFile:
    """Return the contents of a parsed body file.

    Args:
        tree: The file.
        path: Its location, or None.
        meshes: Location of the mesh files, if not the folder of the file.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    stem = path.stem if path else tree.source.path
    beside = meshes or MeshFolder(path.parent if path else None)
    with findings_of(tree.source) as findings:
        body = read_body_block(findings, tree.root, stem, beside)
    body = replace(body, origin=str(path) if path else "")
    return BodyFile(body, path, tree.source.text, (*tree.warnings, *findings.warnings))


def read_body_block(
    findings: Findings, group: Group, name: str, meshes: MeshFolder = NO_FOLDER
) -> Body:
    """Return the body that a block, or a whole file, describes; record errors.

    Raises:
        TooManyErrors: More errors than are reported.
    """
    check_count(findings, group)
    library = Library()
    if read_kind(findings, group) == "part":
        return _part_body(findings, group, name, library, meshes)
    fields = Fields(findings, group, FILE_KEYS, BLOCKS)
    unit = read_unit(fields)
    constants = read_constants(findings, group, unit)
    context = body_context(findings, unit, dict(constants), library, meshes)
    color, material, density = read_look(context, fields)
    return Body(
        name,
        read_kind(findings, group),
        unit,
        constants,
        _links(context, group),
        tuple(context.used.values()),
        color or ROBOT_COLOR,
        material or PAINT,
        fields.text("comment"),
        fields.text("source"),
        density=density,
    )


def _links(context: Context, root: Group) -> tuple[LinkBody, ...]:
    links: dict[str, LinkBody] = {}
    for group in root.groups:
        if group.key not in (BASE, LINK, TOOL):
            continue
        place = _place(context, group)
        if place is None:
            continue
        if str(place) in links:
            context.where = ""
            context.error(group.start, f"a second block of {group.key} {group.label}".rstrip())
            continue
        link = _link(context, group, place)
        if link is not None:
            links[str(place)] = link
    return tuple(links.values())


def _link(context: Context, group: Group, place: Place) -> LinkBody | None:
    try:
        return read_link(context, group, place)
    except ArgumentError as error:
        if not context.findings:
            context.error(group.start, str(error))
        return None


def _place(context: Context, group: Group) -> Place | None:
    if group.key == BASE:
        return 0
    if group.key == TOOL:
        return TOOL
    context.where = ""
    number = int(group.label) if group.label.isdecimal() and len(group.label) < 4 else 0
    if not 1 <= number <= MAX_JOINTS:
        shown = f", found {shorten(group.label)}" if group.label else ""
        context.error(group.start, f"expected 'link' and a number from 1 to {MAX_JOINTS}{shown}")
        return None
    return number


def link_blocks(root: Group) -> dict[str, Group]:
    """Return the blocks of links in a body without errors, by their positions as texts."""
    blocks = {}
    for group in root.groups:
        if group.key in (BASE, LINK, TOOL):
            # What stands behind 'base' and 'tool' says nothing.
            place = str(int(group.label)) if group.key == LINK else group.key
            blocks["0" if group.key == BASE else place] = group
    return blocks


def _part_body(
    findings: Findings, group: Group, name: str, library: Library, meshes: MeshFolder
) -> Body:
    """Return a body that shows only a library part."""
    Fields(findings, group, (*FILE_KEYS, *PART_KEYS), PART_BLOCKS)
    loaded = read_composite(findings, group, name, library, meshes)
    composite = loaded.composite
    sizes = tuple((one.name, one.default) for one in composite.parameters)
    part = LinkBody(0, (Part("part", name, sizes),))
    return Body(
        name,
        "part",
        composite.unit,
        links=(part,),
        library=(composite, *loaded.uses),
        comment=composite.summary,
    )
