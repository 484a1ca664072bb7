"""The view of a cell file: every field of the view and of its camera is a key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rvs.files.fields import NO, YES, Fields
from rvs.files.findings import Findings
from rvs.files.forms import Form, Name, Num, Seq, Want
from rvs.files.scale import DEGREES, NUMBERS, Scale
from rvs.files.syntax import Group
from rvs.model.view import Camera, View

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
    name: kind for name, kind in get_type_hints(View).items() if name != "camera"
}
KEYS = (*CAMERA_TYPES, *VIEW_TYPES)


def read_view(findings: Findings, group: Group) -> View:
    """Return the view that a block says."""
    fields = Fields(findings, group, KEYS)
    view = View()
    camera = {name: _read(fields, name, kind, view.camera) for name, kind in CAMERA_TYPES.items()}
    shown = {name: _read(fields, name, kind, view) for name, kind in VIEW_TYPES.items()}
    return View(camera=Camera(**camera), **shown)


def _read(fields: Fields, key: str, kind: Any, defaults: Camera | View) -> Any:
    default = getattr(defaults, key)
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
    start = View()
    return [
        *(_want(key, view.camera, start.camera) for key in CAMERA_TYPES),
        *(_want(key, view, start) for key in VIEW_TYPES),
    ]


def _want(key: str, holder: Camera | View, defaults: Camera | View) -> Want:
    value = getattr(holder, key)
    return Want(key, _form(key, value), value == getattr(defaults, key))


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
