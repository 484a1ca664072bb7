"""The determinant as a polynomial on the unit circle, its roots, and the other angles for each.

The determinant of the 12 x 12 matrix is a trigonometric polynomial of u_3.  Each row has degree 1,
which would give degree 12, but it is divisible by the four factors 1 + tan^2 introduced by the
half-angle tangents (Manocha and Canny 1994: 16 eigenvalues and 8 spurious ones): its degree is 8.
So

    det(u) = f_-8 z^-8 + ... + f_8 z^8,     z = exp(i u),   f_-k the conjugate of f_k,

follows exactly from 24 samples by the discrete Fourier transform, and the harmonics 9 to 12, which
should vanish, measure the rounding.  The sixteen roots z are real joint angles where |z| = 1;
others occur in pairs z, 1/conj(z).

Rounding of the f_k is relative to the largest determinant on the circle, and hides close roots
where the determinant is small.  `refined` corrects them by the matrix itself: with p = z^8 det,
p'/p = tr(M^-1 M') + 8/z, which is required by the method of Ehrlich and Aberth,

    z_i <- z_i - 1 / (p'/p - sum over j of 1 / (z_i - z_j)).

At a root the 12 x 12 matrix has a null vector: the monomials x^3..x^0 times y^2..y^0 of the
half-angle tangents, a 4 x 3 matrix of rank one that gives u_4 and u_5 even where a tangent is
infinite.  The fourteen equations are then linear in the sines and cosines of u_1 and u_2, and the
loop itself gives u_6.

Where several solutions share u_3 the null space has more dimensions and its vectors are mixtures.
Multiplying by x, or by y, maps the monomials x^i y^j with lower powers to those with higher
powers, and in a basis N of the null space that map is a small matrix, whose eigenvectors are the
unmixed ones (Stetter's method).
"""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.engine.inverse.general6r.elimination import Elimination, dialytic, stacked, trigonometric
from rvs.engine.inverse.general6r.loop import motion_inverse, turn
from rvs.value_class import dataclass

DEGREE = 8
SAMPLES = 24
# A determinant below this, or noise above this part of it, says nothing of the pose.
_NO_DETERMINANT = 1e-13
_TOO_NOISY = 1e-4
# Smaller leading coefficients only send roots to infinity, which nobody asks for.
_LEAST_LEADING = 1e-14
# Roots this near to the circle are worth correcting, by no more than this in a step.
_CORRECTED = 0.1
_CORRECTIONS = 6
_LARGEST_CORRECTION = 0.05
# A root itself makes the matrix singular: it is looked at from beside.
_BESIDE = 1.0 + 3e-14

Complex = np.typing.NDArray[np.complex128]


@dataclass(frozen=True, eq=False)
class Roots:
    """Roots of the determinants of m loops.

    Attributes:
        z: The sixteen roots of each (m, 16), complex.
        singular: The determinant vanishes for every u_3, within rounding error (m,).
    """

    z: Complex
    singular: Booleans


