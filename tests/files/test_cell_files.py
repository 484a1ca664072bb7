"""Cell files: whatever a document holds reads back exactly, and edits keep the rest of the text."""

import errno
import math
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import RvsError
from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.robot import Robot
from rvs.engine.screws import exp6
from rvs.fields.field import abouts
from rvs.files.cells import write
from rvs.files.cells.cell import (
    TRAJECTORY_KEYS,
    Cell,
    TrajectoryLink,
    cell_of,
    parse_cell,
    read_cell,
)
from rvs.files.cells.robots import PLACE_KEYS, SOURCE_KEYS
from rvs.files.cells.view import VIEW_KEYS
from rvs.files.cells.write import cell_text, save_cell
from rvs.files.formats import check_file
from rvs.files.library import files_of, load_robot
from rvs.files.robots.arch import LINK_KEYS
from rvs.files.storage import atomic
from rvs.files.text import syntax
from rvs.files.text.errors import FileErrors
from rvs.files.text.keys import names
from rvs.files.text.syntax import parse
from rvs.model.document import Document, PlacedRobot, change_robot, remove_robot, set_joint
from rvs.model.robots.new_robots import ARCHETYPES
from rvs.model.robots.placing import set_display
from rvs.model.robots.table import add_joint, remove_joint
from rvs.model.state import State, fit_postures
from rvs.model.views.view import (
    DRAWN_AS,
    MODES,
    WORKSPACE_COLORS,
    Camera,
    Display,
    Plane,
    Section,
    View,
    WorkspaceView,
)

LINK = "{ a = 1 b = 0 al = 90 th = 30 }"
TEXT = """/*** two arms ***/
view { mode = body  azimuth = 45 /* from the left */ }
things = [ kept ]
conveyor "belt" { length = 3 }
/* the first */
robot "left" { /* mine */
 unit = mm
 place = [[1 0 0 0.5] [0 1 0 0] [0 0 1 0] [0 0 0 1]] /* metres */
 color = #E2681C
 q = [ 45.0, 120 ]
 /** Link 1 **/ {
  a = 400.0   b = 0  al = 0 th = 30
  limits = [ -90, 90 ]
 }
 /** Link 2 **/ { type = prismatic a = 0 b = 100 al = 90 th = 0 }
 EndEffector = gripper
}
robot right { file = puma560 q = [ 0, 90, -90, 0, 0, 0 ] } /* from the library */
trajectory "circle" { robot = right  file = "puma560-circle" }
"""


def read(text: str = TEXT) -> Cell:
    return parse_cell(text)


