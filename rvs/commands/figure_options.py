"""Arguments that say a figure: what they leave out is as in a named figure, or as usual."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from rvs.commands.arguments import length
from rvs.commands.pictures import PARTS, add_look_arguments
from rvs.engine.errors import ArgumentError
from rvs.model.figures.figure import LETTERINGS, MOST_GHOSTS, NamedFigure
from rvs.model.figures.style import HIDDEN, LINE_WIDTHS, STYLE_NAMES
from rvs.scene.camera import looking
from rvs.scene.fonts import SANS, SERIF
from rvs.scripting.drawn import USUAL_POSTURES, dressed

# What the widths of lines are of.
WIDTHS = {"outer": "contours", "edge": "all other edges", "hidden_edge": "edges behind bodies"}
# Arguments that are fields of a figure under the same name.
SAME = (
    *("style", "hidden", "gray", "width", "type_size", "font", "text", "crop", "margin", "scale"),
    *("outer", "edge", "hidden_edge", "dimensions", "twists", "scale_bar"),
)


def add_figure_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what a figure shows, how it looks and how large it is."""
    parser.add_argument(
        "--motion", metavar="TRAJECTORY", help="show postures of it, the last one full"
    )
    parser.add_argument("--postures", type=int, metavar="N", help="how many of a motion: 5")
    parser.add_argument(
        "--style", choices=STYLE_NAMES,
        help="shaded as on the screen (screen), flat tones with edges, or lines alone",
    )  # fmt: skip
    parser.add_argument(
        "--hidden", choices=HIDDEN, help="edges behind bodies, of flat and lines: off"
    )
    _add_switch(parser, "--gray", "no colours")
    for name, words in WIDTHS.items():
        option = f"--{name.replace('_', '-')}"
        usual = f"{LINE_WIDTHS[name]:g} mm, less where a robot is small"
        parser.add_argument(option, type=length, metavar="MM", help=f"width of {words}: {usual}")
    parser.add_argument(
        "--width", type=length, metavar="84mm", help="width of the figure in print: 84 mm, a column"
    )
    parser.add_argument("--type-size", type=float, metavar="PT", help="of labels: 8")
    parser.add_argument(
        "--font", metavar="FAMILY",
        help=f"family of the labels' font, any that is installed: {SANS}; {SERIF} suits LaTeX",
    )  # fmt: skip
    parser.add_argument(
        "--text", choices=LETTERINGS,
        help="labels as text (font), as outlines, or set by LaTeX from a .tex file beside it",
    )  # fmt: skip
    _add_switch(parser, "--crop", "cut to what is drawn, as it is unless --no-crop")
    parser.add_argument("--margin", type=length, metavar="1mm", help="around a crop")
    parser.add_argument(
        "--scale", type=scale, metavar="1:N", help="size in print, of a parallel view"
    )
    _add_switch(parser, "--dimensions", "a, b and alpha of the DH table")
    _add_switch(parser, "--twists", "alpha among the dimensions")
    _add_switch(parser, "--scale-bar", "a bar of known length below")
    add_look_arguments(parser)
    for part in ("floor", "shadow"):
        parser.add_argument(f"--{part}", action="store_true", help=f"{part} in lines, too")
    parser.set_defaults(size=None, parallel=None)
    parser.set_defaults(**dict.fromkeys(PARTS))


def _add_switch(parser: argparse.ArgumentParser, name: str, words: str) -> None:
    parser.add_argument(name, action=argparse.BooleanOptionalAction, help=words)


def scale(text: str) -> float:
    """Read a scale such as ``1:10`` (an argparse type).

    >>> scale("1:10")
    10.0
    """
    one, _, many = text.partition(":")
    try:
        value = float(many) / float(one) if many else float(one)
    except (ValueError, ZeroDivisionError):
        value = -1.0
    if not 0.0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"expected a scale such as 1:10, got {text!r}")
    return value


def figure_of(options: argparse.Namespace, base: NamedFigure, named: bool) -> NamedFigure:
    """Return a figure with what the arguments say in place of what it says.

    Args:
        options: The arguments.
        base: The figure.
        named: It was made before, so that what nobody says stays; any other gets what suits its
            style: lines are drawn on white, without a floor.

    Raises:
        ArgumentError: A value out of range.
    """
    said: dict[str, Any] = {
        name: getattr(options, name) for name in SAME if getattr(options, name) is not None
    }
    if options.size is not None:
        said["picture"] = options.size
    if options.transparent:
        said["ground"] = "none"
    if options.motion is not None:
        said["motion"] = options.motion
    if options.motion is not None or options.postures is not None:
        said["ghosts"] = _ghosts(options.postures)
    dress = not named or options.style is not None or options.transparent
    return dressed(replace(base, **said), _shown(options, base), dress)


def _ghosts(postures: int | None) -> int:
    count = USUAL_POSTURES if postures is None else postures
    if not 2 <= count <= MOST_GHOSTS:
        raise ArgumentError(f"--postures: expected 2 to {MOST_GHOSTS}, got {count}")
    return count - 1


def _shown(options: argparse.Namespace, figure: NamedFigure) -> dict[str, Any]:
    """What the arguments say of the view of a figure."""
    camera = figure.view.camera
    if options.view is not None:
        camera = looking(camera, options.view)
    if options.parallel:
        camera = replace(camera, parallel=True)
    names = ("mode", "background", *PARTS)
    said = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    nothing = {"floor": False, "shadow": False} if options.transparent else {}
    return {"camera": camera, **said, **nothing}
