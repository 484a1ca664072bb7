"""Spatial vectors, angular part first, for stacks of links at once (Featherstone 2008, ch. 2).

A twist is ``[w, v]``, a wrench ``[n, f]``, both about one common point and in common axes.  Vectors
are (..., 6), inertias (..., 6, 6).
"""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.screws import cross, skew


def cross_twist(twist: Array, other: Array) -> Array:
    """Return the rate of change of a twist that moves with ``twist``, (..., 6)."""
    w, v = twist[..., :3], twist[..., 3:]
    return np.concatenate(
        [cross(w, other[..., :3]), cross(v, other[..., :3]) + cross(w, other[..., 3:])], axis=-1
    )


def cross_wrench(twist: Array, wrench: Array) -> Array:
    """Return the rate of change of a wrench that moves with ``twist``, (..., 6)."""
    w, v = twist[..., :3], twist[..., 3:]
    return np.concatenate(
        [cross(w, wrench[..., :3]) + cross(v, wrench[..., 3:]), cross(w, wrench[..., 3:])], axis=-1
    )


def body_inertia(mass: Array, com: Array, moments: Array) -> Array:
    """Return spatial inertias about the common point.

    Args:
        mass: Masses (...,) in kg.
        com: Centres of mass from the common point (..., 3) in m.
        moments: Moments of inertia about the centres of mass (..., 3, 3), common axes.
    """
    arm = skew(com)
    first = mass[..., None, None] * arm
    inertia = np.empty((*com.shape[:-1], 6, 6))
    inertia[..., :3, :3] = moments - first @ arm
    inertia[..., :3, 3:] = first
    inertia[..., 3:, :3] = -first
    inertia[..., 3:, 3:] = mass[..., None, None] * np.eye(3)
    return inertia


def times(matrices: Array, vectors: Array) -> Array:
    """Return each matrix (..., r, c) times its own vector (..., c)."""
    product: Array = (matrices @ vectors[..., None])[..., 0]
    return product


def dot(a: Array, b: Array) -> Array:
    """Return the sums of products over the last axis."""
    product: Array = np.einsum("...i,...i->...", a, b)
    return product


def outward(vectors: Array) -> Array:
    """Return sums from the base up to each link (..., n, 6)."""
    return np.cumsum(vectors, axis=-2)


def inward(vectors: Array) -> Array:
    """Return sums from each link out to the tip (..., n, 6)."""
    return np.flip(np.cumsum(np.flip(vectors, axis=-2), axis=-2), axis=-2)
