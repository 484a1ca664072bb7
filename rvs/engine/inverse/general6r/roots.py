"""The determinant as a polynomial on the unit circle, and its roots.

The determinant of the 12 x 12 matrix is a trigonometric polynomial of u_3.  Each row has degree 1,
which would make it 12, but the four factors 1 + tan^2 that the half-angle tangents bring in divide
it (Manocha and Canny 1994: 16 eigenvalues beside 8 spurious ones): its degree is 8.  So

    det(u) = f_-8 z^-8 + ... + f_8 z^8,     z = exp(i u),   f_-k the conjugate of f_k,

follows exactly from 24 samples by the discrete Fourier transform, and the harmonics 9 to 12, which
ought to vanish, measure the rounding.  The sixteen roots z are real joint angles where |z| = 1;
others come in pairs z, 1/conj(z).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.inverse.general6r.elimination import dialytic

DEGREE = 8
SAMPLES = 24
# A determinant below this, or noise above this part of it, says nothing of the pose.
_NO_DETERMINANT = 1e-13
_TOO_NOISY = 1e-4
# Smaller leading coefficients only send roots to infinity, which nobody asks for.
_LEAST_LEADING = 1e-14


@dataclass(frozen=True, eq=False)
class Roots:
    """Roots of the determinants of m loops.

    Attributes:
        z: The sixteen roots of each (m, 16), complex.
        singular: Whether the determinant vanishes for every u_3, as far as rounding lets see (m,).
    """

    z: np.typing.NDArray[np.complex128]
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


def _polynomial_roots(f: np.typing.NDArray[np.complex128]) -> np.typing.NDArray[np.complex128]:
    """Roots of sum f_k z^(k+8), k from -8 to 8, as eigenvalues of its companion matrix."""
    leading = np.where(np.abs(f[:, -1]) < _LEAST_LEADING, _LEAST_LEADING, f[:, -1])
    f = np.concatenate([f[:, :-1], leading[:, None]], axis=1)
    descending = np.concatenate([f[:, ::-1], f[:, 1:].conj()], axis=1)
    companion = np.zeros((len(f), 2 * DEGREE, 2 * DEGREE), dtype=complex)
    companion[:, 0] = -descending[:, 1:] / descending[:, :1]
    companion[:, np.arange(1, 2 * DEGREE), np.arange(2 * DEGREE - 1)] = 1.0
    return np.asarray(np.linalg.eigvals(companion), dtype=complex)
