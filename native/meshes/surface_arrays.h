// Surfaces of triangles, and their vectors as rvs/geometry/rows.py has them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rvs {

using Corners = std::array<std::int64_t, 3>;
using Place = std::array<double, 3>;

/// A surface; all corners are numbers of points.
struct SurfaceArrays {
  const Place* points;
  const Corners* triangles;
  std::size_t point_count, triangle_count;
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

inline Place unit(const Place& vector) {
  const double size = std::max(length(vector), 1e-300);
  return {vector[0] / size, vector[1] / size, vector[2] / size};
}

/// Across a triangle, twice as long as its area.
inline Place across(const Place* points, const Corners& triangle) {
  const Place& first = points[triangle[0]];
  return cross(from_to(first, points[triangle[1]]), from_to(first, points[triangle[2]]));
}

}  // namespace rvs
