"""The cell that a script works on."""

from math import pi
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

import rvs
from rvs.engine.errors import ArgumentError
from rvs.files.cells.cell import read_cell
from rvs.files.library import files_of
from rvs.model.document import Document
from rvs.scripting.cell import Cell, current, working_on
from rvs.scripting.subjects import cell_of


@pytest.fixture(autouse=True)
def _own_cell():
    with working_on(Cell()):
        yield


def test_a_cell_begins_with_robots_beside_each_other():
    cell = rvs.new("puma560", "planar-2r")
    assert rvs.current() is cell
    assert [one.id for one in cell.robots] == ["PUMA 560", "Planar 2R"]
    assert cell.robots[1].place[0][3] > 0.5
    assert cell.session.history == []


def test_what_a_thread_works_on_is_its_own():
    mine, other, seen = Cell(), Cell(), []

    def work() -> None:
        with working_on(other):
            seen.append(current())
            rvs.use(Cell())
            seen.append(current())

    with working_on(mine):
        thread = Thread(target=work)
        thread.start()
        thread.join()
        assert current() is mine
    assert seen[0] is other
    assert seen[1] not in (mine, other)


def test_an_edit_is_one_step_with_a_name():
    cell = rvs.new("puma560")
    rvs.set_joint("PUMA 560", 2, a=0.5)
    assert cell.robots[0].robot.joints[2].a == 0.5
    assert cell.session.history == ["Change a joint of PUMA 560"]
    rvs.undo()
    assert cell.robots[0].robot.joints[2].a != 0.5
    rvs.redo()
    assert cell.robots[0].robot.joints[2].a == 0.5


def test_what_is_added_is_called_by_what_is_returned():
    rvs.new("puma560")
    assert rvs.add_thing(rvs.Thing("table", "table")) == "table"
    assert rvs.add_thing(rvs.Thing("table", "table")) == "table 2"
    assert rvs.duplicate_things(["table"], [(2.0, 0, 0), (4.0, 0, 0)]) == ("table 3", "table 4")
    assert rvs.add_robot("planar-2r", id="left", place=np.eye(4)) == "left"
    assert rvs.add_robot(rvs.load("planar-2r"), id="left") == "left 2"
    assert rvs.current().session.history[:2] == ["Add table", "Add table"]


def test_a_step_makes_one_of_several_edits_and_poses():
    cell = rvs.new("puma560")
    with rvs.step("Row of boxes"):
        for x in range(3):
            rvs.add_thing(rvs.Thing(f"box {x}", "table"))
        rvs.pose("PUMA 560", [0.1] * 6)
        with rvs.step("inside"):
            rvs.rename_thing("box 0", "first")
    assert cell.session.history == ["Row of boxes"]
    rvs.undo()
    assert cell.document.things == ()
    assert cell.postures["PUMA 560"] != (0.1,) * 6


def test_steps_that_follow_each_other_stay_apart():
    cell = rvs.new("puma560")
    for color in ("#102030", "#405060"):
        with rvs.step("Paint"):
            rvs.paint("PUMA 560", color)
    rvs.paint("PUMA 560", "")
    assert cell.session.history == ["Paint", "Paint", "Set the colour of PUMA 560"]


def test_an_error_takes_back_its_step():
    cell = rvs.new("puma560")
    before = cell.document

    def row() -> None:
        with rvs.step("Row"):
            rvs.add_thing(rvs.Thing("table", "table"))
            rvs.change_thing("chair", color="#102030")

    with pytest.raises(rvs.RvsError, match="no thing 'chair'"):
        row()
    assert cell.document == before
    assert cell.session.history == []


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: rvs.set_joint("PUMA 560", 2, b=0.5), "there is no 'b' to set"),
        (lambda: rvs.set_joint("PUMA 560"), "missing a required argument: 'index'"),
        (lambda: rvs.set_joint("puma", 0, a=1.0), "no robot 'puma'"),
        (lambda: rvs.change_cell(robot=()), "robot: the cell has robots, programs"),
        (lambda: rvs.look(color="red"), "color: a view has camera"),
        (lambda: rvs.pose("PUMA 560", [1.0]), "6"),
        (lambda: rvs.play(1.0), "no motion is loaded"),
        (lambda: rvs.save(), "no file yet"),
        (lambda: rvs.add_robot("pumma560"), "puma560"),
        (lambda: rvs.add_robot(5), "expected a name, a file or a Robot"),
        (lambda: rvs.use("cell"), "expected a Cell"),
        (
            lambda: rvs.pose([0.0] * 6),
            r"^rvs.pose\(robot_id, q\): missing a required argument: 'q'",
        ),
        (lambda: rvs.look("body"), r"rvs.look\(\*\*changes\): too many positional arguments"),
        (lambda: rvs.table(colour="red"), "rvs.table.*unexpected keyword argument 'colour'"),
        (lambda: rvs.dexterity(colour="red"), "rvs.dexterity.*keyword argument 'colour'"),
        (lambda: rvs.open(5), "rvs.open: path: expected a path, got 5"),
        (lambda: rvs.save([1]), "rvs.save: path: expected a path"),
        (lambda: rvs.set_view(5), "expected a View"),
        (lambda: rvs.load_motion(5), "expected a Motion or a name"),
    ],
)
def test_a_mistake_is_told(call, words):
    rvs.new("puma560")
    with pytest.raises(rvs.RvsError, match=words):
        call()


