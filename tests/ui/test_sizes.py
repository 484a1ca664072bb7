"""Panels and dialogs on small screens: all is on the screen, and no word of it is cut."""

import importlib
import pkgutil
from contextlib import suppress

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QPushButton

import rvs.ui
from rvs.bodies.robot_body import body_for
from rvs.files.trees.file_reach import Missing
from rvs.files.trees.readers import read_tree_file
from rvs.files.trees.xacro import TemplateArgument
from rvs.model.current import current_robot
from rvs.model.robots.columns import CellUnits
from rvs.model.robots.imported import USUAL
from rvs.ui.app import CrashDialog
from rvs.ui.commands import things as thing_commands
from rvs.ui.commands import tool_edits
from rvs.ui.dialogs.array_dialog import ArrayDialog
from rvs.ui.dialogs.bounds import BoundsDialog
from rvs.ui.dialogs.choose_chain import ChooseChain, ChooseTip
from rvs.ui.dialogs.compare_robots import CompareRobots, CompareWorkspaces
from rvs.ui.dialogs.connect_robots import ConnectRobots
from rvs.ui.dialogs.masses import MassesDialog
from rvs.ui.dialogs.new_robot import NewRobot
from rvs.ui.dialogs.opened_robot import ChooseRobot, ZerosOrPosture
from rvs.ui.dialogs.paste_table import PasteTable
from rvs.ui.dialogs.record_trajectory import RecordTrajectory
from rvs.ui.dialogs.run_script import RunScript
from rvs.ui.figures.window import FigureWindow
from rvs.ui.gallery.gallery import GalleryWindow
from rvs.ui.help.about import About
from rvs.ui.help.keys import KeysSheet
from rvs.ui.help.window import HelpWindow
from rvs.ui.panels.table import PANELS
from rvs.ui.paper.film_dialog import FilmDialog
from rvs.ui.paper.model_dialog import ModelDialog
from rvs.ui.paper.plot_dialog import PlotDialog
from rvs.ui.paper.report_dialog import ReportDialog
from rvs.ui.pictures.picture_gallery import ShapeGallery, ThingGallery
from rvs.ui.saving.cad_import import CadDialog
from rvs.ui.saving.descriptions import FindMeshes, TemplateArguments
from rvs.ui.saving.mesh_import import MeshDialog
from rvs.ui.saving.save_robot import SaveRobot
from rvs.ui.widgets import screen_fit
from rvs.ui.widgets.ask_dialog import NameDialog
from rvs.ui.widgets.screen_fit import ScreenDialog, Scrolled

from .test_choose_chain import described
from .test_in_sight import cut, misfits, settle

pytestmark = [pytest.mark.ui, pytest.mark.whole]
# 1366 x 768 pixels that show everything twice, or half as large again.
SMALL, LOW = QSize(683, 384), QSize(911, 512)
ON_SCREEN = QRect(QPoint(), SMALL)


def screen_of(monkeypatch, size: QSize) -> None:
    """Take the screen to be so large."""
    monkeypatch.setattr(screen_fit, "screen_size", lambda _widget: size)
    for module in ("rvs.ui.layout", "rvs.ui.widgets.dock", "rvs.ui.view.viewport"):
        monkeypatch.setattr(importlib.import_module(module), "screen_size", lambda _widget: size)


@pytest.mark.parametrize("size", [SMALL, LOW], ids=["twice", "half more"])
def test_a_larger_screen_shows_again_what_a_small_one_had_no_room_for(
    make_window, monkeypatch, size
) -> None:
    screen_of(monkeypatch, size)
    first = make_window("puma560", size=size.toTuple())
    first.actions_["reset_layout"].trigger()
    settle()
    first.close()
    screen_of(monkeypatch, QSize(1600, 1200))
    window = make_window("puma560")
    settle()
    for panel in (window.library, window.joints, window.tool_pose):
        assert panel.in_sight
    assert window.joints.width() >= 300


@pytest.mark.parametrize("size", [SMALL, LOW], ids=["twice", "half more"])
def test_every_panel_fits_a_small_screen(make_window, qtbot, monkeypatch, size) -> None:
    screen_of(monkeypatch, size)
    window = make_window("puma560", size=size.toTuple())
    window.actions_["reset_layout"].trigger()
    settle()
    assert window.joints.in_sight
    assert misfits(window.joints) == []
    for row in PANELS:
        window.desk.call(row.name)
        dock = window.panels[row.name]
        with suppress(qtbot.TimeoutError):
            # What a panel has found out is laid out when it has come.
            qtbot.waitUntil(lambda dock=dock: not misfits(dock), timeout=3000)
        assert misfits(dock) == [], row.name
        assert dock.in_sight, row.name
        assert window.size() == size, row.name
        seen = QRect(dock.mapTo(window, dock.rect().topLeft()), dock.size())
        assert window.rect().contains(seen), row.name
        assert dock.room.height() > 56, row.name


