"""Frames a second of the real window while a joint slider is dragged, and the time to first frame.

    python benchmarks/window.py [ROBOT] [WIDTH HEIGHT]

Width and height are those of the viewport.  On a machine without a display put
``xvfb-run -a -s "-screen 0 2400x1600x24"`` in front.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator

START = time.perf_counter()

from PySide6.QtCore import QPoint, Qt  # noqa: E402  (the clock starts before anything is loaded)
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from rvs.ui import app  # noqa: E402

MOVES = 240
WARM_UP = 40


def main(words: list[str]) -> None:
    """Print what was measured."""
    robot = words[0] if words else "puma560"
    width, height = (int(word) for word in words[1:3]) if len(words) > 2 else (1280, 800)
    application = app.make_application(sys.argv[:1])
    window = app.make_window([robot])
    drawn: list[float] = []
    window.viewport.frameSwapped.connect(lambda: drawn.append(time.perf_counter()))
    window.show()
    wait_for(application, lambda: bool(drawn))
    print(f"first frame after {drawn[0] - START:.2f} s")
    window.resize(
        window.width() - window.viewport.width() + width,
        window.height() - window.viewport.height() + height,
    )
    wait_for(application, lambda: False, 0.6)
    frames = list(drag(application, window, drawn))
    size = f"{window.viewport.width()}x{window.viewport.height()}"
    middle, slow = statistics.median(frames), statistics.quantiles(frames, n=20)[-1]
    print(
        f"{robot}, viewport {size}: {1e3 * middle:.1f} ms a frame ({1 / middle:.0f} a second), "
        f"95 % below {1e3 * slow:.1f} ms"
    )
    window.close()


def drag(application: QApplication, window: object, drawn: list[float]) -> Iterator[float]:
    """Drag the second joint's slider to and fro; give how long each frame took."""
    slider = window.joints.rows[1].slider  # type: ignore[attr-defined]
    middle = slider.height() // 2
    start = QPoint(slider.width() // 2, middle)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
    for move in range(MOVES):
        before, seen = time.perf_counter(), len(drawn)
        swing = abs(move % 80 - 40) - 20
        QTest.mouseMove(slider, start + QPoint(swing * 2, 0))
        wait_for(application, lambda seen=seen: len(drawn) > seen, 0.5)
        if move >= WARM_UP:
            yield drawn[-1] - before
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=start)


def wait_for(application: QApplication, done: object, seconds: float = 10.0) -> None:
    """Let the application work until something is true or the time is over."""
    end = time.perf_counter() + seconds
    while not done() and time.perf_counter() < end:  # type: ignore[operator]
        application.processEvents()


if __name__ == "__main__":
    main(sys.argv[1:])
