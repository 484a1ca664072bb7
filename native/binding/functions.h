// The functions of the engine that are called in less than a microsecond, one entry each.
#pragma once

#include "binding/python_api.h"

namespace rvs {

constexpr int MOST_PARAMETERS = 8;

/// A function of the engine: its parameters, and what answers a call.
struct Function {
  const char* name;
  int positional;                            // parameters behind these go by keyword only
  const char* parameters[MOST_PARAMETERS];   // the rest is null
  /// A new reference, or null: with a Python error, or without one if the reference shall answer.
  /// An argument that was left out is null.
  PyObject* (*answer)(PyObject* const* values);
};

PyObject* call_fkine(PyObject* const* values);
PyObject* call_frames(PyObject* const* values);
PyObject* call_jacobian(PyObject* const* values);
PyObject* call_pose_conditions(PyObject* const* values);
PyObject* call_rne(PyObject* const* values);
PyObject* call_inertia(PyObject* const* values);
PyObject* call_accel(PyObject* const* values);
PyObject* call_joint_accelerations(PyObject* const* values);
PyObject* call_ikine_all(PyObject* const* values);

}  // namespace rvs
