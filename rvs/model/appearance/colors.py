"""Every colour of the program in one table: scenes, robots, window; and names of colours.

Colours are sRGB, written ``#RRGGBB`` or ``#RRGGBBAA`` and used as four floats 0 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
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


_TABLE = """
aliceblue=F0F8FF antiquewhite=FAEBD7 aqua=00FFFF aquamarine=7FFFD4 azure=F0FFFF beige=F5F5DC
bisque=FFE4C4 black=000000 blanchedalmond=FFEBCD blue=0000FF blueviolet=8A2BE2 brass=B59A4C
bronze=9A7444 brown=A52A2A burlywood=DEB887 cadetblue=5F9EA0 chartreuse=7FFF00
chocolate=D2691E coolgrey=8C929A copper=B87346 coral=FF7F50 cornflowerblue=6495ED
cornsilk=FFF8DC crimson=DC143C cyan=00FFFF darkblue=00008B darkcyan=008B8B
darkgoldenrod=B8860B darkgray=A9A9A9 darkgreen=006400 darkgrey=A9A9A9 darkkhaki=BDB76B
darkmagenta=8B008B darkolivegreen=556B2F darkorange=FF8C00 darkorchid=9932CC darkred=8B0000
darksalmon=E9967A darkseagreen=8FBC8F darkslateblue=483D8B darkslategray=2F4F4F
darkslategrey=2F4F4F darkturquoise=00CED1 darkviolet=9400D3 deeppink=FF1493
deepskyblue=00BFFF dimgray=696969 dimgrey=696969 dodgerblue=1E90FF firebrick=B22222
floralwhite=FFFAF0 forestgreen=228B22 fuchsia=FF00FF gainsboro=DCDCDC ghostwhite=F8F8FF
gold=FFD700 goldenrod=DAA520 gray=808080 green=008000 greenyellow=ADFF2F grey=808080
honeydew=F0FFF0 hotpink=FF69B4 indianred=CD5C5C indigo=4B0082 ivory=FFFFF0 khaki=F0E68C
lavender=E6E6FA lavenderblush=FFF0F5 lawngreen=7CFC00 lemonchiffon=FFFACD lightblue=ADD8E6
lightcoral=F08080 lightcyan=E0FFFF lightgoldenrodyellow=FAFAD2 lightgray=D3D3D3
lightgreen=90EE90 lightgrey=D3D3D3 lightpink=FFB6C1 lightsalmon=FFA07A lightseagreen=20B2AA
lightskyblue=87CEFA lightslategray=778899 lightslategrey=778899 lightsteelblue=B0C4DE
lightyellow=FFFFE0 lime=00FF00 limegreen=32CD32 linen=FAF0E6 magenta=FF00FF maroon=800000
mediumaquamarine=66CDAA mediumblue=0000CD mediumorchid=BA55D3 mediumpurple=9370DB
mediumseagreen=3CB371 mediumslateblue=7B68EE mediumspringgreen=00FA9A mediumturquoise=48D1CC
mediumvioletred=C71585 midnightblue=191970 mintcream=F5FFFA mistyrose=FFE4E1 moccasin=FFE4B5
navajowhite=FFDEAD navy=000080 oldlace=FDF5E6 olive=808000 olivedrab=6B8E23 orange=FFA500
orangered=FF4500 orchid=DA70D6 palegoldenrod=EEE8AA palegreen=98FB98 paleturquoise=AFEEEE
palevioletred=DB7093 papayawhip=FFEFD5 peachpuff=FFDAB9 peru=CD853F pink=FFC0CB plum=DDA0DD
powderblue=B0E0E6 purple=800080 rebeccapurple=663399 red=FF0000 rosybrown=BC8F8F
royalblue=4169E1 saddlebrown=8B4513 safetyorange=E8590C safetyyellow=F2B705 salmon=FA8072
sandybrown=F4A460 seagreen=2E8B57 seashell=FFF5EE sienna=A0522D silver=C0C0C0 skyblue=87CEEB
slateblue=6A5ACD slategray=708090 slategrey=708090 snow=FFFAFA springgreen=00FF7F
steel=A9B0B7 steelblue=4682B4 tan=D2B48C teal=008080 thistle=D8BFD8 tomato=FF6347
turquoise=40E0D0 violet=EE82EE warmgrey=80807A wheat=F5DEB3 white=FFFFFF whitesmoke=F5F5F5
yellow=FFFF00 yellowgreen=9ACD32
"""
COLOR_NAMES: Mapping[str, str] = {
    name: f"#{digits}" for name, digits in (entry.split("=") for entry in _TABLE.split())
}


def hex_color(color: str) -> str:
    """Return a colour as ``#RRGGBB`` or ``#RRGGBBAA``.

    Args:
        color: A name in any case, ``#RGB``, ``#RRGGBB`` or ``#RRGGBBAA``.

    Raises:
        ArgumentError: Unknown; names the most similar one.

    >>> hex_color("SeaGreen"), hex_color("#abc")
    ('#2E8B57', '#AABBCC')
    """
    if color.startswith("#"):
        digits = color[1:]
        if len(digits) in (3, 4):
            digits = "".join(2 * digit for digit in digits)
        if len(digits) in (6, 8) and not set(digits.upper()) - set("0123456789ABCDEF"):
            return f"#{digits.upper()}"
        raise ArgumentError(f"color: {color[:20]!r} is not of the form #RRGGBB or #RRGGBBAA")
    name = color.casefold().replace("_", "").replace("-", "").replace(" ", "")
    if name in COLOR_NAMES:
        return COLOR_NAMES[name]
    found = get_close_matches(name[:40], COLOR_NAMES, n=1)
    guess = f" (did you mean {found[0]!r}?)" if found else ""
    raise ArgumentError(f"color: there is no colour {color[:40]!r}{guess}")
