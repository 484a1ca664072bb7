"""Writer of architecture files: an old text is changed by spans, a new one has a tidy layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rvs.engine.joint import CONVENTIONS, Convention, Joint
from rvs.files.robots.arch import Architecture, architecture_of
from rvs.files.robots.arch_keys import (
    BASE_INERTIA_KEYS,
    DISPLAY_KEYS,
    INERTIA_KEYS,
    MOTOR_KEYS,
    file_keys,
    joint_scale,
    link_keys,
)
from rvs.files.robots.arch_parameters import parameter_forms, variant_forms, with_expressions
from rvs.files.robots.entry import LINK_BLOCKS
from rvs.files.storage.outside_changes import write_document
from rvs.files.text.blocks import BlockForm, update_group
from rvs.files.text.edit import Editor, came_from, prove, text_now
from rvs.files.text.forms import Want
from rvs.files.text.keys import Key, key_wants
from rvs.files.text.scale import Scale, length_scale
from rvs.files.text.source import Source
from rvs.files.text.syntax import Group, Tree, parse
from rvs.files.text.tokens import in_comment, renamed_heading
from rvs.model.robots.parameters import NO_PARAMETERS, Parameters


def save_architecture(path: Path, architecture: Architecture) -> Architecture:
    """Write an architecture to a file, atomically.

    Comments, order and layout of the original text are kept; if its file has changed since, those
    of the current file are kept, and the version of the other program is stored next to it. The new
    text is read before the old file is changed.

    Returns:
        The architecture as it is in the file now.

    Raises:
        RvsError: It holds something that a file can't.
        OSError: The file can't be written.
    """

    def read(tree: Tree) -> Architecture:
        return architecture_of(tree, path)

    robot = architecture.robot
    if robot.name == architecture.name:
        # Named after its file so far, and so still.
        robot = robot.replace(name=path.stem)
    text = text_now(path, architecture, read)
    new = architecture_text(replace(architecture, robot=robot, name=path.stem, text=text))
    saved = prove(new, path, read)
    write_document(path, new, architecture.text if came_from(architecture, path) else "")
    return saved


def architecture_text(architecture: Architecture) -> str:
    """Return the text of an architecture: its source if that is still true."""
    if not architecture.text:
        title = in_comment(architecture.robot.name) or "Robot"
        inner = BlockForm("", entries=robot_entries(architecture)).inner_lines()
        return "\n".join([f"/*** {title} ***/", *inner, ""])
    tree = parse(Source(architecture.name, architecture.text))
    editor = Editor(tree)
    given = architecture_of(tree, architecture.path)
    old, new = (
        BlockForm("", entries=robot_entries(one, tree.root)) for one in (given, architecture)
    )
    update_group(editor, tree.root, old, new)
    return renamed_heading(editor.result(), given.robot.name, architecture.robot.name)


def robot_entries(
    architecture: Architecture, group: Group | None = None
) -> tuple[Want | BlockForm, ...]:
    """Return the intended contents of a block, or a whole file, about a robot.

    Args:
        architecture: The robot.
        group: The block that describes it at present, or None.
    """
    robot, length = architecture.robot, length_scale(architecture.unit)
    convention = _convention(architecture, group)
    keys = file_keys(architecture.name, length)
    said = {key.inside: _attribute(architecture, key) for key in keys if key.name != "convention"}
    wants = key_wants(keys, {**said, "convention": convention})
    own = architecture.parameters

    def link(joint: Joint, place: int) -> BlockForm:
        return _link_form(joint, place, length, convention)

    links = [_link_form(joint, place, length, convention, own)
             for place, joint in enumerate(robot.joints)]  # fmt: skip
    base = _some(key_wants(BASE_INERTIA_KEYS, robot.base_inertia), 0)
    blocks = (*parameter_forms(own, length), *links, *variant_forms(own, length, link))
    return (*wants[:-1], *base, *blocks, wants[-1])


def _attribute(architecture: Architecture, key: Key) -> object:
    if key in DISPLAY_KEYS:
        return getattr(architecture.display, key.inside)
    own = key.inside != "name" and hasattr(architecture, key.inside)
    return getattr(architecture if own else architecture.robot, key.inside)


def _convention(architecture: Architecture, group: Group | None) -> Convention:
    """Return the convention for the file: the written one, if any joint still has it."""
    pairs = group.pairs if group else ()
    words = [pair.value.text for pair in pairs if pair.key == "convention"]
    written = next((name for name in CONVENTIONS if name in words), CONVENTIONS[0])
    conventions = [joint.convention for joint in architecture.robot.joints]
    return written if written in conventions else conventions[0]


def _link_form(
    joint: Joint,
    place: int,
    length: Scale,
    convention: Convention,
    parameters: Parameters = NO_PARAMETERS,
) -> BlockForm:
    wants = [
        *key_wants(link_keys(length, joint_scale(joint.kind, length), convention), joint),
        *_some(key_wants(INERTIA_KEYS, joint.inertia), 0),
        *_some(key_wants(MOTOR_KEYS, joint.motor), 1),
    ]
    if parameters.formulas:
        wants = list(with_expressions(wants, parameters, place))
    comment = f"/** Link {place + 1} **/"
    return BlockForm("", entries=tuple(wants), comment=comment, aliases=LINK_BLOCKS[1:])


def _some(wants: Sequence[Want], place: int) -> list[Want]:
    """Keep one key even if none is necessary: without any of them nothing would be known."""
    silent = all(want.form is None or want.default for want in wants)
    one = wants[place]
    kept = replace(one, default=False) if silent and one.form is not None else one
    return [*wants[:place], kept, *wants[place + 1 :]]
