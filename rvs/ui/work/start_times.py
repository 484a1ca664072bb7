"""Duration of the start, step by step, for ``rvs --startup-times``."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter


class StartTimes:
    """Notes when each step of the start is done, and says it once all are."""

    def __init__(self, begun: float, say: Callable[[str], None] | None = None) -> None:
        """Begin to note.

        Args:
            begun: When the program began, as ``perf_counter`` counts.
            say: Takes the text at the end; None where nobody asked.
        """
        self._begun, self._say = begun, say
        self._steps: list[tuple[str, float]] = []

    def done(self, step: str) -> None:
        """Note that a step is done now."""
        self._steps.append((step, perf_counter()))

    def end(self, step: str) -> None:
        """Note that the last step is done, and say how long each took."""
        self.done(step)
        if self._say is not None:
            self._say(self.text())

    def text(self) -> str:
        """Return a line for each step: what it took and when it was done, in ms."""
        before, lines = self._begun, []
        for step, at in self._steps:
            lines.append(f"{step:24}{1e3 * (at - before):8.0f} ms{1e3 * (at - self._begun):8.0f}")
            before = at
        return "\n".join(lines)
