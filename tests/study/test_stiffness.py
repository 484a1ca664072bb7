"""Deflections and natural frequencies: against closed forms, and a solver written here."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.linalg import eigh

from rvs.engine.dynamics import gravload
from rvs.engine.dynamics import inertia as mass_matrix
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia
from rvs.engine.kinematics import fkine, frames, jacobian
from rvs.engine.robot import Robot
from rvs.study.stiffness.beams import Elastic, Element, LinkBeam, box, section, spread, tube
from rvs.study.stiffness.deflection import (
    ElasticRobot,
    compliance,
    deflection,
    modes,
    principal_stiffness,
)
from rvs.study.stiffness.plane import postures_over

STEEL = Elastic(2.0e11, 7.75e10, 7850.0)
SECTION = tube(0.08, 0.005, STEEL)
LENGTH, G = 0.9, 9.81
MOMENT = np.pi / 64 * (0.08**4 - 0.07**4)
EI, GJ = STEEL.young * MOMENT, STEEL.shear * 2 * MOMENT
RIGID = np.inf


def row(*lengths_and_sections) -> tuple[Element, ...]:
    """Elements in a row along x that end at the origin of the link's frame."""
    x = -sum(length for length, _ in lengths_and_sections)
    found = []
    for length, made in lengths_and_sections:
        found.append(Element(np.array([x, 0.0, 0.0]), np.array([x + length, 0.0, 0.0]), made))
        x += length
    return tuple(found)


def cantilever(*parts, mass=0.0, at=0.0, spring=RIGID) -> ElasticRobot:
    """One link along x behind a joint about z."""
    total = sum(length for length, _ in parts) or LENGTH
    arm = Robot.from_dh([total], 0, 0, 0, mass=[mass], com=[[-at, 0, 0]])
    return ElasticRobot(arm, np.array([spring]), (LinkBeam(row(*parts) if parts else ()),))


def test_end_load_of_a_cantilever() -> None:
    moved = deflection(cantilever((LENGTH, SECTION)), [0.0], [0, 0, 100.0], gravity=False).tool
    assert moved[5] == pytest.approx(100.0 * LENGTH**3 / (3 * EI), rel=1e-9)
    assert moved[1] == pytest.approx(-100.0 * LENGTH**2 / (2 * EI), rel=1e-9)


def test_end_moment_torsion_and_pull_of_a_cantilever() -> None:
    elastic = cantilever((LENGTH / 2, SECTION), (LENGTH / 2, SECTION))
    moved = deflection(elastic, [0.3], [0, 0, 0, 0, 0, 20.0]).tool - deflection(elastic, [0.3]).tool
    assert moved[2] == pytest.approx(20.0 * LENGTH / EI, rel=1e-9)
    across = [-np.sin(0.3), np.cos(0.3)]
    assert moved[3:5] @ across == pytest.approx(20.0 * LENGTH**2 / (2 * EI), rel=1e-9)
    twisted = deflection(elastic, [0.0], [0, 0, 0, 20.0, 0, 0], gravity=False).tool
    assert twisted[0] == pytest.approx(20.0 * LENGTH / GJ, rel=1e-9)
    pulled = deflection(elastic, [0.0], [50.0, 0, 0], gravity=False).tool
    area = np.pi / 4 * (0.08**2 - 0.07**2)
    assert pulled[3] == pytest.approx(50.0 * LENGTH / (STEEL.young * area), rel=1e-9)


def test_stepped_cantilever() -> None:
    """By the area of moments: the far part alone, and the near part with the load and its lever."""
    thick, thin = tube(0.1, 0.05, STEEL), tube(0.06, 0.03, STEEL)
    a, b, F = 0.4, 0.6, 200.0
    near, far = (STEEL.young * np.pi * d**4 / 64 for d in (0.1, 0.06))
    expected = F * (((a + b) ** 3 - b**3) / (3 * near) + b**3 / (3 * far))
    moved = deflection(cantilever((a, thick), (b, thin)), [0.0], [0, 0, F], gravity=False).tool
    assert moved[5] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("count", [1, 3])
