"""What RVS does not do, and what comes nearest, so that nobody searches on; no Qt."""

from __future__ import annotations

from rvs.value_class import dataclass

ABSENT = "Not in RVS"


@dataclass(frozen=True, slots=True)
class Absence:
    """Something that people look for in vain.

    Attributes:
        title: What RVS does not do, as a sentence.
        words: Words by which people look for it.
        nearest: What comes nearest.
        link: Link to that: an action, or a page of the help with its heading.
    """

    title: str
    words: str
    nearest: str
    link: str


ABSENCES = (
    Absence(
        "RVS does not read STEP or IGES files",
        "step stp iges igs cad solidworks parasolid file import",
        "add a mesh as STL, OBJ or glTF",
        "rvs:action/add_mesh",
    ),
    Absence(
        "RVS does not write programs for controllers",
        "controller krl kuka rapid abb val urscript karel fanuc gcode g-code post processor export",
        "save the motion as rows of joint values",
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
        "RVS does not lay two designs over each other",
        "compare comparison difference overlay designs side",
        "place a second robot beside the first",
        "rvs:action/add_robot",
    ),
    Absence(
        "RVS speaks English only",
        "language translation locale deutsch francais espanol",
        "numbers may have a decimal comma",
        "guide/first-steps.md#what-the-numbers-mean",
    ),
    Absence(
        "RVS has no window of preferences",
        "preferences settings options configuration",
        "theme, units and navigation are in the menu View",
        "guide/first-steps.md#what-the-numbers-mean",
    ),
)
