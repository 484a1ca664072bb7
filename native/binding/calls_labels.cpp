// The search for places of labels as rvs/scene/annotate calls it.
#include <algorithm>
#include <climits>
#include <limits>
#include <new>

#include "binding/arguments.h"
#include "drawing/drawing.h"
#include "binding/functions.h"
#include "labels/label_cells.h"
#include "labels/label_places.h"
#include "drawing/lens.h"
#include "binding/tables.h"

namespace rvs {

namespace {

using Reals = Table<double>;
using Flags = Table<npy_bool>;

/// Points (n, 2) of an argument or an attribute, kept alive as long as this value.
struct Points {
  Reals table;
  const Point* data = nullptr;
  int count = 0;

  bool read(PyObject* value) { return take(table.read(value, 2)); }
  bool read(PyObject* value, const char* attribute) { return take(table.read(value, attribute, 2)); }
  bool read(PyObject* value, const char* attribute, int wanted) {
    return read(value, attribute) && count == wanted;
  }

 private:
  bool take(bool fine) {
    if (!fine || table.width != 2 || table.rows > INT_MAX) return false;
    static_assert(sizeof(Point) == 2 * sizeof(double));
    data = reinterpret_cast<const Point*>(table.data);
    count = int(table.rows);
    return true;
  }
};

bool read_numbers(Reals& table, PyObject* value, const char* attribute, int wanted) {
  return table.read(value, attribute, 1) && table.rows == wanted;
}

/// Thick lines in the way of labels.
struct BlocksOf {
  Points starts, ways;
  Reals halves, weights;
  LabelBlocks blocks{};

  bool read(PyObject* owner) {
    if (!owner || !starts.read(owner, "starts") || !ways.read(owner, "ways", starts.count) ||
        !read_numbers(halves, owner, "halves", starts.count) ||
        !read_numbers(weights, owner, "weights", starts.count))
      return false;
    blocks = {starts.data, ways.data, halves.data, weights.data, starts.count};
    return true;
  }
};

/// A `Table` of labels and the masks that go with it.
struct LabelsOf {
  Points anchors, homes, along, sizes, page;
  BlocksOf lines;
  Flags named, fixed, loose;
  Labels labels{};

  bool read(PyObject* table, PyObject* stay, PyObject* move) {
    if (!table || !anchors.read(table, "anchors")) return false;
    const int count = anchors.count;
    if (!homes.read(table, "homes", count) || !along.read(table, "along", count) ||
        !sizes.read(table, "sizes", count) || !page.read(table, "page", 2) ||
        !named.read(table, "named", 1) || named.rows != count || !fixed.read(stay, 1) ||
        fixed.rows != count || !loose.read(move, 1) || loose.rows != count)
      return false;
    const Ref blocks(PyObject_GetAttrString(table, "blocks"));
    if (!blocks) PyErr_Clear();
    if (!lines.read(blocks.get())) return false;
    labels = {anchors.data, homes.data, along.data, sizes.data, named.data, fixed.data, loose.data,
              count, lines.blocks, page.data};
    return true;
  }
};

/// The `Moves` of a table.
struct MovesOf {
  Points near, far, aside;
  Reals near_costs, far_costs, rules, placing;
  LabelMoves moves{};

