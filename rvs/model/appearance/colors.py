"""Every colour of the program in one table: scenes, robots, window.

Colours are sRGB, written ``#RRGGBB`` or ``#RRGGBBAA`` and used as four floats 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from rvs.engine.errors import ArgumentError

Rgba = tuple[float, float, float, float]


def rgba(color: str, alpha: float = 1.0) -> Rgba:
    """Return ``#RRGGBB`` or ``#RRGGBBAA`` as four floats 0 to 1, its opacity times ``alpha``.

    Raises:
        ArgumentError: Not such a text.
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


@dataclass(frozen=True, slots=True)
class SceneColors:
    """Colours of a viewport or a figure; ``shadow_alpha`` is that of each ring of the shadow."""

    sky: str
    horizon: str
    floor: str
    grid: str
    grid_major: str
    shadow: str
    shadow_alpha: float
    edge: str
    edge_alpha: float
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


SCENE: dict[str, SceneColors] = {
    "light": SceneColors(
        sky="#CBD3DC",
        horizon="#E9EDF0",
        floor="#DDE2E7",
        grid="#A9B4C0",
        grid_major="#8C99A8",
        shadow="#1F2A38",
        shadow_alpha=0.050,
        edge="#20262E",
        edge_alpha=0.42,
        label="#1B222B",
        halo="#F4F6F8",
        x="#A64200",
        y="#006E4F",
        z="#005A9E",
        select="#5B4BDB",
        hover="#7468E6",
        limit="#A9221B",
        warn="#855000",
        trace="#7A3FB8",
        ghost="#6F7B89",
    ),
    "dark": SceneColors(
        sky="#14171C",
        horizon="#2B3037",
        floor="#262B32",
        grid="#3B434D",
        grid_major="#505A67",
        shadow="#05070A",
        shadow_alpha=0.085,
        edge="#A9B6C4",
        edge_alpha=0.34,
        label="#EDF0F4",
        halo="#171A20",
        x="#FF9A5C",
        y="#3FD3A2",
        z="#6DB9FF",
        select="#A89BFF",
        hover="#7F74D6",
        limit="#FF8A80",
        warn="#F2B84B",
        trace="#CFA0FF",
        ghost="#8A94A1",
    ),
    "paper": SceneColors(
        sky="#FFFFFF",
        horizon="#FFFFFF",
        floor="#FFFFFF",
        grid="#DCE1E6",
        grid_major="#C3CBD3",
        shadow="#2A3441",
        shadow_alpha=0.026,
        edge="#14181D",
        edge_alpha=0.85,
        label="#14181D",
        halo="#FFFFFF",
        x="#B64A00",
        y="#007A59",
        z="#0063AD",
        select="#5B4BDB",
        hover="#8D82EE",
        limit="#B3261E",
        warn="#8F5600",
        trace="#7A3FB8",
        ghost="#7C8896",
    ),
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
    """Colours of the window: surfaces, lines, three strengths of text, one accent, warnings."""

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
    warn_soft: str
    ok: str
    hover: str
    scrub: str
    series: tuple[str, ...]


WINDOW: dict[str, WindowColors] = {
    "light": WindowColors(
        window="#F1F3F5",
        panel="#FAFBFC",
        raised="#FFFFFF",
        sunken="#ECEFF2",
        line="#DCE0E5",
        line_strong="#C3C9D1",
        text="#1B222B",
        text_2="#505B68",
        text_3="#5E6975",
        accent="#5B4BDB",
        accent_text="#4B3BCB",
        on_accent="#FFFFFF",
        accent_soft="#ECEAFC",
        track="#D5DAE0",
        limit="#B3261E",
        limit_soft="#F0C9C5",
        warn="#8F5600",
        warn_soft="#F6E2BF",
        ok="#1E7A4A",
        hover="#E9ECF0",
        scrub="#1B222B",
        series=("#5B4BDB", "#0A7FA8", "#B64A00", "#007A59", "#A32C6F", "#7A6200"),
    ),
    "dark": WindowColors(
        window="#16181C",
        panel="#1D2025",
        raised="#262A31",
        sunken="#15171B",
        line="#30353D",
        line_strong="#474E59",
        text="#E9ECF0",
        text_2="#AAB3BE",
        text_3="#8B95A2",
        accent="#8F82FF",
        accent_text="#B3A9FF",
        on_accent="#14121F",
        accent_soft="#2C2950",
        track="#3A4049",
        limit="#FF8A80",
        limit_soft="#5A2D2B",
        warn="#F2B84B",
        warn_soft="#4C3B1B",
        ok="#57C98A",
        hover="#2A2E36",
        scrub="#E9ECF0",
        series=("#A89BFF", "#56C2E6", "#FF9A5C", "#3FD3A2", "#F07AB8", "#D9C04A"),
    ),
}
