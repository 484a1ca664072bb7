"""Pictures of all shapes and library parts, a sheet of them, and the page that describes them."""

import sys
from math import degrees, radians
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from rvs.bodies.editing import sample_solids
from rvs.files.bodies.composites import composites
from rvs.geometry.shape import Parameter, Shape
from rvs.geometry.shapes import SHAPES
from rvs.gl.context.images import write_png
from rvs.gl.context.offscreen import render_pixels
from rvs.gl.frame import Shot
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.body.values import Composite
from rvs.model.views.view import Camera
from rvs.scene.camera import fit
from rvs.scene.items import Backdrop, Scene

WIDTH, HEIGHT, COLUMNS = 176, 144, 8
LABEL = 22
LOOK = Camera(azimuth=radians(-52), elevation=radians(27), field_of_view=radians(24))
FONT = Path(__file__).resolve().parent.parent / "rvs" / "scene" / "fonts" / "DejaVuSans.ttf"
KINDS = {
    "length": "length",
    "angle": "degrees",
    "count": "whole number",
    "number": "number",
    "plane": "list of points (x, y)",
    "space": "list of points (x, y, z)",
}
INTRODUCTION = """# Shapes

Body files consist of these shapes ([formats.md](formats.md#bodies-linksnamebody)). Lengths are
in the unit of the file, here in metres. A size with a default is optional. Round shapes are
approximated by flat `sides`; the error of their volume decreases with the square
of the number of sides.

The shapes at the end are library parts, `links/parts/NAME.body`, made of other shapes.

![All shapes](pictures/shapes.png)
"""


def picture(shape: Shape | Composite, width: int = WIDTH, height: int = HEIGHT) -> np.ndarray:
    """Return the pixels of a shape's picture."""
    library = () if isinstance(shape, Shape) else tuple(composites().values())
    solids = sample_solids(shape, library)
    points = np.concatenate(
        [solid.mesh.vertices @ solid.pose[:3, :3].T + solid.pose[:3, 3] for solid in solids]
    )
    colors = SCENE["paper"]
    scene = Scene(solids, Backdrop(rgba(colors.sky), rgba(colors.horizon)))
    camera = fit(LOOK, points, width / height, 1.18)
    return render_pixels(Shot(scene, camera, width, height, samples=8))


def catalogue() -> dict[str, Shape | Composite]:
    """Return all shapes, then all library parts."""
    return {**SHAPES, **composites()}


def page() -> str:
    """Return the page of the documentation."""
    lines = [INTRODUCTION, *(line for shape in catalogue().values() for line in _entry(shape))]
    return "\n".join(lines) + "\n"


def _entry(shape: Shape | Composite) -> list[str]:
    """Return the lines about one shape."""
    sizes = [
        f"| `{one.name}` | {KINDS[one.kind]} | {_default(one)} | {one.meaning} |"
        for one in shape.parameters
    ]
    rules = [
        f"`{one.left}` {'is less than' if one.below else 'is at most'} `{one.right}`"
        for one in shape.relations
    ]
    if shape.name == "loft":  # its two relations, in one
        rules = ["`bottom` and `top` have the same number of corners"]
    bounds = [f"{'; '.join(rules)}.", ""] if rules else []
    return [
        f"## `{shape.name}`",
        "",
        f"![{shape.title}](pictures/{shape.name}.png)",
        "",
        f"{shape.summary} {shape.place}",
        "",
        "| size | kind | default | meaning |",
        "|---|---|---|---|",
        *sizes,
        "",
        *bounds,
    ]


def _default(one: Parameter) -> str:
    if one.needed:
        return "required"
    return f"{degrees(one.omitted) if one.kind == 'angle' else one.omitted:g}"


def main(folder: Path) -> int:
    """Write ``shapes.md`` and below ``pictures`` a picture of each shape and a sheet of all.

    Args:
        folder: Output folder; ``docs`` brings the documentation up to date.

    Returns:
        How many shapes there are.
    """
    everything, pictures = catalogue(), folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    (folder / "shapes.md").write_text(page(), encoding="utf-8", newline="\n")
    rows = -(-len(everything) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * WIDTH, rows * (HEIGHT + LABEL)), "white")
    draw, font = ImageDraw.Draw(sheet), ImageFont.truetype(str(FONT), 13)
    for k, (name, shape) in enumerate(everything.items()):
        pixels = picture(shape)
        write_png(pictures / f"{name}.png", pixels)
        x, y = k % COLUMNS * WIDTH, k // COLUMNS * (HEIGHT + LABEL)
        sheet.paste(Image.fromarray(pixels[..., :3]), (x, y))
        draw.text((x + WIDTH / 2, y + HEIGHT + 4), name, "#1B222B", font, "ma")
    sheet.save(pictures / "shapes.png", optimize=True)
    return len(everything)


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    print(main(target), "shapes described in", target)