def test_own_weight_of_a_cantilever(count: int) -> None:
    parts = [(LENGTH / count, SECTION)] * count
    moved = deflection(cantilever(*parts, mass=7.0, at=LENGTH / 2), [0.0]).tool
    load = 7.0 * G / LENGTH
    assert moved[5] == pytest.approx(-load * LENGTH**4 / (8 * EI), rel=1e-9)
    assert moved[1] == pytest.approx(load * LENGTH**3 / (6 * EI), rel=1e-9)


def test_planar_arm_with_elastic_joints() -> None:
    """Two links with springs: the displacement is J K^-1 J^T F, and stiffness its inverse."""
    a, b, F, k = 0.5, 0.3, np.array([3.0, -40.0]), np.array([900.0, 400.0])
    arm = Robot.from_dh([a, b], 0, 0, 0, mass=[0, 0], gravity=(0, 0, 0))
    q = np.array([0.4, 0.9])
    s, c = np.sin([q[0], q.sum()]), np.cos([q[0], q.sum()])
    J = np.array([[-a * s[0] - b * s[1], -b * s[1]], [a * c[0] + b * c[1], b * c[1]]])
    elastic = ElasticRobot(arm, k, (LinkBeam(), LinkBeam()))
    moved = deflection(elastic, q, [*F, 0.0])
    C = J @ np.diag(1 / k) @ J.T
    assert moved.tool[3:5] == pytest.approx(C @ F, rel=1e-12)
    assert moved.turned == pytest.approx(J.T @ F / k, rel=1e-12)
    main, axes = principal_stiffness(compliance(elastic, q))
    assert main[:2] == pytest.approx(np.sort(1 / np.linalg.eigvalsh(C)), rel=1e-9)
    assert main[2] == np.inf
    assert abs(axes[:, 2]) == pytest.approx([0, 0, 1])


def test_gantry() -> None:
    """Three slides at right angles: each axis gives way by its own load alone."""
    arm = Robot.from_dh(
        0, [-np.pi / 2, -np.pi / 2, 0], 0, [0, -np.pi / 2, 0], "PPP", mass=[20, 10, 5]
    )
    k = np.array([4e5, 3e5, 2e5])
    elastic = ElasticRobot(arm, k, (LinkBeam(),) * 3)
    q = np.array([0.2, 0.3, 0.4])
    J = jacobian(arm, q)[3:]
    F = np.array([10.0, -20.0, 30.0])
    moved = deflection(elastic, q, F)
    weights = -gravload(arm, q)
    assert moved.tool[3:] == pytest.approx(J @ ((J.T @ F + weights) / k), rel=1e-9)
    vertical = int(np.argmax(abs(J[2])))
    carried = sum((20, 10, 5)[vertical:]) * G
    assert moved.tool[5] == pytest.approx((30.0 - carried) / k[vertical], rel=1e-9)


def test_loads_of_joints_are_the_torques_that_hold_them() -> None:
    rng = np.random.default_rng(3)
    arm = Robot.from_dh(
        rng.normal(size=4), rng.normal(size=4), rng.normal(size=4), 0, "RRPR",
        mass=[3, 2, 2, 1], com=rng.normal(size=(4, 3)),
    )  # fmt: skip
    q = rng.normal(size=(5, 4))
    elastic = ElasticRobot(arm, np.full(4, 1e4), (LinkBeam(),) * 4)
    assert deflection(elastic, q).loads == pytest.approx(-gravload(arm, q), abs=1e-9)


def test_frequency_of_a_mass_on_a_cantilever() -> None:
    found = modes(cantilever((LENGTH, SECTION), mass=5.0), [0.0], 1).frequencies
    assert found == pytest.approx(np.sqrt(3 * EI / (5.0 * LENGTH**3)) / (2 * np.pi), rel=1e-9)


