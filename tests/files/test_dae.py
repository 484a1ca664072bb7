"""DAE files: what they mean, and what is refused with its line."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from rvs.bodies.part_meshes import surface_meshes
from rvs.files.meshes import dae, mesh_checks
from rvs.files.meshes.companions import companions
from rvs.files.meshes.meshes import read_mesh
from rvs.files.text.errors import FileErrors
from rvs.geometry.surfaces import volume
from tests.examples import examples

CUBE = "0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1"
QUADS = ("3 2 1 0", "4 5 6 7", "0 1 5 4", "1 2 6 5", "2 3 7 6", "3 0 4 7")
SOURCE = f'<source id="s"><float_array count="24">{CUBE}</float_array></source>'
VERTICES = '<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>'
INPUT = '<input semantic="VERTEX" source="#v" offset="0"/>'
POLYLIST = (
    f'<polylist material="x">{INPUT}<vcount>4 4 4 4 4 4</vcount><p>{" ".join(QUADS)}</p></polylist>'
)
EFFECT = (
    '<library_effects><effect id="e"><profile_COMMON>{params}<technique><lambert><diffuse>{said}'
    "</diffuse></lambert></technique></profile_COMMON></effect></library_effects>"
    '<library_materials><material id="m"><instance_effect url="#e"/></material>'
    "</library_materials>"
)
BOUND = (
    "<bind_material><technique_common>"
    '<instance_material symbol="x" target="#m"/></technique_common></bind_material>'
)


def text(faces=POLYLIST, nodes=None, asset="<up_axis>Z_UP</up_axis>", more="", source=SOURCE):
    nodes = nodes or f'<node><instance_geometry url="#g">{BOUND}</instance_geometry></node>'
    return (
        f"<COLLADA><asset>{asset}</asset>{more}<library_geometries><geometry id='g'><mesh>"
        f"{source}{VERTICES}{faces}</mesh></geometry></library_geometries>"
        f"<library_visual_scenes><visual_scene id='a'>{nodes}</visual_scene>"
        "</library_visual_scenes></COLLADA>"
    )


def read(tmp_path: Path, *args, **more):
    path = tmp_path / "a.dae"
    path.write_text(text(*args, **more))
    return read_mesh(path)


def solid(found) -> float:
    return sum(volume(mesh) for _, mesh in surface_meshes(found.surface))


TRIANGLES = "".join(f" {q[0]} {q[2]} {q[4]} {q[0]} {q[4]} {q[6]}" for q in QUADS)
FORMS = {
    "polylist": POLYLIST,
    "polygons": f"<polygons>{INPUT}{''.join(f'<p>{quad}</p>' for quad in QUADS)}</polygons>",
    "triangles": f"<triangles>{INPUT}<p>{TRIANGLES}</p></triangles>",
    "fans": f"<trifans>{INPUT}{''.join(f'<p>{quad}</p>' for quad in QUADS)}</trifans>",
    "strips": f"<tristrips>{INPUT}"
    + "".join(f"<p>{q[0]} {q[2]} {q[6]} {q[4]}</p>" for q in QUADS)
    + "</tristrips>",
    "offsets": '<triangles><input semantic="NORMAL" source="#n" offset="0"/>'
    '<input semantic="VERTEX" source="#v" offset="1"/><p>'
    + " ".join(f"7 {k}" for k in TRIANGLES.split())
    + "</p></triangles>",
}


@pytest.mark.parametrize("form", FORMS)
def test_all_kinds_of_faces_close_to_the_same_cube(tmp_path, form):
    found = read(tmp_path, FORMS[form])
    assert found.surface.closed
    assert solid(found) == pytest.approx(1.0)
    assert len(found.surface.triangles) == 12
    assert found.scale == 1.0


def test_a_polygon_that_is_not_convex_keeps_its_notch(tmp_path):
    points = "0 0 0 2 0 0 2 2 0 1 0.5 0 0 2 0"
    source = f'<source id="s"><float_array>{points}</float_array></source>'
    for order in ("0 1 2 3 4", "4 3 2 1 0", "3 4 0 1 2"):
        faces = f"<polylist>{INPUT}<vcount>5</vcount><p>{order}</p></polylist>"
        found = read(tmp_path, faces, source=source)
        corners = found.surface.vertices.array[found.surface.triangles.array.astype(int)]
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        assert np.abs(across[:, 2]).sum() / 2 == pytest.approx(2.5)
        assert abs(across[:, 2].sum()) / 2 == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("asset", "box"),
    [
        ('<unit meter="0.01"/><up_axis>Z_UP</up_axis>', (0, 0, 0, 0.01, 0.02, 0.03)),
        ("<up_axis>Y_UP</up_axis>", (0, -3, 0, 1, 0, 2)),
        ("<up_axis>X_UP</up_axis>", (-3, 0, 0, 0, 2, 1)),
        ("", (0, -3, 0, 1, 0, 2)),
    ],
)
def test_units_and_the_axis_upwards(tmp_path, asset, box):
    nodes = '<node><scale>1 2 3</scale><instance_geometry url="#g"/></node>'
    assert np.allclose(read(tmp_path, nodes=nodes, asset=asset).box, box)


def test_nodes_move_one_another_and_may_mirror(tmp_path):
    nodes = (
        "<node><translate>10 0 0</translate><rotate>0 0 1 90</rotate><node>"
        "<matrix>1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</matrix><scale>-1 1 1</scale>"
        '<instance_geometry url="#g"/></node></node>'
    )
    found = read(tmp_path, nodes=nodes)
    assert np.allclose(found.box, (9, 4, 0, 10, 5, 1))
    assert found.surface.closed
    assert solid(found) == pytest.approx(1.0)


def test_colours_of_materials_and_the_mean_of_a_texture(tmp_path):
    said = "<color>1 0.5 0 1</color>"
    more = EFFECT.format(params="", said=said)
    assert read(tmp_path, more=more).surface.paints == (("#ff8000", 12),)
    Image.new("RGB", (8, 8), (0, 255, 0)).save(tmp_path / "green.png")
    params = (
        '<newparam sid="sur"><surface type="2D"><init_from>img</init_from></surface></newparam>'
        '<newparam sid="sam"><sampler2D><source>sur</source></sampler2D></newparam>'
    )
    images = '<library_images><image id="img"><init_from>{}</init_from></image></library_images>'
    more = EFFECT.format(params=params, said='<texture texture="sam" texcoord="u"/>')
    green = read(tmp_path, more=images.format("green.png") + more)
    assert green.surface.paints == (("#00ff00", 12),)
    assert companions(tmp_path / "a.dae") == (tmp_path / "green.png",)
    # A texture from elsewhere is not looked at.
    inner = tmp_path / "inner"
    inner.mkdir()
    far = read(inner, more=images.format("../green.png") + more)
    assert far.surface.paints == ()


ENTITY = '<!DOCTYPE x [<!ENTITY a "aaaa">]>'
CIRCLE = (
    '<node id="n"><instance_geometry url="#g"/><instance_node url="#k"/></node>'
    '<node id="k"><instance_node url="#n"/></node>'
)
GROWING = (
    "".join(
        f'<node id="n{k}"><instance_node url="#n{k + 1}"/><instance_node url="#n{k + 1}"/></node>'
        for k in range(40)
    )
    + '<node id="n40"><instance_geometry url="#g"/></node>'
)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (ENTITY + text(), "defines an entity"),
        ('<!DOCTYPE x SYSTEM "file:///etc/passwd">' + text(), "refers to another file"),
        (text(nodes=CIRCLE), "the nodes form a loop"),
        (text(nodes=GROWING), "more than 20,000 nodes"),
        (text(FORMS["triangles"].replace("<p>", "<p>99 ")), "there is no point 99"),
        (text(FORMS["triangles"].replace("<p>", "<p>-1 ")), "there is no point -1"),
        (text(POLYLIST.replace("4 4 4", "9 4 4")), "<vcount> gives 34 corners, but there are 24"),
        (text(POLYLIST.replace("4 4 4", "-4 4 4")), "<vcount> gives"),
        (text(source=SOURCE.replace("0 0 0 1", "nan 0 0 1")), "expected finite numbers"),
        (text(source=SOURCE.replace("0 0 0 1", "zero 0 0 1")), "numbers with blanks"),
        (text(source=SOURCE.replace("0 0 0 1", "1e300 0 0 1")), "expected finite numbers"),
        (text(nodes='<node><instance_geometry url="#none"/></node>'), "no <geometry> of that id"),
        (text(nodes='<node><instance_geometry url="http://x/a.dae#g"/></node>'), "in this file"),
        (text(nodes='<node><matrix>1 2</matrix></node>'), "expected 16 numbers, found 2"),
        (text(asset='<unit meter="0"/>'), "expected a number from"),
        (text(asset="<up_axis>UP</up_axis>"), "expected one of X_UP"),
        (text(""), "contains no triangles"),
        ("<robot/>", "is not a DAE file: expected <COLLADA>"),
        ("COLLADA", "is not XML"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(tmp_path, said, words):
    path = tmp_path / "bad.dae"
    path.write_text(said)
    with pytest.raises(FileErrors) as caught:
        read_mesh(path)
    (error,) = caught.value.errors
    assert words in error.message
    assert error.path == str(path)


def test_the_line_of_an_error_is_said(tmp_path):
    path = tmp_path / "bad.dae"
    path.write_text(text(nodes="\n\n<node><matrix>1</matrix></node>"))
    with pytest.raises(FileErrors) as caught:
        read_mesh(path)
    assert (caught.value.errors[0].line, caught.value.errors[0].column) == (3, 7)


def test_copies_of_a_mesh_count(tmp_path, monkeypatch):
    monkeypatch.setattr(dae, "MOST_TRIANGLES", 30)
    path = tmp_path / "many.dae"
    path.write_text(text(nodes='<node><instance_geometry url="#g"/></node>' * 3))
    with pytest.raises(FileErrors, match="contains 36 triangles"):
        read_mesh(path)
    monkeypatch.setattr(dae, "MOST_TRIANGLES", 10)
    path.write_text(text() + " ")
    with pytest.raises(FileErrors, match="contains 12 triangles"):
        read_mesh(path)
    assert mesh_checks.MOST_TRIANGLES == 2_000_000


WHOLE = text(
    nodes='<node id="n"><translate>1 2 3</translate><instance_geometry url="#g"/></node>',
    more=EFFECT.format(params="", said="<color>1 0 0 1</color>"),
)


@pytest.mark.property
@examples(150)
@given(
    st.integers(0, len(WHOLE) - 1),
    st.integers(0, 60),
    st.text('<>/"=#0123456789-e.xsvgnm ', max_size=12),
)
def test_a_damaged_file_is_read_or_refused_and_nothing_else(at, count, put):
    damaged = WHOLE[:at] + put + WHOLE[at + count :]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            soup = dae.read(damaged.encode(), Path("damaged.dae"))
        except FileErrors:
            return
    vertices, triangles, _ = soup.whole()
    assert np.isfinite(vertices).all()
    assert not len(triangles) or 0 <= triangles.min() <= triangles.max() < len(vertices)


def test_the_picture_of_a_material_is_the_last_word_of_its_line(tmp_path):
    for name in ("a.png", "b.png"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "a.mtl").write_text(
        "newmtl x\n\tmap_Kd -s 1 1 1 a.png \r\nmap_Kd b.png\nmap_Kd  \n"
    )
    (tmp_path / "a.obj").write_text("mtllib a.mtl\n")
    assert [one.name for one in companions(tmp_path / "a.obj")] == ["a.mtl", "a.png", "b.png"]
