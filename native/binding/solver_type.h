// What finds all postures of a six-revolute arm, as a Python value that a Robot keeps.
#pragma once

#include "binding/chain_type.h"
#include "binding/python_api.h"
#include "inverse/six_arm.h"

namespace rvs {

struct SixSolver {
  SixArm arm;
  bool wrist;  // in closed form
};

/// Make the type; false with a Python error.
bool ready_solver_type(PyObject* module);

/// The solver of a robot; none for anything else.
class SolverOf {
 public:
  explicit SolverOf(PyObject* robot);
  explicit operator bool() const { return solver_ != nullptr; }
  const SixSolver* operator->() const { return solver_; }
  /// For forward kinematics.
  const Chain& chain() const { return *chain_; }
  /// A new answer like the template of the solver: its attributes, in a dict of its own.
  PyObject* answer_type() const { return type_; }
  PyObject* answer_fields() const { return fields_; }

 private:
  Ref owner_;
  const SixSolver* solver_ = nullptr;
  const Chain* chain_ = nullptr;
  PyObject* type_ = nullptr;
  PyObject* fields_ = nullptr;
};

}  // namespace rvs
