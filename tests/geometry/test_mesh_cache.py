"""Meshes are remembered up to some bytes."""

import numpy as np

from rvs.geometry.mesh import Mesh, Remembered
from rvs.geometry.shapes import flat


def maker(remembered: Remembered):
    """A function that makes boxes, and the sizes that it was really called with."""
    made: list[tuple[float, ...]] = []

    @remembered
    def box(x: float, y: float = 1.0, z: float = 1.0) -> Mesh:
        made.append((x, y, z))
        return flat.box(x, y, z)

    return box, made


def test_equal_values_give_the_very_same_mesh() -> None:
    box, made = maker(Remembered(10**6))
    assert box(0.5) is box(float("0.5"))
    assert box(0.5, z=2.0) is box(0.5, z=2.0)
    assert made == [(0.5, 1.0, 1.0), (0.5, 1.0, 2.0)]


def test_the_bytes_are_those_of_the_arrays() -> None:
    mesh = flat.box(1.0, 1.0, 1.0)
    arrays = (mesh.vertices, mesh.corners, mesh.starts, mesh.normals, mesh.groups, *mesh.parts)
    assert mesh.nbytes == sum(array.nbytes for array in arrays) > 8 * 3 * 8


def test_those_used_last_stay_within_the_bytes() -> None:
    one = flat.box(1.0, 1.0, 1.0).nbytes
    remembered = Remembered(3 * one)
    box, made = maker(remembered)
    for size in (1.0, 2.0, 3.0, 1.0, 4.0):
        box(size)
    assert len(made) == 4
    assert remembered.nbytes == 3 * one
    box(1.0), box(3.0), box(4.0)
    assert len(made) == 4
    box(2.0)
    assert len(made) == 5
    assert (len(remembered), remembered.nbytes) == (3, 3 * one)


def test_one_that_is_larger_than_all_room_is_kept_alone() -> None:
    remembered = Remembered(100)
    box, made = maker(remembered)
    assert box(1.0) is box(1.0)
    assert len(remembered) == 1
    assert made == [(1.0, 1.0, 1.0)]


def test_functions_do_not_share_results() -> None:
    remembered = Remembered(10**6)
    box, _ = maker(remembered)
    block = remembered(flat.block)
    assert np.ptp(box(1.0, 1.0, 1.0).vertices[:, 2]) == 1.0
    assert block(1.0, 1.0, 1.0) is not box(1.0, 1.0, 1.0)


def test_errors_are_not_remembered() -> None:
    remembered, tried = Remembered(10**6), []

    @remembered
    def broken(size: float) -> Mesh:
        tried.append(size)
        raise ValueError(size)

    for _ in range(2):
        try:
            broken(1.0)
        except ValueError:
            continue
    assert tried == [1.0, 1.0]
    assert len(remembered) == 0
