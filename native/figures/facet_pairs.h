// Triangles on the sheet that overlap, and which of two is nearer:
// rvs/export/visibility/triangle_overlaps.py.
#pragma once

#include <cstdint>
#include <vector>

namespace rvs {

/// Triangles on the sheet, as `Facets` has them.
struct SheetFacets {
  const double* paper;           // x, y, depth of each vertex
  const std::int64_t* triangles;  // three vertices each
  const double* planes;          // depth over the sheet: a x + b y + c
  std::size_t count;

  const double* corner(std::size_t triangle, int k) const {
    return paper + 3 * triangles[3 * triangle + std::size_t(k)];
  }
};

/// Two triangles that overlap, and whether the second is nearer, and farther, somewhere.
struct FacetPair {
  std::int64_t one, two;
  bool nearer, farther;
};

/// Limits of the reference.
struct Limits {
  double tie, sliver;
};

/// What pairs of triangles have in common, one behind the other.
struct CommonParts {
  std::vector<double> points;        // x, y of each corner
  std::vector<std::int64_t> counts;  // corners of each pair's part, 0 where it is too small

  /// Add that of a pair: of planes that cross only where the height between them, times `side`, is
  /// not negative.
  void add(const SheetFacets& facets, std::size_t one, std::size_t two, bool crossing, double side,
           double least);
};

/// The overlapping triangles of pairs of patches, lower patch first, in order.
std::vector<FacetPair> facet_pairs(const SheetFacets& facets, const std::int64_t* patch,
                                   const std::int64_t* wanted, std::size_t pairs,
                                   const Limits& limits);

}  // namespace rvs
