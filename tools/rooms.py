"""Draw the rooms of the program, as `pyproject.toml` orders them: docs/pictures/rooms.svg.

A room imports only from rooms below its own row.  Run it after adding or renaming a folder:

    python tools/rooms.py
"""

from __future__ import annotations

import ast
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "pictures" / "rooms.svg"

WIDTH, LEFT, GAP, PADDING = 920, 40, 10, 12
LINE = 17
# About as wide as a letter of the small type.
LETTER = 6.3
FILLS = {"rvs.ui": "#dfe9f5", "rvs.gl": "#e8e3f3", "rvs.engine": "#e3efdf"}


def layers() -> list[list[str]]:
    """Return the rows of rooms, the highest first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    rows = next(one["layers"] for one in contracts if one["type"] == "layers")
    return [[name.strip(" ()") for name in row.split("|")] for row in rows]


def sub_rooms(room: str) -> list[str]:
    """Return the packages directly inside a room."""
    folder = ROOT.joinpath(*room.split("."))
    return sorted(path.parent.name for path in folder.glob("*/__init__.py"))


def purpose(room: str) -> str:
    """Return the first sentence of what a room says of itself."""
    path = ROOT.joinpath(*room.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    said = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return said.split("\n\n")[0].split(".\n")[0].replace("\n", " ").replace("``", "").rstrip(".")


def wrapped(words: list[str], width: float, between: str) -> list[str]:
    """Return lines of words that are no wider than a width in pixels."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]}{between}{word}" if lines else word
        if lines and len(longer) * LETTER <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def box(room: str, width: float) -> tuple[list[tuple[str, str]], float]:
    """Return the lines of a room's box with their class, and the height of the box."""
    inner = width - 2 * PADDING
    said = [("said", line) for line in wrapped(purpose(room).split(), inner, " ")]
    inside = [("inside", line) for line in wrapped(sub_rooms(room), inner, " · ")]
    lines = [("name", room.replace(".", "/")), *said, *inside]
    return lines, len(lines) * LINE + 1.2 * PADDING


def picture() -> str:
    """Return the picture as SVG."""
    parts: list[str] = []
    top = float(GAP)
    for row in layers():
        width = (WIDTH - LEFT - GAP * len(row)) / len(row)
        boxes = [(room, *box(room, width)) for room in row]
        height = max(tall for _, _, tall in boxes)
        for k, (room, lines, _) in enumerate(boxes):
            x = LEFT + k * (width + GAP)
            fill = FILLS.get(room, "#f3f1ec")
            parts.append(
                f'<rect x="{x:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="5"'
                f' fill="{fill}" stroke="#8a8f96"/>'
            )
            for n, (kind, text) in enumerate(lines):
                y = top + PADDING + n * LINE + 5
                parts.append(
                    f'<text class="{kind}" x="{x + PADDING:g}" y="{y:g}">{escape(text)}</text>'
                )
        top += height + GAP
    arrow = (
        f'<path d="M 20 {GAP + 4} V {top - GAP - 12:g}" stroke="#5b6068" stroke-width="2"/>'
        f'<path d="M 14 {top - GAP - 14:g} h 12 l -6 12 z" fill="#5b6068"/>'
    )
    style = (
        "text{font-family:DejaVu Sans,Verdana,sans-serif;font-size:11px;fill:#22262b}"
        ".name{font-weight:bold;font-size:13px}.inside{fill:#2f5d8a}"
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top:g}"'
        f' width="{WIDTH}" height="{top:g}" role="img">'
        "<title>The rooms of rvs; imports point down</title>"
        f"<style>{style}</style>"
        f'<rect width="{WIDTH}" height="{top:g}" fill="#ffffff"/>'
    )
    return "\n".join([head, arrow, *parts, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8", newline="\n")
    print(f"wrote {PICTURE.relative_to(ROOT)}")
