"""``rvs table``: write a robot's Denavit-Hartenberg table, limits or masses for a document."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rvs.commands.answers import add_json, print_file, print_json
from rvs.files.library import load_and_tell
from rvs.files.storage.atomic import write_text
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS
from rvs.scripting.tables import KINDS, table_of

if TYPE_CHECKING:
    from rvs.export.tables.table import Table

HELP = "write a robot's tables as LaTeX, Markdown, CSV or HTML"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE",
        help=".tex, .md, .csv or .html; printed as Markdown if left out",
    )  # fmt: skip
    parser.add_argument(
        "--table", choices=KINDS, action="append",
        help="table to write; the Denavit-Hartenberg table if left out; may be repeated",
    )  # fmt: skip
    parser.add_argument("--angle", choices=ANGLE_UNITS, default="deg", help="unit; deg if left out")
    parser.add_argument(
        "--length", choices=LENGTH_UNITS, help="unit; that of the robot's file if left out"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Write or print the tables."""
    from rvs.export.tables.robot_tables import units_of
    from rvs.export.tables.write import table_text

    architecture = load_and_tell(options.robot, options.choices)
    units = units_of(options.length or architecture.unit, options.angle)
    tables = [table_of(kind, architecture.robot, units) for kind in options.table or ["dh"]]
    if options.json and options.output is None:
        print_json([_facts(table) for table in tables])
        return 0
    text = table_text(tables, options.output.suffix if options.output else ".md")
    if options.output is None:
        print(text, end="")
    else:
        write_text(options.output, text)
        print_file(options.output)
    return 0


def _facts(table: Table) -> dict[str, object]:
    """Return the texts of a table, row by row under its headings."""
    rows = [dict(zip(table.headings, row, strict=True)) for row in table.rows]
    return {"caption": table.caption, "rows": rows, "notes": list(table.notes)}
