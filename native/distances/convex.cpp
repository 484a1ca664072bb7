#include "distances/convex.h"

#include "lanes/sets.h"

namespace rvs {
namespace space {

namespace {

// as in rvs/study/convex.py
constexpr double NOTHING = 1e-10, FLAT = 1e-12, GAP = 1e-14;
constexpr int MOST_STEPS = 128;

/// Corners of a simplex that the foot of the origin lies between, and their weights.
struct Foot {
  int kept[4];
  double weight[4];
  int count;
  Vec v;
};

/// The foot of the origin on a simplex; false beside it, or where it is flat.
bool inside(const Vec* w, int count, Foot& foot) {
  foot.count = count;
  for (int i = 0; i < count; i++) foot.kept[i] = i;
  if (count == 1) {
    foot.weight[0] = 1.0;
    foot.v = w[0];
    return true;
  }
  const Vec ab = w[1] - w[0];
  if (count == 2) {
    const double part = -dot(w[0], ab) / std::fmax(dot(ab, ab), 1e-300);
    if (!(part > 0.0 && part < 1.0)) return false;
    foot.weight[0] = 1.0 - part;
    foot.weight[1] = part;
    foot.v = w[0] + part * ab;
    return true;
  }
  const Vec ac = w[2] - w[0], normal = cross(ab, ac);
  const double square = dot(normal, normal), spread = dot(ab, ab) * dot(ac, ac);
  if (square <= FLAT * FLAT * spread) return false;
  if (count == 3) {
    for (int i = 0; i < 3; i++) {
      foot.weight[i] = dot(cross(w[(i + 1) % 3], w[(i + 2) % 3]), normal) / square;
      if (!(foot.weight[i] > 0.0)) return false;
    }
    foot.v = (dot(normal, w[0]) / square) * normal;
    return true;
  }
  const Vec ad = w[3] - w[0];
  const double volume = dot(normal, ad);
  if (std::fabs(volume) <= FLAT * std::sqrt(spread * dot(ad, ad))) return false;
  const Vec to = -w[0];
  foot.weight[1] = dot(to, cross(ac, ad)) / volume;
  foot.weight[2] = dot(to, cross(ad, ab)) / volume;
  foot.weight[3] = dot(to, normal) / volume;
  foot.weight[0] = 1.0 - foot.weight[1] - foot.weight[2] - foot.weight[3];
  for (int i = 0; i < 4; i++)
    if (!(foot.weight[i] > 0.0)) return false;
  foot.v = {};
  return true;
}

/// The point of a simplex nearest to the origin.
Foot foot_of(const Vec* w, int count) {
  Foot foot;
  if (inside(w, count, foot)) return foot;
  Foot best;
  double least = HUGE_VAL;
  for (int left_out = count - 1; left_out >= 0; left_out--) {
    Vec side[3];
    int from[3], many = 0;
    for (int i = 0; i < count; i++)
      if (i != left_out) from[many] = i, side[many++] = w[i];
    const Foot found = foot_of(side, many);
    const double far = dot(found.v, found.v);
    if (far < least) {
      least = far;
      best = found;
      for (int i = 0; i < best.count; i++) best.kept[i] = from[found.kept[i]];
    }
  }
  return best;
}

}  // namespace

std::size_t Hull::furthest(Vec d) const {
  const double direction[3] = {d.x, d.y, d.z};
  return kernels().furthest(x, y, z, count, direction);
}

double Simplex::size() const {
  double most = 0.0;
  for (int i = 0; i < count; i++) most = std::fmax(most, largest(corner[i].w));
  return most;
}

Nearest nearest_points(const Couple& couple, double limit) {
  Nearest found;
  Simplex& simplex = found.simplex;
  const Vec a = couple.a.point(0), b = couple.motion.moved(couple.b.point(0));
  simplex.corner[0] = {a - b, a, b};
  simplex.weight[0] = 1.0;
  simplex.count = 1;
  Vec v = a - b;
  bool met = false;
  for (int step = 0; step < MOST_STEPS; step++) {
    const double size = simplex.size(), square = dot(v, v);
    if (square <= NOTHING * NOTHING * size * size) {
      met = true;
      break;
    }
    const Vec p = couple.far_a(-v), q = couple.far_b(v), w = p - q;
    const double reach = dot(v, w);
    if (reach > limit * std::sqrt(square)) {
      // a plane between them is further from either than that, or they leave each other across it
      found.distance = HUGE_VAL;
      return found;
    }
    if (square - reach <= GAP * size * size) break;
    bool known = false;
    for (int i = 0; i < simplex.count; i++) known = known || same(simplex.corner[i].w, w);
    if (known) break;
    Corner corner[4];
    Vec points[4];
    for (int i = 0; i < simplex.count; i++) corner[i] = simplex.corner[i];
    corner[simplex.count] = {w, p, q};
    for (int i = 0; i <= simplex.count; i++) points[i] = corner[i].w;
    const Foot foot = foot_of(points, simplex.count + 1);
    if (dot(foot.v, foot.v) >= square) break;
    simplex.count = foot.count;
    for (int i = 0; i < foot.count; i++) {
      simplex.corner[i] = corner[foot.kept[i]];
      simplex.weight[i] = foot.weight[i];
    }
    v = foot.v;
    if (foot.count == 4) {
      met = true;
      break;
    }
  }
  found.distance = met ? 0.0 : norm(v);
  found.a = found.b = {};
  for (int i = 0; i < simplex.count; i++) {
    found.a = found.a + simplex.weight[i] * simplex.corner[i].a;
    found.b = found.b + simplex.weight[i] * simplex.corner[i].b;
  }
  return found;
}

}  // namespace space
}  // namespace rvs