def test_frequencies_of_a_uniform_cantilever() -> None:
    """Rao, Mechanical Vibrations, figure 8.15: (beta l)^2 of 1.875104, 4.694091."""
    parts = [(LENGTH / 6, SECTION)] * 6
    elastic = cantilever(*parts, mass=7.0, at=LENGTH / 2)
    found = modes(elastic, [0.0], 4)
    base = np.sqrt(EI * LENGTH / 7.0 / LENGTH**4) / (2 * np.pi)
    expected = np.array([1.875104, 1.875104, 4.694091, 4.694091]) ** 2 * base
    # the turning of the sections, which the closed form leaves out, counts in torsion alone
    assert found.frequencies == pytest.approx(expected, rel=1e-3)
    assert found.links == pytest.approx(1.0)


def test_frequency_of_an_elastic_pendulum() -> None:
    """A slender bar on a spring: sqrt(k / (m l^2 / 3))."""
    arm = Robot.from_dh(
        [LENGTH], 0, 0, 0, mass=[4.0], com=[[-LENGTH / 2, 0, 0]],
        inertia=[[0, 4 * LENGTH**2 / 12, 4 * LENGTH**2 / 12, 0, 0, 0]],
    )  # fmt: skip
    found = modes(ElasticRobot(arm, np.array([800.0]), (LinkBeam(),)), [0.2])
    expected = np.sqrt(800.0 / (4.0 * LENGTH**2 / 3)) / (2 * np.pi)
    assert found.frequencies == pytest.approx([expected])
    assert found.joints == pytest.approx(np.ones((1, 1)))


def test_frequencies_of_elastic_joints_are_those_of_the_mass_matrix() -> None:
    rng = np.random.default_rng(5)
    arm = six_axes(rng)
    k, q = rng.uniform(1e3, 1e4, 6), rng.normal(size=6)
    values = eigh(np.diag(k), mass_matrix(arm, q), eigvals_only=True)
    found = modes(ElasticRobot(arm, k, (LinkBeam(),) * 6), q, 6).frequencies
    assert found == pytest.approx(np.sqrt(values) / (2 * np.pi), rel=1e-7)


def test_mass_of_a_link_lies_where_the_table_says() -> None:
    beam = row((0.5, SECTION), (0.4, SECTION))
    for center in ([-0.2, 0, 0], [-0.7, 0.1, 0], [0.3, 0.0, 0.2], [-0.45, 0, 0]):
        lies = spread(beam, 3.0, np.array(center))
        middles = np.array([(one.start + one.end) / 2 for one in beam])
        whole = lies.masses.sum() + lies.near + lies.far
        moment = lies.masses @ middles + lies.near * beam[0].start + lies.far * beam[-1].end
        assert whole == pytest.approx(3.0)
        assert moment / 3.0 + lies.shift == pytest.approx(np.array(center), abs=1e-12)
        assert min(*lies.masses, lies.near, lies.far) >= 0.0


def test_off_centre_mass_twists_a_beam() -> None:
    """Half the torsion of the whole moment at the end, as it is spread evenly."""
    arm = Robot.from_dh([LENGTH], 0, 0, 0, mass=[7.0], com=[[-LENGTH / 2, 0.1, 0]])
    elastic = ElasticRobot(arm, np.array([RIGID]), (LinkBeam(row((LENGTH, SECTION))),))
    assert deflection(elastic, [0.0]).tool[0] == pytest.approx(-7 * G * 0.1 * LENGTH / (2 * GJ))


