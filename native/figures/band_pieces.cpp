#include "figures/band_pieces.h"

#include <algorithm>
#include <cmath>

#include "figures/convex_cut.h"

namespace rvs {

namespace {

// a corner: x, y, red, green, blue, light above the level, and place among the steps of hue
enum { X, RED = 2, LIGHT = 5, WIDTH = 6, HUE = 6, HUE_WIDTH = 7 };
constexpr int MOST_CORNERS = most_cut(MOST_COMMON);
constexpr std::int64_t MOST_LEVELS = 4096;

/// A triangle in a band: what reaches into it, one behind the other in a store.
struct Entry {
  std::int64_t source, number, slot;
  std::size_t begin;
  int count;
};

/// The purities of one level of a surface, and the steps that they make.
struct Tint {
  double low = HUGE_VAL, high = -HUGE_VAL, steps = 1.0, scale = 0.0, start = 0.0;
  std::int64_t rank = -1;

  void settle(double step, double most) {
    const double span = high > low ? high - low : 0.0;
    steps = std::min(std::max(std::ceil(span / step), 1.0), most);
    scale = span > 0.0 ? steps / span : 0.0;
    start = std::isfinite(low) ? low : 0.0;
  }
};

double purity(const double* corner) {
  const double *c = corner + RED;
  return std::max(std::max(c[0], c[1]), c[2]) - std::min(std::min(c[0], c[1]), c[2]);
}

class Cutter {
 public:
  Cutter(const LitTriangles& triangles, const BandRules& rules, BandPieces& found)
      : triangles_(triangles), rules_(rules), found_(found) {}

  bool run() {
    if (!make_slots()) return false;
    for (std::size_t k = 0; k < triangles_.count; k++) enter(k);
    std::int64_t rank = 0;
    for (Tint& tint : tints_) {
      tint.settle(rules_.step, double(rules_.most));
      if (tint.rank >= 0) tint.rank = rank++;
    }
    for (const Entry& entry : entries_) part(entry);
    return true;
  }

 private:
  const LitTriangles& triangles_;
  const BandRules& rules_;
  BandPieces& found_;
  std::vector<std::int64_t> bases_;  // slot of level 0 of each surface
  std::vector<Tint> tints_;
  std::vector<Entry> entries_;
  std::vector<double> store_;

  void range(std::size_t k, std::int64_t& first, std::int64_t& last) const {
    const double* level = triangles_.levels + 3 * k;
    const double least = std::min({level[0], level[1], level[2]});
    const double most = std::max({level[0], level[1], level[2]});
    first = std::max(std::int64_t(std::floor(least)) - 1, std::int64_t(0));
    last = std::max(std::int64_t(std::floor(most)), first);
  }

  bool make_slots() {
    std::vector<std::int64_t> tops;
    for (std::size_t k = 0; k < triangles_.count; k++) {
      std::int64_t first, last;
      range(k, first, last);
      const auto surface = std::size_t(triangles_.surface[k]);
      if (last >= MOST_LEVELS) return false;
      if (surface >= tops.size()) tops.resize(surface + 1, 0);
      tops[surface] = std::max(tops[surface], last + 1);
    }
    std::int64_t slots = 0;
    for (const std::int64_t top : tops) {
      bases_.push_back(slots);
      slots += top;
    }
    tints_.resize(std::size_t(slots));
    return true;
  }

  /// A triangle in all bands that it reaches into.
  void enter(std::size_t k) {
    std::int64_t first, last;
    range(k, first, last);
    for (std::int64_t number = first; number <= last; number++) {
      double corners[3 * WIDTH], values[3], cut[MOST_CORNERS * WIDTH];
      for (int i = 0; i < 3; i++) {
        double* corner = corners + WIDTH * i;
        std::copy_n(triangles_.points + 6 * k + 2 * i, 2, corner + X);
        std::copy_n(triangles_.colors + 9 * k + 3 * i, 3, corner + RED);
        corner[LIGHT] = values[i] = triangles_.levels[3 * k + std::size_t(i)] - double(number);
      }
      const std::int64_t slot = bases_[std::size_t(triangles_.surface[k])] + number;
      Tint& tint = tints_[std::size_t(slot)];
      tint.rank = 0;
      const int count = cut_polygon(corners, 3, WIDTH, values, cut);
      if (!count) continue;
      for (int i = 0; i < count; i++) {
        const double* corner = cut + WIDTH * i;
        if (!(corner[LIGHT] < 1.0 + 1e-9)) continue;
        tint.low = std::min(tint.low, purity(corner));
        tint.high = std::max(tint.high, purity(corner));
      }
      entries_.push_back({std::int64_t(k), number, slot, store_.size(), count});
      store_.insert(store_.end(), cut, cut + count * WIDTH);
    }
  }

