"""Contact sheets: automatic bodies, full models with skeletons, end-effectors, payloads."""

import sys
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from rvs.files.bodies.effectors import effector_names, equipped
from rvs.files.bodies.models import full_model
from rvs.files.library import load_robot, names
from rvs.files.placed_robot import bare_robot
from rvs.gl.context.images import Pixels
from rvs.gl.context.offscreen import NoOffscreen, render_pixels
from rvs.gl.frame import Shot
from rvs.model.document import Document, PlacedRobot, change_robot
from rvs.model.robots.payloads import KINDS, Payload
from rvs.model.state import State
from rvs.model.views.view import Camera, View
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import fit, looking

AUTOMATIC = (
    *("puma560", "stanford", "scara", "ur5e", "panda", "iiwa7"),
    *("rediestro", "fanuc-arc-mate", "rhino-xr3", "cartesian", "cylindrical", "travpuma"),
)
SIDES = ("iso", "front", "left")
CELL = (640, 480)
INK = "#1B222B"


Size = tuple[int, int]


def main(folder: Path, cell: Size = CELL) -> list[Path]:
    """Write ``body_sheets-….png`` and the same as ``body_sheets.pdf``; return the files.

    Args:
        folder: Output folder.
        cell: Width and height of each picture, in pixels.
    """
    full = [name for name in names() if load_robot(name).geomtype == "full"]
    automatic = [(name, picture(state(name, "body"), cell)) for name in AUTOMATIC]
    sheets = {"automatic": sheet(automatic, 4)}
    for name in full:
        sheets[name] = sheet(sides(name, cell), 3)
    sheets["full"] = sheet([(name, picture(state(name, "full"), cell)) for name in full], 4)
    sheets["tools"] = sheet(tools(cell), 4)
    files = []
    for name, image in sheets.items():
        files.append(folder / f"body_sheets-{name}.png")
        image.save(files[-1])
    first, *others = sheets.values()
    files.append(folder / "body_sheets.pdf")
    first.save(files[-1], save_all=True, append_images=others, resolution=150)
    return files


def state(name: str, mode: str, **view: object) -> State:
    """Return a robot alone in its cell, at its initial posture."""
    architecture = load_robot(name)
    placed = bare_robot(architecture, architecture.robot.name, name)
    document = Document((placed,))
    if mode == "full":
        document = change_robot(document, placed.id, body=full_model(architecture))
    postures = MappingProxyType({placed.id: tuple(architecture.robot.home.tolist())})
    shown = {"frames": False, "labels": False, **view}
    return State(document, postures, View(mode=mode, **shown))  # type: ignore[arg-type]


def picture(shown: State, cell: Size, side: str = "iso", around: State | None = None) -> Pixels:
    """Draw a state from a side at a distance that shows all of it, or all of another one."""
    width, height = cell
    camera = fit(looking(Camera(), side), scene_points(around or shown), width / height, 1.08)
    return render_pixels(Shot(build_scene(shown), camera, width, height))


def sides(name: str, cell: Size) -> list[tuple[str, Pixels]]:
    """Draw a full model and its skeleton from the same directions."""
    model, skeleton = state(name, "full"), state(name, "skeleton", frames=True)
    rows = [(f"{name}, {side}", picture(model, cell, side)) for side in SIDES]
    return rows + [(f"skeleton, {side}", picture(skeleton, cell, side, model)) for side in SIDES]


def tools(cell: Size) -> list[tuple[str, Pixels]]:
    """Draw every end-effector on the flange of a PUMA, and the gripper with every payload."""
    carried = [(name, None) for name in effector_names() if name != "none"]
    carried += [("gripper", kind) for kind in KINDS]
    return [(kind or name, close_up(name, kind, cell)) for name, kind in carried]


def close_up(effector: str, kind: str | None, cell: Size) -> Pixels:
    """Draw an end-effector from a short distance."""
    whole = state("puma560", "full", floor=False, shadow=False)
    placed = whole.document.robots[0]
    load = None if kind is None else Payload.standard(kind)  # type: ignore[arg-type]
    armed = equipped(
        PlacedRobot(placed.id, placed.robot, end_effector=effector, body=placed.body, payload=load)
    )
    near = State(Document((armed,)), whole.postures, whole.view)
    tool = np.array([s.pose[:3, 3] for s in build_scene(near).items if s.owner[1:2] == ("tool",)])
    middle = tuple((tool.min(axis=0) + tool.max(axis=0)) / 2)
    camera = Camera(target=middle, azimuth=-0.9, elevation=0.3, distance=0.75)
    return render_pixels(Shot(build_scene(near), camera, *cell))


def sheet(pictures: Sequence[tuple[str, Pixels]], columns: int) -> Image.Image:
    """Arrange pictures side by side, each with its name."""
    height, width, _ = pictures[0][1].shape
    rows = -(-len(pictures) // columns)
    whole = Image.new("RGB", (columns * width, rows * height), "white")
    draw, font = ImageDraw.Draw(whole), ImageFont.load_default(20)
    for k, (name, pixels) in enumerate(pictures):
        at = (k % columns * width, k // columns * height)
        whole.paste(Image.fromarray(pixels).convert("RGB"), at)
        draw.text((at[0] + 16, at[1] + 12), name, INK, font)
    return whole


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
    except NoOffscreen as problem:
        sys.exit(str(problem))