def test_postures_and_batches_agree() -> None:
    rng = np.random.default_rng(7)
    arm = six_axes(rng)
    elastic = ElasticRobot(arm, np.full(6, 5e3), beams_of(arm), Inertia(2.0, (0.1, 0, 0.05)))
    q = rng.normal(size=(3, 6))
    many, C = deflection(elastic, q, [1, 2, 3]), compliance(elastic, q)
    for k in range(3):
        assert deflection(elastic, q[k], [1, 2, 3]).tool == pytest.approx(many.tool[k], rel=1e-9)
        assert compliance(elastic, q[k]) == pytest.approx(C[k], rel=1e-9)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_six_axes_as_frames_of_finite_elements(seed: int) -> None:
    """Elastic joints and links of a random arm against frame elements that are assembled here."""
    rng = np.random.default_rng(seed)
    arm = six_axes(rng)
    k, q = rng.uniform(2e3, 2e4, 6), rng.uniform(-2, 2, 6)
    elastic = ElasticRobot(arm, k, beams_of(arm))
    F = rng.normal(size=3) * 50
    tip, frequencies = frame_solution(arm, q, k, F)
    moved = deflection(elastic, q, F)
    assert moved.tool[3:] == pytest.approx(tip[:3], rel=1e-6)
    assert moved.tool[:3] == pytest.approx(tip[3:], rel=1e-6)
    assert modes(elastic, q, 5).frequencies == pytest.approx(frequencies[:5], rel=1e-4)
    links = np.linalg.norm(moved.links[:, 3:].sum(axis=0))
    assert links > 0.02 * np.linalg.norm(tip[:3])


def test_what_cannot_be_is_refused() -> None:
    arm = Robot.from_dh([1.0], 0, 0, 0, mass=[1.0], name="bar")
    with pytest.raises(ArgumentError, match="bar: every joint and link is rigid; give the joints"):
        ElasticRobot(arm, np.array([np.inf]), (LinkBeam(),))
    with pytest.raises(ArgumentError, match="expected 1 springs and 1 beams"):
        ElasticRobot(arm, np.array([1.0, 2.0]), (LinkBeam(),))
    with pytest.raises(ArgumentError, match="numbers above 0"):
        ElasticRobot(arm, np.array([0.0]), (LinkBeam(),))
    elastic = ElasticRobot(arm, np.array([9.0]), (LinkBeam(),))
    with pytest.raises(ArgumentError, match="expected 3 or 6 numbers"):
        deflection(elastic, [0.0], [1.0])
    with pytest.raises(ArgumentError, match="two different points"):
        Element(np.zeros(3), np.zeros(3), SECTION)


def test_a_robot_without_mass_has_no_frequencies() -> None:
    arm = Robot.from_dh([1.0], 0, 0, 0)
    found = modes(ElasticRobot(arm, np.array([9.0]), (LinkBeam(),)), [0.0])
    assert found.frequencies.shape == (0,)
    assert found.joints.shape == (0, 1)


def test_sections() -> None:
    bar = box(0.03, 0.02, 0.01, STEEL)
    assert bar.bending[:2] == pytest.approx(
        (STEEL.young * 0.03 * 0.02**3 / 12, STEEL.young * 0.02 * 0.03**3 / 12)
    )
    # Timoshenko and Goodier, Theory of Elasticity, section 109: 0.196 for a ratio of 1.5
    assert bar.torsion == pytest.approx(STEEL.shear * 0.196 * 0.03 * 0.02**3, rel=2e-3)
    thin = box(0.1, 0.1, 0.001, STEEL)
    assert thin.torsion == pytest.approx(STEEL.shear * 0.099**3 * 0.001, rel=1e-9)
    assert (bar + thin).mass == pytest.approx(7850 * (6e-4 + 0.1**2 - 0.098**2))
    for wrong in ((0.1, 0.0), (0.1, 0.06)):
        with pytest.raises(ArgumentError, match=r"wall: expected above 0 and up to 0\.05 m"):
            tube(*wrong, STEEL)
    with pytest.raises(ArgumentError, match="section: expected an area"):
        section(1.0, (1.0, 0.0, 0.0), 1.0, STEEL)
    with pytest.raises(ArgumentError, match="young: expected a number above 0"):
        Elastic(0.0, 1.0, 1.0)


