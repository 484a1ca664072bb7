"""Library parts: body files of kind ``part`` below ``links/parts``, used like shapes."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

from rvs.engine.errors import ArgumentError
from rvs.files.bodies.head import CONSTANTS, body_context, read_constants, read_unit
from rvs.files.bodies.parts import GROUP, PART, read_parts
from rvs.files.bodies.values import Context
from rvs.files.library import files_of
from rvs.files.meshes.mesh_plan import NO_FOLDER, MeshFolder
from rvs.files.text.errors import FileErrors
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings, findings_of
from rvs.files.text.scale import DEGREES, NUMBERS, Scale, length_scale
from rvs.files.text.source import MEGABYTE, read_source
from rvs.files.text.syntax import Group, parse
from rvs.geometry.shape import LARGEST, Parameter, Relation
from rvs.geometry.shapes import PART_SHAPES
from rvs.model.body.names import constant_fault
from rvs.model.body.sizes import checked
from rvs.model.body.values import Composite, Size
from rvs.model.numbers.expressions import ExpressionError, check
from rvs.value_class import dataclass

FOLDER = "links/parts"
PARAMETER = "parameter"
PART_KEYS = ("title", "place", "below")
PART_BLOCKS = (CONSTANTS, PARAMETER, PART, GROUP)
MAX_PARAMETERS = 40
MAX_PART_FILE = MEGABYTE
MAX_PART_TOKENS = 50_000
SizeKind = Literal["length", "angle", "count", "number"]
KINDS: tuple[SizeKind, ...] = get_args(SizeKind)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A library part and all parts that it uses, directly or indirectly."""

    composite: Composite
    uses: tuple[Composite, ...] = ()


class Library:
    """The library parts during one reading of a file."""

    def __init__(self) -> None:
        self._found: dict[str, Loaded | None] = {}

    @cached_property
    def paths(self) -> dict[str, Path]:
        """Files by name; the user's files replace bundled ones."""
        return files_of(FOLDER)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all library parts; a shape with the same name takes precedence."""
        return tuple(name for name in self.paths if name not in PART_SHAPES)

    def find(self, name: str) -> Loaded | None:
        """Return a library part by name, or None.

        Raises:
            FileErrors: Its file has errors.
        """
        if name not in self._found:
            # While it is read it is unknown to itself.
            self._found[name] = None
            if name in self.paths:
                self._read(name)
        return self._found[name]

    def _read(self, name: str) -> None:
        path = self.paths[name]
        tree = parse(read_source(path, MAX_PART_FILE), MAX_PART_TOKENS)
        with findings_of(tree.source) as findings:
            beside = MeshFolder(path.parent)
            self._found[name] = read_composite(findings, tree.root, name, self, beside)


def composites() -> dict[str, Composite]:
    """Return all readable library parts, by name."""
    library, found = Library(), {}
    for name in library.names:
        try:
            loaded = library.find(name)
        except FileErrors:
            continue
        if loaded is not None:
            found[name] = loaded.composite
    return found


def read_composite(
    findings: Findings,
    group: Group,
    name: str,
    library: Library,
    meshes: MeshFolder = NO_FOLDER,
) -> Loaded:
    """Return the library part that a file describes; record errors.

    Raises:
        TooManyErrors: More errors than are reported.
    """
    fields = Fields(findings, group, [pair.key for pair in group.pairs], PART_BLOCKS)
    unit = read_unit(fields)
    parameters = _parameters(findings, group, length_scale(unit))
    sizes: dict[str, Size] = {one.name: 0.0 for one in parameters}
    constants = read_constants(findings, group, unit, robots=False, more=sizes)
    names = {**sizes, **dict(constants)}
    context = body_context(findings, unit, names, library, meshes, robots=False)
    parts, groups = read_parts(context, group, name)
    context.where = ""
    relations = _relations(context, fields, sizes)
    title, summary, place = map(fields.text, ("title", "comment", "place"))
    try:
        composite = Composite(
            name, title, summary, place, unit, parameters, relations, constants, parts, groups
        )
    except ArgumentError as error:
        findings.together(group.start, group.end, str(error))
        composite = Composite(name)
    return Loaded(composite, tuple(context.used.values()))


def _parameters(findings: Findings, root: Group, length: Scale) -> tuple[Parameter, ...]:
    found: dict[str, Parameter] = {}
    for group in root.groups:
        if group.key != PARAMETER:
            continue
        name = group.label
        fault = constant_fault(name) or ("it is given twice" if name in found else "")
        if len(found) >= MAX_PARAMETERS:
            fault = f"a part has at most {MAX_PARAMETERS}"
        if fault:
            findings.error(group.start, f"parameter '{name[:40]}': {fault}")
            continue
        found[name] = _parameter(findings, group, length)
    return tuple(found.values())


def _parameter(findings: Findings, group: Group, length: Scale) -> Parameter:
    keys = ("kind", "default", "meaning", "least", "most", "needed")
    fields = Fields(findings, group, keys)
    fields.require(("default",))
    kind = fields.choice("kind", KINDS[0], KINDS)
    scale = {"length": length, "angle": DEGREES}.get(kind, NUMBERS)
    parameter = Parameter(
        group.label,
        fields.text("meaning") or group.label,
        kind,
        fields.number("default", 0.0, scale),
        fields.number("least", 0.0, scale),
        fields.number("most", LARGEST, scale),
        above="least" not in fields,
        needed=fields.flag("needed", default=True),
    )
    if "default" in fields and not findings:
        try:
            checked(parameter, parameter.default)
        except ArgumentError as error:
            fields.error("default", f"'default': {error}")
    return parameter


def _relations(context: Context, fields: Fields, sizes: dict[str, Size]) -> tuple[Relation, ...]:
    node = fields.node("below")
    rows = node.items if node is not None and node.kind == "list" else ()
    if node is not None and (not rows or any(len(row.items) != 2 for row in rows)):
        fields.error(
            "below",
            "'below': expected a list of pairs of expressions, for example [ [ small large ] ]",
        )
        return ()
    relations = []
    for row in rows:
        try:
            for side in row.items:
                check(side.text, sizes.__contains__)
        except ExpressionError as error:
            context.error(row.start, f"'below': {error}")
        relations.append(Relation(row.items[0].text, row.items[1].text))
    return tuple(relations)