def test_a_side_that_comes_back_takes_the_room_of_others(make_window, monkeypatch) -> None:
    screen_of(monkeypatch, SMALL)
    window = make_window("puma560", size=SMALL.toTuple())
    window.desk.call("things")
    window.desk.call("library")
    settle()
    assert window.library.in_sight
    for _ in range(2):
        window.actions_["right_side"].trigger()
        settle()
        assert window.size() == SMALL
    if not window.things.isVisible():
        window.actions_["right_side"].trigger()
        settle()
    assert window.things.in_sight
    assert window.size() == SMALL


def test_borders_stay_where_they_are_while_contents_change(window, qtbot) -> None:
    """Borders under the pointer stay there, whatever comes into the panels."""

    def borders() -> dict[str, QRect]:
        """Where the panels are once they rest."""
        met: list[dict[str, QRect]] = []

        def rests() -> bool:
            met.append(
                {name: one.geometry() for name, one in window.panels.items() if one.in_sight}
            )
            return len(met) > 20 and all(one == met[-1] for one in met[-20:])

        qtbot.waitUntil(rests)
        return met[-1]

    window.desk.call("robot_table")
    borders()
    window.desk.call("solutions")
    qtbot.waitUntil(lambda: window.solutions.list.topLevelItemCount() > 3, timeout=10_000)
    before = borders()
    for words in ("Dynamics", "Notes", "Table"):
        QTest.mouseClick(window.robot_table.facts.chips[words], Qt.MouseButton.LeftButton)
        assert borders() == before, words
    window.desk.call("things")
    before = borders()
    thing_commands.add(window.desk, "table")
    assert borders() == before
    window.desk.call("tool")
    before = borders()
    placed = current_robot(window.session.state)
    for payload in ("box", ""):
        tool_edits.choose_payload(window.session, placed, payload)
        assert borders() == before
    window.open(["planar-2r"])
    assert borders() == before


DIALOGS = {
    CadDialog: CadDialog,
    About: lambda desk, _: About(desk),
    NewRobot: lambda desk, _: NewRobot(desk),
    BoundsDialog: lambda desk, _: BoundsDialog(desk),
    MassesDialog: lambda desk, _: MassesDialog(desk, own(desk), body_for(own(desk), "full")),
    CompareRobots: lambda desk, _: CompareRobots(desk, own(desk)),
    CompareWorkspaces: lambda desk, _: CompareWorkspaces(desk),
    ConnectRobots: lambda desk, _: ConnectRobots(desk),
    RecordTrajectory: lambda desk, _: RecordTrajectory(desk, own(desk), own(desk).named),
    PasteTable: lambda desk, _: PasteTable(desk, own(desk), TABLE, CellUnits(*desk.units)),
    ArrayDialog: lambda desk, _: ArrayDialog(desk, np.ones(3), lambda _n, _s: None),
    RunScript: lambda desk, file: RunScript(desk, file),
    MeshDialog: lambda desk, file: MeshDialog(desk, file, lambda *_: "", ("there", "here")),
    SaveRobot: lambda desk, _: SaveRobot(desk, own(desk)),
    ChooseChain: lambda desk, file: ChooseChain(desk, read_tree_file(file)),
    ChooseTip: lambda desk, file: ChooseTip(desk, read_tree_file(file)),
    FindMeshes: lambda desk, file: FindMeshes(
        desk, read_tree_file(file), tuple(Missing(f"{k}.stl", ()) for k in range(40))
    ),
    TemplateArguments: lambda desk, file: TemplateArguments(
        desk, file, [TemplateArgument(f"an_argument_{k}") for k in range(40)], USUAL
    ),
    ShapeGallery: lambda desk, _: ShapeGallery(desk, lambda _: None),
    ThingGallery: lambda desk, _: ThingGallery(desk, lambda _: None, lambda: None),
    NameDialog: lambda desk, _: NameDialog(
        desk.window, desk.theme, "Keep", "Name", "a", lambda _: "", lambda _: ""
    ),
    ReportDialog: lambda desk, _: ReportDialog(desk),
    ModelDialog: lambda desk, _: ModelDialog(desk),
    PlotDialog: lambda desk, _: PlotDialog(desk),
    FilmDialog: lambda desk, _: FilmDialog(desk),
    FigureWindow: lambda desk, _: FigureWindow(desk),
    KeysSheet: lambda desk, _: KeysSheet(desk, {}),
    GalleryWindow: lambda desk, _: GalleryWindow(desk, desk.window.gallery.pictures),
    HelpWindow: lambda desk, _: HelpWindow(desk),
}
TABLE = "a\talpha\td\ttheta\n" + 6 * "100\t90\t0\t0\n"


