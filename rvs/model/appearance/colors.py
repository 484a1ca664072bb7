"""Every colour of the program in one table: scenes, robots, window.

Colours are sRGB, written ``#RRGGBB`` or ``#RRGGBBAA`` and used as four floats 0 to 1.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass

Rgba = tuple[float, float, float, float]


# By value: the few colours of a scene are asked for in every picture.
@lru_cache(maxsize=256)
def rgba(color: str, alpha: float = 1.0) -> Rgba:
    """Return ``#RRGGBB`` or ``#RRGGBBAA`` as four floats 0 to 1, its opacity times ``alpha``.

    Raises:
        ArgumentError: Not of this form.
    """
    digits = color.removeprefix("#")
    try:
        values = [int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2)]
    except ValueError:
        values = []
    if len(digits) not in (6, 8) or len(values) not in (3, 4) or not color.startswith("#"):
        raise ArgumentError(f"color: {color!r} is not of the form #RRGGBB or #RRGGBBAA")
    red, green, blue, opacity = (*values, 1.0)[:4]
    return (red, green, blue, opacity * alpha)


def blended(over: Rgba, under: Rgba) -> Rgba:
    """Return the opaque colour of a transparent colour over another."""
    red, green, blue = (
        over[3] * a + (1.0 - over[3]) * b for a, b in zip(over[:3], under[:3], strict=True)
    )
    return (red, green, blue, 1.0)


@dataclass(frozen=True, slots=True)
class SceneColors:
    """Colours of a viewport or a figure; ``shadow_alpha`` applies to each ring of the shadow."""

    sky: str
    horizon: str
    floor: str
    grid: str
    grid_major: str
    shadow: str
    shadow_alpha: float
    edge: str
    label: str
    halo: str
    x: str
    y: str
    z: str
    select: str
    hover: str
    limit: str
    warn: str
    trace: str
    ghost: str


# name: (light, dark, paper)
_SCENE: dict[str, tuple[Any, Any, Any]] = {
    "sky": ("#CBD3DC", "#14171C", "#FFFFFF"),
    "horizon": ("#E9EDF0", "#2B3037", "#FFFFFF"),
    "floor": ("#DDE2E7", "#262B32", "#FFFFFF"),
    "grid": ("#A9B4C0", "#3B434D", "#DCE1E6"),
    "grid_major": ("#8C99A8", "#505A67", "#C3CBD3"),
    "shadow": ("#1F2A38", "#05070A", "#2A3441"),
    "shadow_alpha": (0.050, 0.085, 0.026),
    "edge": ("#20262E", "#A9B6C4", "#14181D"),
    "label": ("#1B222B", "#EDF0F4", "#14181D"),
    "halo": ("#F4F6F8", "#171A20", "#FFFFFF"),
    "x": ("#A64200", "#FF9A5C", "#B64A00"),
    "y": ("#006E4F", "#3FD3A2", "#007A59"),
    "z": ("#005A9E", "#6DB9FF", "#0063AD"),
    "select": ("#5B4BDB", "#A89BFF", "#5B4BDB"),
    "hover": ("#7468E6", "#7F74D6", "#8D82EE"),
    "limit": ("#A9221B", "#FF8A80", "#B3261E"),
    "warn": ("#855000", "#F2B84B", "#8F5600"),
    "trace": ("#7A3FB8", "#CFA0FF", "#7A3FB8"),
    "ghost": ("#6F7B89", "#8A94A1", "#7C8896"),
}
SCENE = {
    ground: SceneColors(**{name: row[k] for name, row in _SCENE.items()})
    for k, ground in enumerate(("light", "dark", "paper"))
}

# part of a skeleton -> (colour, material)
SKELETON: dict[str, tuple[str, str]] = {
    "tube": ("#8FA3B8", "paint"),
    "elbow": ("#8FA3B8", "paint"),
    "joint": ("#34495E", "plastic"),
    "cap": ("#C3C7CC", "brushed"),
    "prism": ("#C9A86A", "paint"),
    "base": ("#5A6470", "paint"),
    "tool": ("#3A3F46", "plastic"),
}
# successive robots in one cell, when the user has chosen no colour
ROBOT_CYCLE = ("#8FA3B8", "#E2681C", "#7FA08A", "#D9B23C", "#A88BB0", "#DDDBD6")
# the same for bodies, whose surfaces are larger
BODY_CYCLE = ("#DDDBD6", "#E2681C", "#B9C2CC", "#7FA08A", "#D9B23C", "#A88BB0")


@dataclass(frozen=True, slots=True)
class WindowColors:
    """Colours of the window: surfaces, lines, three levels of text, one accent, warnings."""

    window: str
    panel: str
    raised: str
    sunken: str
    line: str
    line_strong: str
    text: str
    text_2: str
    text_3: str
    accent: str
    accent_text: str
    on_accent: str
    accent_soft: str
    track: str
    limit: str
    limit_soft: str
    warn: str
    ok: str
    hover: str
    scrub: str
    series: tuple[str, ...]


# name: (light, dark, high contrast)
_WINDOW: dict[str, tuple[Any, Any, Any]] = {
    "window": ("#F1F3F5", "#16181C", "#FFFFFF"),
    "panel": ("#FAFBFC", "#1D2025", "#FFFFFF"),
    "raised": ("#FFFFFF", "#262A31", "#FFFFFF"),
    "sunken": ("#ECEFF2", "#15171B", "#F2F2F2"),
    "line": ("#DCE0E5", "#30353D", "#595959"),
    "line_strong": ("#C3C9D1", "#474E59", "#595959"),
    "text": ("#1B222B", "#E9ECF0", "#000000"),
    "text_2": ("#505B68", "#AAB3BE", "#000000"),
    "text_3": ("#5E6975", "#8B95A2", "#595959"),
    "accent": ("#5B4BDB", "#8F82FF", "#0000C8"),
    "accent_text": ("#4B3BCB", "#B3A9FF", "#0000A8"),
    "on_accent": ("#FFFFFF", "#14121F", "#FFFFFF"),
    "accent_soft": ("#ECEAFC", "#2C2950", "#FFF3A3"),
    "track": ("#D5DAE0", "#3A4049", "#767676"),
    "limit": ("#B3261E", "#FF8A80", "#A00000"),
    "limit_soft": ("#F0C9C5", "#5A2D2B", "#FFD6D6"),
    "warn": ("#8F5600", "#F2B84B", "#6A3C00"),
    "ok": ("#1E7A4A", "#57C98A", "#00552B"),
    "hover": ("#E9ECF0", "#2A2E36", "#FFF3A3"),
    "scrub": ("#1B222B", "#E9ECF0", "#000000"),
    "series": (
        ("#5B4BDB", "#0A7FA8", "#B64A00", "#007A59", "#A32C6F", "#7A6200"),
        ("#A89BFF", "#56C2E6", "#FF9A5C", "#3FD3A2", "#F07AB8", "#D9C04A"),
        ("#0000C8", "#00607F", "#8A3000", "#005A3C", "#8A0050", "#5A4600"),
    ),
}
WINDOW = {
    looks: WindowColors(**{name: row[k] for name, row in _WINDOW.items()})
    for k, looks in enumerate(("light", "dark", "contrast"))
}
