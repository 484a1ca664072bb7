// Nearest points of two convex bodies; the reference is rvs/study/convex.py.
#pragma once

#include <cstddef>

#include "distances/space.h"

namespace rvs {
namespace space {

/// The convex hull of points, whose coordinates lie in three runs, padded to whole blocks.
struct Hull {
  const double* x;
  const double* y;
  const double* z;
  std::size_t count;

  Vec point(std::size_t i) const { return {x[i], y[i], z[i]}; }
  std::size_t furthest(Vec direction) const;
};

/// Two hulls in the frame of the first.
struct Couple {
  Hull a, b;
  Motion motion;  // of the second, seen from the first

  Vec far_a(Vec direction) const { return a.point(a.furthest(direction)); }
  Vec far_b(Vec direction) const {
    return motion.moved(b.point(b.furthest(motion.turned_back(direction))));
  }
};

/// A point of the Minkowski difference, with the points that it comes from.
struct Corner {
  Vec w, a, b;
};

struct Simplex {
  Corner corner[4];
  double weight[4];
  int count = 0;

  double size() const;
};

/// How far two hulls are apart: 0 where they meet; infinite where that is more than was asked for,
/// or where they overlap less.
struct Nearest {
  double distance;
  Vec a, b;
  Simplex simplex;
};

/// The nearest points of two hulls that are not further apart than a limit; if that is negative,
/// of two that may overlap as deep.
Nearest nearest_points(const Couple& couple, double limit);

}  // namespace space
}  // namespace rvs
