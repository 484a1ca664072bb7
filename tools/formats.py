"""Writes the tables of keys in ``docs/formats.md`` from the keys that the readers use.

    python tools/formats.py

A comment ``<!-- keys: NAME -->`` ahead of a table says whose keys it lists.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from rvs.engine.arrays import IDENTITY
from rvs.files.cells import cell, collision, figures, marks, panes, programs, things, view
from rvs.files.cells.places import PLACE_KEYS
from rvs.files.cells.robots import FILE_KEY, SOURCE_KEYS
from rvs.files.cells.robots import PLACE_KEYS as ROBOT_KEYS
from rvs.files.robots import arch_keys, jconfig
from rvs.files.storage import recovery
from rvs.files.text.forms import Num, Spelling
from rvs.files.text.keys import Key, Numbers
from rvs.geometry.things import KINDS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "formats.md"
HEAD = "| key | value | default | meaning | example |\n|---|---|---|---|---|"
MARKED = re.compile(r"<!-- keys: ([\w ]+) -->\n(?:\|.*\n)*")

KEYS: dict[str, tuple[Key, ...]] = {
    "architecture": (*arch_keys.file_keys(), *arch_keys.BASE_INERTIA_KEYS),
    "link": (*arch_keys.link_keys(), *arch_keys.INERTIA_KEYS, *arch_keys.MOTOR_KEYS),
    "postures": jconfig.file_keys(),
    "posture": jconfig.posture_keys(),
    "robot": (FILE_KEY, *ROBOT_KEYS, *SOURCE_KEYS),
    "trajectory": cell.TRAJECTORY_KEYS,
    "step": programs.step_keys(Numbers(0)),
    "thing": (things.KIND_KEY, *PLACE_KEYS, *things.LOOK_KEYS, *things.MESH_KEYS),
    "figure": figures.FIGURE_KEYS,
    "note": marks.NOTE_KEYS,
    "end": marks.END_KEYS,
    "measurement": marks.MEASURE_KEYS,
    "collision": collision.COLLISION_KEYS,
    "viewports": panes.VIEWPORT_KEYS,
    "view": view.VIEW_KEYS,
    "recovery": recovery.KEYS,
}


def written(text: str) -> str:
    """Return the text of the page with its tables as the keys say."""
    return MARKED.sub(lambda found: f"<!-- keys: {found[1]} -->\n{table(found[1])}\n", text)


def table(name: str) -> str:
    """Return the table of a name."""
    if name == "sizes":
        rows = (f"| `{kind}` | {sizes(kind)} |" for kind in KINDS)
        return "\n".join(["| kind | sizes with their defaults |", "|---|---|", *rows])
    return "\n".join([HEAD, *map(row, KEYS[name])])


def row(key: Key) -> str:
    """Return the row of a key."""
    example = f"`{key.example}`" if key.example else ""
    cells = (f"`{key.name}`", key.kind.words, default(key), key.meaning, example)
    return f"| {' | '.join(cells)} |"


def default(key: Key) -> str:
    """Return what a file without the key says."""
    if key.required and not key.usual:
        return "required"
    if key.usual or key.default == IDENTITY:
        return key.usual or "identity"
    form = None if key.default is None else key.kind.form(key.default)
    return said(form) if form else "none"


def said(form: Spelling) -> str:
    """Return how a value is written, as code if it is no number."""
    return form.text() if isinstance(form, Num) else f"`{form.text()}`"


def sizes(kind: str) -> str:
    """Return the sizes of a kind of thing with their defaults."""
    usual = KINDS[kind].sizes
    keys: Iterable[Key] = things.size_keys(kind)
    texts = [key.kind.form(size.default) for key, size in zip(keys, usual, strict=True)]
    return ", ".join(
        f"`{size.name}` {text.text() if text else ''}"
        for size, text in zip(usual, texts, strict=True)
    )


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(written(page), encoding="utf-8", newline="\n")
    sys.exit(0)
