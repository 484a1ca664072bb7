// The caller is rvs/study/collider.py, which hands over what rvs/study/packing.py made: a wrong shape
// is a fault of the program.
#include "binding/collider_type.h"

#include <new>

#include "distances/collider.h"

namespace rvs {

namespace {

struct ColliderObject {
  PyObject_HEAD
  space::Collider* collider;
};

constexpr npy_intp COLUMNS = 8, POSE = 16;

/// An array in C order, of numbers (double) or of places (int64), with so many columns or one.
template <class T>
class Rows {
 public:
  Rows(PyObject* value, int type, npy_intp columns) {
    PyArrayObject* array = reinterpret_cast<PyArrayObject*>(value);
    const int dims = columns > 1 ? 2 : 1;
    if (!PyArray_Check(value) || PyArray_TYPE(array) != type || !PyArray_ISCARRAY_RO(array) ||
        PyArray_NDIM(array) != dims || (dims == 2 && PyArray_DIM(array, 1) != columns)) {
      PyErr_Format(PyExc_ValueError, "expected an array of %zd columns", columns);
      return;
    }
    data_ = static_cast<const T*>(PyArray_DATA(array));
    count = std::size_t(PyArray_DIM(array, 0));
    columns_ = std::size_t(columns);
    good = true;
  }
  const T* operator[](std::size_t i) const { return data_ + columns_ * i; }

  std::size_t count = 0;
  bool good = false;

