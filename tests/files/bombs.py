"""Files that ask for far more than they are: one for each way that is known, of any size.

``python tests/files/bombs.py FOLDER`` writes all of them in full size, which
``python tools/try_files.py FOLDER`` then opens.
"""

from __future__ import annotations

import json
import struct
import sys
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

Bomb = Callable[[Path, int], Path]
# Each by its name: what writes it and its full size.
BOMBS: dict[str, tuple[Bomb, int]] = {}


def bomb(size: int) -> Callable[[Bomb], Bomb]:
    """Return what adds a function to the table, with the size at which it once did harm."""

    def added(make: Bomb) -> Bomb:
        BOMBS[make.__name__.strip("_")] = make, size
        return make

    return added


def written(folder: Path, name: str, text: str | bytes) -> Path:
    """Write a file and return its path."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def stl(triangles: int, corners: np.ndarray | None = None) -> bytes:
    """Return a binary STL file of so many triangles, small ones where no corners are given."""
    rows = np.zeros(triangles, [("n", "<f4", 3), ("p", "<f4", 9), ("a", "<u2")])
    if corners is None:
        corners = np.random.default_rng(1).random((triangles, 9))
    rows["p"] = corners.reshape(-1, 9)
    return bytes(80) + struct.pack("<I", triangles) + rows.tobytes()


def png(side: int, depth: int = 8) -> bytes:
    """Return a picture of one colour, a few kilobytes whatever its side."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", side, side, depth, 6, 0, 0, 0)
    packer = zlib.compressobj(9)
    row = bytes(1 + side * 4 * depth // 8)
    data = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


# URDF

ARM = (
    '<link name="a"/><link name="b">{}</link>'
    '<joint name="j" type="revolute"><parent link="a"/><child link="b"/>'
    '<limit lower="-1" upper="1" velocity="1" effort="1"/></joint>'
)
VISUAL = "<visual><geometry>{}</geometry></visual>"


@bomb(20_000)
def urdf_visuals(folder: Path, size: int) -> Path:
    visual = VISUAL.format('<box size="1 1 1"/>')
    return written(folder, "visuals.urdf", f'<robot name="r">{ARM.format(visual * size)}</robot>')


@bomb(130_000)
def urdf_spheres(folder: Path, size: int) -> Path:
    visual = VISUAL.format('<sphere radius="1"/>')
    return written(folder, "spheres.urdf", f'<robot name="r">{ARM.format(visual * size)}</robot>')


@bomb(100_000)
def urdf_missing_meshes(folder: Path, size: int) -> Path:
    visuals = "".join(
        VISUAL.format(f'<mesh filename="package://p/m{k}.stl"/>') for k in range(size)
    )
    return written(folder, "missing.urdf", f'<robot name="r">{ARM.format(visuals)}</robot>')


@bomb(400_000)
def urdf_meshes(folder: Path, size: int) -> Path:
    """Many large meshes, each different."""
    inner = folder / "large"
    inner.mkdir()
    count = max(1, size // 4000)
    for k in range(count):
        (inner / f"m{k}.stl").write_bytes(stl(size))
    visuals = "".join(VISUAL.format(f'<mesh filename="m{k}.stl"/>') for k in range(count))
    return written(inner, "meshes.urdf", f'<robot name="r">{ARM.format(visuals)}</robot>')


@bomb(20_000)
def urdf_one_mesh(folder: Path, size: int) -> Path:
    inner = folder / "one"
    inner.mkdir()
    (inner / "m.stl").write_bytes(stl(20_000))
    visuals = VISUAL.format('<mesh filename="m.stl"/>') * size
    return written(inner, "one_mesh.urdf", f'<robot name="r">{ARM.format(visuals)}</robot>')


@bomb(3_000_000)
def urdf_attributes(folder: Path, size: int) -> Path:
    words = " ".join(f'a{k:x}=""' for k in range(size))
    return written(folder, "attributes.urdf", f'<robot name="r"><link name="a" {words}/></robot>')


@bomb(16_000_000)
def urdf_long_name(folder: Path, size: int) -> Path:
    name = "n" * size
    return written(folder, "long_name.urdf", f'<robot name="{name}">{ARM.format("")}</robot>')


@bomb(4_000_000)
def urdf_comments(folder: Path, size: int) -> Path:
    return written(folder, "comments.urdf", f'<robot name="r">{"<!---->" * size}</robot>')


@bomb(390_000)
def urdf_unknown(folder: Path, size: int) -> Path:
    words = "".join(f"<e{k:x}/>" for k in range(size))
    return written(folder, "unknown.urdf", f'<robot name="r">{words}{ARM.format("")}</robot>')


@bomb(30_000)
def urdf_chars(folder: Path, size: int) -> Path:
    """Text in very many pieces."""
    return written(folder, "pieces.urdf", f'<robot name="r">{"&amp;" * size * 200}</robot>')


@bomb(1_900)
def urdf_wrong_parents(folder: Path, size: int) -> Path:
    links = "".join(f'<link name="link_number_{k}"/>' for k in range(size))
    joints = "".join(
        f'<joint name="j{k}" type="fixed"><parent link="lonk_nomber_{k}"/>'
        f'<child link="lank_nimber_{k}"/></joint>'
        for k in range(size)
    )
    return written(folder, "parents.urdf", f'<robot name="r">{links}{joints}</robot>')


@bomb(190_000)
def urdf_joints(folder: Path, size: int) -> Path:
    joints = "".join(
        f'<joint name="k{k}" type="fixed"><parent link="a"/><child link="a"/></joint>'
        for k in range(size // 2)
    )
    return written(folder, "joints.urdf", f'<robot name="r">{ARM.format("")}{joints}</robot>')


@bomb(1_990)
def urdf_chain(folder: Path, size: int) -> Path:
    links = "".join(f'<link name="l{k}"/>' for k in range(size))
    joints = "".join(
        f'<joint name="j{k}" type="{"fixed" if k % 40 else "revolute"}"><parent link="l{k}"/>'
        f'<child link="l{k + 1}"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint>'
        for k in range(size - 1)
    )
    return written(folder, "chain.urdf", f'<robot name="r">{links}{joints}</robot>')


@bomb(1_990)
def urdf_star(folder: Path, size: int) -> Path:
    links = "".join(f'<link name="l{k}"/>' for k in range(size))
    joints = "".join(
        f'<joint name="j{k}" type="revolute"><parent link="l0"/>'
        f'<child link="l{k + 1}"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint>'
        for k in range(size - 1)
    )
    return written(folder, "star.urdf", f'<robot name="r">{links}{joints}</robot>')


@bomb(1_990)
def urdf_comb(folder: Path, size: int) -> Path:
    """A long chain with a branch at each link."""
    half = size // 2
    links = "".join(f'<link name="l{k}"/><link name="b{k}"/>' for k in range(half))
    limit = '<limit lower="-1" upper="1" velocity="1" effort="1"/>'
    joints = "".join(
        f'<joint name="c{k}" type="revolute"><parent link="l{k}"/><child link="b{k}"/>{limit}'
        "</joint>"
        for k in range(half)
    ) + "".join(
        f'<joint name="j{k}" type="fixed"><parent link="l{k}"/><child link="l{k + 1}"/></joint>'
        for k in range(half - 1)
    )
    return written(folder, "comb.urdf", f'<robot name="r">{links}{joints}</robot>')


@bomb(120_000)
def urdf_materials(folder: Path, size: int) -> Path:
    words = "".join(
        f'<material name="m{k}"><color rgba="1 0 0 1"/></material>' for k in range(size)
    )
    return written(folder, "materials.urdf", f'<robot name="r">{words}{ARM.format("")}</robot>')


@bomb(15_000_000)
def urdf_number(folder: Path, size: int) -> Path:
    shape = '<geometry><box size="1 1 1"/></geometry>'
    visual = f'<visual><origin xyz="0.{"1" * size} 0 0"/>{shape}</visual>'
    return written(folder, "number.urdf", f'<robot name="r">{ARM.format(visual)}</robot>')


@bomb(8_000_000)
def urdf_many_numbers(folder: Path, size: int) -> Path:
    visual = (
        f'<visual><origin xyz="{"1 " * size}"/><geometry><box size="1 1 1"/></geometry></visual>'
    )
    return written(folder, "numbers.urdf", f'<robot name="r">{ARM.format(visual)}</robot>')


@bomb(10_000)
def urdf_encodings(folder: Path, size: int) -> Path:
    text = '<?xml version="1.0" encoding="gb2312"?><robot name="r">' + "\u4e2d" * size * 1000
    return written(folder, "encoding.urdf", text.encode("gb18030"))


# XACRO

XACRO = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">{}</robot>'


@bomb(100_000_000)
def xacro_long_name(folder: Path, size: int) -> Path:
    words = f"""<link name="${{'x'*{size}}}"/>"""
    return written(folder, "long_name.xacro", XACRO.format(words))


@bomb(18)
def xacro_doubling(folder: Path, size: int) -> Path:
    macros = '<xacro:macro name="m0"><link name="a"/></xacro:macro>' + "".join(
        f'<xacro:macro name="m{k + 1}"><xacro:m{k}/><xacro:m{k}/></xacro:macro>'
        for k in range(size)
    )
    return written(folder, "doubling.xacro", XACRO.format(f"{macros}<xacro:m{size}/>"))


@bomb(30)
def xacro_doubling_text(folder: Path, size: int) -> Path:
    words = '<xacro:property name="p0" value="xxxxxxxxxx"/>' + "".join(
        f'<xacro:property name="p{k + 1}" value="${{p{k}}}${{p{k}}}"/>' for k in range(size)
    )
    return written(
        folder, "doubling_text.xacro", XACRO.format(f'{words}<link name="${{p{size}}}"/>')
    )


@bomb(9)
def xacro_power(folder: Path, size: int) -> Path:
    return written(folder, "power.xacro", XACRO.format(f'<link name="${{9**9**{size}}}"/>'))


@bomb(10_000_000)
def xacro_range(folder: Path, size: int) -> Path:
    words = f'<link name="${{[x for x in range({size})][0]}}"/>'
    words += f'<link name="${{sum(range({size}*100))}}"/>'
    return written(folder, "range.xacro", XACRO.format(words))


@bomb(600)
def xacro_includes(folder: Path, size: int) -> Path:
    inner = folder / "including"
    inner.mkdir()
    links = "".join(f'<link name="l{k}" a="{"x" * 1000}"/>' for k in range(3000))
    written(inner, "b.xacro", XACRO.format(links))
    includes = '<xacro:include filename="b.xacro"/>' * size
    return written(inner, "includes.xacro", XACRO.format(includes))


@bomb(90_000)
def xacro_elements(folder: Path, size: int) -> Path:
    return written(folder, "elements.xacro", XACRO.format('<link name="${1}"/>' * size))


# MJCF

MJCF = "<mujoco>{}<worldbody>{}</worldbody></mujoco>"
BODY = '<body name="b"><joint name="j"/>{}</body>'
GEOM = '<geom size="1"/>'


@bomb(2_000)
def mjcf_replicate(folder: Path, size: int) -> Path:
    inner = f'<replicate count="{size}" offset="1 0 0" euler="0 0 1">{GEOM}</replicate>'
    return written(folder, "replicate.xml", MJCF.format("", BODY.format(inner)))


@bomb(600)
def mjcf_replicates(folder: Path, size: int) -> Path:
    inner = f'<replicate count="{size}"><replicate count="{size}">{GEOM}</replicate></replicate>'
    return written(folder, "replicates.xml", MJCF.format("", BODY.format(inner)))


@bomb(200)
def mjcf_replicated_frames(folder: Path, size: int) -> Path:
    inner = GEOM
    for _ in range(size // 10):
        inner = f'<replicate count="1" offset="1 0 0">{inner}</replicate>'
    inner = f'<replicate count="{10 * size}">{inner}</replicate>' * 5
    return written(folder, "frames.xml", MJCF.format("", BODY.format(inner)))


@bomb(390_000)
def mjcf_includes(folder: Path, size: int) -> Path:
    inner = folder / "included"
    inner.mkdir()
    written(inner, "incB.xml", f"<mujocoinclude>{'<a/>' * size}</mujocoinclude>")
    return written(inner, "incA.xml", MJCF.format("", '<include file="incB.xml"/>' * 49))


@bomb(120_000)
def mjcf_geoms(folder: Path, size: int) -> Path:
    return written(folder, "geoms.xml", MJCF.format("", BODY.format(GEOM * size)))


@bomb(390_000)
def mjcf_geoms_plain(folder: Path, size: int) -> Path:
    return written(folder, "geoms_plain.xml", MJCF.format("", BODY.format("<geom/>" * size)))


@bomb(150_000)
def mjcf_joints(folder: Path, size: int) -> Path:
    joints = '<joint pos="0 0 1"/>' * size
    return written(folder, "joints.xml", MJCF.format("", BODY.format(GEOM + joints)))


@bomb(190_000)
def mjcf_actuators(folder: Path, size: int) -> Path:
    motors = '<motor joint="j"/>' * size
    words = f"<actuator>{motors}</actuator>"
    return written(folder, "actuators.xml", MJCF.format(words, BODY.format(GEOM)))


@bomb(600)
def mjcf_defaults(folder: Path, size: int) -> Path:
    said = " ".join(f'a{k}="0"' for k in range(size))
    inner = "".join(f'<default class="c{k}"/>' for k in range(size))
    return written(
        folder,
        "defaults.xml",
        MJCF.format(f"<default><geom {said}/>{inner}</default>", BODY.format(GEOM)),
    )


@bomb(100_000)
def mjcf_wide_default(folder: Path, size: int) -> Path:
    said = " ".join(f'a{k}="0"' for k in range(size))
    return written(
        folder,
        "wide_default.xml",
        MJCF.format(f"<default><geom {said}/></default>", BODY.format("<geom/>" * size)),
    )


@bomb(190)
def mjcf_deep(folder: Path, size: int) -> Path:
    inner = GEOM
    for k in range(size):
        inner = f'<body name="b{k}"><joint name="j{k}"/>{inner}{GEOM * 200}</body>'
    return written(folder, "deep.xml", MJCF.format("", inner))


@bomb(400_000)
def mjcf_inline_mesh(folder: Path, size: int) -> Path:
    points = " ".join(f"{x:.6f}" for x in np.random.default_rng(1).standard_normal(3 * size))
    asset = f'<asset><mesh name="m" vertex="{points}"/></asset>'
    geom = '<geom type="mesh" mesh="m"/>' * 2_000
    return written(folder, "inline.xml", MJCF.format(asset, BODY.format(geom)))


@bomb(200_000)
def mjcf_sphere_hull(folder: Path, size: int) -> Path:
    """Points of which every one is a corner of the hull."""
    points = np.random.default_rng(1).standard_normal((size, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    said = " ".join(f"{x:.8f}" for x in points.ravel())
    asset = f'<asset><mesh name="m" inertia="convex" vertex="{said}"/></asset>'
    return written(
        folder, "hull.xml", MJCF.format(asset, BODY.format('<geom type="mesh" mesh="m"/>'))
    )


@bomb(490_000)
def mjcf_convex_file(folder: Path, size: int) -> Path:
    """A sphere of triangles whose mass is that of its hull."""
    inner = folder / "convex"
    inner.mkdir()
    ways = np.random.default_rng(1).standard_normal((2 * size, 3, 3))
    corners = ways / np.linalg.norm(ways, axis=2)[:, :, None]
    (inner / "m.stl").write_bytes(stl(2 * size, corners))
    asset = '<asset><mesh name="m" file="m.stl" inertia="convex"/></asset>'
    geom = '<geom type="mesh" mesh="m"/>'
    return written(inner, "convex.xml", MJCF.format(asset, BODY.format(geom)))


@bomb(100_000)
def mjcf_frames(folder: Path, size: int) -> Path:
    """Poses that differ, with nothing in them to be seen."""
    inner = "".join(
        f'<frame euler="{k * 1e-3} 1 2"><frame axisangle="0 0 1 {k}"><site/></frame></frame>'
        for k in range(size)
    )
    return written(folder, "poses.xml", MJCF.format("", BODY.format(inner)))


@bomb(3_000)
def mjcf_mesh_geoms(folder: Path, size: int) -> Path:
    inner = folder / "mesh_geoms"
    inner.mkdir()
    (inner / "m.stl").write_bytes(stl(100 * size))
    asset = '<asset><mesh name="m" file="m.stl"/></asset>'
    geom = '<geom type="mesh" mesh="m"/>' * size
    return written(inner, "mesh_geoms.xml", MJCF.format(asset, BODY.format(geom)))


@bomb(60)
def mjcf_mesh_assets(folder: Path, size: int) -> Path:
    inner = folder / "mesh_assets"
    inner.mkdir()
    for k in range(size):
        (inner / f"m{k}.stl").write_bytes(stl(6_000 * size + k))
    asset = "".join(f'<mesh name="m{k}" file="m{k}.stl"/>' for k in range(size))
    geom = "".join(f'<geom type="mesh" mesh="m{k}"/>' for k in range(size))
    return written(
        inner, "mesh_assets.xml", MJCF.format(f"<asset>{asset}</asset>", BODY.format(geom))
    )


@bomb(7_000)
def mjcf_textures(folder: Path, size: int) -> Path:
    inner = folder / "textures"
    inner.mkdir()
    (inner / "t.png").write_bytes(png(size))
    asset = (
        '<asset><texture name="t" type="2d" file="t.png"/><material name="m" texture="t"/></asset>'
    )
    geom = '<geom size="1" material="m"/>' * 1_000
    return written(inner, "textures.xml", MJCF.format(asset, BODY.format(geom)))


@bomb(1_000_000)
def mjcf_key(folder: Path, size: int) -> Path:
    key = f'<keyframe><key name="home" qpos="{"1 " * size * 5}"/></keyframe>'
    return written(folder, "key.xml", MJCF.format(key, BODY.format(GEOM)))


# SDF

SDF = '<sdf version="1.9"><model name="m">{}</model></sdf>'
SDF_ARM = (
    '<link name="a"/><link name="b">{}</link><joint name="j" type="revolute"><parent>a</parent>'
    "<child>b</child><axis><xyz>0 0 1</xyz></axis></joint>"
)


@bomb(190)
def sdf_nested(folder: Path, size: int) -> Path:
    name = "n" * (30_000_000 // size)
    inner = SDF_ARM.format("")
    for k in range(size):
        inner = f'<model name="{name if k else "m"}">{inner}</model>'
    return written(folder, "nested.sdf", SDF.format(inner))


@bomb(90_000)
def sdf_models(folder: Path, size: int) -> Path:
    models = "".join(f'<model name="m{k}"><link name="l"/></model>' for k in range(size))
    return written(folder, "models.sdf", SDF.format(SDF_ARM.format("") + models))


@bomb(60_000)
def sdf_frames(folder: Path, size: int) -> Path:
    frames = "".join(
        f'<frame name="f{k}" attached_to="f{k + 1}"><pose>1 0 0 0 0 0</pose></frame>'
        for k in range(size)
    )
    joints = '<joint name="x" type="fixed"><parent>f0</parent><child>f1</child></joint>'
    return written(folder, "frames.sdf", SDF.format(SDF_ARM.format("") + frames + joints))


@bomb(60_000)
def sdf_wrong_names(folder: Path, size: int) -> Path:
    frames = "".join(f'<frame name="frame_number_{k}"/>' for k in range(size))
    joints = "".join(
        f'<joint name="x{k}" type="fixed"><parent>frome_nomber_{k}</parent>'
        f"<child>frime_nimber_{k}</child></joint>"
        for k in range(200)
    )
    return written(folder, "wrong_names.sdf", SDF.format(SDF_ARM.format("") + frames + joints))


@bomb(1_900)
def sdf_links(folder: Path, size: int) -> Path:
    links = "".join(f'<link name="l{k}"/>' for k in range(size))
    joints = "".join(
        f'<joint name="k{k}" type="fixed"><parent>a</parent><child>l{k}</child></joint>'
        for k in range(size)
    )
    return written(folder, "links.sdf", SDF.format(SDF_ARM.format("") + links + joints))


@bomb(100_000)
def sdf_joints(folder: Path, size: int) -> Path:
    joints = "".join(
        f'<joint name="k{k}" type="fixed"><parent>a</parent><child>b</child></joint>'
        for k in range(size)
    )
    return written(folder, "joints.sdf", SDF.format(SDF_ARM.format("") + joints))


@bomb(90_000)
def sdf_visuals(folder: Path, size: int) -> Path:
    visual = "<visual name='v'><geometry><sphere><radius>1</radius></sphere></geometry></visual>"
    return written(folder, "visuals.sdf", SDF.format(SDF_ARM.format(visual * size)))


# meshes


@bomb(20_000_000)
def gltf_accessor(folder: Path, size: int) -> Path:
    accessors = [
        {"componentType": 5126, "count": size, "type": "MAT4"},
        {"componentType": 5125, "count": 3, "type": "SCALAR"},
    ]
    return written(folder, "accessor.gltf", gltf(accessors, [[0, 1]]))


@bomb(7_000_000)
def gltf_position(folder: Path, size: int) -> Path:
    accessors = [{"componentType": 5126, "count": size, "type": "VEC3"}]
    return written(folder, "position.gltf", gltf(accessors, [[0, None]]))


@bomb(60_000)
def gltf_primitives(folder: Path, size: int) -> Path:
    accessors = [
        {"componentType": 5126, "count": 3, "type": "VEC3"},
        {"componentType": 5125, "count": 3, "type": "SCALAR"},
    ]
    return written(folder, "prims.gltf", gltf(accessors, [[0, 1]] * size))


@bomb(19_000)
def gltf_nodes(folder: Path, size: int) -> Path:
    """A small mesh among many points, shown very often."""
    accessors = [
        {"componentType": 5126, "count": 900_000, "type": "VEC3"},
        {"componentType": 5125, "count": 3, "type": "SCALAR"},
    ]
    nodes = [{"mesh": 0} for _ in range(size)]
    return written(folder, "nodes.gltf", gltf(accessors, [[0, 1]], nodes))


@bomb(19_000)
def gltf_deep_nodes(folder: Path, size: int) -> Path:
    accessors = [{"componentType": 5126, "count": 3, "type": "VEC3"}]
    nodes: list[dict[str, object]] = [{"children": [k + 1], "mesh": 0} for k in range(size - 1)]
    return written(folder, "deep_nodes.gltf", gltf(accessors, [[0, None]], [*nodes, {"mesh": 0}]))


@bomb(13_000)
def gltf_texture(folder: Path, size: int) -> Path:
    (folder / "gltf.png").write_bytes(png(size))
    accessors = [{"componentType": 5126, "count": 3, "type": "VEC3"}]
    more = {
        "images": [{"uri": "gltf.png"}],
        "textures": [{"source": 0}],
        "materials": [
            {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}} for _ in range(100)
        ],
    }
    said = json.loads(gltf(accessors, [[0, None]] * 100)) | more
    for k, one in enumerate(said["meshes"][0]["primitives"]):
        one["material"] = k
    return written(folder, "texture.gltf", json.dumps(said))


def gltf(
    accessors: list[dict[str, object]],
    primitives: list[list[int | None]],
    nodes: list[dict[str, object]] | None = None,
) -> str:
    """Return a glTF file of one mesh."""
    made = [
        {"attributes": {"POSITION": p}, **({} if i is None else {"indices": i})}
        for p, i in primitives
    ]
    return json.dumps(
        {
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [
                {
                    "nodes": [0]
                    if nodes is None or "children" in nodes[0]
                    else list(range(len(nodes)))
                }
            ],
            "nodes": nodes or [{"mesh": 0}],
            "meshes": [{"primitives": made}],
            "accessors": accessors,
        }
    )


def _buffered(triangles: int, buffers: int) -> str:
    """A scene whose every triangle lies in a buffer of its own, all of them one file."""
    each = [*range(triangles)]
    return json.dumps(
        {
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": each}],
            "nodes": [{"mesh": k} for k in each],
            "meshes": [{"primitives": [{"attributes": {"POSITION": k}}]} for k in each],
            "accessors": [
                {"bufferView": k, "componentType": 5126, "type": "VEC3", "count": 3} for k in each
            ],
            "bufferViews": [{"buffer": k, "byteLength": 36} for k in each],
            "buffers": [{"byteLength": buffers, "uri": "b.bin"} for _ in each],
        }
    )


@bomb(20_000)
def gltf_buffers(folder: Path, size: int) -> Path:
    """A scene of very many buffers."""
    written(folder, "b.bin", stl(100 * size))
    return written(folder, "buffers.gltf", _buffered(size, 5_000 * size))


@bomb(3_000)
def gltf_one_buffer(folder: Path, size: int) -> Path:
    """Very many scenes, each small, of one large buffer."""
    inner = folder / "scenes"
    inner.mkdir()
    written(inner, "b.bin", stl(300 * size))
    for k in range(size):
        written(inner, f"g{k}.gltf", _buffered(1, 15_000 * size))
    words = "".join(
        f'thing t{k} {{ kind = mesh file = "g{k}.gltf" box = [ 0 0 0 1 1 1 ] }}\n'
        for k in range(size)
    )
    return written(inner, "scenes.rvs", words)


@bomb(1_990_000)
def obj_triangles(folder: Path, size: int) -> Path:
    points = np.random.default_rng(1).random((size // 2, 3))
    text = "".join(f"v {x:.5f} {y:.5f} {z:.5f}\n" for x, y, z in points)
    faces = "".join(f"f {k} {k + 1} {k + 2}\n" for k in range(1, size // 2 - 2)) * 2
    return written(folder, "triangles.obj", text + faces)


@bomb(10_000_000)
def obj_points(folder: Path, size: int) -> Path:
    return written(folder, "points.obj", "v 0.123 1.5 1e-3\n" * size + "f 1 2 3\n")


@bomb(3_000_000)
def obj_polygon(folder: Path, size: int) -> Path:
    words = " ".join(str(k % 3 + 1) for k in range(size * 5))
    return written(folder, "polygon.obj", f"v 0 0 0\nv 1 0 0\nv 0 1 0\nf {words}\n")


@bomb(60_000)
def obj_materials(folder: Path, size: int) -> Path:
    library = "".join(f"newmtl m{k}\nKd 1 0 0\n" for k in range(size))
    written(folder, "materials.mtl", library)
    faces = "".join(f"usemtl m{k}\nf 1 2 3\n" for k in range(size))
    return written(folder, "mtl.obj", f"mtllib materials.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\n{faces}")


@bomb(900_000)
def obj_groups(folder: Path, size: int) -> Path:
    faces = "".join(f"g g{k}\no o{k}\nf 1 2 3\n" for k in range(size))
    return written(folder, "groups.obj", f"v 0 0 0\nv 1 0 0\nv 0 1 0\n{faces}")


@bomb(13_000)
def obj_texture(folder: Path, size: int) -> Path:
    (folder / "obj.png").write_bytes(png(size))
    written(folder, "texture.mtl", "newmtl m\nmap_Kd obj.png\n")
    return written(
        folder,
        "texture.obj",
        "mtllib texture.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n",
    )


@bomb(7_000)
def obj_textures(folder: Path, size: int) -> Path:
    """Many materials with one large texture."""
    (folder / "objs.png").write_bytes(png(size))
    library = "".join(f"newmtl m{k}\nmap_Kd objs.png\n" for k in range(200))
    written(folder, "textures.mtl", library)
    faces = "".join(f"usemtl m{k}\nf 1/1 2/1 3/1\n" for k in range(200))
    return written(
        folder,
        "textures.obj",
        f"mtllib textures.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n{faces}",
    )


@bomb(5_000_000)
def obj_libraries(folder: Path, size: int) -> Path:
    return written(
        folder, "libraries.obj", "mtllib none.mtl\n" * size + "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
    )


@bomb(1_990_000)
def stl_binary(folder: Path, size: int) -> Path:
    return written(folder, "binary.stl", stl(size))


FACET = (
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
)


@bomb(1_990_000)
def stl_text(folder: Path, size: int) -> Path:
    return written(folder, "text.stl", f"solid a\n{FACET * size}endsolid a\n")


@bomb(20_000_000)
def stl_vertices(folder: Path, size: int) -> Path:
    words = (
        f"solid a\nfacet normal 0 0 1\nouter loop\n{'vertex 0 0 0 ' * size}\nendloop\nendfacet\n"
    )
    return written(folder, "vertices.stl", words)


@bomb(300_000)
def stl_solids(folder: Path, size: int) -> Path:
    return written(folder, "solids.stl", f"solid a\n{FACET}endsolid a\n" * size)


@bomb(6_000_000)
def msh_points(folder: Path, size: int) -> Path:
    points = np.random.default_rng(1).standard_normal((size, 3)).astype("<f4")
    points /= np.linalg.norm(points, axis=1)[:, None]
    return written(folder, "points.msh", struct.pack("<4i", size, 0, 0, 0) + points.tobytes())


DAE = (
    '<COLLADA><library_geometries><geometry id="g"><mesh><source id="p">'
    '<float_array id="f" count="0">{}</float_array></source><vertices id="v">'
    '<input semantic="POSITION" source="#p"/></vertices>{}</mesh></geometry></library_geometries>'
    '<library_visual_scenes><visual_scene id="s">{}</visual_scene></library_visual_scenes>'
    "</COLLADA>"
)
TRIANGLE = '<triangles><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>'
SHOWN = '<node><instance_geometry url="#g"/></node>'
CORNERS = "0 0 0 1 0 0 0 1 0 "


@bomb(5_000)
def dae_many(folder: Path, size: int) -> Path:
    points = CORNERS * 300_000
    return written(folder, "manybig.dae", DAE.format(points, TRIANGLE, SHOWN * size))


@bomb(100_000_000)
def dae_points(folder: Path, size: int) -> Path:
    return written(folder, "points.dae", DAE.format("1 " * size, TRIANGLE, SHOWN))


@bomb(90_000)
def dae_patches(folder: Path, size: int) -> Path:
    return written(folder, "patches.dae", DAE.format(CORNERS, TRIANGLE * size, SHOWN))


@bomb(19_000)
def dae_moves(folder: Path, size: int) -> Path:
    library = f'<node id="n">{"<translate>1 0 0</translate>" * size}</node>'
    again = '<node><instance_node url="#n"/></node>' * (size // 2)
    shown = f"{library}{again}{SHOWN}"
    return written(folder, "moves.dae", DAE.format(CORNERS, TRIANGLE, shown))


@bomb(20)
def dae_doubling(folder: Path, size: int) -> Path:
    nodes = SHOWN.replace("<node>", '<node id="n0">')
    for k in range(size):
        inner = f'<instance_node url="#n{k}"/>' * 2
        nodes += f'<node id="n{k + 1}">{inner}</node>'
    return written(folder, "doubling.dae", DAE.format(CORNERS, TRIANGLE, nodes))


@bomb(1_000_000)
def dae_polygon(folder: Path, size: int) -> Path:
    angle = np.linspace(0, 2 * np.pi, size, endpoint=False)
    radius = np.where(np.arange(size) % 2, 1.0, 0.5)
    points = " ".join(
        f"{x:.6f} {y:.6f} 0"
        for x, y in zip(radius * np.cos(angle), radius * np.sin(angle), strict=True)
    )
    polygon = (
        '<polygons><input semantic="VERTEX" source="#v" offset="0"/>'
        f"<p>{' '.join(map(str, range(size)))}</p></polygons>"
    )
    return written(folder, "polygon.dae", DAE.format(points, polygon, SHOWN))


@bomb(60_000)
def dae_materials(folder: Path, size: int) -> Path:
    bound = "".join(f'<instance_material symbol="s{k}" target="#m{k}"/>' for k in range(size // 10))
    parts = "".join(
        TRIANGLE.replace("<triangles", f'<triangles material="s{k}"') for k in range(size)
    )
    shown = (
        '<node><instance_geometry url="#g"><bind_material><technique_common>'
        f"{bound}</technique_common></bind_material></instance_geometry></node>"
    )
    return written(folder, "materials.dae", DAE.format(CORNERS, parts, shown))


# scripts

LINK_PY = "from roboticstoolbox import DHRobot, RevoluteDH\n"


@bomb(10)
def py_lists(folder: Path, size: int) -> Path:
    rows = "".join(f"a{k + 1} = [a{k}] * 10\n" for k in range(size))
    return written(
        folder, "lists.py", f"a0 = [1.0] * 10\n{rows}b = a{size} == a{size}\nDHRobot([])"
    )


@bomb(10)
def py_arrays(folder: Path, size: int) -> Path:
    rows = "".join(f"a{k + 1} = [{', '.join([f'a{k}'] * 10)}]\n" for k in range(size))
    return written(
        folder, "arrays.py", f"import numpy as np\na0 = [1.0]\n{rows}b = np.array(a{size})\n"
    )


@bomb(99_999)
def py_outer(folder: Path, size: int) -> Path:
    words = (
        f"import numpy as np\na = np.arange({size})\nb = a[:, None] * a[None, :]\nc = np.diag(a)\n"
    )
    more = "d = np.outer(a, a)\ne = np.kron(a, a)\nf = a.reshape(-1, 1) @ a.reshape(1, -1)\n"
    return written(folder, "outer.py", words + more)


@bomb(30_000)
def py_kept(folder: Path, size: int) -> Path:
    """Very many arrays, each as large as one may be."""
    words = "import numpy as np\nL = []\nfor k in range(30000):\n    L.append(np.zeros(99999))\n"
    rows = "".join(f"x{k} = np.zeros(99999)\n" for k in range(size))
    return written(folder, "kept.py", words + rows)


@bomb(30_000)
def py_texts(folder: Path, size: int) -> Path:
    rows = "".join(f"x{k} = s + s\n" for k in range(size))
    return written(folder, "texts.py", f"s = 'x'\n{'s = s + s' + chr(10)}" * 16 + rows)


@bomb(400_000)
def py_deep(folder: Path, size: int) -> Path:
    return written(folder, "deep.py", "x = " + "[" * size + "]" * size)


@bomb(200_000)
def py_minus(folder: Path, size: int) -> Path:
    return written(folder, "minus.py", "x = " + "-" * size + "1")


@bomb(200_000)
def py_sum(folder: Path, size: int) -> Path:
    return written(folder, "sum.py", "x = " + "1+" * size + "1")


@bomb(60_000)
def py_functions(folder: Path, size: int) -> Path:
    rows = "def f0(x): return x\n" + "".join(
        f"def f{k + 1}(x): return f{k}(x) + f{k}(x)\n" for k in range(25)
    )
    return written(folder, "functions.py", rows + "y = f25(1)\n" * (size // 4))


@bomb(60_000)
def py_unknown(folder: Path, size: int) -> Path:
    """Every statement forgets all names."""
    rows = "".join(f"x{k} = 1\n" for k in range(size // 2)) + "eval(z)\n" * (size // 2)
    return written(folder, "unknown.py", rows)


@bomb(60_000)
def py_links(folder: Path, size: int) -> Path:
    row = ", ".join(["RevoluteDH(a=1)"] * size)
    return written(folder, "links.py", f"{LINK_PY}r = DHRobot([{row}])\n")


@bomb(30_000)
def py_robots(folder: Path, size: int) -> Path:
    rows = "".join(f"r{k} = DHRobot([RevoluteDH()])\n" for k in range(size))
    return written(folder, "robots.py", LINK_PY + rows)


@bomb(300)
def py_nested_if(folder: Path, size: int) -> Path:
    """Branches that can't be decided, walked at each level."""
    depth = min(size, 90)
    lines = [f"{' ' * k}if z{k}:" for k in range(depth)] + [f"{' ' * depth}x = 1"]
    return written(folder, "nested_if.py", "\n".join(lines * (900_000 // (depth * depth))) + "\n")


@bomb(150_000)
def py_calls(folder: Path, size: int) -> Path:
    """A function with a large body, called often."""
    body = "".join(f"    y{k} = x\n" for k in range(size // 10))
    return written(folder, "calls.py", f"def f(x):\n{body}\n" + "f(1)\n" * size)


@bomb(180_000)
def m_brackets(folder: Path, size: int) -> Path:
    return written(folder, "open_bracket.m", "x = [" * (size // 5))


@bomb(180_000)
def m_lines(folder: Path, size: int) -> Path:
    return written(folder, "open_lines.m", "x = [\n" * (size // 5))


@bomb(900_000)
def m_parentheses(folder: Path, size: int) -> Path:
    return written(folder, "parentheses.m", "x = " + "(" * size)


@bomb(900_000)
def m_texts(folder: Path, size: int) -> Path:
    return written(folder, "texts.m", "x = 'a\ny = \"b\n" * (size // 12))


@bomb(900_000)
def m_junk(folder: Path, size: int) -> Path:
    return written(folder, "junk.m", "@#$%!&" * (size // 6))


@bomb(900_000)
def m_blocks(folder: Path, size: int) -> Path:
    return written(folder, "blocks.m", "if x\n" * (size // 5))


@bomb(900_000)
def m_comments(folder: Path, size: int) -> Path:
    return written(folder, "comments.m", "%{\n" * (size // 3))


@bomb(900_000)
def m_words(folder: Path, size: int) -> Path:
    return written(folder, "words.m", "a" * size + "\n" + "a(b" * 10 + " += 1")


@bomb(900_000)
def m_continued(folder: Path, size: int) -> Path:
    return written(folder, "continued.m", "x = 1 + ...\n" * (size // 12))


@bomb(20_000)
def m_functions(folder: Path, size: int) -> Path:
    rows = "".join(f"function r = f{k}(x)\nr = x;\nend\n" for k in range(size))
    return written(folder, "functions.m", rows)


@bomb(90_000)
def m_grown(folder: Path, size: int) -> Path:
    return written(folder, "grown.m", f"for k = 1:{size}\nx(k) = k;\nend\nL = Link([0 0 0 0]);\n")


@bomb(30_000)
def m_grown_lines(folder: Path, size: int) -> Path:
    return written(folder, "grown_lines.m", "x = zeros(1,90000);\n" + "x(end+1) = 1;\n" * size)


# tables


@bomb(150_000)
def tex_begins(folder: Path, size: int) -> Path:
    return written(folder, "begins.tex", r"\begin{array}" * (size * 10 // 13))


@bomb(900_000)
def tex_multicolumn(folder: Path, size: int) -> Path:
    words = r"\multicolumn{1}{" * (size // 16)
    return written(folder, "multicolumn.tex", r"\begin{tabular}{c}" + words + r"\end{tabular}")


@bomb(190_000)
def tex_arguments(folder: Path, size: int) -> Path:
    words = "{" * size
    return written(folder, "arguments.tex", r"\begin{tabular}" + words + r"\end{tabular}")


@bomb(190_000)
def tex_braces(folder: Path, size: int) -> Path:
    words = "{}" * (size // 2)
    return written(folder, "braces.tex", r"\begin{tabular}" + words + r"\end{tabular}")


@bomb(190_000)
def tex_rules(folder: Path, size: int) -> Path:
    words = r"\hline(" * (size // 7) + r"\\["
    return written(folder, "rules.tex", r"\begin{tabular}{c}" + words + r"\end{tabular}")


@bomb(190_000)
def tex_frac(folder: Path, size: int) -> Path:
    cell = r"\frac" * 58
    rows = rf"{cell} & {cell} & {cell} & {cell} \\" * max(1, size // 1200)
    return written(folder, "frac.tex", r"\begin{tabular}{c}" + rows + r"\end{tabular}")


@bomb(1_900_000)
def md_bars(folder: Path, size: int) -> Path:
    return written(folder, "bars.md", "|" * size)


@bomb(1_900_000)
def md_lines(folder: Path, size: int) -> Path:
    return written(folder, "lines.md", "|a|b|c|d|\n" * (size // 10))


@bomb(1_900_000)
def csv_quote(folder: Path, size: int) -> Path:
    return written(folder, "quote.csv", 'a,alpha,d,theta\n1,"' + "x" * size)


@bomb(1_900_000)
def csv_commas(folder: Path, size: int) -> Path:
    return written(folder, "commas.csv", "," * size)


@bomb(400_000)
def csv_quotes(folder: Path, size: int) -> Path:
    return written(folder, "quotes.csv", '"\n' * size)


@bomb(60_000_000)
def csv_motion_blank(folder: Path, size: int) -> Path:
    return written(folder, "blank.csv", "time,q1,q2,q3\n0,0,0,0\n" + "\n" * size)


@bomb(990_000)
def csv_motion(folder: Path, size: int) -> Path:
    rows = "".join(f"{k / 100},0.1,0.2,0.3,0.4,0.5,0.6\n" for k in range(size))
    return written(folder, "motion.csv", "time,q1,q2,q3,q4,q5,q6\n" + rows)


@bomb(990_000)
def csv_motion_text(folder: Path, size: int) -> Path:
    rows = "".join(f'{k / 100},0.1,0.2,0.3,"0,4",0.5,0.6,ok\n' for k in range(size))
    return written(folder, "motion_text.csv", "time,q1,q2,q3,q4,q5,q6,state\n" + rows)


@bomb(4_000)
def csv_motion_wide(folder: Path, size: int) -> Path:
    head = ",".join(f"q{k}" for k in range(size))
    row = ",".join(["1"] * size)
    return written(folder, "wide.csv", f"{head}\n" + f"{row}\n" * (60_000_000 // (2 * size)))


@bomb(64)
def log_motion_wide(folder: Path, size: int) -> Path:
    row = " ".join(["1"] * size)
    return written(folder, "wide.log", f"{row}\n" * (66_000_000 // (2 * size)))


@bomb(60_000_000)
def csv_motion_line(folder: Path, size: int) -> Path:
    return written(folder, "line.csv", "time,q1,q2\n0,0,0\n" + "1," * (size // 2))


@bomb(1_900_000)
def html_rows(folder: Path, size: int) -> Path:
    return written(folder, "rows.html", "<table>" + "<tr><td>" * (size // 8))


@bomb(1_900_000)
def html_open(folder: Path, size: int) -> Path:
    return written(folder, "open.html", "<table><tr><td>" + "<a " * (size // 3))


@bomb(1_900_000)
def html_declarations(folder: Path, size: int) -> Path:
    return written(folder, "declarations.html", "<table><tr><td>" + "<![" * (size // 3))


@bomb(1_900_000)
def html_text(folder: Path, size: int) -> Path:
    return written(folder, "text.html", "<table><tr><td>" + "&amp;" * (size // 5))


@bomb(1_900_000)
def json_deep(folder: Path, size: int) -> Path:
    return written(folder, "deep.json", "[" * size)


@bomb(600_000)
def json_joints(folder: Path, size: int) -> Path:
    return written(folder, "many.json", '{"joints": [' + ",".join(["{}"] * size) + "]}")


@bomb(900_000)
def json_number(folder: Path, size: int) -> Path:
    return written(folder, "number.json", f'{{"joints": [{{"a": {"1" * size}}}]}}')


@bomb(400_000)
def conf_sections(folder: Path, size: int) -> Path:
    words = "".join(f"[S{k}]\ndof: 6\n[S{k}_LINK1]\nd: 1\n" for k in range(size // 26))
    return written(folder, "sections.conf", words)


@bomb(400_000)
def conf_zip(folder: Path, size: int) -> Path:
    words = "[ZIP]\ndof: 1\n[ZIP_LINK1]\nd: 1\n" + "[A]\n" * (size // 4)
    return written(folder, "zip_sections.conf", words)


@bomb(1_900_000)
def txt_line(folder: Path, size: int) -> Path:
    return written(folder, "line.txt", "1 " * (size // 2))


@bomb(1_900_000)
def dat_digits(folder: Path, size: int) -> Path:
    return written(folder, "digits.dat", "1" * size)


# block files


@bomb(990_000)
def arch_tokens(folder: Path, size: int) -> Path:
    return written(folder, "tokens.arch", "a=1\n" * (size // 3) + "{ a = 1 b = 0 al = 0 th = 0 }")


@bomb(190_000)
def arch_blocks(folder: Path, size: int) -> Path:
    return written(folder, "blocks.arch", "{ a=1 b=0 al=0 th=0 }" * (size // 4))


@bomb(60_000_000)
def arch_comment(folder: Path, size: int) -> Path:
    return written(folder, "comment.arch", "/**/" * (size // 4))


@bomb(60_000_000)
def arch_junk(folder: Path, size: int) -> Path:
    return written(folder, "junk.arch", "$" * size)


@bomb(60_000_000)
def arch_stray(folder: Path, size: int) -> Path:
    return written(folder, "stray.arch", "a */ " * (size // 5))


@bomb(990_000)
def arch_list(folder: Path, size: int) -> Path:
    return written(folder, "list.arch", "base = [" + "1 " * size + "]\n{ a = 1 }")


@bomb(19_000)
def rvs_things(folder: Path, size: int) -> Path:
    words = "".join(
        f"thing t{k} {{ kind = box  length = 1 width = 1 height = 1 }}\n" for k in range(size)
    )
    return written(folder, "things.rvs", words)


@bomb(20_000)
def rvs_meshes(folder: Path, size: int) -> Path:
    inner = folder / "cell"
    inner.mkdir()
    count, triangles = min(60, size), min(400_000, 100 * size)
    for k in range(count):
        (inner / f"m{k}.stl").write_bytes(stl(triangles + k))
    words = "".join(
        f'thing t{k} {{ kind = mesh file = "m{k % count}.stl" box = [ 0 0 0 1 1 1 ] }}\n'
        for k in range(size)
    )
    return written(inner, "meshes.rvs", words)


@bomb(20_000)
def rvs_few_meshes(folder: Path, size: int) -> Path:
    """More triangles than are remembered, named in turn."""
    inner = folder / "few"
    inner.mkdir()
    for k in range(3):
        (inner / f"m{k}.stl").write_bytes(stl(min(400_000, 100 * size) + k))
    words = "".join(
        f'thing t{k} {{ kind = mesh file = "m{k % 3}.stl" box = [ 0 0 0 1 1 1 ] }}\n'
        for k in range(size)
    )
    return written(inner, "few.rvs", words)


@bomb(200)
def rvs_large_robots(folder: Path, size: int) -> Path:
    """So many robots as a cell may have, each with a file of its own."""
    for k in range(size):
        written(folder, f"r{k}.arch", "/**/" * 4_000 * size + "{ a=1 b=0 al=0 th=0 }\n" * 3)
    words = "".join(f'robot r{k} {{ file = "r{k}.arch" }}\n' for k in range(size))
    return written(folder, "large_robots.rvs", words)


@bomb(200)
def rvs_one_robot(folder: Path, size: int) -> Path:
    words = "".join(f"robot r{k} {{ file = puma560 }}\n" for k in range(size))
    return written(folder, "one_robot.rvs", words)


@bomb(100_000)
def rvs_robots(folder: Path, size: int) -> Path:
    words = "".join(f"robot r{k} {{ file = puma560 }}\n" for k in range(size // 10))
    return written(folder, "robots.rvs", words)


@bomb(2_000)
def body_parts(folder: Path, size: int) -> Path:
    words = "part { shape = sphere radius = 1 repeat = [ ring 10 z row 20 0 0 1 ] }\n" * size
    return written(folder, "parts.body", f"base {{ {words} }}")


@bomb(260_000_000)
def jtraj_rows(folder: Path, size: int) -> Path:
    return written(folder, "rows.jtraj", "dt = 0.01\n" + "1 2 3 4 5 6\n" * (size // 12))


@bomb(260_000_000)
def jtraj_long(folder: Path, size: int) -> Path:
    """All digits that a number has, and no more numbers than are read."""
    row = "0.123456789012345 " * 6 + "\n"
    return written(folder, "long.jtraj", "dt = 0.01\n" + row * (1 + size // len(row)))


@bomb(60_000_000)
def jtraj_comments(folder: Path, size: int) -> Path:
    return written(folder, "comments.jtraj", "/*" * (size // 2))


@bomb(500_000_000)
def jtraj_line(folder: Path, size: int) -> Path:
    return written(folder, "line.jtraj", "1 " * (size // 2))


@bomb(60_000_000)
def jtraj_bad(folder: Path, size: int) -> Path:
    return written(folder, "bad.jtraj", "1 2 3 4 5 6\n" * (size // 12) + "x\n")


@bomb(2_800_000)
def ctraj_rows(folder: Path, size: int) -> Path:
    rows = "".join(f"{k} 1 2 3 4 5 6\n" for k in range(size))
    return written(folder, "rows.ctraj", rows)


@bomb(500_000)
def ctraj_matrices(folder: Path, size: int) -> Path:
    """As many poses as are read, the last of them none."""
    rows = "".join(f"{k} 1 2 3 1 0 0 0 1 0 0 0 1\n" for k in range(size - size // 10))
    rows += "".join(f"{k} 1 2 3 1 0 0 0 1 0 0 0 2\n" for k in range(size - size // 10, size))
    return written(folder, "matrices.ctraj", f"orientation = matrix\n{rows}")


@bomb(3_000_000)
def ctraj_points(folder: Path, size: int) -> Path:
    rows = "".join(f"{k % 7} {k % 3} 3 4 5 6\n" for k in range(size))
    return written(folder, "points.ctraj", f"speed = 1\n{rows}")


def _moves(folder: Path, name: str, moves: Iterable[str]) -> Path:
    words = "unit = mm speed = 100\nstart { at = [ 0 0 0 0 0 0 ] }\n" + "\n".join(moves)
    return written(folder, f"{name}.ctraj", words)


@bomb(9_900)
def ctraj_moves(folder: Path, size: int) -> Path:
    return _moves(folder, "moves", (f"line {{ to = [ {k} 0 0 0 0 0 ] }}" for k in range(1, size)))


@bomb(9_900)
def ctraj_blends(folder: Path, size: int) -> Path:
    """One run of lines with rounded corners."""
    ends = (f"to = [ {k % 2 * 9} {k * 9} 0 {k % 180} 0 0 ]" for k in range(1, size))
    return _moves(
        folder,
        "blends",
        [f"line {{ {one} blend = 1 }}" for one in ends] + ["line { to = [ 0 0 0 0 0 0 ] }"],
    )


@bomb(4_900)
def ctraj_splines(folder: Path, size: int) -> Path:
    """Many short splines, each with a table of its way."""
    pairs = (f"{k} 1 0 {k % 90} 0 0 {k} 2 0 {k % 80} 0 0" for k in range(1, size))
    return _moves(folder, "splines", (f"spline {{ to = [ {one} ] }}" for one in pairs))


@bomb(9_900)
def ctraj_spline(folder: Path, size: int) -> Path:
    """A spline through very many poses, that has to join a line."""
    poses = " ".join(f"{k} {k % 3} 0 {k % 180} 0 0" for k in range(size))
    moves = ("line { to = [ 0 1 1 0 0 0 ] }", f"spline {{ to = [ {poses} ] }}")
    return _moves(folder, "spline", moves)


@bomb(990_000)
def jconfig_postures(folder: Path, size: int) -> Path:
    words = "".join(f"posture p{k} {{ q = [ 1 2 3 4 5 6 ] }}\n" for k in range(size // 100))
    return written(folder, "postures.jconfig", f"robot = puma560\n{words}")


@bomb(19_000)
def env_things(folder: Path, size: int) -> Path:
    words = "".join(
        f"thing t{k} {{ kind = cylinder  diameter = 1 height = 1 }}\n" for k in range(size)
    )
    return written(folder, "things.env", words)


if __name__ == "__main__":
    place = Path(sys.argv[1])
    wanted = sys.argv[2:]
    for name, (make, size) in BOMBS.items():
        if not wanted or any(name.startswith(one) for one in wanted):
            inner = place / name
            inner.mkdir(parents=True)
            make(inner, size)
