"""Meshes that one start of the program keeps for the next one."""

from dataclasses import replace
from pathlib import Path

import pytest

from rvs.bodies.part_meshes import STOCK, Key, Made, Stock
from rvs.files.storage import disk_cache, mesh_cache
from rvs.files.storage.mesh_cache import cached_meshes, keep_meshes, read_meshes
from rvs.geometry.shapes import SHAPES
from rvs.geometry.things import KINDS
from rvs.geometry.things.kind import Piece

from ..programs import python

SHAPE_NAMES = ("box", "cylinder", "plate", "sphere", "prism")
THING_NAMES = ("table", "fence")


def asked(stock: Stock) -> dict[Key, Made]:
    """Ask for a few shapes of the catalogue and a few things; return their pieces."""
    found: dict[Key, Made] = {}
    for name in SHAPE_NAMES:
        sizes = tuple((one.name, one.default) for one in SHAPES[name].parameters)
        found["shape", name, sizes] = (Piece(stock.mesh(name, sizes), "", ""),)
    for name in THING_NAMES:
        usual = tuple((one.name, one.default) for one in KINDS[name].sizes)
        found["thing", name, usual] = stock.thing(name, usual)
    return found


def told(made: dict[Key, Made]) -> dict[Key, object]:
    """Pieces as values that can be compared."""
    return {
        key: [
            (
                piece.color,
                piece.material,
                piece.mesh.digest,
                None if piece.mesh.parts is None else [part.tolist() for part in piece.mesh.parts],
            )
            for piece in pieces
        ]
        for key, pieces in made.items()
    }


@pytest.fixture
def made() -> dict[Key, Made]:
    stock = Stock()
    stock.begin({})
    found = asked(stock)
    assert stock.lacking
    assert told(stock.end()) == told(found)
    return found


@pytest.fixture
def place(own_home: Path) -> Path:
    found = mesh_cache._place("arm")
    assert found.parent == own_home / "cache" / "shapes"
    return found


def test_kept_meshes_are_the_same_to_the_last_bit(made, place) -> None:
    keep_meshes("arm", made)
    read = read_meshes("arm")
    assert list(read) == list(made)
    assert told(read) == told(made)
    assert any(len(pieces) > 1 for pieces in read.values()), "a thing of several looks"


def test_the_next_start_takes_them_and_makes_none(made, place, monkeypatch) -> None:
    keep_meshes("arm", made)
    monkeypatch.setattr("rvs.bodies.part_meshes.SHAPES", {})
    for name in THING_NAMES:
        monkeypatch.setitem(KINDS, name, replace(KINDS[name], make=lambda sizes: ()))
    stock = Stock()
    stock.begin(read_meshes("arm"))
    assert told(asked(stock)) == told(made)
    assert not stock.lacking
    stock.end()
    with pytest.raises(KeyError):
        stock.mesh("box", ())


@pytest.mark.parametrize("what", ["nothing", "cut", "changed", "empty", "another program"])
def test_what_is_of_no_use_is_made_again(made, place, what, monkeypatch) -> None:
    if what != "nothing":
        keep_meshes("arm", made)
        data = place.read_bytes()
    if what == "cut":
        place.write_bytes(data[:-8])
    elif what == "changed":
        place.write_bytes(data[:-8] + bytes(8))
    elif what == "empty":
        place.write_bytes(b"")
    elif what == "another program":
        monkeypatch.setattr(disk_cache, "__version__", "0.0")
    assert read_meshes("arm") == {}


def test_changed_sources_are_another_program(made, tmp_path, monkeypatch) -> None:
    source = tmp_path / "one.py"
    source.write_text("a = 1\n", encoding="utf-8")
    monkeypatch.setattr(mesh_cache.geometry, "__file__", str(source))
    keep_meshes("arm", made)
    assert read_meshes("arm")
    source.write_text("a = 11\n", encoding="utf-8")
    assert read_meshes("arm") == {}


def test_what_cannot_be_kept_stops_nothing(made, own_home, place, monkeypatch) -> None:
    (own_home / "cache").write_text("in the way", encoding="utf-8")
    keep_meshes("arm", made)
    (own_home / "cache").unlink()
    monkeypatch.setattr(mesh_cache, "MOST_BYTES", 100)
    keep_meshes("arm", made)
    assert not place.exists()


def test_nobody_notes_what_is_asked_for_after_the_start() -> None:
    assert STOCK.end() == {}
    asked(STOCK)
    assert STOCK.end() == {}


def test_what_is_drawn_of_a_robot_is_kept_with_what_was_drawn_of_it_before(made, place) -> None:
    before, after = dict(list(made.items())[:2]), dict(list(made.items())[2:])
    keep_meshes("arm", before)
    with cached_meshes("arm"):
        for what, name, sizes in after:
            STOCK.thing(name, sizes) if what == "thing" else STOCK.mesh(name, sizes)
    assert list(read_meshes("arm")) == list(made)
    assert read_meshes("other arm") == {}
    written = place.stat().st_mtime_ns
    with cached_meshes("arm"):
        assert told(asked(STOCK)) == told(made)
    assert place.stat().st_mtime_ns == written, "nothing was lacking"


def test_of_many_robots_the_oldest_are_forgotten(made, place, monkeypatch) -> None:
    monkeypatch.setattr(mesh_cache, "MOST", 3)
    for name in ("arm", "b", "c", "d"):
        keep_meshes(name, made)
    assert len(list(place.parent.iterdir())) == 3
    assert not place.exists()


def test_a_figure_and_a_picture_of_a_robot_share_their_meshes(tmp_path, own_home) -> None:
    words = ["planar-2r", "--mode", "body"]
    code = "import sys; from rvs.cli import main; sys.exit(main({!r}))"
    drawn = str(tmp_path / "figure.pdf")
    assert python("-c", code.format(["export", *words, "-o", drawn])).returncode == 0
    kept = read_meshes("planar-2r")
    assert kept
    written = mesh_cache._place("planar-2r").stat().st_mtime_ns
    drawn = str(tmp_path / "picture.png")
    assert python("-c", code.format(["render", *words, "-o", drawn])).returncode == 0
    assert read_meshes("planar-2r").keys() == kept.keys()
    assert mesh_cache._place("planar-2r").stat().st_mtime_ns == written
