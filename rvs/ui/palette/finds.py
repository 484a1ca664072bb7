"""Entries of the palette: actions, panels, robots, cells, pages of the help, missing features."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from rvs.fields.field import abouts
from rvs.files.library import entries
from rvs.files.storage.locations import bundled_folder, user_folder
from rvs.files.storage.recent import recent_files
from rvs.model.current import current_robot
from rvs.ui.actions.entries import Entry, plain
from rvs.ui.actions.studies import ASKS as STUDIES
from rvs.ui.actions.table import TABLE, Actions
from rvs.ui.commands import files as commands
from rvs.ui.commands import help as help_commands
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.desk import Desk
from rvs.ui.help import links
from rvs.ui.help.pages import Section, library
from rvs.ui.help.search import whole_index
from rvs.ui.palette.rank import ASIDE, LATER, WHOLE, Row
from rvs.ui.panels.table import PANELS
from rvs.ui.saving import cell_trajectories, opening
from rvs.ui.saving.cell_file import SUFFIX
from rvs.ui.widgets.lists.library_list import facts
from rvs.value_class import dataclass
from rvs.words import tr

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


CONTROL = "Control"
# What is wanted less often comes later among equal fits.
WEIGHTS = {
    "Action": 0.0,
    "Trajectory": 0.2,
    "Cell": 0.2,
    "Robot": 0.4,
    "Panel": 0.6,
    # They are hundreds, so they come last unless the whole name is typed.
    CONTROL: 2.0 * LATER,
    "Help": 1.0,
    ABSENT: 2.0,
}
# What only tells of a thing comes after what is the thing, though it be called by another word.
TELLING = ("Help", ABSENT)
DEEPEST = 2
# The text of the help is searched for words, not for single letters, and gives so many sections.
LEAST_LETTERS, MOST_TOLD = 3, 8
# Places for what the user makes; those that are empty are not worth a row.
NUMBERED = "bookmark_"
# By the actions that call them.
# The question that an action or a panel asks: it is found by the fields of that, too.
ASKS = {
    **STUDIES,
    "collision": "collisions:Collide",
    "design": "designs:Design",
    "dexterity": "dexterity:DexterityQuestion",
    "drives": "torques:Torque",
    "export_figure": "figures:FigureQuestion",
    "export_film": "films:FilmQuestion",
    "report": "reports:ReportQuestion",
    "simulate": "simulations:Simulate",
    "workspace": "workspaces:WorkspaceQuestion",
}
PANEL_OF = {panel.action or panel.name: panel.name for panel in PANELS if panel.menu}


@dataclass(frozen=True, slots=True)
class Find:
    """One row of the palette.

    Attributes:
        id: Its key among recent entries.
        group: Its kind.
        title: Its name.
        aside: Its location, or a description.
        run: Action on selection.
        icon: Name of its icon.
        keys: Its displayed shortcut.
        why: The reason why it is unavailable, or empty.
        also: Other search words.
    """

    id: str
    group: str
    title: str
    aside: str
    run: Callable[[], object]
    icon: str = ""
    keys: str = ""
    why: str = ""
    also: str = ""


def gather(desk: Desk, actions: Actions) -> tuple[Find, ...]:
    """Return everything that can be found now."""
    places = menu_places(desk)
    return (
        *(
            _action(desk, actions, entry, places.get(entry.id, ""))
            for entry in TABLE
            if actions[entry.id].isEnabled() or not entry.id.startswith(NUMBERED)
        ),
        *_panels(desk),
        *_controls(desk),
        *_trajectories(desk),
        *_cells(desk),
        *_robots(desk),
        *_pages(desk),
        *_absences(desk),
    )


def said(find: Find) -> Row:
    """Return the text of a row for the search."""
    best = ASIDE if find.group in (CONTROL, *TELLING) else WHOLE
    aside = f"{find.group} {find.aside}"
    # One word is rather the beginning of what else there is.
    exact = find.group == CONTROL and " " in find.title
    return Row(find.id, find.title, aside, WEIGHTS[find.group], find.also, best, exact)


def menu_places(desk: Desk) -> dict[str, str]:
    """Return the menu path of each action, such as ``View ▸ Theme``, by its id."""
    found: dict[str, str] = {}
    for top in desk.window.menuBar().actions():
        menu = top.menu()
        if isinstance(menu, QMenu):
            for name, path in _below(menu, plain(top.text())):
                found.setdefault(name, path)
    return found


def _below(menu: QMenu, path: str) -> Iterator[tuple[str, str]]:
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _below(inner, f"{path} ▸ {plain(action.text())}")
        elif action.objectName():
            yield action.objectName(), path


def asked_words(name: str) -> str:
    """Return the labels of the fields in the question of an action or a panel, or nothing."""
    home, _, kind = ASKS.get(name, "").partition(":")
    if not home:
        return ""
    question = getattr(import_module(f"rvs.scripting.{home}"), kind)
    fields = {name: about for name, about in abouts(question).items() if about.kind != "fields"}
    words = (f"{name} {about.label}" for name, about in fields.items())
    return " ".join(dict.fromkeys(" ".join(words).replace("_", " ").casefold().split()))


def _action(desk: Desk, actions: Actions, entry: Entry, place: str) -> Find:
    action = actions[entry.id]
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    tip = entry.tip if entry.tip.casefold() != entry.text.casefold() else ""
    aside = " · ".join(filter(None, (place, tr(tip))))
    title = plain(action.text())
    why = "" if action.isEnabled() or entry.needs is None else entry.needs.reason
    icon = entry.icon if entry.icon else ("check" if action.isChecked() else "")
    panel = PANEL_OF.get(entry.id)
    run = partial(desk.enter, panel) if panel else action.trigger
    name, also = (
        f"action {entry.id}",
        f"{plain(entry.text)} {entry.also} {asked_words(panel or entry.id)}",
    )
    return Find(name, "Action", title, aside, run, icon, keys, why, also)


def _panels(desk: Desk) -> Iterator[Find]:
    taken = {plain(entry.text) for entry in TABLE}
    also = {panel.name: panel.also for panel in PANELS}
    for name, dock in desk.panels.items():
        title = dock.windowTitle()
        if title not in taken:
            said, words = "View ▸ Panels", f"{also.get(name, '')} {asked_words(name)}"
            enter = partial(desk.enter, name)
            yield Find(f"panel {name}", "Panel", title, said, enter, "table", also=words)


def _controls(desk: Desk) -> Iterator[Find]:
    """Yield controls of the panels that accept the keyboard now, under their accessible names."""
    for panel, dock in desk.panels.items():
        aside, known = dock.windowTitle(), (dock.help, dock.closer)
        named: dict[str, QWidget] = {}
        for one in dock.findChildren(QWidget):
            stops = one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.focusProxy() is None
            if stops and one.isEnabled() and one not in known and dock.has_out(one):
                # Of a list, what is read first is what is chosen in it.
                read = QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name)
                named.setdefault(one.accessibleName() or read, one)
        for title, one in named.items():
            run = partial(desk.enter, panel, one)
            name = " ".join(("control", panel, title))
            yield Find(name, CONTROL, title, aside, run, "table")


def _robots(desk: Desk) -> Iterator[Find]:
    for entry in entries():
        show = partial(commands.show_robot, desk, str(entry.path))
        why = "its file has errors" if entry.fault else ""
        yield Find(
            f"robot {entry.name}", "Robot", entry.title, facts(entry), show, "robot", why=why
        )


def _trajectories(desk: Desk) -> Iterator[Find]:
    for own in cell_trajectories.of_cell(desk):
        load = partial(cell_trajectories.load, desk, own)
        yield Find(f"motion {own.path}", "Trajectory", own.name, "of this cell", load, "trajectory")
    placed = current_robot(desk.session.state)
    for choice in trajectory_commands.choices():
        if placed is not None and trajectory_commands.suits(choice, placed):
            run = partial(trajectory_commands.load_for, desk, choice)
            kind = "tool path" if trajectory_commands.is_path(choice.path) else "joints"
            aside = f"{kind} · {placed.robot.name or placed.id}"
            title = choice.name
            yield Find(f"motion {choice.path}", "Trajectory", title, aside, run, "trajectory")


def _cells(desk: Desk) -> Iterator[Find]:
    for path in cells():
        run = partial(opening.open_all, desk, [str(path)])
        yield Find(f"cell {path}", "Cell", path.stem, str(path.parent.name), run, "open")


def cells() -> tuple[Path, ...]:
    """Return the bundled cells, the user's own ones and the recent ones."""
    found: dict[Path, None] = {}
    for home in (bundled_folder(), user_folder()):
        found |= dict.fromkeys(sorted((home / "work_env").glob(f"*{SUFFIX}")))
    return tuple(found | dict.fromkeys(p for p in recent_files() if p.suffix == SUFFIX))


