"""The view of the cell: drawing, navigation, and the view cube in its corner."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import fields, replace
from operator import attrgetter

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.gl.renderer import Renderer
from rvs.model.refs import NOTHING, Ref
from rvs.model.robots.seen_variant import in_variant
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.views.panes import activated, all_panes, following, pane_view
from rvs.model.views.view import Background, Camera, View
from rvs.scene.annotate.viewcube import cube_camera, cube_direction, cube_scene, pick_cube
from rvs.scene.build import build_scene, with_items
from rvs.scene.camera import looking_along, project, zoom
from rvs.scene.gizmos.pose_gizmo import RING
from rvs.scene.items import Item, Scene
from rvs.scene.selection_marks import body_scene, quiet_frames
from rvs.ui.bind import Binding
from rvs.ui.defer import defer
from rvs.ui.settings import Settings
from rvs.ui.view.canvas import NO_OPENGL, CardCanvas, Draw, ImageCanvas, Turns, make_canvas
from rvs.ui.view.clear_area import clear_height, fit_above, point_near, variant_points
from rvs.ui.view.navigation import (
    KEY_STEPS,
    NAVIGATION,
    Gesture,
    Glide,
    drag_gesture,
    from_trackpad,
    moved,
    scroll_gesture,
)
from rvs.ui.view.pointer import Pointer
from rvs.ui.view.view_tool import ViewTool
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.screen_fit import screen_size
from rvs.ui.work.clock import TURN_SECONDS, Clock, between
from rvs.words import tr

EDGE, SMALLEST, INSET = 112, 64, 12
# Of the width of a small view.
CUBE_PART = 0.2

Rect = tuple[int, int, int, int]


class CubeCorner:
    """The cube at the upper right, with the part under the pointer."""

    def __init__(self) -> None:
        self.hovered: Ref = NOTHING

    def corner(
        self, camera: Camera, background: Background, width: int
    ) -> tuple[Scene, Camera, Rect]:
        """Return the scene for the corner of a view of this width."""
        return (cube_scene(background, self.hovered), cube_camera(camera), self.rect(width))

    def rect(self, width: int) -> Rect:
        """Return its rectangle: left, top, width, height in logical pixels."""
        edge = round(min(EDGE, max(SMALLEST, CUBE_PART * width)))
        return (width - edge - INSET, INSET, edge, edge)

    def hover(self, camera: Camera, x: float, y: float, width: int) -> bool:
        """Update the part under the pointer; return whether the cube looks different now."""
        before = self.hovered
        self.hovered = self.part_at(camera, x, y, width)
        return self.hovered != before

    def part_at(self, camera: Camera, x: float, y: float, width: int) -> Ref:
        """Return the part of the cube at a pixel of the view, or the empty Ref."""
        left, top, wide, high = self.rect(width)
        if not (left <= x < left + wide and top <= y < top + high):
            return NOTHING
        return pick_cube(camera, x - left, y - top, wide, high) or NOTHING

    def clear_of(self, camera: Camera, at: Array, width: int, height: int) -> bool:
        """Return whether the gizmo at a point of the world (3,), m, is clear of the cube."""
        x, y, _ = (float(one) for one in project(camera, at, width, height))
        left, top, wide, high = self.rect(width)
        beside = x < left - RING or x > left + wide + RING
        return beside or y < top - RING or y > top + high + RING

    def turned(self, camera: Camera, part: Ref) -> Camera:
        """Return the camera that faces a part of the cube."""
        return looking_along(camera, cube_direction(part))


log = logging.getLogger(__name__)

_all_of = attrgetter(*(one.name for one in fields(View)))
# As small as it may become, and less on a small screen.
LEAST, PART = QSize(320, 240), 0.3
STILL_MS = 120
CLICK_PIXELS = 4
NEAR_POINT_PIXELS = 60
ZOOM_PER_PIXEL = 0.006
ZOOM_PER_NOTCH = 1.16
GLIDE = "glide"


class Viewport(QWidget):
    """Paints the session's state with the renderer; mouse and keys move the camera.

    While objects move, edges are left jagged on machines that draw in software; shortly after the
    last change the same picture is drawn again with smooth edges.

    Attributes:
        frame_drawn: Reports every frame.
        failed: Reports in a sentence why nothing can be drawn.
        menu_wanted: Requests the menu of the object at a position of the view.
        pointer: The objects under the mouse and in a drag.
        extras: Functions of the state that return the items of panels in the view.
        veils: Functions that convert a scene to the visible one, before the extras are added.
        stand_ins: Functions that return the displayed state during a trial.
        tools: The tools that receive the mouse before the pointer.
        bars: Bars that may cover the lower part of the views.
        place: Its number among the views side by side, which share all of these.
        height_of: Returns the height of the view with a number.
    """

    frame_drawn = Signal()
    failed = Signal(str)
    menu_wanted = Signal(QPointF)

    def __init__(
        self, session: Session, binding: Binding, settings: Settings, clock: Clock,
        parent: QWidget | None = None, first: Viewport | None = None, place: int = 0,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.place = place
        self.cube = CubeCorner()
        self.extras: list[Callable[[State], tuple[Item, ...]]] = first.extras if first else []
        self.veils: list[Callable[[State, Scene], Scene]] = first.veils if first else []
        self.stand_ins: list[Callable[[State], State]] = first.stand_ins if first else []
        self.tools: list[ViewTool] = first.tools if first else []
        self.bars: list[QWidget] = first.bars if first else []
        self.height_of: Callable[[int], float] = lambda _: float(self.height())
        self._beside: list[Viewport] = first._beside if first else []
        self._beside.append(self)
        self._turns: Turns = first._turns if first else Turns(self)
        self._held: ViewTool | None = None
        self._session, self._settings, self._clock = session, settings, clock
        self._glide: Glide = first._glide if first else Glide()
        self.pointer: Pointer = first.pointer if first else Pointer(self, session, settings)
        self.pointer.changed.connect(self._hurry)
        self._gesture: Gesture | None = None
        self._pressed: QPointF | None = None
        self._last = QPointF()
        self._taking, self._smooth = False, True
        self._still = QTimer(self, singleShot=True, interval=STILL_MS)
        self._still.timeout.connect(self._draw_still)
        self._excuse = named_label("Secondary", parent=self)
        self._excuse.setWordWrap(True)
        self._excuse.hide()
        self._excuse.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._canvas: CardCanvas | ImageCanvas | None = None
        self._trouble: Exception | None = None
        try:
            self._canvas = make_canvas(
                self, self._compose, self._fail, first._canvas if first else None
            )
        except RvsError as error:
            # Nobody listens yet; it is told when the view is shown.
            self._trouble = error
        screen = screen_size(self)
        part = QSize(round(PART * screen.width()), round(PART * screen.height()))
        self.setMinimumSize(LEAST.boundedTo(part))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("View of the cell")
        binding.follow(self._parts, lambda _state: self._hurry())

    @property
    def seen(self) -> State:
        """The state with the view of this widget, and the robots in its variant."""
        state = self._session.state
        if not self._active:
            state = replace(state, view=pane_view(state.view, state.panes, self.place))
        return in_variant(state)

    @property
    def tried(self) -> State:
        """The state as drawn, with a trial value if there is one."""
        state = self.seen
        for stand_in in self.stand_ins:
            state = stand_in(state)
        return state

    @property
    def _active(self) -> bool:
        return self.place == self._session.state.panes.active

    @property
    def camera(self) -> Camera:
        """The camera of this view."""
        return self.seen.view.camera

    def scene(self) -> Scene:
        """Return the current scene."""
        state = self.tried
        scene = build_scene(state)
        if self.pointer.gizmo_at() is not None:
            scene = quiet_frames(scene)
        for veil in self.veils:
            scene = veil(state, scene)
        for extra in self.extras:
            scene = with_items(scene, extra(state))
        return scene

    def solid_scene(self) -> Scene:
        """Return the visible solid bodies, for measuring."""
        return body_scene(self.scene())

    def activate(self) -> None:
        """Make this view the one for commands."""
        if not self._active:
            state = self._session.state
            self.end_glide()
            self._session.show(*activated(state.view, state.panes, self.place))

    def look(self, camera: Camera) -> None:
        """Move the camera of the active view, and of linked views."""
        state = self._session.state
        if len(state.panes) == 1:
            self._session.look(camera=camera)
            return
        panes = following(state.view, state.panes, camera, self.height_of)
        self._session.show(replace(state.view, camera=camera), panes)

    def redraw(self) -> None:
        """Draw all views soon, because the extras have changed."""
        for view in self._beside:
            if view.isVisible():
                view._hurry()

    @property
    def draws_in_software(self) -> bool:
        """Return whether the processor draws instead of a graphics card."""
        return self._canvas is not None and self._canvas.software

    @property
    def gl_name(self) -> str:
        """Name of the renderer, reported by the driver."""
        return self._canvas.gl_name if self._canvas else ""

    @property
    def renderer(self) -> Renderer | None:
        """Renderer, after its first picture and as long as it works."""
        return self._canvas.renderer if self._canvas else None

    def grabFramebuffer(self) -> QImage:
        """Draw now and return the picture."""
        return self._canvas.picture() if self._canvas else QImage()

    @property
    def moving(self) -> bool:
        """Return whether something has moved very recently."""
        return self._still.isActive()

    @property
    def held(self) -> bool:
        """Return whether a button of the mouse is held."""
        return self._pressed is not None

    def clear_height(self) -> int:
        """Return the height of the upper part without bars, in pixels."""
        return clear_height(self, self.bars)

    def fitted(self, camera: Camera | None = None, points: Array | None = None) -> Camera:
        """Return a camera, the current one by default, moved so that points fill the view.

        Args:
            camera: The initial camera.
            points: Points to show (n, 3), m; everything if left out.
        """
        state = self._session.state
        start = state.view.camera if camera is None else camera
        shown = (pane.variant for pane in all_panes(state.view, state.panes))
        cloud = variant_points(state, shown) if points is None else points
        return fit_above(start, cloud, self, self.clear_height())

    def fit(self, points: Array | None = None) -> None:
        """Move gradually to a view that shows everything, or some points (n, 3) in m."""
        self.glide_to(self.fitted(points=points))

    @property
    def goal(self) -> Camera:
        """Target of the camera's animation, or the current camera."""
        return self._glide.goal or self._session.state.view.camera

    def glide_to(self, camera: Camera) -> None:
        """Move the camera there in a fifth of a second; directly if motion is reduced."""
        if self._settings.preferences.reduced_motion:
            self.end_glide()
            self.look(camera)
            return
        start, passed = self._session.state.view.camera, 0.0
        self._glide.goal = camera

        def step(seconds: float) -> bool:
            nonlocal passed
            passed += seconds
            part = passed / TURN_SECONDS
            self.look(between(start, camera, part))
            self._glide.goal = camera if part < 1.0 else None
            return part < 1.0

        self._clock.run(GLIDE, step)

    def end_glide(self) -> None:
        """Stop the camera's animation."""
        self._clock.stop(GLIDE)
        self._glide.goal = None

    # -- painting -----------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        defer(self, self._check)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._canvas is not None:
            self._canvas.setGeometry(self.rect())
        self._excuse.setGeometry(self.rect().adjusted(40, 40, -40, -40))
        self._hurry()

    def _compose(self) -> Draw:
        """Make the current scene; return the function that draws it."""
        view, smooth = self.seen.view, self._smooth
        scene = self.pointer.marked(self.tried, self.scene())
        free = self._cube_is_free()
        corner = self.cube.corner(view.camera, view.background, self.width()) if free else None

        def draw(renderer: Renderer) -> None:
            renderer.draw(
                scene, view.camera, self.width(), self.height(), scale=self.devicePixelRatioF(),
                corner=corner, quick=not smooth, steady=True,
            )  # fmt: skip
            self._turns.drawn(self._refresh, self._active)
            self.frame_drawn.emit()

        return draw

    def _parts(self, state: State) -> tuple[object, ...]:
        """Return the visible parts of a state, without the cameras of other views."""
        view = pane_view(state.view, state.panes, self.place)
        things = (state.document, state.postures, state.selection, state.motion, state.found)
        return (*things, *_all_of(view))

    def _hurry(self) -> None:
        """Draw soon; if the processor draws, first without smooth edges."""
        self._smooth = not self.draws_in_software
        self._still.start()
        if self._smooth or self._active:
            self._refresh()
        else:
            self._turns.wait(self._refresh)

    def _draw_still(self) -> None:
        """Draw the static picture again: with smooth edges, and labels at their final positions."""
        self._smooth = True
        self._refresh()

    @property
    def current(self) -> bool:
        """Return whether the view shows the current state; True for a hidden one."""
        hidden = self._canvas is None or not self.isVisible()
        return hidden or self._canvas.current  # type: ignore[union-attr]

    def _refresh(self) -> None:
        if self._canvas is not None:
            self._canvas.refresh(self._smooth)

    def _check(self) -> None:
        """Report the reason for missing OpenGL."""
        trouble = self._trouble
        if self._canvas is not None and not self._canvas.works():
            trouble = RvsError(tr(NO_OPENGL))
        if trouble is not None and not self._excuse.text():
            self._fail(trouble)

    def _fail(self, error: Exception) -> None:
        """Show in the view, once, why nothing can be drawn."""
        known = isinstance(error, RvsError)
        log.warning("the view cannot be drawn: %s", error, exc_info=None if known else error)
        sentence = tr("The view cannot be drawn: {error}", error)
        self._excuse.setText(sentence)
        self._excuse.show()
        self.failed.emit(sentence)

    # -- mouse, trackpad and keys -------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.end_glide()
        self.activate()
        self.pointer.view = self
        self._pressed = self._last = event.position()
        habit = NAVIGATION[self._settings.preferences.navigation]
        self._gesture = drag_gesture(habit, event.button(), event.modifiers())
        if self._part_at(event.position()):
            self._gesture = "orbit"
        elif event.button() == Qt.MouseButton.LeftButton and (
            self._gesture is None or not event.modifiers()
        ):
            self._take(event.position())
        if not self._taking:
            self.pointer.leave()

    def _take(self, at: QPointF) -> None:
        """Let a tool grip an item, else the pointer."""
        self._held = next((tool for tool in self.tools if tool.take(self, at)), None)
        alone = any(tool.exclusive for tool in self.tools)
        self._taking = self._held is not None or (not alone and self.pointer.take(at))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed is None:
            self._hover(at)
            return
        if self._held is not None:
            self._held.drag(self, at, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
            return
        if self._taking:
            if self.pointer.dragging or (at - self._pressed).manhattanLength() > CLICK_PIXELS:
                ctrl = event.modifiers() & Qt.KeyboardModifier.ControlModifier
                self.pointer.drag(at, snap=bool(ctrl))
            return
        way, self._last = at - self._last, at
        self._move(self._gesture, way.x(), way.y(), self._pressed)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed, self._gesture = self._pressed, None, None
        dragged, self._taking = self.pointer.dragging is not None, False
        self.pointer.let_go()
        at = event.position()
        if self._held is not None:
            self._held.let_go()
            self._held, dragged = None, True
        self._hover(at)
        if pressed is None or dragged or (at - pressed).manhattanLength() > CLICK_PIXELS:
            return
        part = self._part_at(at)
        if event.button() == Qt.MouseButton.RightButton and not part:
            self.menu_wanted.emit(at)
        elif event.button() == Qt.MouseButton.LeftButton and part:
            self.glide_to(self.cube.turned(self.camera, part))
        elif event.button() == Qt.MouseButton.LeftButton and not any(
            tool.click(self, at) for tool in self.tools
        ):
            self.pointer.choose(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._part_at(at) or any(tool.double_click(self, at) for tool in self.tools):
            return
        if not any(tool.exclusive for tool in self.tools):
            self._look_at(at)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointer.leave()
        for tool in self.tools:
            tool.leave()
        if self.cube.hovered:
            self.cube.hovered = NOTHING
            self._hurry()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.end_glide()
        self.activate()
        at, pixels = event.position(), event.pixelDelta()
        if from_trackpad(event) and not pixels.isNull():
            habit = NAVIGATION[self._settings.preferences.navigation]
            gesture = scroll_gesture(habit, event.modifiers())
            self._move(gesture, pixels.x(), pixels.y(), at)
        else:
            notches = event.angleDelta().y() / 120
            self._zoom(ZOOM_PER_NOTCH**notches, at)
        event.accept()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            self.activate()
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self._zoom(1.0 + event.value(), event.position())
                return True
            if event.gestureType() == Qt.NativeGestureType.SmartZoomNativeGesture:
                self.fit()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        middle = QPointF(self.width() / 2, self.height() / 2)
        if event.key() == Qt.Key.Key_Escape:
            if not any(tool.cancel() for tool in self.tools) and not self.pointer.cancel():
                self.pointer.clear()
        elif event.key() == Qt.Key.Key_Home:
            self.fit()
        elif event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self._zoom(ZOOM_PER_NOTCH, middle)
        elif event.key() == Qt.Key.Key_Minus:
            self._zoom(1 / ZOOM_PER_NOTCH, middle)
        elif event.key() in KEY_STEPS:
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._move("pan" if shift else "orbit", *KEY_STEPS[Qt.Key(event.key())], middle)
        else:
            super().keyPressEvent(event)

    def _hover(self, at: QPointF) -> None:
        self.pointer.view = self
        if self._cube_is_free() and self.cube.hover(self.camera, at.x(), at.y(), self.width()):
            self._hurry()
        if self.cube.hovered or any(tool.hover(self, at) for tool in self.tools):
            self.pointer.leave()
        else:
            self.pointer.hover(at)

    def _move(self, gesture: Gesture | None, dx: float, dy: float, at: QPointF) -> None:
        if gesture == "zoom":
            self._zoom((1 + ZOOM_PER_PIXEL) ** -dy, at)
        elif gesture is not None:
            self.look(moved(self._session.state.view.camera, gesture, dx, dy, self.height()))

    def _zoom(self, factor: float, at: QPointF) -> None:
        camera = self._session.state.view.camera
        self.look(zoom(camera, factor, at.x(), at.y(), self.width(), self.height()))

    def _look_at(self, at: QPointF) -> None:
        """Rotate about the point of the robot nearest to the pointer from now on."""
        state = self._session.state
        place = point_near(state, at, self, NEAR_POINT_PIXELS)
        if place is not None:
            self.glide_to(replace(state.view.camera, target=place))

    def _cube_is_free(self) -> bool:
        at = self.pointer.gizmo_at()
        return at is None or self.cube.clear_of(self.camera, at, self.width(), self.height())

    def _part_at(self, at: QPointF) -> Ref:
        if not self._cube_is_free():
            return NOTHING
        return self.cube.part_at(self.camera, at.x(), at.y(), self.width())
