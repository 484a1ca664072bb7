// The search for places of labels as rvs/scene/annotate calls it.
#include <algorithm>
#include <climits>
#include <new>

#include "arguments.h"
#include "functions.h"
#include "label_search.h"
#include "tables.h"

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

/// A `Table` of labels and the masks that go with it.
struct LabelsOf {
  Points anchors, homes, along, sizes, page, starts, ways;
  Reals halves, weights;
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
    if (!blocks || !starts.read(blocks.get(), "starts") ||
        !ways.read(blocks.get(), "ways", starts.count) ||
        !read_numbers(halves, blocks.get(), "halves", starts.count) ||
        !read_numbers(weights, blocks.get(), "weights", starts.count))
      return false;
    labels = {anchors.data, homes.data, along.data, sizes.data, named.data, fixed.data, loose.data,
              count,
              {starts.data, ways.data, halves.data, weights.data, starts.count},
              page.data};
    return true;
  }
};

/// The `Moves` of a table.
struct MovesOf {
  Points near, far, aside;
  Reals near_costs, far_costs, rules;
  LabelMoves moves{};

  bool read(PyObject* table) {
    const Ref owner(PyObject_GetAttrString(table, "moves"));
    if (!owner) PyErr_Clear();
    PyObject* value = owner.get();
    if (!value || !near.read(value, "near") || !far.read(value, "far") ||
        !aside.read(value, "aside") || !near.count || !far.count || !aside.count ||
        !read_numbers(near_costs, value, "near_costs", near.count) ||
        !read_numbers(far_costs, value, "far_costs", far.count) ||
        !read_numbers(rules, value, "rules", LABEL_RULES))
      return false;
    moves = {near.data, far.data, aside.data, near_costs.data, far_costs.data,
             near.count, far.count, aside.count, {}};
    std::memcpy(&moves.rules, rules.data, sizeof moves.rules);
    return true;
  }
};

}  // namespace

PyObject* call_settled_labels(PyObject* const* values) {
  LabelsOf of;
  MovesOf how;
  Points wished;
  int searches = 0;
  bool follows = false;
  if (!of.read(values[0], values[2], values[3]) || !how.read(values[0]) ||
      !wished.read(values[1]) || wished.count != of.labels.count || !values[4] ||
      !read_index(values[4], 0, INT_MAX, searches) || !values[5] ||
      !read_flag(values[5], follows) || !can_be_placed(of.labels, wished.data))
    return nullptr;
  try {
    const std::vector<Point> found =
        settled_labels(of.labels, how.moves, wished.data, searches, follows);
    return array_of(&found.data()->x, npy_intp(found.size()), 2);
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

}  // namespace rvs