 private:
  const T* data_ = nullptr;
  std::size_t columns_ = 1;
};

using Numbers = Rows<double>;
using Places = Rows<std::int64_t>;

bool rising(const Places& starts, std::size_t count, std::size_t total) {
  if (starts.count != count + 1 || *starts[0] != 0 || *starts[count] != std::int64_t(total))
    return false;
  for (std::size_t i = 0; i < count; i++)
    if (*starts[i] > *starts[i + 1]) return false;
  return true;
}

bool fill(space::Collider& collider, PyObject* const* args) {
  const Numbers points(args[0], NPY_DOUBLE, 3), radii(args[2], NPY_DOUBLE, 1);
  const Numbers triangles(args[4], NPY_DOUBLE, 9), probes(args[7], NPY_DOUBLE, 3);
  const Places piece_starts(args[1], NPY_INT64, 1), body_starts(args[3], NPY_INT64, 1);
  const Places shell_starts(args[5], NPY_INT64, 1), body_shells(args[6], NPY_INT64, 1);
  const Places body_probes(args[8], NPY_INT64, 1), grounds(args[9], NPY_INT64, 1);
  if (PyErr_Occurred()) return false;
  const std::size_t count = grounds.count;
  if (!rising(piece_starts, radii.count, points.count) ||
      !rising(body_starts, count, radii.count) || shell_starts.count < 1 ||
      !rising(shell_starts, shell_starts.count - 1, triangles.count) ||
      !rising(body_shells, count, shell_starts.count - 1) ||
      !rising(body_probes, count, probes.count)) {
    PyErr_SetString(PyExc_ValueError, "the starts do not fit the arrays");
    return false;
  }
  collider.bodies.resize(count);
  for (std::size_t i = 0; i < count; i++) {
    space::Body& body = collider.bodies[i];
    body.ground = *grounds[i] != 0;
    for (auto k = std::size_t(*body_starts[i]); k < std::size_t(*body_starts[i + 1]); k++) {
      const auto from = std::size_t(*piece_starts[k]), to = std::size_t(*piece_starts[k + 1]);
      if (to > from) collider.add_piece(body, points[from], to - from, *radii[k]);
    }
    for (auto k = std::size_t(*body_shells[i]); k < std::size_t(*body_shells[i + 1]); k++) {
      const auto from = std::size_t(*shell_starts[k]), to = std::size_t(*shell_starts[k + 1]);
      if (to > from) collider.add_shell(body, triangles[from], to - from);
    }
    for (auto k = std::size_t(*body_probes[i]); k < std::size_t(*body_probes[i + 1]); k++)
      body.probes.push_back({probes[k][0], probes[k][1], probes[k][2]});
  }
  collider.finish();
  return true;
}

PyObject* make_collider(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject* arrays[10];
  if (!PyArg_ParseTuple(args, "OOOOOOOOOO:Collider", &arrays[0], &arrays[1], &arrays[2],
                        &arrays[3], &arrays[4], &arrays[5], &arrays[6], &arrays[7], &arrays[8],
                        &arrays[9]))
    return nullptr;
  Ref self(type->tp_alloc(type, 0));
  if (!self) return nullptr;
  ColliderObject* object = reinterpret_cast<ColliderObject*>(self.get());
  try {
    object->collider = new space::Collider;
    if (!fill(*object->collider, arrays)) return nullptr;
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
  return self.release();
}

void free_collider(PyObject* self) {
  delete reinterpret_cast<ColliderObject*>(self)->collider;
  Py_TYPE(self)->tp_free(self);
}

/// Which pairs, and the eight numbers of each.
PyObject* as_arrays(const std::vector<space::Answer>& found) {
  npy_intp shape[2] = {npy_intp(found.size()), COLUMNS};
  Ref which(PyArray_SimpleNew(1, shape, NPY_INT64)), rows(PyArray_SimpleNew(2, shape, NPY_DOUBLE));
  if (!which || !rows) return nullptr;
  auto* place = static_cast<std::int64_t*>(
      PyArray_DATA(reinterpret_cast<PyArrayObject*>(which.get())));
  auto* row = static_cast<double*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(rows.get())));
  for (const space::Answer& answer : found) {
    const space::Measured& one = answer.measured;
    *place++ = std::int64_t(answer.pair);
    for (const double number : {one.distance, one.depth, one.a.x, one.a.y, one.a.z, one.b.x,
                                one.b.y, one.b.z})
      *row++ = number;
  }
  return Py_BuildValue("NN", which.release(), rows.release());
}

PyObject* measure(PyObject* self, PyObject* args) {
  PyObject *poses, *pairs;
  space::Question question{};
  int nearest, deep;
  if (!PyArg_ParseTuple(args, "OOdpp:measure", &poses, &pairs, &question.margin, &nearest, &deep))
    return nullptr;
  const space::Collider& collider = *reinterpret_cast<ColliderObject*>(self)->collider;
  const Numbers pose(poses, NPY_DOUBLE, POSE);
  const Places pair(pairs, NPY_INT64, 2);
  if (PyErr_Occurred()) return nullptr;
  const auto bodies = std::int64_t(collider.bodies.size());
  bool fits = pose.count == collider.bodies.size();
  for (std::size_t i = 0; i < pair.count; i++)
    for (int k = 0; k < 2; k++) fits = fits && pair[i][k] >= 0 && pair[i][k] < bodies;
  if (!fits) {
    PyErr_SetString(PyExc_ValueError, "poses or pairs do not fit the bodies");
    return nullptr;
  }
  question.poses = pose.count ? pose[0] : nullptr;
  question.pairs = pair.count ? pair[0] : nullptr;
  question.count = pair.count;
  question.nearest = nearest;
  question.deep = deep;
  std::vector<space::Answer> found;
  bool enough = true;
  Py_BEGIN_ALLOW_THREADS
  try {
    found = collider.measure(question);
  } catch (const std::bad_alloc&) {
    enough = false;
  }
  Py_END_ALLOW_THREADS
  return enough ? as_arrays(found) : PyErr_NoMemory();
}

PyMethodDef methods[] = {
    {"measure", measure, METH_VARARGS, "The pairs that are near; see rvs/study/collider.py."},
    {nullptr, nullptr, 0, nullptr}};

PyTypeObject ColliderType = {PyVarObject_HEAD_INIT(nullptr, 0)};

}  // namespace

bool ready_collider_type(PyObject* module) {
  ColliderType.tp_name = "rvs.engine._native.Collider";
  ColliderType.tp_doc = "The bodies of a checker as the kernels read them.";
  ColliderType.tp_basicsize = sizeof(ColliderObject);
  ColliderType.tp_flags = Py_TPFLAGS_DEFAULT;
  ColliderType.tp_new = make_collider;
  ColliderType.tp_dealloc = free_collider;
  ColliderType.tp_methods = methods;
  if (PyType_Ready(&ColliderType) < 0) return false;
  return PyModule_AddObjectRef(module, "Collider", reinterpret_cast<PyObject*>(&ColliderType)) == 0;
}

}  // namespace rvs
