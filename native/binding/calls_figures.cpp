// The kernels of figures as rvs/export/visibility calls them.
#include <algorithm>
#include <cmath>
#include <new>

#include "figures/band_pieces.h"
#include "binding/calls.h"
#include "figures/convex_cut.h"
#include "figures/facet_pairs.h"
#include "binding/functions.h"
#include "figures/key_numbers.h"
#include "figures/outline_rings.h"
#include "figures/path_words.h"
#include "binding/tables.h"

namespace rvs {

namespace {

using Ints = Table<std::int64_t>;
using Reals = Table<double>;
constexpr npy_intp MOST_CUT = 64;

/// Whether all numbers are from 0 to below a limit.
bool all_below(const Ints& numbers, npy_intp limit) {
  const std::int64_t* end = numbers.data + numbers.rows * numbers.width;
  return std::all_of(numbers.data, end, [&](std::int64_t k) { return k >= 0 && k < limit; });
}

/// The triangles of a `Facets`, kept alive as long as this value.
struct FacetsOf {
  Reals paper, planes;
  Ints triangles;
  SheetFacets facets{};

  bool read(PyObject* value) {
    if (!paper.read(value, "paper", 2) || !planes.read(value, "planes", 2) ||
        !triangles.read(value, "triangles", 2) || paper.width != 3 || planes.width != 3 ||
        triangles.width != 3 || planes.rows != triangles.rows || !all_below(triangles, paper.rows))
      return false;
    facets = {paper.data, triangles.data, planes.data, std::size_t(triangles.rows)};
    return true;
  }
};

bool read_number(PyObject* value, double& number) {
  if (!value || !PyFloat_Check(value)) return false;
  number = PyFloat_AS_DOUBLE(value);
  return true;
}

/// What is left of polygons, one behind the other with room for `width` corners each.
struct CutPolygons {
  npy_intp many, width, corners;
  std::vector<double> pieces;
  std::vector<std::int64_t> left;
  std::vector<char> part;

  npy_intp cut(const Reals& points, const Ints& counts, const Reals& values) {
    npy_intp most = 0;
    std::vector<double> buffer(std::size_t(most_cut(int(corners)) * width));
    for (npy_intp row = 0; row < many; row++) {
      const int count = int(counts.data[row]);
      const double* value = values.data + row * corners;
      int inside = 0;
      for (int k = 0; k < count; k++) inside += value[k] >= 0.0;
      left[std::size_t(row)] = inside == count ? count : 0;
      if (!inside || inside == count) continue;
      const int kept = cut_polygon(points.data + row * corners * width, count, int(width), value,
                                   buffer.data());
      left[std::size_t(row)] = kept;
      part[std::size_t(row)] = 1;
      pieces.insert(pieces.end(), buffer.begin(), buffer.begin() + kept * width);
      most = std::max(most, npy_intp(kept));
    }
    return most;
  }

