"""Frames a second on the screen: a joint dragged, a trajectory played, many triangles moved.

    python benchmarks/window.py [drag play things heavy offscreen] [--robot NAME] [--mode MODE]

The size is that of the window; ``--view`` gives that of the view instead.  Without names of cases
all are measured.  On a machine without a display put
``xvfb-run -a -s "-screen 0 2400x1600x24"`` in front.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil, cos, sin

START = time.perf_counter()

import numpy as np  # noqa: E402  (the clock starts before anything is loaded)
from PySide6.QtCore import QPoint, Qt  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from rvs.model.colors import rgba  # noqa: E402
from rvs.model.document import Document  # noqa: E402
from rvs.model.state import State  # noqa: E402
from rvs.scene import solids  # noqa: E402
from rvs.scene.build import build_scene, with_items  # noqa: E402
from rvs.scene.items import Solid  # noqa: E402
from rvs.ui import app  # noqa: E402

CASES = ("drag", "play", "things", "heavy", "offscreen")
MOVES, WARM_UP = 240, 40
LINKS, PARTS, THINGS = 10, 8, 100
TRIANGLES = (56_000, 560_000)
TRAJECTORIES = {"puma560": "puma560-letters", "rediestro": "rediestro-circle"}
OFF_SIZE = 1280, 800


def main() -> None:
    """Print what was measured."""
    words = arguments()
    application = app.make_application(sys.argv[:1])
    window = app.make_window([words.robot])
    drawn: list[float] = []
    window.viewport.frame_drawn.connect(lambda: drawn.append(time.perf_counter()))
    window.show()
    wait_for(application, lambda: bool(drawn))
    print(f"first frame after {drawn[0] - START:.2f} s, {window.viewport.gl_name}")
    window.session.look(mode=words.mode)
    size = words.view or words.size
    window.resize(*size)
    for _ in range(2):
        # Panels that a case opens take room from the view.
        wait_for(application, lambda: False, 0.4)
        if words.view:
            wide, high = window.viewport.width(), window.viewport.height()
            window.resize(window.width() - wide + size[0], window.height() - high + size[1])
    bench = Bench(application, window, drawn)
    for case in words.cases or CASES:
        getattr(bench, case)(words.robot)
    window.session.mark_saved()
    window.close()


def arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cases", nargs="*", help=" ".join(CASES))
    parser.add_argument("--robot", default="puma560")
    parser.add_argument("--mode", choices=("skeleton", "body", "full"), default="skeleton")
    parser.add_argument("--size", nargs=2, type=int, default=(1280, 800))
    parser.add_argument("--view", nargs=2, type=int)
    return parser.parse_args()


class Bench:
    """Measures one case after another in one window."""

    def __init__(self, application: QApplication, window: object, drawn: list[float]) -> None:
        self.application, self.window, self.drawn = application, window, drawn
        self.view = window.viewport  # type: ignore[attr-defined]

    def drag(self, robot: str) -> None:
        """Drag the second joint's slider to and fro by mouse events."""
        slider = self.window.joints.rows[1].slider  # type: ignore[attr-defined]
        start = QPoint(slider.width() // 2, slider.height() // 2)
        QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)

        def move(k: int) -> None:
            QTest.mouseMove(slider, start + QPoint(2 * (abs(k % 80 - 40) - 20), 0))

        self.tell(f"{robot}, slider dragged", self.frames(move))
        QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=start)

    def play(self, what: str, robot: str = "") -> None:
        """Play a trajectory, every frame a sixtieth of a second on, and as the clock does it."""
        from rvs.files.library import find_file
        from rvs.ui import trajectory_commands

        window = self.window
        path = find_file("jtraj", TRAJECTORIES[robot or what])
        trajectory_commands.load(window.desk, path)  # type: ignore[attr-defined]
        playback = window.trajectory.playback  # type: ignore[attr-defined]
        playback.set_repeat("loop")
        wait_for(self.application, lambda: False, 0.6)
        playback.play()
        clock = window.clock  # type: ignore[attr-defined]
        clock._timer.stop()
        self.tell(f"{what}, trajectory played", self.frames(lambda _: clock.tick(1 / 60)))
        playback.pause()
        playback.play()
        seen, begun = len(self.drawn), time.perf_counter()
        wait_for(self.application, lambda: False, 3.0)
        frames = (len(self.drawn) - seen) / (time.perf_counter() - begun)
        print(f"{what}, trajectory played by the clock: {frames:.0f} frames a second")
        playback.unload()
        window.trajectory.hide()  # type: ignore[attr-defined]
        wait_for(self.application, lambda: False, 0.4)

    def things(self, robot: str) -> None:
        """Play a trajectory in full form among a hundred things that stand around."""
        self.window.session.look(mode="full")  # type: ignore[attr-defined]
        around = things()
        self.view.extras.append(lambda _state: around)
        self.play(f"{robot}, full, among {len(around)} things", robot)
        self.view.extras.pop()

    def heavy(self, _robot: str) -> None:
        """Move ten links of many triangles in the window, nothing else in the cell."""
        session = self.window.session  # type: ignore[attr-defined]
        session.edit("Empty the cell", lambda _: Document())
        for triangles in TRIANGLES:
            arm = Arm(triangles)
            items: list[tuple[Solid, ...]] = [arm.at(0.0)]
            self.view.extras.append(lambda _state, items=items: items[0])

            def move(k: int, arm: Arm = arm, items: list[tuple[Solid, ...]] = items) -> None:
                items[0] = arm.at(0.01 * k)
                self.view.redraw()

            self.tell(f"{arm.triangles} triangles, ten links move", self.frames(move))
            self.view.extras.pop()
        session.undo()

    def offscreen(self, _robot: str) -> None:
        """Draw the same without any window."""
        from rvs.ui.offscreen import HiddenContext

        for triangles in TRIANGLES:
            with HiddenContext():
                tell_offscreen(Arm(triangles), self.window.session.state)  # type: ignore[attr-defined]

    def frames(self, move: Callable[[int], None]) -> Iterator[float]:
        """Move step by step, each drawn; give how long each took."""
        for k in range(MOVES):
            before, seen = time.perf_counter(), len(self.drawn)
            move(k)
            wait_for(self.application, lambda seen=seen: len(self.drawn) > seen, 0.5)
            if k >= WARM_UP:
                yield time.perf_counter() - before

    def tell(self, what: str, frames: Iterator[float]) -> None:
        """Print the middle and the slow ones."""
        taken = list(frames)
        middle, slow = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
        size = f"{self.view.width()}x{self.view.height()}"
        print(
            f"{what}, view {size}: {1e3 * middle:.1f} ms a frame ({1 / middle:.0f} a second), "
            f"mean {1e3 * statistics.mean(taken):.1f} ms, 95 % below {1e3 * slow:.1f} ms"
        )


