// Shadows on the floor as rvs/scene/shadow_rings.py calls them.

#include <algorithm>
#include <new>

#include "binding/arguments.h"
#include "binding/functions.h"
#include "drawing/shadow_rings.h"
#include "binding/tables.h"

namespace rvs {

namespace {

using Ints = Table<std::int64_t>;
using Reals = Table<double>;
using Singles = Table<float>;

template <class T>
bool read_row(T& table, PyObject* value, const char* attribute, npy_intp count) {
  return table.read(value, attribute, 1) && table.rows == count;
}

/// A `RingTables`, kept alive as long as this value.
struct RingTablesOf {
  Reals tangents, shares, weights, numbers;
  Singles knots;
  Ints before, pairs;
  Table<npy_bool> shrunk;
  RingTables tables{};

  bool read(PyObject* value) {
    if (!tangents.read(value, "tangents", 2) || tangents.rows != 2 ||
        tangents.width > MOST_SIDES || tangents.width < 2 || tangents.width % 2 ||
        !knots.read(value, "knots", 1) || knots.rows > MOST_KNOTS || knots.rows < 2 ||
        !before.read(value, "before", 1) || !read_row(shares, value, "shares", before.rows) ||
        !read_row(shrunk, value, "shrunk", before.rows) || !pairs.read(value, "pairs", 2) ||
        pairs.width != 2 || !weights.read(value, "weights", 2) || weights.width != 2 ||
        weights.rows != pairs.rows || !read_row(numbers, value, "numbers", RING_NUMBERS))
      return false;
    const auto within = [](const Ints& some, npy_intp limit) {
      return std::all_of(some.data, some.data + some.rows * some.width,
                         [&](std::int64_t k) { return k >= 0 && k < limit; });
    };
    if (!within(before, knots.rows - 1) || !within(pairs, tangents.width) ||
        (before.rows && shrunk.data[0]))
      return false;
    const Ref largest(PyObject_GetAttrString(value, "largest"));
    if (!largest) PyErr_Clear();
    if (!largest || !read_index(largest.get(), 0, 1 << 20, tables.largest)) return false;
    const int most = tables.largest;
    tables = {tangents.data, knots.data, before.data, shares.data, shrunk.data, pairs.data,
              weights.data, numbers.data, int(tangents.width), int(knots.rows), int(before.rows),
              int(pairs.rows), most};
    return true;
  }
};

bool read_length(PyObject* value, double& length) {
  if (!value || !PyFloat_Check(value)) return false;
  length = PyFloat_AS_DOUBLE(value);
  return true;
}

}  // namespace

PyObject* call_placed_points(PyObject* const* values) {
  Singles points, poses;
  Ints solid;
  if (!points.read(values[0], 2) || points.width != 3 || !solid.read(values[1], 1) ||
      solid.rows != points.rows || !poses.read(values[2], 3) || poses.width != 12 ||
      poses.last != 4 ||
      !std::all_of(solid.data, solid.data + solid.rows,
                   [&](std::int64_t k) { return k >= 0 && k < poses.rows; }))
    return nullptr;
  npy_intp shape[2] = {points.rows, 3};
  PyObject* result = PyArray_SimpleNew(2, shape, NPY_FLOAT);
  if (!result) return nullptr;
  auto* out = static_cast<float*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(result)));
  for (npy_intp k = 0; k < points.rows; k++) {
    const float *at = points.data + 3 * k, *pose = poses.data + 12 * solid.data[k];
    for (int i = 0; i < 3; i++, pose += 4)
      *out++ = pose[0] * at[0] + pose[1] * at[1] + pose[2] * at[2] + pose[3];
  }
  return result;
}

PyObject* call_shadow_rings(PyObject* const* values) {
  RingTablesOf of;
  Singles vertices;
  Ints starts;
  double foot, least;
  if (!vertices.read(values[0], 2) || vertices.width != 3 || !starts.read(values[1], 1) ||
      !starts.rows || starts.data[0] || !read_length(values[2], foot) ||
      !read_length(values[3], least) || !of.read(values[4]))
    return nullptr;
  for (npy_intp k = 0; k < starts.rows; k++) {
    const std::int64_t end = k + 1 < starts.rows ? starts.data[k + 1] : std::int64_t(vertices.rows);
    if (end <= starts.data[k]) return nullptr;
  }
  try {
    std::vector<double> corners;
    std::size_t left = 0;
    const CastingParts cast{vertices.data, starts.data, std::size_t(vertices.rows),
                            std::size_t(starts.rows)};
    if (!shadow_rings(cast, foot, least, of.tables, corners, left)) return nullptr;
    npy_intp shape[4] = {of.tables.rings, npy_intp(left), of.tables.sides, 2};
    PyObject* result = PyArray_SimpleNew(4, shape, NPY_DOUBLE);
    if (result)
      std::copy(corners.begin(), corners.end(),
                static_cast<double*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(result))));
    return result;
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

}  // namespace rvs
