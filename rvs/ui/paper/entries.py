"""The actions that write films, models, plots, reports and tables, by their menu."""

from __future__ import annotations

from rvs.ui.actions.entries import Entry
from rvs.ui.actions.needs import HAS_MOTION, HAS_ROBOT
from rvs.ui.paper import commands

REPORT = (
    Entry(
        "export_model",
        "Export model…",
        commands.export_model,
        tip="Write the view as a model or a web page, or the robot as URDF, MJCF, code or a table",
        needs=HAS_ROBOT,
        also="convert glb gltf stl 3mf print urdf mjcf sdf mujoco gazebo ros matlab python numpy "
        "pinocchio json csv latex html web page browser share online interactive save as other "
        "format",
    ),
    Entry(
        "report",
        "Report…",
        commands.write_report,
        tip="Write a PDF of the robot or the cell: figures, tables, postures, plots",
        needs=HAS_ROBOT,
        also="pdf document mass motors summary",
    ),
)
TABLE = (
    Entry(
        "copy_table",
        "Copy table as LaTeX",
        commands.copy_table,
        tip="Copy the Denavit-Hartenberg table for a document",
        needs=HAS_ROBOT,
        also="latex booktabs",
    ),
    Entry(
        "copy_table_markdown",
        "Copy table as Markdown",
        lambda desk: commands.copy_table(desk, ".md"),
        needs=HAS_ROBOT,
    ),
    Entry(
        "save_table",
        "Save table as…",
        commands.save_table,
        tip="Write the Denavit-Hartenberg table as LaTeX, Markdown or CSV",
        needs=HAS_ROBOT,
    ),
)
MOTION = (
    Entry(
        "export_film",
        "Export film…",
        commands.export_film,
        tip="Save the trajectory as MP4, GIF or APNG",
        needs=HAS_MOTION,
        also="video movie animation mp4 gif",
    ),
    Entry(
        "export_plot",
        "Export plot…",
        commands.export_plot,
        tip="Save the plots of the trajectory as SVG, PDF, EPS or PS, or their numbers as CSV",
        needs=HAS_MOTION,
        also="graph chart curves velocity acceleration csv",
    ),
)
