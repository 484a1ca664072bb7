"""Body files: what they say, what is wrong with them, and that saving keeps what was not edited."""

from contextlib import suppress
from dataclasses import replace
from math import pi
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.bodies.autobody import automatic_body
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.files.bodies.body import MAX_BODY_FILE, parse_body, read_body
from rvs.files.bodies.composites import Library, composites
from rvs.files.bodies.models import full_model, model_path, read_fitting_body
from rvs.files.bodies.write import body_text, save_body
from rvs.files.formats import check_file
from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors
from rvs.geometry.shapes import SHAPES
from rvs.model.body.edits import (
    add_group,
    add_part,
    change_part,
    duplicate_part,
    remove_part,
    resized,
    set_constant,
)
from rvs.model.body.fit import fit
from rvs.model.body.values import AXES, Body, LinkBody, Move, Part, PartGroup, Repeat, in_order
from tests.examples import examples

PLANAR = Robot.from_dh([0.4, 0.3], [0.0, 0.0], [0.1, 0.0], [0.0, 0.0])


@pytest.fixture
def example(project_root: Path) -> str:
    manual = (project_root / "docs" / "formats.md").read_text(encoding="utf-8")
    chapter = manual[manual.index("## Bodies") :]
    return chapter[chapter.index("/***") :].partition("```")[0]


def faults(text: str) -> list[str]:
    with pytest.raises(FileErrors) as caught:
        parse_body(text, "links/x.body")
    return [str(error) for error in caught.value.errors]


def test_the_example_of_the_manual_loads_and_fits(example):
    read = parse_body(example)
    assert read.warnings == ()
    body = read.body
    assert body.unit == "mm"
    assert dict(body.constants) == {"r": 40.0, "wall": "r / 5"}
    assert [link.link for link in body.links] == [0, 1, 2, "tool"]
    foot = body.part(0, "foot")
    assert dict(foot.sizes) == {"radius": "2 * r", "height": 0.02, "top": 0.005}
    column = body.part(1, "column")
    assert column.moves[0] == Move("turn", (-pi / 2,), "x")
    assert column.moves[1] == Move("shift", (0.0, 0.0, "20 - b"))
    assert body.part(2, "2").repeats == (Repeat("ring", 6.0, (), "z"),)
    assert body.link(2).drawn_for == (("a", 0.4),)
    robot = Robot.from_dh([0.0, 0.4], [0.0, 0.0], [0.1, 0.0], [0.0, 0.0])
    assert fit(body, robot).ok
    assert not fit(body, robot.replace(joints=(robot.joints[0], robot.joints[0]))).ok


