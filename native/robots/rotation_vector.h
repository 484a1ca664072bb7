// Rotations as vectors, step by step as rvs/engine/screws.py computes them.
#pragma once

#include <cmath>

namespace rvs {

/// The sign that makes the scalar of a quaternion positive; at half a turn, the last part that is
/// not zero.
inline double hemisphere(const double (&q)[4]) {
  constexpr double NOTHING = 1e-15;
  for (const int part : {0, 3, 2, 1})
    if (std::fabs(q[part]) > NOTHING) return q[part] < 0.0 ? -1.0 : 1.0;
  return 0.0;
}

/// The rotation vector of a rotation (3, 3), by its quaternion (Shepperd 1978); false where it is
/// not finite.
inline bool rotation_vector(const double* R, double* vector) {
  const double xx = R[0], yy = R[4], zz = R[8];
  const double a = R[7] - R[5], b = R[2] - R[6], c = R[3] - R[1];
  const double d = R[3] + R[1], e = R[2] + R[6], f = R[7] + R[5];
  // Of the columns of 4 q q^T the one with the largest diagonal loses no digits.
  const double columns[4][4] = {{1 + xx + yy + zz, a, b, c},
                                {a, 1 + xx - yy - zz, d, e},
                                {b, d, 1 - xx + yy - zz, f},
                                {c, e, f, 1 - xx - yy + zz}};
  int best = 0;
  for (int k = 1; k < 4; k++)
    if (columns[k][k] > columns[best][best]) best = k;
  double q[4], squares = 0.0;
  for (const double part : columns[best]) squares += part * part;
  const double length = std::sqrt(squares);
  for (int k = 0; k < 4; k++) q[k] = columns[best][k] / length;
  const double sign = hemisphere(q);
  for (double& part : q) part *= sign;
  const double sine = std::sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double factor = sine > 0.0 ? std::atan2(sine, q[0]) / sine : 1.0;
  for (int k = 0; k < 3; k++) vector[k] = 2.0 * factor * q[k + 1];
  return std::isfinite(vector[0] + vector[1] + vector[2]);
}

}  // namespace rvs
