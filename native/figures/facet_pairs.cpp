#include "figures/facet_pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "figures/convex_cut.h"

namespace rvs {

namespace {

struct Box {
  double left, top, right, bottom;

  bool meets(const Box& other) const {
    return left <= other.right && other.left <= right && top <= other.bottom &&
           other.top <= bottom;
  }
};

double cross(double ax, double ay, double bx, double by) { return ax * by - ay * bx; }

/// What two triangles have in common; `points` has room for `MOST_COMMON` corners.
int common_part(const SheetFacets& facets, std::size_t one, std::size_t two, double* points) {
  double buffer[2 * MOST_COMMON], values[MOST_COMMON];
  int count = 3;
  for (int k = 0; k < 3; k++) {
    const double* corner = facets.corner(one, k);
    points[2 * k] = corner[0];
    points[2 * k + 1] = corner[1];
  }
  for (int k = 0; k < 3; k++) {
    const double *start = facets.corner(two, k), *end = facets.corner(two, (k + 1) % 3);
    const double along = end[0] - start[0], down = end[1] - start[1];
    // inside is where the cross product is negative, as y runs down
    for (int i = 0; i < count; i++)
      values[i] = -cross(along, down, points[2 * i] - start[0], points[2 * i + 1] - start[1]);
    count = cut_polygon(points, count, 2, values, buffer);
    std::copy(buffer, buffer + 2 * count, points);
  }
  return count;
}

/// How much nearer the plane of `two` is than that of `one` at a point of the sheet.
double height_between(const SheetFacets& facets, std::size_t one, std::size_t two,
                      const double* at) {
  const double *a = facets.planes + 3 * one, *b = facets.planes + 3 * two;
  return at[0] * (a[0] - b[0]) + at[1] * (a[1] - b[1]) + (a[2] - b[2]);
}

/// A triangle on the sheet: its corners, and the lines along its edges that all else is beyond.
struct Outline {
  double x[3], y[3], along[3], down[3], least[3];

  Outline(const SheetFacets& facets, std::size_t triangle) {
    for (int k = 0; k < 3; k++) {
      const double* corner = facets.corner(triangle, k);
      x[k] = corner[0];
      y[k] = corner[1];
    }
    for (int k = 0; k < 3; k++) {
      along[k] = x[(k + 1) % 3] - x[k];
      down[k] = y[(k + 1) % 3] - y[k];
      least[k] = along[k] * y[k] - down[k] * x[k] -
                 1e-7 * (std::fabs(along[k]) + std::fabs(down[k]));
    }
  }

  Box box() const {
    return {std::min({x[0], x[1], x[2]}), std::min({y[0], y[1], y[2]}),
            std::max({x[0], x[1], x[2]}), std::max({y[0], y[1], y[2]})};
  }

  /// Whether an edge has all of another triangle outside.
  bool apart_from(const Outline& other) const {
    for (int k = 0; k < 3; k++) {
      bool outside = true;
      for (int j = 0; j < 3; j++)
        outside &= along[k] * other.y[j] - down[k] * other.x[j] >= least[k];
      if (outside) return true;
    }
    return false;
  }
};

/// Least and greatest height of the corners of `two` below the plane of `one`, or above it.
void plane_heights(const SheetFacets& facets, std::size_t one, std::size_t two, double sign,
                   double& least, double& most) {
  const double* plane = facets.planes + 3 * one;
  for (int k = 0; k < 3; k++) {
    const double* at = facets.corner(two, k);
    const double height = sign * (plane[0] * at[0] + plane[1] * at[1] + plane[2] - at[2]);
    least = k ? std::min(least, height) : height;
    most = k ? std::max(most, height) : height;
  }
}

void compare(const SheetFacets& facets, FacetPair& pair, const Limits& limits) {
  const auto one = std::size_t(pair.one), two = std::size_t(pair.two);
  double least[2], most[2];
  plane_heights(facets, one, two, 1.0, least[0], most[0]);
  plane_heights(facets, two, one, -1.0, least[1], most[1]);
  const double tie = limits.tie;
  pair.nearer = pair.farther = false;
  for (int k = 0; k < 2; k++)
    if (most[k] <= tie && least[k] >= -tie) return;
  if (least[0] >= -tie || least[1] >= -tie) {
    pair.nearer = true;
  } else if (most[0] <= tie || most[1] <= tie) {
    pair.farther = true;
  } else {
    double points[2 * MOST_COMMON];
    const int count = common_part(facets, one, two, points);
    if (!(std::fabs(polygon_area(points, count)) > limits.sliver)) return;
    for (int k = 0; k < count; k++) {
      const double height = height_between(facets, one, two, points + 2 * k);
      pair.nearer |= height > tie;
      pair.farther |= height < -tie;
    }
  }
}

/// The triangles of each patch from left to right, their outlines and boxes.
struct Sorted {
  std::vector<Outline> outlines;
  std::vector<Box> boxes, around;
  std::vector<std::size_t> order, starts;