def faults(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(FileErrors) as caught:
        parse_cell(text)
    return [(error.line, error.column, error.message) for error in caught.value.errors]


def test_a_cell_says_what_stands_in_it() -> None:
    cell = read()
    left, right = cell.document.robots
    assert (left.id, left.unit, left.color, left.end_effector) == (
        *("left", "mm", "#E2681C", "gripper"),
    )
    assert left.place[0] == (1.0, 0.0, 0.0, 0.5)
    assert left.robot.joints[0].a == 0.4
    assert left.robot.name == "left"
    assert cell.postures["left"] == (math.radians(45), 0.12)
    assert right.robot == load_robot("puma560").robot
    assert right.origin == "puma560"
    assert cell.postures["right"][1] == math.radians(90)
    assert (cell.view.mode, cell.view.camera.azimuth) == ("body", math.radians(45))
    assert cell.view.camera.elevation == View().camera.elevation
    assert cell.trajectories == (TrajectoryLink("circle", "puma560-circle", "right"),)
    messages = [warning.message for warning in cell.warnings]
    assert messages[:2] == ["unknown key 'things'", "unknown block 'conveyor'"]


def test_unchanged_is_unchanged() -> None:
    assert cell_text(read()) == TEXT


def test_a_robot_is_at_home_where_nothing_else_is_said() -> None:
    cell = read(f'robot "a" {{ {LINK} }}')
    assert cell.postures["a"] == (math.radians(30),)
    assert cell.state.postures["a"] == (math.radians(30),)
    assert read("").document == Document()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"robot {{ {LINK} }}", [(1, 1, 'a robot needs a name; expected robot "NAME" { … }')]),
        (f"robot a {{ {LINK} }} robot a {{ {LINK} }}", [(1, 45, "a second robot is named 'a'")]),
        ("view { } view { }", [(1, 10, "a second view block; a cell can have only one")]),
        (f"robot a {{ {LINK} q = [ 1, 2 ] }}", [(1, 47, "'q': expected a list of 1 numbers")]),
        (
            "robot a { file = pumma560 }",
            [
                (
                    *(1, 18),
                    "'file': there is no robot 'pumma560' (did you mean 'puma560'?)",
                )
            ],
        ),
        (
            f"robot a {{ file = puma560 {LINK} }}",
            [
                (
                    1,
                    26,
                    "a robot with 'file' has its links in that file; remove this block, or "
                    "remove 'file'",
                )
            ],
        ),
        (
            "view { mode = solid }",
            [(1, 15, "'mode': 'solid' is not one of skeleton, body, full")],
        ),
        (
            "view { first_frame = 0.5 distance = 0 }",
            [
                (1, 22, "'first_frame': expected a whole number"),
                (1, 37, "'distance': 0 is not above 0 and up to 1e+12"),
            ],
        ),
        (
            'trajectory "x" { robot = b file = c }',
            [(1, 26, "'robot': the cell has no robot 'b'")],
        ),
        ("trajectory x { }", [(1, 1, "'file' missing in this block")]),
        (
            f"robot a {{ {LINK} color = beige }}",
            [(1, 51, "'color': color: 'beige' is not of the form #RRGGBB or #RRGGBBAA")],
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    text: str, expected: list[tuple[int, int, str]]
) -> None:
    assert faults(text) == expected


def test_all_errors_of_all_robots_at_once() -> None:
    text = "robot a { { a = x } }\nrobot b { q = 1 unit = mil }\nview { frames = perhaps }"
    assert {line for line, _, _ in faults(text)} == {1, 2, 3}


@pytest.mark.parametrize(
    "reference",
    ["../x.arch", "/etc/passwd", "C:/x", "a/../../x", "a\\\\x", "//host/x", "", ".", "~/x", "con"],
)
@pytest.mark.parametrize("block", ["robot", "trajectory"])
def test_a_reference_never_leads_out_of_the_folder(
    tmp_path: Path, reference: str, block: str
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "x.arch").write_text(LINK, encoding="utf-8")
    path = tmp_path / "inner" / "cell.rvs"
    path.write_text(f'{block} "a" {{ file = "{reference}" }}', encoding="utf-8")
    with pytest.raises(FileErrors, match="expected a name of the library, or a path below"):
        read_cell(path)


def test_a_robot_of_a_file_beside_the_cell(tmp_path: Path) -> None:
    (tmp_path / "arms").mkdir()
    arm = tmp_path / "arms" / "x.arch"
    arm.write_text(LINK, encoding="utf-8")
    path = tmp_path / "cell.rvs"
    path.write_text('robot "a" { file = "arms/x.arch" /* mine */ }\n', encoding="utf-8")
    cell = read_cell(path)
    assert cell.document.robots[0].robot.joints[0].a == 1.0
    posed = replace(cell, postures={"a": (1.5,)})
    assert save_cell(path, posed).postures == {"a": (1.5,)}
    assert 'file = "arms/x.arch"' in path.read_text(encoding="utf-8")
    # Edited, it is no longer the robot of that file, and that file is not touched.
    edited = replace(cell, document=set_joint(cell.document, "a", 0, a=2.0))
    assert save_cell(path, edited).document == edited.document
    assert "file =" not in path.read_text(encoding="utf-8")
    assert arm.read_text(encoding="utf-8") == LINK


