#include "binding/chain_type.h"

#include <new>

namespace rvs {

namespace {

struct ChainObject {
  PyObject_HEAD
  Chain* chain;
};

PyObject* geometry_name = nullptr;
PyObject* masses_name = nullptr;

/// A float64 array of a shape, in C order.  The caller is the engine itself, so a wrong one is a
/// fault of the program, not of its user.
class Table {
 public:
  Table(PyObject* value, const char* name, npy_intp rows, npy_intp columns) {
    owner_ = Ref(PyArray_FROMANY(value, NPY_DOUBLE, 2, 2, NPY_ARRAY_CARRAY_RO));
    if (!owner_) return;
    PyArrayObject* array = reinterpret_cast<PyArrayObject*>(owner_.get());
    if (PyArray_DIM(array, 0) != rows || PyArray_DIM(array, 1) != columns) {
      PyErr_Format(PyExc_ValueError, "%s: expected shape (%zd, %zd)", name, rows, columns);
      return;
    }
    data_ = static_cast<const double*>(PyArray_DATA(array));
    columns_ = columns;
  }
  explicit operator bool() const { return data_ != nullptr; }
  const double* row(npy_intp i) const { return data_ + i * columns_; }

 private:
  Ref owner_;
  const double* data_ = nullptr;
  npy_intp columns_ = 0;
};

// columns of the tables, in the order that rvs/engine/kernels.py writes them
constexpr npy_intp MOTION = 5, MATRIX = 16, LOAD = 10, DRIVE = 4;

bool fill(Chain& chain, PyObject* ends, PyObject* motions, PyObject* leads, PyObject* trails) {
  const Py_ssize_t n = PyObject_Length(motions);
  if (n < 0) return false;
  const Table outer(ends, "ends", 2, MATRIX);
  if (!outer) return false;
  const Table motion(motions, "motions", n, MOTION);
  if (!motion) return false;
  const Table lead(leads, "leads", n, MATRIX);
  if (!lead) return false;
  const Table trail(trails, "trails", n, MATRIX);
  if (!trail) return false;
  chain.base = Fixed(outer.row(0));
  chain.tool = Fixed(outer.row(1));
  chain.joints.resize(std::size_t(n));
  for (Py_ssize_t i = 0; i < n; i++) {
    Joint& joint = chain.joints[std::size_t(i)];
    const double* row = motion.row(i);
    joint.turn = row[0];
    joint.slide = row[1];
    joint.angle0 = row[2];
    joint.distance0 = row[3];
    joint.locked = row[4] != 0;
    joint.lead = Fixed(lead.row(i));
    joint.trail = Fixed(trail.row(i));
  }
  if (n) chain.finish();
  return true;
}

bool fill_masses(Chain& chain, PyObject* gravity, PyObject* loads, PyObject* drives) {
  const Table down(gravity, "gravity", 1, 3);
  if (!down) return false;
  const Table load(loads, "loads", chain.n(), LOAD);
  if (!load) return false;
  const Table drive(drives, "drives", chain.n(), DRIVE);
  if (!drive) return false;
  for (int k = 0; k < 3; k++) chain.gravity[k] = down.row(0)[k];
  for (int i = 0; i < chain.n(); i++) {
    Joint& joint = chain.joints[std::size_t(i)];
    joint.load = load_of(joint.trail, load.row(i)[0], load.row(i) + 1, load.row(i) + 4);
    const double* motor = drive.row(i);
    joint.drive = {motor[0], motor[1], motor[2], motor[3]};
  }
  chain.finish_masses();
  return true;
}

PyObject* make_chain(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject *ends, *motions, *leads, *trails;
  PyObject *gravity = nullptr, *loads = nullptr, *drives = nullptr;
  if (!PyArg_ParseTuple(args, "OOOO|OOO:Chain", &ends, &motions, &leads, &trails, &gravity,
                        &loads, &drives))
    return nullptr;
  Ref self(type->tp_alloc(type, 0));
  if (!self) return nullptr;
  ChainObject* object = reinterpret_cast<ChainObject*>(self.get());
  try {
    object->chain = new Chain;
    if (!fill(*object->chain, ends, motions, leads, trails)) return nullptr;
    if (drives && !fill_masses(*object->chain, gravity, loads, drives)) return nullptr;
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
  return self.release();
}

void free_chain(PyObject* self) {
  delete reinterpret_cast<ChainObject*>(self)->chain;
  Py_TYPE(self)->tp_free(self);
}

}  // namespace

PyTypeObject ChainType = {PyVarObject_HEAD_INIT(nullptr, 0)};

bool ready_chain_type(PyObject* module) {
  ChainType.tp_name = "rvs.engine._native.Chain";
  ChainType.tp_doc = "A robot as the kernels read it; made by rvs.engine.kernels.";
  ChainType.tp_basicsize = sizeof(ChainObject);
  ChainType.tp_flags = Py_TPFLAGS_DEFAULT;
  ChainType.tp_new = make_chain;
  ChainType.tp_dealloc = free_chain;
  geometry_name = PyUnicode_InternFromString("native_chain");
  masses_name = PyUnicode_InternFromString("native_bodies");
  if (!geometry_name || !masses_name || PyType_Ready(&ChainType) < 0) return false;
  return PyModule_AddObjectRef(module, "Chain", reinterpret_cast<PyObject*>(&ChainType)) == 0;
}

ChainOf::ChainOf(PyObject* robot, Need need) {
  owner_ = Ref(PyObject_GetAttr(robot, need == Need::MASSES ? masses_name : geometry_name));
  if (!owner_) {
    // no robot, or one without masses: the reference will say it.  Ctrl+C is nobody's mistake.
    if (PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
  } else if (Py_IS_TYPE(owner_.get(), &ChainType)) {
    chain_ = reinterpret_cast<ChainObject*>(owner_.get())->chain;
  }
}

}  // namespace rvs
