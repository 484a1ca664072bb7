"""The full model of a robot in a cell file: that of its own file, another by name, or inline."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rvs.files.bodies.body import read_body, read_body_block
from rvs.files.bodies.effectors import stamped_body
from rvs.files.bodies.write import body_lines, update_body
from rvs.files.library import LibraryError, files_of
from rvs.files.meshes.mesh_links import MeshFolder
from rvs.files.storage.references import reference_fault, resolve
from rvs.files.text.blocks import BlockForm, OwnForm
from rvs.files.text.errors import FileErrors
from rvs.files.text.fields import Fields
from rvs.files.text.forms import Name, Want
from rvs.files.text.keys import Key, Text
from rvs.files.text.syntax import Group
from rvs.model.body.order import same_body
from rvs.model.body.values import Body

BODY = "body"
NO_BODY = "none"
KIND = "links"
BODY_KEY = Key(
    BODY,
    Text(bare=True, said="word or text, or a block"),
    "full model: a name of the library, a body file by reference, `none`, or a block "
    "`body { … }` that holds what a body file does",
    "body = puma560",
    usual="that of its own file",
)


def read_cell_body(fields: Fields, meshes: MeshFolder, own: Body | None) -> Body | None:
    """Return the full model that a robot's block says, or its ``own``, that of the robot's file."""
    block = _block(fields.group)
    if block is not None:
        if BODY in fields:
            fields.error(BODY, "'body': there is a block of that key too; expected one of them")
        return read_body_block(fields.findings, block, fields.group.label, meshes)
    if BODY not in fields:
        return own
    reference = fields.text(BODY)
    return None if reference == NO_BODY else _referred(fields, reference, meshes.folder)


def _referred(fields: Fields, reference: str, folder: Path | None) -> Body | None:
    fault = reference_fault(reference)
    if fault:
        fields.error(BODY, f"'body': {fault}")
        return None
    try:
        return read_body(resolve(reference, KIND, folder)).body
    except LibraryError as error:
        # The robot is usable without it.
        fields.warn(BODY, f"'body': {error}")
    except FileErrors as failure:
        fields.warn(BODY, f"'body': {failure.errors[0]}")
    return None


def body_want(group: Group | None, old: Body | None, new: Body | None, own: bool) -> Want:
    """Return what the key of the model should say.

    Args:
        group: The robot's block, or None for a new one.
        old: The model so far.
        new: The model now.
        own: The robot's own file may have a model, so having none has to be said.
    """
    if group is not None and same_body(old, new):
        said = next((pair.value.text for pair in group.pairs if pair.key == BODY), "")
        return Want(BODY, Name(said) if said else None)
    if new is None:
        return Want(BODY, Name(NO_BODY) if own else None)
    reference = reference_of(new)
    return Want(BODY, Name(reference) if reference else None)


def body_forms(
    group: Group | None, old: Body | None, new: Body | None, refer: Callable[[Body], Body]
) -> list[BlockForm]:
    """Return the block that says a full model inside a robot's block, if one does.

    ``refer`` gives its mesh files the names that the block says.
    """
    if group is not None and same_body(old, new):
        new = old if _block(group) else None
    elif new is not None and reference_of(new):
        new = None
    if new is None:
        return []
    body = refer(new)
    return [
        OwnForm(
            BODY,
            value=body,
            say=lambda: body_lines(body),
            change=lambda editor, block: update_body(editor, block, body),
        )
    ]


def reference_of(body: Body) -> str:
    """Return the name of the library file that says just this model, or nothing."""
    for name, path in files_of(KIND).items():
        if body.origin in (str(path), name):
            try:
                kept = stamped_body(path, path.stat().st_mtime_ns)
                return name if same_body(kept, body) else ""
            except (FileErrors, OSError):
                return ""
    return ""


def _block(group: Group) -> Group | None:
    return next((inner for inner in group.groups if inner.key == BODY), None)
