// The bodies of a checker as a Python value, made by rvs/study/collider.py.
#pragma once

#include "binding/python_api.h"

namespace rvs {

/// Make the type; false with a Python error.
bool ready_collider_type(PyObject* module);

}  // namespace rvs
