#include "meshes/collapse.h"

#include "meshes/vertex_quadrics.h"

namespace rvs {

namespace {

using Vertex = std::int64_t;

constexpr std::uint64_t LAST = UINT64_MAX;
constexpr std::int32_t NONE = -1;

/// `_ranks`.
std::uint64_t mixed(std::uint64_t number) {
  number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9u;
  number = (number ^ (number >> 27)) * 0x94D049BB133111EBu;
  return number ^ (number >> 31);
}

bool is_whole(const Corners& one) {
  return one[0] != one[1] && one[1] != one[2] && one[2] != one[0];
}

/// What is known of a vertex from the last time that its edges were looked at.
struct Known {
  Vertex best = -1;       // where it goes; -1: nowhere
  double least = 0.0;     // no edge costs less
  bool stale = true;
  std::uint64_t rank = LAST;
  std::int32_t first = NONE, last = NONE;  // of its list of corners
  std::int32_t barred = NONE;              // the last of its edges that are barred
  std::uint32_t triangles = 0;
};

struct Barred {
  Vertex end;
  std::int32_t before;
};

/// A surface on its way to fewer triangles.  A vertex whose surroundings are as they were is not
/// looked at again: it would go where it was to go before.
class Collapse {
 public:
  Collapse(const SurfaceArrays& surface, const CollapseRules& rules)
      : rules_(rules), points_(centred(surface)), known_(surface.point_count),
        seen_(surface.point_count, NONE) {
    for (std::size_t k = 0; k < surface.triangle_count; k++)
      if (is_whole(surface.triangles[k])) triangles_.push_back(surface.triangles[k]);
    left_ = triangles_.size();
    is_left_.assign(left_, 1);
    next_.assign(3 * left_, NONE);
    for (const Corners& one : triangles_) normals_.push_back(across(points_.data(), one));
    quadrics_ = vertex_quadrics({points_.data(), triangles_.data(), points_.size(), left_},
                                normals_, rules.one_sided);
    for (const Place& one : points_) monomials_.push_back(monomials(one));
    for (std::size_t corner = 0; corner < next_.size(); corner++) {
      Known& owner = at(triangles_[corner / 3][corner % 3]);
      (owner.last == NONE ? owner.first : next_[std::size_t(owner.last)]) = std::int32_t(corner);
      owner.last = std::int32_t(corner);
      owner.triangles++;
    }
    for (std::size_t v = 0; v < known_.size(); v++) live_.push_back(Vertex(v));
  }

  void reduce(double limit) {
    barred_.clear();
    for (const Vertex v : live_) {
      at(v).barred = NONE;
      at(v).best = -1;
      if (at(v).least < limit) at(v).stale = true;
    }
    while (left_) {
      choose(limit);
      std::size_t gone = 0;
      for (const Vertex v : chosen_) gone += try_to_go(v);
      if (double(gone) <= rules_.few * double(live_.size())) return;
    }
  }

  std::vector<Corners> triangles() const {
    std::vector<Corners> found;
    found.reserve(left_);
    for (std::size_t k = 0; k < triangles_.size(); k++)
      if (is_left_[k]) found.push_back(triangles_[k]);
    return found;
  }

 private:
  static std::vector<Place> centred(const SurfaceArrays& surface) {
    std::vector<Place> points(surface.points, surface.points + surface.point_count);
    if (points.empty()) return points;
    Place low = points[0], high = points[0];
    for (const Place& one : points)
      for (std::size_t k = 0; k < 3; k++) {
        low[k] = std::min(low[k], one[k]);
        high[k] = std::max(high[k], one[k]);
      }
    for (Place& one : points)
      for (std::size_t k = 0; k < 3; k++) one[k] = one[k] - 0.5 * (low[k] + high[k]);
    return points;
  }

  static std::array<double, 10> monomials(const Place& p) {
    return {p[0] * p[0], 2.0 * (p[0] * p[1]), 2.0 * (p[0] * p[2]), 2.0 * p[0], p[1] * p[1],
            2.0 * (p[1] * p[2]), 2.0 * p[1], p[2] * p[2], 2.0 * p[2], 1.0};
  }

  Known& at(Vertex v) { return known_[std::size_t(v)]; }

  /// Call for each triangle around a vertex that is left; those that are gone leave its list.
  template <class Visit>
  void around(Vertex v, Visit visit) {
    Known& owner = at(v);
    std::int32_t before = NONE;
    for (std::int32_t corner = owner.first; corner != NONE; corner = next_[std::size_t(corner)]) {
      if (is_left_[std::size_t(corner / 3)]) {
        before = corner;
        if (!visit(std::size_t(corner / 3), std::size_t(corner % 3))) return;
      } else {
        const std::int32_t after = next_[std::size_t(corner)];
        (before == NONE ? owner.first : next_[std::size_t(before)]) = after;
        if (after == NONE) owner.last = before;
      }
    }
  }

