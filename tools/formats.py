"""Writes tables of the manual: keys of files as the readers use them, and fields of questions.

    python tools/formats.py

A comment ``<!-- keys: NAME -->`` ahead of a table of ``docs/formats.md`` says whose keys it lists,
a comment ``<!-- options: NAME -->`` ahead of one of any page which question.  The functions that
ask them stand in ``docs/api.md`` with their signatures.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import Any

import rvs
from rvs.cli import COMMANDS, command_of
from rvs.commands.asking import Asking, option
from rvs.engine.arrays import IDENTITY
from rvs.fields.field import About, abouts, described
from rvs.files.cells import cell, collision, marks, programs, things, view
from rvs.files.cells.robots import FILE_KEY, SOURCE_KEYS
from rvs.files.cells.robots import PLACE_KEYS as ROBOT_KEYS
from rvs.files.cells.things import PLACE_KEYS
from rvs.files.robots import arch_keys, arch_parameters, jconfig
from rvs.files.storage import recovery
from rvs.files.text.forms import Num, Spelling
from rvs.files.text.keys import Key, Numbers
from rvs.geometry.things import KINDS

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "formats.md"
HEAD = "| key | value | default | meaning | example |\n|---|---|---|---|---|"
MARKED = re.compile(r"<!-- keys: ([\w ]+) -->\n(?:\|.*\n)*")
OPTIONS_HEAD = "| option | in Python | meaning | default |\n|---|---|---|---|"
OPTIONS = re.compile(r"<!-- options: ([\w-]+) -->\n(?:\|.*\n)*")

KEYS: dict[str, tuple[Key, ...]] = {
    "architecture": (*arch_keys.file_keys(), *arch_keys.BASE_INERTIA_KEYS),
    "link": (*arch_keys.link_keys(), *arch_keys.INERTIA_KEYS, *arch_keys.MOTOR_KEYS),
    "parameter": arch_parameters.parameter_keys(),
    "postures": jconfig.file_keys(),
    "posture": jconfig.posture_keys(),
    "robot": (FILE_KEY, *ROBOT_KEYS, *SOURCE_KEYS),
    "trajectory": cell.TRAJECTORY_KEYS,
    "step": programs.step_keys(Numbers(0)),
    "thing": (things.KIND_KEY, *PLACE_KEYS, *things.LOOK_KEYS, *things.MESH_KEYS),
    "figure": marks.FIGURE_KEYS,
    "note": marks.NOTE_KEYS,
    "end": marks.END_KEYS,
    "measurement": marks.MEASURE_KEYS,
    "collision": collision.COLLISION_KEYS,
    "viewports": view.VIEWPORT_KEYS,
    "view": view.VIEW_KEYS,
    "recovery": recovery.KEYS,
}


def written(text: str) -> str:
    """Return the text of the page with its tables as the keys say."""
    for kind in questions().values():
        function = re.compile(
            rf"^def {kind.called}\(\n    what: (?:.*\n    )*.*\n\) -> .*$", re.MULTILINE
        )
        text = function.sub(signature(kind).replace("\\", r"\\"), text)
    keyed = MARKED.sub(lambda found: f"<!-- keys: {found[1]} -->\n{table(found[1])}\n", text)
    return OPTIONS.sub(
        lambda found: f"<!-- options: {found[1]} -->\n{options(questions()[found[1]])}\n", keyed
    )


def questions() -> dict[str, Any]:
    """Return the classes of all questions by the names of their commands."""
    asked = {name: command_of(name) for name, home in COMMANDS.items() if ":" in home}
    return {name: one.kind for name, one in asked.items() if isinstance(one, Asking)}


def signature(kind: Any) -> str:
    """Return the signature of the function that asks a question, an argument a line."""
    shown = inspect.signature(getattr(rvs, kind.called))
    given = list(shown.parameters.values())
    ends = ["" if one.default is one.empty else f" = {one.default!r}" for one in given]
    stars = ["**" * (one.kind is one.VAR_KEYWORD) for one in given]
    lines = [
        f"    {star}{one.name}: {one.annotation}{end},"
        for star, one, end in zip(stars, given, ends, strict=True)
    ]
    lines.insert([one.kind is one.KEYWORD_ONLY for one in given].index(True), "    *,")
    return "\n".join([f"def {kind.called}(", *lines, f") -> {shown.return_annotation}: ..."])


def options(kind: Any, inside: str = "") -> str:
    """Return the table of a question; of a value inside one only its rows."""
    rows = [] if inside else [OPTIONS_HEAD]
    for one, about in described(kind):
        if about.kind == "value":
            rows.append(options(about.of, f"{one.name}=rvs.{about.of.__name__}({{}}=)"))
            continue
        default = usual_words(one.default, about)
        name = f"--no-{one.name}" if one.default is True else option(one.name, about)
        if about.kind == "fields":
            name = "`, `".join(option(*pair) for pair in abouts(about.of).items())
        python = inside.format(one.name) if inside else f"{one.name}="
        typed = f"{about.typed}, in Python in " if about.typed else ""
        unit = f", in {typed}{about.unit}" if about.unit not in ("", "1") else ""
        rows.append(
            f"| `{name}` | `{python}` | {about.says.replace('``', '`')}{unit} | {default} |"
        )
    return "\n".join(rows)


def usual_words(default: Any, about: About) -> str:
    """Return what a field means that is left out."""
    if about.usual or about.kind in ("flag", "text", "file"):
        return about.usual.rstrip(",") or ("yes" if default else "none" if default == "" else "no")
    if isinstance(default, str):
        return f"`{default}`"
    return f"{default:g}" if isinstance(default, int | float) and default < inf else "none"


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
    for path in sorted(DOCS.rglob("*.md")):
        page = path.read_text(encoding="utf-8")
        if written(page) != page:
            path.write_text(written(page), encoding="utf-8", newline="\n")
    sys.exit(0)