  /// The polygons that were cut among all others.
  void place(const Reals& points, npy_intp most, npy_intp room, double* out) const {
    const double* piece = pieces.data();
    for (npy_intp row = 0; row < many; row++, out += room * width) {
      const double* from = points.data + row * corners * width;
      double* end = std::copy(from, from + corners * width, out);
      std::fill(end, out + room * width, 0.0);
      if (!part[std::size_t(row)]) continue;
      const npy_intp size = left[std::size_t(row)] * width;
      end = std::copy(piece, piece + size, out);
      std::fill(end, out + most * width, 0.0);
      piece += size;
    }
  }
};

}  // namespace

PyObject* call_cut(PyObject* const* values) {
  Reals points, at;
  Ints counts;
  if (!points.read(values[0], 3) || !counts.read(values[1], 1) || !at.read(values[2], 2))
    return nullptr;
  const npy_intp many = points.rows, width = points.last;
  const npy_intp corners = at.width;
  if (counts.rows != many || at.rows != many || corners * width != points.width || !width ||
      corners + 2 > MOST_CUT || width > MOST_CUT || !all_below(counts, corners + 1))
    return nullptr;
  try {
    const auto size = std::size_t(many);
    CutPolygons found{many, width, corners, {}, std::vector<std::int64_t>(size),
                      std::vector<char>(size)};
    npy_intp most = 0;
    if (!unlocked([&] { most = found.cut(points, counts, at); })) return nullptr;
    Ref left(array_of(found.left));
    if (!left) return nullptr;
    if (!most) return PyTuple_Pack(2, values[0], left.get());
    const npy_intp room = std::max(corners, most);
    npy_intp shape[3] = {many, room, width};
    Ref result(PyArray_SimpleNew(3, shape, NPY_DOUBLE));
    if (!result) return nullptr;
    auto* out = static_cast<double*>(
        PyArray_DATA(reinterpret_cast<PyArrayObject*>(result.get())));
    if (!unlocked([&] { found.place(points, most, room, out); })) return nullptr;
    return PyTuple_Pack(2, result.get(), left.get());
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

PyObject* call_compared(PyObject* const* values) {
  FacetsOf of;
  Ints patch, wanted;
  Limits limits{};
  if (!of.read(values[0]) || !patch.read(values[1], 1) || !wanted.read(values[2], 2) ||
      wanted.width != 2 || patch.rows != npy_intp(of.facets.count) ||
      !read_number(values[3], limits.tie) || !read_number(values[4], limits.sliver))
    return nullptr;
  std::int64_t most = -1;
  for (npy_intp k = 0; k < patch.rows; k++) most = std::max(most, patch.data[k]);
  if (!all_below(patch, patch.rows) || !all_below(wanted, most + 1)) return nullptr;
  std::vector<FacetPair> found;
  if (!unlocked([&] {
        found = facet_pairs(of.facets, patch.data, wanted.data, std::size_t(wanted.rows), limits);
      }))
    return nullptr;
  const auto count = npy_intp(found.size());
  npy_intp shape[1] = {count};
  Ref one(PyArray_SimpleNew(1, shape, NPY_INT64)), two(PyArray_SimpleNew(1, shape, NPY_INT64));
  Ref nearer(PyArray_SimpleNew(1, shape, NPY_BOOL)), farther(PyArray_SimpleNew(1, shape, NPY_BOOL));
  if (!one || !two || !nearer || !farther) return nullptr;
  const auto data = [](const Ref& array) {
    return PyArray_DATA(reinterpret_cast<PyArrayObject*>(array.get()));
  };
  for (npy_intp k = 0; k < count; k++) {
    const FacetPair& pair = found[std::size_t(k)];
    static_cast<std::int64_t*>(data(one))[k] = pair.one;
    static_cast<std::int64_t*>(data(two))[k] = pair.two;
    static_cast<npy_bool*>(data(nearer))[k] = pair.nearer;
    static_cast<npy_bool*>(data(farther))[k] = pair.farther;
  }
  return PyTuple_Pack(4, one.get(), two.get(), nearer.get(), farther.get());
}

PyObject* call_nearer_parts(PyObject* const* values) {
  FacetsOf of;
  Ints one, two;
  Table<npy_bool> crossing;
  double side, least;
  const auto fits = [&](const Ints& some) {
    return some.rows == crossing.rows && all_below(some, npy_intp(of.facets.count));
  };
  if (!of.read(values[0]) || !one.read(values[1], 1) || !two.read(values[2], 1) ||
      !crossing.read(values[3], 1) || !read_number(values[4], side) ||
      !read_number(values[5], least) || !fits(one) || !fits(two))
    return nullptr;
  std::vector<double> parts;
  std::vector<std::int64_t> counts;
  if (!unlocked([&] {
        counts.assign(std::size_t(one.rows), 0);
        for (npy_intp row = 0; row < one.rows; row++) {
          const auto a = std::size_t(one.data[row]), b = std::size_t(two.data[row]);
          double points[2 * MOST_COMMON], cut[2 * most_cut(MOST_COMMON)], height[MOST_COMMON];
          int count = common_part(of.facets, a, b, points);
          const double* part = points;
          if (crossing.data[row]) {
            for (int k = 0; k < count; k++)
              height[k] = side * height_between(of.facets, a, b, points + 2 * k);
            count = cut_polygon(points, count, 2, height, cut);
            part = cut;
          }
          if (std::fabs(polygon_area(part, count)) <= least) continue;
          parts.insert(parts.end(), part, part + 2 * count);
          counts[std::size_t(row)] = count;
        }
      }))
    return nullptr;
  return Py_BuildValue("NN", array_of(parts.data(), npy_intp(parts.size() / 2), 2),
                       array_of(counts));
}

PyObject* call_path_words(PyObject* const* values) {
  if (!values[0] || !PyTuple_CheckExact(values[0]) ||
      (values[1] != Py_True && values[1] != Py_False))
    return nullptr;
  const bool closed = values[1] == Py_True;
  std::string words;
  std::vector<std::int64_t> places;
  for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(values[0]); k++) {
    Reals line;
    if (!line.read(PyTuple_GET_ITEM(values[0], k), 2) || line.width != 2) return nullptr;
    if (!places_of(line.data, std::size_t(line.rows), places)) return nullptr;
    const std::size_t count = places.size() / 2;
    if (count < (closed ? 3 : 2)) continue;
    if (!words.empty()) words += '\n';
    trace_line(words, places.data(), count, closed);
  }
  return PyUnicode_DecodeASCII(words.data(), Py_ssize_t(words.size()), nullptr);
}

PyObject* call_wide_rings(PyObject* const* values) {
  double least;
  if (!values[0] || !PyTuple_CheckExact(values[0]) || !read_number(values[1], least))
    return nullptr;
  Ref kept(PyList_New(0));
  if (!kept) return nullptr;
  for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(values[0]); k++) {
    PyObject* ring = PyTuple_GET_ITEM(values[0], k);
    Reals points;
    if (!points.read(ring, 2) || points.width != 2) return nullptr;
    const double area = polygon_area(points.data, int(points.rows));
    if (!(std::fabs(area) > least)) continue;
    if (PyList_Append(kept.get(), ring) < 0) return nullptr;
  }
  return PyList_AsTuple(kept.get());
}

PyObject* call_numbered(PyObject* const* values) {
  Ints keys;
  if (!keys.read(values[0], 1) || keys.rows > npy_intp(INT32_MAX)) return nullptr;
  std::vector<std::int64_t> first, number;
  if (!unlocked([&] {
        const KeyNumbers found = key_numbers(keys.data, std::size_t(keys.rows));
        first.assign(found.first.begin(), found.first.end());
        number.assign(found.number.begin(), found.number.end());
      }))
    return nullptr;
  return Py_BuildValue("NN", array_of(first), array_of(number));
}

PyObject* call_rings(PyObject* const* values) {
  Ints groups, starts, ends;
  Reals places;
  if (!groups.read(values[0], 1) || !starts.read(values[1], 1) || !ends.read(values[2], 1) ||
      !places.read(values[3], 2) || places.width != 2 || !values[4] ||
      !PyLong_CheckExact(values[4]))
    return nullptr;
  const long count = PyLong_AsLong(values[4]);
  if (PyErr_Occurred()) PyErr_Clear();
  if (count < 0 || starts.rows != groups.rows || ends.rows != groups.rows ||
      !all_below(groups, count) || !all_below(starts, places.rows) ||
      !all_below(ends, places.rows))
    return nullptr;
  std::vector<Ring> rings;
  bool fine = false;
  if (!unlocked([&] {
        const Edges edges{groups.data, starts.data, ends.data, std::size_t(groups.rows)};
        fine = outline_rings(edges, std::uint64_t(places.rows), std::uint64_t(count), rings);
      }) ||
      !fine)
    return nullptr;
  Ref lists(PyList_New(count));
  if (!lists) return nullptr;
  for (long k = 0; k < count; k++) {
    PyObject* list = PyList_New(0);
    if (!list) return nullptr;
    PyList_SET_ITEM(lists.get(), k, list);
  }
  for (const Ring& ring : rings) {
    npy_intp shape[2] = {npy_intp(ring.points.size()), 2};
    Ref array(PyArray_SimpleNew(2, shape, NPY_DOUBLE));
    if (!array) return nullptr;
    auto* out =
        static_cast<double*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array.get())));
    for (const std::int64_t point : ring.points) {
      *out++ = places.data[2 * point];
      *out++ = places.data[2 * point + 1];
    }
    if (PyList_Append(PyList_GET_ITEM(lists.get(), ring.group), array.get()) < 0) return nullptr;
  }
  return lists.release();
}