def test_view_and_selection_are_no_steps():
    cell = rvs.new("puma560")
    rvs.look(mode="body", frames=False)
    rvs.select(("PUMA 560", "link", 3))
    assert cell.view.mode == "body"
    assert cell.state.selection == (("PUMA 560", "link", 3),)
    rvs.select("PUMA 560")
    assert cell.state.selection == (("PUMA 560",),)
    assert cell.session.history == []


def test_a_cell_is_saved_and_opened(tmp_path: Path):
    cell = rvs.new("puma560")
    rvs.pose("PUMA 560", [0.1, 0.2, 0.3, 0, 0, pi / 3])
    rvs.add_thing(rvs.Thing("table", "table"))
    path = rvs.save(tmp_path / "cell.rvs")
    assert cell.path == path
    assert not cell.session.dirty
    again = rvs.open(path)
    assert current() is again is not cell
    assert again.document == read_cell(path).document
    assert again.document.things == cell.document.things
    assert again.postures["PUMA 560"] == pytest.approx(cell.postures["PUMA 560"])
    rvs.remove_things(["table"])
    rvs.save()
    assert rvs.open(path).document.things == ()


def test_a_cell_of_the_library_plays():
    cell = rvs.open("pick-and-place")
    rvs.load_motion(cell.timeline())
    rvs.play(cell.state.motion.duration / 2)
    half = dict(cell.postures)
    rvs.play(0.0)
    assert dict(cell.postures) != half
    assert cell.path.name == "pick-and-place.rvs"


def test_files_are_added(tmp_path: Path):
    cell = rvs.new("puma560")
    rvs.add_file(files_of("jtraj")["puma560-letters"])
    assert cell.state.motion.duration > 0
    rvs.add_file(files_of("work_env")["pick-and-place"])
    assert len(cell.document.things) > 1
    rvs.add_file(files_of("arch")["planar-2r"])
    assert [one.id for one in cell.robots] == ["PUMA 560", "Planar 2R"]
    with pytest.raises(rvs.RvsError, match="can't be added"):
        rvs.add_file(tmp_path / "what.xyz")
    with pytest.raises(rvs.RvsError, match="belong to a cell"):
        rvs.open(tmp_path / "rows.jtraj")


@pytest.mark.parametrize("suffix", [".arch", ".urdf", ".csv", ".tex"])
def test_a_robot_is_written(tmp_path: Path, suffix: str):
    path = rvs.save(tmp_path / f"arm{suffix}", rvs.load("planar-2r"))
    assert path.stat().st_size > 100


def test_a_placed_robot_is_written_with_its_model(tmp_path: Path):
    path = rvs.save(tmp_path / "arm.arch", rvs.placed("puma560"))
    again = rvs.placed(str(path))
    assert again.full
    assert again.body is not None
    assert again.robot == rvs.load("puma560")


def test_fields_of_a_placed_robot_are_said_at_once():
    made = rvs.placed("puma560", id="left", color="#102030")
    assert (made.id, made.color) == ("left", "#102030")
    with pytest.raises(ArgumentError, match="place"):
        rvs.placed("puma560", position=(1, 0, 0))


def test_robots_are_known_in_any_case_and_with_any_punctuation():
    cell = rvs.open("puma560")
    rvs.set_joint("puma560", 1, a=0.5)
    cell.pose("Puma-560", [0.1] * 6)
    cell.select("puma560")
    assert cell.robots[0].robot.joints[1].a == 0.5
    assert cell.postures["PUMA 560"] == (0.1,) * 6
    assert cell.state.selection == (("PUMA 560",),)
    with pytest.raises(ArgumentError, match="no robot 'panda'; it has PUMA 560"):
        cell.pose("panda", [0.1] * 6)


