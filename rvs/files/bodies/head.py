"""Head of a body file: kind, unit, constants, and the names they define."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rvs.files.bodies.parts import PART
from rvs.files.bodies.values import Context
from rvs.files.meshes.mesh_plan import MeshFolder
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings
from rvs.files.text.scale import length_scale
from rvs.files.text.syntax import Group
from rvs.model.body.names import OWN, constant_fault, is_reserved
from rvs.model.body.values import BODY_KINDS, MAX_CONSTANTS, MAX_PARTS, BodyKind, Size
from rvs.model.numbers.units import LENGTH_UNITS

if TYPE_CHECKING:
    from rvs.files.bodies.composites import Library

FILE_KEYS = ("kind", "unit", "color", "material", "density", "comment", "source")
CONSTANTS = "constants"


def read_kind(findings: Findings, group: Group) -> BodyKind:
    """Return the kind of model in a body file."""
    pairs = [pair.value for pair in group.pairs if pair.key == "kind"]
    kind: BodyKind = BODY_KINDS[0]
    for node in pairs[:1]:
        found = [one for one in BODY_KINDS if one == node.text]
        if not found:
            findings.error(node.start, f"'kind': expected one of {', '.join(BODY_KINDS)}")
        kind = found[0] if found else kind
    return kind


def read_unit(fields: Fields) -> str:
    """Return the unit of length."""
    return fields.word("unit", "m", LENGTH_UNITS)


def check_count(findings: Findings, root: Group) -> None:
    """Record an error if a file has too many parts, before any part is read.

    Raises:
        TooManyErrors: It has.
    """
    count, waiting = 0, [root]
    while waiting:
        for group in waiting.pop().groups:
            count += group.key == PART
            waiting.append(group)
            if count > MAX_PARTS:
                findings.stop(group.start, f"more than {MAX_PARTS:,} parts")


def read_constants(
    findings: Findings,
    group: Group,
    unit: str,
    robots: bool = True,
    more: Mapping[str, Size] | None = None,
) -> tuple[tuple[str, Size], ...]:
    """Return the constants of a file, in order.

    Args:
        findings: Collector of errors.
        group: The file.
        unit: Unit of length.
        robots: Constants may use names of the robot's table.
        more: Other names that constants may use.

    Raises:
        TooManyErrors: There are too many.
    """
    blocks = [inner for inner in group.groups if inner.key == CONSTANTS]
    for second in blocks[1:]:
        findings.error(second.start, "a second block of constants; a file has one")
    found: dict[str, Size] = {}
    for pair in blocks[0].pairs if blocks else ():
        if len(found) >= MAX_CONSTANTS:
            findings.stop(pair.start, f"more than {MAX_CONSTANTS} constants")
        known = {**(more or {}), **found}
        context = Context(
            findings, length_scale(unit), _known(known, robots), tuple(known), lambda _: None
        )
        fault = constant_fault(pair.key) or ("it is given twice" if pair.key in known else "")
        if fault:
            findings.error(pair.start, f"constant '{pair.key}': {fault}")
        context.where = "constants"
        value = context.size(pair.value, "number", pair.key)
        found[pair.key] = 0.0 if value is None else value
    return tuple(found.items())


def body_context(
    findings: Findings,
    unit: str,
    names: Mapping[str, Size],
    library: Library,
    meshes: MeshFolder,
    robots: bool = True,
) -> Context:
    """Return the context for reading the values of a file.

    Args:
        findings: Collector of errors.
        unit: Unit of length.
        names: Constants and parameters.
        library: Returns library parts.
        meshes: Location of the mesh files.
        robots: Expressions may use names of the robot's table.
    """
    guesses = (*names, *OWN) if robots else tuple(names)
    length = length_scale(unit)
    known, parts = _known(names, robots), (library.find, library.names)
    return Context(findings, length, known, guesses, *parts, meshes=meshes)


def _known(names: Mapping[str, Size], robots: bool) -> Callable[[str], bool]:
    return lambda name: name in names or (robots and is_reserved(name))
