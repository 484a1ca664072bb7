"""Pictures in memory: the pixels that a window paints."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rvs.allocator import keep_all, keep_little
from rvs.bodies.solid import Solid
from rvs.geometry.shapes.flat import block
from rvs.scene.items import Backdrop, Scene

pytestmark = pytest.mark.gl
SKY = Backdrop((0.2, 0.4, 0.6, 1.0), (0.2, 0.4, 0.6, 1.0))


def scene() -> Scene:
    pose = np.eye(4)
    c, s = np.cos(0.3), np.sin(0.3)
    pose[:3, :3] = [[c, 0, s], [0, 1, 0], [-s, 0, c]]
    return Scene((Solid(block(0.5, 0.3, 0.4), pose, (0.9, 0.2, 0.1, 1.0)),), SKY)


@pytest.fixture
def screen(context):
    from rvs.gl.context.target import Screen

    made = Screen(4)
    yield made
    made.release()


def shown(screen, renderer, flat, size=(60, 40), smooth=False) -> np.ndarray:
    """Draw and return red, green, blue (h, w, 3)."""
    screen.draw(*size, smooth, lambda: renderer.draw(scene(), flat, *size))
    screen.fetch()
    words = screen.words
    return np.stack([words >> 16 & 255, words >> 8 & 255, words & 255], axis=-1).astype(int)


def test_the_words_are_the_picture(screen, renderer, flat) -> None:
    from rvs.gl.context.target import Target

    with Target(60, 40, 0) as target:
        renderer.draw(scene(), flat, 60, 40)
        expected = target.read()[..., :3].astype(int)
    assert (shown(screen, renderer, flat) == expected).all()
    assert np.ptp(expected) > 50


def test_a_driver_that_cannot_turn_pictures_over_gives_the_same(
    screen, renderer, flat, monkeypatch
) -> None:
    from rvs.gl.context.target import Target

    expected = shown(screen, renderer, flat)
    monkeypatch.setattr(Target, "_turns_over", lambda _self: False)
    assert (shown(screen, renderer, flat) == expected).all()


def test_another_size_is_another_picture(screen, renderer, flat) -> None:
    first = screen.words
    for size in ((60, 40), (30, 50), (60, 40)):
        assert shown(screen, renderer, flat, size).shape == (size[1], size[0], 3)
    assert screen.words is not first


def test_samples_smooth_the_edges(screen, renderer, flat) -> None:
    plain, smooth = (shown(screen, renderer, flat, smooth=smooth) for smooth in (False, True))
    assert len(np.unique(smooth.reshape(-1, 3), axis=0)) > len(
        np.unique(plain.reshape(-1, 3), axis=0)
    )
    assert np.abs(plain - smooth).mean() < 10


def test_nothing_is_fetched_before_something_is_drawn(screen) -> None:
    assert screen.wait(0.0)
    assert not screen.fetch()
    assert screen.words.size == 0


def test_a_picture_is_waited_for_and_fetched_once(screen, renderer, flat) -> None:
    screen.draw(60, 40, False, lambda: renderer.draw(scene(), flat, 60, 40))
    assert screen.wait(10.0)
    assert screen.fetch()
    assert screen.wait(0.0)
    assert not screen.fetch()


def test_what_fails_leaves_nothing_bound(screen, renderer, flat) -> None:
    def refuse() -> None:
        raise RuntimeError("no such luck")

    with pytest.raises(RuntimeError):
        screen.draw(60, 40, False, refuse)
    assert shown(screen, renderer, flat).any()


@pytest.fixture
def as_users() -> Iterator[None]:
    """Give memory back as it is freed; other tests keep it."""
    keep_little()
    yield
    keep_all()


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read as Linux tells it")
def test_what_is_released_is_given_back(as_users, screen, renderer, flat) -> None:
    from rvs.gl.context.report import current_report

    if not current_report().software:
        pytest.skip("a card has memory of its own")

    def show_large() -> None:
        shown(screen, renderer, flat, (1600, 1600), smooth=True)

    def release() -> None:
        screen.release()
        screen.words = screen.words[:1, :1].copy()

    show_large()
    release()  # what the driver keeps for pictures to come is no part of this
    before = resident()
    show_large()
    assert resident() - before > 70
    release()
    assert resident() - before < 20


def resident() -> float:
    """Memory that this process holds, MB."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6
