// Triangles on the sheet that overlap, and which of two is nearer:
// rvs/export/visibility/compare.py.
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

/// What two triangles have in common; `points` has room for eight corners.
int common_part(const SheetFacets& facets, std::size_t one, std::size_t two, double* points);

/// How much nearer the plane of `two` is than that of `one` at a point of the sheet.
double height_between(const SheetFacets& facets, std::size_t one, std::size_t two, const double* at);

/// The overlapping triangles of pairs of patches, lower patch first, in order.
std::vector<FacetPair> facet_pairs(const SheetFacets& facets, const std::int64_t* patch,
                                   const std::int64_t* wanted, std::size_t pairs,
                                   const Limits& limits);

}  // namespace rvs