  /// Vertices that no two of are neighbours, and go first of theirs.
  void choose(double limit) {
    std::size_t count = 0;
    candidates_.clear();
    for (const Vertex v : live_) {
      Known& one = at(v);
      if (!one.triangles) continue;
      live_[count++] = v;
      if (one.stale) look(v, limit);
      one.rank = LAST;
      if (one.best < 0) continue;
      one.rank = mixed(std::uint64_t(v) + round_ * 0x9E3779B97F4A7C15u);
      candidates_.push_back(v);
    }
    live_.resize(count);
    round_++;
    chosen_.clear();
    for (const Vertex v : candidates_) {
      const std::uint64_t rank = at(v).rank;
      bool first = rank < LAST;
      around(v, [&](std::size_t triangle, std::size_t k) {
        const Corners& one = triangles_[triangle];
        first = first && rank < at(one[(k + 1) % 3]).rank && rank < at(one[(k + 2) % 3]).rank;
        return first;
      });
      if (first) chosen_.push_back(v);
    }
  }

  /// Find the edge along which a vertex would go.
  void look(Vertex v, double limit) {
    Known& one = at(v);
    one.stale = false;
    one.best = -1;
    one.least = INFINITY;
    double best = INFINITY;
    look_++;
    around(v, [&](std::size_t triangle, std::size_t k) {
      for (std::size_t step = 1; step < 3; step++) {
        const Vertex end = triangles_[triangle][(k + step) % 3];
        if (seen_[std::size_t(end)] == look_) continue;
        seen_[std::size_t(end)] = look_;
        const double cost = lowest_cost(v, end, limit);
        one.least = std::min(one.least, cost);
        if (!(cost < limit) || is_barred(one, end)) continue;
        const Place apart = from_to(points_[std::size_t(end)], points_[std::size_t(v)]);
        const double rated = cost + rules_.shortness * product(apart, apart);
        if (rated < best || (rated == best && end < one.best)) {
          best = rated;
          one.best = end;
        }
      }
      return true;
    });
  }

  /// What an edge costs, or less where that is already the limit or more.
  double lowest_cost(Vertex from, Vertex to, double limit) const {
    const auto start = std::size_t(from);
    const auto& place = monomials_[std::size_t(to)];
    const double cost = quadrics_.faces[start].mean(place);
    if (cost >= limit || quadrics_.rims[start].weight == 0.0) return cost;
    return cost + quadrics_.rims[start].mean(place);
  }

  bool is_barred(const Known& one, Vertex end) const {
    for (std::int32_t k = one.barred; k != NONE; k = barred_[std::size_t(k)].before)
      if (barred_[std::size_t(k)].end == end) return true;
    return false;
  }

  /// Let a vertex go unless triangles would turn over; tell whether it went.
  bool try_to_go(Vertex v) {
    Known& one = at(v);
    const Vertex end = one.best;
    bool fine = true;
    around(v, [&](std::size_t triangle, std::size_t k) {
      Corners moved = triangles_[triangle];
      moved[k] = end;
      if (is_whole(moved)) {
        const Place &first = normals_[triangle], made = across(points_.data(), moved);
        fine = !(product(first, made) <= rules_.turned * (length(first) * length(made)));
      }
      return fine;
    });
    if (fine) {
      go(v, end);
    } else {
      barred_.push_back({end, one.barred});
      one.barred = std::int32_t(barred_.size()) - 1;
      one.stale = true;
    }
    return fine;
  }

  void go(Vertex v, Vertex end) {
    around(v, [&](std::size_t triangle, std::size_t k) {
      Corners& corners = triangles_[triangle];
      for (const Vertex corner : corners) at(corner).stale = true;
      corners[k] = end;
      at(end).triangles++;
      if (!is_whole(corners)) {
        is_left_[triangle] = 0;
        left_--;
        for (const Vertex corner : corners) at(corner).triangles--;
      }
      return true;
    });
    Known &gone = at(v), &into = at(end);
    gone.triangles = 0;
    // neither list is empty: this edge was of a triangle
    next_[std::size_t(into.last)] = gone.first;
    into.last = gone.last;
    quadrics_.faces[std::size_t(end)].add(quadrics_.faces[std::size_t(v)]);
    quadrics_.rims[std::size_t(end)].add(quadrics_.rims[std::size_t(v)]);
  }

  CollapseRules rules_;
  std::vector<Place> points_;
  std::vector<Known> known_;
  std::vector<std::int32_t> seen_;  // when each vertex was last seen as another's neighbour
  std::vector<Corners> triangles_;
  std::vector<Place> normals_;  // across the triangles at first
  std::vector<char> is_left_;
  std::vector<std::int32_t> next_;  // the corner that follows in the list of a vertex
  VertexQuadrics quadrics_;
  std::vector<std::array<double, 10>> monomials_;
  std::vector<Vertex> live_, candidates_, chosen_;
  std::vector<Barred> barred_;
  std::size_t left_ = 0;
  std::int32_t look_ = 0;
  std::uint64_t round_ = 0;
};

}  // namespace

std::vector<std::vector<Corners>> reduced(const SurfaceArrays& surface,
                                          const std::vector<double>& limits,
                                          const CollapseRules& rules) {
  Collapse collapse(surface, rules);
  std::vector<std::vector<Corners>> left;
  for (const double limit : limits) {
    collapse.reduce(limit);
    left.push_back(collapse.triangles());
  }
  return left;
}

}  // namespace rvs
