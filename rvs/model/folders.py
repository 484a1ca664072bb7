"""The folders of a user's preferences, and of files that can be recreated."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path, user_config_path


def config_folder() -> Path:
    """Return the folder of the preferences: ``RVS_HOME``, or the platform's standard folder."""
    home = os.environ.get("RVS_HOME")
    return Path(home) if home else user_config_path("rvs", appauthor=False)


def cache_folder() -> Path:
    """Return the folder of files that can be recreated, such as thumbnails."""
    home = os.environ.get("RVS_HOME")
    return Path(home) / "cache" if home else user_cache_path("rvs", appauthor=False)
