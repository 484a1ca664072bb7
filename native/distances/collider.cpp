#include "distances/collider.h"

#include <algorithm>
#include <numeric>

#include "distances/penetration.h"

namespace rvs {
namespace space {

namespace {

// as in rvs/study/collider.py
constexpr double CONTACT = 1e-6;
// Points are taken by twice the lanes, of which no instruction set has more than eight.
constexpr std::size_t BLOCK = 16;
constexpr double HALF_TURNS = 3.14159265358979323846;

struct Visit {
  double bound;
  int a, b;
};

double extent(const Box& box) { return box.half.x + box.half.y + box.half.z; }

Box about(const Box& a, const Box& b) {
  const Vec la = a.middle - a.half, lb = b.middle - b.half;
  const Vec ha = a.middle + a.half, hb = b.middle + b.half;
  return box_between({std::fmin(la.x, lb.x), std::fmin(la.y, lb.y), std::fmin(la.z, lb.z)},
                     {std::fmax(ha.x, hb.x), std::fmax(ha.y, hb.y), std::fmax(ha.z, hb.z)});
}

double along(Vec v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// Whether a closed surface encloses a point: the solid angle it is seen under.
bool encloses(const std::vector<double>& triangles, Vec point) {
  double angle = 0.0;
  for (std::size_t t = 0; t + 9 <= triangles.size(); t += 9) {
    const double* n = &triangles[t];
    const Vec a = Vec{n[0], n[1], n[2]} - point, b = Vec{n[3], n[4], n[5]} - point,
              c = Vec{n[6], n[7], n[8]} - point;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    angle += std::atan2(dot(a, cross(b, c)),
                        la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return std::fabs(angle) > HALF_TURNS;
}

/// Whether a shell of a body encloses a connected piece of another's surface.
bool within(const Body& inner, const Body& outer, const Motion& at_inner, const Motion& at_outer) {
  if (outer.shells.empty()) return false;
  for (const Vec& probe : inner.probes) {
    const Vec local = at_outer.moved_back(at_inner.moved(probe));
    for (const Shell& shell : outer.shells)
      if (distance(shell.box, Box{local, {}}) <= 0.0 && encloses(shell.triangles, local))
        return true;
  }
  return false;
}

Measured turned(const Measured& one) { return {one.distance, one.depth, one.b, one.a}; }

}  // namespace

void Collider::add_piece(Body& body, const double* points, std::size_t count, double radius) {
  Vec low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  const std::size_t start = x_.size(), padded = (count + BLOCK - 1) / BLOCK * BLOCK;
  for (std::size_t i = 0; i < padded; i++) {
    const double* p = points + 3 * std::min(i, count - 1);
    x_.push_back(p[0]);
    y_.push_back(p[1]);
    z_.push_back(p[2]);
    low = {std::fmin(low.x, p[0]), std::fmin(low.y, p[1]), std::fmin(low.z, p[2])};
    high = {std::fmax(high.x, p[0]), std::fmax(high.y, p[1]), std::fmax(high.z, p[2])};
  }
  const Vec rim{radius, radius, radius};
  body.pieces.push_back(pieces_.size());
  pieces_.push_back({start, padded, radius, box_between(low - rim, high + rim)});
}

void Collider::add_shell(Body& body, const double* triangles, std::size_t count) {
  Box box{{triangles[0], triangles[1], triangles[2]}, {}};
  for (std::size_t i = 0; i < 3 * count; i++)
    box = about(box, Box{{triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]}, {}});
  body.shells.push_back({{triangles, triangles + 9 * count}, box});
}

void Collider::finish() {
  for (Body& body : bodies) {
    std::vector<std::size_t> order = body.pieces;
    body.nodes.reserve(2 * order.size());
    if (!order.empty()) split(body, order, 0, order.size());
  }
}

int Collider::split(Body& body, std::vector<std::size_t>& order, std::size_t from,
                    std::size_t to) {
  Box box = pieces_[order[from]].box;
  for (std::size_t i = from + 1; i < to; i++) box = about(box, pieces_[order[i]].box);
  const int self = int(body.nodes.size());
  body.nodes.push_back({box, -1, -1, to - from == 1 ? int(order[from]) : -1});
  if (to - from == 1) return self;
  const Vec h = box.half;
  const int axis = h.x >= h.y && h.x >= h.z ? 0 : h.y >= h.z ? 1 : 2;
  const std::size_t middle = (from + to) / 2;
  std::nth_element(order.begin() + std::ptrdiff_t(from), order.begin() + std::ptrdiff_t(middle),
                   order.begin() + std::ptrdiff_t(to), [&](std::size_t i, std::size_t j) {
                     return along(pieces_[i].box.middle, axis) < along(pieces_[j].box.middle, axis);
                   });
  const int left = split(body, order, from, middle);
  const int right = split(body, order, middle, to);
  body.nodes[std::size_t(self)].left = left;
  body.nodes[std::size_t(self)].right = right;
  return self;
}

Hull Collider::hull(const Piece& piece) const {
  return {&x_[piece.start], &y_[piece.start], &z_[piece.start], piece.count};
}

bool Collider::apart(const Piece& a, const Piece& b, const Motion& motion, double limit,
                     Measured& found) const {
  const Couple couple{hull(a), hull(b), motion};
  const double grown = a.radius + b.radius;
  const Nearest near = nearest_points(couple, limit + grown);
  if (near.distance == HUGE_VAL) return false;
  Vec normal, at_a = near.a, at_b = near.b;
  double apart = near.distance;
  if (apart > 0.0) {
    normal = (1.0 / apart) * (at_b - at_a);
  } else {
    const Overlap inner = overlap(couple, near.simplex, -limit - grown);
    normal = inner.normal;
    apart = -inner.depth;
    at_a = inner.a;
    at_b = inner.b;
  }
  apart -= grown;
  found = {std::fmax(apart, 0.0), std::fmax(-apart, 0.0), at_a + a.radius * normal,
           at_b - b.radius * normal};
  return apart <= limit;
}

bool Collider::pieces_apart(const Body& a, const Body& b, const Motion& motion, double limit,
                            bool deep, Measured& best) const {
  bool any = false;
  if (a.nodes.empty() || b.nodes.empty()) return false;
  const Motion back = motion.to(Motion::none());
  const auto bound = [&](int i, int j) {
    const Box &p = a.nodes[std::size_t(i)].box, &q = b.nodes[std::size_t(j)].box;
    const double found = distance(p, moved(q, motion));
    return found > limit ? found : std::fmax(found, distance(q, moved(p, back)));
  };
  // kept for the next call: what is asked thousands of times need not be allocated each time
  thread_local std::vector<Visit> open;
  open.assign(1, Visit{bound(0, 0), 0, 0});
  while (!open.empty()) {
    const Visit visit = open.back();
    open.pop_back();
    if (visit.bound > limit) continue;
    const Node &na = a.nodes[std::size_t(visit.a)], &nb = b.nodes[std::size_t(visit.b)];
    if (na.piece >= 0 && nb.piece >= 0) {
      Measured one;
      if (!apart(pieces_[std::size_t(na.piece)], pieces_[std::size_t(nb.piece)], motion, limit,
                 one))
        continue;
      best = one;
      any = true;
      // From here on only what is nearer, or deeper, is of interest.
      limit = one.signed_distance();
      if (best.depth > CONTACT && !deep) break;
      continue;
    }
    const bool first = nb.piece >= 0 || (na.piece < 0 && extent(na.box) > extent(nb.box));
    Visit left = first ? Visit{0, na.left, visit.b} : Visit{0, visit.a, nb.left};
    Visit right = first ? Visit{0, na.right, visit.b} : Visit{0, visit.a, nb.right};
    left.bound = bound(left.a, left.b);
    right.bound = bound(right.a, right.b);
    if (left.bound < right.bound) std::swap(left, right);
    open.push_back(left);
    open.push_back(right);
  }
  return any;
}

bool Collider::to_ground(const Body& body, const Motion& motion, Measured& found) const {
  // `motion` carries the body in the frame of the ground
  double least = HUGE_VAL;
  Vec foot;
  const Vec down = motion.turned_back({0, 0, -1});
  for (const std::size_t k : body.pieces) {
    const Piece& piece = pieces_[k];
    const Box box = moved(piece.box, motion);
    if (box.middle.z - box.half.z >= least) continue;
    const Hull points = hull(piece);
    const Vec lowest = motion.moved(points.point(points.furthest(down)));
    if (lowest.z - piece.radius < least) {
      least = lowest.z - piece.radius;
      foot = {lowest.x, lowest.y, least};
    }
  }
  found = {std::fmax(least, 0.0), std::fmax(-least, 0.0), foot, {foot.x, foot.y, 0.0}};
  return !body.pieces.empty();
}

bool Collider::measured(const Body& a, const Body& b, const Motion& at_a, const Motion& at_b,
                        double limit, bool deep, Measured& found) const {
  if (a.ground || b.ground) {
    const Motion& frame = a.ground ? at_a : at_b;
    if (!to_ground(a.ground ? b : a, frame.to(a.ground ? at_b : at_a), found)) return false;
    found.a = frame.moved(found.a);
    found.b = frame.moved(found.b);
    if (a.ground) found = turned(found);
    return true;
  }
  const Motion motion = at_a.to(at_b);
  bool any = pieces_apart(a, b, motion, limit, deep, found);
  if ((!any || found.depth == 0.0) &&
      (within(a, b, at_a, at_b) || within(b, a, at_b, at_a))) {
    any = pieces_apart(a, b, motion, HUGE_VAL, deep, found);
    // How far the surfaces are apart is how deep it is at least.
    if (any) {
      found.depth = std::fmax(found.distance, 2.0 * CONTACT);
      found.distance = 0.0;
    }
  }
  found.a = at_a.moved(found.a);
  found.b = at_a.moved(found.b);
  return any;
}

std::vector<Answer> Collider::measure(const Question& question) const {
  std::vector<Motion> motions;
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < bodies.size(); i++) {
    motions.emplace_back(question.poses + 16 * i);
    const bool empty = bodies[i].nodes.empty();
    boxes.push_back(empty ? Box{} : moved(bodies[i].nodes[0].box, motions[i]));
  }
  std::vector<double> bounds(question.count);
  double limit = question.nearest ? HUGE_VAL : question.margin;
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < question.count; k++) {
    const std::size_t a = std::size_t(question.pairs[2 * k]);
    const std::size_t b = std::size_t(question.pairs[2 * k + 1]);
    const bool ground = bodies[a].ground || bodies[b].ground;
    bounds[k] = ground ? 0.0 : distance(boxes[a], boxes[b]);
    if (bounds[k] <= limit) order.push_back(k);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return bounds[i] < bounds[j]; });
  std::vector<Answer> found;
  for (const std::size_t k : order) {
    const double most = std::fmax(limit, question.margin);
    if (bounds[k] > most) break;
    const std::size_t a = std::size_t(question.pairs[2 * k]);
    const std::size_t b = std::size_t(question.pairs[2 * k + 1]);
    Answer one{k, {}};
    if (!measured(bodies[a], bodies[b], motions[a], motions[b], most, question.deep, one.measured))
      continue;
    found.push_back(one);
    limit = std::fmin(limit, one.measured.distance);
  }
  const double most = std::fmax(limit, question.margin);
  found.erase(std::remove_if(found.begin(), found.end(),
                             [&](const Answer& one) { return one.measured.distance > most; }),
              found.end());
  std::sort(found.begin(), found.end(),
            [](const Answer& i, const Answer& j) { return i.pair < j.pair; });
  return found;
}

}  // namespace space
}  // namespace rvs
