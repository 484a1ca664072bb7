"""Letters and their rims."""

import numpy as np
import pytest

from rvs.gl.text import Lettering, corner_of, rim, sprite
from rvs.scene.fonts.measure import measure
from rvs.scene.items import Label


def label(text: str, **more: object) -> Label:
    return Label(text, np.zeros(3), (0, 0, 0, 1), (1, 1, 1, 1), **more)


def test_letters_lie_inside_their_rim() -> None:
    cover = sprite(Lettering.of(label("Q4", subscript="12"), 1.0)).cover.astype(int)
    assert (cover[..., 1] >= cover[..., 0]).all()
    assert cover[..., 0].max() == 255
    assert (cover[[0, -1], :, 1] == 0).all()
    assert (cover[:, [0, -1], 1] == 0).all()


def test_rim_is_as_wide_as_asked() -> None:
    dot = np.zeros((21, 21), np.uint8)
    dot[10, 10] = 255
    for radius in (1.6, 3.2, 4.8):
        area = rim(dot, radius).sum() / 255
        assert area == pytest.approx(np.pi * (radius + 0.5) ** 2, rel=0.2)


@pytest.mark.parametrize("radius", [0.0, 0.7, 1.6, 2.4, 3.2])
def test_rim_is_the_most_that_any_pixel_near_by_gives(radius: float) -> None:
    letters = np.random.default_rng(3).integers(0, 256, (9, 12), dtype=np.uint8)
    rows, columns = np.indices(letters.shape)
    wanted = np.zeros_like(letters)
    for y, x in np.ndindex(letters.shape):
        weights = np.clip(radius + 1.0 - np.hypot(columns - x, rows - y), 0.0, 1.0)
        wanted[y, x] = np.rint((letters * weights.astype(np.float32)).max())
    assert (rim(letters, radius) == wanted).all()


@pytest.mark.parametrize("text", ["−12.5°", "θαβγΩμ", "Ünïcödé ß", "0123456789"])
def test_every_character_has_a_picture_of_its_own(text: str) -> None:
    missing = sprite(Lettering.of(label("\ufffe"), 2.0)).cover[..., 0]
    for character in text.replace(" ", ""):
        drawn = sprite(Lettering.of(label(character), 2.0)).cover[..., 0]
        assert drawn.sum() > 0
        assert drawn.shape != missing.shape or (drawn != missing).any(), character


def test_subscript_is_smaller_and_lower() -> None:
    alone = sprite(Lettering.of(label("X"), 1.0)).cover[..., 0]
    both = sprite(Lettering.of(label("X", subscript="0"), 1.0)).cover[..., 0]
    split = alone.shape[1] - 4
    main, small = (np.flatnonzero(part.any(axis=1)) for part in (both[:, :split], both[:, split:]))
    assert small.max() > main.max()
    assert np.ptp(small) < np.ptp(main)


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0, 3.0])
def test_size_on_the_screen_does_not_depend_on_the_device(scale: float) -> None:
    wide, high = measure(label("Elbow", subscript="3"), scale)
    assert wide == pytest.approx(measure(label("Elbow", subscript="3"))[0], rel=0.06)
    assert high == pytest.approx(17.0, abs=0.5)


def test_bold_is_wider() -> None:
    assert measure(label("wrist"))[0] > measure(label("wrist", bold=False))[0]


def test_middle_comes_to_the_place_asked_for() -> None:
    text = sprite(Lettering.of(label("H"), 1.0))
    left, top = corner_of(text, 50.0, 40.0)
    rows, columns = np.nonzero(text.cover[..., 0] > 100)
    assert left + (columns.min() + columns.max() + 1) / 2 == pytest.approx(50.0, abs=1.0)
    assert top + (rows.min() + rows.max() + 1) / 2 == pytest.approx(40.0, abs=1.0)
