// Coarser meshes: rvs/geometry/coarse.py and given_normals.py.
#include <cmath>

#include "binding/arrays.h"
#include "binding/bind.h"
#include "meshes/collapse.h"
#include "meshes/given_normals.h"

namespace rvs {

namespace {

// Sixth powers of coordinates are computed; corners are counted in 32 bits.
constexpr double FARTHEST = 1e40;
constexpr std::size_t MOST_TRIANGLES = 1 << 25;

using Places = Array<double, ANY, 3>;
using Triangles = Array<std::int64_t, ANY, 3>;

template <class Table>
bool are_within(const Table& numbers, double limit) {
  return std::all_of(numbers.data, numbers.end(), [&](double x) { return std::fabs(x) <= limit; });
}

SurfaceArrays surface_of(const Places& points, const Triangles& triangles) {
  require(points.rows && triangles.rows <= MOST_TRIANGLES && points.rows <= 3 * MOST_TRIANGLES &&
          are_within(points, FARTHEST) && triangles.below(points.rows));
  return {points.as<Place>(), triangles.as<Corners>(), points.rows, triangles.rows};
}

/// A new array of vectors that have three numbers each.
template <class Vector>
nb::object rows_of(const std::vector<Vector>& vectors) {
  const NewArray<typename Vector::value_type> made{npy_intp(vectors.size()), 3};
  auto* out = made.data;
  for (const Vector& one : vectors) out = std::copy(one.begin(), one.end(), out);
  return made.array;
}

nb::object normals_of(const Places& points, const Triangles& triangles,
                      const Array<std::int64_t, ANY>& starts, const Places& normals,
                      const Array<double, ANY, 4>& flats,
                      const Array<double, NORMAL_RULES>& rules) {
  const SurfaceArrays surface = surface_of(points, triangles);
  require(starts.rows == points.rows + 1 && starts.below(normals.rows + 1) &&
          std::is_sorted(starts.data, starts.end()) && are_within(normals, FARTHEST) &&
          are_within(flats, FARTHEST));
  std::vector<Place> found;
  bool fine;
  {
    nb::gil_scoped_release unlocked;
    fine = chosen_normals(surface, {starts.data, normals.as<Place>(), flats.as<Flat>(), flats.rows},
                          *rules.as<NormalRules>(), found);
  }
  require(fine);
  return rows_of(found);
}

nb::object levels_of(const Places& points, const Triangles& triangles,
                     const Array<double, ANY>& limits,
                     const Array<double, COLLAPSE_RULES>& rules) {
  const SurfaceArrays surface = surface_of(points, triangles);
  std::vector<std::vector<Corners>> left;
  {
    nb::gil_scoped_release unlocked;
    left = reduced(surface, {limits.data, limits.end()}, *rules.as<CollapseRules>());
  }
  nb::list levels;
  for (const auto& one : left) levels.append(rows_of(one));
  return nb::tuple(levels);
}

}  // namespace

void bind_meshes(nb::module_& module) {
  add(module, "chosen_normals", normals_of, "points", "triangles", "starts", "normals", "flats",
      "rules");
  add(module, "reduced", levels_of, "points", "triangles", "limits", "rules");
}

}  // namespace rvs