def test_errors_name_place_link_and_part_all_at_once():
    text = """link 1 {
 part { shape = cylinder radius = 1 height = 2 }
  part { shape = cylindr }
 part "arm" {
  shape = capsule
  radius = -1
  height = "dd + 1"
  color = grin
  move = [ shift 0 0 ]
 }
}
link 99 {}
"""
    assert faults(text) == [
        "links/x.body:3:18: link 1, part 2: unknown shape 'cylindr' (did you mean 'cylinder'?)",
        "links/x.body:6:12: link 1, part arm: radius: -1 must be above 0",
        "links/x.body:7:13: link 1, part arm: 'height': unknown name 'dd' (did you mean 'd'?)",
        "links/x.body:8:11: link 1, part arm: color: there is no colour 'grin' "
        "(did you mean 'green'?)",
        "links/x.body:9:20: link 1, part arm: 'move': expected a number, but the list ends",
        "links/x.body:12:1: expected 'link' and a number from 1 to 64, found '99'",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("kind = robt", "expected one of robot, tool"),
        ("link 1 {} link 1 {}", "a second block"),
        ('base { part "a" { shape = sphere radius = 1 } part a { shape = box } }', "already"),
        ("base { part { } }", "expected the name of a shape"),
        ("base { part { shape = sphere } }", "needs 'radius'"),
        ("base { part { shape = sphere radius = [1] } }", "found a list"),
        ("base { part { shape = sphere radius = 1e999 } }", "too large"),
        ("base { part { shape = sphere radius = nan } }", "unknown name 'nan'"),
        ("base { part { shape = tube outer = 1 inner = 2 height = 1 } }", "must be below outer"),
        ("base { part { shape = sphere radius = 1 sides = 2.5 } }", "whole number"),
        ("base { part { shape = sphere radius = 1 sides = 9999 } }", "at most 256"),
        ("base { part { shape = sphere radius = 1 move = [ turn q 9 ] } }", "expected x, y, z"),
        ("base { part { shape = sphere radius = 1 move = [ shove 9 ] } }", "expected shift"),
        ("base { part { shape = sphere radius = 1 mirror = w } }", "expected x, y or z"),
        ("base { part { shape = sphere radius = 1 material = cheese } }", "not one of paint"),
        ("base { part { shape = sphere radius = 1 color = #12345 } }", "not of the form"),
        ('base { part "a\\nb" { shape = sphere radius = 1 } }', "is not a name"),
        ("constants { sin = 1 }", "already has a meaning"),
        ("constants { a2 = 1 }", "already has a meaning"),
        ('constants { x = "y" y = 1 }', "unknown name 'y'"),
        ("constants { x = 1 } constants { y = 1 }", "a second block of constants"),
        ('base { part { shape = sphere radius = "2 ** 99" } }', "powers go up to 8"),
        ('base { part { shape = sphere radius = "1 / 0" } }', "has no value"),
        ("base { part { shape = extrusion height = 1 points = [[0 0] [1 1] [1 0] [0 2]] } }",
         "crosses itself"),
        ("kind = part parameter { default = 1 }", "a name has 1 to 40"),
        ("kind = part parameter r { default = -1 }", "must be above"),
        ("kind = part parameter r {}", "'default' missing"),
        ('kind = part part { shape = sphere radius = "a" }', "unknown name 'a'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(text, words):
    assert any(words in fault for fault in faults(text)), faults(text)


def test_unknown_keys_are_warned_about_and_kept():
    text = "base { part { shape = sphere radius = 1 colour = red } }\nblock {}\n"
    read = parse_body(text)
    warnings = " ".join(map(str, read.warnings))
    assert "did you mean 'color'" in warnings
    assert "unknown block 'block'" in warnings
    assert body_text(
        change_part(read.body, 0, "1", sizes=resized(read.body.part(0, "1"), radius=2.0).sizes),
        text,
    ) == text.replace("radius = 1", "radius = 2")


def test_saving_changes_only_what_was_edited(example):
    body = parse_body(example).body
    assert body_text(body, example) == example
    wider = change_part(body, 0, "foot", sizes=resized(body.part(0, "foot"), top=0.004).sizes)
    assert body_text(wider, example) == example.replace("top = 5", "top = 4")
    moved = change_part(
        body, 1, "column", moves=(body.part(1, "column").moves[0], Move("flip", (), "y"))
    )
    assert body_text(moved, example) == example.replace('shift 0 0 "20 - b"', "flip y")
    removed = remove_part(body, 2, "arm")
    text = body_text(removed, example)
    assert "drawn for this length" in text
    assert "follows b1" in text
    assert 'part "arm"' not in text
    assert in_order(parse_body(text).body) == in_order(removed)


def test_new_parts_go_where_they_belong(example):
    body = parse_body(example).body
    ball = Part("ball", "sphere", (("radius", 0.01),))
    grown = add_part(body, 1, ball)
    grown = add_part(grown, 2, replace(ball, group="screws"))
    grown, copy = duplicate_part(grown, 1, "column")
    grown = add_part(grown, 5, ball)
    grown = set_constant(grown, "q", "r + 1")
    grown = add_group(grown, 1, PartGroup("empty", (Move("shift", (0.0, 0.0, 1.0)),)))
    text = body_text(grown, example)
    assert in_order(parse_body(text).body) == in_order(grown)
    assert copy == "column 2"
    assert text.index('"column"') < text.index('"column 2"') < text.index('"ball"')
    assert "/* follows b1: from the foot up to the shoulder */" in text


def test_parts_without_a_name_keep_their_ids_when_others_go():
    text = (
        "base {\n part { shape = sphere radius = 1 }\n part { shape = box x = 1 y = 1 z = 1 }\n}\n"
    )
    body = parse_body(text).body
    assert [part.id for part in body.link(0).parts] == ["1", "2"]
    shorter = body_text(remove_part(body, 0, "1"), text)
    assert [part.id for part in parse_body(shorter).body.link(0).parts] == ["2"]


def test_files_are_written_whole_and_read_back(tmp_path, example):
    path = tmp_path / "two.body"
    path.write_text(example, encoding="utf-8")
    body = read_body(path).body
    saved = save_body(path, change_part(body, 0, "foot", color="#AABBCC"))
    assert saved.body.part(0, "foot").color == "#AABBCC"
    assert "follows b1" in path.read_text(encoding="utf-8")
    with pytest.raises(RvsError, match="is saved as a library part"):
        save_body(path, Body("motor", "part"))
    bad = add_part(saved.body, 0, Part("odd", "nothing"))
    with pytest.raises(RvsError, match="can't be saved"):
        save_body(path, bad)
    assert read_body(path).body == saved.body


def test_automatic_bodies_can_be_saved():
    robot = load_robot("scara").robot
    body = automatic_body(robot)
    read = parse_body(body_text(body)).body
    assert in_order(read) == in_order(body)
    assert fit(read, robot).ok


def test_library_parts_are_data_that_fit():
    found = composites()
    assert {"motor", "gearmotor", "finger", "gripper-base", "bracket", "bolt"} <= set(found)
    for name, composite in found.items():
        assert composite.title
        assert composite.summary.endswith(".")
        assert composite.place.endswith(".")
        sizes = tuple((one.name, 2.0 * one.default) for one in composite.parameters
                      if one.needed)  # fmt: skip
        body = Body(links=(LinkBody(0, (Part("p", name, sizes),)), LinkBody(2)),
                    library=tuple(found.values()))  # fmt: skip
        assert fit(body, PLANAR).ok, fit(body, PLANAR).reason


def test_library_parts_of_the_user_win_and_may_nest(own_home):
    folder = own_home / "links" / "parts"
    folder.mkdir(parents=True)
    pin = 'kind = part\nparameter r { default = 1 }\npart { shape = sphere radius = "r" }\n'
    (folder / "motor.body").write_text(pin, encoding="utf-8")
    pair = "kind = part\nparameter s { default = 1 }\npart { shape = motor r = s mirror = x }\n"
    (folder / "pair.body").write_text(pair, encoding="utf-8")
    body = parse_body("base { part { shape = pair s = 2 } }\nlink 2 {}").body
    assert {one.name for one in body.library} == {"motor", "pair"}
    assert [part.shape for part in fit(body, PLANAR).parts] == ["sphere", "sphere"]
    assert Library().paths["motor"].is_relative_to(own_home)


def test_library_parts_that_use_themselves_or_have_errors_are_refused(own_home):
    folder = own_home / "links" / "parts"
    folder.mkdir(parents=True)
    (folder / "snake.body").write_text("kind = part\npart { shape = snake }\n", encoding="utf-8")
    assert "can't be used" in faults("base { part { shape = snake } }")[0]
    (folder / "broken.body").write_text("kind = part\npart { shape = ", encoding="utf-8")
    assert "can't be used" in faults("base { part { shape = broken } }")[0]


def test_full_models_are_bound_by_name(tmp_path):
    architecture = load_robot("puma560")
    body = full_model(architecture)
    assert body is not None
    assert fit(body, architecture.robot).ok
    assert model_path(replace(architecture, geomtype="skeleton")) is None
    (tmp_path / "arch").mkdir()
    (tmp_path / "links").mkdir()
    own = tmp_path / "links" / "puma560.body"
    own.write_text("base {}", encoding="utf-8")
    moved = replace(architecture, path=tmp_path / "arch" / "puma560.arch")
    assert model_path(moved) == own


def test_a_body_that_does_not_fit_its_robot_is_found_by_check(tmp_path):
    path = tmp_path / "arm.body"
    arch = "{ a = 1 b = 0 al = 0 th = 0 }\n"
    (tmp_path / "arm.arch").write_text(arch, encoding="utf-8")
    path.write_text('link 1 {\n part { shape = sphere radius = "b - 1" }\n}\n', encoding="utf-8")
    with pytest.raises(FileErrors, match=r"arm\.body:2:2: link 1, part 1: radius: -1 must"):
        read_fitting_body(path)
    assert not check_file(path).ok
    path.write_text("link 2 {}\n", encoding="utf-8")
    assert "has 2 links, the robot has 1" in str(check_file(path).errors[0])
    path.write_text("link 1 {}\n", encoding="utf-8")
    assert check_file(path).ok


def test_every_bundled_body_is_fine(project_root):
    for path in (project_root / "links").rglob("*.body"):
        report = check_file(path)
        assert report.ok, report.errors
        assert report.warnings == ()


def hostile() -> dict[str, str]:
    ball = "part { shape = sphere radius = 1 }\n"
    bomb = "(" * 99 + "1" + ")" * 99
    wide = "+".join(["a1"] * 60)
    return {
        "many parts": "base {" + ball * 2500 + "}",
        "deep blocks": "base {" * 5000,
        "deep brackets": f'base {{ part {{ shape = sphere radius = "{bomb}" }} }}',
        "long expression": f'base {{ part {{ shape = sphere radius = "{"1+" * 500}1" }} }}',
        "many expressions": "base {" + f'part {{ shape = box x = "{wide}" y = "{wide}" '
        f'z = "{wide}" }}\n' * 1900 + "}",
        "long list": "base { part { shape = extrusion height = 1 points = ["
        + "[0 1]" * 40_000 + "] } }",
        "long moves": "base { part { shape = sphere radius = 1 move = ["
        + "shift 0 0 1 " * 9000 + "] } }",
        "many constants": "constants {" + " ".join(f"k{i} = {i}" for i in range(3000)) + "}",
        "power tower": 'base { part { shape = sphere radius = "9**8**8**8" } }',
        "many links": "".join(f"link {i} {{}}\n" for i in range(1, 2000)),
        "nothing": "{" * 3,
    }  # fmt: skip


LIMITS = {
    "many parts": "more than 2,000 parts",
    "deep blocks": "nested more than 16 deep",
    "deep brackets": "nested deeper than 24",
    "long expression": "longer than 200",
    "many expressions": "more than 4,000 expressions",
    "long list": "more than 400 points",
    "long moves": "too long",
    "many constants": "more than 200 constants",
    "power tower": "powers go up to 8",
    "many links": "a number from 1 to 64",
    "nothing": "never closed",
}


@pytest.mark.parametrize("name", hostile())
def test_hostile_files_are_refused_by_a_limit(name):
    assert any(LIMITS[name] in fault for fault in faults(hostile()[name]))


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "large.body"
    path.write_text("/*" + "x" * MAX_BODY_FILE + "*/", encoding="utf-8")
    with pytest.raises(FileErrors, match="at most 2 MB"):
        read_body(path)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("shape = spring radius = 1 wire = 0.1 pitch = 1 turns = 50 sides = 64", "faces"),
        ("shape = sphere radius = 1 repeat = [ ring 400 z, row 400 0 0 1 ]", "copies"),
        ("shape = sphere radius = 1 repeat = [ ring 1e5 z ]", "whole number from 1 to"),
        ('shape = sphere radius = "a1 - a1"', "must be above 0"),
        ('shape = sphere radius = "1 / (a1 - a1)"', "has no value"),
        ('shape = sphere radius = "1e300 * a1"', "at most"),
        ('shape = sphere radius = 1 move = [ shift 0 0 "1e300 * a1" ]', "lengths go up to"),
        ("shape = sphere radius = 1 move = [ pose " + "1 " * 16 + "]", "pose"),
    ],
)
def test_what_only_the_robot_shows_is_a_misfit(part, words):
    body = parse_body(f"base {{ part {{ {part} }} }}\nlink 2 {{}}\n").body
    fitting = fit(body, PLANAR)
    assert words in fitting.reason
    assert fitting.parts == ()


