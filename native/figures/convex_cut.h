// Convex polygons cut along straight lines: rvs/export/visibility/plane/areas.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rvs {

/// Most corners that a cut leaves of a polygon.  One more than before where it is convex; where it
/// is so thin that rounding lets signs alternate, every second corner and two ends beside it.
constexpr int most_cut(int corners) { return corners + corners / 2; }

/// Most corners of what is left of a triangle within the three edges of another one.
constexpr int MOST_COMMON = most_cut(most_cut(most_cut(3)));

/// Cut a convex polygon where values at its corners turn negative; return how many corners are left.
/// `points` has `width` numbers a corner, and `out` room for `most_cut(count)` corners.
inline int cut_polygon(const double* points, int count, int width, const double* values,
                       double* out) {
  int left = 0;
  for (int i = 0; i < count; i++) {
    const int after = i + 1 < count ? i + 1 : 0;
    const bool inside = values[i] >= 0.0, next = values[after] >= 0.0;
    if (inside) {
      for (int d = 0; d < width; d++) out[left * width + d] = points[i * width + d];
      left++;
    }
    if (inside == next) continue;
    // from the end inside to that outside, so that neighbours find the very same point
    const int first = inside ? i : after, last = inside ? after : i;
    const double share = values[first] / (values[first] - values[last]);
    for (int d = 0; d < width; d++) {
      const double one = points[first * width + d], two = points[last * width + d];
      out[left * width + d] = one + share * (two - one);
    }
    left++;
  }
  return left;
}

/// Convex polygons, each with room for as many corners, and a value at each corner.
struct Polygons {
  const double* points;
  const std::int64_t* counts;  // corners of each
  const double* values;
  std::size_t count, corners, width;
};

/// What is left of polygons that are cut where values turn negative.
struct CutPolygons {
  Polygons of;
  std::vector<std::int64_t> left;  // corners of each
  std::vector<char> cut;           // which ones were cut, and those one behind the other
  std::vector<double> pieces;
  std::size_t most = 0;            // corners of one of those; 0 where there is none

  explicit CutPolygons(const Polygons& polygons);
  /// Write them all, with room for so many corners each.
  void place(std::size_t room, double* out) const;
};

/// The signed area of a polygon (count, 2).
inline double polygon_area(const double* points, int count) {
  double sum = 0.0;
  for (int i = 0; i < count; i++) {
    const double *here = points + 2 * i, *there = points + 2 * (i + 1 < count ? i + 1 : 0);
    sum += here[0] * there[1] - there[0] * here[1];
  }
  return 0.5 * sum;
}

}  // namespace rvs
