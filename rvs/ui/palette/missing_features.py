"""Missing features of RVS, and the nearest existing ones; no Qt."""

from __future__ import annotations

from rvs.value_class import dataclass

ABSENT = "Not in RVS"


@dataclass(frozen=True, slots=True)
class Absence:
    """A missing feature that users look for.

    Attributes:
        title: The missing feature, as a sentence.
        words: Words by which users look for it.
        nearest: The nearest alternative.
        link: Link to the alternative: an action, or a page of the help with its heading.
    """

    title: str
    words: str
    nearest: str
    link: str


ABSENCES = (
    Absence(
        "RVS does not read IGES or Parasolid files; it reads STEP",
        "step stp iges igs cad solidworks parasolid file import",
        "open a STEP file, and pick the axes of its joints",
        "rvs:action/open",
    ),
    Absence(
        "RVS does not write IGES or DXF; it writes STEP, GLB, STL and 3MF",
        "export step stp iges igs dxf dwg cad solid parasolid save",
        "export the model for other programs",
        "rvs:action/export_model",
    ),
    Absence(
        "RVS does not write bills of materials",
        "bill materials bom parts list cost price",
        "the report has dimensions, masses and motors",
        "rvs:action/report",
    ),
    Absence(
        "In RVS, links have numbers, not names",
        "rename link links name names joint label",
        "joints have names, in the last column of the table",
        "rvs:panel/robot_table",
    ),
    Absence(
        "RVS does not write programs for controllers",
        "controller krl kuka rapid abb val urscript karel fanuc gcode g-code post processor export",
        "export the motion as rows of joint values",
        "rvs:action/save_trajectory",
    ),
    Absence(
        "RVS does not plan paths around obstacles",
        "planning planner obstacle avoidance rrt prm collision-free",
        "check a whole motion for collisions",
        "rvs:panel/collision",
    ),
    Absence(
        "RVS does not simulate contact",
        "physics engine contact bounce push grasp impact",
        "a simulated robot stops where it touches something",
        "rvs:panel/simulate",
    ),
    Absence(
        "RVS has no springs or weights that balance the arm",
        "counterbalance counterweight balance balancing spring compensation",
        "Drives shows the torque that gravity requires from each motor",
        "rvs:panel/drives",
    ),
    Absence(
        "RVS does not draw exploded views",
        "explode exploded assembly transparent transparency",
        "a section cuts the bodies open",
        "rvs:action/section",
    ),
    Absence(
        "RVS keeps unsaved work automatically",
        "autosave automatic backup recover recovery crash restore",
        "it offers this work at the next start",
        "formats.md#unsaved-work-recovery",
    ),
    Absence(
        "RVS does not overlay two designs",
        "compare comparison difference overlay designs side versions",
        "place a second robot next to the first",
        "rvs:action/add_robot",
    ),
    Absence(
        "RVS has no preferences window",
        "preferences settings options configuration",
        "theme, units and navigation are in the View menu",
        "guide/first-steps.md#what-the-numbers-mean",
    ),
)
