"""Backdrop, lines, points, regions and labels, by statistics of the pixels they cover."""

from dataclasses import replace
from itertools import pairwise
from math import atan, radians

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.geometry.shapes.flat import block
from rvs.scene.items import Backdrop, Label, Line, Points, Region

pytestmark = pytest.mark.gl
BLACK = (0.0, 0.0, 0.0, 1.0)
RED = (1.0, 0.0, 0.0, 1.0)


def at(*places: tuple[float, float], behind: float = 0.0) -> np.ndarray:
    """Return points of pixels, x right and y down, in a picture of 200 x 200."""
    return np.array([((x - 100) / 100, behind, (100 - y) / 100) for x, y in places])


def ink(pixels: np.ndarray) -> np.ndarray:
    """Return how dark each pixel is, 0 to 1."""
    return 1 - pixels[..., 1] / 255


def square(x: float, y: float, size: float) -> np.ndarray:
    return at((x, y + size), (x + size, y + size), (x + size, y), (x, y))


# ------------------------------------------------------------------ backdrop


def test_backdrop_goes_from_horizon_to_sky(picture, flat) -> None:
    camera = replace(flat, parallel=False, field_of_view=radians(120), distance=1.0)
    backdrop = Backdrop((0.2, 0.4, 0.6, 1.0), (1.0, 0.8, 0.6, 1.0))
    column = picture(camera=camera, backdrop=backdrop)[:, 100]
    assert column[0] == pytest.approx([51, 102, 153, 255], abs=1)
    assert column[-1] == pytest.approx([255, 204, 153, 255], abs=1)
    assert (np.diff(column[:, 0]) >= 0).all()
    assert np.abs(np.diff(column[:, 0])).max() < 10


def test_parallel_backdrop_follows_the_height_on_the_screen(picture) -> None:
    backdrop = Backdrop((0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0))
    column = picture(backdrop=backdrop)[:, 100, 0]
    assert column[-1] == 255
    assert column[0] < column[50] < column[90] < 255


def test_no_backdrop_and_transparent_leave_the_ground_empty(picture) -> None:
    assert not picture(backdrop=None).any()
    assert not picture(transparent=True).any()


def test_transparent_pixels_keep_their_colour_unweighted(picture) -> None:
    half = Region(square(50, 50, 100), np.array([0, 4], np.int32), (1.0, 0.5, 0.0, 0.5))
    pixels = picture(half, transparent=True, samples=4)
    assert pixels[100, 100] == pytest.approx([255, 128, 0, 128], abs=2)
    assert pixels[10, 10] == pytest.approx([0, 0, 0, 0])


# ------------------------------------------------------------------ lines


@pytest.mark.parametrize("width", [0.5, 1.0, 1.5, 3.0, 8.0])
@pytest.mark.parametrize("end", [(180, 20), (180, 100.5), (180, 77)])
def test_a_line_covers_its_width(picture, width, end) -> None:
    line = Line(at((20, 100.5), end), BLACK, width)
    middle = ink(picture(line))[:, 60:140].sum() / 80
    slope = (end[1] - 100.5) / (end[0] - 20)
    assert middle == pytest.approx(width * np.hypot(1, slope), rel=0.06)


def test_logical_pixels_grow_with_the_device(picture) -> None:
    line = Line(at((20, 100.5), (180, 100.5)), BLACK, 3.0)
    assert ink(picture(line, scale=2.0))[:, 200].sum() == pytest.approx(6.0, rel=0.05)


def test_a_world_width_is_metres(picture, flat) -> None:
    line = Line(at((20, 100), (180, 100)), BLACK, 0.08, size_in="world")
    assert ink(picture(line))[:, 100].sum() == pytest.approx(8.0, rel=0.05)
    near = replace(flat, parallel=False, distance=5.0, field_of_view=2 * atan(0.2))
    assert ink(picture(line, camera=near))[:, 100].sum() == pytest.approx(8.0, rel=0.05)


def test_joints_of_a_faint_polyline_are_painted_once(picture) -> None:
    zigzag = at((20, 150), (60, 60), (100, 140), (110, 40), (180, 50), (120, 150))
    pixels = ink(picture(Line(zigzag, (0, 0, 0, 0.5), 9.0)))
    assert pixels.max() == pytest.approx(0.5, abs=0.01)
    assert pixels[60, 60] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("pairs", [True, False])