def _pages(desk: Desk) -> Iterator[Find]:
    for section in (section for page in library().pages for section in page.sections):
        if section.level <= DEEPEST:
            yield _section(desk, section, "" if section.level == 1 else section.page_title)


def told(desk: Desk, query: str, beside: Iterable[str]) -> tuple[Find, ...]:
    """Return the sections of the help with the words of a query in their text, best first.

    Args:
        desk: The desk.
        query: The typed text.
        beside: Ids of entries already found.
    """
    if len(query.strip()) < LEAST_LETTERS:
        return ()
    known = set(beside)
    hits = (
        _section(desk, hit.section, hit.snippet) for hit in whole_index().find(query, MOST_TOLD)
    )
    return tuple(find for find in hits if find.id not in known)


def _section(desk: Desk, section: Section, aside: str) -> Find:
    show = partial(help_commands.show_page, desk, section.page, section.anchor)
    name = f"help {section.page}#{section.anchor}"
    return Find(name, "Help", section.title, aside, show, "help")


def _absences(desk: Desk) -> Iterator[Find]:
    for absence in ABSENCES:
        run = partial(_go, desk, absence.link)
        name = f"absent {absence.link} {absence.title}"
        also = absence.words
        yield Find(name, ABSENT, absence.title, absence.nearest, run, "help", also=also)


def _go(desk: Desk, link: str) -> None:
    if not links.follow(desk, link):
        page, _, anchor = link.partition("#")
        help_commands.show_page(desk, page, anchor)