  bool read_of(PyObject* table) {
    const Ref owner(PyObject_GetAttrString(table, "moves"));
    if (!owner) PyErr_Clear();
    return read(owner.get());
  }
  bool read(PyObject* value) {
    if (!value || !near.read(value, "near") || !far.read(value, "far") ||
        !aside.read(value, "aside") || !near.count || !far.count || !aside.count ||
        !read_numbers(near_costs, value, "near_costs", near.count) ||
        !read_numbers(far_costs, value, "far_costs", far.count) ||
        !read_numbers(rules, value, "rules", LABEL_RULES) ||
        !read_numbers(placing, value, "placing", PLACE_RULES))
      return false;
    moves = {near.data, far.data, aside.data, near_costs.data, far_costs.data,
             near.count, far.count, aside.count, {}};
    std::memcpy(&moves.rules, rules.data, sizeof moves.rules);
    return true;
  }
};

/// Names of attributes of a `Label`, made once.
struct LabelNames {
  PyObject* at = PyUnicode_InternFromString("at");
  PyObject* away = PyUnicode_InternFromString("away");
  PyObject* stem = PyUnicode_InternFromString("stem");
  PyObject* gap = PyUnicode_InternFromString("gap");
  PyObject* shift = PyUnicode_InternFromString("shift");
  PyObject* sheet = PyUnicode_InternFromString("sheet");
  PyObject* scale = PyUnicode_InternFromString("scale");
};

const LabelNames& label_names() {
  static const LabelNames names;
  return names;
}

/// Write numbers of an array (wanted,) of any stride, or of a tuple; none of them for None.
bool write_numbers(PyObject* owner, PyObject* attribute, int wanted, double* to) {
  const Ref value(PyObject_GetAttr(owner, attribute));
  if (!value) {
    PyErr_Clear();
    return false;
  }
  if (value.get() == Py_None) {
    std::fill(to, to + wanted, std::numeric_limits<double>::quiet_NaN());
    return true;
  }
  if (PyTuple_CheckExact(value.get())) {
    if (PyTuple_GET_SIZE(value.get()) != wanted) return false;
    for (int k = 0; k < wanted; k++) {
      PyObject* number = PyTuple_GET_ITEM(value.get(), k);
      if (!PyFloat_CheckExact(number)) return false;
      to[k] = PyFloat_AS_DOUBLE(number);
    }
    return true;
  }
  if (!PyArray_CheckExact(value.get())) return false;
  auto* array = reinterpret_cast<PyArrayObject*>(value.get());
  if (PyArray_TYPE(array) != NPY_DOUBLE || PyArray_NDIM(array) != 1 ||
      PyArray_DIM(array, 0) != wanted || !PyArray_ISBEHAVED_RO(array))
    return false;
  for (int k = 0; k < wanted; k++)
    to[k] = *static_cast<const double*>(PyArray_GETPTR1(array, k));
  return true;
}

bool write_number(PyObject* owner, PyObject* attribute, double& to) {
  const Ref value(PyObject_GetAttr(owner, attribute));
  if (!value) PyErr_Clear();
  if (!value || !PyFloat_CheckExact(value.get())) return false;
  to = PyFloat_AS_DOUBLE(value.get());
  return true;
}

bool write_label(PyObject* label, LabelNumbers& to) {
  const LabelNames& its = label_names();
  return write_numbers(label, its.at, 3, to.at) && write_numbers(label, its.away, 3, to.away) &&
         write_numbers(label, its.stem, 3, to.stem) && write_number(label, its.gap, to.gap) &&
         write_numbers(label, its.shift, 2, to.shift) && write_numbers(label, its.sheet, 2, to.sheet);
}

template <class T>
T* data_of(PyObject* array) {
  return static_cast<T*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array)));
}

}  // namespace

PyObject* call_label_numbers(PyObject* const* values) {
  if (!values[0] || !PyList_CheckExact(values[0])) return nullptr;
  npy_intp shape[2] = {PyList_GET_SIZE(values[0]), LABEL_NUMBERS};
  Ref found(PyArray_SimpleNew(2, shape, NPY_DOUBLE));
  for (npy_intp k = 0; found && k < shape[0]; k++)
    if (!write_label(PyList_GET_ITEM(values[0], k), data_of<LabelNumbers>(found.get())[k]))
      return nullptr;
  return found.release();
}

