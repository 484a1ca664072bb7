// Shadows on the floor: rvs/scene/shadow.py.
#include "binding/arrays.h"
#include "binding/bind.h"
#include "drawing/shadow_rings.h"

namespace rvs {

namespace {

/// A `RingTables` of Python.
struct RingTablesOf : Readable {
  Array<double, 2, ANY> tangents;
  Array<double, ANY> shares;
  Array<double, ANY, 2> weights;
  Array<double, RING_NUMBERS> numbers;
  Array<float, ANY> knots;
  Array<std::int64_t, ANY> before;
  Array<std::int64_t, ANY, 2> pairs;
  Array<bool, ANY> shrunk;
  RingTables tables{};

  bool read(nb::handle value) {
    int largest = 0;
    if (!read_field(value, "tangents", tangents) || !read_field(value, "knots", knots) ||
        !read_field(value, "before", before) || !read_field(value, "shares", shares) ||
        !read_field(value, "shrunk", shrunk) || !read_field(value, "pairs", pairs) ||
        !read_field(value, "weights", weights) || !read_field(value, "numbers", numbers) ||
        !read_field(value, "largest", largest))
      return false;
    const npy_intp sides = tangents.shape[1];
    tables = {tangents.data, knots.data, before.data, shares.data, shrunk.as<unsigned char>(),
              pairs.data, weights.data, numbers.data, int(sides), int(knots.rows),
              int(before.rows), int(pairs.rows), largest};
    return sides >= 2 && sides <= MOST_SIDES && sides % 2 == 0 && knots.rows >= 2 &&
           knots.rows <= MOST_KNOTS && shares.rows == before.rows && shrunk.rows == before.rows &&
           weights.rows == pairs.rows && before.below(knots.rows - 1) &&
           pairs.below(std::size_t(sides)) && !(before.rows && shrunk.data[0]) && largest >= 0 &&
           largest <= 1 << 20;
  }
};

nb::object placed_points(const Array<float, ANY, 3>& points, const Array<std::int64_t, ANY>& solid,
                         const Array<float, ANY, 3, 4>& poses) {
  require(solid.rows == points.rows && solid.below(poses.rows));
  const NewArray<float> result{points.shape[0], 3};
  float* out = result.data;
  for (std::size_t k = 0; k < points.rows; k++) {
    const float *at = points.data + 3 * k, *pose = poses.data + 12 * solid.data[k];
    for (int i = 0; i < 3; i++, pose += 4)
      *out++ = pose[0] * at[0] + pose[1] * at[1] + pose[2] * at[2] + pose[3];
  }
  return result.array;
}

nb::object rings_of(const Array<float, ANY, 3>& vertices, const Array<std::int64_t, ANY>& starts,
                    double foot, double least, const RingTablesOf& of) {
  require(starts.rows && !starts.data[0] && starts.below(vertices.rows) &&
          std::adjacent_find(starts.data, starts.end(), std::greater_equal<>()) == starts.end());
  std::vector<double> corners;
  std::size_t left = 0;
  require(shadow_rings({vertices.data, starts.data, vertices.rows, starts.rows}, foot, least,
                       of.tables, corners, left));
  const NewArray<double> result{of.tables.rings, npy_intp(left), of.tables.sides, 2};
  std::copy(corners.begin(), corners.end(), result.data);
  return result.array;
}

}  // namespace

void bind_shadows(nb::module_& module) {
  add(module, "placed_points", placed_points, "points", "solid", "poses");
  add(module, "shadow_rings", rings_of, "vertices", "starts", "foot", "least", "tables");
}

}  // namespace rvs
