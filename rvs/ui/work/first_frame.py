"""Work that waits until the window shows its first picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer

from rvs.ui.defer import defer

if TYPE_CHECKING:
    from rvs.ui.view.viewport import Viewport

# From a frame that is begun until it is painted, and until none is expected any more, as without
# OpenGL.
PAINTED_MS, PATIENCE_MS = 30, 600


def after_first_frame(view: Viewport, work: Callable[[], None]) -> None:
    """Call a function once, when the view has shown its first frame or can't show any."""
    waiting = QTimer(view, singleShot=True)
    waiting.timeout.connect(work)
    view.frame_drawn.connect(
        lambda: waiting.start(PAINTED_MS), Qt.ConnectionType.SingleShotConnection
    )
    # Patience begins with the loop of events; until then nothing can be shown.
    defer(waiting, lambda: waiting.isActive() or waiting.start(PATIENCE_MS))
