// All postures of six-revolute arms: what a Robot keeps for them, and ikine_all as Python calls it.
#include <cstring>

#include "binding/arguments.h"
#include "binding/arrays.h"
#include "binding/bind.h"
#include "binding/functions.h"
#include "inverse/six_solver.h"

namespace rvs {

namespace {

/// Where a call has its arguments; the last two have to be left out.
enum { ROBOT, TARGET, LIMITS, TOLERANCE, SAMPLES };

/// What a robot keeps.  All answers share the type and some fields of a sample.
struct Solver {
  SixSolver postures;
  ChainOf chain;
  nb::object type, fields;
};

PyObject* solver_type = nullptr;

/// So many times True, for good: an array that all answers of that length share.
nb::handle all_isolated(int count) {
  static PyObject* arrays[MOST_POSTURES + 1] = {};
  PyObject*& array = arrays[count];
  if (!array) {
    const NewArray<bool> made{count};
    std::fill_n(made.data, count, true);
    array = nb::object(made.array).release().ptr();
    PyArray_CLEARFLAGS(reinterpret_cast<PyArrayObject*>(array), NPY_ARRAY_WRITEABLE);
  }
  return array;
}

/// A value of the answers' type with the shared fields and these postures.
PyObject* make_answer(const Solver& solver, const SplitAnswer& all, const double* residuals) {
  static PyObject* const names[] = {PyUnicode_InternFromString("q"),
                                    PyUnicode_InternFromString("residual"),
                                    PyUnicode_InternFromString("isolated")};
  const NewArray<double> q{all.count, SIX}, left{all.count};
  std::copy_n(all.u[0], all.count * SIX, q.data);
  std::copy_n(residuals, all.count, left.data);
  const nb::object nothing = nb::steal(PyTuple_New(0));
  const nb::object fields = nb::steal(PyDict_Copy(solver.fields.ptr()));
  if (!nothing || !fields || PyDict_SetItem(fields.ptr(), names[0], q.array.ptr()) < 0 ||
      PyDict_SetItem(fields.ptr(), names[1], left.array.ptr()) < 0 ||
      PyDict_SetItem(fields.ptr(), names[2], all_isolated(all.count).ptr()) < 0)
    return nullptr;
  auto* type = reinterpret_cast<PyTypeObject*>(solver.type.ptr());
  nb::object answer = nb::steal(type->tp_new(type, nothing.ptr(), nullptr));
  if (!answer || PyObject_GenericSetDict(answer.ptr(), fields.ptr(), nullptr) < 0) return nullptr;
  return answer.release().ptr();
}

}  // namespace

PyObject* call_ikine_all(PyObject* const* values) {
  static PyObject* const name = PyUnicode_InternFromString("native_solver");
  if (values[TOLERANCE] || values[SAMPLES] || (values[LIMITS] && values[LIMITS] != Py_False))
    return nullptr;
  const nb::object owner = kept_by(values[ROBOT], name, solver_type);
  Numbers pose;
  if (!owner || !values[TARGET] || !pose.read(values[TARGET]) || !pose.is_table(4) ||
      pose.shape[0] != 4)
    return nullptr;
  const Solver& solver = *nb::inst_ptr<Solver>(owner);
  SplitAnswer all;
  double residuals[MOST_POSTURES];
  if (!solver.postures.solve(*solver.chain, pose.data, all, residuals)) return nullptr;
  return make_answer(solver, all, residuals);
}

void bind_inverse(nb::module_& module) {
  auto type = nb::class_<Solver>(module, "Solver", "What finds all postures of an arm.");
  type.def("__init__", [](Solver* self, nb::handle robot, nb::object sample,
                          const Array<double, SIX + 1, 16>& motions,
                          const Array<double, 1, SIX + 2>& numbers,
                          const Array<double, ANY, 16>& trials) {
    ChainOf chain(robot.ptr(), Need::GEOMETRY);
    if (!chain) throw nb::type_error("expected a robot");
    new (self) Solver{{motions.as<MatrixRow>(), numbers.data, trials.as<MatrixRow>(),
                       int(trials.rows) / SIX},
                      std::move(chain), nb::borrow(sample.type()), sample.attr("__dict__")};
  });
  solver_type = type.ptr();
}

}  // namespace rvs
