"""Qt's functions keep their names, so that PySide need not check each module for others."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module


def keep_names() -> None:
    """Let PySide assume that no module uses other names for Qt's functions.

    Otherwise it reads and stores the source of every imported module; this takes a tenth of the
    start-up and some megabytes.  A PySide that works differently is left unchanged.
    """
    with suppress(ImportError, AttributeError):
        # It comes with PySide6, which must be loaded first.
        import_module("PySide6")
        feature = import_module("shibokensupport.feature")
        if callable(feature._mod_uses_pyside):
            vars(feature)["_mod_uses_pyside"] = lambda _module: False
