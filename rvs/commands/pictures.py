"""What commands that draw pictures share: their arguments, the robot, and the drawing."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from rvs.commands.arguments import size
from rvs.commands.robots import placed_alone
from rvs.engine.errors import RvsError
from rvs.fields.field import abouts
from rvs.files.bodies.models import full_model, usable_model
from rvs.files.library import load_and_tell
from rvs.files.robots.arch import Architecture
from rvs.model.body.fit import fit
from rvs.model.body.values import Body
from rvs.model.document import PlacedRobot
from rvs.model.robots.choices import USUAL, Choices
from rvs.model.views.view import MODES, Camera, View
from rvs.scene.camera import STANDARD_VIEWS, looking

PARTS = ("frames", "labels", "floor", "shadow")
DEFAULTS = {"mode": "full", "view": "iso", "background": "light"}


def add_look_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare size, mode, view, background and what is shown."""
    parser.add_argument(
        "--size", type=size, default=(1280, 800), metavar="WxH",
        help="picture in pixels of a screen: 1280x800; a figure is made of it in its own width",
    )  # fmt: skip
    parser.add_argument(
        "--mode", choices=MODES,
        help="what is drawn: the full model if the robot has one, or else its automatic body",
    )  # fmt: skip
    parser.add_argument("--view", choices=STANDARD_VIEWS, help="from where: iso")
    parser.add_argument(
        "--background", choices=tuple(abouts(View)["background"].choices),
        help="colours of the window's grounds: light, dark, or white paper",
    )  # fmt: skip
    parser.add_argument(
        "--parallel", action="store_true",
        help="parallel projection: what is far is as large as what is near, and a scale holds",
    )  # fmt: skip
    parser.add_argument("--transparent", action="store_true", help="no background and no floor")
    for part in PARTS:
        parser.add_argument(f"--no-{part}", dest=part, action="store_false", help=f"no {part}")


def placed_robot(
    name: str, mode: str | None, choices: Choices = USUAL
) -> tuple[Architecture, PlacedRobot]:
    """Return the robot of a name, alone in its cell, with its full model if any.

    Args:
        name: A robot of the library, or a file.
        mode: What is to be drawn, ``"full"`` if the full model must be there; None for any, or
            as the robot itself says.
        choices: What is chosen of its file.

    Raises:
        RvsError: There is no such robot, its file has errors, or no full model as was asked for.
    """
    architecture = load_and_tell(name, choices)
    if mode == "full":
        body = full_model(architecture)
        _check_model(architecture, body)
    else:
        body = usable_model(architecture)
    placed = placed_alone(architecture, body)
    if mode is not None:
        placed = replace(placed, display=replace(placed.display, mode="view"))
    return architecture, placed


def _check_model(architecture: Architecture, body: Body | None) -> None:
    name = architecture.robot.name
    if body is None:
        raise RvsError(f"{name} has no full model; --mode body draws any robot")
    reason = fit(body, architecture.robot).reason
    if reason:
        raise RvsError(f"{name}: its full model does not fit, {reason}; --mode body draws it")


def view_of(options: argparse.Namespace) -> View:
    """Return the view that the arguments say, its camera not yet moved to what is seen."""
    shown = {part: getattr(options, part) for part in PARTS}
    if options.transparent:
        shown |= {"floor": False, "shadow": False}
    said: dict[str, Any] = {
        name: getattr(options, name) or usual for name, usual in DEFAULTS.items()
    }
    camera = replace(looking(Camera(), said.pop("view")), parallel=options.parallel)
    return View(camera=camera, **said, **shown)


def cell_view(options: argparse.Namespace, own: View) -> View:
    """Return the view of a cell with what the arguments say in place of what it says.

    Args:
        options: The arguments; mode, view and background are None where nobody said them.
        own: How the cell is seen.
    """
    camera = looking(own.camera, options.view) if options.view else own.camera
    shown = {part: getattr(own, part) and getattr(options, part) for part in PARTS}
    if options.transparent:
        shown |= {"floor": False, "shadow": False}
    return replace(
        own,
        camera=replace(camera, parallel=camera.parallel or options.parallel),
        mode=options.mode or own.mode,
        background=options.background or own.background,
        **shown,
    )
