"""Frames a second on the screen: joints and gizmo dragged, motions played, many things around.

    python benchmarks/window.py [drag gizmo play views live things crowd robots heavy offscreen]

``--robot`` names another robot than the first, or a file.  A frame counts when the window has
painted it.  Beside other work, compare what the processor spends on a frame, all threads together
and the one of Python and OpenGL calls alone: two cores show 60 a second up to 33 ms and 16 ms.  The
program starts as for a new user, in the mode it opens with, unless ``--mode`` says another;
``--view`` gives the size of the view instead of that of the window.  ``robots`` plays every bundled
robot, or all that ``--robot`` names.  Without names of cases all but ``robots`` are measured.  On a
machine without a display put ``xvfb-run -a -s "-screen 0 2400x1600x24"`` in front.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace

START = time.perf_counter()

import numpy as np  # noqa: E402  (the clock starts before anything is loaded)
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, QPointF, Qt, QTimer  # noqa: E402
from PySide6.QtGui import QMouseEvent  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402
from window_scenes import Arm, swing, things  # noqa: E402

from rvs.bodies.solid import Solid  # noqa: E402
from rvs.files import library  # noqa: E402
from rvs.model.document import Document  # noqa: E402
from rvs.model.state import State  # noqa: E402
from rvs.scene.build import build_scene, with_items  # noqa: E402
from rvs.scene.camera import pixel_size, project  # noqa: E402
from rvs.scripting.loaded import Loaded  # noqa: E402
from rvs.ui import app  # noqa: E402
from rvs.ui.application import make_application  # noqa: E402
from rvs.ui.commands import files as commands  # noqa: E402
from rvs.ui.commands import trajectories as trajectory_commands  # noqa: E402

CASES = ("drag", "gizmo", "play", "views", "live", "things", "crowd", "heavy", "offscreen")
MOVES, WARM_UP = 240, 40
THINGS, ROBOTS = (100, 1_000), 10
TRIANGLES = (56_000, 560_000)
OFF_SIZE = 1280, 800
PLAYED, PLAYING, BEFORE = 1.0, 3.0, 0.4
PULLED = 3
# What is waited at most for the meshes that pictures of what moves take, s.
MADE = 30.0
# Frames a second that each robot is to have, and how many of the slowest are named.
BAR, SHOWN = 60, 10


def main() -> None:
    """Print what was measured."""
    words = arguments()
    with tempfile.TemporaryDirectory() as home:
        os.environ["RVS_HOME"] = home
        application = make_application()
        window = app.make_window(words.robot[:1])
        shown = Shown(window)
        window.show()
        wait_for(application, lambda: bool(shown.times))
        print(f"first frame after {shown.times[0] - START:.2f} s, {window.viewport.gl_name}")
        if words.mode:
            window.session.look(mode=words.mode)
        set_size(application, window, words)
        begun = time.perf_counter()
        wait_for(application, lambda: not window.viewport.renderer.foresee(), MADE)
        print(f"meshes were made coarser {time.perf_counter() - begun:.1f} s later")
        # As the program does when its window is whole: to look through it for garbage takes 70 ms.
        gc.freeze()
        bench = Bench(application, window, shown, words.robot)
        for case in words.cases or CASES:
            getattr(bench, case)()
        window.session.mark_saved()
        window.close()


def arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cases", nargs="*", help=" ".join((*CASES, "robots")))
    parser.add_argument("--robot", nargs="+", default=[])
    parser.add_argument("--mode", choices=("skeleton", "body", "full"))
    parser.add_argument("--size", nargs=2, type=int, default=(1280, 800))
    parser.add_argument("--view", nargs=2, type=int)
    return parser.parse_args()


def set_size(application: QApplication, window: QWidget, words: argparse.Namespace) -> None:
    """Give the window its size, or the view; panels that are still opening take room from it."""
    size = words.view or words.size
    window.resize(*size)
    for _ in range(2):
        wait_for(application, lambda: False, 0.4)
        if words.view:
            view = window.viewport  # type: ignore[attr-defined]
            wide, high = window.width() - view.width(), window.height() - view.height()
            window.resize(wide + size[0], high + size[1])


class Shown(QObject):
    """When the window painted a picture that had been drawn since the last one."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self.times: list[float] = []
        self.drawn = self._painted = 0
        view = window.viewport  # type: ignore[attr-defined]
        view.frame_drawn.connect(self._count)
        canvas = next(child for child in view.children() if hasattr(child, "refresh"))
        canvas.installEventFilter(self)

    def _count(self) -> None:
        self.drawn += 1

    def eventFilter(self, _canvas: QObject, event: QEvent) -> bool:
        """Count paintings that follow a drawing; one picture at most is still under way."""
        if event.type() == QEvent.Type.Paint and self._painted < self.drawn:
            self._painted = max(self._painted + 1, self.drawn - 1)
            self.times.append(time.perf_counter())
        return False


