#include "meshes/given_normals.h"

namespace rvs {

namespace {

Place middle(const Place* points, const Corners& triangle) {
  const Place &a = points[triangle[0]], &b = points[triangle[1]], &c = points[triangle[2]];
  return {(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0, (a[2] + b[2] + c[2]) / 3.0};
}

/// The flat face that a triangle lies in, or null.
const Flat* flat_of(const Place& middle, const Place& upright, const GivenNormals& given,
                    const NormalRules& rules) {
  const Flat* best = nullptr;
  double most = rules.flat;
  for (std::size_t k = 0; k < given.flat_count; k++) {
    const Flat& one = given.flats[k];
    const double along = product(upright, one.normal);
    if (along > most && std::fabs(product(middle, one.normal) - one.place) < rules.near) {
      most = along;
      best = &one;
    }
  }
  return best;
}

}  // namespace

bool chosen_normals(const SurfaceArrays& surface, const GivenNormals& given,
                    const NormalRules& rules, std::vector<Place>& found) {
  found.reserve(3 * surface.triangle_count);
  for (std::size_t k = 0; k < surface.triangle_count; k++) {
    const Corners& triangle = surface.triangles[k];
    const Place upright = unit(across(surface.points, triangle));
    const Flat* flat = flat_of(middle(surface.points, triangle), upright, given, rules);
    for (const std::int64_t vertex : triangle) {
      const std::int64_t first = given.starts[vertex], end = given.starts[vertex + 1];
      if (first == end) return false;
      std::int64_t nearest = first;
      double most = product(given.normals[first], upright);
      for (std::int64_t at = first + 1; at < end; at++) {
        const double along = product(given.normals[at], upright);
        if (along > most) {
          most = along;
          nearest = at;
        }
      }
      found.push_back(flat ? flat->normal : most < rules.alike ? upright : given.normals[nearest]);
    }
  }
  return true;
}

}  // namespace rvs
