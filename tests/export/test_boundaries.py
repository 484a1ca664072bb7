"""Boundaries of what is seen, and what is on both sides of them."""

import numpy as np
import shapely
from hypothesis import given
from hypothesis import strategies as st
from manifold3d import CrossSection

from rvs.export.visibility.contours import boundaries, patch_at, rims, sides
from rvs.export.visibility.sheet import Sheet
from rvs.model.views.view import Camera

SHEET = Sheet(Camera((0.0, 0.0, 0.0), 0.0, 0.0, 4.0), 100.0, 80.0, 1.0)


def square(left: float, top: float, size: float) -> CrossSection:
    """A square on the sheet."""
    return CrossSection.square((size, size)).translate((left, top))


def partition(seed: int) -> dict[int, CrossSection]:
    """Areas beside and inside each other, with holes, as what is seen of patches."""
    random = np.random.default_rng(seed)
    free, seen = square(5, 5, 70), {}
    for patch in range(6):
        left, top, size = random.uniform((0, 0, 5), (60, 60, 40)).tolist()
        part = square(left, top, size).rotate(float(random.uniform(0, 30))) ^ free
        free -= part
        seen[3 * patch + 1] = part
    return {patch: area for patch, area in seen.items() if area.area() > 1.0}


def shape(area: CrossSection) -> shapely.Geometry:
    """An area as another library has it."""
    rings = [shapely.LinearRing(ring) for ring in area.to_polygons()]
    around = [shapely.Polygon(ring) for ring in rings if ring.is_ccw]
    holes = [shapely.Polygon(ring) for ring in rings if not ring.is_ccw]
    found = shapely.get_parts(shapely.union_all(around) - shapely.union_all(holes))
    # Where a ring touches itself a line is left over, and then the whole has no boundary.
    return shapely.union_all([part for part in found if part.geom_type == "Polygon"])


@given(st.integers(0, 2**32 - 1))
def test_the_patch_at_a_place_is_that_whose_area_holds_it(seed) -> None:
    seen = partition(seed)
    places = np.random.default_rng(seed).uniform(0, 80, (200, 2))
    points = shapely.points(places)
    expected, clear = np.full(len(places), -1), np.ones(len(places), bool)
    for patch, area in seen.items():
        expected[shapely.contains(shape(area), points)] = patch
        clear &= shapely.distance(shapely.boundary(shape(area)), points) > 1e-3
    assert patch_at(rims(seen), places)[clear].tolist() == expected[clear].tolist()


@given(st.integers(0, 2**32 - 1))
def test_boundaries_run_along_all_outlines_and_meet_at_their_ends_alone(seed) -> None:
    seen = partition(seed)
    lines = boundaries(rims(seen), SHEET)
    every = shapely.union_all([shapely.boundary(shape(area)) for area in seen.values()])
    together = shapely.multilinestrings(lines)
    assert shapely.hausdorff_distance(together, every) < 0.25
    assert shapely.distance(shapely.points(shapely.get_coordinates(together)), every).max() < 0.02
    assert all(
        shapely.relate_pattern(one, two, "FF*F*****")
        for k, one in enumerate(lines)
        for two in lines[k + 1 :]
    )


def test_a_plate_with_a_hole_and_a_disc_in_it_have_their_patches_on_the_right_sides() -> None:
    plate, disc = square(20, 20, 40) - square(30, 30, 20), square(35, 35, 10)
    outlines = rims({4: plate, 9: disc})
    lines = boundaries(outlines, SHEET)
    one, two = sides(lines, outlines)
    found = {
        round(shapely.length(line)): {a, b}
        for line, a, b in zip(lines, one.tolist(), two.tolist(), strict=True)
    }
    assert found == {160: {4, -1}, 80: {4, -1}, 40: {9, -1}}
    assert len(lines) == 3


def test_nothing_that_is_seen_has_no_boundaries() -> None:
    assert len(boundaries(rims({}), SHEET)) == 0
