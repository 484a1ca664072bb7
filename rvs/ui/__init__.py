"""The window: the only room that knows Qt."""

from rvs.ui.qt_names import keep_names

keep_names()