def things() -> tuple[Solid, ...]:
    """Return a hundred boxes, balls and drums in a ring on the floor."""
    meshes = [
        mesh
        for size in (0.04, 0.06, 0.08, 0.1)
        for mesh in (
            solids.rounded_box(size, size, size, size / 8),
            solids.sphere(size / 2),
            solids.filleted_cylinder(size / 2, size, size / 10),
        )
    ]
    made = []
    for k in range(THINGS):
        place = np.eye(4)
        place[:3, 3] = (0.7 + 0.1 * (k % 4)) * cos(0.251 * k), 0.9 * sin(0.251 * k), 0.06
        made.append(Solid(meshes[k % len(meshes)], place, rgba("#7a8894"), owner=("thing", k)))
    return tuple(made)


class Arm:
    """Ten links in a chain, each of some parts, together of about so many triangles."""

    def __init__(self, triangles: int) -> None:
        sides = ceil((triangles / LINKS / PARTS / 4) ** 0.5)
        rings = [solids.sphere(0.05 + 0.002 * part, 2 * sides) for part in range(PARTS)]
        self.meshes = [rings[part] for _ in range(LINKS) for part in range(PARTS)]
        self.triangles = sum(len(mesh.triangles) for mesh in self.meshes)

    def at(self, angle: float) -> tuple[Solid, ...]:
        """Return the links with every joint turned by an angle, rad."""
        frame, made = np.eye(4), []
        frame[2, 3] = 0.1
        for link in range(LINKS):
            turn = 0.25 * sin(angle + link)
            step = np.eye(4)
            step[0, 0] = step[2, 2] = cos(turn)
            step[0, 2], step[2, 0] = sin(turn), -sin(turn)
            frame = frame @ step
            for part in range(PARTS):
                place = frame.copy()
                place[:3, 3] += frame[:3, 2] * (0.012 * part)
                mesh = self.meshes[link * PARTS + part]
                made.append(Solid(mesh, place, rgba("#d07a2c"), owner=("arm", "link", link)))
            frame = frame.copy()
            frame[:3, 3] += frame[:3, 2] * 0.1
        return tuple(made)


def tell_offscreen(arm: Arm, state: State) -> None:
    """Print how long pictures of an arm take in the current context, as quick as a window's."""
    from OpenGL import GL

    from rvs.gl.renderer import Renderer
    from rvs.gl.target import Target

    empty = build_scene(replace(state, document=Document(), postures={}))
    renderer, taken = Renderer(), []
    with Target(*OFF_SIZE, samples=0):
        for k in range(MOVES):
            before = time.perf_counter()
            scene = with_items(empty, arm.at(0.01 * k))
            renderer.draw(scene, state.view.camera, *OFF_SIZE, quick=True)
            GL.glFinish()
            taken.append(time.perf_counter() - before)
    renderer.release()
    middle = statistics.median(taken[WARM_UP:])
    print(
        f"{arm.triangles} triangles, ten links move, off-screen {OFF_SIZE[0]}x{OFF_SIZE[1]}: "
        f"{1e3 * middle:.1f} ms a frame ({1 / middle:.0f} a second)"
    )


def wait_for(application: QApplication, done: Callable[[], bool], seconds: float = 10.0) -> None:
    """Let the application work until something is true or the time is over."""
    end = time.perf_counter() + seconds
    while not done() and time.perf_counter() < end:
        application.processEvents()


if __name__ == "__main__":
    main()