def own(desk):
    """The robot of the cell."""
    return current_robot(desk.session.state)


def test_every_dialog_is_tried_on_a_small_screen() -> None:
    for found in pkgutil.walk_packages(rvs.ui.__path__, "rvs.ui."):
        importlib.import_module(found.name)

    def kinds(of: type) -> set[type]:
        return {of}.union(*map(kinds, of.__subclasses__()))

    ours = {one for one in kinds(QDialog) if one.__module__.startswith("rvs.ui.")}
    bases = {one for one in ours if one.__subclasses__()}
    # These are as small as their screens by what they are derived from: that of the program's own
    # faults has no desk, that of several robots asks a file with more than one.
    assert ours - bases - {CrashDialog, ChooseRobot, ZerosOrPosture} <= set(DIALOGS)
    assert all(issubclass(one, ScreenDialog) for one in ours)


def test_dialogs_are_inside_a_small_screen_with_their_buttons(
    make_window, monkeypatch, tmp_path
) -> None:
    screen_of(monkeypatch, SMALL)
    window = make_window("puma560", size=SMALL.toTuple())
    file = tmp_path / "twin.urdf"
    file.write_text(described({"left": 4, "right": 6}), encoding="utf-8")
    for kind, make in DIALOGS.items():
        dialog = make(window.desk, file)
        dialog.show()
        settle()
        assert ON_SCREEN.contains(dialog.frameGeometry()), kind
        for button in dialog.findChildren(QPushButton):
            if not button.visibleRegion().isEmpty():
                place = QRect(button.mapToGlobal(button.rect().topLeft()), button.size())
                assert ON_SCREEN.contains(place), (kind, button.text())
            if button.property("filled") and button.isVisible():
                assert not button.visibleRegion().isEmpty(), (kind, button.text())
        assert cut(dialog) == [], kind
        for area in dialog.findChildren(Scrolled):
            assert area.horizontalScrollBar().maximum() == 0, kind
        dialog.close()
        dialog.deleteLater()
        settle()


def test_dialogs_of_qt_stay_on_a_small_screen(window, monkeypatch, qtbot) -> None:
    screen_of(monkeypatch, SMALL)
    dialog = QFileDialog(window)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.resize(900, 700)
    dialog.open()
    qtbot.waitUntil(lambda: ON_SCREEN.contains(dialog.frameGeometry()))
    dialog.reject()


def test_a_dialog_is_as_large_as_what_it_holds_and_grows_with_it(window) -> None:
    dialog = ReportDialog(window.desk)
    dialog.show()
    settle()
    body = dialog.findChild(Scrolled)
    assert body.verticalScrollBar().maximum() == 0
    dialog.close()
    asked = NameDialog(
        window, window.desk.theme, "Keep", "Name", "a", lambda _: "", lambda _: "why not, " * 60
    )
    asked.open()
    settle()
    low = asked.height()
    QTest.keyClick(asked.name, Qt.Key.Key_Return)
    settle()
    assert asked.height() > low + 20
    assert asked.findChild(Scrolled).verticalScrollBar().maximum() == 0
    asked.reject()


def test_the_question_of_a_pasted_table_of_six_joints_is_seen_whole(make_window) -> None:
    desk = make_window("puma560").desk
    rows = "".join(f"\n{a}\t90\t0\t{a}\t-170\t170" for a in range(6))
    table = f"a\talpha\td\ttheta\tlower\tupper{rows}"
    dialog = PasteTable(desk, own(desk), table, CellUnits(*desk.units))
    dialog.show()
    QApplication.processEvents()
    for button in (dialog.zeros, dialog.posture):
        assert button.isVisible()
        assert button.visibleRegion().boundingRect() == button.rect()
    dialog.reject()
