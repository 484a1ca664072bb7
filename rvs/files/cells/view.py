"""The view of a cell file: every field of the view, of its camera and its section is a key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rvs.engine.errors import ArgumentError
from rvs.files.text.fields import NO, YES, Fields
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Form, Name, Num, Seq, Want
from rvs.files.text.scale import DEGREES, NUMBERS, Scale
from rvs.files.text.syntax import Group
from rvs.model.views.section import Section
from rvs.model.views.view import Camera, Mode, View

VIEW = "view"
ANGLES = ("azimuth", "elevation", "field_of_view")
WIDE = (-1e9, 1e9)
# of keys that have other bounds, in the file's unit
BOUNDS = {
    "elevation": (-90.0, 90.0),
    "distance": (1e-9, 1e9),
    "field_of_view": (1e-3, 179.999),
    "frame_size": (1e-9, 1e9),
}
CAMERA_TYPES: Mapping[str, Any] = get_type_hints(Camera)
VIEW_TYPES: Mapping[str, Any] = {
    name: kind for name, kind in get_type_hints(View).items() if name not in ("camera", "section")
}
# key -> field
SECTION_KEYS = {
    "section" if name == "on" else f"section_{name}": name for name in get_type_hints(Section)
}
SECTION_TYPES: Mapping[str, Any] = get_type_hints(Section)
KEYS = (*CAMERA_TYPES, *VIEW_TYPES, *SECTION_KEYS)
# of what a bookmark or another viewport keeps of a view
CAMERA_KEYS, PANE_KEYS = tuple(CAMERA_TYPES), (*CAMERA_TYPES, "mode")
START = View()


def read_view(findings: Findings, group: Group) -> View:
    """Return the view that a block says."""
    fields = Fields(findings, group, KEYS)
    shown = {name: _read(fields, name, kind, START) for name, kind in VIEW_TYPES.items()}
    return View(camera=read_camera(fields), section=read_section(fields), **shown)


def read_camera(fields: Fields) -> Camera:
    """Return the camera that the keys of a block say."""
    types = CAMERA_TYPES.items()
    return Camera(**{name: _read(fields, name, kind, START.camera) for name, kind in types})


def read_mode(fields: Fields) -> Mode:
    """Return the mode that a key of a block says."""
    return fields.choice("mode", START.mode, get_args(Mode))


def read_section(fields: Fields) -> Section:
    """Return the section that the keys of a block say."""
    said = {
        name: _read_as(fields, key, SECTION_TYPES[name], getattr(START.section, name))
        for key, name in SECTION_KEYS.items()
    }
    try:
        return Section(**said)
    except ArgumentError as error:
        fields.error("section_normal", f"'section_normal': {error}")
        return START.section


def _read(fields: Fields, key: str, kind: Any, defaults: Camera | View) -> Any:
    return _read_as(fields, key, kind, getattr(defaults, key))


def _read_as(fields: Fields, key: str, kind: Any, default: Any) -> Any:
    if kind is bool:
        return fields.flag(key, default)
    if get_origin(kind) is Literal:
        return fields.choice(key, default, get_args(kind))
    scale, bounds = _scale(key), BOUNDS.get(key, WIDE)
    if get_origin(kind) is tuple:
        numbers = fields.numbers(key, (len(default),), bounds, [scale] * len(default))
        return default if numbers is None else tuple(numbers)
    number = fields.number(key, float(default), scale, bounds)
    if kind is not int:
        return number
    if not number.is_integer():
        fields.error(key, f"'{key}': expected a whole number")
    return int(number)


def view_wants(view: View) -> list[Want]:
    """Return the keys that say a view."""
    return [
        *camera_wants(view.camera),
        *(_want(key, getattr(view, key), getattr(START, key)) for key in VIEW_TYPES),
        *section_wants(view.section),
    ]


def camera_wants(camera: Camera) -> list[Want]:
    """Return the keys that say a camera."""
    start = START.camera
    return [_want(key, getattr(camera, key), getattr(start, key)) for key in CAMERA_TYPES]


def mode_want(mode: Mode) -> Want:
    """Return the key that says a mode."""
    return _want("mode", mode, START.mode)


def section_wants(section: Section) -> list[Want]:
    """Return the keys that say a section."""
    start = START.section
    return [
        _want(key, getattr(section, name), getattr(start, name))
        for key, name in SECTION_KEYS.items()
    ]


def _want(key: str, value: Any, default: Any) -> Want:
    return Want(key, _form(key, value), value == default)


def _form(key: str, value: Any) -> Form:
    if isinstance(value, bool):
        return Name("yes", YES) if value else Name("no", NO)
    if isinstance(value, str):
        return Name(value)
    if isinstance(value, tuple):
        return Seq(tuple(Num(number, _scale(key)) for number in value))
    return Num(value, _scale(key))


def _scale(key: str) -> Scale:
    return DEGREES if key in ANGLES else NUMBERS
