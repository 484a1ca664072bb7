"""Canvas of a view: a card's framebuffer, or an image by the processor, drawn in turn with others.

Qt composes a window with a QOpenGLWidget in OpenGL too.  If the processor does the work of a
graphics card, that takes longer than the picture itself; in this case the pixels are fetched and
painted like those of any other widget.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtOpenGL import QOpenGLFramebufferObject, QOpenGLFramebufferObjectFormat
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QWidget

from rvs.engine.errors import RvsError
from rvs.gl.context.report import current_report
from rvs.gl.context.target import Screen
from rvs.gl.renderer import Renderer
from rvs.ui.pictures.offscreen import HiddenContext
from rvs.words import tr

SAMPLES = 4
NEEDED = (3, 3)
NO_OPENGL = (
    "this system has no OpenGL; install the graphics card's driver, or Mesa, which works without "
    "a card"
)

BEGIN = QEvent.Type(QEvent.registerEventType())
# Below that of requests to paint: a picture that is there is shown before the next one is begun.
AFTER_PAINTING = Qt.EventPriority.LowEventPriority.value - 1
# What is waited for a picture before other events have their turn.
PATIENCE = 1e-3
# After so long without a picture what the next movement needs is prepared.
AHEAD_MS = 1000
# After so long without a picture what it was drawn into is given back.
AT_REST_MS = 1000

Draw = Callable[[Renderer], None]
Compose = Callable[[], Draw]
Fail = Callable[[Exception], None]


def make_canvas(
    parent: QWidget, compose: Compose, fail: Fail, beside: CardCanvas | ImageCanvas | None = None
) -> CardCanvas | ImageCanvas:
    """Return the kind of canvas for the renderer.

    Args:
        parent: Its parent, receiving no events from it.
        compose: Makes the current scene; returns the function that draws it into the bound
            framebuffer.
        fail: Called with the reason that prevents a picture.
        beside: The canvas of another view of the window, for shared resources.

    Raises:
        RvsError: This system has no OpenGL, or one that is too old.
    """
    if beside is not None:
        return _laid(beside.twin(compose, fail, parent))
    try:
        hidden = HiddenContext()
    except RvsError as error:
        raise RvsError(tr(NO_OPENGL)) from error
    if hidden.version < NEEDED:
        has = ".".join(map(str, hidden.version))
        raise RvsError(
            tr(
                "RVS needs OpenGL 3.3, and this driver has {version}; install the graphics card's "
                "driver, or Mesa, which works without a card",
                has,
            )
        )
    with hidden:
        report = current_report()
    canvas: CardCanvas | ImageCanvas
    if report.software:
        canvas = ImageCanvas(report.renderer, hidden, compose, fail, parent)
    else:
        hidden.release()
        canvas = CardCanvas(report.renderer, compose, fail, parent)
    return _laid(canvas)


def _laid(canvas: CardCanvas | ImageCanvas) -> CardCanvas | ImageCanvas:
    """Return a canvas placed below everything else in its view."""
    canvas.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    canvas.lower()
    return canvas


class CardCanvas(QOpenGLWidget):
    """Draws with a graphics card directly into the window."""

    def __init__(self, name: str, compose: Compose, fail: Fail, parent: QWidget) -> None:
        super().__init__(parent)
        self.gl_name = name
        self.renderer: Renderer | None = None
        self.software = False
        self._compose, self._fail = compose, fail
        self._buffer: QOpenGLFramebufferObject | None = None
        self._smooth = True

    def refresh(self, smooth: bool) -> None:
        """Draw again soon, with smooth edges or without."""
        self._smooth = smooth
        self.update()

    def twin(self, compose: Compose, fail: Fail, parent: QWidget) -> CardCanvas:
        """Return a canvas for another view, with a separate context."""
        return CardCanvas(self.gl_name, compose, fail, parent)

    def works(self) -> bool:
        """Return whether Qt has a context for it, once it is shown."""
        return self.isValid()

    @property
    def current(self) -> bool:
        """Return whether only a paint request is pending."""
        return True

    def picture(self) -> QImage:
        """Draw now and return the picture."""
        return self.grabFramebuffer()

    def initializeGL(self) -> None:
        try:
            self.renderer = Renderer()
            self.context().aboutToBeDestroyed.connect(self._release)
        except Exception as error:
            self.renderer = None
            self._fail(error)

    def paintGL(self) -> None:
        if self.renderer is None:
            return
        try:
            self._paint(self.renderer)
        except Exception as error:
            self.renderer = None
            self._fail(error)

    def _paint(self, renderer: Renderer) -> None:
        draw = self._compose()
        if not self._smooth:
            draw(renderer)
            return
        buffer = self._smooth_buffer()
        buffer.bind()
        draw(renderer)
        # Qt takes None for the widget's own framebuffer, which its stubs do not know.
        QOpenGLFramebufferObject.blitFramebuffer(None, buffer)  # type: ignore[call-overload]
        QOpenGLFramebufferObject.bindDefault()

    def _smooth_buffer(self) -> QOpenGLFramebufferObject:
        wide, high = device_size(self)
        kept = self._buffer
        if kept is None or (kept.width(), kept.height()) != (wide, high):
            form = QOpenGLFramebufferObjectFormat()
            form.setSamples(SAMPLES)
            form.setAttachment(QOpenGLFramebufferObject.Attachment.CombinedDepthStencil)
            kept = self._buffer = QOpenGLFramebufferObject(wide, high, form)
        return kept

    def _release(self) -> None:
        self.makeCurrent()
        self._buffer = None
        if self.renderer is not None:
            self.renderer.release()
            self.renderer = None
        self.doneCurrent()


class ImageCanvas(QWidget):
    """Draws into memory and paints the pixels.

    A picture is begun as soon as the events that change it have been handled.  During its drawing
    the rest of the window is painted and the scene of the next picture is made; its pixels are
    fetched and painted as soon as it is ready.
    """

    def __init__(
        self, name: str, hidden: HiddenContext, compose: Compose, fail: Fail, parent: QWidget,
        shares: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.gl_name = name
        self.renderer: Renderer | None = None
        self.software = True
        self._hidden, self._compose, self._fail = hidden, compose, fail
        self._shares = shares
        self._own: Renderer | None = None
        self._screen = Screen(SAMPLES)
        self._image = QImage()
        self._smooth = True
        self._waiting = self._stale = self._failed = self._unseen = False
        # Behind all other events that are there already.
        self._ready = QTimer(self, singleShot=True, interval=0)
        self._ready.timeout.connect(self._finish_if_ready)
        self._ahead = QTimer(self, singleShot=True, interval=AHEAD_MS)
        self._ahead.timeout.connect(self._foresee)
        self._rest = QTimer(self, singleShot=True, interval=AT_REST_MS)
        self._rest.timeout.connect(self._let_go)

    def refresh(self, smooth: bool) -> None:
        """Draw again soon, with smooth edges or without."""
        self._smooth, self._stale = smooth, True
        if not self._waiting:
            self._waiting = True
            QCoreApplication.postEvent(self, QEvent(BEGIN), AFTER_PAINTING)

    def twin(self, compose: Compose, fail: Fail, parent: QWidget) -> ImageCanvas:
        """Return a canvas for another view, with the same context and meshes."""
        return ImageCanvas(self.gl_name, self._hidden, compose, fail, parent, shares=True)

    def works(self) -> bool:
        """Return whether there is a context, which is already known."""
        return True

    @property
    def current(self) -> bool:
        """Return whether the latest requested picture has been painted."""
        return self._failed or not (self._stale or self._ready.isActive() or self._unseen)

    def picture(self) -> QImage:
        """Draw now and return the picture."""
        self._begin()
        self._finish()
        return self._image.copy()

    def event(self, event: QEvent) -> bool:
        if event.type() == BEGIN:
            self._waiting = False
            # To paint a view of another size it may have been drawn before.
            if self.isVisible() and self._stale:
                self._begin()
                self._ready.start()
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        # What lies over the view changes without it: then the picture of before is good.
        if not self._fits() and self._ready.isActive():
            self._finish()
        if not self._fits():
            self._begin()
            self._finish()
        self._unseen = False
        painter = QPainter(self)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        ratio, box = self.devicePixelRatioF(), event.rect()
        source = QRect(
            *(round(ratio * side) for side in (box.x(), box.y(), box.width(), box.height()))
        )
        painter.drawImage(box, self._image, source)
        painter.end()

    def _fits(self) -> bool:
        """Return whether the picture has the size of the view."""
        return (self._image.width(), self._image.height()) == device_size(self)

    def _begin(self) -> None:
        """Begin a picture; the previous one has been drawn meanwhile."""
        self._stale = False
        self._rest.start()
        self._try(self._paint)

    def _finish(self) -> None:
        self._ready.stop()
        self._try(self._fetch)

    def _finish_if_ready(self) -> None:
        if self._unseen:
            # The picture before is painted first, or nobody would see it; but for one turn of the
            # events only, as a window that is covered may not be painted at all.
            self._unseen = False
            self._ready.start()
            return
        self._try(self._fetch_if_ready)

    def _fetch_if_ready(self) -> None:
        if self._screen.wait(PATIENCE):
            self._fetch()
        else:
            self._ready.start()

    def _try(self, work: Callable[[], None]) -> None:
        """Perform an action in the context, unless an earlier one failed."""
        if self._failed:
            return
        try:
            with self._hidden:
                work()
        except Exception as error:
            self._failed, self.renderer = True, None
            self._fail(error)

    def _paint(self) -> None:
        draw = self._compose()
        self._fetch()
        renderer = self.renderer = self._drawer()
        wide, high = device_size(self)
        self._screen.draw(wide, high, self._smooth, lambda: draw(renderer))

    def _drawer(self) -> Renderer:
        first = self._hidden.renderer()
        if not self._shares:
            return first
        # Each view keeps its own ground and its own order of what is seen through.
        self._own = self._own or Renderer(beside=first)
        return self._own

    def _foresee(self) -> None:
        """Make meshes coarser while nothing moves, so that the first movement can use them."""
        if self._smooth and self.renderer is not None and self.renderer.foresee():
            self._ahead.start()

    def _let_go(self) -> None:
        """Free the targets of pictures; the last picture stays, the next one makes them again."""
        if self._ready.isActive():
            self._rest.start()
        else:
            self._try(self._screen.release)

    def _fetch(self) -> None:
        if not self._screen.fetch():
            return
        if self._smooth:
            self._ahead.start()
        high, wide = self._screen.words.shape
        if (self._image.width(), self._image.height()) != (wide, high):
            data = self._screen.words.data
            self._image = QImage(data, wide, high, 4 * wide, QImage.Format.Format_RGB32)
        self._unseen = self.isVisible()
        self.update()


def device_size(widget: QWidget) -> tuple[int, int]:
    """Return width and height of a widget in device pixels."""
    ratio = widget.devicePixelRatioF()
    return max(round(widget.width() * ratio), 1), max(round(widget.height() * ratio), 1)


# Time between two pictures of the active view from which on others wait, and how many of its
# pictures they wait at most; when it rests, they follow after a moment, the time of some pictures.
SLOW, MOST_WAITED = 0.0175, 2
REST_MS, LONGEST_MS, PICTURES = 30, 300, 3

Refresh = Callable[[], None]


class Turns(QObject):
    """Draws the active view at every motion, and one of the others in rotation."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: list[Refresh] = []
        self._last = 0.0
        self._passed = 0
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._draw_all)

    def wait(self, refresh: Refresh) -> None:
        """Schedule the drawing of an inactive view."""
        if refresh not in self._waiting:
            self._waiting.append(refresh)
        if not self._rest.isActive():
            self._rest.start(REST_MS)

    def drawn(self, refresh: Refresh, active: bool) -> None:
        """Record that a view was drawn; after the active one, the longest-waiting view is next."""
        if refresh in self._waiting:
            self._waiting.remove(refresh)
        if not active:
            return
        now = perf_counter()
        passed, self._last = now - self._last, now
        self._passed += 1
        if not self._waiting:
            return
        self._rest.start(int(min(max(1e3 * PICTURES * passed, REST_MS), LONGEST_MS)))
        if passed <= SLOW or self._passed >= MOST_WAITED:
            self._passed = 0
            self._waiting.pop(0)()

    def _draw_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for refresh in waiting:
            refresh()
