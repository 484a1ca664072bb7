"""Views to turn, move and play: in notebooks, and as web pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rvs.distribution import install_line
from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.robot import Robot
from rvs.export.named import title_of
from rvs.export.web.content import viewer_content
from rvs.export.web.page import framed, page, page_bytes
from rvs.files.storage.atomic import write_bytes
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.robots.seen_variant import wanted_variant
from rvs.model.session import Session
from rvs.model.state import Postures, State
from rvs.model.views.view import View
from rvs.scene.camera import STANDARD_VIEWS, looking
from rvs.scripting.cell import Cell
from rvs.scripting.pictures import aimed_at_all
from rvs.scripting.plain import with_fields
from rvs.scripting.subjects import FIRST_VIEW, What, cell_of, motion_in

if TYPE_CHECKING:
    from rvs.scripting.showing.widget import RobotWidget

PAGE = ".html"
# Width over height in which everything is to be seen.
ASPECT = 1.2
WIDGETS = "anywidget"


class Viewed:
    """A view of a cell or a robot to turn, move and play.

    A notebook shows it as a widget, or without anywidget as a page in a frame.

    Attributes:
        state: Its contents.
        height: Height in a notebook, in pixels.
        static: A frame, which is saved in the notebook's file, even if widgets are available.
    """

    def __init__(self, state: State, height: int, static: bool) -> None:
        self.state = state
        self.height = height
        self.static = static

    @property
    def postures(self) -> Postures:
        """Joint values of every robot by its id, rad and m, as displayed."""
        if self._made is None:
            return self.state.postures
        rows = zip(self._shown, self._made.postures, strict=True)
        return MappingProxyType({**self.state.postures, **{name: tuple(q) for name, q in rows}})

    def pose(self, robot_id: str, q: Sequence[float]) -> None:
        """Set a robot's posture.

        Args:
            robot_id: The robot.
            q: Joint values (n,), rad and m.

        Raises:
            ArgumentError: No such robot, wrong number of values, or one that is not finite.
        """
        session = Session(replace(self.state, postures=self.postures))
        session.pose(robot_id, q)
        self.state = session.state
        if self._made is not None:
            self._made.postures = [list(self.state.postures[name]) for name in self._shown]

    @property
    def q(self) -> tuple[float, ...]:
        """Joint values of the (first) robot, rad and m; setting them moves it."""
        return self.postures[self._first]

    @q.setter
    def q(self, values: Sequence[float]) -> None:
        self.pose(self._first, values)

    def load_motion(self, motion: Motion | str | None) -> None:
        """Load a motion for playing, or none.

        Raises:
            RvsError: There is no such motion.
        """
        state = replace(self.state, postures=self.postures)
        self.state = _moving(state, None if motion is None else motion_in(cell_of(state), motion))
        if self._made is not None:
            self._made.content, self._made.postures = self._content()

    def on_move(self, act: Callable[[Viewed], None]) -> None:
        """Call a function with this view whenever a user moves a robot in it.

        Raises:
            RvsError: It has no widget.
        """
        self.widget.observe(lambda _: act(self), "postures")

    def play(self) -> None:
        """Play the motion.

        Raises:
            RvsError: It has no widget.
        """
        self.widget.call("play")

    def pause(self) -> None:
        """Stop at the current time of the motion.

        Raises:
            RvsError: It has no widget.
        """
        self.widget.call("pause")

    def seek(self, t: float) -> None:
        """Show the postures of the motion at a time in s.

        Raises:
            RvsError: It has no widget.
        """
        self.widget.call("seek", float(t))

    def look(self, view: str) -> None:
        """Turn the view to a standard side, such as ``"front"``.

        Raises:
            ArgumentError: There is no such side.
            RvsError: It has no widget.
        """
        self.widget.call("look", check_choice(view, "view", STANDARD_VIEWS))

    def save(self, path: str | Path) -> Path:
        """Write the view as a web page with its current postures, and return the file's path.

        Raises:
            ArgumentError: Another suffix than .html.
            OSError: The file can't be written.
        """
        target = Path(path)
        if target.suffix.lower() != PAGE:
            raise ArgumentError(f"a view is written as {PAGE}, not as {target.suffix!r}")
        write_bytes(target, page_bytes(replace(self.state, postures=self.postures)))
        return target

    @property
    def widget(self) -> RobotWidget:
        """The widget for a notebook.

        Raises:
            RvsError: anywidget is not installed, or the view is to be a frame.
        """
        if self._framed:
            missing = f"anywidget is not installed: {install_line('notebook')}"
            reason = "it was made with static=True" if self.static else missing
            raise RvsError(f"this view has no widget: {reason}")
        return self._widget

    @cached_property
    def _widget(self) -> RobotWidget:
        from rvs.scripting.showing.widget import RobotWidget

        content, postures = self._content()
        made: RobotWidget = RobotWidget(content=content, postures=postures, height=self.height)
        return made

    @property
    def _made(self) -> RobotWidget | None:
        found: RobotWidget | None = self.__dict__.get("_widget")
        return found

    def _content(self) -> tuple[dict[str, Any], list[list[float]]]:
        return viewer_content(self.state), [list(self.state.postures[k]) for k in self._shown]

    @property
    def _shown(self) -> tuple[str, ...]:
        return tuple(placed.id for placed in self.state.document.robots if not placed.hidden)

    @property
    def _first(self) -> str:
        names = self._shown
        if not names:
            raise RvsError("the cell has no robot")
        return self.state.active if self.state.active in names else names[0]

    @property
    def _framed(self) -> bool:
        return self.static or find_spec(WIDGETS) is None

    def _repr_html_(self) -> str | None:
        # A notebook with widgets would keep the page beside the widget, in its file.
        return self._frame() if self._framed else None

    def _frame(self) -> str:
        shown = replace(self.state, postures=self.postures)
        return framed(page(shown), title_of(shown), self.height)

    def _repr_mimebundle_(self, **_: Any) -> Any:
        if self._framed:
            return {"text/plain": repr(self), "text/html": self._frame()}
        return self.widget._repr_mimebundle_()

    def __repr__(self) -> str:
        return f"<View of {title_of(self.state) or 'a cell without robots'}>"


def view(
    what: What | Motion = None,
    motion: Motion | str | None = None,
    *,
    height: int = 480,
    view: str | View | None = None,
    static: bool = False,
    **fields: Any,
) -> Viewed:
    """Return a view to turn, move and play, in a notebook or as a web page.

    Args:
        what: A cell, a robot, or the name or file of one; a motion of the current cell's robots;
            the current cell if left out.
        motion: The motion to play, or the name of one; the cell's loaded motion if left out.
        height: Height in a notebook, in pixels.
        view: The viewing direction: ``"iso"``, ``"front"`` and so on, or a whole view.
        static: Show a page in a frame, which is saved in the notebook's file, instead of a widget.
        fields: Fields of the view, such as ``mode="body"`` or ``frames=True``.

    Raises:
        RvsError: There is no such robot or motion, or nothing to see.
        ArgumentError: A view has no such field, or refuses the value.
    """
    if not isinstance(what, (Cell, State, PlacedRobot, Robot, str, Path, type(None))):
        what, motion = None, what
    cell = cell_of(what)
    state = cell.state
    if motion is not None:
        state = _moving(state, motion_in(cell, motion))
    own = view if isinstance(view, View) else state.view
    shown = dict(fields)
    if isinstance(view, str):
        shown["camera"] = looking(own.camera, check_choice(view, "view", STANDARD_VIEWS))
    made = wanted_variant(replace(state, view=with_fields(own, shown, "a view")))
    if isinstance(view, str) or own.camera in (FIRST_VIEW.camera, View().camera):
        made = aimed_at_all(made, (round(ASPECT * height), height))
    return Viewed(made, height, static)


def _moving(state: State, motion: Motion | None) -> State:
    """Return a state with a motion at its start, or with none."""
    if motion is None:
        return replace(state, motion=None, playhead=0.0)
    known = {placed.id: placed.robot.n for placed in state.document.robots}
    start = {name: q for name, q in motion.at(0.0).items() if known.get(name) == len(q)}
    if not start:
        moved = ", ".join(motion.at(0.0)) or "nothing"
        raise ArgumentError(f"motion: it moves {moved}; expected a motion of a robot that is shown")
    postures = MappingProxyType({**state.postures, **start})
    return replace(state, postures=postures, motion=motion, playhead=0.0)
