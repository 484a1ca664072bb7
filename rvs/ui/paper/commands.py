"""Commands that write films, models, plots, reports and tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

from rvs.files.storage.atomic import write_text
from rvs.model.current import current_robot
from rvs.model.document import title
from rvs.model.robots.table_text import CellUnits
from rvs.ui import file_dialogs
from rvs.ui.desk import Desk
from rvs.words import tr

if TYPE_CHECKING:
    from rvs.export.tables.table import Table
    from rvs.ui.paper.work_dialog import WorkDialog

KINDS = {".tex": "LaTeX (*.tex)", ".md": "Markdown (*.md)", ".csv": "CSV (*.csv)"}


def export_film(desk: Desk) -> None:
    """Show the dialog of films."""
    from rvs.ui.paper.film_dialog import FilmDialog

    _show(desk, FilmDialog)


def export_model(desk: Desk) -> None:
    """Show the dialog of models."""
    from rvs.ui.paper.model_dialog import ModelDialog

    _show(desk, ModelDialog)


def export_plot(desk: Desk) -> None:
    """Show the dialog of plots."""
    from rvs.ui.paper.plot_dialog import PlotDialog

    _show(desk, PlotDialog)


def write_report(desk: Desk) -> None:
    """Show the dialog of reports."""
    from rvs.ui.paper.report_dialog import ReportDialog

    _show(desk, ReportDialog)


def copy_table(desk: Desk, suffix: str = ".tex") -> None:
    """Copy the robot's Denavit-Hartenberg table to the clipboard as text."""
    from rvs.export.tables.write import FORMATS

    table = _table(desk)
    if table is not None:
        QGuiApplication.clipboard().setText(FORMATS[suffix](table))
        words = KINDS[suffix].partition(" ")[0]
        desk.say(tr("Copied the table as {words}", words))


def save_table(desk: Desk) -> None:
    """Ask for a file and write the robot's Denavit-Hartenberg table."""
    from rvs.ui.paper.work_dialog import file_name

    placed = current_robot(desk.session.state)
    if placed is None:
        return
    start = f"{file_name(title(placed))}.tex"
    path = file_dialogs.save_file(desk.window, "Save table", start, ";;".join(KINDS.values()))
    if path:
        save_table_to(desk, path)


def save_table_to(desk: Desk, path: Path) -> bool:
    """Write the robot's table in the format of the suffix; return whether it succeeded."""
    from rvs.export.tables.write import table_text

    table = _table(desk)
    if table is None:
        return False
    with desk.messages.telling("the table was not saved", path) as done:
        write_text(path, table_text([table], path.suffix))
    if not done:
        return False
    desk.say(tr("Saved {path}", path))
    return True


def _table(desk: Desk) -> Table | None:
    from rvs.export.tables.robot_tables import dh_table

    placed = current_robot(desk.session.state)
    return None if placed is None else dh_table(placed.robot, CellUnits(*desk.units))


def _show(desk: Desk, kind: Callable[[Desk], WorkDialog]) -> None:
    found = next((one for one in _dialogs(desk.window) if type(one) is kind), None)
    dialog = found or kind(desk)
    dialog.refresh()
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()


def _dialogs(window: QMainWindow) -> list[WorkDialog]:
    from rvs.ui.paper.work_dialog import WorkDialog

    return list(window.findChildren(WorkDialog))