def test_a_cell_that_moves_takes_its_robots_along(tmp_path: Path) -> None:
    (tmp_path / "x.arch").write_text(LINK, encoding="utf-8")
    path = tmp_path / "cell.rvs"
    path.write_text(f'robot a {{ file = "x.arch" }}\nrobot b {{ {LINK} /* kept */ }}', "utf-8")
    cell = read_cell(path)
    moved = save_cell(tmp_path / "elsewhere" / "cell.rvs", cell)
    assert moved.document == cell.document
    assert "file =" not in moved.text
    assert "/* kept */" in moved.text
    # Another file of that name lies at the new place.
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "x.arch").write_text(LINK.replace("a = 1", "a = 5"), encoding="utf-8")
    assert save_cell(tmp_path / "other" / "cell.rvs", cell).document == cell.document


def test_errors_of_a_robot_s_own_file_name_it(tmp_path: Path) -> None:
    (tmp_path / "x.arch").write_text("{ a = 1 }\n{ b = 2 }", encoding="utf-8")
    path = tmp_path / "cell.rvs"
    path.write_text('robot "a" { file = "x.arch" }', encoding="utf-8")
    report = check_file(path)
    assert [error.line for error in report.errors] == [1, 1]
    assert "x.arch:2:1: 'a', 'al', 'th' missing" in report.errors[1].message


def test_a_trajectory_that_has_gone_is_only_odd(tmp_path: Path) -> None:
    path = tmp_path / "cell.rvs"
    path.write_text('trajectory "t" { file = "rows/gone.jtraj" }', encoding="utf-8")
    report = check_file(path)
    assert report.ok
    assert "there is no file 'rows/gone.jtraj' next to this one" in report.warnings[0].message


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        (lambda d: set_joint(d, "left", 0, a=0.5), "400.0", "500"),
        (lambda d: change_robot(d, "left", color="#112233"), "#E2681C", '"#112233"'),
        (lambda d: change_robot(d, "left", color=""), " color = #E2681C\n", ""),
        (lambda d: change_robot(d, "left", end_effector="none"), "gripper", "none"),
        (lambda d: remove_joint(d, "left", 0), None, None),
        (lambda d: add_joint(d, "left", 1, Joint(a=0.3)), None, None),
        (lambda d: remove_robot(d, "left"), None, None),
        (lambda d: Document(d.robots[::-1]), None, None),
        (lambda d: Document(set_joint(d, "right", 0, a=0.7).robots[::-1]), None, None),
        (lambda d: Document(set_joint(d, "left", 0, a=0.7).robots[::-1]), None, None),
        (lambda d: Document((PlacedRobot("new", ARCHETYPES[2].robot), *d.robots)), None, None),
        (
            lambda d: Document(
                (d.robots[0], PlacedRobot("new", ARCHETYPES[3].robot, unit="in"), d.robots[1])
            ),
            *(None, None),
        ),
        (
            lambda d: change_robot(d, "right", end_effector="drill"),
            "0, 0, 0 ] } /*",
            "0, 0, 0 ] EndEffector = drill } /*",
        ),
        (
            lambda d: set_display(d, "right", mode="skeleton", joints=False),
            "0, 0, 0 ] } /*",
            "0, 0, 0 ] drawn = skeleton joints = no } /*",
        ),
        (lambda d: set_joint(d, "right", 2, locked=True), None, None),
    ],
)
def test_only_what_was_edited_changes(change: object, old: str | None, new: str | None) -> None:
    cell = read()
    document = change(cell.document)
    postures = fit_postures(document, cell.postures, cell.document)
    edited = replace(cell, document=document, postures=postures)
    text = cell_text(edited)
    assert parse_cell(text) == edited
    if old is not None:
        assert text == TEXT.replace(old, new)
    assert "things = [ kept ]" in text
    assert 'conveyor "belt" { length = 3 }' in text
    assert "/* from the left */" in text
    if any(placed.id == "left" for placed in document.robots[:1]):
        assert "/* mine */" in text


