"""Writers of body files and library parts: an old text is changed by spans, a new one is tidy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import TypeVar

from rvs.engine.errors import RvsError
from rvs.files.bodies.body import (
    BASE,
    LINK,
    MAX_BODY_FILE,
    BodyFile,
    body_of,
    link_blocks,
    parse_body,
    read_body,
)
from rvs.files.bodies.composites import (
    MAX_PART_FILE,
    MAX_PART_TOKENS,
    PARAMETER,
    Library,
    read_composite,
)
from rvs.files.bodies.forms import constant_wants, file_wants, group_wants, link_wants, part_wants
from rvs.files.bodies.head import CONSTANTS
from rvs.files.bodies.parts import GROUP, PART, Key, named_blocks
from rvs.files.meshes.mesh_plan import MeshPlan
from rvs.files.storage.atomic import file_transaction
from rvs.files.storage.outside_changes import note_unseen, write_document
from rvs.files.text.edit import Editor
from rvs.files.text.errors import FileErrors
from rvs.files.text.findings import findings_of
from rvs.files.text.forms import Name, Num, Seq, Want
from rvs.files.text.scale import DEGREES, NUMBERS, length_scale
from rvs.files.text.source import Source, encoded
from rvs.files.text.syntax import Group, Tree, parse
from rvs.files.text.tokens import in_comment
from rvs.geometry.shape import LARGEST, Parameter
from rvs.model.body.values import Body, Composite, LinkBody, Part, in_order

STEP = " "
K = TypeVar("K", str, Key)


@file_transaction()
def save_body(path: Path, body: Body, text: str = "") -> BodyFile:
    """Write a body to a file, atomically.

    Comments, order and layout of the original text are kept.  Mesh files outside its folder are
    copied there.  The new text is read before the old file is changed.

    Args:
        path: The file.
        body: The body.
        text: Original text; if omitted, the text of the file at the path.

    Returns:
        Current contents of the file.

    Raises:
        RvsError: It holds something that a file can't.
        OSError: The file can't be written.
    """
    plan = MeshPlan(path.parent)
    said = plan.body(body, path.stem)
    new = body_text(said, text or text_at(path))
    try:
        read = parse_body(encoded(path.name, new, MAX_BODY_FILE).text, path.name)
    except FileErrors as failure:
        raise RvsError(f"can't be saved as a body: {failure.errors[0]}") from failure
    if in_order(read.body) != in_order(said):
        raise RvsError(f"can't be saved as a body: {path.name} would not have the same content")
    plan.copy()
    write_document(path, new)
    return read_body(path)


def text_at(path: Path) -> str:
    """Return the current text of a body file, or nothing if it can't be read."""
    try:
        return read_body(path).text
    except FileErrors:
        note_unseen(path)
        return ""


def body_text(body: Body, text: str = "") -> str:
    """Return the text of a body: its source if that is still true.

    Args:
        body: The body to write.
        text: Original text, or empty.

    Raises:
        RvsError: It is a library part, which ``write_part`` writes.
    """
    if body.kind == "part":
        raise RvsError(f"{body.name}: a body of the kind 'part' is saved as a library part")
    if not text:
        title = in_comment(body.name) or "Body"
        return "\n".join([f"/*** {title} ***/", *body_lines(body), ""])
    tree = parse(Source(body.name, text))
    editor = Editor(tree)
    body_of(tree, None)
    update_body(editor, tree.root, body)
    return editor.result()


def body_lines(body: Body, indent: str = "") -> list[str]:
    """Return the lines of a new body file, or of a block."""
    lines = [want.line() for want in file_wants(body) if want.form and not want.default]
    if body.constants:
        lines += ["constants {", *(STEP + want.line() for want in constant_wants(body)), "}"]
    for link in body.links:
        lines += _link_lines(body, link)
    return [indent + line for line in lines]


def update_body(editor: Editor, group: Group, body: Body) -> None:
    """Make a block, or a whole file, describe a body."""
    editor.update(group, file_wants(body))
    update_constants(editor, group, body)
    blocks = link_blocks(group)
    links = {str(link.link): link for link in body.links}
    _arrange(
        editor,
        group,
        blocks,
        list(links),
        lambda place: _link_lines(body, links[place]),
        lambda place, block: _update_link(editor, block, links[place], body),
    )


