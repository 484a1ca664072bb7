// Triangles that are left when vertices are taken away: rvs/geometry/coarse.py.
#pragma once

#include "meshes/surface_arrays.h"

namespace rvs {

/// The numbers of `RULES`, in their order.
struct CollapseRules {
  double turned, one_sided, shortness, few;
};

constexpr int COLLAPSE_RULES = sizeof(CollapseRules) / sizeof(double);

/// The triangles that are left after each limit.
std::vector<std::vector<Corners>> reduced(const SurfaceArrays& surface,
                                          const std::vector<double>& limits,
                                          const CollapseRules& rules);

}  // namespace rvs
