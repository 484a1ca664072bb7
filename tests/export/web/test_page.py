"""Pages of the web, opened in a real browser: they show, move and say what the program does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from PIL import Image

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.commands.models import with_cell_motion
from rvs.engine.kinematics import fkine
from rvs.engine.rotations import to_rpy
from rvs.export.models.linkage import model_nodes
from rvs.export.web.page import page_bytes
from rvs.files.cells.cell import read_cell
from rvs.model.document import Document
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.scene.build import build_scene, default_camera, robot_color, robot_solids
from rvs.scene.camera import looking

from ...alone import robot_alone
from ...browsers import Opened, browser, opened

ROOT = Path(__file__).resolve().parents[3]
TWO_MEGABYTES = 2_000_000


def alone(name: str, mode: str = "full", **view: Any) -> State:
    _, placed = robot_alone(name)
    q = MappingProxyType({placed.id: tuple(placed.robot.home.tolist())})
    state = State(Document((placed,)), q, View(mode=mode, **view))
    return replace(state, view=replace(state.view, camera=default_camera(state)))


@pytest.fixture(scope="module")
def two_pumas() -> State:
    read = read_cell(ROOT / "work_env" / "two-pumas.rvs")
    return with_cell_motion(read.state, read)


@pytest.fixture(scope="module")
def their_page(two_pumas: State) -> bytes:
    return page_bytes(two_pumas)


@pytest.fixture(scope="module")
def started() -> Iterator[Any]:
    with browser() as one:
        yield one


@pytest.fixture
def show(started: Any, tmp_path: Path):
    """Open a state or a page; nothing may complain or be fetched from elsewhere."""
    open_pages: list[tuple[Any, Opened]] = []

    def shown(what: State | bytes, **options: Any) -> Any:
        path = tmp_path / f"page{len(open_pages)}.html"
        path.write_bytes(what if isinstance(what, bytes) else page_bytes(what))
        block = opened(started, path, **options)
        open_pages.append((block, block.__enter__()))
        return open_pages[-1][1].page

    yield shown
    for block, seen in open_pages:
        assert not seen.complaints
        assert len(seen.requests) == 1
        block.__exit__(None, None, None)


def poses(rows: list[list[float]]) -> np.ndarray:
    """Poses (k, 4, 4) of arrays of twelve numbers."""
    found = np.tile(np.eye(4), (len(rows), 1, 1))
    found[:, :3] = np.reshape(rows, (-1, 3, 4))
    return found


def wait_until(page: Any, condition: str) -> None:
    # in small steps: the page forbids the browser to wait for a text as code
    for _ in range(200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(25)
    pytest.fail(f"never: {condition}")


def picture(view: Any) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(view.screenshot())).convert("RGB"), float)


@pytest.mark.parametrize("name", ["puma560", "stanford", "cobra600", "panda", "rediestro"])
def test_frames_are_those_of_the_engine(show, name):
    state = alone(name)
    (placed,) = state.document.robots
    page = show(state)
    rng = np.random.default_rng(7)
    for _ in range(4):
        q = rng.uniform(-1.5, 1.5, placed.robot.n)
        page.evaluate("q => viewer.setPostures([q])", q.tolist())
        frames = poses(page.evaluate("viewer.frames()")[0])
        assert np.abs(frames - world_frames(placed, tuple(q))).max() < 1e-12
        tool = poses(page.evaluate("viewer.tools()"))[0]
        assert np.abs(tool - np.asarray(placed.place) @ fkine(placed.robot, q)).max() < 1e-12


@pytest.mark.parametrize("name", ["cartesian", "cylindrical", "spherical", "stanford", "scara"])
def test_stages_of_telescopes_slide_as_they_do_in_the_program(show, name):
    state = alone(name, "skeleton")
    (placed,) = state.document.robots
    page = show(state)
    q = tuple(value + 0.05 * (k + 1) for k, value in enumerate(placed.robot.home.tolist()))
    page.evaluate("q => viewer.setPostures([q])", list(q))
    shown = page.evaluate("viewer.pieces()")
    wanted = robot_solids(placed, q, robot_color(placed, 0, "skeleton"), "skeleton")
    assert len(shown) == len(wanted)
    for solid in wanted:
        assert np.abs(poses(shown) - solid.pose).max(axis=(1, 2)).min() < 1e-7


def test_hands_and_parts_go_where_the_motion_takes_them(show, two_pumas, their_page):
    state = two_pumas
    page = show(their_page)
    left = state.document.robots[0]
    count = len(robot_solids(left, state.postures["left"], "", "full"))
    number = sum(len(node.pieces) for node in model_nodes(state) if node.robot == "left")
    assert number == count
    for time in (0.0, 3.2, 6.0, 8.1, 12.0, state.motion.duration):
        page.evaluate("t => viewer.seek(t)", time)
        q = state.motion.at(time)["left"]
        wanted = robot_solids(left, q, robot_color(left, 0, "full"), "full", state.motion, time)
        shown = poses(page.evaluate("viewer.pieces()"))
        off = [np.abs(shown - solid.pose).max(axis=(1, 2)).min() for solid in wanted]
        assert max(off) < 2e-3, time


def from_above(name: str) -> State:
    read = read_cell(ROOT / "work_env" / f"{name}.rvs").state
    camera = default_camera(replace(read, view=replace(read.view, frames=False)))
    return replace(read, view=replace(read.view, camera=looking(camera, "top")))


def test_the_picture_is_that_of_the_program(show):
    from rvs.gl.context.offscreen import render_pixels
    from rvs.gl.frame import Shot

    plain = {"frames": False, "labels": False}
    for state in (
        alone("puma560", **plain),
        alone("puma560", background="dark", **plain),
        from_above("lab-bench"),
    ):
        background = state.view.background
        page = show(state, color_scheme=background, size=(1100, 600))
        page.add_style_tag(content=".tools { display: none !important }")
        shown = picture(page.locator("canvas:not(.labels)"))
        assert shown.shape == (600, 800, 3)
        scene = build_scene(state)
        ours = render_pixels(Shot(scene, state.view.camera, 800, 600))[..., :3].astype(float)
        off = np.abs(shown - ours).max(axis=-1)
        # edges fall between pixels and the shadow is softer by other steps
        assert np.median(off) <= 2.0
        assert off.mean() < 4.0
        assert (off > 40.0).mean() < 0.01


def test_it_is_turned_moved_and_played_by_hand(show, two_pumas, their_page):
    state = two_pumas
    page = show(their_page, size=(1200, 800))
    view = page.locator("canvas:not(.labels)")
    before, camera = picture(view), page.evaluate("viewer.camera()")
    start = page.evaluate("viewer.postures()[0]")
    page.mouse.move(400, 300)
    page.mouse.down()
    page.mouse.move(480, 320, steps=4)
    page.mouse.up()
    turned = page.evaluate("viewer.camera()")
    assert turned["azimuth"] == pytest.approx(camera["azimuth"] - 0.0075 * 80)
    assert turned["elevation"] == pytest.approx(camera["elevation"] + 0.0075 * 20)
    assert np.abs(picture(view) - before).mean() > 3.0
    page.mouse.wheel(0, -300)
    wait_until(page, f"viewer.camera().distance < 0.7 * {camera['distance']}")
    view.focus()
    page.keyboard.press("7")
    assert page.evaluate("viewer.camera().elevation") == pytest.approx(np.pi / 2)
    page.keyboard.press("r")
    assert page.evaluate("viewer.camera()") == camera
    slider = page.get_by_role("slider", name="shoulder in degrees")
    slider.focus()
    page.keyboard.press("End")
    upper = state.document.robots[0].robot.joints[1].limits[1]
    assert page.evaluate("viewer.postures()[0][1]") == pytest.approx(upper)
    page.get_by_role("spinbutton", name="elbow in degrees").fill("12.5")
    page.keyboard.press("Enter")
    assert page.evaluate("viewer.postures()[0][2]") == pytest.approx(np.radians(12.5))
    page.get_by_role("spinbutton", name="elbow in degrees").fill("")
    page.keyboard.press("Enter")
    assert page.evaluate("viewer.postures()[0][2]") == pytest.approx(np.radians(12.5))
    page.get_by_role("spinbutton", name="waist in degrees").fill("999")
    page.keyboard.press("Enter")
    assert page.get_by_role("spinbutton", name="waist in degrees").input_value() == "160.0"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("r")
    assert page.evaluate("viewer.postures()[0][0]") == pytest.approx(start[0])
    page.get_by_label("Robot").select_option(label="right")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Play").click()
    wait_until(page, "viewer.time() > 0.2")
    page.get_by_role("button", name="Pause").click()
    time = page.evaluate("viewer.time()")
    q = page.evaluate("viewer.postures()[0]")
    assert q == pytest.approx(state.motion.at(time)["left"], abs=2e-3)


def test_the_tool_is_said_as_the_program_says_it(show):
    state = alone("puma560")
    (placed,) = state.document.robots
    page = show(state)
    tool = fkine(placed.robot, np.array(state.postures[placed.id]))
    said = page.locator(".tool dd").all_inner_texts()
    numbers = [float(one.replace("\u2212", "-").rstrip("° m")) for one in said]
    assert numbers[:3] == pytest.approx(tool[:3, 3], abs=5e-5)
    turns = np.degrees(to_rpy(tool[:3, :3])[::-1])
    assert np.abs((numbers[3:] - turns + 180.0) % 360.0 - 180.0).max() < 0.06


def test_a_narrow_page_has_the_joints_below(show):
    page = show(alone("puma560"), size=(420, 800))
    view = page.locator(".view").bounding_box()
    panel = page.locator(".panel").bounding_box()
    assert view["width"] == panel["width"] == 420
    assert panel["y"] >= view["y"] + view["height"]


def test_frames_are_shown_on_demand(show):
    page = show(alone("puma560", frames=False), size=(1100, 600))
    view = page.locator(".view")
    plain = picture(view)
    page.get_by_role("button", name="Frames").click()
    colored = np.abs(picture(view) - plain).max(axis=-1) > 40.0
    assert colored.mean() > 0.003


def test_pages_are_small_and_need_no_network(their_page):
    still = read_cell(ROOT / "work_env" / "pick-and-place.rvs").state
    for data in (their_page, page_bytes(still)):
        assert len(data) < TWO_MEGABYTES
        text = data.decode()
        assert "http://" not in text
        assert "https://" not in text
        assert "default-src 'none'" in text


def test_words_of_a_cell_are_never_code(show):
    state = alone("puma560")
    (placed,) = state.document.robots
    bad = "</script><script>window.broken = 1</script><img src=x onerror='broken=1'>"
    named = replace(placed, robot=replace(placed.robot, name=bad))
    page = show(replace(state, document=Document((named,))))
    assert page.evaluate("window.broken") is None
    assert page.title() == bad
    assert page.locator("h2").inner_text() == bad


def test_what_is_written_of_a_motion_is_no_more_than_it_needs(two_pumas, their_page):
    said = re.search(rb'id="content">(.*?)</script>', their_page)
    tracks = json.loads(said[1])["tracks"]
    assert tracks
    assert all(track["times"]["count"] < 0.6 * 30 * two_pumas.motion.duration for track in tracks)
