"""A self-contained web page: the viewer's script and styles with the content."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from rvs.export.web.content import viewer_content
from rvs.files.text.letters import utf8
from rvs.model.appearance.materials import MATERIALS
from rvs.model.state import State
from rvs.scene import shadow
from rvs.scene.annotate import floor, frames
from rvs.scene.camera import FAR_PART, FIT_MARGIN, NEAR_PART, STANDARD_VIEWS
from rvs.scene.items import (
    BACKDROP_BAND,
    BACKDROP_SCREEN_BAND,
    FAINT,
    GROUND_FROM_BELOW,
)
from rvs.scene.light import GLSL

SCRIPTS = ("maths", "shaders", "paint", "frames", "controls", "viewer")
TITLES = {"iso": "Isometric"}
# The same in every view of the window.
TURN_PER_PIXEL, ZOOM_PER_NOTCH = 0.0075, 1.16


def page(state: State) -> str:
    """Return a state as a page for rotating, moving and playing it, without a network.

    Raises:
        RvsError: There is nothing solid to see.
    """
    content = viewer_content(state)
    return _file("page.html").format(
        title=escape(content["title"]),
        styles=viewer_styles(),
        script=viewer_script(),
        content=_json(content),
    )


def page_bytes(state: State) -> bytes:
    """Return the page of a state as the bytes of its file; see ``page``."""
    return utf8(page(state))


def viewer_script() -> str:
    """Return the viewer as JavaScript; its function ``mountRobotViewer`` adds it to a page."""
    texts = [_file(f"{name}.js") for name in SCRIPTS]
    known = {"LIGHT": GLSL.read_text(encoding="utf-8"), "NUMBERS": _numbers()}
    consts = [f"const {name} = {_json(value)};" for name, value in known.items()]
    return "\n".join([f"const SETTINGS = {_json(_settings())};", *consts, *texts])


def widget_script() -> str:
    """Return the viewer as a module for anywidget."""
    return "\n".join(
        [viewer_script(), f"const STYLES = {_json(viewer_styles())};", _file("widget.js")]
    )


def framed(text: str, title: str, height: int) -> str:
    """Return a page as a part of another page.

    Args:
        text: The page.
        title: Its contents, for screen readers.
        height: Height in pixels.
    """
    style = f"width: 100%; height: {height}px; border: 0"
    said = f'title="{escape(title)}" style="{style}" allowfullscreen'
    return f'<iframe srcdoc="{escape(text)}" {said}></iframe>'


def viewer_styles() -> str:
    """Return the viewer's style sheet."""
    return _file("viewer.css")


def _settings() -> dict[str, Any]:
    look = MATERIALS["annotation"]
    views = {
        name: {"title": TITLES.get(name, name.capitalize()), "azimuth": turn, "elevation": tilt}
        for name, (turn, tilt) in STANDARD_VIEWS.items()
    }
    first = {"iso": views.pop("iso")}
    return {
        "views": first | views,
        "near": NEAR_PART,
        "far": FAR_PART,
        "margin": FIT_MARGIN,
        "turn": TURN_PER_PIXEL,
        "notch": ZOOM_PER_NOTCH,
        "faint": FAINT,
        "fromBelow": GROUND_FROM_BELOW,
        "rings": shadow.GROWTH,
        "annotation": [look.metal, look.rough, look.spec],
        "samePlace": frames.SAME_PLACE,
        "sameWay": frames.SAME_WAY,
        "shorter": frames.SHORTER,
    }


def _numbers() -> str:
    """Return the numbers used for making scenes, as constants of GLSL."""
    numbers = {
        "FADE_FROM": floor.FADE_FROM, "MINOR_ALPHA": floor.MINOR_ALPHA,
        "AXIS_ALPHA": floor.AXIS_ALPHA, "SHADOW_FOOT": shadow.FOOT,
        "SHADOW_SPREAD": shadow.SPREAD, "SHADOW_RINGS": len(shadow.GROWTH),
        "SHADOW_WIDE": shadow.GROWTH[0] - shadow.GROWTH[-1],
    }  # fmt: skip
    pairs = {
        "SHADOW_LIGHT": shadow.LIGHT,
        "BAND": BACKDROP_BAND,
        "SCREEN_BAND": BACKDROP_SCREEN_BAND,
    }
    lines = [f"const float {name} = {float(value)};" for name, value in numbers.items()]
    return "\n".join([*lines, *(f"const vec2 {name} = vec2{two};" for name, two in pairs.items())])


def _json(value: Any) -> str:
    # No text in it may end the script that it stands in.
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


def _file(name: str) -> str:
    return (Path(__file__).parent / "viewer" / name).read_text(encoding="utf-8")
