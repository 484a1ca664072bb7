// What the renderer sends to the graphics card, as rvs/gl calls it.
#include "drawing/drawing.h"

#include <climits>
#include <new>

#include "binding/arguments.h"
#include "binding/functions.h"
#include "drawing/lens.h"
#include "drawing/screen_lines.h"
#include "drawing/silhouette.h"
#include "binding/tables.h"

namespace rvs {

namespace {

/// The numbers of a `lens`, or null.
const Lens* read_lens(Table<double>& table, PyObject* value) {
  const bool fine = table.read(value, 1) && table.rows == LENS_NUMBERS;
  return fine ? reinterpret_cast<const Lens*>(table.data) : nullptr;
}

bool read_positive(PyObject* value, double& number) {
  if (!value || !PyFloat_CheckExact(value)) return false;
  number = PyFloat_AS_DOUBLE(value);
  return number > 0.0;
}

double* doubles(PyObject* array) {
  return static_cast<double*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array)));
}

constexpr int MOST_PIXELS = 1 << 15;

/// A `Shape`, its arrays kept alive; `rows` are poses.
struct ReadShape {
  Table<double> vertices;
  Table<std::int32_t, NPY_INT32> triangles, ends, sides;
  SolidShape shape{};

  bool read(PyObject* value, const Table<float>& rows) {
    int first = 0, count = 0;
    if (!PyTuple_Check(value) || PyTuple_GET_SIZE(value) != 7 ||
        !vertices.read(PyTuple_GET_ITEM(value, 0), 2) || vertices.width != 3 ||
        !triangles.read(PyTuple_GET_ITEM(value, 1), 2) || triangles.width != 3 ||
        !ends.read(PyTuple_GET_ITEM(value, 2), 2) || ends.width != 2 ||
        !sides.read(PyTuple_GET_ITEM(value, 3), 2) || sides.width != 2 ||
        sides.rows != ends.rows ||
        !read_index(PyTuple_GET_ITEM(value, 4), 0, INT_MAX, first) ||
        !read_index(PyTuple_GET_ITEM(value, 5), 0, INT_MAX, count) ||
        !read_flag(PyTuple_GET_ITEM(value, 6), shape.mirrored) ||
        npy_intp(first) + count > rows.rows || !below(triangles, vertices.rows) ||
        !below(ends, vertices.rows) || !below(sides, triangles.rows + 1))
      return false;
    shape = {vertices.data, std::size_t(vertices.rows), triangles.data,
             std::size_t(triangles.rows), ends.data, sides.data, std::size_t(ends.rows),
             rows.data + npy_intp(first) * POSE_FIELDS, std::size_t(count), shape.mirrored};
    return true;
  }

 private:
  static bool below(const Table<std::int32_t, NPY_INT32>& numbers, npy_intp count) {
    const std::int32_t* end = numbers.data + numbers.rows * numbers.width;
    std::int32_t low = 0, high = -1;
    for (const std::int32_t* number = numbers.data; number < end; number++) {
      low = std::min(low, *number);
      high = std::max(high, *number);
    }
    return low >= 0 && high < count;
  }
};

bool read_page(PyObject* value, PixelBox& page) {
  int sides[4];
  if (!value || !PyTuple_CheckExact(value) || PyTuple_GET_SIZE(value) != 4) return false;
  for (int k = 0; k < 4; k++)
    if (!read_index(PyTuple_GET_ITEM(value, k), 0, MOST_PIXELS, sides[k])) return false;
  page = {sides[0], sides[1], sides[2], sides[3]};
  return page.left <= page.right && page.bottom <= page.top;
}

}  // namespace

