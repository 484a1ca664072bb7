// Vectors and rigid motions of one body, in plain double precision, for distances.
#pragma once

#include <cmath>

namespace rvs {
namespace space {

struct Vec {
  double x = 0.0, y = 0.0, z = 0.0;
};

inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator-(Vec a) { return {-a.x, -a.y, -a.z}; }
inline Vec operator*(double s, Vec a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec cross(Vec a, Vec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(Vec a) { return std::sqrt(dot(a, a)); }
inline bool same(Vec a, Vec b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline double largest(Vec a) { return std::fmax(std::fabs(a.x), std::fmax(std::fabs(a.y), std::fabs(a.z))); }

/// A rigid motion: rows of the rotation, then the shift.
struct Motion {
  Vec row[3];
  Vec shift;

  Motion() = default;
  /// From a pose (4, 4), row by row.
  explicit Motion(const double* m)
      : row{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}},
        shift{m[3], m[7], m[11]} {}

  static Motion none() {
    Motion still;
    still.row[0] = {1, 0, 0};
    still.row[1] = {0, 1, 0};
    still.row[2] = {0, 0, 1};
    return still;
  }

  Vec turned(Vec v) const { return {dot(row[0], v), dot(row[1], v), dot(row[2], v)}; }
  Vec turned_back(Vec v) const { return v.x * row[0] + v.y * row[1] + v.z * row[2]; }
  Vec moved(Vec p) const { return turned(p) + shift; }
  Vec moved_back(Vec p) const { return turned_back(p - shift); }

  /// The motion of another frame as seen from this one.
  Motion to(const Motion& other) const {
    Motion found;
    for (int i = 0; i < 3; i++) {
      const Vec column = i == 0   ? Vec{row[0].x, row[1].x, row[2].x}
                         : i == 1 ? Vec{row[0].y, row[1].y, row[2].y}
                                  : Vec{row[0].z, row[1].z, row[2].z};
      found.row[i] = column.x * other.row[0] + column.y * other.row[1] + column.z * other.row[2];
    }
    found.shift = moved_back(other.shift);
    return found;
  }
};

/// A box along the axes: its middle and half its edges.
struct Box {
  Vec middle, half;
};

inline Box box_between(Vec low, Vec high) { return {0.5 * (low + high), 0.5 * (high - low)}; }

/// The box about a moved box.
inline Box moved(const Box& box, const Motion& motion) {
  const Vec h = box.half;
  Box found{motion.moved(box.middle), {}};
  double* half[3] = {&found.half.x, &found.half.y, &found.half.z};
  for (int i = 0; i < 3; i++)
    *half[i] = std::fabs(motion.row[i].x) * h.x + std::fabs(motion.row[i].y) * h.y +
               std::fabs(motion.row[i].z) * h.z;
  return found;
}

/// The distance of two boxes along the same axes; where they overlap the way out, as a negative one.
inline double distance(const Box& a, const Box& b) {
  const Vec d = b.middle - a.middle, h = a.half + b.half;
  const double most =
      std::fmax(std::fabs(d.x) - h.x, std::fmax(std::fabs(d.y) - h.y, std::fabs(d.z) - h.z));
  if (most <= 0.0) return most;
  const Vec gap{std::fmax(std::fabs(d.x) - h.x, 0.0), std::fmax(std::fabs(d.y) - h.y, 0.0),
                std::fmax(std::fabs(d.z) - h.z, 0.0)};
  return norm(gap);
}

}  // namespace space
}  // namespace rvs
