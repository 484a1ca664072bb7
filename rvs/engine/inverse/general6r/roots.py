"""The determinant as a polynomial on the unit circle, and its roots.

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
"""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.inverse.general6r.elimination import dialytic, stacked
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
