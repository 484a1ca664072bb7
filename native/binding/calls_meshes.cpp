// Meshes made coarser as rvs/geometry/collapse.py and given_normals.py call it.
#include <algorithm>
#include <cmath>

#include "binding/calls.h"
#include "meshes/collapse.h"
#include "meshes/given_normals.h"
#include "binding/functions.h"
#include "binding/tables.h"

namespace rvs {

namespace {

using Ints = Table<std::int64_t>;
using Reals = Table<double>;

// Sixth powers of coordinates are computed; corners are counted in 32 bits.
constexpr double FARTHEST = 1e40;
constexpr npy_intp MOST_TRIANGLES = 1 << 25;

bool are_within(const Reals& numbers, double limit) {
  const double* end = numbers.data + numbers.rows * numbers.width;
  return std::all_of(numbers.data, end, [&](double x) { return std::fabs(x) <= limit; });
}

/// Points and triangles of arguments, kept alive as long as this value.
struct SurfaceOf {
  Reals points;
  Ints triangles;
  SurfaceArrays surface{};

  bool read(PyObject* some_points, PyObject* some_triangles) {
    if (!points.read(some_points, 2) || points.width != 3 || !points.rows ||
        !triangles.read(some_triangles, 2) || triangles.width != 3 ||
        triangles.rows > MOST_TRIANGLES || points.rows > 3 * MOST_TRIANGLES ||
        !are_within(points, FARTHEST) ||
        !std::all_of(triangles.data, triangles.data + 3 * triangles.rows,
                     [&](std::int64_t k) { return k >= 0 && k < points.rows; }))
      return false;
    static_assert(sizeof(Place) == 3 * sizeof(double) && sizeof(Corners) == 3 * sizeof(std::int64_t));
    surface = {reinterpret_cast<const Place*>(points.data),
               reinterpret_cast<const Corners*>(triangles.data), std::size_t(points.rows),
               std::size_t(triangles.rows)};
    return true;
  }
};

/// Where the parts of a table begin and end, of as many as there are points.
bool are_starts(const Ints& starts, npy_intp points, npy_intp rows) {
  if (starts.rows != points + 1 || starts.data[0] < 0 || starts.data[points] > rows) return false;
  return std::is_sorted(starts.data, starts.data + starts.rows);
}

}  // namespace

PyObject* call_chosen_normals(PyObject* const* values) {
  SurfaceOf of;
  Ints starts;
  Reals normals, flats, numbers;
  NormalRules rules;
  if (!of.read(values[0], values[1]) || !starts.read(values[2], 1) ||
      !normals.read(values[3], 2) || normals.width != 3 || !are_within(normals, FARTHEST) ||
      !are_starts(starts, of.points.rows, normals.rows) || !flats.read(values[4], 2) ||
      flats.width != 4 || !are_within(flats, FARTHEST) || !numbers.read(values[5], 1) ||
      numbers.rows != NORMAL_RULES)
    return nullptr;
  std::memcpy(&rules, numbers.data, sizeof rules);
  const auto places = [](const Reals& table) { return reinterpret_cast<const Place*>(table.data); };
  const auto planes = reinterpret_cast<const Flat*>(flats.data);
  static_assert(sizeof(Flat) == 4 * sizeof(double));
  const GivenNormals given{starts.data, places(normals), planes, std::size_t(flats.rows)};
  std::vector<Place> found;
  bool fine = false;
  if (!unlocked([&] { fine = chosen_normals(of.surface, given, rules, found); }) || !fine)
    return nullptr;
  return array_of(found.empty() ? nullptr : found[0].data(), npy_intp(found.size()), 3);
}

PyObject* call_reduced(PyObject* const* values) {
  SurfaceOf of;
  Reals limits, numbers;
  CollapseRules rules;
  if (!of.read(values[0], values[1]) || !limits.read(values[2], 1) || !numbers.read(values[3], 1) ||
      numbers.rows != COLLAPSE_RULES)
    return nullptr;
  std::memcpy(&rules, numbers.data, sizeof rules);
  std::vector<std::vector<Corners>> left;
  if (!unlocked([&] {
        left = reduced(of.surface, {limits.data, limits.data + limits.rows}, rules);
      }))
    return nullptr;
  Ref result(PyTuple_New(npy_intp(left.size())));
  for (std::size_t k = 0; result && k < left.size(); k++) {
    PyObject* one = array_of(left[k].empty() ? nullptr : left[k][0].data(),
                             npy_intp(left[k].size()), 3);
    if (!one) return nullptr;
    PyTuple_SET_ITEM(result.get(), npy_intp(k), one);
  }
  return result.release();
}

}  // namespace rvs