def test_pieces_of_a_faint_line_leave_no_specks(picture, pairs) -> None:
    places = [(x, 40.5 + x / 3) for x in np.linspace(10, 190, 37)]
    chain = [place for pair in pairwise(places) for place in pair]
    pieces = picture(Line(at(*(chain if pairs else places)), (0, 0, 0, 0.5), 3.0, pairs=pairs))
    whole = picture(Line(at(places[0], places[-1]), (0, 0, 0, 0.5), 3.0))
    assert np.abs(pieces - whole).max() <= 2


def test_a_closed_polyline_has_no_ends(picture) -> None:
    square_around = at((50, 50), (150, 50), (150, 150), (50, 150), (50, 50))
    pixels = ink(picture(Line(square_around, (0, 0, 0, 0.5), 11.0)))
    assert pixels.max() == pytest.approx(0.5, abs=0.01)
    corners = [pixels[y : y + 12, x : x + 12] for y in (44, 144) for x in (44, 144)]
    assert [corner.sum() for corner in corners] == pytest.approx([corners[1].sum()] * 4, rel=0.02)


def test_opacity_runs_from_point_to_point(picture) -> None:
    line = Line(at((20, 100.5), (180, 100.5)), BLACK, 5.0, alphas=np.array([0.0, 1.0]))
    row = ink(picture(line))[100, 25:175]
    assert row == pytest.approx(np.linspace(5.5 / 160, 154.5 / 160, 150), abs=0.01)


def test_pairs_leave_gaps(picture) -> None:
    points = at((20, 100.5), (80, 100.5), (120, 100.5), (180, 100.5))
    assert ink(picture(Line(points, BLACK, 3.0, pairs=True)))[100, 100] == 0
    assert ink(picture(Line(points, BLACK, 3.0)))[100, 100] == 1


def test_dashes_run_through_the_corners_of_a_curve(picture) -> None:
    smooth = Line(at((10, 100.5), (190, 100.5)), BLACK, 3.0, dashed=True)
    pieces = Line(at(*((x, 100.5) for x in np.linspace(10, 190, 61))), BLACK, 3.0, dashed=True)
    one, many = (ink(picture(line))[100] for line in (smooth, pieces))
    assert np.abs(one - many).max() < 0.05
    assert one[10:190].mean() == pytest.approx(0.6, abs=0.06)


def test_a_line_that_passes_the_eye_is_cut(picture, flat) -> None:
    camera = replace(flat, parallel=False, field_of_view=radians(60), distance=2.0)
    line = Line(np.array([[0.0, 10.0, -0.5], [0.0, -10.0, -0.5]]), BLACK, 3.0)
    pixels = ink(picture(line, camera=camera))
    assert pixels[190, 97:103].max() > 0.9
    assert pixels[:90].max() == 0
    behind = Line(np.array([[0.0, -5.0, 0.0], [0.1, -9.0, 0.0]]), BLACK, 3.0)
    assert ink(picture(behind, camera=camera)).max() == 0


@pytest.mark.parametrize(("depth", "least", "most"), [
    ("tested", 0.0, 0.0), ("on top", 0.99, 1.0), ("hidden", 0.1, 0.31),
])  # fmt: skip
def test_depth_of_lines_and_points(picture, depth, least, most) -> None:
    wall = Solid(block(1.0, 0.1, 1.0), np.eye(4), (1, 1, 1, 1), "matte")
    behind = at((60, 100.5), (140, 100.5), behind=0.5)
    plain = ink(picture(wall))[100, 70:130]
    line = ink(picture(wall, Line(behind, BLACK, 3.0, depth=depth)))[100, 70:130]
    share = (line - plain) / (1 - plain)
    assert least <= share.max() + 0.01
    assert share.max() <= most + 0.01
    dot = ink(picture(wall, Points(at((100, 100), behind=0.5), BLACK, 20.0, depth=depth)))
    share = (dot[100, 100] - plain[30]) / (1 - plain[30])
    assert share == pytest.approx({"tested": 0, "on top": 1, "hidden": 0.3}[depth], abs=0.02)


def test_points_are_round(picture) -> None:
    pixels = ink(picture(Points(at((60, 60), (140, 140)), BLACK, 30.0)))
    assert pixels.sum() == pytest.approx(2 * np.pi * 15**2, rel=0.02)
    assert pixels[60, 60] == 1
    assert pixels[47, 47] == 0


# ------------------------------------------------------------------ regions


def test_overlapping_polygons_are_painted_once(picture) -> None:
    corners = np.concatenate([square(40, 40, 80), square(80, 80, 80)])
    both = Region(corners, np.array([0, 4, 8], np.int32), (0, 0, 0, 0.5))
    pixels = ink(picture(both))
    covered = pixels[pixels > 0.01]
    assert covered == pytest.approx(0.5, abs=0.01)
    assert len(covered) == pytest.approx(2 * 80**2 - 40**2, rel=0.02)


