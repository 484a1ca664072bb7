"""``rvs list``: list the contents of the library."""

from __future__ import annotations

import argparse

from rvs.commands.answers import print_json, print_table
from rvs.files.library import entries
from rvs.files.robots.entry import Entry

HELP = "list the robots of the library"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Print every robot, with its joints, convention, unit, confidence and source."""
    robots = entries()
    if options.json:
        print_json([_facts(entry) for entry in robots])
        return 0
    head = ("NAME", "JOINTS", "CONVENTION", "UNIT", "CONFIDENCE", "TITLE")
    print_table([head, *(_row(entry) for entry in robots)])
    return 0


def _facts(entry: Entry) -> dict[str, object]:
    return {
        "name": entry.name,
        "title": entry.title,
        "joints": entry.joints,
        "kind": entry.kind,
        "convention": entry.convention,
        "unit": entry.unit,
        "source": entry.source,
        "confidence": entry.confidence,
        "full": entry.full,
        "bundled": entry.bundled,
        "maker_frame": entry.own_frame,
    }


def _row(entry: Entry) -> tuple[str, ...]:
    return (
        entry.name,
        entry.kind,
        entry.convention,
        entry.unit,
        entry.confidence,
        entry.title,
    )
