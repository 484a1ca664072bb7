"""Commands that write figures, films, models, plots, programs and reports, and their actions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

from rvs.files.storage.atomic import write_text
from rvs.gl.context.images import unweighted
from rvs.gl.frame import Shot
from rvs.model.current import current_robot
from rvs.model.document import title
from rvs.model.programs.program import Program
from rvs.model.robots.table_text import CellUnits
from rvs.scripting.loaded import Loaded
from rvs.ui import file_dialogs
from rvs.ui.actions.entries import HAS_MOTION, HAS_ROBOT, Entry
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.desk import Desk
from rvs.ui.pictures.offscreen import image_of, render_pixels
from rvs.words import tr

if TYPE_CHECKING:
    from rvs.export.tables.table import Table
    from rvs.ui.figures.window import FigureWindow
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


REPORT = (
    Entry(
        "export_model",
        "Export model…",
        export_model,
        tip="Write the view as a model or a web page, or the robot as URDF, MJCF, code or a table",
        needs=HAS_ROBOT,
        also="convert glb gltf stl 3mf print urdf mjcf sdf mujoco gazebo ros matlab python numpy "
        "pinocchio json csv latex html web page browser share online interactive save as other "
        "format",
    ),
    Entry(
        "report",
        "Report…",
        write_report,
        tip="Write a PDF of the robot or the cell: figures, tables, postures, plots",
        needs=HAS_ROBOT,
        also="pdf document mass motors summary",
    ),
)
TABLE = (
    Entry(
        "copy_table",
        "Copy table as LaTeX",
        copy_table,
        tip="Copy the Denavit-Hartenberg table for a document",
        needs=HAS_ROBOT,
        also="latex booktabs",
    ),
    Entry(
        "copy_table_markdown",
        "Copy table as Markdown",
        lambda desk: copy_table(desk, ".md"),
        needs=HAS_ROBOT,
    ),
    Entry(
        "save_table",
        "Save table as…",
        save_table,
        tip="Write the Denavit-Hartenberg table as LaTeX, Markdown or CSV",
        needs=HAS_ROBOT,
    ),
)
MOTION = (
    Entry(
        "export_film",
        "Export film…",
        export_film,
        tip="Save the trajectory as MP4, GIF or APNG",
        needs=HAS_MOTION,
        also="video movie animation mp4 gif",
    ),
    Entry(
        "export_plot",
        "Export plot…",
        export_plot,
        tip="Save the plots of the trajectory as SVG, PDF, EPS or PS, or their numbers as CSV",
        needs=HAS_MOTION,
        also="graph chart curves velocity acceleration csv",
    ),
)


PICTURE_SCALE = 2


def figure_window(desk: Desk) -> FigureWindow:
    """Return the window of figures, made on first use."""
    from rvs.ui.figures.window import FigureWindow

    found = desk.window.findChild(FigureWindow)
    return found if isinstance(found, FigureWindow) else FigureWindow(desk)


def export_figure(desk: Desk) -> None:
    """Show the window of figures."""
    window = figure_window(desk)
    window.showNormal() if window.isMinimized() else window.show()
    window.raise_()
    window.activateWindow()
    window.preview.setFocus()


def copy_picture(desk: Desk) -> None:
    """Copy the view to the clipboard, twice as large."""
    view = desk.viewport
    camera = desk.session.state.view.camera
    with desk.messages.telling("the picture was not copied") as done:
        pixels = render_pixels(
            Shot(view.scene(), camera, view.width(), view.height(), scale=PICTURE_SCALE)
        )
    if not done:
        return
    picture = image_of(unweighted(pixels))
    QGuiApplication.clipboard().setImage(picture)
    desk.say(tr("Copied a picture of {width} × {height} pixels", picture.width(), picture.height()))


PROGRAM_KINDS = "Readable text (*.txt);;Table of poses (*.csv);;Joint trajectory (*.jtraj)"


def ask_program_export(desk: Desk, program: Program, made: Loaded) -> bool:
    """Ask for a file and write a program in its format; return whether it succeeded."""
    path = file_dialogs.save_file(desk.window, "Export program", program.name, PROGRAM_KINDS)
    return path is not None and export_program(desk, program, made, path)


def export_program(desk: Desk, program: Program, made: Loaded, path: Path) -> bool:
    """Write a program in the format of a suffix; return whether it succeeded."""
    from rvs.export.programs import write_program

    if path.suffix.lower() == trajectory_commands.SUFFIX:
        return trajectory_commands.save(desk, made, path)
    with desk.messages.telling("not saved", path) as done:
        write_program(path, program, made.placed)
    if not done:
        return False
    desk.say(tr("Saved {path}", path))
    return True
