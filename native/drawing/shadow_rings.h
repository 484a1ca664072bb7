// The rings of a shadow on the floor: rvs/scene/shadow.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rvs {

/// `RingTables`.
struct RingTables {
  const double* tangents;  // cosines, then sines
  const float* knots;
  const std::int64_t* before;
  const double* shares;
  const unsigned char* shrunk;
  const std::int64_t* pairs;
  const double *weights, *numbers;
  int sides, knot_count, rings, pair_count, largest;
};

constexpr int RING_NUMBERS = 5, MOST_SIDES = 64, MOST_KNOTS = 8;

/// Extreme points of parts in the world, and where each part begins.
struct CastingParts {
  const float* vertices;
  const std::int64_t* starts;
  std::size_t count, parts;
};

/// The corners of all rings (rings, parts, sides, 2); `left` is how many parts they are of.  False if
/// a number is not finite.
bool shadow_rings(const CastingParts& cast, double foot, double least, const RingTables& tables,
                  std::vector<double>& corners, std::size_t& left);

}  // namespace rvs
