// The kernels of figures: rvs/export/visibility and rvs/export/formats/pdf.py.
#include <cmath>
#include <string>

#include "binding/arrays.h"
#include "binding/bind.h"
#include "figures/band_pieces.h"
#include "figures/convex_cut.h"
#include "figures/facet_pairs.h"
#include "figures/key_numbers.h"
#include "figures/outline_rings.h"
#include "figures/path_words.h"

namespace rvs {

namespace {

using Ints = Array<std::int64_t, ANY>;
using Points = Array<double, ANY, 2>;
constexpr npy_intp MOST_CUT = 64;

/// The triangles of a `Facets`.
struct FacetsOf : Readable {
  Array<double, ANY, 3> paper, planes;
  Array<std::int64_t, ANY, 3> triangles;
  SheetFacets facets{};

  bool read(nb::handle value) {
    if (!read_field(value, "paper", paper) || !read_field(value, "planes", planes) ||
        !read_field(value, "triangles", triangles))
      return false;
    facets = {paper.data, triangles.data, planes.data, triangles.rows};
    return planes.rows == triangles.rows && triangles.below(paper.rows);
  }
};

nb::object cut(const Array<double, ANY, ANY, ANY>& points, const Ints& counts,
               const Array<double, ANY, ANY>& values) {
  const auto [many, corners, width] = points.shape;
  require(width && corners + 2 <= MOST_CUT && width <= MOST_CUT && values.shape[1] == corners &&
          counts.rows == points.rows && values.rows == points.rows &&
          counts.below(std::size_t(corners) + 1));
  nb::object left, pieces = points.object();
  nb::gil_scoped_release unlocked;
  const CutPolygons found({points.data, counts.data, values.data, points.rows,
                           std::size_t(corners), std::size_t(width)});
  const auto room = std::max(corners, npy_intp(found.most));
  double* out = nullptr;
  {
    nb::gil_scoped_acquire locked;
    left = array_of(found.left);
    if (found.most) {
      const NewArray<double> made{many, room, width};
      pieces = made.array;
      out = made.data;
    }
  }
  if (out) found.place(std::size_t(room), out);
  nb::gil_scoped_acquire locked;
  return nb::make_tuple(pieces, left);
}

nb::object compared(const FacetsOf& of, const Ints& patch, const Array<std::int64_t, ANY, 2>& wanted,
                    double tie, double sliver) {
  require(patch.rows == of.facets.count && patch.below(patch.rows));
  const auto most = patch.rows ? *std::max_element(patch.data, patch.end()) : -1;
  require(wanted.below(std::size_t(most + 1)));
  std::vector<FacetPair> found;
  {
    nb::gil_scoped_release unlocked;
    found = facet_pairs(of.facets, patch.data, wanted.data, wanted.rows, {tie, sliver});
  }
  const auto count = npy_intp(found.size());
  const NewArray<std::int64_t> one{count}, two{count};
  const NewArray<bool> nearer{count}, farther{count};
  for (std::size_t k = 0; k < found.size(); k++) {
    one.data[k] = found[k].one;
    two.data[k] = found[k].two;
    nearer.data[k] = found[k].nearer;
    farther.data[k] = found[k].farther;
  }
  return nb::make_tuple(one.array, two.array, nearer.array, farther.array);
}

nb::object nearer_parts(const FacetsOf& of, const Ints& one, const Ints& two,
                        const Array<bool, ANY>& crossing, double side, double least) {
  require(one.rows == crossing.rows && two.rows == crossing.rows && one.below(of.facets.count) &&
          two.below(of.facets.count));
  CommonParts found;
  {
    nb::gil_scoped_release unlocked;
    for (std::size_t row = 0; row < one.rows; row++)
      found.add(of.facets, std::size_t(one.data[row]), std::size_t(two.data[row]),
                crossing.data[row], side, least);
  }
  return nb::make_tuple(array_of(found.points, 2), array_of(found.counts));
}

nb::object path_words(nb::tuple lines, bool closed) {
  std::string words;
  std::vector<std::int64_t> places;
  for (const nb::handle one : lines) {
    Points line;
    require(line.read(one) && places_of(line.data, line.rows, places));
    const std::size_t count = places.size() / 2;
    if (count < (closed ? 3 : 2)) continue;
    if (!words.empty()) words += '\n';
    trace_line(words, places.data(), count, closed);
  }
  return nb::str(words.data(), words.size());
}

nb::object wide_rings(nb::tuple rings, double least) {
  nb::list kept;
  for (const nb::handle ring : rings) {
    Points points;
    require(points.read(ring));
    if (std::fabs(polygon_area(points.data, int(points.rows))) > least) kept.append(ring);
  }
  return nb::tuple(kept);
}

nb::object numbered(const Ints& keys) {
  require(keys.rows <= INT32_MAX);
  KeyNumbers found;
  {
    nb::gil_scoped_release unlocked;
    found = key_numbers(keys.data, keys.rows);
  }
  return nb::make_tuple(array_of<std::uint32_t, std::int64_t>(found.first),
                        array_of<std::uint32_t, std::int64_t>(found.number));
}

nb::object rings(const Ints& groups, const Ints& starts, const Ints& ends, const Points& places,
                 std::size_t count) {
  require(starts.rows == groups.rows && ends.rows == groups.rows && groups.below(count) &&
          starts.below(places.rows) && ends.below(places.rows));
  std::vector<Ring> found;
  bool fine;
  {
    nb::gil_scoped_release unlocked;
    fine = outline_rings({groups.data, starts.data, ends.data, groups.rows}, places.rows, count,
                         found);
  }
  require(fine);
  std::vector<nb::list> lists(count);
  for (const Ring& ring : found) {
    const NewArray<double> made{npy_intp(ring.points.size()), 2};
    double* out = made.data;
    for (const std::int64_t point : ring.points)
      out = std::copy_n(places.data + 2 * point, 2, out);
    lists[std::size_t(ring.group)].append(made.array);
  }
  nb::list all;
  for (const nb::list& list : lists) all.append(list);
  return all;
}

nb::object connected(const Ints& one, const Ints& two, std::size_t count) {
  require(one.rows == two.rows && one.below(count) && two.below(count));
  std::vector<std::int64_t> numbers;
  {
    nb::gil_scoped_release unlocked;
    numbers = graph_parts(one.data, two.data, one.rows, count);
  }
  return array_of(numbers);
}

nb::object bands(const Array<double, ANY, 3, 2>& points, const Array<double, ANY, 3, 3>& colors,
                 const Array<double, ANY, 3>& levels, const Ints& surface, double wide, double step,
                 std::int64_t most) {
  require(most >= 1 && points.rows == surface.rows && colors.rows == surface.rows &&
          levels.rows == surface.rows && surface.below(INT32_MAX) &&
          std::all_of(levels.data, levels.end(), [](double x) { return std::fabs(x) < 1e6; }));
  BandPieces found;
  bool fine;
  {
    nb::gil_scoped_release unlocked;
    fine = band_pieces({points.data, colors.data, levels.data, surface.data, surface.rows},
                       {wide, step, most}, found);
  }
  require(fine);
  return nb::make_tuple(array_of(found.points, 2), array_of(found.counts), array_of(found.source),
                        array_of(found.number), array_of(found.tint), array_of(found.mean, 3),
                        array_of(found.weight));
}

}  // namespace

void bind_figures(nb::module_& module) {
  add(module, "cut", cut, "points", "counts", "values");
  add(module, "compared", compared, "facets", "of", "wanted", "tie", "sliver");
  add(module, "nearer_parts", nearer_parts, "facets", "one", "two", "crossing", "side", "least");
  add(module, "path_words", path_words, "lines", "closed");
  add(module, "wide_rings", wide_rings, "rings", "least");
  add(module, "numbered", numbered, "keys");
  add(module, "rings", rings, "groups", "starts", "ends", "places", "count");
  add(module, "connected", connected, "one", "two", "count");
  add(module, "band_pieces", bands, "points", "colors", "levels", "surface", "wide", "step", "most");
}

}  // namespace rvs
