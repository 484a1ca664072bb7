// search(robot, targets, start, lower, upper, from, to, moving, scale, link, limits, tolerance,
// iterations, attempts, no_step, at_limit) -> q, reached, residuals, steps, blocked
#pragma once

#include "python_api.h"

namespace rvs {

PyObject* search(PyObject* module, PyObject* const* args, Py_ssize_t count);

}  // namespace rvs
