"""Preparation of a process before the first figure of a report."""

from __future__ import annotations

from collections.abc import Generator

from rvs.export.parallel_jobs import ready
from rvs.model.jobs import Progress


def ready_for_figures(name: str) -> Generator[Progress, None, None]:
    """Load the drawing code of figures, and the meshes kept by an earlier run.

    Args:
        name: The robot or cell of the report, as named by the user.
    """
    yield from ready()
    # here, so that who asks for figures does not load what draws them
    from rvs.export.report import figures  # noqa: F401
    from rvs.files.storage import mesh_cache

    mesh_cache.begin(name)
