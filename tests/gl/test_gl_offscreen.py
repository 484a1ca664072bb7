"""Pictures and files without a window."""

import gc
import sys
import weakref
from dataclasses import replace
from math import radians
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from rvs.bodies.solid import Solid
from rvs.geometry.shapes.revolved import sphere
from rvs.gl.context import surfaceless
from rvs.gl.context.images import unweighted, write_png
from rvs.gl.context.offscreen import Shot, render_in_current_context, render_pixels, tiles
from rvs.gl.context.platform import NoOffscreen
from rvs.gl.context.report import current_report, describe_gl
from rvs.model.derived import forget_all
from rvs.scene.items import Backdrop, Label, Line, Points, Region, Scene

pytestmark = pytest.mark.gl


@pytest.fixture
def scene() -> Scene:
    black, white = (0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0)
    turn = np.linspace(0, 12, 200)
    curve = np.stack([0.8 * np.cos(turn), 0.8 * np.sin(turn), turn / 8 - 0.7], axis=1)
    floor = np.array([[-2.0, -2, -0.5], [2, -2, -0.5], [2, 2, -0.5], [-2, 2, -0.5]])
    return Scene(
        (
            Region(floor, np.array([0, 4], np.int32), (0.8, 0.8, 0.7, 1.0)),
            Solid(sphere(0.5, 48), np.eye(4), (0.8, 0.3, 0.1, 1.0)),
            Line(curve, black, 3.0, depth="hidden"),
            Line(curve * 1.1, (0, 0, 1, 0.6), 4.0, dashed=True),
            Points(curve[::10], (1, 0, 0, 1), 8.0),
            Label("Elbow", np.array([0.0, 0.0, 0.0]), black, white, subscript="3"),
        ),
        Backdrop((0.7, 0.8, 0.9, 1.0), white),
    )


@pytest.fixture
def camera(flat):
    return replace(flat, parallel=False, elevation=radians(15), field_of_view=radians(20))


@pytest.mark.parametrize("samples", [0, 4])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_tiles_fit_without_seams(context, scene, camera, samples, scale) -> None:
    def render(tile: int) -> np.ndarray:
        shot = Shot(scene, camera, 210, 150, samples=samples, scale=scale)
        return render_in_current_context(shot, context.renderer(), tile).astype(int)

    whole, tiled = render(2048), render(64)
    assert whole.shape == (round(150 * scale), round(210 * scale), 4)
    off = np.abs(whole - tiled).max(axis=-1)
    # rounding may move a sample of an edge here and there, never a whole row or column
    assert (off > 3).mean() < 0.002
    assert max((off > 3).mean(axis=0).max(), (off > 3).mean(axis=1).max()) < 0.05


def test_samples_smooth_the_edges(context, scene, camera) -> None:
    ball = Scene((scene.items[1],), Backdrop((1, 1, 1, 1), (1, 1, 1, 1)))
    counts = []
    for samples in (0, 8):
        shot = Shot(ball, camera, 200, 200, samples=samples)
        both = (shot, replace(shot, transparent=True))
        counts.append(sum(len(np.unique(render_in_current_context(s)[..., 3])) for s in both))
    assert counts[0] == 3
    assert counts[1] > 4


def test_a_png_appears_whole(tmp_path: Path, scene, camera) -> None:
    path = tmp_path / "figure.png"
    write_png(path, render_pixels(Shot(scene, camera, 120, 80)))
    image = Image.open(path)
    assert image.size == (120, 80)
    assert image.mode == "RGB"
    assert (np.asarray(image) == render_pixels(Shot(scene, camera, 120, 80))[..., :3]).all()
    write_png(path, render_pixels(Shot(scene, camera, 120, 80, transparent=True, samples=0)))
    assert np.asarray(Image.open(path))[2, 2, 3] == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["figure.png"]


def test_a_failed_png_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "figure.png"
    path.write_bytes(b"old")
    with pytest.raises((ValueError, TypeError)):
        write_png(path, np.zeros((4, 4, 7), np.uint8))
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_unweighted_undoes_the_weight() -> None:
    straight = np.array([[[255, 128, 0, 128], [9, 9, 9, 0], [200, 100, 50, 255]]], np.uint8)
    weighted = straight.copy()
    weighted[..., :3] = np.rint(straight[..., :3] * (straight[..., 3:] / 255.0))
    result = unweighted(weighted).astype(int)
    assert np.abs(result[0, [0, 2]] - straight[0, [0, 2]]).max() <= 1
    assert (result[0, 1] == 0).all()


