// What each vertex of a surface has to keep to, `_Surface` of rvs/geometry/coarse.py at first.
#pragma once

#include "meshes/surface_arrays.h"

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

/// Quadrics of the faces around each point, and of the rims through it.
struct VertexQuadrics {
  std::vector<Quadric> faces, rims;
};

/// `normals` are the `across` of the triangles.
VertexQuadrics vertex_quadrics(const SurfaceArrays& surface, const std::vector<Place>& normals,
                               double one_sided);

}  // namespace rvs