def test_unequal_axes_of_a_section() -> None:
    """A section turned by 30 degrees does not bend along its load."""
    flat = box(0.06, 0.01, 0.005, STEEL)
    y, z, _ = flat.bending
    c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
    turned = type(flat)(
        flat.axial, (y * c**2 + z * s**2, y * s**2 + z * c**2, (y - z) * s * c),
        flat.torsion, flat.mass, flat.polar,
    )  # fmt: skip
    moved = deflection(cantilever((LENGTH, turned)), [0.0], [0, 0, 10.0], gravity=False).tool
    # along its own axes, turned by 30 degrees about x
    own_y, own_z = np.array([c, s]), np.array([-s, c])
    load = np.array([0.0, 10.0])
    expected = LENGTH**3 / 3 * ((load @ own_y) / z * own_y + (load @ own_z) / y * own_z)
    assert moved[4:] == pytest.approx(expected, rel=1e-9)


def test_postures_over_a_plane() -> None:
    arm = Robot.from_dh([0.5, 0.4], 0, 0, 0, limits=[[-3, 3], [0.05, 3]])
    x = np.linspace(-1, 1, 21)
    points = np.zeros((21, 21, 3))
    points[..., 0], points[..., 1] = np.meshgrid(x, x)
    found = postures_over(arm, np.array([0.0, 1.0]), points, turn=False)
    known = np.isfinite(found[..., 0])
    assert fkine(arm, found[known])[:, :3, 3] == pytest.approx(points[known], abs=1e-7)
    assert (found[known][:, 1] >= 0.05).all()
    far = np.linalg.norm(points, axis=-1)
    assert not known[far > 0.9].any()
    assert known[(far < 0.85) & (far > 0.2) & (points[..., 0] > 0)].all()


# an arm, and a solver of frames of its own


def six_axes(rng) -> Robot:
    """An arm whose links are L-shaped lines of even mass."""
    a, d = rng.uniform(0.15, 0.4, 6), rng.uniform(0.1, 0.3, 6)
    alpha = np.array([np.pi / 2, 0.3, -np.pi / 2, np.pi / 2, -1.1, 0.2])
    arm = Robot.from_dh(a, alpha, d, 0)
    masses, centers = [], []
    for points in lines_of(arm):
        lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
        middles = (points[1:] + points[:-1]) / 2
        masses.append(SECTION.mass * lengths.sum())
        centers.append(lengths @ middles / lengths.sum())
    moments = np.tile([0.02, 0.03, 0.025, 0.001, 0.002, -0.001], (6, 1))
    return Robot.from_dh(a, alpha, d, 0, mass=masses, com=centers, inertia=moments)


def lines_of(arm: Robot) -> list[np.ndarray]:
    """Root, corner and end of each link in its frame."""
    found = []
    for joint in arm.joints:
        c, s = np.cos(joint.alpha), np.sin(joint.alpha)
        corner = np.array([-joint.a, 0, 0])
        down = np.array([0.0, s, c]) * joint.d
        found.append(np.array([corner - down, corner, np.zeros(3)]))
    return found


def beams_of(arm: Robot, pieces: int = 3) -> tuple[LinkBeam, ...]:
    beams = []
    for points in lines_of(arm):
        beams.append(LinkBeam(tuple(
            Element(p + (r - p) * k / pieces, p + (r - p) * (k + 1) / pieces, SECTION)
            for p, r in pairwise(points) for k in range(pieces)
        )))  # fmt: skip
    return tuple(beams)


