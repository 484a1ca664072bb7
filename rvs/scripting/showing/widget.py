"""The viewer as a widget of a notebook; needs anywidget."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from rvs.export.web.page import widget_script


class RobotWidget(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
    """A view in a notebook; ``rvs.view`` makes it.

    Attributes:
        content: Its content, as returned by ``rvs.export.web.content``.
        postures: Joint values of each displayed robot, in their order, rad and m; they follow the
            sliders, and the view follows them.
        height: Height in pixels.
    """

    _esm = widget_script()
    content = traitlets.Dict().tag(sync=True)
    postures = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)
    height = traitlets.Int(480).tag(sync=True)

    def call(self, name: str, *values: Any) -> None:
        """Call an action in every view of the widget: ``play``, ``pause``, ``seek``, ``look``."""
        self.send({"call": name, "values": list(values)})
