"""The preferred letter of the offset along an axis, for all that commands write."""

from __future__ import annotations

from rvs.engine.letter import LETTERS, prefer_offset_letter
from rvs.model.folders import config_folder

# Of the preferences, which are read whole where more of them is asked for.
KEY = "offset_letter"


def prefer_letter() -> None:
    """Use the letter of the preferences, unless the environment says one."""
    try:
        text = (config_folder() / "preferences.toml").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return
    lines = (line.partition("=") for line in text.splitlines())
    said = {key.strip(): value.strip().strip("'\"") for key, _, value in lines}
    if said.get(KEY) in LETTERS:
        prefer_offset_letter(said[KEY])
