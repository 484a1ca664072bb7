"""Pages of the web in a real browser without a window; tests skip where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")
# The processor draws: machines that test have no graphics card.
ARGUMENTS = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox")


@dataclass
class Opened:
    """A page, what it asked the network for, and what it complained about."""

    page: Any
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


@contextmanager
def browser() -> Iterator[Any]:
    """Start a browser, and end it behind the block."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with api.sync_playwright() as player:
        found = next(filter(None, map(shutil.which, NAMES)), player.chromium.executable_path)
        if not Path(found).exists():
            pytest.skip("no Chromium was found")
        started = player.chromium.launch(executable_path=found, args=[*ARGUMENTS])
        yield started
        started.close()


@contextmanager
def opened(
    started: Any, path: Path, size: tuple[int, int] = (940, 480), **options: Any
) -> Iterator[Opened]:
    """Open a file in a browser that was started, and close it behind the block."""
    width, height = size
    page = started.new_page(viewport={"width": width, "height": height}, **options)
    seen = Opened(page)
    page.on("request", lambda one: seen.requests.append(one.url))
    page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    page.on(
        "console",
        lambda one: seen.complaints.append(one.text) if one.type in ("error", "warning") else None,
    )
    page.goto(path.as_uri())
    yield seen
    page.close()