  /// A piece between its first and its last hue.
  void part(const Entry& entry) {
    const double* from = store_.data() + entry.begin;
    const Tint& tint = tints_[std::size_t(entry.slot)];
    double level[MOST_CORNERS], least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < entry.count; i++) {
      const double above = (purity(from + WIDTH * i) - tint.start) * tint.scale;
      level[i] = std::min(std::max(above, 0.0), tint.steps);
      least = std::min(least, level[i]);
      most = std::max(most, level[i]);
    }
    const double first = std::min(std::floor(least), tint.steps - 1.0);
    const double last = std::min(std::max(std::ceil(most) - 1.0, first), tint.steps - 1.0);
    if (first == last) {
      add(entry, std::int64_t(first), from, entry.count);
      return;
    }
    for (double hue = first; hue <= last; hue += 1.0) {
      double corners[MOST_CORNERS * HUE_WIDTH], above[MOST_CORNERS * HUE_WIDTH];
      double piece[MOST_CORNERS * WIDTH], values[MOST_CORNERS];
      for (int i = 0; i < entry.count; i++) {
        std::copy_n(from + WIDTH * i, int(WIDTH), corners + HUE_WIDTH * i);
        corners[HUE_WIDTH * i + HUE] = values[i] = level[i] - hue;
      }
      int count = cut_polygon(corners, entry.count, HUE_WIDTH, values, above);
      for (int i = 0; i < count; i++) values[i] = 1.0 - above[HUE_WIDTH * i + HUE];
      count = cut_polygon(above, count, HUE_WIDTH, values, corners);
      for (int i = 0; i < count; i++)
        std::copy_n(corners + HUE_WIDTH * i, int(WIDTH), piece + WIDTH * i);
      if (count) add(entry, std::int64_t(hue), piece, count);
    }
  }

  /// A piece of one hue: its own part gives the colour, the part below the band's top the outline.
  void add(const Entry& entry, std::int64_t hue, const double* piece, int count) {
    double values[MOST_CORNERS], own[MOST_CORNERS * WIDTH], band[MOST_CORNERS * WIDTH];
    for (int i = 0; i < count; i++) values[i] = rules_.wide - piece[WIDTH * i + LIGHT];
    const int left = cut_polygon(piece, count, WIDTH, values, band);
    if (!left) return;
    for (int i = 0; i < count; i++) values[i] = 1.0 - piece[WIDTH * i + LIGHT];
    const int kept = cut_polygon(piece, count, WIDTH, values, own);
    double mean[3] = {0.0, 0.0, 0.0}, flat[2 * MOST_CORNERS];
    for (int i = 0; i < kept; i++) {
      for (int c = 0; c < 3; c++) mean[c] += own[WIDTH * i + RED + c];
      std::copy_n(own + WIDTH * i, 2, flat + 2 * i);
    }
    for (const double sum : mean) found_.mean.push_back(sum / std::max(kept, 1));
    found_.weight.push_back(kept > 2 ? std::fabs(polygon_area(flat, kept)) : 0.0);
    for (int i = 0; i < left; i++)
      found_.points.insert(found_.points.end(), band + WIDTH * i, band + WIDTH * i + 2);
    found_.counts.push_back(left);
    found_.source.push_back(entry.source);
    found_.number.push_back(entry.number);
    found_.tint.push_back(tints_[std::size_t(entry.slot)].rank * rules_.most + hue);
  }
};

}  // namespace

bool band_pieces(const LitTriangles& triangles, const BandRules& rules, BandPieces& found) {
  return Cutter(triangles, rules, found).run();
}

}  // namespace rvs