def test_a_cell_is_written_as_a_model_with_its_motion(tmp_path: Path):
    cell = rvs.new("planar-2r")
    still = rvs.save(tmp_path / "still.glb").stat().st_size
    steps = rvs.Step((0.0, 0.0)), rvs.Step((0.5, 0.5))
    rvs.add_program(rvs.Program("wave", "Planar 2R", steps))
    assert rvs.save(tmp_path / "moving.glb").stat().st_size > still
    assert cell.path is None


def test_arrays_and_lists_become_what_documents_hold(tmp_path):
    cell = rvs.new("puma560")
    cell.add_target(rvs.TargetFrame("T", np.eye(4)))
    cell.keep_posture("PUMA 560", rvs.NamedPosture("zero", np.zeros(6)))
    cell.change_robot("PUMA 560", place=np.eye(4))
    cell.look(frames=np.bool_(False))
    cell.save(tmp_path / "cell.rvs")
    again = rvs.open(tmp_path / "cell.rvs")
    assert again.document.targets == cell.document.targets
    assert again.robots[0].named[-1].q == (0.0,) * 6


@pytest.mark.parametrize(
    "change",
    [
        {"mode": "xx"},
        {"background": "pink"},
        {"axis_letters": "qqq"},
        {"frame_size": "big"},
        {"frame_size": 0.0},
        {"frames": "no"},
        {"first_frame": 0.5},
    ],
)
def test_a_view_refuses_what_it_can_not_show(change):
    cell = rvs.new("puma560")
    before = cell.view
    with pytest.raises(ArgumentError, match=next(iter(change))):
        cell.look(**change)
    assert cell.view is before


def test_arguments_of_another_kind_are_refused_in_a_sentence():
    cell = rvs.new("puma560")
    for call in (
        lambda: cell.add_thing("table"),
        lambda: cell.add_bookmark("b"),
        lambda: cell.keep_posture("PUMA 560", "P1"),
        lambda: cell.set_joint("PUMA 560", 1.5, a=1.0),
        lambda: rvs.undo([1]),
        lambda: rvs.select(5),
        lambda: rvs.motion(5),
    ):
        with pytest.raises(ArgumentError, match="of the wrong type"):
            call()


def test_a_motion_may_lie_in_any_file(tmp_path):
    path = tmp_path / "mine.jtraj"
    path.write_bytes(files_of("jtraj")["puma560-letters"].read_bytes())
    cell = rvs.open("puma560")
    cell.load_motion(str(path))
    assert cell.state.motion is not None
    assert cell.state.motion.duration == cell.motion("puma560-letters").duration


def test_what_is_not_there_can_not_be_chosen():
    cell = rvs.open("puma560")
    cell.select(("puma560", "link", 3))
    assert cell.state.selection == (("PUMA 560", "link", 3),)
    for ref in ("foo", ("nope", "link", 3)):
        with pytest.raises(ArgumentError, match="the cell has no"):
            cell.select(ref)


def test_a_robot_of_the_cell_is_saved_by_its_name(tmp_path):
    rvs.new("puma560", "planar-2r")
    rvs.set_joint("planar2r", 0, a=0.375)
    assert rvs.save(tmp_path / "arm.arch", "planar 2R").is_file()
    assert rvs.load(str(tmp_path / "arm.arch")).joints[0].a == 0.375
    assert rvs.save(tmp_path / "other.arch", "scara").is_file()


def test_of_one_name_a_robot_comes_before_a_cell(own_home: Path):
    file = own_home / "work_env" / "puma560.rvs"
    file.parent.mkdir(exist_ok=True)
    rvs.new("planar-2r").save(file)
    assert [one.id for one in cell_of("puma560").robots] == ["PUMA 560"]
    for meant in ("puma560.rvs", file):
        assert [one.id for one in cell_of(meant).robots] == ["Planar 2R"]


def test_an_edit_does_not_print_the_cell(monkeypatch):
    """The words of a step name what is edited; those of a cell of thousands take long."""
    monkeypatch.setattr(Document, "__repr__", lambda _: pytest.fail("the cell is printed"))
    cell = rvs.new("scara")
    assert cell.add_thing(rvs.Thing("desk", "table")) == "desk"
    assert cell.add_thing(rvs.Thing("desk", "table")) == "desk 2"
    cell.remove_things(["desk"])
    assert list(cell.session.history)[-1] == "Remove desk"