def circle_roots(reduced: Array) -> Roots:
    """Return the roots of the determinants.

    Args:
        reduced: The six equations of each loop (m, 3, 6, 9).
    """
    u = 2 * np.pi * np.arange(SAMPLES) / SAMPLES
    every = np.repeat(reduced, SAMPLES, axis=0)
    samples = np.linalg.det(dialytic(every, np.tile(u, len(reduced)))).reshape(-1, SAMPLES)
    harmonics = np.fft.fft(samples, axis=1) / SAMPLES
    f = harmonics[:, : DEGREE + 1]
    size = np.abs(f).max(1)
    noise = np.abs(harmonics[:, DEGREE + 1 : SAMPLES // 2 + 1]).max(1)
    singular = ~(size > _NO_DETERMINANT) | (noise > _TOO_NOISY * size)
    f = np.where(singular[:, None], 1.0, f / np.where(size > 0, size, 1.0)[:, None])
    return Roots(_polynomial_roots(f), singular)


def _polynomial_roots(f: Complex) -> Complex:
    """Return roots of sum f_k z^(k+8), k from -8 to 8, as eigenvalues of its companion matrix."""
    leading = np.where(np.abs(f[:, -1]) < _LEAST_LEADING, _LEAST_LEADING, f[:, -1])
    f = np.concatenate([f[:, :-1], leading[:, None]], axis=1)
    descending = np.concatenate([f[:, ::-1], f[:, 1:].conj()], axis=1)
    companion = np.zeros((len(f), 2 * DEGREE, 2 * DEGREE), dtype=complex)
    companion[:, 0] = -descending[:, 1:] / descending[:, :1]
    companion[:, np.arange(1, 2 * DEGREE), np.arange(2 * DEGREE - 1)] = 1.0
    return np.asarray(np.linalg.eigvals(companion), dtype=complex)


def refined(reduced: Array, z: Complex) -> Complex:
    """Return roots of one determinant, with corrections near the unit circle.

    Args:
        reduced: The six equations (3, 6, 9).
        z: The sixteen roots, roughly (16,).
    """
    z = z.copy()
    for _ in range(_CORRECTIONS):
        near = np.flatnonzero(np.abs(np.abs(z) - 1.0) < _CORRECTED)
        at = z[near] * _BESIDE
        apart = at[:, None] - z
        apart[np.arange(len(near)), near] = np.inf
        correction = 1.0 / (_log_derivative(reduced, at) - (1.0 / apart).sum(1))
        fine = np.abs(correction) < _LARGEST_CORRECTION
        z[near[fine]] = (at - correction)[fine]
    return z


def _log_derivative(reduced: Array, z: Complex) -> Complex:
    """Return p'/p of p = z^8 det at points (k,); infinite where the matrix is singular."""
    parts = [-0.5j * (z - 1 / z), 0.5 * (z + 1 / z), np.ones_like(z)]
    slopes = [-0.5j * (1 + z**-2), 0.5 * (1 - z**-2), np.zeros_like(z)]
    M, slope = (
        stacked(np.einsum("pk,pij->kij", np.array(factors), reduced)) for factors in (parts, slopes)
    )
    try:
        trace = np.trace(np.linalg.solve(M, slope), axis1=1, axis2=2)
    except np.linalg.LinAlgError:
        return np.full(len(z), np.inf, dtype=complex)
    return np.asarray(trace + DEGREE / z)


# Roots this far from the unit circle may be a double real root torn apart by rounding.
NEAR_CIRCLE = 2e-2
# Singular values below this part of the largest count as zero when null spaces are measured.
_NULL = 1e-4
_MOST_SHARED = 4
# A turn of the projective line of tangents, so that neither 0 nor infinity is special.
_TILT = (np.cos(0.7), np.sin(0.7))
# Where sin and cos of u_1 and u_2 stand among the eight products.
_SIN_1, _COS_1, _SIN_2, _COS_2 = 2, 5, 6, 7


@dataclass(frozen=True, eq=False)
class Candidates:
    """Postures for refinement, of all loops in one list.

    Attributes:
        loop: Index of the loop of each (k,).
        u: Angles in the order of the split (k, 6).
    """

    loop: Integers
    u: Array


def substitute(links: Array, equations: Elimination, roots: Roots) -> Candidates:
    """Return the postures at all roots near the unit circle.

    Args:
        links: Loops in the order of the split (m, 6, 4, 4).
        equations: Their equations.
        roots: The roots of their determinants.
    """
    near = (np.abs(np.abs(roots.z) - 1.0) < NEAR_CIRCLE) & ~roots.singular[:, None]
    loop, root = np.nonzero(near)
    u3 = np.angle(roots.z[loop, root])
    entry, u4, u5 = _middle_angles(equations.reduced[loop], u3)
    loop, u3 = loop[entry], u3[entry]
    u1, u2 = _first_angles(equations, loop, u3, u4, u5)
    u = np.stack([u1, u2, u3, u4, u5, np.zeros_like(u1)], axis=-1)
    u[:, 5] = _last_angle(links[loop], u)
    return Candidates(loop, u)


def _middle_angles(reduced: Array, u3: Array) -> tuple[Integers, Array, Array]:
    """Return u_4 and u_5 for every u_3, and the u_3 of each pair."""
    _, sigma, rows = np.linalg.svd(dialytic(reduced, u3))
    vectors, entry = [rows[:, -1]], [np.arange(len(u3))]
    shared = np.minimum((sigma < _NULL * sigma[:, :1]).sum(1), _MOST_SHARED)
    for i in np.flatnonzero(shared > 1):
        unmixed = _unmix(rows[i, -shared[i] :].T)
        vectors.append(unmixed)
        entry.append(np.full(len(unmixed), i))
    monomials = np.concatenate(vectors).reshape(-1, 4, 3)
    u4, u5 = _half_angles(monomials)
    return np.concatenate(entry), u4, u5


def _unmix(basis: Array) -> Array:
    """Return vectors of monomials that span a null space with basis (12, k)."""
    grid = basis.reshape(4, 3, -1)
    found = []
    for high, low in ((grid[:-1], grid[1:]), (grid[:, :-1], grid[:, 1:])):
        high, low = (part.reshape(-1, basis.shape[1]) for part in (high, low))
        tilted = _TILT[0] * low + _TILT[1] * high
        multiplication = np.linalg.pinv(tilted) @ (_TILT[0] * high - _TILT[1] * low)
        found.append((basis @ np.linalg.eig(multiplication)[1].real).T)
    return np.concatenate(found)


def _half_angles(monomials: Array) -> tuple[Array, Array]:
    """Return angles of half-angle tangents x, y by monomials x^3..x^0 times y^2..y^0 (k, 4, 3)."""
    k = np.arange(len(monomials))
    powers_x = monomials[k, :, np.argmax((monomials**2).sum(1), axis=1)]
    powers_y = monomials[k, np.argmax((monomials**2).sum(2), axis=1)]
    upper, lower = powers_x[:, :3], powers_x[:, 1:]
    larger = (upper**2).sum(1) > (lower**2).sum(1)
    return _angle(np.where(larger[:, None], upper, lower)), _angle(powers_y)


def _angle(powers: Array) -> Array:
    """Return an angle from multiples of t^2, t, 1 with t the tangent of its half."""
    sign = np.sign(powers[:, 0] + powers[:, 2])
    return np.arctan2(2 * sign * powers[:, 1], sign * (powers[:, 2] - powers[:, 0]))


def _first_angles(
    equations: Elimination, loop: Integers, u3: Array, u4: Array, u5: Array
) -> tuple[Array, Array]:
    """Solve the fourteen equations for u_1 and u_2, by least squares."""
    products = trigonometric(u4)[:, :, None] * trigonometric(u5)[:, None, :]
    sides = np.einsum(
        "kp,kpij,kj->ki", trigonometric(u3), equations.left[loop], products.reshape(-1, 9)
    )
    n = np.einsum("kij,kj->ki", np.linalg.pinv(equations.right, rcond=1e-10)[loop], sides)
    return np.arctan2(n[:, _SIN_1], n[:, _COS_1]), np.arctan2(n[:, _SIN_2], n[:, _COS_2])


def _last_angle(links: Array, u: Array) -> Array:
    """Return the rotation of the last joint that closes the loop most nearly."""
    X = links[:, 5]
    for i in range(5):
        X = X @ turn(u[:, i]) @ links[:, i]
    needed = motion_inverse(X)
    return np.arctan2(needed[:, 1, 0] - needed[:, 0, 1], needed[:, 0, 0] + needed[:, 1, 1])
