"""Parameters of a robot in its file: their blocks, the expressions of links, and variants."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import KINDS, Joint
from rvs.files.robots.entry import LINK_BLOCKS
from rvs.files.text.blocks import BlockForm, named_groups
from rvs.files.text.errors import nearest
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Form, Name, Num, Seq, Want
from rvs.files.text.keys import METRES, Choice, Key, Kind, Number, Text, key_wants, names, read_keys
from rvs.files.text.scale import DEGREES, NUMBERS, Scale
from rvs.files.text.syntax import Group, Node, Pair
from rvs.model.bounds import Bounds
from rvs.model.numbers.amounts import Amount
from rvs.model.numbers.units import MEASURES, Measure
from rvs.model.robots.parameters import (
    BOUNDS,
    CELLS,
    NO_PARAMETERS,
    Formula,
    Parameters,
    RobotParameter,
    Variant,
    evaluated,
    settled,
    used,
)
from rvs.value_class import dataclass

PARAMETER, VARIANT = "parameter", "variant"
BLOCKS = (PARAMETER, VARIANT)
# Cells of the table by the keys of a link; those of a list in its order.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "a": ("a",), "b": ("d",), "al": ("alpha",), "th": ("theta",), "pitch": ("pitch",),
    "offset": ("offset",), "limits": ("lower", "upper"), "m": ("mass",), "r": ("x", "y", "z"),
}  # fmt: skip
UNBOUNDED = "none"


@dataclass(frozen=True)
class Valued(Kind):
    """A number, or an expression over parameters."""

    number: Number

    def read(self, fields: Fields, key: str, default: Any) -> float | str:
        """Return the value of a key, or the default; record errors."""
        node = fields.node(key)
        if node is not None and node.kind in ("word", "text"):
            return node.text
        value: float = self.number.read(fields, key, default)
        return value

    def form(self, value: Any) -> Form | None:
        """Return the text of a value."""
        return Name(value) if isinstance(value, str) else self.number.form(value)

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return "number in the unit of the file, degrees, kg, or an expression"


def scale_of(measure: str, length: Scale) -> Scale:
    """Return the scale of numbers of a quantity, in a file with a unit of length."""
    return {"length": length, "angle": DEGREES}.get(measure, NUMBERS)


def parameter_keys(measure: Measure = "length", length: Scale = METRES) -> tuple[Key, ...]:
    """Return the keys of a parameter, in a file with that length unit."""
    scale, bounds = scale_of(measure, length), BOUNDS[measure]
    number = Number("number, unit as `value`", Bounds(bounds.least, bounds.most), scale)
    return (
        Key("value", Valued(number), "its value", "value = 0.4", 0.0, required=True),
        Key("measure", Choice(MEASURES), "kind of quantity; `none`: a number without a unit",
            "measure = angle", "length"),
        Key("least", number, "least value", "least = 0.1", -inf, usual="no bound"),
        Key("most", number, "greatest value", "most = 0.8", inf, usual="no bound"),
        Key("meaning", Text(said="text"), "a sentence", 'meaning = "Upper arm"', ""),
    )  # fmt: skip


def read_parameters(findings: Findings, root: Group, length: Scale) -> tuple[RobotParameter, ...]:
    """Return the parameters in a file or a block; record errors."""
    found: list[RobotParameter] = []
    groups = named_groups(findings, root, PARAMETER)
    for group in groups:
        fields = Fields(findings, group, names(parameter_keys()))
        measure = fields.choice("measure", MEASURES[0], MEASURES)
        said = read_keys(fields, parameter_keys(measure, length))
        value = said.pop("value")
        text = value if isinstance(value, str) else ""
        start = min(max(0.0, said["least"]), said["most"]) if text else value
        try:
            found.append(RobotParameter(group.label, start, text=text, **said))
        except ArgumentError as error:
            findings.together(group.start, group.end, str(error))
    try:
        return settled(found)
    except ArgumentError as error:
        named = str(error).partition(":")[0]
        where = next((group for group in groups if group.label == named), root)
        findings.error(where.start, str(error))
    return ()


def without_expressions(
    findings: Findings,
    group: Group,
    row: int,
    known: Mapping[str, Amount] | None,
    length: Scale,
) -> tuple[Group, list[Formula]]:
    """Return the block of a link with numbers instead of expressions, and these; record errors.

    Args:
        findings: Collector of errors.
        group: The block.
        row: Number of the link, from 0.
        known: The parameters; None if they can't be read, which is already recorded.
        length: The file's unit of length.
    """
    kind = next((pair.value.text for pair in group.pairs if pair.key == "type"), KINDS[0])
    formulas: list[Formula] = []

    def plain(node: Node, key: str, column: str) -> Node:
        bound = column in ("lower", "upper") and node.text == UNBOUNDED
        if node.kind not in ("word", "text") or bound:
            return node
        measure: Any = CELLS[column]
        if measure == "own":
            measure = "length" if kind == "prismatic" else "angle"
        scale = METRES if key == "r" else scale_of(measure, length)
        value = 0.0
        try:
            if known is not None:
                value = evaluated(node.text, known, measure, f"'{key}'")
                formulas.append(Formula(row, column, node.text))
        except ArgumentError as error:
            findings.error(node.start, f"{error}{_guess(node.text, known or {})}")
        return Node("number", node.start, node.end, scale.write(value))

    def replaced(pair: Pair) -> Pair:
        columns, node = COLUMNS.get(pair.key, ()), pair.value
        if len(columns) == 1:
            return replace(pair, value=plain(node, pair.key, columns[0]))
        if not columns or len(node.items) != len(columns):
            return pair
        items = tuple(plain(one, pair.key, column)
                      for one, column in zip(node.items, columns, strict=True))  # fmt: skip
        return replace(pair, value=replace(node, items=items))

    entries = tuple(replaced(one) if isinstance(one, Pair) else one for one in group.entries)
    return replace(group, entries=entries), formulas


def _guess(text: str, known: Mapping[str, Amount]) -> str:
    try:
        unknown = sorted(used(text, "") - known.keys())
    except ArgumentError:
        return ""
    return nearest(unknown[0], list(known)) if unknown else ""


def read_variants(
    findings: Findings,
    root: Group,
    every: Sequence[RobotParameter],
    length: Scale,
    joint_of: Callable[[Group], Joint],
) -> tuple[Variant, ...]:
    """Return the variants in a file or a block; record errors."""
    free = [one for one in every if not one.text]
    keys = [
        Key(one.name, Number("", BOUNDS[one.measure], scale_of(one.measure, length)), default=None)
        for one in free
    ]
    found = []
    for group in named_groups(findings, root, VARIANT):
        fields = Fields(findings, group, names(keys), LINK_BLOCKS)
        said = read_keys(fields, keys)
        joints = tuple(joint_of(one) for one in group.groups if one.key in LINK_BLOCKS)
        values = tuple((name, value) for name, value in said.items() if value is not None)
        found.append(Variant(group.label, values, joints))
    return tuple(found)


def made(
    findings: Findings,
    root: Group,
    every: tuple[RobotParameter, ...],
    formulas: Sequence[Formula],
    variants: tuple[Variant, ...],
) -> Parameters:
    """Return the combined parameters; record contradictions."""
    if not (every or variants):
        return NO_PARAMETERS
    try:
        return Parameters(every, tuple(formulas), variants)
    except ArgumentError as error:
        findings.error(root.start, str(error))
        return NO_PARAMETERS


def parameter_forms(parameters: Parameters, length: Scale) -> list[BlockForm]:
    """Return the blocks of the parameters."""
    return [
        BlockForm(
            PARAMETER,
            one.name,
            tuple(
                key_wants(
                    parameter_keys(one.measure, length),
                    {
                        "value": one.text or one.value,
                        "measure": one.measure,
                        "least": one.least,
                        "most": one.most,
                        "meaning": one.meaning,
                    },
                )
            ),
        )
        for one in parameters.every
    ]


def variant_forms(
    parameters: Parameters, length: Scale, link: Callable[[Joint, int], BlockForm]
) -> list[BlockForm]:
    """Return the blocks of the variants; ``link`` returns that of a joint of one."""
    scales = {one.name: scale_of(one.measure, length) for one in parameters.every}
    order = list(scales)
    return [
        BlockForm(
            VARIANT,
            one.name,
            (
                *(Want(name, Num(value, scales[name]))
                  for name, value in sorted(one.values, key=lambda v: order.index(v[0]))),
                *(link(joint, place) for place, joint in enumerate(one.joints)),
            ),
        )
        for one in parameters.variants
    ]  # fmt: skip


def with_expressions(wants: Sequence[Want], parameters: Parameters, row: int) -> Iterator[Want]:
    """Yield the intended values of the keys of a link, with expressions instead of numbers."""
    texts = {one.column: one.text for one in parameters.formulas if one.row == row}
    for want in wants:
        columns = COLUMNS.get(want.key, ())
        if not any(column in texts for column in columns):
            yield want
        elif len(columns) == 1:
            yield replace(want, form=Name(texts[columns[0]]), default=False)
        elif isinstance(want.form, Seq):
            items = tuple(
                Name(texts[column]) if column in texts else item
                for column, item in zip(columns, want.form.items, strict=True)
            )
            yield replace(want, form=Seq(items), default=False)
