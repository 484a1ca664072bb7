#include "drawing/shadow_rings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rvs {

namespace {

/// How far a part reaches in all directions, for each ring that is computed.
using Reach = std::vector<double>;

class Rings {
 public:
  explicit Rings(const RingTables& tables)
      : tables_(tables), sides_(tables.sides), width_(tables.knot_count * tables.sides) {
    for (int i = 0; i < sides_; i++) {
      cosines_[i] = float(tables.tangents[i]);
      sines_[i] = float(tables.tangents[sides_ + i]);
    }
  }

  /// The reach of one part; empty if nothing of it is above the floor.
  Reach reach(const float* vertices, std::size_t count, float foot) const {
    const auto light_x = float(tables_.numbers[0]), light_y = float(tables_.numbers[1]);
    const auto spread = float(tables_.numbers[2]);
    float most[MOST_KNOTS * MOST_SIDES];
    float top = vertices[2];
    for (std::size_t k = 0; k < count; k++) {
      const float* at = vertices + 3 * k;
      top = std::max(top, at[2]);
      const float height = std::max(at[2], 0.0f);
      const float x = at[0] + light_x * height, y = at[1] + light_y * height;
      const float grown = foot + spread * height;
      float flat[MOST_SIDES];
      for (int i = 0; i < sides_; i++) flat[i] = x * cosines_[i] + y * sines_[i];
      for (int knot = 0; knot < tables_.knot_count; knot++) {
        const float out = grown * tables_.knots[knot];
        float* mine = most + knot * sides_;
        if (k == 0) {
          for (int i = 0; i < sides_; i++) mine[i] = flat[i] + out;
        } else {
          for (int i = 0; i < sides_; i++) {
            const float along = flat[i] + out;
            mine[i] = along > mine[i] ? along : mine[i];
          }
        }
      }
    }
    return top > 0.0f ? Reach(most, most + width_) : Reach();
  }

  /// Parts from the largest on, without those that stand out of another's every ring by `least`
  /// at most.
  std::vector<Reach> outermost(std::vector<Reach> every, double least) const {
    std::vector<double> girth;
    for (const Reach& one : every) girth.push_back(std::accumulate(one.begin(), one.end(), 0.0));
    std::vector<std::size_t> order(every.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return girth[a] > girth[b]; });
    std::vector<char> left(every.size(), 1);
    const auto asked = std::min(every.size(), std::size_t(tables_.largest));
    for (std::size_t k = 0; k < asked; k++)
      for (std::size_t m = k + 1; left[k] && m < every.size(); m++)
        if (left[m] && lies_in(every[order[m]], every[order[k]], least)) left[m] = 0;
    std::vector<Reach> kept;
    for (std::size_t k = 0; k < every.size(); k++)
      if (left[k]) kept.push_back(std::move(every[order[k]]));
    return kept;
  }

  /// The corners of a part's rings, each ring `apart` numbers after the one before.
  void corners(const Reach& knots, double* out, std::size_t apart) const {
    double ring[MOST_SIDES], outer[MOST_SIDES] = {};
    for (int k = 0; k < tables_.rings; k++) {
      const double* start = knots.data() + tables_.before[k] * sides_;
      const double *end = start + sides_, share = tables_.shares[k];
      for (int i = 0; i < sides_; i++) ring[i] = start[i] + share * (end[i] - start[i]);
      if (tables_.shrunk[k]) shrink(outer, ring);
      polygon(ring, out + std::size_t(k) * apart);
      std::copy(ring, ring + sides_, outer);
    }
  }

 private:
  bool lies_in(const Reach& inner, const Reach& outer, double least) const {
    for (int i = 0; i < width_; i++)
      if (!(inner[std::size_t(i)] <= outer[std::size_t(i)] + least)) return false;
    return true;
  }

  double width(const double* lines) const {
    const int half = sides_ / 2;
    double least = lines[0] + lines[half];
    for (int i = 1; i < half; i++) least = std::min(least, lines[i] + lines[half + i]);
    return least;
  }

  /// A ring smaller than the silhouette, within the one before; one without room is closed.
  void shrink(const double* outer, double* ring) const {
    double lines[3 * MOST_SIDES], drawn[MOST_SIDES];
    for (int turn = 0; turn < 3; turn++) std::copy(ring, ring + sides_, lines + turn * sides_);
    std::copy(ring, ring + sides_, drawn);
    for (int p = 0; p < tables_.pair_count; p++) {
      const double* before = lines + sides_ - tables_.pairs[2 * p];
      const double* after = lines + sides_ + tables_.pairs[2 * p + 1];
      const double one = tables_.weights[2 * p], two = tables_.weights[2 * p + 1];
      for (int i = 0; i < sides_; i++) {
        const double corner = before[i] * one + after[i] * two;
        drawn[i] = corner < drawn[i] ? corner : drawn[i];
      }
    }
    const double room = width(outer), rest = width(drawn);
    const double share = rest < 0.0 ? room / std::max(room - rest, 1e-300) : 1.0;
    for (int i = 0; i < sides_; i++) ring[i] = outer[i] + share * (drawn[i] - outer[i]);
  }

  void polygon(const double* reach, double* out) const {
    const double cosine = tables_.numbers[3], sine = tables_.numbers[4];
    const double *cosines = tables_.tangents, *sines = tables_.tangents + sides_;
    for (int i = 0; i < sides_; i++) {
      const double turned = reach[i + 1 < sides_ ? i + 1 : 0];
      const double slope = (turned - reach[i] * cosine) / sine;
      out[2 * i] = reach[i] * cosines[i] - slope * sines[i];
      out[2 * i + 1] = reach[i] * sines[i] + slope * cosines[i];
    }
  }

  const RingTables& tables_;
  int sides_, width_;
  float cosines_[MOST_SIDES], sines_[MOST_SIDES];
};

}  // namespace

bool shadow_rings(const CastingParts& cast, double foot, double least, const RingTables& tables,
                  std::vector<double>& corners, std::size_t& left) {
  for (std::size_t k = 0; k < 3 * cast.count; k++)
    if (!std::isfinite(cast.vertices[k])) return false;
  const Rings rings(tables);
  std::vector<Reach> every;
  for (std::size_t part = 0; part < cast.parts; part++) {
    const auto first = std::size_t(cast.starts[part]);
    const auto end = part + 1 < cast.parts ? std::size_t(cast.starts[part + 1]) : cast.count;
    Reach one = rings.reach(cast.vertices + 3 * first, end - first, float(foot));
    if (!one.empty()) every.push_back(std::move(one));
  }
  every = rings.outermost(std::move(every), least);
  left = every.size();
  const std::size_t each = 2 * std::size_t(tables.sides);
  corners.resize(std::size_t(tables.rings) * left * each);
  for (std::size_t part = 0; part < left; part++)
    rings.corners(every[part], corners.data() + part * each, left * each);
  return true;
}

}  // namespace rvs
