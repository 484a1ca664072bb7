"""``rvs demo``: compute a demonstration without a window: its plots, motion and numbers."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from rvs.commands.answers import print_json, print_table, print_written
from rvs.files.library import load_and_tell
from rvs.model.demos.demo import Demo, Shown
from rvs.model.demos.table import DEMOS

HELP = "demonstrations of the mechanics: list them, or write the plots or the motion of one"
MOTION = ".jtraj"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "name", choices=tuple(DEMOS), nargs="?", metavar="NAME",
        help=f"one of {', '.join(DEMOS)}; all are listed if left out",
    )  # fmt: skip
    parser.add_argument(
        "--set", type=_value, action="append", default=[], dest="values", metavar="KEY=VALUE",
        help="value of one of its numbers; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, action="append", default=[], metavar="FILE",
        help="plots as .svg, .pdf, .eps or .ps, or the motion as .jtraj; may be repeated",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """List the demonstrations, or compute one and write the requested parts."""
    if options.name is None:
        _list(options.json)
        return 0
    demo = DEMOS[options.name]
    architecture = load_and_tell(demo.robot)
    values = demo.values(dict(options.values))
    shown = demo.show(architecture.robot, values)
    for path in options.output:
        _write(path, demo, shown)
    if options.json:
        print_json(
            {
                "name": options.name,
                "robot": demo.robot,
                "values": values,
                "duration": float(shown.t[-1]),
                "q": np.degrees(shown.q[-1]).tolist(),
                "plots": [plot.title for plot in shown.plots],
                "files": [str(path) for path in options.output],
            }
        )
        return 0
    print(f"{demo.title}: {demo.says}")
    print_table([_row(demo, key, value) for key, value in values.items()])
    for path in options.output:
        print_written(path)
    if not options.output:
        print(f"rvs demo {options.name} -o {options.name}.pdf writes its plots")
    return 0


def _list(as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "name": name,
                    "title": demo.title,
                    "says": demo.says,
                    "robot": demo.robot,
                    "values": demo.values(),
                }
                for name, demo in DEMOS.items()
            ]
        )
        return
    print_table([["NAME", "ROBOT", "SHOWS"], *([n, d.robot, d.says] for n, d in DEMOS.items())])


def _row(demo: Demo, key: str, value: float) -> list[str]:
    knob = next(one for one in demo.knobs if one.key == key)
    return [f"  {key}", f"{value:g} {knob.unit}".rstrip(), knob.words]


def _write(path: Path, demo: Demo, shown: Shown) -> None:
    if path.suffix.lower() != MOTION:
        from rvs.export.plots.plot import write_plot

        write_plot(path, shown.plots, height=210)
        return
    from rvs.files.motions.jtraj import JointRows, save_jtraj
    from rvs.model.motions.motion import JointTrajectory

    architecture = load_and_tell(demo.robot)
    dt = float(shown.t[1] - shown.t[0])
    name, unit = architecture.robot.name, architecture.unit
    rows = JointTrajectory.evenly(name, shown.q, dt)
    save_jtraj(path, JointRows(trajectory=rows, dt=dt, robot=name, unit=unit), architecture)


def _value(text: str) -> tuple[str, float]:
    key, equals, value = text.partition("=")
    try:
        return key.strip(), float(value)
    except ValueError as error:
        what = "KEY=VALUE" if not equals else "a number after the ="
        raise argparse.ArgumentTypeError(f"expected {what}, got {text!r}") from error