def frame_matrices(length: float) -> tuple[np.ndarray, np.ndarray]:
    """Stiffness and consistent mass of a frame element, u v w and turns of each end."""
    L, EA, m = length, SECTION.axial, SECTION.mass
    K, M = np.zeros((12, 12)), np.zeros((12, 12))
    two, mass2 = np.array([[1, -1], [-1, 1]]), np.array([[2, 1], [1, 2]]) * L / 6
    K[np.ix_([0, 6], [0, 6])] = EA / L * two
    K[np.ix_([3, 9], [3, 9])] = GJ / L * two
    M[np.ix_([0, 6], [0, 6])] = m * mass2
    M[np.ix_([3, 9], [3, 9])] = SECTION.polar * mass2
    bend = EI / L**3 * np.array([
        [12, 6 * L, -12, 6 * L], [6 * L, 4 * L**2, -6 * L, 2 * L**2],
        [-12, -6 * L, 12, -6 * L], [6 * L, 2 * L**2, -6 * L, 4 * L**2],
    ])  # fmt: skip
    sway = m * L / 420 * np.array([
        [156, 22 * L, 54, -13 * L], [22 * L, 4 * L**2, 13 * L, -3 * L**2],
        [54, 13 * L, 156, -22 * L], [-13 * L, -3 * L**2, -22 * L, 4 * L**2],
    ])  # fmt: skip
    flip = np.diag([1.0, -1.0, 1.0, -1.0])
    for places, signs in (([1, 5, 7, 11], np.eye(4)), ([2, 4, 8, 10], flip)):
        K[np.ix_(places, places)] += signs @ bend @ signs
        M[np.ix_(places, places)] += signs @ sway @ signs
    return K, M


def frame_solution(arm: Robot, q, k, F, pieces: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Displacement and turning of the tip, and frequencies, by frame elements."""
    poses = frames(arm, q)
    # columns: the six motions of every node but the ground, and the turn of every joint
    size = 6 * 6 * 2 * pieces + 6
    K, M, load = np.zeros((size, size)), np.zeros((size, size)), np.zeros(size)
    K[-6:, -6:] = np.diag(k)
    node = np.zeros((6, size))
    free = 0
    for i, points in enumerate(lines_of(arm)):
        R, p = poses[i + 1][:3, :3], poses[i + 1][:3, 3]
        world = points @ R.T + p
        node = node.copy()
        node[3:, size - 6 + i] += poses[i][:3, 2]
        ends = [node]
        for start, end in pairwise(world):
            x = (end - start) / np.linalg.norm(end - start)
            y = np.linalg.svd(x[None])[2][1]
            axes = np.array([x, y, np.cross(x, y)])
            turn = np.kron(np.eye(4), axes)
            length = np.linalg.norm(end - start) / pieces
            stiff, mass = frame_matrices(length)
            for _ in range(pieces):
                after = np.zeros((6, size))
                after[:, free : free + 6] = np.eye(6)
                free += 6
                T = turn @ np.vstack([node, after])
                K += T.T @ stiff @ T
                M += T.T @ mass @ T
                weight = SECTION.mass * length * np.array(arm.gravity)
                local = axes @ weight
                bend = length / 12 * np.array([0, -local[2], local[1]])
                load += T.T @ np.concatenate([local / 2, bend, local / 2, -bend])
                node = after
        ends.append(node)
        # the moments that lines of mass lack, half at either end, as the engine's table has them
        own = line_moments(points)
        values, vectors = np.linalg.eigh(tensor_of(arm, i) - own)
        rest = R @ (vectors * np.maximum(values, 0)) @ vectors.T @ R.T / 2
        for one in ends:
            M += one[3:].T @ rest @ one[3:]
    load += node[:3].T @ F
    solved = np.linalg.solve(K, load)
    values = eigh(K, M, eigvals_only=True, subset_by_index=[0, 5])
    return node @ solved, np.sqrt(values) / (2 * np.pi)


def tensor_of(arm: Robot, i: int) -> np.ndarray:
    xx, yy, zz, xy, yz, xz = arm.joints[i].inertia.moments
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def line_moments(points) -> np.ndarray:
    """Moments of even lines about their common centre, with those of their sections."""
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    middles = (points[1:] + points[:-1]) / 2
    center = lengths @ middles / lengths.sum()
    found = np.zeros((3, 3))
    for L, middle, way in zip(lengths, middles, np.diff(points, axis=0), strict=True):
        x = way / L
        m, r = SECTION.mass * L, middle - center
        found += m * L**2 / 12 * (np.eye(3) - np.outer(x, x))
        found += m * (r @ r * np.eye(3) - np.outer(r, r))
        found += SECTION.polar * L * np.outer(x, x)
    return found