PyObject* call_label_places(PyObject* const* values) {
  Reals numbers, lens, before;
  Points sizes, page;
  BlocksOf lines;
  MovesOf how;
  const bool follows = values[5] && values[5] != Py_None;
  if (!numbers.read(values[0], 2) || numbers.width != LABEL_NUMBERS || numbers.rows > INT_MAX ||
      !sizes.read(values[1]) || sizes.count != int(numbers.rows) || !lens.read(values[2], 1) ||
      lens.rows != LENS_NUMBERS || !page.read(values[3]) || page.count != 2 ||
      !lines.read(values[4]) || !how.read(values[7]))
    return nullptr;
  if (follows && (!before.read(values[5], 2) || before.width != LABEL_PLACE ||
                  before.rows != numbers.rows))
    return nullptr;
  int searches = 0;
  if (!values[6] || !read_index(values[6], -1, INT_MAX, searches)) return nullptr;
  try {
    const LabelsSeen of{reinterpret_cast<const LabelNumbers*>(numbers.data), sizes.data,
                        sizes.count, page.data, lines.blocks,
                        follows ? reinterpret_cast<const LabelPlace*>(before.data) : nullptr,
                        searches};
    std::vector<LabelPlace> found;
    if (!label_places(of, *reinterpret_cast<const Lens*>(lens.data), how.moves,
                      *reinterpret_cast<const PlaceRules*>(how.placing.data), found))
      return nullptr;
    return array_of(reinterpret_cast<const double*>(found.data()), npy_intp(found.size()),
                    LABEL_PLACE);
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

PyObject* call_drawn_labels(PyObject* const* values) {
  Reals numbers, places, lens, depths;
  Points sizes, middles;
  Table<float> cells, inks;
  Flags leaders;
  double scale = 0.0;
  PyObject* labels = values[0];
  if (!numbers.read(values[1], 2) || numbers.width != LABEL_NUMBERS || numbers.rows > INT_MAX)
    return nullptr;
  const npy_intp count = numbers.rows;
  if (!places.read(values[2], 2) || places.width != LABEL_PLACE || places.rows != count ||
      !lens.read(values[3], 1) || lens.rows != LENS_NUMBERS || !depths.read(values[4], 1) ||
      depths.rows != 2 || !sizes.read(labels, "sizes", int(count)) ||
      !middles.read(labels, "middles", int(count)) || !cells.read(labels, "cells", 2) ||
      cells.width != LABEL_CELL || cells.rows != count || !inks.read(labels, "inks", 2) ||
      inks.width != SEGMENT_FIELDS || inks.rows != 2 * count ||
      !leaders.read(labels, "leaders", 1) || leaders.rows != count ||
      !write_number(labels, label_names().scale, scale))
    return nullptr;
  npy_intp shape[2] = {count, LABEL_CELL};
  Ref drawn(PyArray_SimpleNew(2, shape, NPY_FLOAT));
  if (!drawn) return nullptr;
  try {
    std::vector<float> lines;
    drawn_labels({reinterpret_cast<const LabelNumbers*>(numbers.data),
                  reinterpret_cast<const LabelPlace*>(places.data), sizes.data, middles.data,
                  cells.data, inks.data, leaders.data, int(count), scale, depths.data[0],
                  depths.data[1]},
                 *reinterpret_cast<const Lens*>(lens.data), data_of<float>(drawn.get()), lines);
    const Ref segments(array_of(lines.data(), npy_intp(lines.size() / SEGMENT_FIELDS),
                                SEGMENT_FIELDS));
    return segments ? Py_BuildValue("OO", drawn.get(), segments.get()) : nullptr;
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

PyObject* call_settled_labels(PyObject* const* values) {
  LabelsOf of;
  MovesOf how;
  Points wished;
  int searches = 0;
  bool follows = false;
  if (!of.read(values[0], values[2], values[3]) || !how.read_of(values[0]) ||
      !wished.read(values[1]) || wished.count != of.labels.count || !values[4] ||
      !read_index(values[4], 0, INT_MAX, searches) || !values[5] ||
      !read_flag(values[5], follows) || !can_be_placed(of.labels, wished.data))
    return nullptr;
  try {
    const std::vector<Point> found =
        settled_labels(of.labels, how.moves, wished.data, searches, follows);
    return array_of(reinterpret_cast<const double*>(found.data()), npy_intp(found.size()), 2);
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

}  // namespace rvs