def test_view_posture_and_trajectories_change_alone() -> None:
    cell = read()
    looked = replace(cell, view=replace(cell.view, mode="full", shadow=False))
    assert cell_text(looked) == TEXT.replace("mode = body", "mode = full shadow = no")
    posed = replace(cell, postures={**cell.postures, "left": (math.radians(45), 0.2)})
    assert cell_text(posed) == TEXT.replace("120", "200")
    less = replace(cell, trajectories=())
    assert cell_text(less) == TEXT.replace(TEXT[TEXT.index("trajectory") :], "")
    more = replace(cell, trajectories=(TrajectoryLink("a b", "x"), *cell.trajectories))
    assert parse_cell(cell_text(more)) == more


def test_every_field_of_the_view_has_a_key() -> None:
    every = {field.name for kind in (View, Camera) for field in fields(kind)} - {"camera"}
    cut = {"section" if f.name == "on" else f"section_{f.name}" for f in fields(Section)}
    around = {f.name for f in fields(WorkspaceView)} - {"on", "slice"}
    reached = {f"workspace_{name}" for name in around | {"slice_normal", "slice_offset", "slice"}}
    assert set(names(VIEW_KEYS)) == every | cut | reached


def test_saved_in_place_keeps_what_somebody_else_wrote(tmp_path: Path) -> None:
    path = tmp_path / "cell.rvs"
    path.write_text(TEXT, encoding="utf-8")
    cell = read_cell(path)
    path.write_text(TEXT.replace("two arms", "2 arms"), encoding="utf-8")
    saved = save_cell(path, replace(cell, view=replace(cell.view, floor=False)))
    assert "2 arms" in saved.text
    assert not saved.view.floor


def test_what_can_not_be_read_back_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "cell.rvs"
    path.write_text(TEXT, encoding="utf-8")
    cell = read_cell(path)
    wrong = replace(cell, trajectories=(TrajectoryLink("t", "circle", "nobody"),))
    with pytest.raises(RvsError, match="can't be saved"):
        save_cell(path, wrong)
    assert path.read_text(encoding="utf-8") == TEXT


def test_a_library_file_is_named_not_located(tmp_path: Path) -> None:
    placed = PlacedRobot("p", ARCHETYPES[0].robot, origin=str(files_of("arch")["puma560"]))
    saved = save_cell(tmp_path / "c.rvs", Cell(Document((placed,))))
    assert saved.document.robots[0].origin == "puma560"


