// Silhouettes of solids in whole pixels: rvs/gl/silhouette.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rvs {

constexpr int POSE_FIELDS = 20;

/// Instances of a mesh: vertices (vertex_count, 3), corners of triangles (triangle_count, 3), from
/// where to where edges go (edge_count, 2) and which triangles are to their left and right,
/// triangle_count for none; the poses of the instances (instances, POSE_FIELDS), which turn it
/// inside out or not.
struct SolidShape {
  const double* vertices;
  std::size_t vertex_count;
  const std::int32_t* triangles;
  std::size_t triangle_count;
  const std::int32_t *ends, *sides;
  std::size_t edge_count;
  const float* poses;
  std::size_t instances;
  bool mirrored;
};

/// A part of a picture, in pixels from its lower left corner.
struct PixelBox {
  std::int64_t left, bottom, right, top;
  std::int64_t wide() const { return right - left; }
  std::int64_t high() const { return top - bottom; }
};

/// A place in parts of a pixel, from the middle of the first one.
struct FinePlace {
  std::int32_t x, y;
};

struct Lens;

/// Where an edge crosses a row: the first pixel that is not left of it, and whether what is in
/// front begins there or ends.
struct RowEvent {
  std::int32_t row, pixel, step;
};

/// The silhouette of solids. First `add` them all, then `fill` the pixels of `box()`.
class Silhouette {
 public:
  /// `depths` are those between which things are shown; `page` the part of the picture that counts.
  Silhouette(const Lens& lens, const double (&depths)[2], const PixelBox& page,
             std::int64_t margin);

  /// False if a place is not finite.
  bool add(const SolidShape& shape);
  /// The part of the page that has all solids and the margin.
  PixelBox box() const;
  /// Set the bytes of the box (high, wide), which are 0.
  void fill(unsigned char* mask) const;

 private:
  struct Point {
    double across, up, ahead;
  };

  const Lens& lens_;
  const double (&depths_)[2];
  PixelBox page_;
  std::int64_t margin_;
  bool all_within_ = true;
  FinePlace low_{INT32_MAX, INT32_MAX}, high_{INT32_MIN, INT32_MIN};
  std::vector<RowEvent> events_;
  // of one instance
  std::vector<Point> points_;
  std::vector<FinePlace> places_;
  std::vector<signed char> front_;

  double pixel(double ahead) const;
  double inside(const Point& point, int side) const;
  bool within(const Point& point) const;
  FinePlace placed(const Point& point) const;
  bool see(const SolidShape& shape, const float* pose);
  void add_edges(const SolidShape& shape);
  void add_edge(const FinePlace& from, const FinePlace& to, int step);
  void add_cut(const Point& a, const Point& b, const Point& c);
};

}  // namespace rvs