PyObject* call_silhouette(PyObject* const* values) {
  Table<float> rows;
  Table<double> numbers;
  Numbers depths;
  PixelBox page{};
  int margin = 0;
  const Lens* lens = read_lens(numbers, values[2]);
  if (!lens || !values[0] || !PyList_CheckExact(values[0]) || !rows.read(values[1], 3) ||
      rows.width != POSE_FIELDS || rows.last != 4 || !values[3] || !depths.read(values[3]) ||
      !depths.is_row(2) || !read_page(values[4], page) || !values[5] ||
      !read_index(values[5], 0, MOST_PIXELS, margin))
    return nullptr;
  const double between[2] = {depths.data[0], depths.data[1]};
  if (!(lens->parallel != 0.0 || between[0] > 0.0) ||
      !(std::max(lens->middle[0], lens->middle[1]) <= MOST_PIXELS))
    return nullptr;
  try {
    Silhouette made(*lens, between, page, margin);
    for (Py_ssize_t k = 0; k < PyList_GET_SIZE(values[0]); k++) {
      ReadShape one;
      if (!one.read(PyList_GET_ITEM(values[0], k), rows) || !made.add(one.shape)) return nullptr;
    }
    const PixelBox box = made.box();
    npy_intp shape[2] = {npy_intp(box.high()), npy_intp(box.wide())};
    Ref mask(PyArray_ZEROS(2, shape, NPY_BOOL, 0));
    if (!mask) return nullptr;
    made.fill(static_cast<unsigned char*>(
        PyArray_DATA(reinterpret_cast<PyArrayObject*>(mask.get()))));
    return Py_BuildValue("Onn", mask.get(), Py_ssize_t(box.left), Py_ssize_t(box.bottom));
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

PyObject* call_projected(PyObject* const* values) {
  Table<double> numbers, points;
  const Lens* lens = read_lens(numbers, values[1]);
  if (!lens || !PyArray_CheckExact(values[0])) return nullptr;
  auto* given = reinterpret_cast<PyArrayObject*>(values[0]);
  const int dims = PyArray_NDIM(given);
  if (dims < 1 || !points.read(values[0], dims) || points.last != 3) return nullptr;
  Ref result(PyArray_SimpleNew(dims, PyArray_DIMS(given), NPY_DOUBLE));
  if (!result || !projected(*lens, points.data, std::size_t(PyArray_SIZE(given) / 3),
                            doubles(result.get())))
    return nullptr;
  return result.release();
}

PyObject* call_needed_points(PyObject* const* values) {
  Table<double> points, numbers;
  Bends bends{};
  const Lens* lens = read_lens(numbers, values[1]);
  if (!lens || !points.read(values[0], 2) || points.width != 3 || points.rows < 2 ||
      !read_positive(values[2], bends.stray) || !read_positive(values[3], bends.corner) ||
      !read_positive(values[4], bends.reach))
    return nullptr;
  try {
    std::vector<std::int64_t> kept;
    std::vector<float> lengths;
    if (!needed_points(*lens, points.data, std::size_t(points.rows), bends, kept, lengths))
      return nullptr;
    Ref numbers_kept(array_of(kept)), along(array_of(lengths));
    if (!numbers_kept || !along) return nullptr;
    return Py_BuildValue("OO", numbers_kept.get(), along.get());
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

PyObject* call_dash_starts(PyObject* const* values) {
  Table<float> rows;
  Table<double> numbers;
  double reach = 0.0;
  const Lens* lens = read_lens(numbers, values[1]);
  if (!lens || !rows.read(values[0], 2) || rows.width != SEGMENT_FIELDS || !rows.rows ||
      !read_positive(values[2], reach))
    return nullptr;
  npy_intp shape[1] = {rows.rows};
  Ref found(PyArray_SimpleNew(1, shape, NPY_FLOAT));
  if (!found || !dash_starts(*lens, rows.data, std::size_t(rows.rows), reach,
                             static_cast<float*>(PyArray_DATA(
                                 reinterpret_cast<PyArrayObject*>(found.get())))))
    return nullptr;
  return found.release();
}

PyObject* call_segment_rows(PyObject* const* values) {
  Table<double> points, alphas;
  Numbers looks;
  bool pairs = false;
  if (!points.read(values[0], 2) || points.width != 3 || !values[1] || !values[2] ||
      !read_flag(values[2], pairs) || !values[3] || !looks.read(values[3]) ||
      !looks.is_row(LINE_LOOKS))
    return nullptr;
  if (values[1] != Py_None && (!alphas.read(values[1], 1) || alphas.rows != points.rows))
    return nullptr;
  npy_intp count = pairs ? points.rows / 2 : points.rows - 1;
  if (count < 0) count = 0;
  npy_intp shape[2] = {count, SEGMENT_FIELDS};
  PyObject* result = PyArray_SimpleNew(2, shape, NPY_FLOAT);
  if (!result || !count) return result;
  segment_rows({points.data, alphas.data, std::size_t(points.rows), pairs}, looks.data,
               std::size_t(count),
               static_cast<float*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(result))));
  return result;
}

PyObject* call_changed_runs(PyObject* const* values) {
  Table<npy_uint8, NPY_UINT8> rows, held;
  int gap = 0;
  if (!rows.read(values[0], 2) || !held.read(values[1], 2) || rows.width != held.width ||
      !values[2] || !read_index(values[2], 0, INT_MAX, gap))
    return nullptr;
  try {
    const auto runs = changed_runs(rows.data, std::size_t(rows.rows), held.data,
                                   std::size_t(held.rows), std::size_t(rows.width),
                                   std::size_t(gap));
    Ref list(PyList_New(Py_ssize_t(runs.size())));
    for (std::size_t k = 0; list && k < runs.size(); k++) {
      PyObject* run = Py_BuildValue("nn", Py_ssize_t(runs[k].first), Py_ssize_t(runs[k].second));
      if (!run) return nullptr;
      PyList_SET_ITEM(list.get(), Py_ssize_t(k), run);
    }
    return list.release();
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

PyObject* call_edge_pixels(PyObject* const* values) {
  constexpr int MOST = 63;
  Table<npy_bool> mask;
  int far = 0, aslant = 0, near = 0;
  if (!mask.read(values[0], 2) || !mask.rows || !mask.width || !values[1] || !values[2] ||
      !values[3] || !read_index(values[1], 0, MOST, far) ||
      !read_index(values[2], 0, MOST, aslant) || !read_index(values[3], 0, MOST, near))
    return nullptr;
  try {
    Pixels found[2];
    edge_pixels(mask.data, std::size_t(mask.rows), std::size_t(mask.width), std::size_t(far),
                std::size_t(aslant), std::size_t(near), found[0], found[1]);
    PyObject* arrays[2] = {nullptr, nullptr};
    for (int k = 0; k < 2; k++) {
      npy_intp shape[2] = {npy_intp(found[k].size() / 2), 2};
      arrays[k] = PyArray_SimpleNew(2, shape, NPY_INT64);
      if (!arrays[k]) {
        Py_XDECREF(arrays[0]);
        return nullptr;
      }
      if (!found[k].empty())
        std::memcpy(PyArray_DATA(reinterpret_cast<PyArrayObject*>(arrays[k])), found[k].data(),
                    found[k].size() * sizeof(std::int64_t));
    }
    return Py_BuildValue("NN", arrays[0], arrays[1]);
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

}  // namespace rvs
