"""Writer of library parts: an old text is changed by spans, a new one has a tidy layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.bodies.composites import (
    MAX_PART_FILE,
    MAX_PART_TOKENS,
    PARAMETER,
    Library,
    read_composite,
)
from rvs.files.bodies.forms import constant_wants
from rvs.files.bodies.write import (
    STEP,
    held_lines,
    text_at,
    update_constants,
    update_held,
)
from rvs.files.meshes.mesh_plan import MeshPlan
from rvs.files.storage.outside_changes import write_document
from rvs.files.storage.transaction import file_transaction
from rvs.files.text.edit import Editor
from rvs.files.text.errors import FileErrors
from rvs.files.text.findings import findings_of
from rvs.files.text.forms import Name, Num, Seq, Want
from rvs.files.text.scale import DEGREES, NUMBERS, length_scale
from rvs.files.text.source import Source, encoded
from rvs.files.text.syntax import Group, Tree, parse
from rvs.files.text.tokens import in_comment
from rvs.geometry.shape import LARGEST, Parameter
from rvs.model.body.order import in_order
from rvs.model.body.values import Body, Composite, LinkBody


@file_transaction()
def save_part(path: Path, composite: Composite, library: Sequence[Composite] = ()) -> Composite:
    """Write a library part to a file, atomically; comments and layout of an old text are kept.

    Returns:
        Current contents of the file.

    Raises:
        RvsError: It holds something that a file can't.
        OSError: The file can't be written.
    """
    plan, named = MeshPlan(path.parent), replace(composite, name=path.stem)
    held = plan.body(_alone(named), path.stem).links[0]
    wanted = replace(named, parts=held.parts)
    text = part_text(wanted, library, text_at(path))
    try:
        read = _read(parse(encoded(path.name, text, MAX_PART_FILE), MAX_PART_TOKENS), path.stem)
    except FileErrors as failure:
        raise RvsError(f"can't be saved as a library part: {failure.errors[0]}") from failure
    if in_order(_alone(read)).links != in_order(_alone(wanted)).links:
        raise RvsError(
            f"can't be saved as a library part: {path.name} would not have the same content"
        )
    plan.copy()
    write_document(path, text)
    return read


def part_text(composite: Composite, library: Sequence[Composite] = (), text: str = "") -> str:
    """Return the text of a library part: its source if that is still true.

    Args:
        composite: The part.
        library: The library parts that it may use.
        text: Original text, or empty.
    """
    body = _alone(composite, library)
    if not text:
        title = in_comment(composite.title or composite.name)
        lines = [f"/*** {title} ***/", *(want.line() for want in _head(composite) if want.form)]
        lines += [line for one in composite.parameters for line in _parameter_lines(one, body)]
        if composite.constants:
            lines += ["constants {", *(STEP + want.line() for want in constant_wants(body)), "}"]
        return "\n".join([*lines, *held_lines(body, body.links[0]), ""])
    tree = parse(Source(composite.name, text))
    editor = Editor(tree)
    editor.update(tree.root, _head(composite))
    if _read(tree, composite.name).parameters != composite.parameters:
        _replace_parameters(editor, tree.root, composite, body)
    update_constants(editor, tree.root, body)
    update_held(editor, tree.root, body.links[0], body)
    return editor.result()


def _read(tree: Tree, name: str) -> Composite:
    with findings_of(tree.source) as findings:
        loaded = read_composite(findings, tree.root, name, Library())
    return loaded.composite


def _alone(composite: Composite, library: Sequence[Composite] = ()) -> Body:
    held = LinkBody(0, composite.parts, composite.groups)
    return Body(
        composite.name, "part", composite.unit, composite.constants, (held,), tuple(library)
    )


def _head(composite: Composite) -> list[Want]:
    pairs = [Seq((_side(one.left), _side(one.right))) for one in composite.relations]
    words = [("title", composite.title), ("comment", composite.summary), ("place", composite.place)]
    return [
        Want("kind", Name("part")),
        Want("unit", Name(composite.unit), composite.unit == "m"),
        *(Want(key, Name(text, quoted=True) if text else None) for key, text in words),
        Want("below", Seq(tuple(pairs)) if pairs else None),
    ]


def _side(text: str) -> Name:
    return Name(text, quoted=not text.isidentifier())


def _replace_parameters(editor: Editor, root: Group, composite: Composite, body: Body) -> None:
    blocks = [one for one in root.groups if one.key == PARAMETER]
    lines = [line for one in composite.parameters for line in _parameter_lines(one, body)]
    for block in blocks[1:]:
        editor.remove(block)
    if blocks and lines:
        editor.replace(blocks[0], lines)
    elif blocks:
        editor.remove(blocks[0])
    elif root.groups:
        editor.add_block_before(root.groups[0], lines)
    else:
        editor.append(root, lines)


def _parameter_lines(one: Parameter, body: Body) -> list[str]:
    scale = {"length": length_scale(body.unit), "angle": DEGREES}.get(one.kind, NUMBERS)
    default = one.default
    assert not isinstance(default, tuple)
    wants = [
        Want("kind", None if one.kind == "length" else Name(one.kind)),
        Want("default", Num(default, scale)),
        Want("meaning", None if one.meaning == one.name else Name(one.meaning, quoted=True)),
        Want("least", None if one.above else Num(one.least, scale)),
        Want("most", None if one.most == LARGEST else Num(one.most, scale)),
        Want("needed", None if one.needed else Name("no")),
    ]
    said = "  ".join(want.line() for want in wants if want.form)
    return [f"parameter {Name(one.name).text()} {{ {said} }}"]