def update_constants(editor: Editor, group: Group, body: Body) -> None:
    """Make the constants of a block or a whole file equal to those of a body."""
    block = next((one for one in group.groups if one.key == CONSTANTS), None)
    wants = constant_wants(body)
    if block is not None:
        names = {want.key for want in wants}
        for pair in block.pairs:
            if pair.key not in names:
                editor.remove(pair)
        editor.update(block, wants)
    elif wants:
        lines = ["constants {", *(STEP + want.line() for want in wants), "}"]
        if group.groups:
            indent = editor.indent(group.groups[0])
            editor.add_block_before(group.groups[0], [indent + line for line in lines])
        else:
            editor.append(group, lines)


def _update_link(editor: Editor, block: Group, link: LinkBody, body: Body) -> None:
    editor.update(block, link_wants(link, body.unit))
    update_held(editor, block, link, body)


def update_held(editor: Editor, block: Group, link: LinkBody, body: Body) -> None:
    """Make the parts and groups of a block or a whole file equal to those of a link."""
    named, keys = named_blocks(block), _keys(link)
    # Blocks without a name are called by their number, which comes and goes with others.
    relabel = [one.key for one in named] != keys

    def arrange(where: Group, holder: str) -> None:
        old = {one.key: one.block for one in named if one.holder == holder}
        new = [key for key in keys if key[2] == holder]
        _arrange(editor, where, old, new, lambda key: _lines(body, link, key), update)

    def update(key: Key, inner: Group) -> None:
        if relabel and not inner.label:
            editor.label(inner, Name(key[1], quoted=True).text())
        editor.update(inner, _wants(body, link, key))
        if key[0] == GROUP:
            arrange(inner, key[1])

    arrange(block, "")


def _wants(body: Body, link: LinkBody, key: Key) -> list[Want]:
    kind, name, _ = key
    if kind == PART:
        return part_wants(next(part for part in link.parts if part.id == name), body)
    return group_wants(next(group for group in link.groups if group.id == name), body.unit)


def _keys(link: LinkBody) -> list[Key]:
    """Return kind, id and group of the contents of a link, in the order of a tidy file."""
    members: dict[str, list[Part]] = {group.id: [] for group in link.groups}
    top: dict[tuple[str, str], None] = {}
    for part in link.parts:
        top.setdefault((GROUP, part.group) if part.group else (PART, part.id))
        members.setdefault(part.group, []).append(part)
    for group in link.groups:
        top.setdefault((GROUP, group.id))
    keys: list[Key] = []
    for kind, name in top:
        keys.append((kind, name, ""))
        if kind == GROUP:
            keys += [(PART, part.id, name) for part in members[name]]
    return keys


def _arrange(
    editor: Editor,
    holder: Group,
    old: Mapping[K, Group],
    wanted: Sequence[K],
    lines: Callable[[K], list[str]],
    update: Callable[[K, Group], None],
) -> None:
    """Remove unwanted blocks, update the remaining ones, and add new ones in their places."""
    matcher = SequenceMatcher(a=list(old), b=list(wanted), autojunk=False)
    stay = {wanted[m.b + i] for m in matcher.get_matching_blocks() for i in range(m.size)}
    for name, block in old.items():
        if name in stay:
            update(name, block)
        else:
            editor.remove(block)
    indent = next((editor.indent(old[name]) for name in wanted if name in stay), None)
    if indent is None:
        indent = editor.indent(holder) + STEP if holder.key else ""
    before: Group | None = None
    for k, name in enumerate(wanted):
        if name in stay:
            before = old[name]
            continue
        block_lines = [indent + line for line in lines(name)]
        after = next((other for other in wanted[k:] if other in stay), None)
        if before is not None:
            editor.add_block(before, block_lines)
        elif after is not None:
            editor.add_block_before(old[after], block_lines)
        else:
            editor.append(holder, block_lines)


def _link_lines(body: Body, link: LinkBody) -> list[str]:
    head = link.link if isinstance(link.link, str) else f"{LINK} {link.link}" if link.link else BASE
    inner = [want.line() for want in link_wants(link, body.unit) if want.form]
    inner += held_lines(body, link)
    return [f"{head} {{", *(STEP + line for line in inner), "}"]


def held_lines(body: Body, link: LinkBody) -> list[str]:
    """Return the lines of the parts and groups of a link."""
    return [line for key in _keys(link) if not key[2] for line in _lines(body, link, key)]


def _lines(body: Body, link: LinkBody, key: Key) -> list[str]:
    """Return lines of a part, or of a group with its parts."""
    lines = [want.line() for want in _wants(body, link, key) if want.form]
    if key[0] == GROUP:
        for part in link.parts:
            if part.group == key[1]:
                lines += _lines(body, link, (PART, part.id, part.group))
    head = f"{key[0]} {Name(key[1], quoted=True).text()} {{"
    return [head, *(STEP + line for line in lines), "}"]


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
