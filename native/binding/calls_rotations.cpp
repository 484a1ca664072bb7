// Rotations as vectors, as rvs/engine/screws.py calls them: step by step what stands there.

#include <cmath>

#include "binding/functions.h"
#include "binding/tables.h"

namespace rvs {

namespace {

// A quaternion's part that is no more than this counts as nothing.
constexpr double NOTHING = 1e-15;

/// The sign that makes the scalar positive; at half a turn, the last part that is not zero.
double hemisphere(const double (&q)[4]) {
  for (const int part : {0, 3, 2, 1})
    if (std::fabs(q[part]) > NOTHING) return q[part] < 0.0 ? -1.0 : 1.0;
  return 0.0;
}

/// The rotation vector of a rotation, by its quaternion (Shepperd 1978).
void rotation_vector(const double* R, double* vector) {
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
}

}  // namespace

PyObject* call_rotation_vector(PyObject* const* values) {
  Table<double> one, many;
  const bool single = one.read(values[0], 2);
  if (!single && !many.read(values[0], 3)) return nullptr;
  const Table<double>& R = single ? one : many;
  if (single ? R.rows != 3 || R.last != 3 : R.width != 9 || R.last != 3) return nullptr;
  npy_intp shape[2] = {R.rows, 3};
  PyObject* result = PyArray_SimpleNew(single ? 1 : 2, single ? shape + 1 : shape, NPY_DOUBLE);
  if (!result) return nullptr;
  auto* out = static_cast<double*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(result)));
  for (npy_intp k = 0; k < (single ? 1 : R.rows); k++, out += 3) {
    rotation_vector(R.data + 9 * k, out);
    if (!std::isfinite(out[0] + out[1] + out[2])) {
      Py_DECREF(result);
      return nullptr;
    }
  }
  return result;
}

}  // namespace rvs
