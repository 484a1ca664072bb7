"""Motors, gears and actuators as rows of a CSV file, with the units of their makers."""

from __future__ import annotations

import csv
import io
from functools import lru_cache
from math import isfinite, nan, pi
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.files.text.errors import FileError, FileErrors, nearest, whole_file
from rvs.files.text.fields import shorten
from rvs.files.text.source import MEGABYTE, plain_text
from rvs.study.drives.catalogue import Part

BUNDLED = Path(__file__).with_name("drives.csv")
LARGEST, MOST_PARTS = 2 * MEGABYTE, 2_000
RPM, KG_CM2 = pi / 30.0, 1e-4
# Columns of numbers: SI units in one of theirs.
NUMBERS = {
    "ratio": 1.0, "rated_torque": 1.0, "peak_torque": 1.0, "stall_torque": 1.0,
    "rated_speed": RPM, "no_load_speed": RPM, "max_speed": RPM, "inertia": KG_CM2,
    "efficiency": 1.0, "stiffness": 1.0, "mass": 1.0, "price": 1.0,
}  # fmt: skip
WORDS = ("kind", "maker", "name", "currency", "fits", "source")


# The bundled table does not change while the program runs.
@lru_cache(maxsize=1)
def bundled_parts() -> tuple[Part, ...]:
    """Return the motors, gears and actuators that come with RVS."""
    return read_parts(BUNDLED)


def read_parts(path: Path) -> tuple[Part, ...]:
    """Read motors, gears and actuators: N m, rpm, kg cm^2, and N m/rad for stiffness.

    Empty cells are unknown numbers.  Names in ``fits`` are separated by semicolons.

    Raises:
        FileErrors: An unknown column, a row with too many cells, or a wrong cell.
    """
    rows = csv.reader(io.StringIO(plain_text(path, LARGEST), newline=""))
    try:
        head = [word.strip().lower() for word in next(rows, [])]
        _check_head(path, head)
        found: list[Part] = []
        errors: list[FileError] = []
        for row in rows:
            if not any(map(str.strip, row)):
                continue
            if len(found) + len(errors) == MOST_PARTS:
                raise whole_file(path, f"has too many rows; RVS reads at most {MOST_PARTS:,}")
            try:
                found.append(_part(head, row))
            except ArgumentError as error:
                errors.append(FileError(str(path), rows.line_num, 1, str(error)))
    except csv.Error as error:
        raise whole_file(path, f"is not a table: {error}") from error
    if errors:
        raise FileErrors(errors)
    return tuple(found)


def _check_head(path: Path, head: list[str]) -> None:
    known = [*WORDS, *NUMBERS]
    errors = [
        FileError(
            str(path), 1, 1,
            f"unknown column {shorten(word)}{nearest(word, known)}; expected one of "
            f"{', '.join(known)}",
        )
        for word in head if word not in known
    ]  # fmt: skip
    errors += [
        FileError(str(path), 1, 1, f"expected a column {word}")
        for word in ("kind", "name") if word not in head
    ]  # fmt: skip
    if errors:
        raise FileErrors(errors)


def _part(head: list[str], row: list[str]) -> Part:
    if len(row) > len(head):
        raise ArgumentError(f"expected {len(head)} cells, got {len(row)}")
    cells = {key: cell.strip() for key, cell in zip(head, row, strict=False)}
    numbers = {key: _number(key, cells.get(key, "")) * unit for key, unit in NUMBERS.items()}
    kind, name = cells["kind"], cells.get("name", "")
    if not name:
        raise ArgumentError("name: expected a name")
    if kind == "motor" and numbers["ratio"] != numbers["ratio"]:
        numbers["ratio"] = 1.0
    fits = tuple(one.strip() for one in cells.get("fits", "").split(";") if one.strip())
    return Part(
        kind=kind,  # type: ignore[arg-type]  # it checks itself
        maker=cells.get("maker", ""), name=name, fits=fits, source=cells.get("source", ""),
        currency=cells.get("currency", ""), **numbers,
    )  # fmt: skip


def _number(key: str, text: str) -> float:
    if not text:
        return nan
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise ArgumentError(f"{key}: expected a number or nothing, got {shorten(text)}")
    return value