def test_copies_of_copies_are_bounded_before_they_are_made(own_home):
    folder = own_home / "links" / "parts"
    folder.mkdir(parents=True)
    inner = "sphere radius = 1"
    for name in ("one", "two", "three", "four", "five"):
        text = f"kind = part\npart {{ shape = {inner} repeat = [ ring 300 z ] }}\n"
        (folder / f"{name}.body").write_text(text, encoding="utf-8")
        inner = name
    two = parse_body("base { part { shape = two } }\nlink 2 {}\n").body
    assert "more than 10,000 solids" in fit(two, PLANAR).reason
    five = parse_body("base { part { shape = five } }\nlink 2 {}\n").body
    assert "nested more than 4 deep" in fit(five, PLANAR).reason
    assert fit(five, PLANAR).parts == ()


sizes = st.one_of(
    st.floats(0.001, 1e4),
    st.sampled_from(["a1", "b2 + 0.1", "2 * (n + 1)", "sqrt(abs(a1)) + 1", "pi / 4"]),
)
lengths = st.one_of(st.floats(-1e3, 1e3), st.sampled_from(["a1", "-b1", "cos(30)"]))
axis = st.sampled_from(AXES)
moves = st.one_of(
    st.builds(lambda x, y, z: Move("shift", (x, y, z)), lengths, lengths, lengths),
    st.builds(lambda a, v: Move("turn", (v,), a), axis, st.floats(-10, 10)),
    st.builds(lambda a: Move("flip", (), a), axis),
)
repeats = st.one_of(
    st.builds(lambda n, a: Repeat("ring", float(n), (), a), st.integers(1, 9), axis),
    st.builds(lambda n, v: Repeat("row", float(n), (v, 0.0, 1.0)), st.integers(1, 9), lengths),
)
PLAIN = ("cylinder", "sphere", "cone", "box", "capsule", "elbow", "prism", "nut")


