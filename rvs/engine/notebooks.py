"""Values displayed by notebooks."""

from __future__ import annotations

from importlib import import_module
from typing import Any

# A room above knows how; it is loaded when there is something to show.
DISPLAYS = "rvs.scripting.showing.displays"


class Shown:
    """A value displayed by a notebook as HTML or as a picture."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        html: str | None = self._shown("text/html")
        return html

    def _repr_svg_(self) -> str | None:
        svg: str | None = self._shown("image/svg+xml")
        return svg

    def _repr_png_(self) -> bytes | None:
        png: bytes | None = self._shown("image/png")
        return png

    def _shown(self, kind: str) -> Any:
        return import_module(DISPLAYS).shown(self, kind)
