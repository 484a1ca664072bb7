// Triangles that are left when vertices are taken away: rvs/geometry/collapse.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rvs {

/// The numbers of `RULES`, in their order.
struct CollapseRules {
  double turned, one_sided, shortness, few;
};

constexpr int COLLAPSE_RULES = sizeof(CollapseRules) / sizeof(double);

using Corners = std::array<std::int64_t, 3>;
using Place = std::array<double, 3>;

/// A surface; all corners are numbers of points.
struct SurfaceArrays {
  const Place* points;
  const Corners* triangles;
  std::size_t point_count, triangle_count;
};

/// The triangles that are left after each limit.
std::vector<std::vector<Corners>> reduced(const SurfaceArrays& surface,
                                          const std::vector<double>& limits,
                                          const CollapseRules& rules);

}  // namespace rvs