def test_two_regions_add_up_and_more_than_the_stencil_counts(picture) -> None:
    one = Region(square(40, 40, 80), np.array([0, 4], np.int32), (0, 0, 0, 0.02))
    for count in (100, 127, 128, 200):
        pixels = ink(picture(*(replace(one) for _ in range(count))))
        assert pixels[80, 80] == pytest.approx(1 - 0.98**count, abs=0.1)
    rest = [replace(one, points=square(0, 0, 20)) for _ in range(127)]
    assert ink(picture(*rest, replace(one, color=BLACK)))[80, 80] == 1
    two = [replace(one, color=(0, 0, 0, 0.5)) for _ in range(2)]
    assert ink(picture(*two))[80, 80] == pytest.approx(0.75, abs=0.01)


def test_a_region_fades_between_its_corners(picture) -> None:
    fading = Region(
        square(40, 40, 120), np.array([0, 4], np.int32), BLACK, np.array([0.0, 1.0, 1.0, 0.0])
    )
    assert ink(picture(fading))[100, 50:150] == pytest.approx(
        np.linspace(10.5, 109.5, 100) / 120, abs=0.01
    )


def test_many_corners_and_empty_items(picture) -> None:
    turn = np.linspace(0, 2 * np.pi, 100, endpoint=False)
    disc = Region(
        at(*zip(100 + 50 * np.cos(turn), 100 - 50 * np.sin(turn), strict=True)),
        np.array([0, 100], np.int32),
        BLACK,
    )
    nothing = np.zeros((0, 3))
    pixels = ink(picture(
        Region(nothing, np.array([0], np.int32), RED), Line(nothing, RED), Points(nothing, RED),
        disc,
    ))  # fmt: skip
    assert pixels.sum() == pytest.approx(np.pi * 50**2, rel=0.01)


# ------------------------------------------------------------------ labels


def label(text: str = "X", **more: object) -> Label:
    values = {"at": at((100, 100))[0], "color": BLACK, "halo": RED, **more}
    return Label(text, **values)


def test_a_label_has_letters_and_a_halo(picture) -> None:
    pixels = picture(label())
    dark = pixels[..., :3].max(axis=-1) < 40
    rosy = (pixels[..., 0] > 240) & (pixels[..., 1] < 60)
    assert 40 < dark.sum() < 150
    assert rosy.sum() > 0.5 * dark.sum()
    # 85 % red over white
    assert np.median(pixels[rosy][:, 1]) == pytest.approx(0.15 * 255, abs=2)
    rows, columns = np.nonzero(dark)
    assert (rows.min() + rows.max()) / 2 == pytest.approx(99.5, abs=1.5)
    assert (columns.min() + columns.max()) / 2 == pytest.approx(99.5, abs=1.5)


def test_a_label_keeps_clear_of_its_anchor(picture) -> None:
    pixels = picture(label(away=(0.0, 0.0, 1.0), gap=30.0))
    rows, _ = np.nonzero(pixels[..., 0] < 100)
    assert rows.max() < 85
    assert rows.min() > 55


def test_labels_show_over_bodies_unless_they_are_tested(picture) -> None:
    wall = Solid(block(1.0, 0.1, 1.0), np.eye(4), (1, 1, 1, 1), "matte")
    behind = np.array([0.0, 0.5, 0.0])
    plain = picture(wall)
    assert (picture(wall, label(at=behind)) != plain).any()
    assert (picture(wall, label(at=behind, depth="tested")) == plain).all()
    assert (picture(wall, label(at=-behind, depth="tested")) != plain).any()


def test_labels_behind_the_eye_are_not_drawn(picture, flat) -> None:
    camera = replace(flat, parallel=False)
    assert (picture(label(at=np.array([0.0, -20.0, 0.0])), camera=camera) == 255).all()


def test_more_labels_than_the_texture_holds(picture, context) -> None:
    from rvs.gl.labels import Atlas
    from rvs.gl.text import Lettering

    atlas = Atlas(128)
    texts = [Lettering.of(label(f"label {i}"), 1.0) for i in range(40)]
    held = atlas.hold(texts)
    assert len(held) == 40
    assert atlas.side > 128
    boxes = [(x, y, x + s.cover.shape[1], y + s.cover.shape[0]) for s, (x, y) in held]
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    atlas.release()
