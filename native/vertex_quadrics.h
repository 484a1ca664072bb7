// What each vertex of a surface has to keep to, `_Surface` of rvs/geometry/collapse.py at first.
#pragma once

#include <algorithm>
#include <cmath>

#include "collapse.h"

namespace rvs {

/// Sum of squares of distances from planes, times their weights, as numbers of ten monomials.
struct Quadric {
  std::array<double, 10> numbers{};
  double weight = 0.0;

  void add(const Quadric& other) {
    for (std::size_t k = 0; k < 10; k++) numbers[k] += other.numbers[k];
    weight += other.weight;
  }
  /// The mean square at a place.
  double mean(const std::array<double, 10>& monomials) const {
    double found = 0.0;
    for (std::size_t k = 0; k < 10; k++) found += numbers[k] * monomials[k];
    return std::max(found, 0.0) / std::max(weight, 1e-300);
  }
};

inline Place from_to(const Place& a, const Place& b) {
  return {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
}
inline Place cross(const Place& a, const Place& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double product(const Place& a, const Place& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline double length(const Place& a) { return std::sqrt(product(a, a)); }

/// Across a triangle, twice as long as its area.
inline Place across(const Place* points, const Corners& triangle) {
  const Place& first = points[triangle[0]];
  return cross(from_to(first, points[triangle[1]]), from_to(first, points[triangle[2]]));
}

/// Quadrics of the faces around each point, and of the rims through it.
struct VertexQuadrics {
  std::vector<Quadric> faces, rims;
};

/// `normals` are the `across` of the triangles.
VertexQuadrics vertex_quadrics(const SurfaceArrays& surface, const std::vector<Place>& normals,
                               double one_sided);

}  // namespace rvs