NUMBERS = st.floats(-1000.0, 1000.0)
SMALL = st.floats(0.001, 1000.0)
POSES = st.lists(st.floats(-3, 3), min_size=6, max_size=6).map(
    lambda twist: tuple(map(tuple, exp6(twist).tolist()))
)
NAMES = st.text(max_size=12)
JOINTS = st.builds(
    Joint,
    a=NUMBERS,
    alpha=NUMBERS,
    d=NUMBERS,
    theta=NUMBERS,
    kind=st.sampled_from(["revolute", "prismatic", "helical"]),
    pitch=NUMBERS,
    offset=NUMBERS,
    limits=st.tuples(
        st.just(-math.inf) | st.floats(-9.0, 0.0), st.just(math.inf) | st.floats(0.0, 9.0)
    ),
    rate=st.just(math.inf) | SMALL,
    locked=st.booleans(),
    convention=st.sampled_from(["standard", "modified"]),
    inertia=st.none() | st.builds(Inertia, SMALL, st.tuples(NUMBERS, NUMBERS, NUMBERS)),
    motor=st.none() | st.builds(Motor, SMALL, NUMBERS, SMALL),
    name=NAMES,
)
GENERAL = st.builds(
    Joint,
    theta=NUMBERS,
    offset=NUMBERS,
    convention=st.just("general"),
    before=POSES,
    after=POSES,
)
ROBOTS = st.builds(
    Robot,
    st.lists(JOINTS | GENERAL, min_size=1, max_size=4).map(tuple),
    POSES,
    POSES,
    st.tuples(NUMBERS, NUMBERS, NUMBERS),
    NAMES,
)
DISPLAYS = st.builds(
    Display,
    st.sampled_from(DRAWN_AS),
    st.booleans(),
    st.sampled_from([0.05, 0.3, 1.0, 2.0]),
    st.booleans(),
    st.booleans(),
)
PLACED = st.builds(
    PlacedRobot,
    NAMES.filter(bool),
    ROBOTS,
    POSES,
    st.sampled_from(["m", "mm", "in", "ft"]),
    NAMES,
    st.sampled_from(["", "#12ab34", "#12ab34cc"]),
    st.booleans(),
    NAMES,
    display=DISPLAYS,
)
SHOWN = abouts(View)
CAMERAS = st.builds(
    Camera,
    st.tuples(NUMBERS, NUMBERS, NUMBERS),
    NUMBERS,
    st.floats(-1.5, 1.5),
    SMALL,
    st.floats(0.01, 3.0),
    st.booleans(),
)
VALUES = {
    "camera": CAMERAS,
    "mode": st.sampled_from(MODES),
    "variant": st.just("") | NAMES,
    "background": st.sampled_from(list(SHOWN["background"].choices)),
    "frame_size": SMALL,
    "first_frame": st.sampled_from([0, 1]),
    "ellipsoids": st.sampled_from(list(SHOWN["ellipsoids"].choices)),
    "trace_colors": st.sampled_from(list(SHOWN["trace_colors"].choices)),
    "which_frames": st.sampled_from(list(SHOWN["which_frames"].choices)),
    "axis_letters": st.sampled_from(list(SHOWN["axis_letters"].choices)),
    "section": st.builds(Section, st.booleans(), st.just((0.0, 0.6, 0.8)), NUMBERS),
    "workspace": st.builds(
        WorkspaceView,
        robot=NAMES,
        slice=st.builds(Plane, st.booleans(), st.just((0.0, 0.6, 0.8)), NUMBERS),
        colors=st.sampled_from(WORKSPACE_COLORS),
        surface=st.booleans(),
        collisions=st.booleans(),
    ),
    "trail": st.integers(0, 50),
    "bounds": st.none()
    | st.lists(NUMBERS, min_size=6, max_size=6, unique=True)
    .map(sorted)
    .map(lambda v: (v[0], v[3], v[1], v[4], v[2], v[5])),
}
VIEWS = st.builds(
    View, **{field.name: VALUES.get(field.name, st.booleans()) for field in fields(View)}
)
LINKS = st.lists(
    st.builds(TrajectoryLink, NAMES.filter(bool), st.sampled_from(["a", "b/c.jtraj"])),
    max_size=3,
    unique_by=lambda link: link.name,
).map(tuple)


@st.composite
def cells(draw: st.DrawFn) -> Cell:
    """A cell of up to three robots in any posture."""
    robots = draw(st.lists(PLACED, max_size=3, unique_by=lambda placed: placed.id))
    postures = {}
    for placed in robots:
        count = placed.robot.n
        values = st.lists(NUMBERS, min_size=count, max_size=count).map(tuple)
        postures[placed.id] = draw(st.just(tuple(placed.robot.home.tolist())) | values)
    return Cell(Document(tuple(robots)), postures, draw(VIEWS), draw(LINKS))


@pytest.mark.property
@given(cells())
def test_any_cell_reads_back_exactly(cell: Cell) -> None:
    assert parse_cell(cell_text(cell)) == cell