class Paints(QObject):
    """Number of times that the picture of a view was painted."""

    def __init__(self, view: QWidget) -> None:
        super().__init__()
        self.count = 0
        next(child for child in view.children() if hasattr(child, "refresh")).installEventFilter(
            self
        )

    def eventFilter(self, _canvas: QObject, event: QEvent) -> bool:
        """Count."""
        self.count += event.type() == QEvent.Type.Paint
        return False


class Bench:
    """Measures one case after another in one window."""

    def __init__(
        self, application: QApplication, window: QWidget, shown: Shown, robots: list[str]
    ) -> None:
        self.application, self.window, self.shown, self.named = application, window, shown, robots
        self.first = robots[0] if robots else app.FIRST_ROBOT
        self.view = window.viewport  # type: ignore[attr-defined]
        self.session = window.session  # type: ignore[attr-defined]
        self.cost = [0.0, 0.0]
        self.beside: list[Paints] = []

    def drag(self) -> None:
        """Drag the second joint's slider to and fro by mouse events."""
        slider = self.window.panels["joints"].rows[1].slider  # type: ignore[attr-defined]
        start = QPoint(slider.width() // 2, slider.height() // 2)
        QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)

        def move(k: int) -> None:
            QTest.mouseMove(slider, start + QPoint(2 * (abs(k % 80 - 40) - 20), 0))

        self.tell("slider dragged", self.frames(move))
        QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=start)

    def gizmo(self) -> None:
        """Drag the gizmo up and down by mouse events; inverse kinematics answers each."""
        target = self.window.tool_target  # type: ignore[attr-defined]
        target.show(True)
        wait_for(self.application, lambda: False, 0.4)
        start = self._handle(target.axes_pose())
        send(self.view, QEvent.Type.MouseButtonPress, start)
        postures = []

        def move(k: int) -> None:
            send(self.view, QEvent.Type.MouseMove, start + QPointF(0, 30 - abs(k % 60 - 30)))
            postures.append(self.session.state.postures)

        move(10)
        found = self.frames(move)
        self.tell("gizmo dragged", found)
        moved = sum(one != other for one, other in itertools.pairwise(postures))
        print(f"    {moved} of {len(postures) - 1} steps moved the robot")
        send(self.view, QEvent.Type.MouseButtonRelease, start)
        target.show(False)

    def _handle(self, axes: np.ndarray) -> QPointF:
        """Where the arrow that points upwards is in the view."""
        camera, size = self.session.state.view.camera, (self.view.width(), self.view.height())
        step = float(pixel_size(camera, axes[:3, 3], size[1]))
        up = int(np.argmax(np.abs(axes[2, :3])))
        x, y, _ = project(camera, axes[:3, 3] + 80 * step * axes[:3, up], *size)
        return QPointF(float(x), float(y))

    def play(self, around: str = "") -> None:
        """Play a motion, every frame a sixtieth of a second on, and as the clock does it."""
        clock = self.window.clock  # type: ignore[attr-defined]
        self._load()
        self._play()
        clock._timer.stop()
        self.tell(f"motion played{around}", self.frames(lambda _: clock.tick(1 / 60)))
        self._playback.pause()
        self._play()
        counts = [-one.count for one in self.beside]
        rate = self._rate(PLAYING)
        print(f"{self._name()}, motion played{around} by the clock: {rate:.1f} frames per second")
        each = [
            (one.count + before) / (BEFORE + PLAYING)
            for one, before in zip(self.beside, counts, strict=True)
        ]
        if each:
            print("    the other views:", ", ".join(f"{other:.1f}" for other in each))
        self._unload()

    def views(self) -> None:
        """Play in four views; what counts is the active one."""
        actions = self.window.actions_  # type: ignore[attr-defined]
        actions["views_four"].trigger()
        wait_for(self.application, lambda: False, 0.6)
        self.view.activate()
        every = self.window.desk.viewports.shown  # type: ignore[attr-defined]
        self.beside = [Paints(one) for one in every if one is not self.view]
        self.play(" in four views")
        self.beside = []
        actions["views_one"].trigger()

    def live(self) -> None:
        """Let the robot go and pull at it with the mouse."""
        self.window.actions_["simulate"].trigger()  # type: ignore[attr-defined]
        wait_for(self.application, lambda: False, 0.6)
        panel, clock = self.window.panels["simulate"], self.window.clock  # type: ignore[attr-defined]
        panel.form.in_contact.setChecked(False)
        panel.start_live.click()
        clock._timer.stop()
        wide, high = self.view.width(), self.view.height()
        places = ((x, y) for y in range(50, high - 50, 8) for x in range(50, wide - 50, 8))
        start = next(
            QPointF(*at)
            for at in places
            if (hit := self.view.pointer.hit(QPointF(*at))) and hit.owner[1:] == ("link", PULLED)
        )
        send(self.view, QEvent.Type.MouseButtonPress, start)

        def move(k: int) -> None:
            send(self.view, QEvent.Type.MouseMove, start + QPointF(abs(k % 80 - 40) - 20, -40))
            clock.tick(1 / 60)
            clock._timer.stop()

        self.tell("falling and pulled by the mouse", self.frames(move))
        send(self.view, QEvent.Type.MouseButtonRelease, start)
        panel.start_live.click()
        panel.hide()

    def things(self) -> None:
        """Play among equal things that stand around."""
        for count in THINGS:
            before = self._uploads()
            self._stand(count)
            self.play(f" among {count} things")
            print(f"    {self._uploads() - before} meshes sent")

    def crowd(self) -> None:
        """Play among other robots and a thousand things."""
        for _ in range(ROBOTS - 1):
            commands.place_robot(self.window.desk, self.first)  # type: ignore[attr-defined]
        self._stand(THINGS[-1])
        self.view.fit()
        self.play(f" among {ROBOTS - 1} robots and {THINGS[-1]} things")

    def _stand(self, count: int) -> None:
        around = things(count)
        self.session.edit("Put things around", lambda found: replace(found, things=around))

    def robots(self) -> None:
        """Play each bundled robot by the clock; its own motion, or one that swings all joints."""
        names = self.named or [one.name for one in library.entries() if one.bundled]
        rates: dict[str, float] = {}
        for name in names:
            if not commands.show_robot(self.window.desk, name):  # type: ignore[attr-defined]
                continue
            self.view.fit()
            self._load()
            self._play()
            rates[name] = self._rate(PLAYED)
            self._unload()
            print(f"{self._name()}: {rates[name]:.1f} frames per second", flush=True)
        slowest = sorted(rates, key=lambda name: rates[name])[:SHOWN]
        print("slowest:", ", ".join(f"{name} {rates[name]:.1f}" for name in slowest))
        reached = sum(rate >= BAR for rate in rates.values())
        print(f"{reached} of {len(rates)} robots show {BAR} frames per second or more")

    def heavy(self) -> None:
        """Move ten links of many triangles in the window, nothing else in the cell."""
        self.session.edit("Empty the cell", lambda _: Document())
        for triangles in TRIANGLES:
            arm = Arm(triangles)
            items: list[tuple[Solid, ...]] = [arm.at(0.0)]
            self.view.extras.append(lambda _state, items=items: items[0])

            def move(k: int, arm: Arm = arm, items: list[tuple[Solid, ...]] = items) -> None:
                items[0] = arm.at(0.01 * k)
                self.view.redraw()

            self.tell(f"{arm.triangles} triangles, ten links move", self.frames(move))
            self.view.extras.pop()
        self.session.undo()

    def offscreen(self) -> None:
        """Draw the same without any window."""
        from rvs.ui.pictures.offscreen import HiddenContext

        for triangles in TRIANGLES:
            with HiddenContext():
                tell_offscreen(Arm(triangles), self.session.state)

    def frames(self, move: Callable[[int], None]) -> list[float]:
        """Move step by step, each drawn; return the times between pictures on the screen."""
        shown = self.shown
        for k in range(MOVES):
            if k == WARM_UP:
                first = len(shown.times)
                spent = time.process_time(), time.thread_time()
            seen = shown.drawn
            move(k)
            wait_for(self.application, lambda seen=seen: shown.drawn > seen, 0.5)
        ends = time.process_time(), time.thread_time()
        self.cost = [1e3 * (b - a) / (MOVES - WARM_UP) for a, b in zip(spent, ends, strict=True)]
        return np.diff(shown.times[first:]).tolist()

    def tell(self, what: str, between: list[float]) -> None:
        """Print the mean, the middle and the slow ones."""
        middle, slow = statistics.median(between), statistics.quantiles(between, n=20)[-1]
        mean = statistics.mean(between)
        print(
            f"{self._name()}, {what}: {1 / mean:.1f} frames per second shown; "
            f"median {1e3 * middle:.1f} ms, 95 % below {1e3 * slow:.1f} ms; "
            f"the processor's {self.cost[0]:.1f} ms a frame, one thread's {self.cost[1]:.1f}"
        )

    def _name(self) -> str:
        """The robot, how it is drawn, and the size of the view."""
        state = self.session.state
        robot = state.document.robots[0].id if state.document.robots else "empty cell"
        return f"{robot} {state.view.mode} {self.view.width()}x{self.view.height()}"

    @property
    def _playback(self) -> object:
        return self.window.desk.playback  # type: ignore[attr-defined]

    def _load(self) -> None:
        """Load the first bundled trajectory of the robot, or one that is made for it."""
        desk, placed = self.window.desk, self.session.state.document.robots[0]  # type: ignore[attr-defined]
        for choice in trajectory_commands.choices():
            if trajectory_commands.suits(choice, placed):
                trajectory_commands.load(desk, choice.path)
                break
        else:
            made = swing(placed, self.session.state.postures[placed.id])
            trajectory_commands.take(desk, Loaded("swing", made, placed))
        wait_for(self.application, lambda: False, 0.6)

    def _play(self) -> None:
        self._playback.set_repeat("loop")  # type: ignore[attr-defined]
        self._playback.play()  # type: ignore[attr-defined]

    def _rate(self, seconds: float) -> float:
        """Let it play; return how many pictures per second were shown."""
        let_it(BEFORE)
        first = len(self.shown.times)
        let_it(seconds)
        times = self.shown.times[first:]
        return (len(times) - 1) / (times[-1] - times[0])

    def _unload(self) -> None:
        self._playback.unload()  # type: ignore[attr-defined]
        self.window.panels["trajectory"].hide()  # type: ignore[attr-defined]
        wait_for(self.application, lambda: False, 0.4)

    def _uploads(self) -> int:
        return int(self.view.renderer.mesh_uploads)


def send(view: QWidget, kind: QEvent.Type, at: QPointF) -> None:
    """Send a mouse event of the left button, as the window system does."""
    none, left = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton
    moves, ends = kind == QEvent.Type.MouseMove, kind == QEvent.Type.MouseButtonRelease
    event = QMouseEvent(
        kind, at, QPointF(view.mapToGlobal(at)), none if moves else left, none if ends else left,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def tell_offscreen(arm: Arm, state: State) -> None:
    """Print how long pictures of an arm take in the current context, as quick as a window's."""
    from OpenGL import GL

    from rvs.gl.context.target import Target
    from rvs.gl.renderer import Renderer

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
        # Threads have their turn, as they have where a window waits for its next event.
        time.sleep(0.0)


def let_it(seconds: float) -> None:
    """Let the window wait for its events as it does in use: it sleeps between them."""
    loop = QEventLoop()
    QTimer.singleShot(round(1e3 * seconds), loop.quit)
    loop.exec()


if __name__ == "__main__":
    main()
