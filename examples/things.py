"""Pictures of all kinds of object around a robot, as one sheet."""

import sys
from math import radians
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from rvs.bodies.things import thing_solids
from rvs.geometry.things import KINDS, MESH
from rvs.gl.context.offscreen import render_pixels
from rvs.gl.frame import Shot
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.things.thing import Thing, own_bounds
from rvs.model.views.view import Background, Camera
from rvs.scene.camera import fit
from rvs.scene.items import Backdrop, Scene
from rvs.scene.shadow import footprint, shadow_regions

WIDTH, HEIGHT, COLUMNS, LABEL = 320, 240, 5, 26
LOOK = Camera(azimuth=radians(-58), elevation=radians(22), field_of_view=radians(26))
FONT = Path(__file__).resolve().parent.parent / "rvs" / "scene" / "fonts" / "DejaVuSans.ttf"


def picture(thing: Thing, background: Background = "light") -> np.ndarray:
    """Return the pixels of the picture of an object."""
    colors, solids = SCENE[background], thing_solids(thing)
    size = float(np.ptp(own_bounds(thing), axis=0).max())
    shadow = shadow_regions([footprint(solids, size / 2)], background)
    scene = Scene((*shadow, *solids), Backdrop(rgba(colors.sky), rgba(colors.horizon)))
    low, high = own_bounds(thing)
    ends = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    camera = fit(LOOK, np.where(ends, high, low), WIDTH / HEIGHT, 1.12)
    return render_pixels(Shot(scene, camera, WIDTH, HEIGHT, samples=8))


def sheet(background: Background = "light") -> Image.Image:
    """Return the pictures of all kinds side by side, each under its name."""
    kinds = [kind for kind in KINDS if kind != MESH]
    rows = -(-len(kinds) // COLUMNS)
    colors = SCENE[background]
    whole = Image.new("RGB", (COLUMNS * WIDTH, rows * (HEIGHT + LABEL)), colors.horizon)
    draw, font = ImageDraw.Draw(whole), ImageFont.truetype(str(FONT), 15)
    for k, kind in enumerate(kinds):
        x, y = k % COLUMNS * WIDTH, k // COLUMNS * (HEIGHT + LABEL)
        whole.paste(Image.fromarray(picture(Thing(kind, kind), background)[..., :3]), (x, y))
        draw.text((x + WIDTH / 2, y + HEIGHT + 4), kind, colors.label, font, "ma")
    return whole


def main(folder: Path) -> int:
    """Write ``things.png`` and return how many kinds there are."""
    folder.mkdir(parents=True, exist_ok=True)
    sheet().save(folder / "things.png", optimize=True)
    return len(KINDS)


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    print(main(target), "kinds of object in", target / "things.png")
