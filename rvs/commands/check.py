"""``rvs check``: every error of files, with line and column."""

from __future__ import annotations

import argparse
from pathlib import Path

from rvs.commands.answers import print_json
from rvs.commands.arguments import with_choices
from rvs.files.formats import Report, check_file
from rvs.files.text.errors import FileError

HELP = "check files and list all their errors"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help="a file of any format")
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Print the errors and warnings of each file; 1 if any file has an error."""
    reports = [check_file(*pair) for pair in with_choices(options, options.files)]
    if options.json:
        print_json(
            [_facts(path, report) for path, report in zip(options.files, reports, strict=True)]
        )
    else:
        for path, report in zip(options.files, reports, strict=True):
            for problem in (*report.errors, *report.warnings):
                print(problem)
            print(f"{path}: {_verdict(len(report.errors))}")
    return 0 if all(report.ok for report in reports) else 1


def _verdict(errors: int) -> str:
    if not errors:
        return "ok"
    return "1 error" if errors == 1 else f"{errors} errors"


def _facts(path: Path, report: Report) -> dict[str, object]:
    return {
        "file": str(path),
        "ok": report.ok,
        "errors": [_place(error) for error in report.errors],
        "warnings": [_place(warning) for warning in report.warnings],
    }


def _place(problem: FileError) -> dict[str, object]:
    return {"line": problem.line, "column": problem.column, "message": problem.message}