  Sorted(const SheetFacets& facets, const std::int64_t* patch) : boxes(facets.count) {
    outlines.reserve(facets.count);
    std::int64_t most = -1;
    for (std::size_t k = 0; k < facets.count; k++) {
      outlines.emplace_back(facets, k);
      boxes[k] = outlines[k].box();
      most = std::max(most, patch[k]);
    }
    order.resize(facets.count);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (patch[a] != patch[b]) return patch[a] < patch[b];
      return boxes[a].left < boxes[b].left;
    });
    starts.assign(std::size_t(most + 2), 0);
    for (std::size_t k = 0; k < facets.count; k++) starts[std::size_t(patch[k]) + 1]++;
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    around.resize(std::size_t(most + 1));
    for (std::size_t p = 0; p < around.size(); p++) around[p] = box_around(p);
  }

  Box box_around(std::size_t p) const {
    Box found{HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (std::size_t k = starts[p]; k < starts[p + 1]; k++) {
      const Box& box = boxes[order[k]];
      found = {std::min(found.left, box.left), std::min(found.top, box.top),
               std::max(found.right, box.right), std::max(found.bottom, box.bottom)};
    }
    return found;
  }

  /// The triangles of a patch that may meet another patch.
  void near(std::size_t p, const Box& other, std::vector<std::size_t>& found) const {
    found.clear();
    for (std::size_t k = starts[p]; k < starts[p + 1]; k++)
      if (boxes[order[k]].meets(other)) found.push_back(order[k]);
  }
};

/// Those of the sorted `others`, from a place on, that begin left of where `one` ends.
template <class Found>
void sweep(const std::vector<Box>& boxes, std::size_t one, const std::vector<std::size_t>& others,
           std::size_t from, Found found) {
  for (std::size_t k = from; k < others.size() && boxes[others[k]].left <= boxes[one].right; k++)
    if (boxes[one].top <= boxes[others[k]].bottom && boxes[others[k]].top <= boxes[one].bottom)
      found(others[k]);
}

/// Pairs by their first triangle, those of one by their second.  They come in long runs that rise
/// and fall, on which sorting all at once takes longest.
std::vector<FacetPair> in_order(const std::vector<FacetPair>& pairs, std::size_t triangles) {
  std::vector<std::size_t> ends(triangles + 1, 0);
  for (const FacetPair& pair : pairs) ends[std::size_t(pair.one) + 1]++;
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<FacetPair> sorted(pairs.size());
  std::vector<std::size_t> next(ends.begin(), ends.end() - 1);
  for (const FacetPair& pair : pairs) sorted[next[std::size_t(pair.one)]++] = pair;
  for (std::size_t k = 0; k < triangles; k++)
    std::sort(sorted.begin() + std::ptrdiff_t(ends[k]), sorted.begin() + std::ptrdiff_t(ends[k + 1]),
              [](const FacetPair& a, const FacetPair& b) { return a.two < b.two; });
  return sorted;
}

}  // namespace

void CommonParts::add(const SheetFacets& facets, std::size_t one, std::size_t two, bool crossing,
                      double side, double least) {
  double common[2 * MOST_COMMON], cut[2 * most_cut(MOST_COMMON)], height[MOST_COMMON];
  int count = common_part(facets, one, two, common);
  const double* part = common;
  if (crossing) {
    for (int k = 0; k < count; k++)
      height[k] = side * height_between(facets, one, two, common + 2 * k);
    count = cut_polygon(common, count, 2, height, cut);
    part = cut;
  }
  if (std::fabs(polygon_area(part, count)) <= least) count = 0;
  points.insert(points.end(), part, part + 2 * count);
  counts.push_back(count);
}

std::vector<FacetPair> facet_pairs(const SheetFacets& facets, const std::int64_t* patch,
                                   const std::int64_t* wanted, std::size_t pairs,
                                   const Limits& limits) {
  const Sorted sorted(facets, patch);
  std::vector<FacetPair> found;
  std::vector<std::size_t> ones, twos;
  const auto take = [&](std::size_t one, std::size_t two) {
    const Outline &first = sorted.outlines[one], &second = sorted.outlines[two];
    if (first.apart_from(second) || second.apart_from(first)) return;
    FacetPair pair{std::int64_t(one), std::int64_t(two), false, false};
    compare(facets, pair, limits);
    found.push_back(pair);
  };
  for (std::size_t p = 0; p < pairs; p++) {
    const auto low = std::size_t(wanted[2 * p]), high = std::size_t(wanted[2 * p + 1]);
    if (low == high) continue;
    sorted.near(low, sorted.around[high], ones);
    sorted.near(high, sorted.around[low], twos);
    std::size_t i = 0, j = 0;
    while (i < ones.size() && j < twos.size()) {
      if (sorted.boxes[ones[i]].left <= sorted.boxes[twos[j]].left) {
        sweep(sorted.boxes, ones[i], twos, j, [&](std::size_t two) { take(ones[i], two); });
        i++;
      } else {
        sweep(sorted.boxes, twos[j], ones, i, [&](std::size_t one) { take(one, twos[j]); });
        j++;
      }
    }
  }
  return in_order(found, facets.count);
}

}  // namespace rvs