def test_what_was_bound_is_bound_again(context, scene, camera) -> None:
    from OpenGL import GL

    from rvs.gl.context.target import Target

    with Target(8, 8, 0):
        bound = GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING)
        render_in_current_context(Shot(scene, camera, 64, 64))
        assert GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING) == bound


def test_pictures_within_pictures_and_in_other_threads(scene, camera) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from OpenGL import EGL

    alone = render_pixels(Shot(scene, camera, 40, 30))
    assert not EGL.eglGetCurrentContext()
    with surfaceless.surfaceless() as outer:
        assert (render_pixels(Shot(scene, camera, 40, 30)) == alone).all()
        again = render_in_current_context(Shot(scene, camera, 40, 30), renderer=outer.renderer())
    assert (again == alone).all()
    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(render_pixels, Shot(scene, camera, 40, 30)) for _ in range(4)]
        assert all((job.result(timeout=60) == alone).all() for job in jobs)
    assert not EGL.eglGetCurrentContext()


def test_the_same_picture_twice(scene, camera) -> None:
    assert (
        render_pixels(Shot(scene, camera, 90, 60)) == render_pixels(Shot(scene, camera, 90, 60))
    ).all()


@pytest.mark.parametrize(("width", "count"), [(100, 1), (2048, 1), (2049, 2), (5000, 3)])
def test_parts_of_a_picture_are_alike_in_size(width: int, count: int) -> None:
    parts = list(tiles(width, 100, 2048))
    assert [part.x for part in parts] == [sum(p.width for p in parts[:k]) for k in range(count)]
    assert sum(part.width for part in parts) == width
    assert max(part.width for part in parts) - min(part.width for part in parts) <= 1
    assert {(part.y, part.height) for part in parts} == {(0, 100)}


def test_what_a_picture_showed_is_not_kept_when_another_has_been_drawn(scene, camera) -> None:
    def picture(sides: int) -> weakref.ref[np.ndarray]:
        ball = sphere(0.5, sides)
        shown = Scene((Solid(ball, np.eye(4), (0.8, 0.3, 0.1, 1.0)),), scene.backdrop)
        render_pixels(Shot(shown, camera, 40, 30))
        return weakref.ref(ball.vertices)

    first, then = picture(600), picture(12)
    forget_all()
    gc.collect()
    assert first() is None
    assert then() is not None


def test_the_report_names_the_driver(context, monkeypatch: pytest.MonkeyPatch) -> None:
    report = current_report()
    assert report.version[0] in "34"
    assert report.samples >= 4
    software = replace(report, renderer="llvmpipe (LLVM)", software=True)
    assert "llvmpipe" in str(software)
    assert "software" in str(software)


def test_doctor_gets_one_line_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "OpenGL" in describe_gl()

    def missing() -> None:
        raise NoOffscreen("there is none")

    monkeypatch.setattr(surfaceless, "surfaceless", missing)
    assert describe_gl() == "there is none"


def test_without_egl_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surfaceless, "LIBRARY", "libNone.so.9")
    with pytest.raises(NoOffscreen, match=r"no libNone.so.9; install libegl1 and libgl1"):
        surfaceless.find_context()
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "OpenGL.EGL", None)
    with pytest.raises(NoOffscreen, match=r"install libegl1 and libgl1"):
        surfaceless.find_context()
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(NoOffscreen, match="only on Linux"):
        surfaceless.find_context()


def test_labels_of_pictures_that_follow_each_other_keep_their_places(context, camera) -> None:
    from rvs.gl.renderer import Renderer
    from rvs.scene.items import Label

    white = Backdrop((1, 1, 1, 1), (1, 1, 1, 1))

    def words(first: str) -> Scene:
        at, ink, halo = np.zeros(3), (0, 0, 0, 1), (1, 1, 1, 1)
        made = [Label(text, at, ink, halo, away=(0, 0, 1)) for text in (first, "B")]
        return Scene(tuple(made[first == "" :]), white)

    both, alone = words("A"), words("")
    renderer = Renderer()
    try:
        shot = Shot(both, camera, 120, 90, samples=0, steady=True)
        before = render_in_current_context(shot, renderer)
        again = render_in_current_context(shot, renderer)
        fresh = render_in_current_context(replace(shot, scene=alone, steady=False), renderer)
        home = render_in_current_context(replace(shot, scene=alone), renderer)
    finally:
        renderer.release()
    assert (before == again).all()
    # With nothing in its way any more the second label stands where it does alone.
    assert (fresh == home).all()
    assert (fresh != before).any()
