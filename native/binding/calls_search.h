// search(robot, targets, start, lower, upper, from, to, moving, scale, link, limits, tolerance,
// iterations, attempts, damping, patience, no_step, at_limit) -> q, reached, residuals, steps,
// blocked: the poses up to the first that is not reached, and how many were; a posture that reaches
// that one outside the limits, or None.
#pragma once

#include "binding/python_api.h"

namespace rvs {

PyObject* search(PyObject* module, PyObject* const* args, Py_ssize_t count);

}  // namespace rvs
