"""Lines around solids: where they lie, what they go around, and what they leave alone."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.solid import Outlined, Solid
from rvs.geometry.shapes.flat import block

pytestmark = pytest.mark.gl
GREY, GREEN = (0.5, 0.5, 0.5, 1.0), (0.1, 0.9, 0.1, 1.0)
RED, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)
MARK = Outlined(RED, BLUE)


def cube(color=GREY, x: float = 0.0, y: float = 0.0, turn: float = 0.0, **more: object) -> Solid:
    pose = np.eye(4)
    pose[:3, 3] = x, y, 0.0
    c, s = np.cos(turn), np.sin(turn)
    pose[:3, :3] = [[c, 0, s], [0, 1, 0], [-s, 0, c]]
    return Solid(block(0.4, 0.4, 0.4), pose, color, "matte", **more)


def is_red(pixels):
    return (pixels[..., 0] > 200) & (pixels[..., 1] < 60) & (pixels[..., 2] < 60)


def is_blue(pixels):
    return (pixels[..., 2] > 200) & (pixels[..., 0] < 60) & (pixels[..., 1] < 60)


def test_two_pixels_outside_and_one_inside(picture) -> None:
    """The cube covers columns 80 to 119."""
    row = picture(cube(outline=MARK))[100]
    assert np.flatnonzero(is_red(row)).tolist() == [78, 79, 120, 121]
    assert np.flatnonzero(is_blue(row)).tolist() == [80, 119]
    plain = picture(cube())[100]
    touched = [78, 79, 80, 119, 120, 121]
    assert (np.delete(row, touched, axis=0) == np.delete(plain, touched, axis=0)).all()


def test_fine_pictures_have_as_wide_a_line(picture) -> None:
    row = picture(cube(outline=MARK), scale=2.0)[200]
    assert np.flatnonzero(is_red(row)).tolist() == [156, 157, 158, 159, 240, 241, 242, 243]
    assert np.flatnonzero(is_blue(row)).tolist() == [160, 161, 238, 239]


def test_what_lies_before_it_does_not_hide_it(picture) -> None:
    before = cube(GREEN, y=-1.0, x=0.2)
    row = picture(cube(outline=MARK), before)[100]
    assert is_red(row)[[120, 121]].all()


def test_solids_with_equal_lines_share_a_silhouette(picture) -> None:
    near, far = cube(outline=MARK), cube(x=0.2, y=0.3, outline=replace(MARK))
    row = picture(near, far)[100]
    assert np.flatnonzero(is_red(row)).tolist() == [78, 79, 140, 141]
    other = replace(far, outline=Outlined(RED, RED))
    row = picture(near, other)[100]
    assert is_blue(row)[119]


def test_a_slanted_edge_is_smooth(picture) -> None:
    """The line has the same strength in every row: no steps."""
    pixels = picture(cube(turn=0.3, outline=MARK))
    strength = (255.0 - pixels[90:110, :100, 1]).sum(axis=1) / 255.0
    bare = (255.0 - picture(cube(turn=0.3))[90:110, :100, 1]).sum(axis=1) / 255.0
    line = strength - bare
    assert np.ptp(line - np.poly1d(np.polyfit(range(20), line, 1))(range(20))) < 0.7


def test_transparent_lines_let_the_ground_through(picture) -> None:
    half = Outlined((1.0, 0.0, 0.0, 0.5), (0.0, 0.0, 0.0, 0.0))
    row = picture(cube(outline=half))[100]
    assert row[78] == pytest.approx([255, 127.5, 127.5, 255], abs=2)
    assert (row[100] == picture(cube())[100, 100]).all()


def test_a_picture_in_tiles_is_the_same(picture) -> None:
    whole = picture(cube(outline=MARK))
    parts = picture(cube(outline=MARK), tile=90)
    assert np.abs(whole - parts).mean() < 0.3


def test_outside_the_picture_there_is_nothing_to_draw(picture) -> None:
    assert (picture(cube(x=9.0, outline=MARK)) == picture(cube(x=9.0))).all()


def test_lines_do_not_know_of_each_other(picture) -> None:
    """A narrow bar before a wide one: beside its own line there is none."""
    other = Outlined(RED, RED)
    bar = Solid(block(0.1, 0.1, 0.1), np.eye(4), GREEN, "matte", outline=other)
    row = picture(cube(y=0.5, outline=MARK), bar)[100]
    assert np.flatnonzero(is_red(row)).tolist() == [78, 79, 93, 94, 95, 104, 105, 106, 120, 121]