PyObject* call_connected(PyObject* const* values) {
  Ints one, two;
  if (!one.read(values[0], 1) || !two.read(values[1], 1) || one.rows != two.rows || !values[2] ||
      !PyLong_CheckExact(values[2]))
    return nullptr;
  const long count = PyLong_AsLong(values[2]);
  if (PyErr_Occurred()) PyErr_Clear();
  if (count < 0 || !all_below(one, count) || !all_below(two, count)) return nullptr;
  std::vector<std::int64_t> numbers;
  if (!unlocked([&] {
        numbers = graph_parts(one.data, two.data, std::size_t(one.rows), std::size_t(count));
      }))
    return nullptr;
  return array_of(reinterpret_cast<const std::int64_t*>(numbers.data()), npy_intp(numbers.size()));
}

PyObject* call_band_pieces(PyObject* const* values) {
  Reals points, colors, levels;
  Ints surface;
  BandRules rules{};
  if (!points.read(values[0], 3) || !colors.read(values[1], 3) || !levels.read(values[2], 2) ||
      !surface.read(values[3], 1) || points.width != 6 || colors.width != 9 || levels.width != 3 ||
      points.rows != surface.rows || colors.rows != surface.rows || levels.rows != surface.rows ||
      !read_number(values[4], rules.wide) || !read_number(values[5], rules.step) || !values[6] ||
      !PyLong_CheckExact(values[6]))
    return nullptr;
  rules.most = PyLong_AsLong(values[6]);
  if (PyErr_Occurred()) PyErr_Clear();
  const double* end = levels.data + levels.rows * 3;
  if (rules.most < 1 || !std::all_of(surface.data, surface.data + surface.rows,
                                     [](std::int64_t k) { return k >= 0 && k < INT32_MAX; }) ||
      !std::all_of(levels.data, end, [](double level) { return std::fabs(level) < 1e6; }))
    return nullptr;
  BandPieces found;
  bool fine = false;
  if (!unlocked([&] {
        fine = band_pieces({points.data, colors.data, levels.data, surface.data,
                            std::size_t(surface.rows)},
                           rules, found);
      }) ||
      !fine)
    return nullptr;
  const auto count = npy_intp(found.counts.size());
  const auto ints = [&](const std::vector<std::int64_t>& some) {
    return array_of(reinterpret_cast<const std::int64_t*>(some.data()), count);
  };
  return Py_BuildValue("NNNNNNN", array_of(found.points.data(), npy_intp(found.points.size() / 2), 2),
                       ints(found.counts), ints(found.source), ints(found.number),
                       ints(found.tint), array_of(found.mean.data(), count, 3),
                       array_of(found.weight));
}

}  // namespace rvs
