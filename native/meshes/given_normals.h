// Normals at the corners of a coarser surface: rvs/geometry/coarse.py.
#pragma once

#include "meshes/surface_arrays.h"

namespace rvs {

/// The numbers of the rules, in their order.
struct NormalRules {
  double alike, flat, near;
};

constexpr int NORMAL_RULES = sizeof(NormalRules) / sizeof(double);

/// The plane of a flat face.
struct Flat {
  Place normal;
  double place;
};

/// The normals of vertices, one vertex after the other, and the flat faces.
struct GivenNormals {
  const std::int64_t* starts;
  const Place* normals;
  const Flat* flats;
  std::size_t flat_count;
};

/// Three for each triangle; false if one of its vertices has none.
bool chosen_normals(const SurfaceArrays& surface, const GivenNormals& given,
                    const NormalRules& rules, std::vector<Place>& found);

}  // namespace rvs