@st.composite
def parts(draw, number: int, groups: list[str]):
    shape = draw(st.sampled_from(PLAIN))
    needed = [one for one in SHAPES[shape].parameters if one.needed and one.kind == "length"]
    return Part(
        draw(st.sampled_from([str(number), f"part {number}", f"Gelenk-{number} (ü)"])),
        shape,
        tuple((one.name, draw(sizes)) for one in needed)
        + tuple((one.name, one.default) for one in SHAPES[shape].parameters
                if one.needed and one.kind != "length"),
        tuple(draw(st.lists(moves, max_size=3))),
        draw(st.sampled_from(["", "x", "xy", "zy"])),
        tuple(draw(st.lists(repeats, max_size=2))),
        draw(st.sampled_from(["", *groups])),
        draw(st.sampled_from(["", "SeaGreen", "#112233", "#11223344", "robot"])),
        draw(st.sampled_from(["", "metal", "rubber"])),
    )  # fmt: skip


@st.composite
def bodies(draw):
    links = []
    for place in draw(st.sets(st.sampled_from([0, 1, 2, 7, "tool"]), max_size=4)):
        groups = draw(st.sampled_from([[], ["wrist"], ["wrist", "cover 2"]]))
        count = draw(st.integers(0, 4))
        members = tuple(draw(parts(k, groups)) for k in range(1, count + 1))
        drawn = (("a", draw(st.floats(-5, 5))),) if place not in (0, "tool") else ()
        placed = tuple(PartGroup(g, tuple(draw(st.lists(moves, max_size=2)))) for g in groups)
        links.append(LinkBody(place, members, placed, drawn_for=drawn))
    return Body(
        unit=draw(st.sampled_from(["m", "mm", "dm", "in"])),
        constants=(("k", draw(st.floats(-9, 9))), ("m", "k * 2"))[: draw(st.integers(0, 2))],
        links=tuple(links),
        comment=draw(st.sampled_from(["", 'says "so"', "ä\n/* no comment */"])),
    )


