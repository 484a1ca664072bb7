// What the renderer sends to the graphics card: rvs/gl and rvs/scene/camera.py.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>

#include "binding/arrays.h"
#include "binding/bind.h"
#include "drawing/drawing.h"
#include "drawing/lens.h"
#include "drawing/screen_lines.h"

namespace rvs {

namespace {

using LensNumbers = Array<double, LENS_NUMBERS>;
using Points = Array<double, ANY, 3>;
using Bytes = Array<std::uint8_t, ANY, ANY>;

template <class Table>
nb::object seen_by(const Table& points, const LensNumbers& lens) {
  const NewArray<double> result(points.shape, std::size(points.shape));
  require(projected(*lens.as<Lens>(), points.data, points.size / 3, result.data));
  return result.array;
}

nb::object needed(const Points& points, const LensNumbers& lens, double stray, double corner,
                  double reach) {
  require(points.rows >= 2 && stray > 0.0 && corner > 0.0 && reach > 0.0);
  std::vector<std::int64_t> kept;
  std::vector<float> lengths;
  require(needed_points(*lens.as<Lens>(), points.data, points.rows, {stray, corner, reach}, kept,
                        lengths));
  return nb::make_tuple(array_of(kept), array_of(lengths));
}

nb::object rows_of(const Points& points, const std::optional<Array<double, ANY>>& alphas, bool pairs,
                   const std::array<double, LINE_LOOKS>& looks) {
  require(!alphas || alphas->rows == points.rows);
  const auto count = pairs ? points.shape[0] / 2 : std::max(points.shape[0], npy_intp(1)) - 1;
  const NewArray<float> rows{count, SEGMENT_FIELDS};
  if (count)
    segment_rows({points.data, alphas ? alphas->data : nullptr, points.rows, pairs}, looks.data(), std::size_t(count),
                 rows.data);
  return rows.array;
}

nb::object runs_of(const Bytes& rows, const Bytes& held, std::size_t gap) {
  require(rows.shape[1] == held.shape[1]);
  nb::list runs;
  for (const auto& [first, end] : changed_runs(rows.data, rows.rows, held.data, held.rows,
                                               std::size_t(rows.shape[1]), gap))
    runs.append(nb::make_tuple(first, end));
  return runs;
}

}  // namespace

void bind_drawing(nb::module_& module) {
  add(module, "projected", seen_by<Points>, "points", "lens");
  add(module, "projected", seen_by<Array<double, 3>>, "points", "lens");
  add(module, "projected", seen_by<Array<double, ANY, ANY, 3>>, "points", "lens");
  add(module, "needed_points", needed, "points", "lens", "stray", "corner", "reach");
  add(module, "segment_rows", rows_of, "points", "alphas", "pairs", "looks");
  add(module, "changed_runs", runs_of, "rows", "held", "gap");
}

}  // namespace rvs