@pytest.mark.property
@given(cells(), cells(), st.data())
def test_any_cell_becomes_any_other(first: Cell, second: Cell, data: st.DataObject) -> None:
    if first.document.robots and data.draw(st.booleans()):
        shared = first.document.robots[0]
        others = (placed for placed in second.document.robots if placed.id != shared.id)
        second = replace(
            second,
            document=Document((*others, shared)),
            postures={**second.postures, shared.id: first.postures[shared.id]},
        )
    text = cell_text(first)
    renewed = replace(second, text=text)
    assert parse_cell(cell_text(renewed)) == second


@pytest.mark.property
@given(st.data())
def test_any_damage_is_an_error_or_a_cell(data: st.DataObject) -> None:
    text = TEXT
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        until = data.draw(st.integers(at, min(len(text), at + 20)))
        new = data.draw(
            st.text(max_size=4)
            | st.sampled_from(["{", "}", "[", "1e999", "/*", "*/", '"', "file = x", "robot a {"])
        )
        text = text[:at] + new + text[until:]
    try:
        cell = parse_cell(text)
    except FileErrors as failure:
        places = [error.line for error in failure.errors]
    else:
        places = [1]
        assert parse_cell(cell_text(cell)) == cell
    assert min(places) >= 1


def test_a_session_starts_with_what_the_cell_says() -> None:
    cell = read()
    assert cell.holding(cell.state) == cell
    state = State(remove_robot(cell.document, "left"), {"right": (0.0,) * 6})
    assert parse_cell(cell_text(cell.holding(state))).document == state.document


def test_joints_of_no_table_are_written_and_checked() -> None:
    text = (
        "robot a { { convention = general a = 0 b = 0 al = 0 th = 30 "
        "before = [[1 0 0 2] [0 1 0 0] [0 0 1 0] [0 0 0 1]] } }"
    )
    joint = parse_cell(text).document.robots[0].robot.joints[0]
    assert joint.before[0] == (1.0, 0.0, 0.0, 2.0)
    assert faults(text.replace("a = 0", "a = 1"))[0][:2] == (1, 11)
    assert "general" in faults(text.replace("= general", "= modified"))[0][2]


def test_the_manual_tells_every_key_and_its_example_loads(project_root: Path) -> None:
    manual = (project_root / "docs" / "formats.md").read_text(encoding="utf-8")
    chapter = manual[manual.index("## Cells") :]
    example = chapter[chapter.index("/***") :].partition("```")[0]
    cell = parse_cell(example)
    assert [placed.robot.n for placed in cell.document.robots] == [2, 6]
    assert parse_cell(cell_text(cell)) == cell
    for key in names((*VIEW_KEYS, *SOURCE_KEYS, *PLACE_KEYS, *TRAJECTORY_KEYS)):
        assert f"| `{key}` |" in chapter, key
    links = manual[manual.index("Keys of a link") : manual.index("## Postures")]
    assert [key for key in LINK_KEYS if f"| `{key}` |" not in links] == []


@pytest.mark.parametrize("text", ["", "\n\n", "/* nothing but a comment */"])
def test_an_empty_file_is_no_cell(text: str, tmp_path: Path) -> None:
    path = tmp_path / "lost.rvs"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileErrors, match="empty"):
        read_cell(path)


@pytest.mark.parametrize("text", ["", "/* nothing */", "{ a = 1 }", "things = [ 1 ]"])
def test_a_file_that_is_no_cell_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.rvs"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileErrors, match="expected view, robot, trajectory"):
        read_cell(path)


def test_a_save_reads_the_old_text_and_the_new_one_once_each(tmp_path, monkeypatch) -> None:
    path = tmp_path / "cell.rvs"
    path.write_text(TEXT, encoding="utf-8")
    cell, read = read_cell(path), []

    def counted(tree, *rest):
        read.append(tree.source.text)
        return cell_of(tree, *rest)

    monkeypatch.setattr(write, "cell_of", counted)
    moved = replace(cell, view=replace(cell.view, shadow=False))
    saved = save_cell(path, moved)
    assert read == [TEXT, saved.text]
    assert saved == read_cell(path)


