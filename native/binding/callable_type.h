// The callable that stands in place of a Python function of the engine.
#pragma once

#include "binding/python_api.h"

namespace rvs {

/// Make the type; false with a Python error.
bool ready_callable_type(PyObject* module);

}  // namespace rvs
