// What the renderer sends to the graphics card, as rvs/gl calls it.
#include "drawing.h"

#include <climits>
#include <new>

#include "arguments.h"
#include "functions.h"
#include "tables.h"

namespace rvs {

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
  constexpr int MOST = 1 << 10;
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