def readable(body: Body) -> Body | None:
    """The body as its tidy text says it, or None where its sizes make no shapes."""
    try:
        return parse_body(body_text(body)).body
    except FileErrors:
        return None


@pytest.mark.property
@examples(60)
@given(bodies())
def test_whatever_is_written_reads_back_the_same(body):
    read = readable(body)
    if read is not None:
        assert in_order(read) == in_order(body)


@pytest.mark.property
@examples(60)
@given(bodies(), bodies())
def test_any_text_can_become_any_body(before, after):
    after = replace(after, unit=before.unit)
    if readable(before) is None or readable(after) is None:
        return
    text = body_text(before)
    changed = body_text(after, text)
    assert in_order(parse_body(changed).body) == in_order(after)
    assert body_text(parse_body(changed).body, changed) == changed
    assert body_text(before, text) == text


@pytest.mark.property
@examples(150)
@given(st.text(alphabet='{}[]=" \n/*#.-+0123456789abcdeprtsxyz()', max_size=200))
def test_any_text_is_read_or_refused(text):
    with suppress(FileErrors):
        parse_body(text)


@pytest.mark.property
@examples(150)
@given(st.data())
def test_a_damaged_file_is_read_or_refused(project_root, data):
    text = (project_root / "links" / "parts" / "gearmotor.body").read_text(encoding="utf-8")
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 30))
    new = data.draw(st.sampled_from(["", "}", "{", '"', "/*", "1e999", "nan", "[", "]", "= ="]))
    with suppress(FileErrors):
        parse_body(text[:at] + new + text[at + cut :])


@pytest.mark.parametrize("label", ['"é"', "x", "7", "1.5"])
def test_a_label_of_base_or_tool_stays_as_it_is(label: str) -> None:
    text = f"base {label} {{ }} tool {label} {{ }} link 1 {{ }}"
    assert body_text(parse_body(text, "a").body, text) == text
