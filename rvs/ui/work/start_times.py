"""Start-up durations, step by step, for ``rvs --startup-times``."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter


class StartTimes:
    """Records the end of each step of the start, and prints it after the last one."""

    def __init__(self, begun: float, say: Callable[[str], None] | None = None) -> None:
        """Start recording.

        Args:
            begun: Start time of the program, as counted by ``perf_counter``.
            say: Called with the text at the end; None without a request.
        """
        self._begun, self._say = begun, say
        self._steps: list[tuple[str, float]] = []

    def done(self, step: str) -> None:
        """Record that a step has ended now."""
        self._steps.append((step, perf_counter()))

    def end(self, step: str) -> None:
        """Record that the last step has ended, and print the durations."""
        self.done(step)
        if self._say is not None:
            self._say(self.text())

    def text(self) -> str:
        """Return a line for each step: its duration and its end, in ms."""
        before, lines = self._begun, []
        for step, at in self._steps:
            lines.append(f"{step:24}{1e3 * (at - before):8.0f} ms{1e3 * (at - self._begun):8.0f}")
            before = at
        return "\n".join(lines)
