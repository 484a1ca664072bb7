"""``rvs doctor``: versions, graphics and folders, for a question or a bug report."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from rvs.commands.answers import print_json
from rvs.scripting.showing.installation import as_lines, facts, licences, nameless, notices

HELP = "report versions, graphics, folders and licences"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--report", action="store_true",
        help="leave out names and shorten paths, for a bug report",
    )  # fmt: skip
    which.add_argument(
        "--licences", action="store_true",
        help="print the packages in RVS with their licences",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Print the parts of this installation and whether it can render."""
    if options.licences:
        if options.json:
            print_json([asdict(one) for one in notices()])
        else:
            print(licences())
        return 0
    said = nameless(facts()) if options.report else facts()
    if options.json:
        print_json(said)
    else:
        print(as_lines(said))
    return 0
