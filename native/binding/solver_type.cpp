#include "binding/solver_type.h"

#include <cstring>
#include <new>
#include <vector>

#include "inverse/general6r.h"
#include "inverse/wrist_arm.h"

namespace rvs {

namespace {

struct SolverObject {
  PyObject_HEAD
  SixSolver* solver;
  ChainOf* chain;
  PyObject* type;    // of the answers
  PyObject* fields;  // that all answers share
};

PyObject* solver_name = nullptr;

SolverObject* as_solver(PyObject* self) { return reinterpret_cast<SolverObject*>(self); }

/// A table of float64 in C order.  The caller is the engine itself.
const double* read_table(PyObject* value, npy_intp rows, npy_intp columns) {
  PyArrayObject* array = reinterpret_cast<PyArrayObject*>(value);
  if (!PyArray_Check(value) || PyArray_TYPE(array) != NPY_DOUBLE || !PyArray_ISCARRAY_RO(array) ||
      PyArray_NDIM(array) != 2 || PyArray_DIM(array, 0) != rows ||
      PyArray_DIM(array, 1) != columns) {
    PyErr_Format(PyExc_ValueError, "expected a table of shape (%zd, %zd)", rows, columns);
    return nullptr;
  }
  return static_cast<const double*>(PyArray_DATA(array));
}

Rigid rigid(const double* rows) {
  Rigid X;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) X.turn[i][j] = rows[4 * i + j];
    X.shift[i] = rows[4 * i + 3];
  }
  return X;
}

/// Fill a solver from tables: K_0 to K_4, ahead and behind as rows of 16 numbers; offsets, length
/// and reach; loops of six links each to try the splits on.
bool fill(SixSolver& solver, PyObject* motions, PyObject* numbers, PyObject* trials) {
  constexpr npy_intp MOTIONS = 7, MATRIX = 16, NUMBERS = 8;
  const double* motion = read_table(motions, MOTIONS, MATRIX);
  const double* number = motion ? read_table(numbers, 1, NUMBERS) : nullptr;
  const Py_ssize_t loops = number ? PyObject_Length(trials) / SIX : -1;
  const double* trial = loops >= 0 ? read_table(trials, loops * SIX, MATRIX) : nullptr;
  if (!trial) return false;
  SixArm& arm = solver.arm;
  for (int i = 0; i < SIX - 1; i++) arm.links[i] = rigid(motion + MATRIX * i);
  arm.ahead = rigid(motion + MATRIX * 5);
  arm.behind = rigid(motion + MATRIX * 6);
  std::memcpy(arm.offset, number, sizeof arm.offset);
  arm.length = number[6];
  arm.reach = number[7];
  solver.wrist = has_wrist(arm);
  std::vector<Rigid> links(std::size_t(loops) * SIX);
  for (std::size_t i = 0; i < links.size(); i++) links[i] = rigid(trial + MATRIX * i);
  rank_splits(arm, reinterpret_cast<const Rigid(*)[SIX]>(links.data()), int(loops));
  return true;
}

PyObject* make_solver(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject *robot, *sample, *motions, *numbers, *trials;
  if (!PyArg_ParseTuple(args, "OOOOO:Solver", &robot, &sample, &motions, &numbers, &trials))
    return nullptr;
  Ref self(type->tp_alloc(type, 0));
  if (!self) return nullptr;
  SolverObject* object = as_solver(self.get());
  object->fields = PyObject_GetAttrString(sample, "__dict__");
  if (!object->fields) return nullptr;
  Py_INCREF(Py_TYPE(sample));
  object->type = reinterpret_cast<PyObject*>(Py_TYPE(sample));
  try {
    object->solver = new SixSolver;
    object->chain = new ChainOf(robot, Need::GEOMETRY);
    if (!*object->chain) {
      PyErr_SetString(PyExc_TypeError, "expected a robot");
      return nullptr;
    }
    if (!fill(*object->solver, motions, numbers, trials)) return nullptr;
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
  return self.release();
}

void free_solver(PyObject* self) {
  SolverObject* object = as_solver(self);
  delete object->solver;
  delete object->chain;
  Py_XDECREF(object->type);
  Py_XDECREF(object->fields);
  Py_TYPE(self)->tp_free(self);
}

PyTypeObject SolverType = {PyVarObject_HEAD_INIT(nullptr, 0)};

}  // namespace

bool ready_solver_type(PyObject* module) {
  SolverType.tp_name = "rvs.engine._native.Solver";
  SolverType.tp_doc = "What finds all postures of an arm; made by rvs.engine.inverse.fast.";
  SolverType.tp_basicsize = sizeof(SolverObject);
  SolverType.tp_flags = Py_TPFLAGS_DEFAULT;
  SolverType.tp_new = make_solver;
  SolverType.tp_dealloc = free_solver;
  solver_name = PyUnicode_InternFromString("native_solver");
  if (!solver_name || PyType_Ready(&SolverType) < 0) return false;
  return PyModule_AddObjectRef(module, "Solver", reinterpret_cast<PyObject*>(&SolverType)) == 0;
}

SolverOf::SolverOf(PyObject* robot) : owner_(PyObject_GetAttr(robot, solver_name)) {
  if (!owner_) {
    // no robot: the reference will say it.  Ctrl+C is nobody's mistake.
    if (PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
    return;
  }
  if (!Py_IS_TYPE(owner_.get(), &SolverType)) return;
  const SolverObject* object = as_solver(owner_.get());
  solver_ = object->solver;
  chain_ = &**object->chain;
  type_ = object->type;
  fields_ = object->fields;
}

}  // namespace rvs