def test_a_save_after_a_save_parses_the_new_text_alone(tmp_path, monkeypatch) -> None:
    path = tmp_path / "cell.rvs"
    path.write_text(TEXT, encoding="utf-8")
    cell, parsed = read_cell(path), []

    def counted(source, *rest):
        if source.path == str(path):
            parsed.append(source.text)
        return parse(source, *rest)

    monkeypatch.setattr(syntax, "parse", counted)
    first = save_cell(path, replace(cell, view=replace(cell.view, shadow=False)))
    second = save_cell(path, replace(first, view=replace(first.view, floor=False)))
    assert parsed == [first.text, second.text]
    monkeypatch.setattr(syntax, "MOST_KEPT", 10)
    save_cell(path, replace(second, view=replace(second.view, floor=True)))
    assert len(parsed) == 4, "long texts are not kept"


def test_a_robot_by_reference_that_moves_among_the_robots_stays_one() -> None:
    cell = read()
    text = cell_text(replace(cell, document=Document(cell.document.robots[::-1])))
    assert "file = puma560" in text
    assert parse_cell(text).document.robots == cell.document.robots[::-1]


def test_a_cell_draws_a_robot_by_reference_otherwise_than_its_file(tmp_path: Path) -> None:
    arch = tmp_path / "arms" / "thin.arch"
    arch.parent.mkdir()
    arch.write_text(f"{LINK} drawn = skeleton line = 0.3 shadow = no", encoding="utf-8")
    path = tmp_path / "c.rvs"
    path.write_text('robot "a" { file = "arms/thin.arch" shadow = yes }', encoding="utf-8")
    cell = read_cell(path)
    assert cell.document.robots[0].display == Display("skeleton", line=0.3)
    usual = change_robot(cell.document, "a", display=Display())
    saved = save_cell(path, replace(cell, document=usual))
    assert saved.document.robots[0].display == read_cell(path).document.robots[0].display
    assert saved.document.robots[0].display == Display()
    assert "arms/thin.arch" in path.read_text(encoding="utf-8")


def test_what_another_program_made_of_the_file_is_kept_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "cell.rvs"
    path.write_text(TEXT, encoding="utf-8")
    first, second = read_cell(path), read_cell(path)
    theirs = save_cell(path, replace(first, view=replace(first.view, floor=False)))
    assert theirs.theirs is None
    ours = save_cell(path, replace(second, view=replace(second.view, shadow=False)))
    assert ours.theirs == tmp_path / "cell (theirs 1).rvs"
    assert not read_cell(ours.theirs).view.floor
    assert (read_cell(path).view.floor, read_cell(path).view.shadow) == (True, False)
    third = save_cell(path, replace(first, view=replace(first.view, labels=False)))
    assert third.theirs == tmp_path / "cell (theirs 2).rvs"


def test_comments_that_came_meanwhile_are_kept_without_a_copy(tmp_path: Path) -> None:
    path = tmp_path / "cell.rvs"
    path.write_text(TEXT, encoding="utf-8")
    cell = read_cell(path)
    path.write_text("/* theirs */\n" + TEXT, encoding="utf-8")
    saved = save_cell(path, replace(cell, view=replace(cell.view, shadow=False)))
    assert saved.text.startswith("/* theirs */")
    assert [one.name for one in tmp_path.iterdir()] == ["cell.rvs"]


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "cell.rvs"
    path.write_text(TEXT, encoding="utf-8")
    cell = read_cell(path)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(atomic.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save_cell(path, replace(cell, view=replace(cell.view, shadow=False)))
    assert path.read_text(encoding="utf-8") == TEXT
    assert [one.name for one in tmp_path.iterdir()] == ["cell.rvs"]
