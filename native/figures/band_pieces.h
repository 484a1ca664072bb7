// Triangles cut into bands of light and steps of hue: rvs/export/visibility/bands.py.
#pragma once

#include <cstdint>
#include <vector>

namespace rvs {

/// Triangles with a colour and a level of light at their corners.
struct LitTriangles {
  const double *points;         // x, y of three corners
  const double *colors;         // red, green, blue of three corners
  const double *levels;         // level of three corners
  const std::int64_t *surface;  // surface of each
  std::size_t count;
};

/// How bands are cut.
struct BandRules {
  double wide;  // how many levels a band covers
  double step;  // of hues
  std::int64_t most;  // hues of one level
};

/// Polygons, one behind the other.
struct BandPieces {
  std::vector<double> points;                              // x, y of each corner
  std::vector<std::int64_t> counts, source, number, tint;  // of each piece
  std::vector<double> mean, weight;                        // colour and area of its own level
};

/// Cut all triangles into their bands; false if a surface has too many levels.
bool band_pieces(const LitTriangles& triangles, const BandRules& rules, BandPieces& found);

}  // namespace rvs
