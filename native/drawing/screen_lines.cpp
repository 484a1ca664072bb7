#include "drawing/screen_lines.h"

#include <algorithm>
#include <cmath>

#include "drawing/lens.h"

namespace rvs {

namespace {

struct Way {
  double x, y, z;
};

double product(Way a, Way b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Way between(const double* from, const double* to) {
  return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

double within(double value, double reach) { return std::min(std::max(value, -reach), reach); }

double length_seen(Seen from, Seen to, double reach) {
  const double x = within(to.x - from.x, reach), y = within(to.y - from.y, reach);
  return std::sqrt(x * x + y * y);
}

}  // namespace

bool projected(const Lens& lens, const double* points, std::size_t count, double* found) {
  bool fine = true;
  for (std::size_t k = 0; k < count; k++) {
    const Seen seen = lens.seen(points + 3 * k);
    fine = fine && std::isfinite(seen.x) && std::isfinite(seen.y) && std::isfinite(seen.depth);
    found[3 * k] = seen.x;
    found[3 * k + 1] = seen.y;
    found[3 * k + 2] = seen.depth;
  }
  return fine;
}

bool needed_points(const Lens& lens, const double* points, std::size_t count, const Bends& bends,
                   std::vector<std::int64_t>& kept, std::vector<float>& lengths) {
  const auto keep = [&](std::size_t k, double length) {
    kept.push_back(std::int64_t(k));
    lengths.push_back(float(length));
  };
  keep(0, 0.0);
  Way before{};
  double before_long = 0.0, chords = 0.0, last = 0.0, length = 0.0;
  Seen here = lens.seen(points);
  for (std::size_t k = 0; k + 1 < count; k++) {
    const Way way = between(points + 3 * k, points + 3 * k + 3);
    const double size = std::sqrt(product(way, way));
    if (size > 0.0 && before_long > 0.0) {
      const double along = product(way, before), both = size * before_long;
      const double turn = std::sqrt(std::max(both * both - along * along, 0.0)) / both;
      const double step = (size + before_long) / lens.pixel(here.depth);
      chords += std::sqrt(turn * step / (16.0 * bends.stray));
      const double whole = std::floor(chords);
      if (whole - last > 0.0 || along < bends.corner * both) keep(k, length);
      last = whole;
    }
    if (size > 0.0) {
      before = way;
      before_long = size;
    }
    const Seen next = lens.seen(points + 3 * k + 3);
    length += length_seen(here, next, bends.reach);
    here = next;
  }
  keep(count - 1, length);
  return std::isfinite(chords) && std::isfinite(length);
}

}  // namespace rvs
