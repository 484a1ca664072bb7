"""Solids: depth, transparency, stages, and how little is sent and called."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.revolved import sphere
from rvs.scene.items import Line, Region, Scene

pytestmark = pytest.mark.gl
RED, GREEN, BLUE = (0.9, 0.1, 0.1, 1.0), (0.1, 0.9, 0.1, 1.0), (0.1, 0.1, 0.9, 1.0)
CUBE = block(0.4, 0.4, 0.4)


def cube(color=RED, x: float = 0.0, y: float = 0.0, z: float = 0.0, **more: object) -> Solid:
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return Solid(CUBE, pose, color, "matte", **more)


def strongest(pixels: np.ndarray, x: int = 100, y: int = 100) -> int:
    """Return the strongest of red, green and blue at a pixel; -1 on grey."""
    color = pixels[y, x, :3]
    return int(color.argmax()) if np.ptp(color) > 10 else -1


def test_the_nearer_solid_hides_the_farther_whatever_the_order(picture) -> None:
    near, far = cube(RED, y=-0.5), cube(GREEN, y=0.5)
    assert strongest(picture(near, far)) == 0
    assert strongest(picture(far, near)) == 0
    assert strongest(picture(replace(near, depth="on top"), far)) == 0
    assert strongest(picture(near, replace(far, depth="on top"))) == 1


def test_an_overlay_lies_over_everything(picture) -> None:
    far = cube(GREEN, y=0.5, layer="overlay")
    assert strongest(picture(far, cube(RED, y=-0.5), cube(BLUE, depth="on top"))) == 1


def test_hidden_solids_show_faintly_and_only_once(picture) -> None:
    near, far = cube(RED, y=-0.5), cube(GREEN, y=0.5, depth="hidden")
    plain, green = picture(near)[100, 100], picture(far)[100, 100]
    expected = 0.7 * plain + 0.3 * green
    assert picture(near, far)[100, 100] == pytest.approx(expected, abs=1.5)
    twice = picture(near, far, replace(far))[100, 100]
    assert twice == pytest.approx(expected, abs=1.5)
    assert (picture(far) == picture(replace(far, depth="tested"))).all()


def test_back_faces_are_not_drawn_and_mirrored_solids_are_right(picture) -> None:
    ball = Solid(sphere(0.5, 48), np.eye(4), (0.7, 0.7, 0.7, 1.0), "matte")
    mirrored = replace(ball, pose=np.diag([-1.0, 1.0, 1.0, 1.0]))
    assert picture(mirrored) == pytest.approx(picture(ball), abs=12)
    assert np.abs(picture(mirrored) - picture(ball)).mean() < 0.1
    inside_out = replace(ball, pose=np.diag([-1.0, -1.0, -1.0, 1.0]))
    assert np.abs(picture(inside_out) - picture(ball)).mean() < 0.1


def test_glass_shows_its_nearest_surface_once(picture) -> None:
    glass = cube((0.1, 0.1, 0.9, 0.5))
    once = picture(glass)[100, 100]
    same_thing = [replace(glass, owner=("ghost", "link", i)) for i in range(3)]
    assert picture(*same_thing)[100, 100] == pytest.approx(once, abs=1)
    others = [replace(glass, owner=(f"ghost{i}",)) for i in range(2)]
    assert picture(*others)[100, 100, 0] < once[0] - 20


def test_glass_is_blended_far_to_near(picture) -> None:
    far, near = cube((0.1, 0.9, 0.1, 0.6), y=0.6), cube((0.9, 0.1, 0.1, 0.6), y=-0.6)
    assert picture(near, far) == pytest.approx(picture(far, near))
    both, alone = picture(near, far)[100, 100], picture(near)[100, 100]
    assert both.argmax() in (0, 3)
    assert both[1] > alone[1] - 30
    assert both[2] < alone[2] - 30


def test_lines_behind_glass_are_tinted_and_those_before_it_are_not(picture) -> None:
    glass = cube((0.1, 0.1, 0.9, 0.5))

    def line(y: float) -> Line:
        return Line(np.array([[-0.9, y, 0.005], [0.9, y, 0.005]]), (0, 0, 0, 1), 5.0)

    before, behind = picture(glass, line(-0.5)), picture(glass, line(0.5))
    assert before[99, 100, :3] == pytest.approx([0, 0, 0], abs=1)
    assert 20 < behind[99, 100, 2] < picture(glass)[99, 100, 2] - 20
    # beside the glass the line is drawn once
    plain = picture(line(-0.5))
    assert (before[:, :70] == plain[:, :70]).all()


def test_floor_covers_what_lies_below_it(picture, flat) -> None:
    floor = Region(
        np.array([[-2.0, -2.0, 0.0], [2.0, -2.0, 0.0], [2.0, 2.0, 0.0], [-2.0, 2.0, 0.0]]),
        np.array([0, 4], np.int32),
        (0.8, 0.8, 0.8, 1.0),
    )
    above = replace(flat, elevation=0.5)
    assert strongest(picture(floor, cube(z=0.2), camera=above)) == 0
    assert strongest(picture(floor, cube(z=-0.21), camera=above)) == -1
    for parallel in (True, False):
        below = replace(above, elevation=-0.5, parallel=parallel)
        assert strongest(picture(floor, cube(z=0.21), camera=below)) == 0


@pytest.mark.parametrize("parallel", [True, False])
def test_coplanar_faces_lose_against_lines_and_areas(picture, flat, parallel) -> None:
    turn = 0.37
    cos, sin = np.cos(turn), np.sin(turn)
    pose = np.array([[cos, -sin, 0, 0.013], [sin, cos, 0, 0.007], [0, 0, 1, 0.031], [0, 0, 0, 1]])
    face = np.array([[-0.13, -0.11, 0.2], [0.12, -0.1, 0.2], [0.11, 0.14, 0.2], [-0.1, 0.15, 0.2]])
    corners = face @ pose[:3, :3].T + pose[:3, 3]
    area = Region(corners, np.array([0, 4], np.int32), (0, 0, 0, 1))
    line = Line(corners[[0, 2]], (0, 0, 0, 1), 3.0)
    block = Solid(CUBE, pose, RED, "matte")
    for tilt in (0.1, 0.4, 1.0, 1.4, np.pi / 2):
        camera = replace(flat, elevation=tilt, azimuth=0.3, parallel=parallel)
        for item in (area, line):
            seen, above = (
                (picture(block, replace(item, depth=depth), camera=camera)[..., 0] < 30).sum()
                for depth in ("tested", "on top")
            )
            assert seen == pytest.approx(above, rel=0.02, abs=1)


def test_size_on_the_screen_is_in_pixels(picture, flat) -> None:
    cube = block(40.0, 40.0, 40.0)
    for camera in (flat, replace(flat, parallel=False, distance=3.0), replace(flat, distance=40.0)):
        solid = Solid(cube, np.eye(4), RED, "matte", size_in="screen")
        covered = (picture(solid, camera=camera)[..., 1] < 200).sum()
        assert covered == pytest.approx(40 * 40, rel=0.06)
    big = (picture(solid, scale=2.0, camera=flat)[..., 1] < 200).sum()
    assert big == pytest.approx(80 * 80, rel=0.06)


# ------------------------------------------------------------------ what is sent and called


def draw(renderer, *items, camera, size=64, **more) -> np.ndarray:
    from rvs.gl.context.target import Target

    with Target(size, size, 0) as target:
        renderer.draw(Scene(items, None), camera, size, size, **more)
        return target.read()


def test_moving_a_joint_sends_no_mesh(renderer, flat) -> None:
    pictures = [draw(renderer, cube(), cube(GREEN, x=i / 10), camera=flat) for i in range(6)]
    assert renderer.mesh_uploads == 1
    assert (pictures[0] != pictures[5]).any()
    draw(renderer, Solid(block(0.4, 0.4, 0.4), np.eye(4), RED), camera=flat)
    assert renderer.mesh_uploads == 1


def test_the_same_scene_from_elsewhere_is_drawn_anew(renderer, flat) -> None:
    from rvs.gl.context.target import Target

    def both(*scenes: Scene) -> list[np.ndarray]:
        result = []
        cameras = (flat, replace(flat, azimuth=2.0, distance=20.0, elevation=0.3))
        for scene, camera in zip(scenes, cameras, strict=True):
            with Target(64, 64, 0) as target:
                renderer.draw(scene, camera, 64, 64)
                result.append(target.read())
        return result

    solid, on_screen = cube(), Solid(block(9.0, 9.0, 9.0), np.eye(4), GREEN, size_in="screen")
    panes = [cube((0.1, 0.9, 0.1, 0.6), x=0.3), cube((0.9, 0.1, 0.1, 0.6), y=-0.6)]
    dashed = Line(np.array([[-0.9, -1, 0], [0.9, -1, 0.5]]), RED, 2.0, dashed=True)
    for items in ((solid,), (on_screen,), panes, (dashed, solid)):
        scene = Scene(tuple(items), None)
        again = both(*(Scene(tuple(replace(item) for item in items), None) for _ in range(2)))
        kept_twice = both(scene, scene) + both(scene, scene)
        for kept, fresh in zip(kept_twice, again + again, strict=True):
            assert (kept == fresh).all()


def test_a_thousand_equal_solids_are_one_mesh_and_one_draw(renderer, flat) -> None:
    place = np.linspace(-0.9, 0.9, 10)
    many = [
        Solid(block(0.02, 0.02, 0.02), np.array(
            [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1.0]]), RED)
        for x in place for y in place for z in place
    ]  # fmt: skip
    before = renderer.draw_calls
    pixels = draw(renderer, *many, camera=flat, size=200)
    assert renderer.mesh_uploads == 1
    assert renderer.draw_calls - before == 1
    assert (pixels[..., 3] > 0).sum() == 100 * 4


def test_meshes_not_used_for_long_make_room(context) -> None:
    from rvs.gl.card.arena import FRESH, Arena

    arena = Arena(vertices=200)
    first = {block(1.0, 1.0, i + 1.0) for i in range(4)}
    arena.need(first)
    for step in range(4 * FRESH):
        arena.tick()
        arena.need({block(2.0, 1.0, step + 1.0)})
    assert len(arena) < 3 * FRESH
    uploads = arena.uploads
    arena.need(first)
    assert arena.uploads == uploads + 4
    arena.release()


def test_meshes_not_used_for_long_go_before_it_is_full(context) -> None:
    from rvs.gl.card.arena import FRESH, Arena

    arena = Arena(stale=0)
    gone, kept = {block(1.0, 1.0, i + 1.0) for i in range(4)}, {block(2.0, 2.0, 1.0)}
    arena.need(gone | kept)
    for _ in range(FRESH):
        arena.tick()
        arena.need(kept)
    assert gone <= arena.slots.keys()
    arena.need({block(3.0, 1.0, 1.0), *kept})
    assert not gone & arena.slots.keys()
    assert kept <= arena.slots.keys()
    arena.release()


def test_its_buffers_shrink_when_little_is_left(context) -> None:
    from OpenGL import GL

    from rvs.gl.card.arena import Arena

    def room() -> int:
        return int(GL.glGetBufferParameteriv(GL.GL_ARRAY_BUFFER, GL.GL_BUFFER_SIZE))

    arena = Arena(stale=0, vertices=200, fresh=1)
    least = room()
    arena.tick()
    arena.need({block(1.0, 1.0, i + 1.0) for i in range(100)})
    assert room() > 10 * least
    kept = {block(2.0, 1.0, 1.0)}
    arena.tick()
    assert arena.need(kept).keys() == kept
    assert room() == least
    arena.release()


def test_above_the_limit_the_least_recently_used_go(context) -> None:
    from rvs.gl.card.arena import Arena, packed

    size = sum(part.nbytes for part in packed(CUBE))
    arena = Arena(limit=3 * size, vertices=30)
    meshes = [block(1.0, 1.0, i + 1.0) for i in range(40)]
    for mesh in meshes:
        arena.tick()
        arena.need({mesh})
    assert len(arena) <= 12
    slots = arena.need({meshes[-1]})
    assert meshes[-1] in slots
    assert meshes[0] not in slots
    assert len(arena) >= 3
    needed = set(meshes)
    assert needed <= arena.need(needed).keys()
    arena.release()


def test_pictures_are_right_after_the_arena_moved(renderer, flat) -> None:
    before = draw(renderer, cube(), camera=flat)
    grown = [Solid(sphere(0.1 + i / 100, 64), np.eye(4), RED) for i in range(30)]
    draw(renderer, *grown, camera=flat)
    assert (draw(renderer, cube(), camera=flat) == before).all()


def test_smooth_meshes_share_their_corners() -> None:
    from rvs.gl.card.arena import packed

    ball = sphere(1.0, 48)
    vertices, indices = packed(ball)
    assert len(vertices) == len(ball.vertices)
    assert len(indices) == 3 * len(ball.triangles)
    rounded = vertices[indices].reshape(-1, 3, 6)
    corners = ball.vertices[ball.corners[ball.triangles]]
    assert np.abs(rounded[..., :3] - corners).max() < 1e-6
    assert np.abs(rounded[..., 3:] - ball.normals[ball.triangles]).max() < 1e-5
    assert len(packed(CUBE)[0]) == 24


def test_a_corner_scene_has_its_own_depth_and_camera(renderer, flat) -> None:
    near = cube(RED, y=-0.5)
    corner = (Scene((cube(BLUE, y=5.0),), None), flat, (60, 10, 30, 30))
    inside = (Scene((cube(BLUE, y=5.0),), None), flat, (35, 35, 30, 30))
    over = draw(renderer, near, camera=flat, size=100, corner=inside)
    assert over[50, 50, :3].argmax() == 2
    pixels = draw(renderer, near, camera=flat, size=100, corner=corner)
    assert pixels[25, 75, :3].argmax() == 2
    assert pixels[50, 50, :3].argmax() == 0
    assert not pixels[8, 61:89].any()
    rows, columns = np.nonzero(pixels[..., 2] > pixels[..., 0])
    assert rows.min() >= 10
    assert rows.max() < 40
    assert columns.min() >= 60
    assert columns.max() < 90


def test_release_frees_everything(context, flat) -> None:
    from OpenGL import GL

    from rvs.gl.renderer import Renderer

    kinds = (
        GL.glIsBuffer, GL.glIsTexture, GL.glIsProgram, GL.glIsShader, GL.glIsVertexArray,
        GL.glIsFramebuffer, GL.glIsRenderbuffer,
    )  # fmt: skip

    def alive() -> list[int]:
        # the tests before it have used up thousands of names
        return [sum(bool(kind(name)) for name in range(1, 20_000)) for kind in kinds]

    before = alive()
    made = Renderer()
    draw(made, cube(), camera=flat)
    assert alive() != before
    made.release()
    assert alive() == before
